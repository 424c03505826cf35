import type { FoundRow } from '../../kernel/area.ts';
import { onSignedOut } from '../session.ts';

const MOST = 8;
let rows: readonly FoundRow[] = [];
onSignedOut(() => {
  rows = [];
});

/** Records opened from the palette since signing in, newest first; memory only, because they name patients. */
export const recents = (): readonly FoundRow[] => rows;
/** Puts a record first. */
export const addRecent = (row: FoundRow): void => {
  rows = [row, ...rows.filter((other) => other.id !== row.id)].slice(0, MOST);
};
