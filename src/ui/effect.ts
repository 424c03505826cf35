import { msg } from '@lingui/core/macro';
import type { Command } from '../kernel/area.ts';
import { announce } from './announce.tsx';
import { noteReading, startTour } from './help-mark.ts';
import { toggleFigures, toggleHelp } from './help-state.ts';
import { actHere } from './here.ts';
import { boundNow } from './key-stack.ts';
import { setKeyboard } from './keyboard.ts';
import { currentI18n } from './language.tsx';
import { beforeLoss } from './leave.ts';
import { navigate } from './location.ts';
import { signOut } from './session.ts';
import { openNotice, seeAll } from './notice/state.ts';
import { noteDone, noteForm } from './palette/last.ts';
import { tellRan } from './palette/memory-source.ts';
import { CHOOSABLE, keepSetting } from './setting-command.ts';
import { getSetting, readSetting } from './setting.ts';
import { resetSettings } from './setting/keep.ts';
import { openSettings } from './setting/open.ts';
import { wayTo } from './stack.ts';
import { actOnTag } from './tag/tag-act.ts';
import { goBack, wayBack } from './way-back.ts';
import { beforeCut } from './work.ts';

/** Ends the session, and is in the audit by itself: the line of the command would come too late. */
const LAST = 'sign-out';
/** What a command may call, by name; `value` comes from the command, never from a person. */
const EFFECTS: Record<string, (value: string) => void> = {
  ...Object.fromEntries(CHOOSABLE.map((name) => [name, (value: string) => keepSetting(name, readSetting(name, value))])),
  // said, for there may be no sidebar to be seen: menu at the top, narrow window
  sidebar: () => keepSetting('sidebarStatus', getSetting('sidebarStatus') === 'opened' ? 'closed' : 'opened'),
  settings: openSettings,
  'setting-reset': resetSettings,
  help: toggleHelp,
  tour: startTour,
  figures: toggleFigures,
  notice: openNotice,
  'notice-read': () => void seeAll(),
  'single-keys': (value) => {
    setKeyboard({ single: value === 'on' });
    announce(currentI18n()._(value === 'on' ? msg`单键快捷键已打开` : msg`单键快捷键已关闭，带 Ctrl 的键仍然可用`));
  },
  [LAST]: () => {
    beforeCut(() => beforeLoss(() => {
      // the server's answer may take its time
      announce(currentI18n()._(msg`正在退出登录…`));
      signOut();
    }));
  },
  tag: actOnTag,
  'way-back': () => goBack(wayBack()!.undo),
};
/** The names that `calls` may have. */
export const EFFECT_NAMES: readonly string[] = Object.keys(EFFECTS);

/**
 * Does what the command says: acts on the record that is here (`several`: on those that are selected), opens its address or calls its effect.
 * The audit is told of all but addresses, of a form when it was sent. @throws TypeError for a name that no effect has.
 */
export function runCommand(command: Command, several?: boolean): void {
  if (command.on !== undefined) {
    const done = actHere(command, several);
    if (done === null) return;
    const on = { command, on: done.to.flatMap(({ no }) => no ?? []), count: done.count };
    return done.form ? noteForm(on) : noteDone(on);
  }
  if (command.goes !== undefined) {
    noteReading(command.goes);
    return navigate(wayTo(command.goes));
  }
  // what its key does: most of that only opens something, or leads to it
  if (command.calls === 'key') {
    const bound = boundNow().find(({ entry }) => entry.id === command.id);
    if (bound?.run?.(new KeyboardEvent('keydown'), 0) !== false && bound?.entry.acts) tellRan(command.id);
    return;
  }
  const effect = EFFECTS[command.calls ?? ''];
  if (effect === undefined) throw new TypeError(command.id);
  effect(command.value ?? '');
  if (command.calls !== LAST) tellRan(command.id);
}
