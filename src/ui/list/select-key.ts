import { useRef } from 'react';
import { msg } from '@lingui/core/macro';
import { usePlainKey } from '../plain-key.ts';
import { toggled, type Selection } from './selection.ts';
import type { WindowStore } from './window-store.ts';

/** Where a selection by Shift began, and what was selected before. */
interface Anchor<T> {
  index: number;
  rows: ReadonlyMap<string, T>;
}

/**
 * The keys of a selection: `x` on the focused row, Shift with an arrow from where it began to the row one comes to, Escape for
 * none. Returns what a step with Shift does; a step without it begins anew.
 */
export function useSelectKeys<T>(selection: Selection<T> | undefined, store: WindowStore<T>, keyOf: (row: T) => string): (from: number, to: number | null) => void {
  const anchor = useRef<Anchor<T> | null>(null);
  const flip = (): boolean => {
    const row = store.at(store.place.index);
    if (row === undefined) return false;
    anchor.current = null;
    selection!.set(toggled(selection!.rows, keyOf(row), row));
    return true;
  };
  const clear = (): boolean => {
    if (selection!.rows.size === 0) return false;
    anchor.current = null;
    selection!.set(new Map());
    return true;
  };
  usePlainKey(selection === undefined ? [] : [
    { keys: ['x'], words: msg`列表：选中或取消这一行`, run: flip },
    { keys: ['Shift+ArrowDown', 'Shift+ArrowUp'], words: msg`列表：连着选` },
    { keys: ['Escape'], words: msg`列表：取消选中`, run: clear },
  ]);
  return (from, to) => {
    if (selection === undefined || to === null) {
      anchor.current = null;
      return;
    }
    anchor.current ??= { index: from, rows: selection.rows };
    const rows = new Map(anchor.current.rows);
    const [first, last] = [Math.min(anchor.current.index, to), Math.max(anchor.current.index, to)];
    for (let index = first; index <= last; index += 1) {
      const row = store.at(index);
      if (row !== undefined) rows.set(keyOf(row), row);
    }
    selection.set(rows);
  };
}
