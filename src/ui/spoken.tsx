import { useSyncExternalStore } from 'react';
import control from './style/control.module.css';

let words = '';
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** Says something once to whoever hears the console and does not see it. */
export function speak(text: string): void {
  words = text;
  for (const listener of listeners) listener();
}
/** The region it is said in. */
export function Spoken() {
  return <output className={control.hidden} data-spoken>{useSyncExternalStore(subscribe, () => words, () => '')}</output>;
}
