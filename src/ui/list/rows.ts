import { useLayoutEffect, useReducer, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { capAt, Stretch } from './stretch.ts';

/** Rows that the virtualizer is told of at once: it keeps a size of each, so it is shown a reach of the list that moves along. */
const REACH = 10_000;
/** Nothing scrolled for so long: at rest, ms. */
const REST = 150;

/** The first row of the reach for the row at the top: as it was while that row stands well inside. */
function reachFor(row: number, count: number, was: number): number {
  const last = Math.max(0, count - REACH);
  if (was <= last && (row >= was + REACH / 4 || was === 0) && (row <= was + (3 * REACH) / 4 || was === last)) return was;
  return Math.max(0, Math.min(last, row - REACH / 2));
}
function subscribe(listener: () => void): () => void {
  let media = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
  const changed = (): void => {
    // the next change is one of another query
    media.removeEventListener('change', changed);
    media = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    media.addEventListener('change', changed);
    listener();
  };
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}
/** Device px in a CSS px: another screen, or another zoom. */
const useScale = (): number => useSyncExternalStore(subscribe, () => devicePixelRatio, () => 1);

/** A row to draw. `key`: of the element that shows it. */
export interface Drawn {
  index: number;
  y: number;
  key: number;
}
/**
 * Gives each row an element. A row that was drawn keeps its own. After a leap to quite other rows they take the elements of those that
 * were there, in their order, because filling an element takes less time than making one; but not the one of `kept`: the focus has to be seen to move.
 */
function keysFor(indices: readonly number[], { keys: had, kept }: { keys: ReadonlyMap<number, number>; kept: number }, fresh: () => number): ReadonlyMap<number, number> {
  const free = indices.some((index) => had.has(index)) ? [] : [...had].flatMap(([index, key]) => (index === kept ? [] : [key]));
  return new Map(indices.map((index) => [index, had.get(index) ?? free.shift() ?? fresh()]));
}

/** What a grid is told of its rows. */
export interface Rows {
  /** The rows to draw, in order, and where: px from the top of what scrolls. */
  items: readonly Drawn[];
  /** First and last row in view; −1 before anything is measured. */
  first: number;
  last: number;
  scrolling: boolean;
  /** Rows scrolled away, with a fraction. */
  away: () => number;
  /** Whole rows in view. */
  page: () => number;
  /** Brings a row into view: by the shortest way, or to the top. */
  show: (index: number, where?: 'top') => void;
  /** Moves on by so many rows without anything being seen to move: rows came or went above. */
  follow: (rows: number) => void;
}

/** TanStack Virtual over a list of any length: `count` rows of `height` px, of which `keep` is drawn wherever it is. `initial`: rows scrolled away at first. */
export function useRows({ scroller, body, count, height, keep, initial }: { scroller: RefObject<HTMLElement | null>; body: RefObject<HTMLElement | null>; count: number; height: number; keep: number; initial: number }): Rows {
  const [, again] = useReducer((n: number) => n + 1, 0);
  const [stretch] = useState(() => new Stretch());
  const scale = useScale();
  const held = useRef({ base: reachFor(Math.floor(initial), count, 0), height, view: 0, drawn: Number.NaN, keys: new Map<number, number>() as ReadonlyMap<number, number>, kept: keep, made: 0, tell: (_offset: number, _scrolling: boolean): void => {} }).current;

  const measure = (): number => (held.view = Math.max(0, (scroller.current?.clientHeight ?? 0) - (body.current?.offsetTop ?? 0)));
  const tell = (scrolling: boolean): void => {
    held.base = reachFor(Math.floor(stretch.top / height), count, held.base);
    held.tell(stretch.top - held.base * height, scrolling);
  };
  const go = (top: number): void => {
    if (scroller.current === null) return;
    scroller.current.scrollTop = stretch.aim(top);
    stretch.land(scroller.current.scrollTop, top);
    tell(false);
    again();
  };
  // what a listener of an earlier render calls is what the latest one says
  const latest = useRef({ go, tell, measure });
  latest.current = { go, tell, measure };
  /** In the same frame as the scroll: rows may not be seen where they were. */
  const drawNow = (): void => {
    if (held.drawn !== stretch.shift + held.base * 1e9) flushSync(again);
  };

  // the view's own height is observed: to ask for it lays out the page, so it is asked only where something else has moved
  useLayoutEffect(() => {
    scroller.current?.style.setProperty('--row', `${height}px`);
    measure();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [height, scale, count]);
  // the head over the rows may grow by itself: a longer word, another language
  useLayoutEffect(() => {
    const head = body.current?.previousElementSibling;
    if (head === null || head === undefined) return;
    const seen = new ResizeObserver(() => {
      const was = held.view;
      if (latest.current.measure() !== was) flushSync(again);
    });
    seen.observe(head);
    return () => seen.disconnect();
  }, [body, held]);
  // before the virtualizer's own effect, which scrolls to where one was and finds no room otherwise; through the CSSOM, because a
  // prerendered page may carry no style attribute
  const sized = useRef('');
  useLayoutEffect(() => {
    const size = { count, height, view: held.view, cap: capAt(scale) };
    const was = stretch.top;
    const top = (was / held.height) * height;
    stretch.resize(size);
    // of its own: as a property that its rows inherit it would style each of them anew
    body.current?.style.setProperty('block-size', `${stretch.spacer}px`);
    const now = JSON.stringify(size);
    // at the top nothing moves; elsewhere, unless one was led away by then
    if (sized.current !== '' && sized.current !== now && (was !== 0 || stretch.at !== 0)) queueMicrotask(() => stretch.top === was && flushSync(() => latest.current.go(top)));
    held.height = height;
    sized.current = now;
  });

  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: Math.min(count, REACH),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 4,
    // until it is measured, so that the rows are there in the first drawing
    initialRect: { width: 0, height: held.view || innerHeight },
    initialOffset: (initial - held.base) * height,
    scrollToFn: (offset) => latest.current.go(offset + held.base * held.height),
    observeElementRect: (instance, seen) => {
      let mounted = false;
      const leave = observeElementRect(instance, (rect) => {
        const was = held.view;
        seen({ ...rect, height: latest.current.measure() });
        // in the frame of the new size: a higher view has no empty foot
        if (mounted && was !== held.view) flushSync(again);
      });
      mounted = true;
      return leave;
    },
    observeElementOffset: (_, moved) => {
      const element = scroller.current!;
      let rest: ReturnType<typeof setTimeout> | undefined;
      held.tell = moved;
      const onScroll = (): void => {
        clearTimeout(rest);
        rest = setTimeout(() => {
          latest.current.tell(false);
          if (stretch.apart(true)) flushSync(() => latest.current.go(stretch.top));
        }, REST);
        // what we wrote ourselves is known
        if (element.scrollTop === stretch.at) return;
        stretch.scrolled(element.scrollTop);
        if (stretch.apart(false)) flushSync(() => latest.current.go(stretch.top));
        latest.current.tell(true);
        drawNow();
      };
      element.addEventListener('scroll', onScroll, { passive: true });
      return () => {
        clearTimeout(rest);
        element.removeEventListener('scroll', onScroll);
        held.tell = () => {};
      };
    },
  });
  const laid = useRef(height);
  useLayoutEffect(() => {
    held.drawn = stretch.shift + held.base * 1e9;
    if (laid.current === height) return;
    laid.current = height;
    // sizes are fixed, so a new row height is the only reason to lay out again; not while React renders
    queueMicrotask(() => virtualizer.measure());
  });

  const { base } = held;
  const placed = virtualizer.getVirtualItems().flatMap(({ index }) => (base + index < count ? [base + index] : []));
  const y = (index: number): number => index * height - stretch.shift;
  // the row that is kept stands where it is, or out of sight on its side of the view: never where it would make more to scroll
  const aside = (index: number): number => Math.min(stretch.spacer - height, stretch.at + Math.max(-4 * held.view, Math.min(4 * held.view, y(index) - stretch.at)));
  const indices = keep >= count || placed.includes(keep) ? placed : keep < (placed[0] ?? 0) ? [keep, ...placed] : [...placed, keep];
  const keys = (held.keys = keysFor(indices, held, () => (held.made += 1)));
  held.kept = keep;
  // the others are in view or next to it: where there is more than a moment ago, what scrolls is as high as it will be only after this
  const items = indices.map((index) => ({ index, y: placed.includes(index) ? y(index) : aside(index), key: keys.get(index)! }));
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: -1 - base, endIndex: -1 - base };
  return {
    items,
    first: base + startIndex,
    last: Math.min(count - 1, base + endIndex),
    scrolling: virtualizer.isScrolling,
    away: () => stretch.top / height,
    page: () => Math.floor(held.view / height),
    show: (index, where) => {
      const start = index * height;
      if (where === 'top' || start < stretch.top) go(start);
      else if (start + height > stretch.top + held.view) go(start + height - held.view);
    },
    follow: (rows) => go(stretch.top + rows * height),
  };
}
