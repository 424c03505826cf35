import { useSyncExternalStore } from 'react';
import { onSignedOut } from './session.ts';

/** How what was done to several is taken back: `title` names it as a command, until `until` (ms since 1970). */
export interface WayBack {
  title: string;
  until: number;
  undo: () => Promise<void>;
}
let kept: WayBack | null = null;
let over: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
function put(next: WayBack | null): void {
  kept = next;
  clearTimeout(over);
  if (next !== null) over = setTimeout(put, next.until - Date.now(), null);
  for (const listener of listeners) listener();
}
onSignedOut(() => put(null));
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** Keeps the last way back of several: it outlives its toast and the page. */
export const keepWayBack = (way: WayBack): void => put(way);
/** Goes this way back; it can be gone once. */
export function goBack(undo: () => Promise<void>): void {
  if (kept?.undo === undo) put(null);
  void undo();
}
/** The last way back of several, or null. */
export const wayBack = (): WayBack | null => kept;
/** The same, kept up. */
export const useWayBack = (): WayBack | null => useSyncExternalStore(subscribe, wayBack, () => null);
