import { useEffect, useRef } from 'react';
import { msg } from '@lingui/core/macro';
import { dialogOpen, typing } from '../key.ts';
import { usePlainKey } from '../plain-key.ts';
import { toggled, type Selection } from './selection.ts';
import type { WindowStore } from './window-store.ts';

/** Where a selection by Shift began, and what was selected before. */
interface Anchor<T> {
  index: number;
  rows: ReadonlyMap<string, T>;
}
const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * The keys of a selection: `x` on the focused row, Shift with an arrow from where it began to the row one comes to, Ctrl+A for all
 * that the filters leave, Escape for none. Returns what a step with Shift does; a step without it begins anew.
 */
export function useSelectKeys<T>(selection: Selection<T> | undefined, store: WindowStore<T>, keyOf: (row: T) => string): (from: number, to: number | null) => void {
  const anchor = useRef<Anchor<T> | null>(null);
  const latest = useRef(selection);
  useEffect(() => void (latest.current = selection));
  const selects = selection !== undefined;
  useEffect(() => {
    if (!selects) return;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || typing(event.target) || dialogOpen()) return;
      event.preventDefault();
      anchor.current = null;
      latest.current!.set(NOTHING, true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [selects]);
  const flip = (): boolean => {
    const row = store.at(store.place.index);
    if (row === undefined) return false;
    anchor.current = null;
    selection!.set(toggled(selection!.rows, keyOf(row), row), selection!.all);
    return true;
  };
  const clear = (): boolean => {
    if (selection!.rows.size === 0 && !selection!.all) return false;
    anchor.current = null;
    selection!.set(NOTHING);
    return true;
  };
  usePlainKey(!selects ? [] : [
    { keys: ['x'], words: msg`列表：选中或取消这一行`, run: flip },
    { keys: ['Shift+ArrowDown', 'Shift+ArrowUp'], words: msg`列表：连着选` },
    { keys: ['$mod+a'], words: msg`列表：全选，不论有没有取到` },
    { keys: ['Escape'], words: msg`列表：取消选中`, run: clear },
  ]);
  return (from, to) => {
    // all are selected already
    if (selection === undefined || to === null || selection.all) {
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
