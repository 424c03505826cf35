import { useId, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { announce } from '../../ui/announce.tsx';
import { CallFailure } from '../../ui/call.ts';
import { useDraft } from '../../ui/draft.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { composing } from '../../ui/key.ts';
import { useSend } from '../../ui/send.ts';
import control from '../../ui/style/control.module.css';
import style from './dictionary.module.css';

/** Body codes of the error catalogue. */
const CONFLICT = 40900;
/** One field: what it is called, what is said when it is wrong, what helps to fill it. */
export interface Field {
  name: string;
  label: string;
  fault: string;
  hint?: string;
  options?: readonly { value: string; label: string }[];
  type?: 'text' | 'number';
  maxLength?: number;
}
/** What is typed, by field. */
export type Typed = Record<string, string>;
/** What was typed and not yet saved, and the record it was typed over; null: a new one. */
export interface EntryDraft<T> {
  row: T | null;
  typed: Typed;
  version: number | undefined;
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
  /** Codes of refusals that belong under a field. */
  blame: Record<number, string>;
  /** What the server has now, after someone else changed it: its version, and how it is called. */
  newest?: () => Promise<{ version: number; label: string }>;
  /** Version of the record this form was opened with. */
  version?: number;
  remove?: ReactNode;
}

/** A form of labelled fields in a drawer. Ctrl+Enter sends; what was typed stays through failures, other pages and an expired session until it is saved or thrown away. */
export function Entry<T extends { id: string }>({ title, page, row, fields, typed: begin, bodyOf, schema, save, onSaved, onClose, blame, newest, version, remove }: EntryProps<T>) {
  const { t } = useLingui();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [kept, keep] = useDraft<EntryDraft<T>>(page);
  // one draft for each list: that of another record is not this form's
  const draft = kept !== null && kept.row?.id === row?.id ? kept : null;
  const typed = draft?.typed ?? begin;
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [seen, setSeen] = useState<{ version: number | undefined; label?: string }>({ version: draft?.version ?? version });
  const { busy, failure, send, forgive } = useSend();
  const blamed = failure === null ? undefined : blame[failure.code];
  const faultOf = ({ name, fault }: Field): string | undefined => (wrong.includes(name) ? fault : blamed === name ? failure?.message : undefined);
  const focus = (name: string | undefined): void => (name === undefined ? undefined : form.current!.elements.namedItem(name) as HTMLElement | null)?.focus();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const body = { ...bodyOf(typed), ...(seen.version === undefined ? {} : { version: seen.version }) };
    const parsed = z.safeParse(schema, body);
    const faults = parsed.success ? [] : fields.map(({ name }) => name).filter((name) => parsed.error.issues.some(({ path }) => path[0] === name));
    setWrong(faults);
    if (!parsed.success) return focus(faults[0]);
    const done = await send(body, (key) => save(body as never, key));
    if (done === undefined) return;
    keep(null);
    announce(t`已保存`);
    onSaved(done.reply);
  }
  async function takeNewest(): Promise<void> {
    try {
      const now = await newest!();
      setSeen(now);
      if (draft !== null) keep({ ...draft, version: now.version });
      forgive();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
    }
  }
  const press = (event: KeyboardEvent): void => {
    if (composing(event.nativeEvent) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current!.requestSubmit();
  };
  const write = (name: string, value: string): void => {
    const next = { ...typed, [name]: value };
    keep(fields.some((field) => next[field.name] !== begin[field.name]) ? { row, typed: next, version: seen.version } : null);
  };

  return (
    <Drawer title={title} dirty={() => draft !== null} onClose={onClose} onDiscard={() => (keep(null), onClose())}>{(leave) => (
      // keys of its fields: it is no control itself
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      <form ref={form} className={control.form} noValidate onSubmit={(event) => void submit(event)} onKeyDown={press}>
        {fields.map((field, i) => {
          const { name, label, hint, options, type = 'text', maxLength } = field;
          const fault = faultOf(field);
          const told = { id: `${id}${name}`, name, className: control.input, value: typed[name] ?? '', 'aria-invalid': fault !== undefined, 'aria-describedby': fault !== undefined ? `${id}${name}e` : hint !== undefined ? `${id}${name}h` : undefined };
          return (
            <div key={name} className={control.field}>
              <label className={control.label} htmlFor={told.id}>{label}</label>
              {options !== undefined ? (
                <select {...told} onChange={(event) => write(name, event.target.value)}>{options.map(({ value, label: words }) => <option key={value} value={value}>{words}</option>)}</select>
              ) : (
                // the first field of a form that was asked for
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                <input {...told} autoFocus={i === 0} type="text" inputMode={type === 'number' ? 'numeric' : undefined} autoComplete="off" spellCheck={false} maxLength={maxLength} onChange={(event) => write(name, event.target.value)} />
              )}
              {fault !== undefined ? <p id={`${id}${name}e`} className={control.error} role={blamed === name ? 'alert' : undefined}>{fault}</p> : hint !== undefined ? <p id={`${id}${name}h`} className={control.hint}>{hint}</p> : null}
            </div>
          );
        })}
        {failure !== null && blamed === undefined && (
          <div role="alert" className={control.field}>
            <p className={control.error}>{failure.message}</p>
            {failure.code === CONFLICT && newest !== undefined && <div className={control.actions}><button type="button" className={control.button} onClick={() => void takeNewest()}><Trans>以我填写的为准</Trans></button></div>}
          </div>
        )}
        {seen.label !== undefined && failure === null && <p className={control.hint}>{t`现在保存的是“${seen.label}”，再保存就会换成你填写的。`}</p>}
        <div className={control.actions}>
          <button type="submit" className={`${control.button} ${control.primary}`} aria-busy={busy} aria-keyshortcuts="Control+Enter"><Trans>保存</Trans> <kbd className={control.key} aria-hidden="true">Ctrl Enter</kbd></button>
          <button type="button" className={control.button} onClick={leave}><Trans>取消</Trans></button>
          {remove !== undefined && <span className={style.remove}>{remove}</span>}
        </div>
      </form>
    )}</Drawer>
  );
}
