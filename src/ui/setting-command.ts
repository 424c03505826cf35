import { msg } from '@lingui/core/macro';
import type { Command, Words } from '../kernel/area.ts';
import { OWN_COMMANDS } from './command.ts';
import { singleKeys } from './keyboard.ts';
import { currentI18n } from './language.tsx';
import { onLocation } from './location.ts';
import { palette } from './palette/actor.ts';
import { onSignedOut } from './session.ts';
import { getSetting, languageArrives, previewSetting, readSetting, setSetting, type SettingName, type Settings } from './setting.ts';
import { parseColour } from './theme.ts';
import { saidElsewhere, toast } from './toast.tsx';

/** The settings that are looked at before one keeps them; a command that `calls` one of them chooses its `value`. */
export const CHOOSABLE = ['theme', 'themeColor', 'language', 'size', 'layout', 'watermarkEnabled', 'tagsView', 'sidebarLogo', 'sidebarStatus'] as const satisfies readonly SettingName[];
type Choosable = (typeof CHOOSABLE)[number];
/** One value of one setting; `id` is that of the command that chooses it. */
export interface SettingChoice {
  id: string;
  title: Words;
  setting: Choosable;
  value: Settings[Choosable];
}
function choiceOf({ id, title, calls, value = '' }: Command): SettingChoice | null {
  const setting = CHOOSABLE.find((name) => name === calls);
  return setting === undefined ? null : { id, title, setting, value: readSetting(setting, value) };
}
/** Every choice that has a name, setting by setting. */
export const settingChoices = (): readonly SettingChoice[] => OWN_COMMANDS.flatMap((command) => choiceOf(command) ?? []);
/** Whether a command chooses what is kept already. */
export const isKept = (command: Command): boolean => {
  if (command.calls === 'single-keys') return command.value === (singleKeys() ? 'on' : 'off');
  const choice = choiceOf(command);
  return choice !== null && String(getSetting(choice.setting)).toLowerCase() === String(choice.value).toLowerCase();
};
/** Whether a command chooses a value of a setting. */
export const choosesSetting = ({ calls }: Command): boolean => CHOOSABLE.some((name) => name === calls);
/** A colour as it is typed, `#d03050` or `d03050`, as the command that makes it the theme colour; null for what is none. */
export function colourCommand(text: string): Command | null {
  const value = `#${text.trim().replace(/^#/, '').toLowerCase()}`;
  return parseColour(value) === null ? null : { id: `colour.${value}`, title: msg`用 ${value} 作主题色`, keywords: [value, value.slice(1)], calls: 'themeColor', value, group: 'setting' };
}

let looked: Choosable | null = null;
let leave: (() => void) | null = null;
function putBack(): void {
  leave?.();
  leave = null;
  if (looked !== null) previewSetting(looked, null);
  looked = null;
}
/** Whatever takes the person away from the choice puts back what is kept. */
function watch(): () => void {
  const closing = palette.subscribe((now) => now.matches('closed') && putBack());
  const stops = [() => closing.unsubscribe(), onLocation(putBack), onSignedOut(putBack)];
  return () => stops.forEach((stop) => stop());
}
/** Shows what a command would choose, while its row of the open palette is the selected one. Null, or a command that chooses nothing, shows what is kept. */
export function previewCommand(command: Command | null): void {
  // a row may be drawn once more while the palette closes
  const choice = command === null || palette.getSnapshot().matches('closed') ? null : choiceOf(command);
  if (choice === null) return putBack();
  if (looked !== choice.setting) putBack();
  looked = choice.setting;
  previewSetting(choice.setting, choice.value);
  leave ??= watch();
}

/** Keeps a choice, and says so with the way back. */
export function keepSetting<N extends Choosable>(name: N, value: Settings[N]): void {
  const before = getSetting(name);
  putBack();
  setSetting(name, value);
  if (before === value) return;
  const named = settingChoices().find((choice) => choice.setting === name && choice.value === value);
  // in the language that was chosen, if it was that
  const say = (): void => {
    if (getSetting(name) !== value) return;
    const title = named === undefined ? String(value) : currentI18n()._(named.title);
    toast({ words: currentI18n()._(msg`已设置：${title}`), undo: async () => (setSetting(name, before), saidElsewhere('')) });
  };
  if (name === 'language') void languageArrives().then(say, say);
  else say();
}
