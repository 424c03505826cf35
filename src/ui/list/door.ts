import { useCallback, useEffect, useLayoutEffect, type KeyboardEvent as KeyEvent, type RefObject } from 'react';
import { useKeys } from '../bound-key.tsx';
import { LIST_KEYS } from '../key-entry.ts';
import { composing } from '../key.ts';
import type { Place } from './window-store.ts';

/** Gives the focus to the row that one came from, or to the heading of its list; false where there is no list. */
export function backToRow(from: Element | null): boolean {
  const section = from?.closest('section');
  const to = section?.querySelector<HTMLElement>('[tabindex="0"]:is([role=row], [role=gridcell])') ?? section?.querySelector('h1');
  to?.focus({ preventScroll: true });
  return to instanceof HTMLElement;
}
/** Of a field above the rows: Escape leads back to them. */
export function leaveField(event: KeyEvent<HTMLElement>): void {
  if (event.key !== 'Escape' || composing(event.nativeEvent) || !backToRow(event.currentTarget)) return;
  event.stopPropagation();
  event.preventDefault();
}
/** The ways into a grid: the row keys from the page's body or heading, and back from where one went from here. `walk` moves by a row key; a row that is not mounted yet is left as a wish. */
export function useDoors(scroller: RefObject<HTMLElement | null>, place: Place, walk: (key: string) => void, wish: RefObject<number | null>): void {
  const enter = useCallback((): void => {
    const row = scroller.current?.querySelector<HTMLElement>('[tabindex="0"]:is([role=row], [role=gridcell])');
    if (row) row.focus({ preventScroll: true });
    else wish.current = place.index;
  }, [scroller, place, wish]);
  const from = (event: KeyboardEvent, go: (key: string) => void): boolean => {
    const outside = event.target instanceof HTMLElement && event.target.matches('body, main, h1');
    if (outside) go(event.key);
    return outside;
  };
  // first in, because a key that leads nowhere moves nothing
  const leap = (key: string): void => {
    enter();
    walk(key);
  };
  // inside, the grid answers these keys by itself
  useKeys([
    [LIST_KEYS.arrow, (event) => from(event, enter)],
    [LIST_KEYS.down, (event) => from(event, enter)],
    [LIST_KEYS.up, (event) => from(event, enter)],
    [LIST_KEYS.page, (event) => from(event, leap)],
    [LIST_KEYS.ends, (event) => from(event, leap)],
    [LIST_KEYS.open],
    [LIST_KEYS.cell],
  ]);
  // by whatever way the page is left, and before what had the focus is taken away or hidden
  useLayoutEffect(() => {
    const own = scroller.current;
    return () => {
      if (own?.contains(document.activeElement)) place.enter = true;
    };
  }, [scroller, place]);
  useEffect(() => {
    if (!place.enter) return;
    // at once, before the app looks whether the page took the focus; a cached page's effects start anew when it is shown
    place.enter = false;
    enter();
  }, [place, enter]);
}
