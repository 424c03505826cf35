import { useSyncExternalStore } from 'react';
import { fromKept, toKept, type Tag } from './tag-list.ts';

const NAME = 'tags';
let tags: readonly Tag[] = [];
let owner: string | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** The tabs as they are now. */
export const tagsNow = (): readonly Tag[] => tags;
/** The same, kept up. */
export const useTags = (): readonly Tag[] => useSyncExternalStore(subscribe, tagsNow, tagsNow);
/** Shows these tabs, and keeps them for this tab of the browser: paths only, and only for this person. */
export function setTags(next: readonly Tag[]): void {
  if (next === tags) return;
  tags = next;
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ of: owner, paths: toKept(next) }));
  } catch {
    // forbidden or full: they last as long as the page
  }
  for (const listener of listeners) listener();
}
/** Takes up the tabs that this person had in this tab of the browser; another's are thrown away. */
export function startTags(person: string, affix: readonly string[], keyOf: (path: string) => string | null): void {
  if (owner === person) return;
  owner = person;
  let kept: { of?: unknown; paths?: unknown } = {};
  try {
    kept = (JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as typeof kept | null) ?? {};
  } catch {
    // forbidden or poisoned
  }
  setTags(fromKept(kept.of === person ? kept.paths : [], affix, keyOf));
}
/** Forgets them, as when somebody signs out. */
export function endTags(): void {
  owner = null;
  tags = [];
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // nothing was kept
  }
  for (const listener of listeners) listener();
}
