import { useEffect, useRef, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { CallFailure, DROPPED } from './call.ts';
import { useCountdown } from './countdown.ts';
import { Field } from './field.tsx';
import { ATTEMPT } from './mended.ts';
import control from './style/control.module.css';
import { typed } from './submit.ts';

/** Seconds between two codes (the server's own rule), and its body code for "too soon". */
const PAUSE = 60;
const TOO_MANY = 42900;

/** Room for a code of six digits as it may be pasted: in groups. */
export const CODE_LENGTH = 12;
/** The code in a form as it is sent: without what groups it, and in plain digits, whatever the input method writes. */
export const codeIn = (form: HTMLFormElement): string => typed(form, 'code').normalize('NFKC').replace(/[\s\p{Pd}]/gu, '');

interface CodeFieldProps {
  /** What is wrong with the code that was sent in, or null. */
  error: string | null;
  /** Asks for a code, and what was refused before is said no more; null: there is nothing yet to send it to, and the form says so. @throws CallFailure */
  onSend: () => Promise<unknown> | null;
  /** Said once a code is on its way. */
  sent: string;
  /** Sends the first one by itself, unless one was sent of late: `until` when there is no other, ms since the epoch, is kept there for whoever comes back. */
  auto?: { until: number };
}
/** Six digits that come by SMS or e-mail, with the button that sends them. Phones and password managers fill it in. */
export function CodeField({ error, onSend, sent, auto }: CodeFieldProps) {
  const { t } = useLingui();
  const [left, begin] = useCountdown();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [done, setDone] = useState(() => auto !== undefined && auto.until > Date.now());

  async function send(form?: HTMLFormElement | null): Promise<void> {
    form?.dispatchEvent(new Event(ATTEMPT));
    const sending = busy || left > 0 ? null : onSend();
    if (sending === null) return;
    setBusy(true);
    setFailed(null);
    setDone(false);
    try {
      await sending;
      setDone(true);
      begin(PAUSE);
      if (auto !== undefined) auto.until = Date.now() + PAUSE * 1000;
    } catch (reason) {
      if (!(reason instanceof CallFailure)) throw reason;
      if (reason.code === DROPPED) return;
      setFailed(reason.message);
      if (reason.code === TOO_MANY) begin(Number(/\d+/.exec(reason.message)?.[0] ?? PAUSE));
    } finally {
      setBusy(false);
    }
  }
  const begun = useRef(false);
  useEffect(() => {
    if (auto === undefined || begun.current) return;
    begun.current = true;
    const rest = Math.ceil((auto.until - Date.now()) / 1000);
    if (rest > 0) begin(rest);
    else void send();
  });
  return (
    <Field label={t({ context: '短信或邮件', message: '验证码' })} name="code" error={error ?? failed} hint={done ? sent : undefined} inputMode="numeric" autoComplete="one-time-code" maxLength={CODE_LENGTH} spellCheck={false}>
      {/* not disabled while it waits: that would take the focus away */}
      <button type="button" className={control.button} aria-disabled={busy || left > 0} onClick={({ currentTarget }) => void send(currentTarget.form)}>
        {left > 0 ? t`${left} 秒后可再发` : done || failed !== null ? t`再发一次` : t`发送验证码`}
      </button>
    </Field>
  );
}
