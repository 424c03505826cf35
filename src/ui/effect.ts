import type { Command } from '../kernel/area.ts';
import { toggleHelp } from './help-state.ts';
import { actHere } from './here.ts';
import { navigate } from './location.ts';
import { signOut } from './session.ts';
import { getSetting, setSetting, type Settings } from './setting.ts';

/** What a command may call, by name; `value` comes from the command, never from a person. */
const EFFECTS: Record<string, (value: string) => void> = {
  theme: (value) => setSetting('theme', value as Settings['theme']),
  language: (value) => setSetting('language', value as Settings['language']),
  size: (value) => setSetting('size', value as Settings['size']),
  sidebar: () => setSetting('sidebarStatus', getSetting('sidebarStatus') === 'opened' ? 'closed' : 'opened'),
  help: toggleHelp,
  'sign-out': signOut,
};
/** The names that `calls` may have. */
export const EFFECT_NAMES: readonly string[] = Object.keys(EFFECTS);

/** Does what the command says: acts on the record that is here (`several`: on those that are selected), opens its address or calls its effect. @throws TypeError for a name that no effect has. */
export function runCommand(command: Command, several?: boolean): void {
  if (command.on !== undefined) return void actHere(command, several);
  if (command.goes !== undefined) return navigate(command.goes);
  const effect = EFFECTS[command.calls ?? ''];
  if (effect === undefined) throw new TypeError(`${command.id} calls ${command.calls}, which is no effect`);
  effect(command.value ?? '');
}
