import type { Here } from '../../kernel/area.ts';
import { refusal } from '../../kernel/offered.ts';
import { here, isStill, onHere } from '../here.ts';
import { wordsOf, type Group } from './rank.ts';

/** What commands act on: what had the focus or was selected when the palette opened, for nothing below it has the focus meanwhile; of the record that had it, what its page knows now. */
export function followPlace(): { now: () => Here | null; subscribe: (listener: () => void) => () => void } {
  let known = here();
  return {
    now: () => known,
    subscribe: (listener) => onHere(() => {
      const row = here()?.row;
      if (!known?.row || !row || !isStill({ ...known, rows: [known.row], several: false, whole: 0 })) return;
      known = { ...known, row };
      listener();
    }),
  };
}
/** The same rows; those of commands that cannot be done any more to the record they name say why. */
export const withWhys = (groups: readonly Group[], at: Here | null): readonly Group[] =>
  groups.map((group) => ({ ...group, rows: group.rows.map((row) => (row.kind === 'command' && row.several === false ? { ...row, why: wordsOf(refusal(row.command, at!.row!)) } : row)) }));
