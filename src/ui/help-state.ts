import { useSyncExternalStore } from 'react';
import { onSignedOut } from './session.ts';

/** Whether a sheet is shown, for those outside of React too. */
function sheet(): { toggle: () => void; useShown: () => boolean; onLeft: (told: () => void) => () => void } {
  let shown = false;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const toggle = (): void => {
    shown = !shown;
    for (const listener of listeners) listener();
  };
  // the frame takes the sheet away with the person, before it could close itself: the next one is met by none
  onSignedOut(() => void (shown && toggle()));
  return {
    toggle,
    onLeft: (told) => subscribe(() => void (shown || told())),
    useShown: () => useSyncExternalStore(subscribe, () => shown, () => false),
  };
}
/** Shows the list of keys, or puts it away; whether it is shown; and who is told when it was put away. */
export const { toggle: toggleHelp, useShown: useHelp, onLeft: onHelpLeft } = sheet();
/** The same for the palette's own speed. */
export const { toggle: toggleFigures, useShown: useFigures } = sheet();
