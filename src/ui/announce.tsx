import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import style from './announce.module.css';

/** Milliseconds that a message stays to be read. */
const SHOWN_FOR = 4000;
/** What is said; each act is another object, though it says the same words. `heard`: some region has spoken it. */
let message = { words: '', nth: 0, heard: false };
const NOTHING = message;
let gone: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
/** Says one short thing that needs no answer: shown at the foot for a moment and spoken once by screen readers. */
export function announce(words: string): void {
  message = { words, nth: message.nth + 1, heard: false };
  clearTimeout(gone);
  if (words !== '') gone = setTimeout(announce, SHOWN_FOR, '');
  for (const listener of listeners) listener();
}
/** The dialogs that are open, the topmost last. */
let dialogs: readonly Element[] = [];
/** What is said is said in this dialog, until what is returned is called: what lies behind it is neither seen nor heard. */
export function sayIn(dialog: Element): () => void {
  const turn = (next: readonly Element[]): void => {
    dialogs = next;
    for (const listener of listeners) listener();
  };
  turn([...dialogs, dialog]);
  return () => turn(dialogs.filter((one) => one !== dialog));
}
const opened = (): typeof dialogs => dialogs;
/** Whether a dialog is open over the page. */
export const useCovered = (): boolean => useSyncExternalStore(subscribe, () => dialogs.length > 0, () => false);
/** The live region of the frame, and of each dialog that opens over it: there before anything is said, for only then is it heard. */
export function Announcer() {
  const now = useSyncExternalStore(subscribe, () => message, () => NOTHING);
  const over = useSyncExternalStore(subscribe, opened, opened);
  const region = (speaks: boolean) => <output className={style.region}>{!speaks || now.words === '' ? null : <Message key={now.nth} now={now} />}</output>;
  return <>{region(over.length === 0)}{over.map((dialog, i) => createPortal(region(i === over.length - 1), dialog, String(i)))}</>;
}
/** Shown by whichever region speaks, while it is to be read; spoken by the first of them alone. */
function Message({ now }: { now: typeof message }) {
  const [heard] = useState(now.heard);
  useLayoutEffect(() => void (now.heard = true), [now]);
  return <span className={style.message} aria-hidden={heard}>{now.words}</span>;
}
