import { msg } from '@lingui/core/macro';
import { FOLLOWING, type SettingName, type Settings } from '../../kernel/setting.ts';
import { announce } from '../announce.tsx';
import { currentI18n } from '../language.tsx';
import { DEFAULTS, getSetting, languageArrives, lookedSettings, previewSetting, setSetting, shownSetting } from '../setting.ts';
import { saidElsewhere, toast } from '../toast.tsx';

type Change = readonly [name: SettingName, before: Settings[SettingName], after: Settings[SettingName]];
/** Keeps these at once, and says so with the way back; what was changed again meanwhile stays. */
function keep(changes: readonly Change[], words: (count: number) => string): void {
  for (const [name, , after] of changes) setSetting(name, after);
  const undo = async (): Promise<void> => {
    for (const [name, before, after] of changes) if (getSetting(name) === after) setSetting(name, before);
    saidElsewhere('');
  };
  // in the language that was chosen, if it was that
  const say = (): void => void toast({ words: words(changes.length), undo });
  languageArrives().then(say, say);
}
const trimmed = (value: Settings[SettingName]): Settings[SettingName] => (typeof value === 'string' ? (value.trim() as Settings[SettingName]) : value);
/** Keeps what is looked at. */
export function keepLooked(): void {
  const changes = lookedSettings().map((name): Change => [name, getSetting(name), trimmed(shownSetting(name))]);
  if (changes.length > 0) keep(changes, (count) => currentI18n()._(msg`已保存 ${count} 项设置`));
}
/** Shows again what is kept. */
export function putBackLooked(): void {
  for (const name of FOLLOWING) previewSetting(name, null);
}
/** Shows the defaults, without keeping them. */
export function lookAtDefaults(): void {
  for (const name of FOLLOWING) previewSetting(name, DEFAULTS[name]);
}
/** Every setting that follows the person gets its default, with the way back. */
export function resetSettings(): void {
  const changes = FOLLOWING.filter((name) => getSetting(name) !== DEFAULTS[name]).map((name): Change => [name, getSetting(name), DEFAULTS[name]]);
  if (changes.length === 0) announce(currentI18n()._(msg`设置都是默认的`));
  else keep(changes, (count) => currentI18n()._(msg`已恢复 ${count} 项默认设置`));
}
