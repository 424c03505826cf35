// wouter's own useHashLocation keeps the query in location.search and leaves '?…' inside the hash glued to the path;
// this one keeps path and query both in the hash: `#/order/index?status=assigned`.
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { BaseLocationHook } from 'wouter';
import { splitHref } from '../kernel/href.ts';

const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};
/** Calls back on every change of the address; returns how to stop. */
export function onLocation(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('hashchange', tell);
    addEventListener('popstate', tell);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('hashchange', tell);
    removeEventListener('popstate', tell);
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
