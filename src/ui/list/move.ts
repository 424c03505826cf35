/** Where the grid's keys lead (notes/keyboard.md section 3; ARIA grid pattern). */
export interface Ground {
  /** Focused row from 0. */
  index: number;
  /** Rows in the list. */
  count: number;
  /** Whole rows in view. */
  page: number;
}

/** The row a key leads to, or null when the key is not one of the grid's. Home and End reach the first and the last real row. */
export function moveFor(key: string, { index, count, page }: Ground): number | null {
  const within = (to: number): number => Math.max(0, Math.min(count - 1, to));
  switch (key) {
    case 'ArrowDown':
      return within(index + 1);
    case 'ArrowUp':
      return within(index - 1);
    case 'PageDown':
      return within(index + Math.max(1, page - 1));
    case 'PageUp':
      return within(index - Math.max(1, page - 1));
    case 'Home':
      return within(0);
    case 'End':
      return within(count - 1);
    default:
      return null;
  }
}

/**
 * Where a key leads among the cells of the focused row (ARIA grid pattern, rows and cells): → enters it and steps on, ← steps back and
 * out again to the whole row (null), Home and End lead to its first and last cell. Undefined: not a key for cells.
 */
export function cellFor(key: string, cell: number | null, cells: number): number | null | undefined {
  if (key === 'ArrowRight') return cell === null ? 0 : Math.min(cells - 1, cell + 1);
  if (cell === null) return undefined;
  if (key === 'ArrowLeft') return cell === 0 ? null : cell - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? cells - 1 : undefined;
}
