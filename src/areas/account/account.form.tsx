import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { may } from '../../kernel/access.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { KeyCap, useKeyProps } from '../../ui/bound-key.tsx';
import { call, CallFailure } from '../../ui/call.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { useDraft } from '../../ui/draft.ts';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import { useLanguage } from '../../ui/language.tsx';
import { useRead } from '../../ui/read.ts';
import { roleWords } from '../../ui/role.ts';
import { SHOWN_ONCE, useSend } from '../../ui/send.ts';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { bringIntoSight, sendByKey } from '../../ui/submit.ts';
import { entity } from '../entity/contract.ts';
import style from './account.module.css';
import { account, type AccountForm as Stored } from './contract.ts';
import { blamedField, bodyOf, boundRole, changedFields, draftOf, FAULT_WORDS, FIELD_WORDS, GENDER_WORDS, rebased, sameFields, STATUS_WORDS, wrongFields, type Draft, type FieldName, type Typed } from './draft.ts';
import { ScopeChanges, ScopeField } from './scope.field.tsx';

type Made = Reply<typeof account.create>;
const CONFLICT = 40900;
const ROLE_OF: Record<Reply<typeof account.roles>[number]['id'], string> = { operation: '2', inpatient_manager: '3', hospital: '4' };
async function readStored(id: string): Promise<Stored> {
  const form = await call(entity.form, { params: { id } });
  if (!('username' in form)) throw new CallFailure(404, 0, '');
  return form;
}

interface FormProps {
  /** Null for a new account. */
  id: string | null;
  onCreated: (made: Made, typed: Typed) => void;
  onSaved: (saved: Stored) => void;
  /** The list is no longer what the server has. */
  onStale: () => void;
  onClose: () => void;
  /** What else can be done to the account. */
  verbs?: ReactNode;
}

/** Makes an account, or changes one, in a drawer. What was typed stays through errors, conflicts and other pages until it is saved or thrown away. */
export function AccountForm(props: FormProps) {
  const { t } = useLingui();
  const { id, onClose } = props;
  const [draft, keep] = useDraft<Draft>(`/system/user?${id === null ? 'new' : `edit=${id}`}`);
  const [stored, setStored] = useState<Stored | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (id === null) return;
    let gone = false;
    readStored(id).then(
      (form) => {
        if (gone) return;
        setStored(form);
        if (draft !== null && draft.version !== form.version && sameFields(draft, form)) keep(rebased(draft, form));
      },
      (error: unknown) => void (!gone && setFailure(error instanceof CallFailure ? error.message : String(error))),
    );
    return () => {
      gone = true;
    };
    // the draft is the one that was kept while the form was closed
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, tries]);
  const ready = id === null || draft !== null || stored !== null;
  const again = (): void => {
    setFailure(null);
    setTries((n) => n + 1);
  };
  return (
    <Drawer title={id === null ? t`新建账号` : t`修改账号`} kept dirty={() => draft !== null} onClose={onClose} onDiscard={() => (keep(null), onClose())}>{(leave) =>
      ready ? <Fields {...props} renew={setStored} draft={draft ?? draftOf(stored)} untouched={draft === null} keep={keep} leave={leave} /> : (
        <div className={control.form} aria-busy={failure === null}>
          {failure === null ? <p className={control.hint}><Trans>正在取账号</Trans></p> : <p role="alert" className={control.error}>{failure || t`没有这个账号，或者它已被删除`}</p>}
          <div className={control.actions}>
            {failure !== null && <button type="button" className={control.button} onClick={again}><Trans>重试</Trans></button>}
            <button type="button" className={control.button} onClick={leave}><Trans>关闭</Trans></button>
          </div>
        </div>
      )
    }</Drawer>
  );
}

function Fields({ id, draft, untouched, keep, renew, leave, onCreated, onSaved, onStale, verbs }: FormProps & { draft: Draft; untouched: boolean; keep: (draft: Draft | null) => void; renew: (stored: Stored) => void; leave: () => void }) {
  const keys = useKeyProps();
  const { t, i18n } = useLingui();
  const language = useLanguage();
  const viewer = useViewer();
  const dom = useId();
  const form = useRef<HTMLFormElement>(null);
  const roles = useRead(account.roles);
  const [wrong, setWrong] = useState<readonly FieldName[]>([]);
  const [changes, setChanges] = useState<{ before: Typed; now: Typed } | null>(null);
  // nothing of this form was changed by anyone: it goes out again with the newer version, without a question
  const [resend, setResend] = useState(false);
  const { busy, failure, send, forgive } = useSend();
  const { typed } = draft;
  const own = id !== null && id === viewer?.userId;
  // a code is sent there before they are changed
  const elsewhere = own ? t`请到个人中心修改` : null;
  const blamed = failure === null ? null : blamedField(failure, language);
  const codes = [...(viewer !== null && may(viewer, 'sys:user:add') && viewer.role === 1 ? ['1'] : []), ...(roles.data ?? []).map((role) => ROLE_OF[role.id])];
  // what it is now is always among them
  const offered = typed.role === '' || codes.includes(typed.role) ? codes : [typed.role, ...codes];

  const focus = (name: FieldName | null | undefined): void => {
    const found = name && form.current!.elements.namedItem(name);
    (found instanceof RadioNodeList ? (found[0] as HTMLElement) : (found as HTMLElement | null | undefined))?.focus();
  };
  useEffect(() => focus(id === null ? 'username' : 'nickname'), [id]);
  useEffect(() => focus(blamed), [blamed, failure]);
  const write = (part: Partial<Typed>): void => {
    const next = { ...draft, typed: { ...typed, ...part } };
    keep(changedFields(next.typed, next.base).length === 0 ? null : next);
    setWrong(wrong.filter((name) => !(name in part)));
    if (failure !== null && (blamed === null ? failure.code !== SHOWN_ONCE : blamed in part)) forgive();
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const body = bodyOf(id, draft);
    const faults = wrongFields(id, body);
    setWrong(faults);
    if (faults.length > 0) return focus(faults[0]);
    if (id === null) {
      const done = await send(body, (idempotencyKey) => call(account.create, { body: body as never, idempotencyKey }));
      if (done === undefined) return;
      keep(null);
      return onCreated(done.reply, typed);
    }
    const done = await send(body, (idempotencyKey) => call(account.update, { body: body as never, idempotencyKey }));
    if (done === undefined) return;
    keep(null);
    onSaved(done.reply);
  }
  const stale = failure?.code === CONFLICT && id !== null;
  async function compare(): Promise<void> {
    try {
      const newest = await readStored(id!);
      const next = rebased(draft, newest);
      const others = !sameFields(draft, newest);
      setChanges(others ? { before: draft.base, now: next.base } : null);
      renew(newest);
      keep(changedFields(next.typed, next.base).length === 0 ? null : next);
      forgive();
      setResend(!others);
      onStale();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
    }
  }
  useEffect(() => {
    if (!resend) return;
    setResend(false);
    form.current!.requestSubmit();
  }, [resend]);
  useEffect(() => {
    // what the others changed is asked for at once, so that the person can decide
    if (stale) void compare();
    // once for each refusal
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [failure]);

  const faultOf = (name: FieldName): string | null => (wrong.includes(name) ? i18n._(FAULT_WORDS[name]) : blamed === name ? failure!.message : null);
  const told = (name: FieldName, hint: string | null) => ({ id: `${dom}${name}`, name, className: control.input, 'aria-invalid': faultOf(name) !== null, 'aria-describedby': faultOf(name) !== null ? `${dom}${name}e` : hint === null ? undefined : `${dom}${name}h` });
  const below = (name: FieldName, hint: string | null = null): ReactNode =>
    faultOf(name) !== null ? <p id={`${dom}${name}e`} className={control.error} role={blamed === name ? 'alert' : undefined}>{faultOf(name)}</p> : hint === null ? null : <p id={`${dom}${name}h`} className={control.hint}>{hint}</p>;
  const label = (name: FieldName): ReactNode => <label className={control.label} htmlFor={`${dom}${name}`}>{i18n._(FIELD_WORDS[name])}</label>;
  const input = (name: 'username' | 'nickname' | 'mobile' | 'email', maxLength: number, hint: string | null = null, inputMode: 'text' | 'tel' | 'email' = 'text', fixed = false): ReactNode => (
    <div className={control.field}>
      {label(name)}
      <input {...told(name, hint)} type="text" inputMode={inputMode} maxLength={maxLength} autoComplete="off" spellCheck={false} value={typed[name]} readOnly={fixed} onChange={(event) => write({ [name]: event.target.value })} />
      {below(name, hint)}
    </div>
  );
  const select = (name: 'gender' | 'role' | 'status', options: readonly [value: string, words: string][], hint: string | null = null, fixed = false): ReactNode => (
    <div className={control.field}>
      {label(name)}
      <select {...told(name, hint)} value={typed[name]} disabled={fixed} onChange={(event) => write({ [name]: event.target.value })}>{options.map(([value, words]) => <option key={value} value={value}>{words}</option>)}</select>
      {below(name, hint)}
    </div>
  );
  const roleName = (code: string): string => i18n._(roleWords(Number(code)));
  const said = (name: Exclude<FieldName, 'hospitals'>, of: Typed): string => {
    if (name === 'role') return roleName(of.role);
    if (name === 'gender' || name === 'status') return i18n._((name === 'gender' ? GENDER_WORDS : STATUS_WORDS)[of[name]]!);
    return of[name] || '—';
  };

  return (
    // keys of its fields: it is no control itself
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form ref={form} className={control.form} noValidate onSubmit={(event) => void submit(event)} onKeyDown={sendByKey}>
      {id === null ? input('username', 32, t`登录用，建好以后不能改`) : <p><span className={control.label}>{t`账号`}</span> <b>{typed.username}</b></p>}
      {input('nickname', 32)}
      {select('gender', Object.entries(GENDER_WORDS).map(([code, words]) => [code, i18n._(words)]))}
      {select('role', [...(typed.role === '' ? [['', t`未选择`] as [string, string]] : []), ...offered.map((code): [string, string] => [code, roleName(code)])], own ? t`自己的角色要由别人修改` : null, own)}
      {roles.failure !== null && <p className={control.error} role="alert">{t`没有取到角色：${roles.failure.message}`} <button type="button" className={control.button} onClick={roles.again}><Trans>重试</Trans></button></p>}
      {boundRole(typed.role) && (
        <fieldset className={style.group}>
          <legend className={control.label}>{i18n._(FIELD_WORDS.hospitals)}</legend>
          <ScopeField name="hospitals" value={typed.hospitals} was={draft.base.hospitals} describedBy={faultOf('hospitals') === null ? undefined : `${dom}hospitalse`} onChange={(hospitals) => write({ hospitals })} />
          {below('hospitals', typed.hospitals.length === 0 ? t`不选医院时，这个账号看不到任何医院的数据` : null)}
        </fieldset>
      )}
      {input('mobile', 20, elsewhere, 'tel', own)}
      {input('email', 100, elsewhere, 'email', own)}
      {id === null && select('status', Object.entries(STATUS_WORDS).toReversed().map(([code, words]) => [code, i18n._(words)]))}
      {changes !== null && (
        <div ref={bringIntoSight} role="alert" className={control.field}>
          <p className={control.error}><Trans>别人刚刚改过这个账号。你填写的内容还在，没有动过的字段已换成最新的；再保存一次就生效。</Trans></p>
          <ul className={style.changes}>
            {changedFields(changes.before, changes.now).map((name) => (name === 'hospitals' ? <ScopeChanges key={name} label={i18n._(FIELD_WORDS[name])} before={changes.before[name]} now={changes.now[name]} />
              : <li key={name}>{t`${i18n._(FIELD_WORDS[name])}：${said(name, changes.before)} → ${said(name, changes.now)}`}</li>))}
          </ul>
        </div>
      )}
      {failure !== null && blamed === null && (
        <div role="alert" className={control.field}>
          <p className={control.error}>{failure.message}</p>
          {failure.code === SHOWN_ONCE && <p className={control.hint}><Trans>账号已经建好。在列表里重置它的密码，就会得到新的一次性密码。</Trans></p>}
        </div>
      )}
      <div className={control.actions}>
        <button type="submit" className={`${control.button} ${control.primary}`} aria-busy={busy} {...keys(OWN_KEYS.send)}><Trans>保存</Trans> <KeyCap of={OWN_KEYS.send} /></button>
        <button type="button" className={`${control.button} ${control.quiet}`} {...keys(OWN_KEYS.leave)} onClick={leave}><Trans>取消</Trans> <KeyCap of={OWN_KEYS.leave} /></button>
        {!untouched && <span className={control.hint}><Trans>还没有保存</Trans></span>}
      </div>
      {verbs !== undefined && <div className={style.verbs}>{verbs}</div>}
    </form>
  );
}
