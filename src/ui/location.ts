// wouter's own useHashLocation keeps the query in location.search and leaves '?…' inside the hash glued to the path;
// this one keeps path and query both in the hash: `#/order/index?status=assigned`.
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { BaseLocationHook } from 'wouter';
import { splitHref } from '../kernel/href.ts';

const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};
/** What stays until someone has answered: its address, and whether it asks. */
let held: { href: string; state: unknown; asks: () => boolean } | null = null;
/** The browser went somewhere by itself: Back, Forward, an address typed into its bar. */
function moved(): void {
  if (held === null || held.href === currentHref() || !held.asks()) return tell();
  // behind this entry is now where one wanted to go: `history.back()` is the answer yes
  history.pushState(held.state, '', `#${held.href}`);
}
/** Keeps the present address when the browser leaves it by itself and `asks` says that something would be lost; `history.back()` then goes where one wanted to. Returns how to stop. */
export function holdAddress(asks: () => boolean): () => void {
  const own = { href: currentHref(), state: history.state as unknown, asks };
  held = own;
  return () => {
    if (held === own) held = null;
  };
}
/** Calls back on every change of the address; returns how to stop. */
export function onLocation(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('hashchange', moved);
    addEventListener('popstate', moved);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('hashchange', moved);
    removeEventListener('popstate', moved);
  };
}

/** `#/a?b=1` → `/a?b=1`; no hash → `/`. */
export const hashHref = (hash: string): string => `/${hash.replace(/^#?\/*/, '')}`;
/** The address now, path and query exactly as they stand in the hash. */
export const currentHref = (): string => hashHref(location.hash);
const currentPath = (): string => splitHref(currentHref())[0];

/** Opens `/path?query`. `replace` leaves no way back to where one was. Going where one is adds no entry. */
export function navigate(to: string, { replace = false, state = null }: { replace?: boolean; state?: unknown } = {}): void {
  const href = hashHref(to);
  history[replace || href === currentHref() ? 'replaceState' : 'pushState'](state, '', `#${href}`);
  tell();
}

/** The address, re-rendering when it changes; `prerendered` is what the HTML shows. */
export const useHref = (prerendered = '/'): string => useSyncExternalStore(onLocation, currentHref, () => prerendered);

/** wouter's location hook over the hash; `ssrPath` is what the prerendered HTML shows. */
export const useHashLocation: BaseLocationHook & { hrefs: (href: string) => string } = Object.assign(
  ((options?: { ssrPath?: string }) => [useSyncExternalStore(onLocation, currentPath, () => options?.ssrPath ?? '/'), navigate]) as unknown as BaseLocationHook,
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
