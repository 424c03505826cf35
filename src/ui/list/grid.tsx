import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useTable } from '@tanstack/react-table';
import { useLingui } from '@lingui/react/macro';
import { composing } from '../key.ts';
import { answersKey } from '../keyboard.ts';
import { definitions, features, tracksOf, type Column, type Placed } from './column.tsx';
import { useDoors } from './door.ts';
import { useNarrow, useRowHeight } from './measure.ts';
import { moveFor } from './move.ts';
import { Row } from './row.tsx';
import { useSelectKeys } from './select-key.ts';
import { toggled, type Selection } from './selection.ts';
import { useVersion } from './source.ts';
import type { WindowStore } from './window-store.ts';
import control from '../style/control.module.css';
import style from './list.module.css';

/** Skeletons while nobody knows how long the list is. */
const UNKNOWN = 30;
/** Rows per millisecond above which a scroll is a fling: what flies by is not asked for. */
const FLING = 0.5;
/** The track of the checkboxes. */
const CHECK = { width: 1.3 };

/** What a list of `T` shows and does. */
export interface GridProps<T> {
  label: string;
  store: WindowStore<T>;
  columns: readonly Column<T>[];
  /** Identity of a row: focus follows it when rows move. */
  keyOf: (row: T) => string;
  /** A row on a narrow screen: `lines` lines, two unless said. */
  short: (row: T) => ReactNode;
  lines?: number;
  onOpen?: (row: T) => void;
  /** Space on a row: what shows it beside the list. */
  onPeek?: (() => void) | undefined;
  /** Rows can be selected; `nameOf` says which row a checkbox is of. */
  selection?: Selection<T> & { nameOf: (row: T) => string };
  /** Told the focused row, from 0. */
  onMove: (index: number) => void;
}

/** One continuous grid over a list of any length: fixed row heights, one tab stop, true row indices. */
export function Grid<T>({ label, store, columns, keyOf, short, lines = 2, onOpen, onPeek, selection, onMove }: GridProps<T>) {
  const { t } = useLingui();
  const version = useVersion(store);
  const narrow = useNarrow();
  const height = useRowHeight(narrow ? lines : 1);
  const scroller = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState(store.place.index);
  // the row that is to have the focus as soon as it is mounted
  const wish = useRef<number | null>(null);
  const count = store.total ?? UNKNOWN;
  const { tracks, least } = narrow ? { tracks: selection === undefined ? 'minmax(0, 1fr)' : '44px minmax(0, 1fr)', least: '0' } : tracksOf(selection === undefined ? columns : [CHECK, ...columns]);
  // through the CSSOM, because a prerendered page may carry no style attribute; before the virtualizer's own effect, which scrolls
  // to where one was and finds no room otherwise
  useLayoutEffect(() => {
    scroller.current?.style.setProperty('--tracks', tracks);
    scroller.current?.style.setProperty('--least', least);
    scroller.current?.style.setProperty('--length', `${count * height}px`);
    scroller.current?.style.setProperty('--row', `${height}px`);
  }, [tracks, least, count, height]);

  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    initialOffset: store.place.rows * height,
    // the sticky heading covers the first row's height of the view
    scrollPaddingEnd: narrow ? 0 : height,
    // the focused row stays mounted: the tab stop never vanishes
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      return focus >= count || rows.includes(focus) ? rows : [...rows, focus].sort((a, b) => a - b);
    },
  });
  const laid = useRef(height);
  useLayoutEffect(() => {
    const was = laid.current;
    if (was === height) return;
    laid.current = height;
    // sizes are fixed, so a new row height is the only reason to lay out again; not while React renders
    queueMicrotask(() => {
      virtualizer.measure();
      virtualizer.scrollToOffset(((virtualizer.scrollOffset ?? 0) / was) * height);
    });
  }, [virtualizer, height]);
  const items = virtualizer.getVirtualItems();
  const { startIndex = -1, endIndex = -1 } = virtualizer.range ?? {};
  const last = useRef({ start: 0, at: 0 });
  useEffect(() => {
    // no height yet
    if (startIndex < 0) return;
    store.place.rows = (virtualizer.scrollOffset ?? 0) / height;
    const now = performance.now();
    const speed = Math.abs(startIndex - last.current.start) / Math.max(1, now - last.current.at);
    last.current = { start: startIndex, at: now };
    const want = (): void => store.want(startIndex - 10, endIndex + 10);
    if (!virtualizer.isScrolling || speed < FLING) return want();
    const slower = setTimeout(want, 80);
    return () => clearTimeout(slower);
  }, [store, startIndex, endIndex, virtualizer.isScrolling, version, virtualizer, height]);

  const move = (index: number): void => {
    const row = store.at(index);
    store.place.index = index;
    store.place.key = row === undefined ? null : keyOf(row);
    wish.current = index;
    setFocus(index);
    onMove(index);
    virtualizer.scrollToIndex(index, { align: 'auto' });
  };
  const open = (index: number): void => {
    const row = store.at(index);
    if (row === undefined || onOpen === undefined) return;
    store.place.enter = true;
    onOpen(row);
  };
  // rows may have moved under the focused one: it is found again by its identity
  useLayoutEffect(() => {
    const { key, index } = store.place;
    const here = store.at(index);
    if (here === undefined) {
      // the list began again from the top
      if (index !== focus) return move(index);
      if (store.total !== null && index >= store.total && store.total > 0) move(store.total - 1);
      return;
    }
    if (key === null || key === keyOf(here)) {
      store.place.key = keyOf(here);
      return;
    }
    const now = store.indexWhere((row) => keyOf(row) === key);
    store.place.key = now < 0 ? keyOf(here) : key;
    if (now < 0) return;
    store.place.index = now;
    if (scroller.current?.contains(document.activeElement)) wish.current = now;
    setFocus(now);
    onMove(now);
    virtualizer.scrollToOffset((virtualizer.scrollOffset ?? 0) + (now - index) * height);
    // `version` alone says that rows came
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [version]);
  useLayoutEffect(() => {
    if (wish.current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${wish.current}"]`);
    if (!row) return;
    wish.current = null;
    row.focus({ preventScroll: true });
    // on a short screen the head may have pushed the rows out of sight
    if (narrow) scroller.current!.scrollIntoView({ block: 'nearest' });
  });
  /** Moves by one of the grid's keys; false when it is none. */
  const walk = (key: string): boolean => {
    const page = Math.floor(((scroller.current?.clientHeight ?? 0) - height) / height);
    const to = moveFor(key, { index: focus, count, page });
    if (to !== null) move(to);
    return to !== null;
  };
  useDoors(scroller, store.place, walk, wish);
  const reach = useSelectKeys(selection, store, keyOf);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (composing(event.nativeEvent) || event.altKey || event.metaKey || (event.key !== ' ' && !answersKey(event.key))) return;
    if (event.ctrlKey && event.key !== 'Home' && event.key !== 'End') return;
    const from = focus;
    if (walk(event.key)) reach(from, event.shiftKey ? store.place.index : null);
    else {
      if (event.key === 'Enter' && !event.ctrlKey) open(focus);
      else if (event.key === ' ' && onPeek !== undefined && !event.ctrlKey) onPeek();
      else if (event.key !== ' ') return;
    }
    event.preventDefault();
  };

  const loaded: Placed<T>[] = items.flatMap(({ index }) => {
    const row = store.at(index);
    return row === undefined ? [] : [{ index, row }];
  });
  const defined = useMemo(() => definitions(columns), [columns]);
  const table = useTable({ features, columns: defined, data: loaded, getRowId: ({ index }) => String(index) });
  const cells = new Map(table.getRowModel().rows.map((row) => [row.original.index, row]));
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const wide = (narrow ? 1 : columns.length) + (selection === undefined ? 0 : 1);
  const picked = (row: T | undefined): boolean | undefined => (selection === undefined || row === undefined ? undefined : selection.rows.has(keyOf(row)));
  const check = (row: T): ReactNode => selection !== undefined && (
    <div role="gridcell" className={style.check}>
      <label><input type="checkbox" tabIndex={-1} checked={picked(row) === true} aria-label={t`选中 ${selection.nameOf(row)}`} onChange={() => selection.set(toggled(selection.rows, keyOf(row), row))} /></label>
    </div>
  );

  return (
    <div ref={scroller} className={style.scroller} role="grid" aria-label={label} aria-rowcount={store.total === null ? -1 : store.total + 1} aria-colcount={wide} aria-multiselectable={selection === undefined ? undefined : true} aria-busy={store.total === null} data-narrow={narrow} onKeyDown={onKeyDown}>
      <div role="rowgroup" className={style.head}>
        <div role="row" aria-rowindex={1} className={style.row}>
          {selection !== undefined && <div role="columnheader" className={style.check}><span className={control.hidden}>{t`选中`}</span></div>}
          {narrow ? <div role="columnheader">{label}</div> : headers.map((header) => (
            <div key={header.id} role="columnheader" className={style.cell} data-number={header.column.columnDef.meta?.number}><table.FlexRender header={header} /></div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={style.body}>
        {items.map(({ index, start }) => {
          const row = store.at(index);
          const made = cells.get(index);
          return (
            <Row key={index} index={index} start={start} focused={index === focus} selected={picked(row)} columns={wide} onPress={() => (move(index), open(index))}>
              {row === undefined || made === undefined ? null : (
                <>
                  {check(row)}
                  {narrow ? <div role="gridcell" className={style.short}>{short(row)}</div> : made.getAllCells().map((cell) => (
                    <div key={cell.id} role="gridcell" className={style.cell} data-number={cell.column.columnDef.meta?.number}><table.FlexRender cell={cell} /></div>
                  ))}
                </>
              )}
            </Row>
          );
        })}
      </div>
    </div>
  );
}
