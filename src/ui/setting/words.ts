import { msg } from '@lingui/core/macro';
import type { Words } from '../../kernel/area.ts';
import type { SettingName } from '../../kernel/setting.ts';
import { currentI18n, LANGUAGES } from '../language.tsx';

/** What each setting is called. */
export const SETTING_WORDS: Readonly<Record<SettingName, Words>> = {
  theme: msg`主题`, themeColor: msg`主题色`, language: msg({ context: '界面', message: '语言' }), size: msg`大小`, layout: msg`菜单位置`, sidebarStatus: msg`侧栏`, sidebarLogo: msg`侧栏标志`, tagsView: msg`标签页`,
  watermarkEnabled: msg`水印`, watermarkText: msg`水印文字`, device: msg`设备`, activeTopMenuPath: msg`当前的顶部菜单`,
};
const ON = { true: msg`显示`, false: msg`不显示` };
const VALUE_WORDS: Readonly<Partial<Record<SettingName, Readonly<Record<string, Words>>>>> = {
  theme: { auto: msg`跟随系统`, light: msg`浅色`, dark: msg`深色` }, size: { small: msg`小`, default: msg`默认`, large: msg`大` }, layout: { left: msg`在左`, top: msg`在上`, mix: msg`在上和左` },
  sidebarStatus: { opened: msg`展开`, closed: msg`只留图标` }, sidebarLogo: ON, tagsView: ON, watermarkEnabled: ON, device: { desktop: msg`电脑`, mobile: msg`窄屏` },
};
/** The values that can be chosen from, in the order in which they are shown. */
export const valuesOf = (name: SettingName): readonly string[] => (name === 'language' ? Object.keys(LANGUAGES) : Object.keys(VALUE_WORDS[name] ?? {}));
/** A value as it is said in the language in use. */
export function valueWords(name: SettingName, value: unknown): string {
  if (name === 'language') return LANGUAGES[value as keyof typeof LANGUAGES];
  const words = VALUE_WORDS[name]?.[String(value)];
  if (words !== undefined) return currentI18n()._(words);
  return value === '' ? currentI18n()._(msg`（空）`) : String(value);
}
