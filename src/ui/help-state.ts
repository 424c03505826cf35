import { useSyncExternalStore } from 'react';

let shown = false;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
/** Shows the list of keys, or puts it away. */
export function toggleHelp(): void {
  shown = !shown;
  for (const listener of listeners) listener();
}
/** Whether the list of keys is shown. */
export const useHelp = (): boolean => useSyncExternalStore(subscribe, () => shown, () => false);
