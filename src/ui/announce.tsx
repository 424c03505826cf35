import { useEffect, useSyncExternalStore } from 'react';
import style from './announce.module.css';

/** Milliseconds that a message stays to be read. */
const SHOWN_FOR = 4000;
let message = '';
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
/** Says one short thing that needs no answer: shown at the foot for a moment and spoken once by screen readers. */
export function announce(words: string): void {
  message = words;
  for (const listener of listeners) listener();
}
/** The live region; the frame holds exactly one. */
export function Announcer() {
  const words = useSyncExternalStore(subscribe, () => message, () => '');
  useEffect(() => {
    if (words === '') return;
    const timer = setTimeout(() => announce(''), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <output className={style.region}>{words === '' ? null : <span className={style.message}>{words}</span>}</output>
  );
}
