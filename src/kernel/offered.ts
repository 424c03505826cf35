import { may } from './access.ts';
import type { Asked, Command, Here, Thing } from './area.ts';
import type { RefusalName } from './refusal.ts';

/** The one question that palette, menus, buttons, shortcuts and help ask. */
export function offered(command: Command, { viewer, here = null }: Asked): boolean {
  if (command.may !== undefined && !may(viewer, command.may)) return false;
  if (command.on !== undefined) return here !== null && here.on === command.on && (here.row !== null || (command.several === true && here.selection.length > 0));
  return command.goes === undefined || viewer.paths.includes(command.goes.split('?')[0]!);
}
/** Why a command that is offered cannot be done to this record now, or null. */
export const refusal = ({ event }: Command, { can, cannot, stands }: Thing): RefusalName | null => (event === undefined || can.includes(event) ? null : (cannot[event] ?? stands ?? 'wrong_state'));
/** Whether time alone ends it, so that a row that was read a while ago may be wrong: the form, which reads the record anew, is opened all the same. */
export const mayPass = (why: RefusalName | null): boolean => why === 'too_early';
/** Why it can be done to none of those that are selected, or null: also where nobody can say, for not all of them are at hand. */
export function refusalOfAll(command: Command, { selection, whole }: Here): RefusalName | null {
  const all = selection.map((row) => refusal(command, row));
  // one that time alone ends says that the form is worth a look
  return whole === undefined && !all.includes(null) ? (all.find(mayPass) ?? all[0]!) : null;
}
