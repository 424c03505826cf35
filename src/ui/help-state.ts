import { useSyncExternalStore } from 'react';

/** Whether a sheet is shown, for those outside of React too. */
function sheet(): { toggle: () => void; useShown: () => boolean } {
  let shown = false;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    toggle: () => {
      shown = !shown;
      for (const listener of listeners) listener();
    },
    useShown: () => useSyncExternalStore(subscribe, () => shown, () => false),
  };
}
/** Shows the list of keys, or puts it away; and whether it is shown. */
export const { toggle: toggleHelp, useShown: useHelp } = sheet();
/** The same for the palette's own speed. */
export const { toggle: toggleFigures, useShown: useFigures } = sheet();
