import { useMemo, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { SecondStep as Asked } from '../../../machines/session.ts';
import { call } from '../../ui/call.ts';
import { CODE_LENGTH, CodeField, codeIn } from '../../ui/code-field.tsx';
import { Field } from '../../ui/field.tsx';
import { onSignedOut, signIn, useSessionBusy, useSessionFailure } from '../../ui/session.ts';
import { ShortForm } from '../../ui/short-form.tsx';
import control from '../../ui/style/control.module.css';
import { focusField, typed } from '../../ui/submit.ts';
import { session } from './contract.ts';
import style from './login.module.css';

/** Body code of the error catalogue: the code is wrong. */
const BAD_CODE = 40003;
/** When each phone, by its masked number, gets another code: the last one serves still, also where one comes back to it. */
const pauses = new Map<string, { until: number }>();
// a session that ends has used its code
onSignedOut(() => pauses.clear());
type Method = Asked['methods'][number];
interface SecondStepProps {
  asked: Asked;
  /** Why the last code was refused. */
  said: string | null;
  /** Back to the password. */
  onBack: () => void;
}
/** The second step of signing in: a code by app, by SMS, or one kept for the day when both are gone. */
export default function SecondStep({ asked, said, onBack }: SecondStepProps) {
  const { t } = useLingui();
  const busy = useSessionBusy();
  const failure = useSessionFailure();
  // what was refused before the way was changed, or another code was asked for, is not about this one
  const [past, setPast] = useState<typeof failure>(null);
  const refused = useMemo(() => (failure === past || said === null ? null : { message: said }), [failure, past, said]);
  const wrong = refused !== null && failure?.code === BAD_CODE;
  const [method, setMethod] = useState<Method>(asked.methods[0] ?? 'totp');
  const [missing, setMissing] = useState(false);
  const instead: Record<Method, string> = { totp: t`改用验证器应用`, sms: t`改用短信`, recovery: t`改用恢复码` };
  const wanted = method === 'recovery' ? t`输入一个恢复码` : t`输入 6 位数字`;
  const error = missing ? wanted : wrong ? refused.message : null;

  const phone = asked.mobile ?? '';
  if (!pauses.has(phone)) pauses.set(phone, { until: 0 });
  const forget = (): void => {
    setMissing(false);
    setPast(failure);
  };
  function send(form: HTMLFormElement): void {
    if (busy) return;
    const code = method === 'recovery' ? typed(form, 'code') : codeIn(form);
    const fits = method === 'recovery' ? code !== '' : /^\d{6}$/.test(code);
    setMissing(!fits);
    if (fits) signIn({ challenge: asked.challenge, method, code, rememberMe: asked.rememberMe });
    else focusField(form, 'code');
  }
  return (
    <div className={style.step}>
      <ShortForm key={method} label={t`两步验证`} action={busy ? t`登录中…` : t`登录`} busy={busy} failure={missing ? null : refused} blamed={wrong ? 'code' : null} onSubmit={send} onClose={onBack} focus="code">
        <h2>{t`两步验证`}</h2>
        {method === 'totp' ? <Field label={t`验证器应用里的 6 位数字`} name="code" error={error} inputMode="numeric" autoComplete="one-time-code" maxLength={CODE_LENGTH} spellCheck={false} /> : null}
        {method === 'sms' ? <CodeField error={error} auto={pauses.get(phone)!} onSend={() => (forget(), call(session.sendSecond, { body: { challenge: asked.challenge }, auth: 'no-auth' }))} sent={t`验证码已发到 ${asked.mobile ?? ''}`} /> : null}
        {method === 'recovery' ? <Field label={t`恢复码`} name="code" error={error} hint={t`启用验证器应用时保存的十个之一，每个只能用一次。`} autoComplete="off" autoCapitalize="none" maxLength={20} spellCheck={false} /> : null}
      </ShortForm>
      <div className={control.actions}>
        {asked.methods.filter((other) => other !== method).map((other) => (
          <button key={other} type="button" className={`${control.button} ${control.quiet}`} onClick={() => { forget(); setMethod(other); }}>{instead[other]}</button>
        ))}
      </div>
    </div>
  );
}
