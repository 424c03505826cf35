import { useCallback, useEffect, type RefObject } from 'react';
import { usePlainKey } from '../plain-key.ts';
import type { Place } from './window-store.ts';

const ENTER = ['j', 'k', 'ArrowDown', 'ArrowUp'];

/** The ways into a grid: the row keys from the page's body or heading, and back from a record that was opened here. */
export function useDoors(scroller: RefObject<HTMLElement | null>, place: Place): void {
  const enter = useCallback((): void => scroller.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus({ preventScroll: true }), [scroller]);
  usePlainKey(({ key, target }) => {
    if (!ENTER.includes(key) || !(target instanceof HTMLElement) || !target.matches('body, main, h1')) return false;
    enter();
    return true;
  });
  useEffect(() => {
    if (!place.opened) return;
    // at once, before the app looks whether the page took the focus; a cached page's effects start anew when it is shown
    place.opened = false;
    enter();
  }, [place, enter]);
}
