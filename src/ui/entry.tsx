import { Fragment, useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { announce } from './announce.tsx';
import { KeyCap, useKeyProps } from './bound-key.tsx';
import { CallFailure } from './call.ts';
import { DayField } from './day-field.tsx';
import { useDraft } from './draft.ts';
import { Drawer } from './drawer.tsx';
import style from './entry.module.css';
import { OWN_KEYS } from './key-entry.ts';
import { useSend } from './send.ts';
import { hasNoDay, sendByKey } from './submit.ts';
import control from './style/control.module.css';

/** Body codes of the error catalogue. */
const CONFLICT = 40900;
/** One field: what it is called, what is said when it is wrong, what helps to fill it. */
export interface Field {
  name: string;
  label: string;
  fault: string;
  /** It may follow what is typed. */
  hint?: string | ((typed: Typed) => string);
  options?: readonly { value: string; label: string }[];
  /** A day is kept as `YYYY-MM-DD`, none as an empty text. */
  type?: 'text' | 'number' | 'tel' | 'day';
  maxLength?: number;
  /** What the fields from here on are about. */
  section?: string;
}
/** What is typed, by field. */
export type Typed = Record<string, string>;
/** A place among others as it goes out; undefined: something `fresh` without one goes last. */
export const placeOf = (text = '', fresh: boolean): number | string | undefined => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : fresh && text.trim() === '' ? undefined : text);
/** What was typed and not yet saved, and the record it was typed over; null: a new one. `base`: its fields as they were. */
export interface EntryDraft<T> {
  row: T | null;
  typed: Typed;
  base: Typed;
  version: number | undefined;
}
/** A record as the server has it now: its version, what it is called, and what its form would begin with. */
export interface Newest {
  version: number;
  label: string;
  typed?: Typed;
}
interface EntryProps<T> {
  title: string;
  /** Under which what was typed is kept, and the record that this form changes. */
  page: string;
  row: T | null;
  fields: readonly Field[];
  /** What stands in the fields at first. */
  typed: Typed;
  /** The body as the contract wants it. */
  bodyOf: (typed: Typed) => Record<string, unknown>;
  schema: z.core.$ZodType;
  save: (body: never, idempotencyKey: string) => Promise<T>;
  onSaved: (saved: T) => void;
  onClose: () => void;
  /** The field that a refusal belongs under: by its code, or by all that it says. */
  blame: Record<number, string> | ((failure: CallFailure) => string | undefined);
  /** What the server has now, after someone else changed it. With its fields, those that were left alone follow it. */
  newest?: () => Promise<Newest>;
  /** Version of the record this form was opened with. */
  version?: number;
  /** What comes of it is said by who opened it. */
  silent?: boolean;
  remove?: ReactNode;
  /** What else can be done to the record, and what else belongs to it. */
  verbs?: ReactNode;
}

/** A form of labelled fields in a drawer. Ctrl+Enter sends; what was typed stays through failures, other pages and an expired session until it is saved or thrown away. */
export function Entry<T extends { id: string }>({ title, page, row, fields, typed: begin, bodyOf, schema, save, onSaved, onClose, blame, newest, version, silent = false, remove, verbs }: EntryProps<T>) {
  const keys = useKeyProps();
  const { t } = useLingui();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [kept, keep] = useDraft<EntryDraft<T>>(page);
  // one draft for each list: that of another record is not this form's
  const draft = kept !== null && kept.row?.id === row?.id ? kept : null;
  const [fresh, setFresh] = useState<Typed | null>(null);
  const base = draft?.base ?? fresh ?? begin;
  const typed = draft?.typed ?? base;
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [seen, setSeen] = useState<{ version: number | undefined; label?: string }>({ version: draft?.version ?? version });
  const [changes, setChanges] = useState<readonly { name: string; before: string; now: string }[]>([]);
  const { busy, failure, send, forgive } = useSend();
  // why the newest could not be read; true: it is being read
  const [unread, setUnread] = useState<string | true | null>(null);
  const blamed = failure === null ? undefined : typeof blame === 'function' ? blame(failure) : blame[failure.code];
  const faultOf = ({ name, fault }: Field): string | undefined => (wrong.includes(name) ? fault : blamed === name ? failure?.message : undefined);
  const focus = (name: string | undefined): void => (name === undefined ? undefined : form.current!.elements.namedItem(name) as HTMLElement | null)?.focus();

  // typing takes the place of what stands there
  useEffect(() => form.current!.querySelector('input')?.select(), []);
  useEffect(() => focus(blamed), [blamed, failure]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // an input method in full width writes １２
    const narrow = Object.fromEntries(fields.filter(({ type }) => type === 'number').map(({ name }) => [name, typed[name]?.normalize('NFKC') ?? '']));
    const body = { ...bodyOf({ ...typed, ...narrow }), ...(seen.version === undefined ? {} : { version: seen.version }) };
    const parsed = z.safeParse(schema, body);
    const issues = parsed.success ? [] : parsed.error.issues;
    const faults = fields.filter(({ name }) => issues.some(({ path }) => path[0] === name)).map(({ name }) => name);
    setWrong(faults);
    if (!parsed.success) return focus(faults[0]);
    if (hasNoDay(form.current!)) return;
    setUnread(null);
    const done = await send(body, (key) => save(body as never, key));
    if (done === undefined) return;
    keep(null);
    if (!silent) announce(t`已保存`);
    onSaved(done.reply);
  }
  async function takeNewest(): Promise<void> {
    if (unread === true) return;
    setUnread(true);
    try {
      const now = await newest!();
      setUnread(null);
      const others = now.typed ?? base;
      setChanges(fields.filter(({ name }) => base[name] !== others[name]).map(({ name }) => ({ name, before: base[name] ?? '', now: others[name] ?? '' })));
      setFresh(others);
      setSeen(now);
      const own = Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== base[name]));
      keep(Object.keys(own).length > 0 ? { row, typed: { ...others, ...own }, base: others, version: now.version } : null);
      forgive();
      // the button that was pressed is gone
      form.current!.querySelector<HTMLElement>('[type=submit]')!.focus();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setUnread(error.message);
    }
  }
  const write = (name: string, value: string): void => {
    setWrong(wrong.filter((one) => one !== name));
    if (failure !== null && failure.code !== CONFLICT && (blamed ?? name) === name) forgive();
    const next = { ...typed, [name]: value };
    keep(fields.some((field) => next[field.name] !== base[field.name]) ? { row, typed: next, base, version: seen.version } : null);
  };

  const fieldOf = (name: string): Field | undefined => fields.find((field) => field.name === name);
  const labelOf = (name: string): string => fieldOf(name)?.label ?? name;
  const wordsOf = (name: string, value: string): string => (fieldOf(name)?.options?.find((one) => one.value === value)?.label ?? value) || '—';

  const drawn = (field: Field, first: boolean): ReactNode => {
    const { name, label, options, type = 'text', maxLength } = field;
    const hint = typeof field.hint === 'function' ? field.hint(typed) : field.hint;
    const fault = faultOf(field);
    if (type === 'day') return <DayField label={label} name={name} value={typed[name] || null} onChange={(_, kept) => write(name, kept ?? '')} error={fault ?? null} hint={hint} />;
    const told = { id: `${id}${name}`, name, className: control.input, value: typed[name] ?? '', 'aria-invalid': fault !== undefined, 'aria-describedby': fault !== undefined ? `${id}${name}e` : hint !== undefined ? `${id}${name}h` : undefined };
    return (
      <div className={control.field}>
        <label className={control.label} htmlFor={told.id}>{label}</label>
        {options !== undefined ? (
          <select {...told} onChange={(event) => write(name, event.target.value)}>{options.map(({ value, label: words }) => <option key={value} value={value}>{words}</option>)}</select>
        ) : (
          // the first field of a form that was asked for
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          <input {...told} autoFocus={first} type="text" inputMode={type === 'number' ? 'decimal' : type} autoComplete="off" spellCheck={false} maxLength={maxLength} onChange={(event) => write(name, event.target.value)} />
        )}
        {fault !== undefined ? <p id={`${id}${name}e`} className={control.error} role={blamed === name ? 'alert' : undefined}>{fault}</p> : hint !== undefined ? <p id={`${id}${name}h`} className={control.hint}>{hint}</p> : null}
      </div>
    );
  };

  return (
    <Drawer title={title} kept dirty={() => draft !== null} onClose={onClose} onDiscard={() => (keep(null), onClose())}>{(leave) => (
      // keys of its fields: it is no control itself
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      <form ref={form} className={control.form} noValidate onSubmit={(event) => void submit(event)} onKeyDown={sendByKey}>
        {fields.map((field, i) => (
          <Fragment key={field.name}>
            {field.section !== undefined && <h3 className={style.section}>{field.section}</h3>}
            {drawn(field, i === 0)}
          </Fragment>
        ))}
        {failure !== null && blamed === undefined && (
          <>
            <p role="alert" className={control.error}>{typeof unread === 'string' ? unread : failure.message}</p>
            {failure.code === CONFLICT && newest !== undefined && <div className={control.actions}><button type="button" className={control.button} aria-busy={unread === true} onClick={() => void takeNewest()}><Trans>以我填写的为准</Trans></button></div>}
          </>
        )}
        {seen.label !== undefined && failure === null && (
          <div className={control.field}>
            <p className={control.hint}>{t`现在保存的是“${seen.label}”，再保存就会换成你填写的。`}</p>
            {changes.length > 0 && <ul className={style.changes} aria-label={t`别人改过的`}>{changes.map(({ name, before, now }) => <li key={name}>{t`${labelOf(name)}：${wordsOf(name, before)} → ${wordsOf(name, now)}`}</li>)}</ul>}
          </div>
        )}
        <div className={control.actions}>
          <button type="submit" className={`${control.button} ${control.primary}`} aria-busy={busy} {...keys(OWN_KEYS.send)}><Trans>保存</Trans> <KeyCap of={OWN_KEYS.send} /></button>
          <button type="button" className={`${control.button} ${control.quiet}`} {...keys(OWN_KEYS.leave)} onClick={leave}><Trans>取消</Trans> <KeyCap of={OWN_KEYS.leave} /></button>
          {remove !== undefined && <span className={style.remove}>{remove}</span>}
        </div>
        {verbs !== undefined && <div className={style.verbs}>{verbs}</div>}
      </form>
    )}</Drawer>
  );
}
