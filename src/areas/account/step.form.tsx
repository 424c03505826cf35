import { Suspense, useRef, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { Reply } from '../../kernel/endpoint.ts';
import { announce } from '../../ui/announce.tsx';
import { call, type CallFailure } from '../../ui/call.ts';
import { CODE_LENGTH, codeIn } from '../../ui/code-field.tsx';
import { late } from '../../ui/fetch-part.ts';
import { Field } from '../../ui/field.tsx';
import type { Read } from '../../ui/read.ts';
import { SHOWN_ONCE, useSend } from '../../ui/send.ts';
import { ShortForm } from '../../ui/short-form.tsx';
import control from '../../ui/style/control.module.css';
import { focusField } from '../../ui/submit.ts';
import { session } from '../session/contract.ts';
import style from './profile.module.css';
import { RecoveryCodes } from './recovery-code.tsx';

// few people ever set this up
const Qr = late(() => import(/* webpackChunkName: "qr" */ './qr.tsx'));
type Steps = Reply<typeof session.steps>;
type Secret = Reply<typeof session.beginTotp>;
const WRONG_PASSWORD = 40005;
const BAD_CODE = 40003;
const ALREADY_ON = 40908;

interface ByPasswordProps<T> {
  username: string;
  label: string;
  work: (password: string, idempotencyKey: string) => Promise<T>;
  onDone: (reply: T) => void;
  onClose: () => void;
}
/** What the server does only for who types the password again. */
function ByPassword<T>({ username, label, work, onDone, onClose }: ByPasswordProps<T>) {
  const { t } = useLingui();
  const { busy, failure, send } = useSend();
  const [missing, setMissing] = useState(false);
  const wrong = failure?.code === WRONG_PASSWORD;
  async function submit(form: HTMLFormElement): Promise<void> {
    const password = (form.elements.namedItem('password') as HTMLInputElement).value;
    setMissing(password === '');
    if (password === '') return focusField(form, 'password');
    const done = await send({ password }, (key) => work(password, key));
    if (done !== undefined) onDone(done.reply);
  }
  return (
    <ShortForm label={label} action={label} busy={busy} failure={failure} blamed={wrong ? 'password' : null} onSubmit={(form) => void submit(form)} onClose={onClose} focus="password">
      <input type="text" name="username" autoComplete="username" defaultValue={username} readOnly hidden />
      <Field label={t`密码`} name="password" type="password" error={missing ? t`输入密码` : wrong ? failure.message : null} autoComplete="current-password" maxLength={256} />
    </ShortForm>
  );
}
/** The secret for an authenticator app, and the first code that puts it in force. */
function Confirm({ secret, onDone, onRefused, onClose }: { secret: Secret; onDone: (codes: readonly string[]) => void; onRefused: (failure: CallFailure) => never; onClose: () => void }) {
  const { t } = useLingui();
  const { busy, failure, send } = useSend();
  const [missing, setMissing] = useState(false);
  const wrong = failure?.code === BAD_CODE;
  const turnOn = t({ context: '动作', message: '启用' });
  async function submit(form: HTMLFormElement): Promise<void> {
    const code = codeIn(form);
    const fits = /^\d{6}$/.test(code);
    setMissing(!fits);
    if (!fits) return focusField(form, 'code');
    const done = await send({ code }, (idempotencyKey) => call(session.confirmTotp, { body: { code }, idempotencyKey }).catch(onRefused));
    if (done !== undefined) onDone(done.reply.recoveryCodes);
  }
  return (
    <ShortForm label={t`启用验证器应用`} action={turnOn} busy={busy} failure={failure} blamed={wrong ? 'code' : null} onSubmit={(form) => void submit(form)} onClose={onClose} focus="code">
      <p>{t`用手机上的验证器应用扫这个码，或把密钥输进去，再填上它显示的数字。`}</p>
      <div className={style.qr}>
        <Suspense><Qr text={secret.uri} label={t`验证器应用的二维码`} /></Suspense>
      </div>
      <dl className={style.secret}>
        <dt>{t`密钥`}</dt>
        <dd><code>{secret.secret}</code></dd>
        <dt>{t`链接`}</dt>
        <dd><a href={secret.uri}>{secret.uri}</a></dd>
      </dl>
      <Field label={t`验证器应用里的 6 位数字`} name="code" error={missing ? t`输入 6 位数字` : wrong ? failure.message : null} inputMode="numeric" autoComplete="one-time-code" maxLength={CODE_LENGTH} spellCheck={false} />
    </ShortForm>
  );
}

type Open = { part: 'begin' } | { part: 'confirm'; secret: Secret } | { part: 'codes'; codes: readonly string[] } | { part: 'unseen' } | { part: 'end' } | { part: 'sms'; on: boolean };
/** What is asked beside the password when one signs in. */
export function SecondSteps({ username, steps }: { username: string; steps: Read<Steps> }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Open | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = (): void => {
    setOpen(null);
    heading.current!.focus();
  };
  const changed = (words: string): void => {
    announce(words);
    steps.again();
    close();
  };
  /** It is on already: an answer was lost, or it was done elsewhere, and the codes were not shown here. */
  const refused = (failure: CallFailure): never => {
    if (failure.code === ALREADY_ON || (failure.code === SHOWN_ONCE && open?.part === 'confirm')) {
      steps.again();
      close();
      setOpen({ part: 'unseen' });
    }
    throw failure;
  };
  const turn = (next: Open): void => {
    if (open?.part !== 'codes') return setOpen(next);
    // they stand there once, and are not drawn over
    announce(t`先存好恢复码`);
    heading.current!.parentElement!.querySelector('h3')!.focus();
  };
  const { data, failure, again } = steps;
  const [turnOn, turnOff] = [t({ context: '动作', message: '启用' }), t({ context: '动作', message: '停用' })];
  const shared = { username, onClose: close };
  return (
    <section className={style.section} aria-labelledby="second-steps">
      <h2 ref={heading} id="second-steps" tabIndex={-1}>{t`两步验证`}</h2>
      {data === undefined ? (
        failure === null ? <div className={style.waiting} aria-hidden="true" /> : (
          <p className={control.actions}>
            <span className={control.error}>{failure.message}</span>
            <button type="button" className={control.button} onClick={again}>{t`再试一次`}</button>
          </p>
        )
      ) : (
        <>
          <div className={style.row}>
            <span className={style.name}>{t({ context: '标题', message: '验证器应用' })}</span>
            <span className={style.value}>{data.totp ? t`已启用，还有 ${data.recoveryLeft} 个恢复码` : t`没有启用`}</span>
            <button type="button" className={control.button} onClick={() => turn({ part: data.totp ? 'end' : 'begin' })}>{data.totp ? t`停用验证器应用` : t`启用验证器应用`}</button>
            <div className={style.open}>
              {open?.part === 'begin' ? <ByPassword {...shared} label={t`下一步`} work={(password, idempotencyKey) => call(session.beginTotp, { body: { password }, idempotencyKey }).catch(refused)} onDone={(secret) => setOpen({ part: 'confirm', secret })} /> : null}
              {open?.part === 'confirm' ? <Confirm secret={open.secret} onClose={close} onRefused={refused} onDone={(codes) => { setOpen({ part: 'codes', codes }); steps.again(); }} /> : null}
              {open?.part === 'codes' ? <RecoveryCodes codes={open.codes} onKept={close} /> : null}
              {open?.part === 'unseen' ? <p role="alert" className={control.error}>{t`验证器应用已启用，但恢复码没有在这里显示。先停用，再启用一次，就会显示新的恢复码。`}</p> : null}
              {open?.part === 'end' ? <ByPassword {...shared} label={turnOff} work={(password, idempotencyKey) => call(session.endTotp, { body: { password }, idempotencyKey })} onDone={() => changed(t`已停用验证器应用`)} /> : null}
            </div>
          </div>
          <div className={style.row}>
            <span className={style.name}>{t`短信`}</span>
            <span className={style.value}>{data.mobile === null ? t`先绑定手机` : data.sms ? t`已启用，发到 ${data.mobile}` : t`没有启用`}</span>
            {data.mobile === null ? null : <button type="button" className={control.button} onClick={() => turn({ part: 'sms', on: !data.sms })}>{data.sms ? t`停用短信验证` : t`启用短信验证`}</button>}
            <div className={style.open}>
              {open?.part === 'sms' ? <ByPassword {...shared} label={open.on ? turnOn : turnOff} work={(password, idempotencyKey) => call(session.smsStep, { body: { password, on: open.on }, idempotencyKey })} onDone={() => changed(open.on ? t`已启用短信验证` : t`已停用短信验证`)} /> : null}
            </div>
          </div>
        </>
      )}
    </section>
  );
}
