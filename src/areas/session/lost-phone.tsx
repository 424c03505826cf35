import { useRef, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { mobile } from '../../kernel/shape.ts';
import { call } from '../../ui/call.ts';
import { CodeField, codeIn } from '../../ui/code-field.tsx';
import { Field } from '../../ui/field.tsx';
import { useSend } from '../../ui/send.ts';
import { ShortForm } from '../../ui/short-form.tsx';
import { focusField, typed } from '../../ui/submit.ts';
import { session } from './contract.ts';

/** Body codes of the error catalogue: a wrong code, and a phone that is another account's. */
const BAD_CODE = 40003;
const TAKEN = 40903;
type Name = 'userName' | 'code' | 'phone';

/** A new phone for who cannot use the old one any more: proved by a code to what is bound. Says the same whoever is asked for. */
export default function LostPhone({ username, onDone, onClose }: { /** As typed on the login page. */ username: string; /** `said`: to be told there. */ onDone: (said: string) => void; onClose: () => void }) {
  const { t } = useLingui();
  const { busy, failure, send, forgive } = useSend((message) => t`${message}。不确定有没有换成，先用密码登录看看`);
  const [missing, setMissing] = useState<readonly Name[]>([]);
  const account = useRef<HTMLInputElement>(null);
  const wanted: Record<Name, string> = { userName: t`输入账号`, code: t`输入 6 位数字`, phone: t`输入 11 位手机号` };
  const blamed: Name | null = failure?.code === BAD_CODE ? 'code' : failure?.code === TAKEN ? 'phone' : null;
  const wrong = (name: Name): string | null => (missing.includes(name) ? wanted[name] : missing.length === 0 && blamed === name ? failure!.message : null);

  const ask = (): Promise<unknown> | null => {
    const userName = account.current!.value.trim();
    forgive();
    setMissing(userName === '' ? ['userName'] : []);
    if (userName !== '') return call(session.sendCode, { body: { userName }, auth: 'no-auth' });
    account.current!.focus();
    return null;
  };
  async function submit(form: HTMLFormElement): Promise<void> {
    const body = { userName: typed(form, 'userName'), phone: typed(form, 'phone'), smsCode: codeIn(form) };
    const empty: Name[] = [...(body.userName === '' ? (['userName'] as const) : []), ...(/^\d{6}$/.test(body.smsCode) ? [] : (['code'] as const)), ...(mobile.safeParse(body.phone).success ? [] : (['phone'] as const))];
    setMissing(empty);
    if (empty[0] !== undefined) return focusField(form, empty[0]);
    const done = await send(body, (idempotencyKey) => call(session.updatePhone, { body, auth: 'no-auth', idempotencyKey }));
    if (done !== undefined) onDone(t`手机已更换，这个账号在所有设备上都已退出登录。现在用密码登录。`);
  }
  return (
    <ShortForm label={t`更换手机`} action={t`更换手机`} busy={busy} failure={failure} blamed={blamed} onSubmit={(form) => void submit(form)} onClose={onClose} focus="userName">
      <h2>{t`更换手机`}</h2>
      <Field ref={account} label={t({ context: '登录', message: '账号' })} name="userName" error={wrong('userName')} defaultValue={username} autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={64} />
      <CodeField error={wrong('code')} onSend={ask} sent={t`如果这个账号绑定了手机或邮箱，验证码已经发到那里，5 分钟内有效。`} />
      <Field label={t`新手机`} name="phone" type="tel" error={wrong('phone')} inputMode="tel" autoComplete="tel" maxLength={20} />
    </ShortForm>
  );
}
