import { useEffect, useRef, type ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import style from './bulk-form.module.css';
import { KeyCap, useKeyProps } from './bound-key.tsx';
import type { Loss } from './drawer.tsx';
import { OWN_KEYS } from './key-entry.ts';
import type { EachRun } from './run-each.ts';
import { Status } from './status.tsx';
import control from './style/control.module.css';
import { sendByKey } from './submit.ts';

/** A line of the report. `code`: what tells it from another of its name; `before`: what is known of it while nothing was tried. */
export interface BulkLine {
  id: string;
  name: string;
  code?: string;
  before: ReactNode;
}
/** What closing its drawer would leave undone while it is under way. */
export function useLoss(running: boolean): Loss | undefined {
  const { t } = useLingui();
  return running ? { title: t`停止处理？`, text: t`还没有处理完，关闭后剩下的不再处理。`, stay: t`继续处理`, go: t`停止并关闭` } : undefined;
}
/**
 * The frame of what is done to several rows: what is asked (`children`), how many, how far it has come, and a line for each. Ctrl+Enter sends. The cursor is in what is
 * asked once `ready`, and on the way out once all were tried.
 */
export function BulkForm({ each: { results, running, failed, over }, title, said, going = false, ready = true, many, report, lines, rest = null, action, danger = false, out, leave, onSubmit, children }: {
  each: Omit<EachRun<never>, 'run'>;
  /** What is done, for whoever hears the progress. */
  title: string;
  /** Where it stands, in words. */
  said: string | null;
  /** It goes on by itself: how far it is is not spoken each time, only what came out. */
  going?: boolean;
  ready?: boolean;
  /** How many are tried. */
  many: number;
  /** Names of the report, of the column of rows, and of that of results. */
  report: readonly [label: string, rows: string, results: string];
  lines: readonly BulkLine[];
  /** What is said of lines that are not drawn. */
  rest?: string | null;
  /** On the button that sends; null: there is nothing to do. */
  action: string | null;
  danger?: boolean;
  /** On the button that closes. */
  out: string;
  leave: () => void;
  onSubmit: (form: HTMLFormElement) => void;
  children?: ReactNode;
}) {
  const keys = useKeyProps();
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (ready) (form.current!.querySelector<HTMLElement>('input, textarea') ?? close.current)?.focus();
  }, [ready]);
  // the field that had the focus is gone
  useEffect(() => {
    if (over) close.current?.focus();
  }, [over]);
  const cameOf = ({ id, before }: BulkLine): ReactNode => {
    const result = results?.get(id);
    return result === undefined ? before : result === null ? <Status tone="ok" words={t`完成`} /> : <Status tone="danger" words={result} />;
  };
  return (
    // keys of its fields: it is no control itself
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form ref={form} className={control.form} noValidate onKeyDown={sendByKey} onSubmit={(event) => { event.preventDefault(); if (!running && action !== null) onSubmit(event.currentTarget); }}>
      {children}
      <output aria-live={going || running ? 'off' : 'polite'}>{said}</output>
      {results !== null && <progress className={style.progress} max={many} value={results.size} aria-label={title} />}
      {/* it scrolls, so it takes the focus */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={style.report} aria-label={report[0]} tabIndex={0}>
        <table className={style.table}>
          <thead><tr><th scope="col">{report[1]}</th><th scope="col">{report[2]}</th></tr></thead>
          <tbody>{lines.map((line) => <tr key={line.id}><td>{line.name}{line.code === undefined ? null : <> <span className={style.code}>{line.code}</span></>}</td><td>{cameOf(line)}</td></tr>)}</tbody>
        </table>
        {rest !== null && <p className={control.hint}>{rest}</p>}
      </section>
      <div className={control.actions}>
        {action !== null && (!over || failed.length > 0) && <button type="submit" className={`${control.button} ${danger ? control.danger : control.primary}`} aria-busy={running} {...keys(OWN_KEYS.send)}>{action} <KeyCap of={OWN_KEYS.send} /></button>}
        <button ref={close} type="button" className={control.button} onClick={leave}>{out}</button>
      </div>
    </form>
  );
}
