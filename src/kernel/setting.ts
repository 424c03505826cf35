import type { Language } from './error.ts';

/** The settings of spec section 3 that persist, under their storage keys. */
export interface Settings {
  device: 'desktop' | 'mobile';
  size: 'default' | 'large' | 'small';
  language: Language;
  sidebarStatus: 'opened' | 'closed';
  /** Path of the top menu in use, for the mixed layout. */
  activeTopMenuPath: string;
  tagsView: boolean;
  sidebarLogo: boolean;
  layout: 'left' | 'top' | 'mix';
  watermarkEnabled: boolean;
  /** `#RRGGBB` */
  themeColor: string;
  theme: 'light' | 'dark' | 'auto';
  /** What the watermark says in place of the person's name; empty: the name. Beside the spec's eleven. */
  watermarkText: string;
}
export type SettingName = keyof Settings;

/** What holds where nothing, or nothing sensible, is stored. */
export const DEFAULTS: Readonly<Settings> = {
  device: 'desktop', size: 'default', language: 'zh-cn', sidebarStatus: 'opened', activeTopMenuPath: '', tagsView: false, sidebarLogo: true, layout: 'left', watermarkEnabled: false, themeColor: '#4080FF', theme: 'auto', watermarkText: '',
};
/** Characters that the watermark's own text has at most. */
export const LONGEST_MARK = 60;
/** What a value of a setting can be, as text. */
export const VALUES = {
  device: ['desktop', 'mobile'], size: ['default', 'large', 'small'], language: ['zh-cn', 'en'], sidebarStatus: ['opened', 'closed'], activeTopMenuPath: /^(?!.{101})(\/[\w-]+)*$/,
  tagsView: ['true', 'false'], sidebarLogo: ['true', 'false'], layout: ['left', 'top', 'mix'], watermarkEnabled: ['true', 'false'], themeColor: /^#([\da-f]{3}|[\da-f]{6})$/i, theme: ['light', 'dark', 'auto'], watermarkText: new RegExp(`^[^\\p{C}\\p{Zl}\\p{Zp}]{0,${LONGEST_MARK}}$`, 'u'),
} as const satisfies Record<SettingName, RegExp | readonly string[]>;
/** The names: the spec's eleven and the watermark's text. */
export const SETTING_NAMES = Object.keys(VALUES) as SettingName[];

/** Those that belong to the person and follow the account; a screen's width and the menu in use are of the computer. */
export const FOLLOWING: readonly SettingName[] = SETTING_NAMES.filter((name) => name !== 'device' && name !== 'activeTopMenuPath');

/** Whether a text is a value of this setting. */
export const isValue = (name: SettingName, text: string): boolean => {
  const values: RegExp | readonly string[] = VALUES[name];
  return values instanceof RegExp ? values.test(text) : values.includes(text);
};
/** One stored value, or its default if it is missing or poisoned. */
export function readSetting<N extends SettingName>(name: N, stored: string | null): Settings[N] {
  const text = stored?.trim() ?? null;
  if (text === null || !isValue(name, text)) return DEFAULTS[name];
  return (typeof DEFAULTS[name] === 'boolean' ? text === 'true' : text) as Settings[N];
}
