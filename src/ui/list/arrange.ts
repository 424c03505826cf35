import type { Layout } from '../../kernel/list.ts';
import type { Column } from './column.tsx';

/** One column as it is arranged. */
export type Entry = Layout['columns'][number];
/** Least and greatest width, em. */
const [LEAST, MOST] = [2, 60];

/** Every column as it stands: as arranged, then those that came since, shown unless they wait to be chosen. */
export function entriesOf(columns: readonly Pick<Column<never>, 'id' | 'aside'>[], layout: Layout | null): Entry[] {
  const kept = (layout?.columns ?? []).filter(({ id }, place, all) => columns.some((column) => column.id === id) && all.findIndex((one) => one.id === id) === place);
  const come = columns.filter(({ id }) => !kept.some((entry) => entry.id === id));
  const entries = [...kept];
  for (const { id, aside } of come) {
    // behind the one it follows by itself
    const before = columns.slice(0, columns.findIndex((column) => column.id === id)).map((column) => column.id);
    const place = entries.findLastIndex((entry) => before.includes(entry.id));
    entries.splice(place + 1, 0, { id, shown: aside !== true, width: null, pinned: false });
  }
  // a list of no columns is none
  return entries.some(({ shown }) => shown) ? entries : entries.map((entry, place) => (place === 0 ? { ...entry, shown: true } : entry));
}
const changed = (entries: readonly Entry[], id: string, change: Partial<Entry>): Entry[] => entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry));
/** Shows or hides a column; the last one that is shown stays. */
export const showing = (entries: readonly Entry[], id: string, shown: boolean): Entry[] => (!shown && entries.every((entry) => !entry.shown || entry.id === id) ? [...entries] : changed(entries, id, { shown }));
export const pinning = (entries: readonly Entry[], id: string, pinned: boolean): Entry[] => changed(entries, id, { pinned });
/** Gives a column a width in em, to the tenth; null: its own again. */
export const widened = (entries: readonly Entry[], id: string, width: number | null): Entry[] => changed(entries, id, { width: width === null ? null : Math.round(Math.max(LEAST, Math.min(MOST, width)) * 10) / 10 });
/** Puts a column to where another one stands. */
export function putAt(entries: readonly Entry[], id: string, target: string): Entry[] {
  const to = entries.findIndex((entry) => entry.id === target);
  const one = entries.find((entry) => entry.id === id);
  const rest = entries.filter((entry) => entry.id !== id);
  return one === undefined || to < 0 ? [...entries] : [...rest.slice(0, to), one, ...rest.slice(to)];
}
/** Moves a column one place on among those that are shown and stand on its side, pinned or not. */
export function stepped(entries: readonly Entry[], id: string, by: 1 | -1): Entry[] {
  const one = entries.find((entry) => entry.id === id);
  if (one === undefined) return [...entries];
  const beside = entries.filter((entry) => entry.id === id || (entry.pinned === one.pinned && entry.shown === one.shown));
  const target = beside[beside.indexOf(one) + by];
  return target === undefined ? [...entries] : putAt(entries, id, target.id);
}

/** The columns as they are to be drawn, pinned ones first. */
export function arranged<T>(columns: readonly Column<T>[], entries: readonly Entry[]): readonly Column<T>[] {
  const shown = entries.filter((entry) => entry.shown);
  let at = 0;
  return [...shown.filter(({ pinned }) => pinned), ...shown.filter(({ pinned }) => !pinned)].map(({ id, width, pinned }, gaps) => {
    const { grow, ...column } = columns.find((one) => one.id === id)!;
    if (!pinned) return { ...column, ...(width !== null ? { width } : grow === undefined ? {} : { grow }) };
    const left = at;
    at += width ?? column.width;
    return { ...column, width: width ?? column.width, pinned: { em: left, gaps } };
  });
}
