import { msg } from '@lingui/core/macro';
import type { Command } from '../kernel/area.ts';
import { announce } from './announce.tsx';
import { toggleHelp } from './help-state.ts';
import { actHere } from './here.ts';
import { setKeyboard } from './keyboard.ts';
import { currentI18n } from './language.tsx';
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
  'single-keys': (value) => {
    setKeyboard({ single: value === 'on' });
    announce(currentI18n()._(value === 'on' ? msg`单键快捷键已打开` : msg`单键快捷键已关闭，Ctrl+K 仍然可用`));
  },
  'sign-out': () => {
    // the server's answer may take its time
    announce(currentI18n()._(msg`正在退出登录…`));
    signOut();
  },
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
