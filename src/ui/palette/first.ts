import type { Group, Row } from './rank.ts';

/** What Enter would open: the first row of all, unless an answer that belongs above it is still under way. */
export function best(groups: readonly Group[]): Row | 'wait' | null {
  for (const group of groups) {
    if (group.pending) return 'wait';
    if (group.rows.length > 0) return group.rows[0]!;
  }
  return null;
}
/** Whether the row with this id answers the present text. */
export const isFresh = (groups: readonly Group[], id: string): boolean => groups.some((group) => !group.pending && group.rows.some((row) => row.id === id));
