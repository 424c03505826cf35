import type { FoundRow } from '../../kernel/area.ts';
import { onSignedOut } from '../session.ts';
import { recents as ids } from './memory.ts';

/** More than are ever shown before typing. */
const MOST = 100;
const rows = new Map<string, FoundRow>();
onSignedOut(() => rows.clear());

/** Keeps a record that was opened from the palette, in memory only, because it names a patient: shown without asking anyone. */
export function addRecent(row: FoundRow): void {
  rows.delete(row.id);
  rows.set(row.id, row);
  for (const oldest of rows.keys()) {
    if (rows.size <= MOST) break;
    rows.delete(oldest);
  }
}
/** Records opened since signing in: what is pinned, then what is used most; without those that one has forgotten. */
export const recents = (): readonly FoundRow[] => ids().flatMap((id) => rows.get(id) ?? []);
