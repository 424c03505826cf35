import type { ReactNode } from 'react';
import { createColumnHelper, tableFeatures } from '@tanstack/react-table';
import style from './list.module.css';

/** One column: heading, cell and width. */
export interface Column<T> {
  id: string;
  header: string;
  /** Least width in em: one hanzi is one. */
  width: number;
  /** Its share of the room that is left; without it the width is fixed. */
  grow?: number;
  /** Numbers stand at the right in tabular figures. */
  number?: boolean;
  /** The field that the list is sorted by when its heading is pressed. */
  sort?: string;
  /** It waits to be chosen. */
  aside?: true;
  /** It stays in sight when the list scrolls sideways: what stands left of it, in em and in gaps. */
  pinned?: { em: number; gaps: number };
  cell: (row: T) => ReactNode;
}
/** A loaded row with its place in the whole list. */
export interface Placed<T> {
  index: number;
  row: T;
}

/** TanStack Table holds the columns over the rows in view; the whole list never enters its row model. */
export const features = tableFeatures({ columnMeta: {} as { number: boolean } });

/** The columns as TanStack Table takes them. */
export function definitions<T>(columns: readonly Column<T>[]) {
  const helper = createColumnHelper<typeof features, Placed<T>>();
  return columns.map(({ id, header, number = false, cell }) => helper.display({ id, header, meta: { number }, cell: ({ row }) => cell(row.original.row) }));
}

/** The columns as tracks of a CSS grid, and the least width of a row: narrower views scroll sideways, and then those that grow (`growing` of them) have more (list.module.css). */
export function tracksOf(columns: readonly Pick<Column<never>, 'width' | 'grow'>[]): { tracks: string; growing: number; least: string } {
  return {
    tracks: columns.map(({ width, grow }) => (grow === undefined ? `${width}em` : `minmax(calc(${width}em + var(--more)), ${grow}fr)`)).join(' '),
    growing: columns.filter(({ grow }) => grow).length,
    least: `calc(${columns.reduce((sum, { width }) => sum + width, 0)}em + ${columns.length - 1} * var(--gap) + 2 * var(--edge))`,
  };
}

/** Text on one line, cut with an ellipsis and whole in its title; `also` follows in the quieter tone. */
export function Line({ text, also, strong = false }: { text: string; also?: string | null; strong?: boolean }) {
  const more = also ?? '';
  return (
    <span className={style.line} title={more === '' ? text : `${text} ${more}`}>
      {strong ? <b>{text}</b> : <span>{text}</span>}
      {more !== '' && <small className={style.also}>{more}</small>}
    </span>
  );
}
