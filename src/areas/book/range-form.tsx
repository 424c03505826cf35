import { useEffect, useRef, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { KeyCap, useKeyProps } from '../../ui/bound-key.tsx';
import type { CallFailure } from '../../ui/call.ts';
import { Drawer } from '../../ui/drawer.tsx';
import entry from '../../ui/entry.module.css';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import control from '../../ui/style/control.module.css';
import { hasNoDay, sendByKey } from '../../ui/submit.ts';

/** Body code of the error catalogue: it is no longer what was seen. */
const CONFLICT = 40900;

/** What a range says, field by field: its label and its words. */
export type Facts = readonly (readonly [label: string, words: string])[];

/** The drawer of a range: Ctrl+Enter saves, Esc asks before it throws away. What the server refused stands above the button. */
export function RangeForm({ title, first, dirty, busy, failure, seen, now, done, onDone, onSubmit, onClose, onDiscard, remove, children }: {
  title: string;
  /** The field that has the cursor at first. */
  first: string;
  dirty: boolean;
  busy: boolean;
  failure: CallFailure | null;
  /** The range as it was typed over, and as it is there now: `null` without one. */
  seen: Facts | null;
  now: Facts | null;
  /** What is there is what was sent and still stands in the fields: if nobody knew whether it was done, it was. */
  done: boolean;
  onDone: () => void;
  /** Answers the first field that is wrong, or null. */
  onSubmit: () => string | null;
  onClose: () => void;
  onDiscard: () => void;
  remove?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const changes = seen === null ? [] : now === null ? [t`已被他人删除或改了日期，再保存就是新加`] : seen.flatMap((fact, i) => (now[i]![1] === fact[1] ? [] : [t`${fact[0]}：${fact[1]} → ${now[i]![1]}`]));
  const keys = useKeyProps();
  const form = useRef<HTMLFormElement>(null);
  const focus = (name: string): void => (form.current!.elements.namedItem(name) as HTMLElement | null)?.focus();
  useEffect(() => focus(first), [first]);
  useEffect(() => {
    if (done && failure !== null && (failure.unanswered || failure.code === CONFLICT)) onDone();
  });
  return (
    <Drawer title={title} kept dirty={() => dirty} onClose={onClose} onDiscard={onDiscard}>{(leave) => (
      // keys of its fields: it is no control itself
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      <form
        ref={form} className={control.form} noValidate aria-label={title} onKeyDown={sendByKey}
        onSubmit={(event) => {
          event.preventDefault();
          const wrong = hasNoDay(event.currentTarget) ? null : onSubmit();
          if (wrong !== null) focus(wrong);
        }}
      >
        {children}
        <p role="alert" className={control.error}>{failure === null ? null : failure.code !== CONFLICT ? failure.message : changes.length > 0 ? t`填写的时候被他人改过。看过下面的变化再保存一次，就按最新的办。` : t`填写的时候被他人改过。再保存一次，就按最新的办。`}</p>
        {changes.length > 0 && <ul className={entry.changes} aria-label={t`别人改过的`}>{changes.map((words) => <li key={words}>{words}</li>)}</ul>}
        <div className={control.actions}>
          <button type="submit" className={`${control.button} ${control.primary}`} aria-disabled={busy} aria-busy={busy} {...keys(OWN_KEYS.send)}><Trans>保存</Trans> <KeyCap of={OWN_KEYS.send} /></button>
          <button type="button" className={`${control.button} ${control.quiet}`} {...keys(OWN_KEYS.leave)} onClick={leave}><Trans>取消</Trans> <KeyCap of={OWN_KEYS.leave} /></button>
          {remove}
        </div>
      </form>
    )}</Drawer>
  );
}
