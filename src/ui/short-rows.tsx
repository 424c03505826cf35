import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { composing } from './key.ts';
import { moveFor } from './list/move.ts';
import { rowKey } from './list/row-key.ts';
import { refocusSoon } from './modal.ts';
import style from './short-rows.module.css';

/** Rows that PgDn and PgUp go. */
const PAGE = 10;
/** Which row has the focus, or had it last: it stays with its row, and where that is gone with its place. */
export interface Current<T> {
  row: T | undefined;
  index: number;
  choose: (index: number) => void;
}
/** The row that was chosen, and its place. */
export type Held = { key: string; index: number } | null;
/** The row that the keys of a table act on. `kept`: where it is kept for a table that goes and comes back. */
export function useCurrent<T>(rows: readonly T[], keyOf: (row: T) => string, kept?: readonly [Held, (held: Held) => void]): Current<T> {
  const own = useState<Held>(null);
  const [held, hold] = kept ?? own;
  const known = held === null ? 0 : rows.findIndex((row) => keyOf(row) === held.key);
  const index = Math.max(0, known >= 0 ? known : Math.min(held!.index, rows.length - 1));
  return { row: rows[index], index, choose: (to) => rows[to] !== undefined && hold({ key: keyOf(rows[to]), index: to }) };
}

/** A short table that is there whole: one tab stop, arrows move, Enter opens. The first cell names its row. `sums`: cells of a last line that is none of the rows. `dense`: many columns. */
export function Rows<T>({ label, heads, rows, keyOf, cells, sums, current, dense = false, onOpen }: {
  label: string;
  heads: readonly { words: string; number?: boolean }[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  cells: (row: T) => readonly ReactNode[];
  sums?: readonly ReactNode[];
  current: Current<T>;
  dense?: boolean;
  onOpen: (row: T) => void;
}) {
  const table = useRef<HTMLDivElement>(null);
  const { index, choose } = current;
  const had = useRef(false);
  const mounted = useRef(false);
  const focus = (to: number, preventScroll = false): void => table.current!.querySelector<HTMLElement>(`[data-at="${to}"]`)?.focus({ preventScroll });
  useLayoutEffect(() => {
    // who came in by a key, and whose row is gone, goes on from here
    const now = document.activeElement;
    const lost = now === null || now === document.body;
    if (lost ? had.current || !mounted.current : !mounted.current && now.matches('h1, main')) focus(index, index === 0 && !mounted.current);
    mounted.current = true;
  });
  // nothing is left of it: the page has the focus that its row had
  useEffect(() => () => void (had.current && refocusSoon()), []);
  const press = (event: KeyboardEvent): void => {
    const { key, altKey, metaKey, ctrlKey, shiftKey } = rowKey(event.nativeEvent);
    if (altKey || metaKey || shiftKey || composing(event.nativeEvent)) return;
    if (key === 'Enter' && !ctrlKey && current.row !== undefined) {
      event.preventDefault();
      return onOpen(current.row);
    }
    const to = ctrlKey && key !== 'Home' && key !== 'End' ? null : moveFor(key, { index, count: rows.length, page: PAGE });
    if (to === null) return;
    event.preventDefault();
    choose(to);
    focus(to);
  };
  return (
    <div ref={table} role="grid" aria-label={label} className={style.rows} data-dense={dense} onKeyDown={press} onFocus={() => (had.current = true)} onBlur={({ relatedTarget }) => (had.current = relatedTarget === null)}>
      <div role="rowgroup">
        <div role="row">{heads.map(({ words, number }) => <div key={words} role="columnheader" data-number={number}>{words}</div>)}</div>
      </div>
      <div role="rowgroup">
        {rows.map((row, i) => (
          <div key={keyOf(row)} role="row" data-at={i} tabIndex={i === index ? 0 : -1} onFocus={() => i !== index && choose(i)} onClick={() => focus(i)} onDoubleClick={() => onOpen(row)}>
            {cells(row).map((cell, c) => <div key={heads[c]!.words} role="gridcell" data-head={heads[c]!.words} data-number={heads[c]!.number}>{cell}</div>)}
          </div>
        ))}
        {sums !== undefined && <div role="row" data-sum="true">{sums.map((cell, c) => <div key={heads[c]!.words} role="gridcell" data-head={heads[c]!.words} data-number={heads[c]!.number}>{cell}</div>)}</div>}
      </div>
    </div>
  );
}
