import { useEffect, useRef } from 'react';
import { msg } from '@lingui/core/macro';
import type { Command } from '../kernel/area.ts';
import { refusalWords } from '../kernel/refusal.ts';
import { announce } from './announce.tsx';
import type { Denied } from './command.ts';
import { runCommand } from './effect.ts';
import { here, isHere } from './here.ts';
import { listen, type Bound } from './key-stack.ts';
import { currentI18n, currentLanguage } from './language.tsx';
import { lastSaid } from './toast.tsx';

/** Why the key that takes back does not take back the last step of the record that has the focus: what this person did last was something else. */
function otherwise({ on, title }: Command): string | null {
  const row = here()?.row;
  const last = lastSaid();
  if (!row || last === null || last.of?.includes(`${on}:${row.no}`) === true) return null;
  if (last.words === '') return refusalWords('nothing_to_undo', currentLanguage());
  const i18n = currentI18n();
  const [{ words }, { name }, command] = [last, row, i18n._(title)];
  return i18n._(msg`刚才做的是“${words}”，已不能用这个键撤销。要撤销 ${name} 的上一步，用命令“${command}”`);
}
/** What a command listens as: what acts on a record is a key of its list, the rest is heard everywhere. */
const bound = (command: Command): Bound => ({
  entry: { ...command, scope: command.on === undefined ? 'global' : 'list' },
  here: () => command.on === undefined || isHere(command.on),
  run: () => {
    const why = command.event === 'undo' ? otherwise(command) : null;
    if (why === null) runCommand(command);
    else announce(why);
  },
});
const NONE: readonly Denied[] = [];
/** One that only says why it is not done. */
const silent = ({ command, why }: Denied): Bound => ({ ...bound(command), last: true, run: () => announce(typeof why === 'string' ? why : currentI18n()._(why)) });
/** Listens for the keys of these commands everywhere but in text, in dialogs and in an input method's composition; those of `barred` say why they are not done, where no other has them. */
export function useShortcuts(commands: readonly Command[], barred: readonly Denied[] = NONE): void {
  const group = useRef<readonly Bound[]>([]);
  useEffect(() => void (group.current = [...commands.flatMap((command) => (command.keys === undefined ? [] : [bound(command)])), ...barred.flatMap((one) => (one.command.keys === undefined ? [] : [silent(one)]))]), [commands, barred]);
  useEffect(() => listen(group), []);
}
