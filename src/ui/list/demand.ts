import { useEffect, useRef } from 'react';
import type { Rows } from './rows.ts';
import type { WindowStore } from './window-store.ts';

/** Rows per millisecond above which a scroll is a fling: what flies by is not asked for. */
const FLING = 0.25;
/** Milliseconds, and then a frame, in which nothing has scrolled: the fling is over. */
const CALM = 20;
/** A step after a rest counts as one of so many ms at most. */
const STEP = 100;
/** Rows asked for beyond either end of the view. */
const AROUND = 10;

/** Asks for the rows in view, and keeps how far one has scrolled: during a fling nothing, where it ends at once. */
export function useDemand<T>(store: WindowStore<T>, rows: Rows, version: number): void {
  const { first, last, scrolling } = rows;
  const scroll = useRef({ first: 0, at: 0, speed: 0 });
  const away = useRef(rows.away);
  useEffect(() => void (away.current = rows.away));
  useEffect(() => {
    // no height yet
    if (first < 0) return;
    store.place.rows = away.current();
    const moved = scroll.current;
    if (first !== moved.first) {
      const now = performance.now();
      // on a slow machine a step may be seen when its scroll counts as over: a fling lasts until it rests
      Object.assign(moved, { first, at: now, speed: scrolling || moved.speed >= FLING ? Math.abs(first - moved.first) / Math.min(STEP, Math.max(1, now - moved.at)) : 0 });
    }
    const want = (): void => {
      moved.speed = 0;
      store.want(first - AROUND, last + AROUND);
    };
    // rows that come, and a machine too slow to be seen to scroll, end no fling
    if (moved.speed < FLING) return want();
    let frame: number | undefined;
    let slower: ReturnType<typeof setTimeout>;
    // the frame too, because a slow one holds the timer back and the next scroll with it; and on a slow machine it comes before that scroll is drawn
    const rest = (at: number): void => {
      slower = setTimeout(() => (frame = requestAnimationFrame(() => (away.current() === at ? want() : rest(away.current())))), CALM);
    };
    rest(away.current());
    return () => {
      clearTimeout(slower);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
    // `version` alone says that rows came, and others may be missing now
  }, [store, first, last, scrolling, version]);
}
