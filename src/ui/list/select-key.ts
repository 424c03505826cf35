import { useRef } from 'react';
import { useKeys } from '../bound-key.tsx';
import { LIST_KEYS } from '../key-entry.ts';
import { toggled, type Selection } from './selection.ts';
import type { WindowStore } from './window-store.ts';

/** Where a selection by Shift began, what was selected before, and the keys of what it has made: by any other way another begins. `seen`: what was drawn at its last step, which two quick ones both see. */
interface Anchor<T> {
  index: number;
  rows: ReadonlyMap<string, T>;
  made: string;
  seen: ReadonlyMap<string, T>;
}
const keysOf = (rows: ReadonlyMap<string, unknown>): string => [...rows.keys()].join();
const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * The keys of a selection: `x` on the focused row, Shift with an arrow from where it began to the row one comes to, Ctrl+A for all
 * that the filters leave, Escape for none. Returns what a step with Shift does; a step without it begins anew.
 */
export function useSelectKeys<T>(selection: Selection<T> | undefined, store: WindowStore<T>, keyOf: (row: T) => string): (from: number, to: number | null) => void {
  const anchor = useRef<Anchor<T> | null>(null);
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
  const all = (): void => {
    anchor.current = null;
    selection!.set(NOTHING, true);
  };
  useKeys(selection === undefined ? [] : [[LIST_KEYS.select, flip], [LIST_KEYS.row, flip], [LIST_KEYS.stretch], [LIST_KEYS.all, all], [LIST_KEYS.none, clear]]);
  return (from, to) => {
    // all are selected already
    if (selection === undefined || to === null || selection.all) {
      anchor.current = null;
      return;
    }
    const { rows: seen } = selection;
    if (anchor.current?.seen !== seen && anchor.current?.made !== keysOf(seen)) anchor.current = { index: from, rows: seen, made: '', seen };
    const { index: began, rows: before } = anchor.current!;
    const rows = new Map(before);
    const [first, last] = [Math.min(began, to), Math.max(began, to)];
    for (let index = first; index <= last; index += 1) {
      const row = store.at(index);
      if (row !== undefined) rows.set(keyOf(row), row);
    }
    anchor.current = { index: began, rows: before, made: keysOf(rows), seen };
    selection.set(rows);
  };
}
