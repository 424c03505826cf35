import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtOnce } from './at-once.ts';
import control from './style/control.module.css';
import { KeyCap, useKeyProps } from './bound-key.tsx';
import { OWN_KEYS } from './key-entry.ts';
import { useMended } from './mended.ts';
import { bringIntoSight, focusField, hasNoDay, sendByKey } from './submit.ts';
import style from './verb-form.module.css';

/**
 * The frame of a verb's form: Ctrl+Enter sends, what was refused stands above the button, and a conflict is explained; one that leaves nothing to do (`over`) offers the way back only.
 * `first`: name of the field that has the cursor at first; without one it is the button, or where that is a danger the way out. `blamed`: the field that shows the refusal itself, and gets the cursor.
 */
export function VerbForm({ busy, said, conflict, over = false, action, danger = false, first, blamed = null, leave, onSubmit, children }: {
  busy: boolean;
  /** The words of what was refused. */
  said: string | null;
  /** What happened to the record while one was writing; null: nothing did. */
  conflict: ReactNode | null;
  over?: boolean;
  /** On the button that sends. */
  action: string;
  danger?: boolean;
  first?: string | undefined;
  blamed?: string | null;
  leave: () => void;
  onSubmit: (form: HTMLFormElement) => void;
  children?: ReactNode;
}) {
  const keys = useKeyProps();
  const { t } = useLingui();
  const back = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [failed, mend] = useMended(blamed !== null || over ? null : said);
  const [begins] = useState(first);
  const grave = useRef(danger);
  useEffect(() => {
    const found = begins === undefined ? null : form.current!.elements.namedItem(begins);
    const field = found instanceof RadioNodeList ? found[0] : found;
    (field instanceof HTMLElement ? field : (grave.current ? back : button).current!).focus();
    if (field instanceof HTMLInputElement) field.select();
  }, [begins]);
  useAtOnce();
  useEffect(() => {
    if (said !== null && blamed !== null) focusField(form.current!, blamed);
  }, [said, blamed]);
  useEffect(() => {
    // the fields and the button that had the focus are gone
    if (over) back.current!.focus();
  }, [over]);
  return (
    // keys of its fields: it is no control itself
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form ref={form} className={control.form} noValidate onChange={mend} onKeyDown={sendByKey} onSubmit={(event) => { event.preventDefault(); if (!busy && !over && !hasNoDay(event.currentTarget)) onSubmit(event.currentTarget); }}>
      <div className={style.fields} hidden={over}>{children}</div>
      {conflict !== null && <section ref={bringIntoSight} role="alert" className={style.conflict}>{conflict}</section>}
      <p role="alert" className={control.error}>{failed}</p>
      <div className={control.actions}>
        <button ref={button} hidden={over} type="submit" className={`${control.button} ${danger ? control.danger : control.primary}`} aria-disabled={busy} aria-busy={busy} {...keys(OWN_KEYS.send)}>
          {conflict === null ? action : t`按最新情况${action}`} <KeyCap of={OWN_KEYS.send} />
        </button>
        <button ref={back} type="button" className={`${control.button} ${control.quiet}`} {...keys(OWN_KEYS.leave)} onClick={leave}><Trans>返回</Trans> <KeyCap of={OWN_KEYS.leave} /></button>
      </div>
    </form>
  );
}
