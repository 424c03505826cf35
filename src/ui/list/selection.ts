import { useState } from 'react';
import type { Selected } from '../../kernel/list.ts';
import { questionOf } from './source.ts';
import type { WindowStore } from './window-store.ts';

/** The rows that are selected: those named in `rows`, or with `all` every row that the filters leave but those. A million less ten is ten. */
export interface Selection<T> {
  all: boolean;
  rows: ReadonlyMap<string, T>;
  set: (rows: ReadonlyMap<string, T>, all?: boolean) => void;
}

/** The selection of a list that asks for one; other filters are another list, in which nothing is selected, another order is not. */
export function useSelection<T>(store: WindowStore<T>): Selection<T> {
  const of = questionOf(store);
  const [held, setHeld] = useState<{ of: unknown; rows: ReadonlyMap<string, T>; all: boolean }>({ of, rows: new Map(), all: false });
  const own = held.of === of;
  return { all: own && held.all, rows: own ? held.rows : new Map(), set: (rows, all = false) => setHeld({ of, rows, all }) };
}
/** The rows with this one in it, or without it when it was. */
export function toggled<T>(rows: ReadonlyMap<string, T>, key: string, row: T): ReadonlyMap<string, T> {
  const next = new Map(rows);
  if (!next.delete(key)) next.set(key, row);
  return next;
}
/** Whether the row of this key is selected. */
export const isSelected = <T>({ all, rows }: Pick<Selection<T>, 'all' | 'rows'>, key: string): boolean => rows.has(key) !== all;
/** How many rows are selected; null while nobody has counted the list. */
export const countSelected = <T>({ all, rows }: Pick<Selection<T>, 'all' | 'rows'>, total: number | null): number | null => (!all ? rows.size : total === null ? null : Math.max(0, total - rows.size));
/** The selection as the server reads it, under the filters of the list (`filterOf`). */
export const selectedOf = <T extends { id: string }, F>({ all, rows }: Pick<Selection<T>, 'all' | 'rows'>, filter: F): Selected<F> & { ids: string[] } => ({ mode: all ? 'exclude' : 'include', ids: [...rows.values()].map(({ id }) => id), filter });
