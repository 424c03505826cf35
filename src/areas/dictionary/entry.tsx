import { useId, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { announce } from '../../ui/announce.tsx';
import { CallFailure } from '../../ui/call.ts';
import { composing } from '../../ui/key.ts';
import { useSend } from '../../ui/send.ts';
import control from '../../ui/style/control.module.css';
import style from './dictionary.module.css';
import { Sheet } from './sheet.tsx';

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
interface EntryProps<T> {
  title: string;
  fields: readonly Field[];
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

/** A form of labelled fields in a sheet. Ctrl+Enter sends; nothing typed is lost by a failure. */
export function Entry<T>({ title, fields, typed: begin, bodyOf, schema, save, onSaved, onClose, blame, newest, version, remove }: EntryProps<T>) {
  const { t } = useLingui();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(begin);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [seen, setSeen] = useState<{ version: number | undefined; label?: string }>({ version });
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
    announce(t`已保存`);
    onSaved(done.reply);
  }
  async function takeNewest(): Promise<void> {
    try {
      setSeen(await newest!());
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
  const dirty = (): boolean => fields.some(({ name }) => typed[name] !== begin[name]);

  return (
    <Sheet title={title} dirty={dirty} onClose={onClose}>{(leave) => (
      // keys of its fields: it is no control itself
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      <form ref={form} className={control.form} noValidate onSubmit={(event) => void submit(event)} onKeyDown={press}>
        {fields.map((field, i) => {
          const { name, label, hint, options, type = 'text', maxLength } = field;
          const fault = faultOf(field);
          const told = { id: `${id}${name}`, name, className: control.input, value: typed[name] ?? '', 'aria-invalid': fault !== undefined, 'aria-describedby': fault !== undefined ? `${id}${name}e` : hint !== undefined ? `${id}${name}h` : undefined };
          const change = (value: string): void => setTyped((now) => ({ ...now, [name]: value }));
          return (
            <div key={name} className={control.field}>
              <label className={control.label} htmlFor={told.id}>{label}</label>
              {options !== undefined ? (
                <select {...told} onChange={(event) => change(event.target.value)}>{options.map(({ value, label: words }) => <option key={value} value={value}>{words}</option>)}</select>
              ) : (
                // the first field of a form that was asked for
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                <input {...told} autoFocus={i === 0} type="text" inputMode={type === 'number' ? 'numeric' : undefined} autoComplete="off" spellCheck={false} maxLength={maxLength} onChange={(event) => change(event.target.value)} />
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
    )}</Sheet>
  );
}
