import { holdUnsaved } from './leave.ts';
import { onSignedOut } from './session.ts';

/** What is being done to several, one after the other. It goes on while one does something else, and is not to be cut in half. */
export interface Work {
  /** How far it is, in words. */
  words: string;
  /** How many are not done yet. */
  left: number;
  /** One does something else meanwhile. */
  away: boolean;
  /** Does the one under way and no other; over when that is done. */
  stop: () => Promise<void>;
}
let work: Work | null = null;
/** What waits for the person to say whether it may be cut. */
let then: (() => void) | null = null;
const listeners = new Set<() => void>();
let release = (): void => {};
function put(next: Work | null, asks: typeof then): void {
  if (next === null) release();
  // the page asks before it goes, and is not reloaded by the console itself
  else if (work === null) release = holdUnsaved(() => true, { apart: true });
  [work, then] = [next, next === null ? null : asks];
  for (const listener of listeners) listener();
}
/** Says what is being done, or that nothing is any more. */
export const setWork = (next: Work | null): void => put(next, then);
onSignedOut(() => put(null, null));
/** Does it, at once or, while something is being done to several, after the person has said so. */
export function beforeCut(what: () => void): void {
  if (work === null) what();
  else put(work, what);
}
/** The answer: goes on as before, or stops and then does what waited. */
export function answerCut(cut: boolean): void {
  const [what, { stop }] = [then, work!];
  put(work, null);
  if (cut) void stop().then(() => what?.());
}
export const subscribeWork = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** What is being done; null: nothing. */
export const workNow = (): Work | null => work;
/** Whether the person is to say whether it may be cut. */
export const asksCut = (): boolean => then !== null;
