import { useEffect, useMemo, useRef, useState } from 'react';
import { writeSort, type Layout, type ListName, type SortKey } from '../../kernel/list.ts';
import { navigate, useQuery } from '../location.ts';
import { arranged, entriesOf, putAt, widened, type Entry } from './arrange.ts';
import { sortOf, turned, withSort, type Field } from './condition.ts';
import type { Column } from './column.tsx';
import { choose, type Chosen } from './filter.tsx';
import type { HeadWork } from './head.tsx';
import { keepLayout, useLayout, useViews } from './memory.ts';
import { viewShown } from './view.ts';

/** How a list is arranged now, and what changes it. */
export interface Arrangement<T> {
  /** As they are drawn. */
  columns: readonly Column<T>[];
  entries: readonly Entry[];
  sort: readonly SortKey[];
  /** What a saved view would keep of it. */
  layout: Layout;
  /** null: as the list comes. */
  set: (entries: readonly Entry[] | null) => void;
  onSort: (field: string, also: boolean) => void;
  /** Back to the list's own order. */
  unsort: () => void;
  /** What the headings do; undefined where nothing is kept. */
  head: HeadWork | undefined;
}

/** Columns and sort of the list `name`: as the view that is shown says, else as one has arranged it oneself. */
export function useArrangement<T>({ name, path, columns, fields, chosen }: { name: ListName | undefined; path: string; columns: readonly Column<T>[]; fields: readonly Field[]; chosen: Chosen }): Arrangement<T> {
  const own = useLayout(name);
  const views = useViews();
  const query = useQuery();
  const view = name === undefined ? undefined : viewShown(views, name, chosen);
  // the view whose columns one has changed since it was opened
  const [left, setLeft] = useState<string | null>(null);
  // what one arranges while it is not known what is kept: it stays here, and nothing is written over
  const [apart, setApart] = useState<Layout | null>(null);
  const shown = view !== undefined && view.layout !== null && left !== view.id ? view.layout : own === undefined ? apart : own;
  const entries = useMemo(() => entriesOf(columns, shown), [columns, shown]);
  const drawn = useMemo(() => arranged(columns, entries), [columns, entries]);
  const sort = sortOf(chosen, fields);
  const text = sort.length === 0 ? null : writeSort(sort);

  const arrived = useRef(false);
  useEffect(() => {
    if (own === undefined || arrived.current) return;
    arrived.current = true;
    if (own === null || own.sort === null || query.has('sort') || sortOf({ sort: own.sort }, fields).length === 0) return;
    // one's own order, where the address asks for none
    const next = new URLSearchParams(query);
    next.set('sort', own.sort);
    navigate(`${path}?${next}`, { replace: true, state: history.state });
  }, [own, chosen, fields, path, query]);

  const set = (next: readonly Entry[] | null): void => {
    if (name === undefined) return;
    setLeft(view?.id ?? null);
    // the order of rows that one likes is no matter of columns
    const kept = own?.sort ?? null;
    const layout = next === null && kept === null ? null : { columns: [...(next ?? [])], sort: kept };
    if (own === undefined) setApart(layout);
    else keepLayout(name, layout);
  };
  const sortBy = (keys: readonly SortKey[]): void => {
    if (name !== undefined && own !== undefined) keepLayout(name, { columns: own?.columns ?? [], sort: keys.length === 0 ? null : writeSort(keys) });
    choose(path, withSort(chosen, keys));
  };
  const onSort = (field: string, also: boolean): void => sortBy(turned(sort, field, also));
  const head: HeadWork | undefined = name === undefined ? undefined : { sort, onSort, onWidth: (id, width) => set(widened(entries, id, width)), onPut: (id, target) => set(putAt(entries, id, target)) };
  return { columns: drawn, entries, sort, layout: { columns: [...entries], sort: text }, set, onSort, unsort: () => sortBy([]), head };
}
