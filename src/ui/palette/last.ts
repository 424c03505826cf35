import type { Command } from '../../kernel/area.ts';
import { onSignedOut } from '../session.ts';
import { tellRan } from './memory-source.ts';

/** The command that was last done to a record, with the values that were chosen in its steps. */
export interface Last {
  command: Command;
  values: Readonly<Record<string, string>>;
}
let last: Last | null = null;
/** A command on these records (their numbers, or the first of `count`). */
interface Done {
  command: Command;
  on: readonly string[];
  count: number;
}
/** One whose form is open, or was left: it is not done before that was sent. */
let form: Done | null = null;
onSignedOut(() => void (last = form = null));
/** Keeps what was done to a record, to be done once more to another. */
export const noteLast = (command: Command, values: Last['values'] = {}): void => void (last = { command, values });
/** A command was done: the audit is told, and it can be done once more. */
export function noteDone({ command, on, count }: Done): void {
  form = null;
  tellRan(command.id, on, count);
  noteLast(command);
}
/** A command has opened its form. */
export const noteForm = (opened: Done): void => void (form = opened);
/** What this command does was done to this record, or to those it was opened for: if it was the command that opened the form, it is done now. */
export function wasDone(id: string, no?: string): void {
  if (form !== null && form.command.id === id && (no === undefined || form.on.includes(no))) noteDone(form);
}
/** What was done last, or null. */
export const lastDone = (): Last | null => last;
