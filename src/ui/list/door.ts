import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { msg } from '@lingui/core/macro';
import { composing, dialogOpen } from '../key.ts';
import { usePlainKey } from '../plain-key.ts';
import type { Place } from './window-store.ts';

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
  usePlainKey([
    { keys: ['ArrowDown', 'j'], words: msg`列表：下一行`, run: (event) => from(event, enter) },
    { keys: ['ArrowUp', 'k'], words: msg`列表：上一行`, run: (event) => from(event, enter) },
    { keys: ['PageDown', 'PageUp'], words: msg`列表：下一屏、上一屏`, run: (event) => from(event, leap) },
    { keys: ['Home', 'End', 'Control+Home', 'Control+End'], words: msg`列表：第一行、最后一行`, run: (event) => from(event, leap) },
    { keys: ['Enter'], words: msg`列表：打开这一行` },
  ]);
  const withControl = useRef((_event: KeyboardEvent): void => {});
  useEffect(() => {
    withControl.current = (event) => {
      if (!event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || (event.key !== 'Home' && event.key !== 'End') || event.defaultPrevented || composing(event) || dialogOpen()) return;
      // a browser scrolls the page else
      if (from(event, leap)) event.preventDefault();
    };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => withControl.current(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
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
