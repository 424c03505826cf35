import { useLingui } from '@lingui/react/macro';
import { MAILBOX_CHANGED, NEW_UNDONE, NUMBER_CHANGED, readPatientEdited, UNDONE } from '../kernel/recorded.ts';

/** What the server wrote into a record, in the reader's language; what a person wrote stays as it is. `byUndo`: an undo wrote it; without, a bare word is a person's, who may say that too. */
export function useRecorded(): (text: string, byUndo?: boolean) => string {
  const { t } = useLingui();
  return (text, byUndo = false) => {
    if (byUndo && text === UNDONE) return t({ context: '记录', message: '撤销' });
    if (byUndo && text === NEW_UNDONE) return t`撤销新建`;
    const number = text.endsWith(NUMBER_CHANGED) ? text.slice(0, -NUMBER_CHANGED.length) : null;
    if (number !== null) return t`${number}（号码已改）`;
    const mailbox = text.endsWith(MAILBOX_CHANGED) ? text.slice(0, -MAILBOX_CHANGED.length) : null;
    if (mailbox !== null) return t`${mailbox}（邮箱已改）`;
    const edit = readPatientEdited(text);
    if (edit === null) return text;
    const { no } = edit;
    return edit.undone ? t`患者资料在 ${no} 撤销修改` : t`患者资料在 ${no} 修改`;
  };
}
