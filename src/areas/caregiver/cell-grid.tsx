import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { useKeys } from '../../ui/bound-key.tsx';
import { composing } from '../../ui/key.ts';
import { useDemand } from '../../ui/list/demand.ts';
import { moveFor } from '../../ui/list/move.ts';
import { rowKey } from '../../ui/list/row-key.ts';
import { useRows, type Rows } from '../../ui/list/rows.ts';
import { useVersion } from '../../ui/list/source.ts';
import type { WindowStore } from '../../ui/list/window-store.ts';
import control from '../../ui/style/control.module.css';
import { CAREGIVER_KEYS } from './key.ts';
import style from './cell-grid.module.css';

/** A cell by its row and column from 0; column −1 is the row's heading. */
export interface Spot {
  row: number;
  column: number;
}
interface CellGridProps {
  label: string;
  /** The rows come from these, always the same number of them. */
  stores: readonly WindowStore<never>[];
  /** Rows to draw, and how many there are; null while nobody has counted. */
  count: number;
  total: number | null;
  /** px of a row, em of the row's heading and of a column at least. */
  height: number;
  width: { lead: number; column: number };
  columns: readonly { key: string; head: ReactNode; today?: boolean }[];
  /** What heads the rows; absent: nothing. */
  lead?: { head: ReactNode; of: (row: number) => ReactNode };
  /** What a cell shows; undefined: it has not come yet. */
  cell: (spot: Spot) => ReactNode;
  at: Spot;
  /** A key or a press leads to this cell. */
  onMove: (to: Spot) => void;
  /** → behind the last column (1), ← before the first (−1). */
  onEdge?: (way: 1 | -1) => void;
  onOpen: (at: Spot) => void;
}
/** Asks for the rows in view of one of the stores. */
function Demand({ store, rows }: { store: WindowStore<never>; rows: Rows }) {
  useDemand(store, rows, useVersion(store));
  return null;
}
const OUTSIDE = 'body, main, h1';

/** Cells in rows without end (ARIA grid pattern): one tab stop, arrows move, true indices, the focused row stays mounted. */
export function CellGrid({ label, stores, count, total, height, width, columns, lead, cell, at, onMove, onEdge, onOpen }: CellGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const inside = useRef(false);
  const rows = useRows({ scroller, body, count, height, keep: at.row, initial: stores[0]!.place.rows });
  const headed = lead !== undefined;
  const first = headed ? -1 : 0;
  useLayoutEffect(() => {
    const own = scroller.current!.style;
    own.setProperty('--lead', headed ? `${width.lead}em` : '0px');
    own.setProperty('--tracks', `${headed ? `${width.lead}em ` : ''}repeat(${columns.length}, minmax(${width.column}em, 1fr))`);
    own.setProperty('--least', `${(headed ? width.lead : 0) + columns.length * width.column}em`);
  }, [headed, width.lead, width.column, columns.length]);
  const stop = (): HTMLElement | null => scroller.current!.querySelector<HTMLElement>('[role=row] > [tabindex="0"]');
  // the focus is where the tab stop is: also when the page moved it, or rows came and went
  useLayoutEffect(() => {
    const target = stop();
    const now = document.activeElement;
    if (target === null || !inside.current || target.contains(now) || (now !== document.body && !scroller.current!.contains(now))) return;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  // the page went elsewhere: found, or where one was before
  const latest = useRef(rows);
  useLayoutEffect(() => void (latest.current = rows));
  useLayoutEffect(() => latest.current.show(at.row), [at.row]);
  const enter = (): boolean => {
    const outside = document.activeElement === null || document.activeElement.matches(OUTSIDE);
    if (outside) {
      rows.show(at.row);
      stop()?.focus({ preventScroll: true });
    }
    return outside;
  };
  useEffect(() => {
    // who came in by a key goes on from the cell where they were; once
    void enter();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useKeys([[CAREGIVER_KEYS.move, enter], [CAREGIVER_KEYS.page, enter], [CAREGIVER_KEYS.ends, enter], [CAREGIVER_KEYS.open]]);
  const go = (to: Spot): void => {
    inside.current = true;
    onMove(to);
    rows.show(to.row);
  };
  const across = (column: number): void => {
    if (column >= first && column < columns.length && (column >= 0 || at.column > 0 || onEdge === undefined)) go({ row: at.row, column });
    else if (at.column >= 0) onEdge?.(column > at.column ? 1 : -1);
  };
  const press = (event: KeyboardEvent): void => {
    const { key, altKey, metaKey, ctrlKey, shiftKey } = rowKey(event.nativeEvent);
    if (composing(event.nativeEvent) || altKey || metaKey || shiftKey || (ctrlKey && key !== 'Home' && key !== 'End')) return;
    const down = key === 'Home' || key === 'End' ? (ctrlKey ? moveFor(key, { index: at.row, count, page: 1 }) : null) : moveFor(key, { index: at.row, count, page: rows.page() });
    if (down !== null) go({ row: down, column: at.column });
    else if (key === 'ArrowLeft' || key === 'ArrowRight') across(at.column + (key === 'ArrowRight' ? 1 : -1));
    else if (key === 'Home' || key === 'End') go({ row: at.row, column: key === 'Home' ? first : columns.length - 1 });
    // a link that was pressed has the focus: Enter is its own
    else if (key === 'Enter' && (event.target as Element).matches('[role]')) onOpen(at);
    else return;
    event.preventDefault();
  };
  const props = (row: number, column: number) => ({
    tabIndex: row === at.row && column === at.column ? 0 : -1, 'aria-colindex': column - first + 1,
    onFocus: () => {
      if (row !== at.row || column !== at.column) onMove({ row, column });
    },
    // which has the focus already may be chosen anew
    onClick: () => {
      if (row === at.row && column === at.column) onMove(at);
    },
    onDoubleClick: () => onOpen({ row, column }),
  });
  const shown = (content: ReactNode): ReactNode => (content === undefined ? <span className={style.skeleton} /> : content);
  return (
    <div
      ref={scroller} className={style.scroller} role="grid" aria-label={label} aria-rowcount={total === null ? -1 : total + 1} aria-colcount={columns.length - first} aria-busy={total === null && stores.every(({ reach }) => reach === 0)} onKeyDown={press}
      onFocus={() => (inside.current = true)} onBlur={({ relatedTarget }) => relatedTarget !== null && (inside.current = scroller.current!.contains(relatedTarget))}
    >
      {stores.map((store, i) => <Demand key={i} store={store} rows={rows} />)}
      <div role="rowgroup" className={style.head}>
        <div role="row" aria-rowindex={1} className={style.row}>
          {lead !== undefined && <div role="columnheader" aria-colindex={1} className={style.lead}>{lead.head}</div>}
          {columns.map(({ key, head, today }, column) => <div key={key} role="columnheader" aria-colindex={column - first + 1} aria-current={today === true ? 'date' : undefined}>{head}</div>)}
        </div>
      </div>
      <div ref={body} role="rowgroup" className={style.body}>
        {rows.items.map(({ index, y, key }) => (
          <div key={key} role="row" aria-rowindex={index + 2} data-index={index} className={style.row} style={{ transform: `translateY(${y}px)` }}>
            {lead !== undefined && <div role="rowheader" className={style.lead} {...props(index, -1)}>{lead.of(index) ?? <span className={style.skeleton}><span className={control.hidden}><Trans>正在载入</Trans></span></span>}</div>}
            {columns.map((one, column) => <div key={one.key} role="gridcell" {...props(index, column)}>{shown(cell({ row: index, column }))}</div>)}
          </div>
        ))}
      </div>
    </div>
  );
}
