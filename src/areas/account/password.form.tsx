import { useEffect, useRef, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { call } from '../../ui/call.ts';
import { Field } from '../../ui/field.tsx';
import { useSend } from '../../ui/send.ts';
import { passwordChanged } from '../../ui/session.ts';
import { ShortForm } from '../../ui/short-form.tsx';
import { focusField } from '../../ui/submit.ts';
import { account } from './contract.ts';
import style from './profile.module.css';

type Name = 'oldPassword' | 'newPassword';
/** Body codes of the error catalogue: wrong_password, weak_password, same_password. */
const BLAMED: Readonly<Record<number, Name>> = { 40005: 'oldPassword', 40004: 'newPassword', 40008: 'newPassword' };

/** Another password for oneself; it ends all other sign-ins. `asked`: one came here for this. */
export function PasswordForm({ username, asked, onChanged }: { username: string; asked: boolean; onChanged: () => void }) {
  const { t } = useLingui();
  const { busy, failure, send, forgive } = useSend();
  const [missing, setMissing] = useState<readonly Name[]>([]);
  const [shown, setShown] = useState(false);
  const [done, setDone] = useState(false);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!asked) return;
    section.current!.scrollIntoView();
    focusField(section.current!.querySelector('form')!, 'oldPassword');
  }, [asked]);
  const blamed = failure === null ? undefined : BLAMED[failure.code];
  const wanted: Record<Name, string> = { oldPassword: t`输入当前密码`, newPassword: t`至少 8 个字符，最多 128 个` };
  const wrong = (name: Name): string | null => (missing.includes(name) ? wanted[name] : missing.length === 0 && blamed === name ? failure!.message : null);

  async function submit(form: HTMLFormElement): Promise<void> {
    setDone(false);
    // as typed: a password may begin or end with a space
    const [oldPassword, newPassword] = (['oldPassword', 'newPassword'] as const).map((name) => (form.elements.namedItem(name) as HTMLInputElement).value) as [string, string];
    const length = [...newPassword].length;
    const empty: Name[] = [...(oldPassword === '' ? (['oldPassword'] as const) : []), ...(length < 8 || length > 128 ? (['newPassword'] as const) : [])];
    setMissing(empty);
    if (empty[0] !== undefined) return focusField(form, empty[0]);
    const body = { oldPassword, newPassword };
    if ((await send(body, (idempotencyKey) => call(account.password, { body, idempotencyKey }))) === undefined) return;
    form.reset();
    setShown(false);
    setDone(true);
    passwordChanged();
    onChanged();
  }
  function discard(): void {
    setMissing([]);
    forgive();
  }
  const type = shown ? 'text' : 'password';
  return (
    <section ref={section} className={style.section} aria-labelledby="password">
      <h2 id="password" tabIndex={-1}>{t`密码`}</h2>
      <ShortForm label={t`修改密码`} action={t`修改密码`} busy={busy} failure={failure} blamed={blamed} onSubmit={(form) => void submit(form)} onClose={discard} stays>
        {/* tells password managers whose password this is */}
        <input type="text" name="username" autoComplete="username" defaultValue={username} readOnly hidden />
        <Field label={t`现在的密码`} name="oldPassword" type={type} error={wrong('oldPassword')} autoComplete="current-password" maxLength={256} />
        <Field label={t`新密码`} name="newPassword" type={type} error={wrong('newPassword')} hint={t`8 至 128 个字符，什么文字都行，一句话也行；常见的、连续的、不足 12 位的纯数字、和账号一样的不行。`} autoComplete="new-password" maxLength={256} />
        <label className={style.check}>
          <input type="checkbox" checked={shown} onChange={(event) => setShown(event.target.checked)} />
          {t`显示密码`}
        </label>
      </ShortForm>
      <output>{done ? t`密码已修改，其他设备已退出登录。` : null}</output>
    </section>
  );
}
