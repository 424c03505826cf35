import { useEffect, useRef, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { mobile } from '../../kernel/shape.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { announce } from '../../ui/announce.tsx';
import { call } from '../../ui/call.ts';
import { CodeField, codeIn } from '../../ui/code-field.tsx';
import { useDraft } from '../../ui/draft.ts';
import { Field } from '../../ui/field.tsx';
import { useSend } from '../../ui/send.ts';
import { ShortForm } from '../../ui/short-form.tsx';
import control from '../../ui/style/control.module.css';
import { focusField, typed } from '../../ui/submit.ts';
import { account, email } from './contract.ts';
import style from './profile.module.css';

type Profile = Reply<typeof account.profile>;
type Kind = 'MOBILE' | 'EMAIL';
type Name = 'contact' | 'code';
/** A phone or mailbox that was typed and is not bound yet; a code serves too short a time to be kept. */
interface Draft {
  kind: Kind;
  contact: string;
}
/** Body codes of the error catalogue: a wrong code, and a contact that is another account's. */
const BLAMED: Readonly<Record<number, Name>> = { 40003: 'code', 40903: 'contact' };

/** Binds another phone or mailbox, or unbinds the one there is (`bound`, masked), by a code. */
function ContactForm({ kind, bound, draft, keep, onSaved, onClose }: { kind: Kind; bound: string | null; draft: Draft | null; keep: (draft: Draft | null) => void; onSaved: () => void; onClose: () => void }) {
  const { t } = useLingui();
  const { busy, failure, send, forgive } = useSend();
  const [missing, setMissing] = useState<readonly Name[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(false);
  const phone = kind === 'MOBILE';
  useEffect(() => {
    // not as its first value: it counts as typed
    if (bound === null && draft?.kind === kind) input.current!.value = draft.contact;
    // what was kept before this form was here
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const note = (): void => keep(input.current!.value === '' ? null : { kind, contact: input.current!.value });
  const fits = (contact: string): boolean => (phone ? mobile : email).safeParse(contact).success;
  const wanted: Record<Name, string> = { contact: phone ? t`输入 11 位手机号` : t`输入完整的邮箱地址`, code: t`输入 6 位数字` };
  const blamed = failure === null ? undefined : BLAMED[failure.code];
  const wrong = (name: Name): string | null => (missing.includes(name) ? wanted[name] : missing.length === 0 && blamed === name ? failure!.message : null);

  const ask = (): Promise<unknown> | null => {
    const contact = bound ?? input.current!.value.trim();
    const ready = bound !== null || fits(contact);
    forgive();
    setMissing(ready ? [] : ['contact']);
    if (ready) return call(account.sendCode, { query: { contact, contactType: kind } }).then(() => (asked.current = true));
    input.current!.focus();
    return null;
  };
  async function submit(form: HTMLFormElement): Promise<void> {
    const contact = bound === null ? typed(form, 'contact') : null;
    const code = codeIn(form);
    const empty: Name[] = [...(contact === null || fits(contact) ? [] : (['contact'] as const)), ...(/^\d{6}$/.test(code) ? [] : (['code'] as const))];
    setMissing(empty);
    if (empty[0] !== undefined) focusField(form, empty[0]);
    // a code that none was asked for is not missing yet
    if (empty[0] === 'code' && code === '' && !asked.current) form.querySelector<HTMLElement>('[name=code] + button')!.click();
    if (empty[0] !== undefined) return;
    const work = (idempotencyKey: string): Promise<Profile> => (phone ? call(account.mobile, { body: { mobile: contact, code }, idempotencyKey }) : call(account.email, { body: { email: contact, code }, idempotencyKey }));
    if ((await send({ contact, code }, work)) === undefined) return;
    announce(contact === null ? t`已解绑` : t`已绑定`);
    onSaved();
  }
  const label = bound === null ? (phone ? t`绑定手机` : t`绑定邮箱`) : phone ? t`解绑手机` : t`解绑邮箱`;
  return (
    <ShortForm label={label} action={label} busy={busy} failure={failure} blamed={blamed} onSubmit={(form) => void submit(form)} onClose={onClose} kept={bound === null} focus={bound === null ? 'contact' : 'code'}>
      {bound !== null ? null : phone ? (
        <Field ref={input} label={t`新手机`} name="contact" onInput={note} type="tel" error={wrong('contact')} inputMode="tel" autoComplete="tel" maxLength={20} />
      ) : (
        <Field ref={input} label={t`新邮箱`} name="contact" onInput={note} type="email" error={wrong('contact')} autoComplete="email" maxLength={100} />
      )}
      <CodeField error={wrong('code')} onSend={ask} sent={bound === null ? t`验证码已发出，5 分钟内有效。` : t`验证码已发到 ${bound}，5 分钟内有效。`} />
    </ShortForm>
  );
}

/** The phone and the mailbox of one's own account. */
export function Contacts({ profile, onChanged }: { profile: Profile; onChanged: () => void }) {
  const { t } = useLingui();
  const [draft, keep] = useDraft<Draft>('/profile#contact');
  const [open, setOpen] = useState<{ kind: Kind; bound: string | null } | null>(draft === null ? null : { kind: draft.kind, bound: null });
  const section = useRef<HTMLElement>(null);
  const close = (): void => {
    // what was typed to bind another one is not this form's to throw away
    if (open?.bound === null && draft?.kind === open.kind) keep(null);
    setOpen(null);
    section.current!.querySelector('h2')!.focus();
  };
  const rows: { kind: Kind; name: string; bound: string | null }[] = [{ kind: 'MOBILE', name: t`手机`, bound: profile.mobile }, { kind: 'EMAIL', name: t`邮箱`, bound: profile.email }];
  return (
    <section ref={section} className={style.section} aria-labelledby="contacts">
      <h2 id="contacts" tabIndex={-1}>{t`联系方式`}</h2>
      {rows.map(({ kind, name, bound }) => (
        <div key={kind} className={style.row}>
          <span className={style.name}>{name}</span>
          <span className={style.value}>{bound ?? t`未填写`}</span>
          <button type="button" className={control.button} aria-label={`${bound === null ? t`绑定` : t`更换`} ${name}`} onClick={() => setOpen({ kind, bound: null })}>{bound === null ? t`绑定` : t`更换`}</button>
          {bound === null ? null : <button type="button" className={`${control.button} ${control.quiet}`} aria-label={`${t`解绑`} ${name}`} onClick={() => setOpen({ kind, bound })}>{t`解绑`}</button>}
          {open?.kind === kind ? (
            <div className={style.open}>
              <ContactForm key={open.bound} {...open} draft={draft} keep={keep} onClose={close} onSaved={() => { close(); onChanged(); }} />
            </div>
          ) : null}
        </div>
      ))}
    </section>
  );
}
