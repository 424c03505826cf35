import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { refusalWords } from '../../kernel/refusal.ts';
import { useLanguage } from '../../ui/language.tsx';
import control from '../../ui/style/control.module.css';
import { sendByKey } from '../../ui/submit.ts';
import { Line } from './life.tsx';
import type { Sending } from './use-verb.ts';
import style from './verb.module.css';

/**
 * The frame of a verb's form: Ctrl+Enter sends, what was refused stands above the button, and a conflict is shown field by field; one that leaves nothing to do offers the way back only.
 * `first`: name of the field that has the cursor at first; without one it is the button. `blamed`: a field shows the refusal itself.
 */
export function VerbForm({ verb: { busy, said, conflict, gone }, action, danger = false, first, blamed = false, leave, onSubmit, children }: {
  verb: Pick<Sending<never>, 'busy' | 'said' | 'conflict' | 'gone'>;
  /** On the button that sends. */
  action: string;
  danger?: boolean;
  first?: string;
  blamed?: boolean;
  leave: () => void;
  onSubmit: (form: HTMLFormElement) => void;
  children?: ReactNode;
}) {
  const { t } = useLingui();
  const language = useLanguage();
  const back = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [begins] = useState(first);
  useEffect(() => {
    const found = begins === undefined ? null : form.current!.elements.namedItem(begins);
    const field = found instanceof RadioNodeList ? found[0] : found;
    (field instanceof HTMLElement ? field : button.current!).focus();
  }, [begins]);
  const over = gone !== null;
  useEffect(() => {
    // the fields and the button that had the focus are gone
    if (over) back.current!.focus();
  }, [over]);
  return (
    // keys of its fields: it is no control itself
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form ref={form} className={control.form} noValidate onKeyDown={sendByKey} onSubmit={(event) => { event.preventDefault(); if (!busy && !over) onSubmit(event.currentTarget); }}>
      <div className={style.fields} hidden={over}>{children}</div>
      {conflict !== null && (
        <section role="alert" className={style.conflict}>
          <p className={control.error}>{gone !== null ? t`填写的时候，订单变了，这一步办不成了：${refusalWords(gone, language)}` : t`填写的时候，订单变了。你填写的内容还在；看过再提交一次，就按最新情况办理。`}</p>
          <ol className={style.lines}>{conflict.map((line) => <Line key={line.id} line={line} />)}</ol>
        </section>
      )}
      <p role="alert" className={control.error}>{blamed || over ? null : said}</p>
      <div className={control.actions}>
        <button ref={button} hidden={over} type="submit" className={`${control.button} ${danger ? control.danger : control.primary}`} aria-disabled={busy} aria-busy={busy} aria-keyshortcuts="Control+Enter Meta+Enter">
          {conflict === null ? action : t`按最新情况${action}`} <kbd className={control.key} aria-hidden="true">Ctrl Enter</kbd>
        </button>
        <button ref={back} type="button" className={`${control.button} ${control.quiet}`} aria-keyshortcuts="Escape" onClick={leave}><Trans>返回</Trans> <kbd className={control.key} aria-hidden="true">Esc</kbd></button>
      </div>
    </form>
  );
}
