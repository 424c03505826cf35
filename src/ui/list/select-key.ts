import { useEffect, useRef } from 'react';
import { useLingui } from '@lingui/react/macro';
import { announce } from '../announce.tsx';
import { useKeys } from '../bound-key.tsx';
import { CallFailure, DROPPED } from '../call.ts';
import { useFormat } from '../format.ts';
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
/** Rows of one range: no more than the store keeps beside the view, so that each further step has them at hand. */
const MOST = 3_000;
/** ms of rest before rows of a range are asked for that nobody looks at: those in view come by themselves. */
const REST = 100;

/**
 * The keys of a selection: `x` on the focused row, Shift with an arrow from where it began to the row one comes to, Ctrl+A for all
 * that the filters leave, Escape for none. Returns what a step with Shift does; a step without it begins anew. Rows between that are not here are fetched: a range is whole, or it is said that it is not.
 */
export function useSelectKeys<T>(selection: Selection<T> | undefined, store: WindowStore<T>, keyOf: (row: T) => string): (from: number, to: number | null) => void {
  const { t } = useLingui();
  const format = useFormat();
  const anchor = useRef<Anchor<T> | null>(null);
  const latest = useRef(selection);
  useEffect(() => void (latest.current = selection));
  const asked = useRef<AbortController | null>(null);
  useEffect(() => () => asked.current?.abort(), [store]);
  /** Adds what was not here to the range that this anchor stands for, if that is still what is selected. */
  async function fill(mine: Anchor<T>, first: number, end: number): Promise<void> {
    const { signal } = (asked.current = new AbortController());
    const stands = (): boolean => !signal.aborted && anchor.current === mine && [mine.made, keysOf(mine.seen)].includes(keysOf(latest.current!.rows));
    await new Promise((done) => setTimeout(done, REST));
    if (!stands()) return;
    announce(t`正在取数`);
    try {
      const rows = new Map(mine.rows);
      for (const row of await store.rows(first, end, signal)) rows.set(keyOf(row), row);
      if (!stands()) return;
      anchor.current = { ...mine, made: keysOf(rows), seen: latest.current!.rows };
      latest.current!.set(rows);
      const count = format.number(rows.size);
      announce(t`已选 ${count} 条`);
    } catch (error) {
      if (!stands()) return;
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) announce(t`有些行没有取到：${error.message}`);
    }
  }
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
    asked.current?.abort();
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
    if (last - first >= MOST) {
      const most = format.number(MOST);
      return announce(t`连着选一次最多 ${most} 条`);
    }
    let lacks = false;
    for (let index = first; index <= last; index += 1) {
      const row = store.at(index);
      if (row === undefined) lacks = true;
      else rows.set(keyOf(row), row);
    }
    const mine = (anchor.current = { index: began, rows: before, made: keysOf(rows), seen });
    selection.set(rows);
    if (lacks) void fill(mine, first, last + 1);
  };
}
