// What is waited for longer than a moment, so that the person is told. No imports: calls and fetches stand above it.

/** Milliseconds after which it is said that one waits, and after which a way out is offered. */
export const SLOW = 1_000;
export const LONG = 10_000;
/** Something under way that the person waits for. `again`: may be asked anew without being done twice; `stop`: is given up; `part`: a part of the console, which only a reload asks for anew. */
export interface Waited {
  part?: true;
  again?: () => void;
  stop?: () => void;
}
/** How long the oldest has been waited for: `long` has a way out. */
export type Wait = 'no' | 'slow' | 'long';

const waiting = new Map<Waited, number>();
const listeners = new Set<() => void>();
let now: Wait = 'no';
let timer: ReturnType<typeof setTimeout> | undefined;
function look(): void {
  clearTimeout(timer);
  const oldest = Math.min(...waiting.values());
  const age = Date.now() - oldest;
  const next: Wait = age >= LONG ? 'long' : age >= SLOW ? 'slow' : 'no';
  if (waiting.size > 0 && next !== 'long') timer = setTimeout(look, oldest + (next === 'slow' ? LONG : SLOW) - Date.now());
  if (next === now) return;
  now = next;
  for (const listener of listeners) listener();
}
/** Something is waited for from now on; call what is returned when it is over. */
export function waitFor(one: Waited): () => void {
  waiting.set(one, Date.now());
  if (waiting.size === 1) look();
  return () => {
    if (waiting.delete(one)) look();
  };
}
/** See `Wait`. */
export const wait = (): Wait => now;
export const subscribeWait = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const late = (): Waited[] => [...waiting].filter(([, since]) => Date.now() - since >= LONG).map(([one]) => one);
/** Whether all that takes so long may be asked anew, whether a reload would do that to any of it, and whether any of it may be given up. */
export const mayAgain = (): boolean => late().every(({ again }) => again !== undefined);
export const mayReload = (): boolean => late().some(({ part }) => part === true);
export const mayStop = (): boolean => late().some(({ stop }) => stop !== undefined);
/** Asks anew. */
export const askAgain = (): void => {
  for (const one of late()) {
    waiting.set(one, Date.now());
    one.again?.();
  }
  look();
};
/** Gives up what may be given up. */
export const stopWaiting = (): void => late().forEach(({ stop }) => stop?.());
