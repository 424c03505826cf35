import { useLingui } from '@lingui/react/macro';
import type { Command } from '../../kernel/area.ts';
import { runCommand } from '../effect.ts';
import { PopupMenu } from './popup-menu.tsx';

/** What one does with one's own account, by command id; one that somebody has not got is left out. */
const OWN = [['profile.open', 'profile'], ['setting.open', 'setting'], ['session.sign-out', 'sign-out']] as const;
/** The commands of the person's menu, each with its picture. */
const personCommands = (commands: readonly Command[]): { command: Command; icon: string }[] => OWN.flatMap(([id, icon]) => {
  const command = commands.find((one) => one.id === id);
  return command === undefined ? [] : [{ command, icon }];
});

/** The menu under one's name: profile, settings, signing out. */
export default function PersonMenu({ name, commands, at, onClose }: { name: string; commands: readonly Command[]; at: HTMLElement; onClose: () => void }) {
  const { i18n } = useLingui();
  const lines = personCommands(commands).map(({ command, icon }, i) => ({ id: command.id, words: i18n._(command.title), icon, of: command, run: () => runCommand(command), ...(i === 0 ? { part: name } : command.calls === 'sign-out' ? { part: true as const } : {}) }));
  return <PopupMenu label={name} lines={lines} at={at} onClose={onClose} />;
}
