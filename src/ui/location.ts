// wouter's own useHashLocation keeps the query in location.search and leaves '?…' inside the hash glued to the path;
// this one keeps path and query both in the hash: `#/order/index?status=assigned`.
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { BaseLocationHook } from 'wouter';
import { splitHref } from '../kernel/href.ts';
import { heldBack } from './leave.ts';

const listeners = new Set<() => void>();
let look = (): void => {};
/** Calls back, from here on only this, at each navigation before anything is drawn for it. */
export const onNavigation = (looker: () => void): void => void (look = looker);
const tell = (): void => {
  look();
  shown = listeners.size === 0 ? null : now();
  for (const listener of listeners) listener();
};
/** What an entry of the history is known by: `at` of its state, beside what pages keep there. It begins with the entry's place among those of this visit. */
const ownMark = (): string | undefined => (history.state as { at?: string } | null)?.at;
/** The entry that is shown, and whether one came back to it. */
let here: string | undefined;
let cameBack = false;
let marks = 0;
/** NaN for one that another console has marked. */
const placeOf = (mark: string | undefined): number => parseInt(mark ?? '', 10);
const newMark = (): string => `${placeOf(here) + 1 || 0}.${Date.now().toString(36)}.${(marks += 1)}`;
/** Whether one came to this address by Back or Forward. */
export const arrivedBack = (): boolean => cameBack;
/** The mark of the entry that is shown: the same whenever one comes back to it. */
export function entryMark(): string {
  const known = ownMark();
  if (known !== undefined) return known;
  const at = newMark();
  history.replaceState({ ...(history.state as object | null), at }, '');
  return at;
}
const now = (): { href: string; state: unknown } => ({ href: currentHref(), state: history.state as unknown });
/** The address that is shown, and its state: what stays until the person has answered. Null while nobody listens. */
let shown: ReturnType<typeof now> | null = null;
/** What is drawn: not where the browser stands for the moment in which a step of it is taken back. */
const drawn = (): ReturnType<typeof now> => shown ?? now();
const drawnHref = (): string => drawn().href;
/** The answer was yes. */
let passing = false;
/** Where the browser went is being taken back. */
let undoing = false;
/** The browser went somewhere by itself: Back, Forward, a link, an address typed into its bar. */
function moved({ type }: Event): void {
  const to = currentHref();
  // a link has added an entry without a mark
  const link = ownMark() === undefined;
  const by = link ? 1 : placeOf(ownMark()) - placeOf(here);
  // the browser tells of each twice, also on the way back, where one may go farther meanwhile
  if (undoing) {
    if (type !== 'popstate') return;
    undoing = Math.abs(by) > 0;
    if (undoing) history.go(-by);
    return;
  }
  const on = (): void => {
    if (link) return go(to, false, null);
    passing = true;
    history.go(by || -1);
  };
  const stays = !passing && shown !== null && shown.href !== to && heldBack(on);
  passing = false;
  undoing = stays && Math.abs(by) > 0;
  if (undoing) return history.go(-by);
  // nobody knows how far that was: it stays behind this one
  if (stays) return history.pushState(shown!.state, '', `#${shown!.href}`);
  // a link of the page goes by the browser too, to an entry that has no mark yet; and the browser tells of each twice
  if (ownMark() === undefined || ownMark() !== here) cameBack = ownMark() !== undefined;
  here = entryMark();
  tell();
}
/** Calls back on every change of the address; returns how to stop. */
export function onLocation(listener: () => void): () => void {
  if (listeners.size === 0) {
    // one may leave it by an address typed, and come back: without a mark that would look like a link
    here = entryMark();
    shown = now();
    addEventListener('hashchange', moved);
    addEventListener('popstate', moved);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    shown = null;
    removeEventListener('hashchange', moved);
    removeEventListener('popstate', moved);
  };
}

/** `#/a?b=1` → `/a?b=1`; no hash → `/`. */
export const hashHref = (hash: string): string => `/${hash.replace(/^#?\/*/, '')}`;
/** The address now, path and query exactly as they stand in the hash. */
export const currentHref = (): string => hashHref(location.hash);
const currentPath = (): string => splitHref(currentHref())[0];

/** Opens `/path?query`, once the person has given up what would be lost. `replace` leaves no way back to where one was, and asks nothing: it is the console's own. `leaving`: called just before it goes, and not where the person stays. Going where one is adds no entry. */
export function navigate(to: string, { replace = false, state = null, leaving = () => {} }: { replace?: boolean; state?: unknown; leaving?: () => void } = {}): void {
  const href = hashHref(to);
  const on = (): void => {
    leaving();
    go(href, replace, state);
  };
  // another query by the page itself takes nothing away; by Back or a link (`moved`) it may close what it had opened
  if (replace || splitHref(href)[0] === currentPath() || !heldBack(on)) on();
}
const calls = new Set<() => void>();
/** Calls back when somebody goes where they are, as by a notice of the rows that are shown; returns how to stop. */
export function onSamePlace(listener: () => void): () => void {
  calls.add(listener);
  return () => void calls.delete(listener);
}
function go(href: string, replace: boolean, state: unknown): void {
  const same = href === currentHref();
  const stays = replace || same;
  // the entry that is left has its mark before one can come back to it
  here = entryMark();
  if (!stays) here = newMark();
  history[stays ? 'replaceState' : 'pushState']({ ...(state as object | null), at: here }, '', `#${href}`);
  if (!stays) cameBack = false;
  tell();
  // nothing is drawn for it: whoever shows what may be old looks again
  if (same && !replace) for (const listener of calls) listener();
}

/** The address, re-rendering when it changes; `prerendered` is what the HTML shows. */
export const useHref = (prerendered = '/'): string => useSyncExternalStore(onLocation, drawnHref, () => prerendered);

/** The address that led to 404, as its entry of the history keeps it. */
export const useWanted = (): string | undefined => useSyncExternalStore(onLocation, () => (drawn().state as { wanted?: string } | null)?.wanted, () => undefined);

/** wouter's location hook over the hash; `ssrPath` is what the prerendered HTML shows. */
export const useHashLocation: BaseLocationHook & { hrefs: (href: string) => string } = Object.assign(
  ((options?: { ssrPath?: string }) => [useSyncExternalStore(onLocation, () => splitHref(drawnHref())[0], () => options?.ssrPath ?? '/'), navigate]) as unknown as BaseLocationHook,
  { hrefs: (href: string) => `#${href}` },
);

/** The address a page was shown at: a cached page that is hidden keeps its own and does not see its successor's query. */
export const PageAddress = createContext<string | null>(null);

/** The query of this page, decoded once (wouter's useSearch decodes `%25` twice). */
export function useQuery(): URLSearchParams {
  const own = useContext(PageAddress);
  const now = useHref();
  const search = splitHref(own ?? now)[1];
  return useMemo(() => new URLSearchParams(search), [search]);
}
