import type { Command } from '../../kernel/area.ts';
import { onSignedOut } from '../session.ts';

/** The command that was last done to a record, with the values that were chosen in its steps. */
export interface Last {
  command: Command;
  values: Readonly<Record<string, string>>;
}
let last: Last | null = null;
onSignedOut(() => void (last = null));
/** Keeps what was done to a record, to be done once more to another. */
export const noteLast = (command: Command, values: Last['values'] = {}): void => void (last = { command, values });
/** What was done last, or null. */
export const lastDone = (): Last | null => last;
