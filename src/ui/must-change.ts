// Whoever signed in with a one-time password is told on every page until it is changed.
import { useEffect, useSyncExternalStore } from 'react';
import { askMustChange } from './session.ts';

let must = false;
const listeners = new Set<() => void>();
const tell = (now: boolean): void => {
  must = now;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The password was changed. */
export const passwordChanged = (): void => tell(false);
/** Whether `userId` has a one-time password; asked once for each person that signs in. */
export function useMustChange(userId: string | null): boolean {
  useEffect(() => {
    if (userId === null) return;
    let gone = false;
    // a notice that does not come is no failure of the page
    askMustChange().then((now) => gone || tell(now), () => {});
    return () => {
      gone = true;
      tell(false);
    };
  }, [userId]);
  return useSyncExternalStore(subscribe, () => must, () => false);
}
