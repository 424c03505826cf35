// What this account has seen of help, as far as the server has told it: until then nothing is offered and nothing is new.
import { useSyncExternalStore } from 'react';
import { helpSource, type HelpMark, type TourMark } from './help-source.ts';
import { currentHref } from './location.ts';
import { onSignedOut } from './session.ts';

let now: HelpMark | null = null;
/** Counts sessions and changes made here: what was asked for before is older. */
let changes = 0;
/** Where one was when one went to read. */
let from: string | null = null;
const listeners = new Set<() => void>();
function put(next: HelpMark | null): void {
  now = next;
  for (const listener of listeners) listener();
}
onSignedOut(() => {
  changes += 1;
  from = null;
  put(null);
});
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Fetches it for who has signed in; without an answer the next sign-in asks again. */
export async function loadHelpMark(): Promise<void> {
  const before = changes;
  const kept = await helpSource()?.load().catch(() => undefined);
  if (kept !== undefined && before === changes) put(kept);
}
/** Acts at once and keeps it with the account. What could not be kept is offered again another day, and nobody waits for it. */
function keep(change: Partial<HelpMark>): void {
  changes += 1;
  put({ tour: null, news: null, ...now, ...change });
  helpSource()?.keep(change).catch(() => {});
}
/** Null until it is known. */
export const useHelpMark = (): HelpMark | null => useSyncExternalStore(subscribe, () => now, () => null);
/** Where the tour stands from now on. */
export const keepTour = (tour: TourMark): void => keep({ tour });
/** Begins the tour, or goes on with it where one left it. */
export const startTour = (): void => keepTour({ state: 'on', step: now?.tour?.state === 'done' ? null : (now?.tour?.step ?? null) });
/** Whether there is something new that this account has not seen. */
export const useUnseenNews = (): boolean => {
  const mark = useHelpMark();
  return mark !== null && mark.news !== (helpSource()?.newest ?? null);
};
/** What is new has been seen. */
export function seeNews(): void {
  const newest = helpSource()?.newest;
  if (newest !== undefined && now !== null && now.news !== newest) keep({ news: newest });
}
/** One goes to read: this is where one comes back to. */
export function noteFrom(): void {
  if (!currentHref().startsWith('/help/')) from = currentHref();
}
/** One goes there: from help one comes back to where one was. */
export const noteReading = (to: string): void => void (to.startsWith('/help/') && noteFrom());
/** Where one was before reading; null where one came by a link. */
export const readFrom = (): string | null => from;
