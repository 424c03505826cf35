import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTable } from '@tanstack/react-table';
import { useLingui } from '@lingui/react/macro';
import { composing } from '../key.ts';
import { definitions, features, tracksOf, type Column, type Placed } from './column.tsx';
import { useDemand } from './demand.ts';
import { useDoors } from './door.ts';
import { Head, pinOf, type HeadWork } from './head.tsx';
import headStyle from './head.module.css';
import { useNarrow, useRowHeight } from './measure.ts';
import { cellFor, moveFor } from './move.ts';
import { usePainted } from './painted.ts';
import { rowKey } from './row-key.ts';
import { Row, type Cell } from './row.tsx';
import { useRows } from './rows.ts';
import { useSelectKeys } from './select-key.ts';
import { isSelected, toggled, type Selection } from './selection.ts';
import { useVersion } from './source.ts';
import type { WindowStore } from './window-store.ts';
import control from '../style/control.module.css';
import style from './list.module.css';

/** Skeletons while nobody knows how long the list is; and ms until they are drawn, because rows that come sooner would wait for them. */
const UNKNOWN = 30;
const LATE = 120;
/** Rows whose cells are kept. */
const KEPT = 500;
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
  /** What the headings do: sort, widen, change places. */
  head?: HeadWork | undefined;
  /** Told the focused row, from 0. */
  onMove: (index: number) => void;
}

/** One continuous grid over a list of any length: fixed row heights, one tab stop, true row indices. */
export function Grid<T>({ label, store, columns, keyOf, short, lines = 2, onOpen, onPeek, selection, head, onMove }: GridProps<T>) {
  const { t } = useLingui();
  const version = useVersion(store);
  const narrow = useNarrow();
  const height = useRowHeight(narrow ? lines : 1);
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  // before the page asks for anything else
  useLayoutEffect(() => store.begin(), [store]);
  const [focus, setFocus] = useState(store.place.index);
  // the cell of the focused row that has the focus; null: the whole row
  const [cell, setCell] = useState<number | null>(null);
  // the row that is to have the focus as soon as it is mounted
  const wish = useRef<number | null>(null);
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE);
    return () => clearTimeout(timer);
  }, []);
  const count = store.total ?? Math.max(late ? UNKNOWN : 1, store.reach);
  const { tracks, growing, least } = narrow ? { tracks: selection === undefined ? 'minmax(0, 1fr)' : '44px minmax(0, 1fr)', growing: 0, least: '0px' } : tracksOf(selection === undefined ? columns : [CHECK, ...columns]);
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries({ tracks, growing, least })) scroller.current?.style.setProperty(`--${name}`, String(value));
  }, [tracks, growing, least]);
  // the focused row stays mounted: the tab stop never vanishes
  const rows = useRows({ scroller, body, count, height, keep: focus, initial: store.place.rows });
  useDemand(store, rows, version);

  const move = (index: number, where?: 'top'): void => {
    const row = store.at(index);
    Object.assign(store.place, { index, key: row === undefined ? null : keyOf(row), leap: false, last: false, open: false });
    wish.current = index;
    setFocus(index);
    onMove(index);
    rows.show(index, where);
  };
  const wide = (narrow ? 1 : columns.length) + (selection === undefined ? 0 : 1);
  const inside = cell === null ? null : Math.min(cell, wide - 1);
  const open = (index: number): void => {
    const row = store.at(index);
    store.place.open = row === undefined;
    if (row === undefined || onOpen === undefined) return;
    store.place.enter = true;
    onOpen(row);
  };
  const leap = (): void => {
    const { index } = store.place;
    // further than anyone has counted: later
    if (store.total === null && index >= count) return;
    store.place.leap = false;
    const to = Math.min(index, count - 1);
    // before anything is drawn there
    store.want(to, to + rows.page());
    move(to, 'top');
  };
  useLayoutEffect(() => void (store.leap = leap));
  // rows may have moved under the focused one: it is found again by its identity
  useLayoutEffect(() => {
    const { key, index } = store.place;
    const here = store.at(index);
    if (store.place.leap) return leap();
    if (store.place.last && store.total !== null) {
      store.place.last = false;
      // who has scrolled on or works elsewhere by now stays there
      const stays = focus < rows.first || focus > rows.last || (document.activeElement !== document.body && !scroller.current!.contains(document.activeElement));
      if (!stays) return move(Math.max(0, store.total - 1));
    }
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
    rows.follow(now - index);
    // `version` alone says that rows came
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [version]);
  // Enter was pressed while its row was on its way; who went elsewhere meanwhile stays there
  useEffect(() => {
    if (store.place.open && (store.place.open = scroller.current!.contains(document.activeElement))) open(store.place.index);
    // `version` alone says that rows came
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [version]);
  useLayoutEffect(() => {
    if (wish.current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${wish.current}"]`);
    if (!row) return;
    wish.current = null;
    // who looks for rows goes on typing
    if (document.activeElement?.closest('[data-keeps-focus]')) return;
    const target = inside === null ? row : (row.querySelectorAll<HTMLElement>('[role=gridcell]')[inside] ?? row);
    target.focus({ preventScroll: true });
    // of a row that is wider than the view
    if (target !== row) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // on a short screen the head may have pushed the rows out of sight
    if (narrow) scroller.current!.scrollIntoView({ block: 'nearest' });
  });
  /** Moves by one of the grid's keys; false when it is none. */
  const walk = (key: string): boolean => {
    // whoever types ahead goes as far as rows will stand in a moment
    const to = moveFor(key, { index: focus, count: store.total ?? Math.max(UNKNOWN, store.reach), page: rows.page() });
    if (to === null) return false;
    if (to >= count) setLate(true);
    move(to);
    // further than anyone has counted: as far as one gets, and on when that is known
    store.place.last = key === 'End' && store.total === null;
    return true;
  };
  useDoors(scroller, store.place, walk, wish);
  const { reach, flip } = useSelectKeys(selection, store, keyOf);

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, altKey, metaKey, ctrlKey, shiftKey } = rowKey(event.nativeEvent);
    if (composing(event.nativeEvent) || altKey || metaKey) return;
    if (ctrlKey && key !== 'Home' && key !== 'End') return;
    const across = ctrlKey || shiftKey ? undefined : cellFor(key, inside, wide);
    const from = focus;
    if (across !== undefined) {
      wish.current = focus;
      setCell(across);
    } else if (walk(key)) reach(from, shiftKey ? store.place.index : null);
    else if (key === 'Enter' || key === ' ') {
      if (ctrlKey) return;
      if (shiftKey && key === ' ') return void (selection !== undefined && flip() && event.preventDefault());
      const own = inside === null ? null : (event.target as Element).querySelector<HTMLElement>('a, button, input');
      if (own !== null && (key === 'Enter' || own instanceof HTMLInputElement)) own.click();
      else if (key === 'Enter') open(focus);
      else onPeek?.();
    } else return;
    event.preventDefault();
  };

  const defined = useMemo(() => definitions(columns), [columns]);
  // what a row shows is made once, not at each step of a scroll
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const shown = useMemo(() => new Map<T | undefined, Cell[]>(), [columns, narrow]);
  if (shown.size >= KEPT) shown.clear();
  const painted = usePainted(version);
  const filled = (index: number): T | undefined => {
    const row = store.at(index);
    return painted || row === undefined || shown.has(row) || index === focus || (index >= rows.first && index <= rows.last) ? row : undefined;
  };
  const loaded: Placed<T>[] = rows.items.flatMap(({ index }) => {
    const row = filled(index);
    return row === undefined || shown.has(row) ? [] : [{ index, row }];
  });
  const table = useTable({ features, columns: defined, data: loaded, getRowId: ({ index }) => String(index) });
  const made = new Map(table.getRowModel().rows.map((row) => [row.original.index, row]));
  const picked = (row: T | undefined): boolean | undefined => (selection === undefined || row === undefined ? undefined : isSelected(selection, keyOf(row)));
  const check = (row: T): ReactNode => selection !== undefined && (
    <label><input type="checkbox" tabIndex={-1} checked={picked(row) === true} aria-label={t`选中 ${selection.nameOf(row)}`} onChange={() => selection.set(toggled(selection.rows, keyOf(row), row), selection.all)} /></label>
  );
  const lead = selection !== undefined && (
    <div role="columnheader" className={style.check}>
      <label><span className={control.hidden}>{t`选中`}</span><input type="checkbox" tabIndex={-1} checked={selection.all} ref={(box) => void (box !== null && (box.indeterminate = selection.rows.size > 0))} title={t`全选，不论有没有取到`} onChange={() => selection.set(new Map(), !selection.all)} /></label>
    </div>
  );
  const ownCells = (index: number, row: T | undefined): Cell[] => {
    const known = shown.get(row);
    if (known !== undefined) return known;
    const cells = columns.map((column, at): Cell => {
      const cell = made.get(index)?.getAllCells()[at];
      return { id: column.id, className: column.pinned === undefined ? style.cell : `${style.cell} ${headStyle.pinned}`, style: pinOf(column), number: column.number, content: cell && <table.FlexRender cell={cell} /> };
    });
    shown.set(row, cells);
    return cells;
  };
  const cellsOf = (index: number, row: T | undefined): Cell[] => [
    ...(selection === undefined ? [] : [{ id: '✓', className: style.check, content: row && check(row) }]),
    ...(narrow ? [{ id: '', className: row === undefined ? style.cell : style.short, content: row && short(row) }] : ownCells(index, row)),
  ];

  return (
    <div ref={scroller} className={style.scroller} role="grid" aria-label={label} aria-rowcount={store.total === null ? -1 : store.total + 1} aria-colcount={wide} aria-multiselectable={selection === undefined ? undefined : true} aria-busy={store.total === null && store.reach === 0} data-narrow={narrow} onKeyDown={onKeyDown}>
      <div role="rowgroup" className={style.head}>
        {narrow ? <div role="row" aria-rowindex={1} className={style.row}>{lead}<div role="columnheader">{label}</div></div> : <Head columns={columns} work={head} lead={lead} />}
      </div>
      <div ref={body} role="rowgroup" className={style.body}>
        {rows.items.map(({ index, y, key }) => {
          const row = filled(index);
          return <Row key={key} index={index} y={y} stop={index === focus ? (inside ?? 'row') : null} selected={picked(row)} cells={cellsOf(index, row)} onPress={() => (setCell(null), move(index), open(index))} />;
        })}
      </div>
    </div>
  );
}
