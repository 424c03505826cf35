import { useEffect, useRef } from 'react';
import { useLingui } from '@lingui/react/macro';
import { announce } from '../announce.tsx';
import { useKeys } from '../bound-key.tsx';
import { CallFailure, DROPPED } from '../call.ts';
import { useFormat } from '../format.ts';
import { LIST_KEYS } from '../key-entry.ts';
import { toggled, type Selection } from './selection.ts';
import type { WindowStore } from './window-store.ts';

/** Where a selection by Shift began, what was selected before, and the keys of what it has made: by any other way another begins. `seen`: what was drawn at its last step, which two quick ones both see; `came`: rows that were fetched for it. */
interface Anchor<T> {
  index: number;
  rows: ReadonlyMap<string, T>;
  made: string;
  seen: ReadonlyMap<string, T>;
  came: Map<number, T>;
  asked: AbortController | null;
}
const keysOf = (rows: ReadonlyMap<string, unknown>): string => [...rows.keys()].join();
/** Gives up what is on its way; `had`: what was asked for when something was selected. */
function drop(coming: ReadonlyMap<AbortController, boolean>, had = false): void {
  for (const [asked, was] of coming) if (was || !had) asked.abort();
}
const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();
/** Rows of one range: thirty windows, which are fetched one after the other. */
const MOST = 3_000;
/** ms of rest before rows of a range are asked for that nobody looks at: those in view come by themselves. */
const REST = 100;

/**
 * The keys of a selection: `x` on the focused row, Shift with an arrow from where it began to the row one comes to, Ctrl+A for all
 * that the filters leave, Escape for none. `reach`: what a step does, with Shift to a row, without it anew; `flip`: takes the focused row in or out.
 * Rows of a range that are not here are fetched and added, whatever else is selected or moved to meanwhile, unless all of it was taken back.
 */
export function useSelectKeys<T>(selection: Selection<T> | undefined, store: WindowStore<T>, keyOf: (row: T) => string): { reach: (from: number, to: number | null) => void; flip: () => boolean } {
  const { t } = useLingui();
  const format = useFormat();
  const anchor = useRef<Anchor<T> | null>(null);
  const latest = useRef(selection);
  /** What is on its way, and whether anything was selected when it was asked for. */
  const coming = useRef(new Map<AbortController, boolean>());
  useEffect(() => {
    latest.current = selection;
    // taken back, by whatever way
    if (selection !== undefined && (selection.all || selection.rows.size === 0)) drop(coming.current, !selection.all);
  });
  useEffect(() => {
    const own = coming.current;
    return () => {
      drop(own);
      // its place is one in that order
      anchor.current = null;
    };
  }, [store]);
  /** Adds what was not here of the range that this anchor stands for. */
  async function fill(mine: Anchor<T>, lacks: readonly number[]): Promise<void> {
    const asked = (mine.asked = new AbortController());
    const isOver = (): boolean => asked.signal.aborted;
    coming.current.set(asked, mine.made !== '');
    try {
      await new Promise((done) => setTimeout(done, REST));
      if (isOver()) return;
      announce(t`正在取数`);
      const first = lacks[0]!;
      const rows = await store.rows(first, lacks.at(-1)! + 1, asked.signal);
      if (isOver()) return;
      const { rows: seen, set } = latest.current!;
      const now = new Map(seen);
      const before = new Map(anchor.current?.rows);
      for (const index of lacks) {
        const row = rows[index - first];
        if (row === undefined) continue;
        mine.came.set(index, row);
        now.set(keyOf(row), row);
        before.set(keyOf(row), row);
      }
      // for a range that was begun since, this is what was selected before
      if (anchor.current !== null) anchor.current = { ...anchor.current, ...(anchor.current.came === mine.came ? {} : { rows: before }), made: keysOf(now), seen };
      set(now);
      const count = format.number(now.size);
      announce(t`已选 ${count} 条`);
    } catch (error) {
      if (isOver()) return;
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) announce(t`有些行没有取到：${error.message}`);
    } finally {
      coming.current.delete(asked);
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
    const waits = coming.current.size > 0;
    drop(coming.current);
    anchor.current = null;
    if (selection!.rows.size === 0 && !selection!.all) return waits;
    selection!.set(NOTHING);
    return true;
  };
  const all = (): void => {
    drop(coming.current);
    anchor.current = null;
    selection!.set(NOTHING, true);
  };
  useKeys(selection === undefined ? [] : [[LIST_KEYS.select, flip], [LIST_KEYS.row], [LIST_KEYS.stretch], [LIST_KEYS.all, all], [LIST_KEYS.none, clear]]);
  function reach(from: number, to: number | null): void {
    // all are selected already
    if (selection === undefined || to === null || selection.all) {
      anchor.current = null;
      return;
    }
    const { rows: seen } = selection;
    if (anchor.current?.seen !== seen && anchor.current?.made !== keysOf(seen)) anchor.current = { index: from, rows: seen, made: '', seen, came: new Map(), asked: null };
    const { index: began, rows: before, came, asked } = anchor.current!;
    const [first, last] = [Math.min(began, to), Math.max(began, to)];
    if (last - first >= MOST) {
      const most = format.number(MOST);
      return announce(t`连着选一次最多 ${most} 条`);
    }
    asked?.abort();
    const rows = new Map(before);
    const lacks: number[] = [];
    for (let index = first; index <= last; index += 1) {
      const row = store.at(index) ?? came.get(index);
      if (row === undefined) lacks.push(index);
      else rows.set(keyOf(row), row);
    }
    const mine: Anchor<T> = (anchor.current = { index: began, rows: before, made: keysOf(rows), seen, came, asked: null });
    selection.set(rows);
    if (lacks.length > 0) void fill(mine, lacks);
  }
  return { reach, flip };
}
