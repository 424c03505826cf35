import { useSyncExternalStore } from 'react';
import { onSignedOut } from '../session.ts';

/** Where the drawer begins: at this setting, or null: at its first. */
interface Opened {
  at: string | null;
}
let opened: Opened | null = null;
const listeners = new Set<() => void>();
function put(next: Opened | null): void {
  opened = next;
  for (const listener of listeners) listener();
}
/** Opens the drawer of settings. `at`: name of the one that gets the cursor. */
export const openSettings = (at = ''): void => put({ at: at === '' ? null : at });
/** Closes it. */
export const closeSettings = (): void => put(null);
onSignedOut(closeSettings);
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
/** Whether the drawer is open, and where it begins. */
export const useOpenedSettings = (): Opened | null => useSyncExternalStore(subscribe, () => opened, () => null);
