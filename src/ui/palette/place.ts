import type { Here } from '../../kernel/area.ts';
import { refusal, refusalOfAll } from '../../kernel/offered.ts';
import { here, isStill, onHere } from '../here.ts';
import { wordsOf, type Group } from './rank.ts';

/** What commands act on: what had the focus or was selected when the palette opened, for nothing below it has the focus meanwhile; of those records, what their page knows now. */
export function followPlace(): { now: () => Here | null; subscribe: (listener: () => void) => () => void } {
  let known = here();
  return {
    now: () => known,
    subscribe: (listener) => onHere(() => {
      const now = here();
      if (known === null || now === null) return;
      const { on, row, selection, whole } = known;
      const own = row !== null && isStill({ on, whole, rows: [row], several: false });
      const several = selection.length > 0 && isStill({ on, whole, rows: selection, several: true });
      if (!own && !several) return;
      known = { ...known, ...(own ? { row: now.row } : {}), ...(several ? { selection: now.selection } : {}) };
      listener();
    }),
  };
}
/** The same rows; those of commands that cannot be done any more to the record they name say why. */
export const withWhys = (groups: readonly Group[], at: Here | null): readonly Group[] =>
  groups.map((group) => ({ ...group, rows: group.rows.map((row) => (row.kind === 'command' && row.several !== undefined ? { ...row, why: wordsOf(row.several ? refusalOfAll(row.command, at!) : refusal(row.command, at!.row!)) } : row)) }));
