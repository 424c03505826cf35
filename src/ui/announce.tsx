import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
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
/** The regions that there are: the last one speaks. What lies behind an open dialog is neither seen nor heard. */
let regions: readonly object[] = [];
/** The live region: one in the frame, and one in a dialog that says things while it stays open. */
export function Announcer() {
  const [own] = useState(() => ({}));
  useLayoutEffect(() => {
    const turn = (next: readonly object[]): void => {
      regions = next;
      for (const listener of listeners) listener();
    };
    turn([...regions, own]);
    return () => turn(regions.filter((one) => one !== own));
  }, [own]);
  const now = useSyncExternalStore(subscribe, () => (regions.at(-1) === own ? message : NOTHING), () => NOTHING);
  return (
    <output className={style.region}>{now.words === '' ? null : <Message key={now.nth} now={now} />}</output>
  );
}
/** Shown by whichever region speaks, while it is to be read; spoken by the first of them alone. */
function Message({ now }: { now: typeof message }) {
  const [heard] = useState(now.heard);
  useLayoutEffect(() => void (now.heard = true), [now]);
  return <span className={style.message} aria-hidden={heard}>{now.words}</span>;
}
