import { useMemo, useSyncExternalStore } from 'react';
import type { Page } from '../../kernel/endpoint.ts';
import { onBack } from '../network.ts';
import { onSignedOut } from '../session.ts';
import { WindowStore, WINDOW_SIZE } from './window-store.ts';

/** What every list endpoint takes beside its filters (kernel/list.ts): the rows come before anyone has counted them. */
export interface WindowQuery {
  pageNum: string;
  pageSize: string;
  count: '0' | 'only';
  /** One more condition. */
  [where: `where[${number}]`]: string;
}
type Ask<T> = (window: WindowQuery, signal: AbortSignal) => Promise<Page<T>>;

/** Lists looked at lately: going back finds rows and place as they were. */
const stores = new Map<string, WindowStore<unknown>>();
const KEPT = 12;
onSignedOut(() => {
  for (const store of stores.values()) store.stop();
  stores.clear();
});
// what failed while there was no network comes at once
onBack(() => stores.forEach((store) => store.again()));

const questions = new WeakMap<object, string>();
/** What a list asks for, in whatever order: equal for the same rows. */
export const questionOf = <T>(store: WindowStore<T>): unknown => questions.get(store) ?? store;

/** The rows of the list named `name` under `filter`; `ask` fetches one window of it. */
export function useWindows<T>(name: string, filter: Record<string, string>, ask: Ask<T>): WindowStore<T> {
  const key = `${name}?${new URLSearchParams(filter).toString()}`;
  return useMemo(() => {
    const known = stores.get(key) as WindowStore<T> | undefined;
    const free = Object.keys(filter).filter((field) => field.startsWith('where[')).length;
    const store = known ?? new WindowStore<T>(
      (pageNum, signal) => ask({ pageNum: String(pageNum), pageSize: String(WINDOW_SIZE), count: '0' }, signal),
      async (signal, clause) => (await ask({ pageNum: '1', pageSize: String(WINDOW_SIZE), count: 'only', ...(clause === undefined ? {} : { [`where[${free}]`]: clause }) }, signal)).total ?? 0,
    );
    const { sort: _, ...rest } = filter;
    questions.set(store, JSON.stringify([name, rest]));
    stores.delete(key);
    stores.set(key, store as WindowStore<unknown>);
    for (const oldest of stores.keys()) {
      if (stores.size <= KEPT) break;
      stores.delete(oldest);
    }
    return store;
    // `ask` is a new function at each render but says the same for the same key
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
}

/** Shows a row as it is now in every list named `name` that holds it, whatever its filters. */
export function putRow<T>(name: string, is: (row: T) => boolean, row: T): void {
  for (const [key, store] of stores) if (key.startsWith(`${name}?`)) (store as WindowStore<T>).put(is, row);
}

/** Asks for what every list named `name` shows once more: rows have come or gone. */
export function refreshLists(name: string): void {
  for (const [key, store] of stores) if (key.startsWith(`${name}?`)) store.refresh();
}

/** Reads a list again after something was made: its row then has the focus, where it is among those in view. */
export function showMade<T>(store: WindowStore<T>, is: (row: T) => boolean): void {
  const before = store.updatedAt;
  const stop = store.subscribe(() => {
    if (store.updatedAt === before) return;
    stop();
    const index = store.indexWhere(is);
    // the grid goes there when it draws these rows
    if (index >= 0) Object.assign(store.place, { index, key: null, leap: true });
  });
  store.refresh();
}

/** The row as any list named `name` holds it, or undefined. */
export function heldRow<T>(name: string, is: (row: T) => boolean): T | undefined {
  for (const [key, store] of stores) {
    if (!key.startsWith(`${name}?`)) continue;
    const at = store.indexWhere(is as (row: unknown) => boolean);
    if (at >= 0) return store.at(at) as T;
  }
  return undefined;
}

/** Re-renders when rows, total or failure change. */
export function useVersion<T>(store: WindowStore<T>): number {
  return useSyncExternalStore(store.subscribe, () => store.version, () => 0);
}

/** Whether rows have come, or why not: what else a page shows of a list is asked for after them. */
export function useAnswered<T>(store: WindowStore<T>): boolean {
  return useSyncExternalStore(store.subscribe, () => store.updatedAt !== null || store.failure !== null, () => false);
}
