import { useState } from 'react';
import type { WindowStore } from './window-store.ts';

/** The rows that are selected, by their keys. */
export interface Selection<T> {
  rows: ReadonlyMap<string, T>;
  set: (rows: ReadonlyMap<string, T>) => void;
}

/** The selection of a list that asks for one; other filters are another list, in which nothing is selected. */
export function useSelection<T>(store: WindowStore<T>): Selection<T> {
  const [held, setHeld] = useState<{ store: WindowStore<T>; rows: ReadonlyMap<string, T> }>({ store, rows: new Map() });
  return { rows: held.store === store ? held.rows : new Map(), set: (rows) => setHeld({ store, rows }) };
}
/** The selection with this row in it, or without it when it was. */
export function toggled<T>(rows: ReadonlyMap<string, T>, key: string, row: T): ReadonlyMap<string, T> {
  const next = new Map(rows);
  if (!next.delete(key)) next.set(key, row);
  return next;
}
