// Texts that the server itself writes into records. Whoever acts, they are kept in Chinese, the language of the records, and a
// console says them in its reader's language (ui/recorded.ts): in whose language it was done is no matter of whoever reads it.

/** Why an adjustment makes up for one that was undone. */
export const UNDONE = '撤销';
/** Why a new order that was taken back is cancelled. */
export const NEW_UNDONE = '撤销新建';
/** Follows a masked number of which only hidden digits changed. */
export const NUMBER_CHANGED = '（号码已改）';
/** The same of a masked mailbox. */
export const MAILBOX_CHANGED = '（邮箱已改）';
/** Why an order changed: its patient was edited through the order `no`, or that was undone. */
export const patientEdited = (no: string, undone: boolean): string => `患者资料在 ${no} ${undone ? '撤销修改' : '修改'}`;
/** The order of such a text, and whether it was undone; null where it is none. */
export function readPatientEdited(text: string): { no: string; undone: boolean } | null {
  const found = /^患者资料在 (\S+) (撤销)?修改$/.exec(text);
  return found && { no: found[1]!, undone: found[2] !== undefined };
}
