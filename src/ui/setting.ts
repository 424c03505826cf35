import { useSyncExternalStore } from 'react';
import type { Language } from '../kernel/error.ts';
import { activate } from './language.tsx';
import { accent, parseColour, type Mode } from './theme.ts';

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
}
export type SettingName = keyof Settings;

/** What holds where nothing, or nothing sensible, is stored. */
export const DEFAULTS: Readonly<Settings> = {
  device: 'desktop', size: 'default', language: 'zh-cn', sidebarStatus: 'opened', activeTopMenuPath: '', tagsView: false, sidebarLogo: true, layout: 'left', watermarkEnabled: false, themeColor: '#4080FF', theme: 'auto',
};
type Reader<T> = (text: string) => T | undefined;
const oneOf = <T extends string>(...values: T[]): Reader<T> => (text) => values.find((value) => value === text);
const flag: Reader<boolean> = (text) => (text === 'true' ? true : text === 'false' ? false : undefined);
const READERS: { readonly [N in SettingName]: Reader<Settings[N]> } = {
  device: oneOf('desktop', 'mobile'),
  size: oneOf('default', 'large', 'small'),
  language: oneOf('zh-cn', 'en'),
  sidebarStatus: oneOf('opened', 'closed'),
  activeTopMenuPath: (text) => (/^(\/[\w-]+)*$/.test(text) && text.length <= 100 ? text : undefined),
  tagsView: flag,
  sidebarLogo: flag,
  layout: oneOf('left', 'top', 'mix'),
  watermarkEnabled: flag,
  themeColor: (text) => (parseColour(text) === null ? undefined : text.trim()),
  theme: oneOf('light', 'dark', 'auto'),
};
/** The eleven names. */
export const SETTING_NAMES = Object.keys(READERS) as SettingName[];

/** One stored value, or its default if it is missing or poisoned. */
export function readSetting<N extends SettingName>(name: N, stored: string | null): Settings[N] {
  return (stored === null ? undefined : READERS[name](stored)) ?? DEFAULTS[name];
}

const inBrowser = typeof document !== 'undefined';
// storage can be forbidden or full: the settings then last as long as the page
const stored = (name: string): string | null => {
  try {
    return inBrowser ? localStorage.getItem(name) : null;
  } catch {
    return null;
  }
};
const keep = (name: string, value: string): void => {
  try {
    localStorage.setItem(name, value);
  } catch {
    // see above
  }
};

const values = { ...DEFAULTS };
const load = <N extends SettingName>(name: N): void => {
  values[name] = readSetting(name, stored(name));
};
for (const name of SETTING_NAMES) load(name);

const listeners = new Set<() => void>();
const changed = (): void => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** What is shown instead of what is kept, while one looks at a choice. */
const preview: { [N in SettingName]?: Settings[N] } = {};
const shown = <N extends SettingName>(name: N): Settings[N] => preview[name] ?? values[name];

const prefersDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');
/** Light or dark as it is drawn now: `auto` follows the system. */
export const currentMode = (): Mode => {
  const theme = shown('theme');
  return theme === 'auto' ? (inBrowser && prefersDark().matches ? 'dark' : 'light') : theme;
};

/** Shows theme, colour, size and layout on the document; its attributes are what the style sheets ask. */
function draw(): void {
  const html = document.documentElement;
  const mode = currentMode();
  html.dataset.theme = mode;
  html.dataset.size = shown('size');
  html.dataset.layout = shown('layout');
  const colour = shown('themeColor');
  const own = colour.toUpperCase() === DEFAULTS.themeColor ? null : accent(colour, mode);
  for (const name of ['--accent', '--on-accent', '--accent-soft', '--accent-text', '--focus'] as const) {
    if (own === null) html.style.removeProperty(name);
    else html.style.setProperty(name, own[name]);
  }
}
let arriving: Promise<void> = Promise.resolve();
function take(name: SettingName): void {
  // without its words the ones before stay; who waits for them is told
  if (name === 'language') (arriving = activate(shown('language'))).catch(() => {});
  else draw();
  changed();
}

/** Resolves when the words of the language that was chosen last are here. */
export const languageArrives = (): Promise<void> => arriving;
/** The value that is kept, whatever is shown. */
export const getSetting = <N extends SettingName>(name: N): Settings[N] => values[name];
/** Changes, keeps, and shows it at once, here and in every other tab; a look at another value of it ends. A value outside the spec's is refused. */
export function setSetting<N extends SettingName>(name: N, value: Settings[N]): void {
  if (READERS[name](String(value)) === undefined) throw new TypeError(`${String(value)} is no ${name}`);
  const before = shown(name);
  delete preview[name];
  if (values[name] !== value) {
    values[name] = value;
    keep(name, String(value));
  }
  if (shown(name) !== before) take(name);
}
/** Shows a value without keeping it, in this tab alone; null shows again what is kept. */
export function previewSetting<N extends SettingName>(name: N, value: Settings[N] | null): void {
  const before = shown(name);
  if (value === null) delete preview[name];
  else preview[name] = value;
  if (shown(name) !== before) take(name);
}
/** The value that is shown, re-rendering when it changes; prerendered HTML shows the default. */
export const useSetting = <N extends SettingName>(name: N): Settings[N] => useSyncExternalStore(subscribe, () => shown(name), () => DEFAULTS[name]);

/**
 * Shows what is stored and keeps following storage, system theme and screen width.
 * Resolves when the language's words are here, so that the first render is in it; returns how to stop.
 */
export async function startSettings(): Promise<() => void> {
  for (const name of SETTING_NAMES) load(name);
  const narrow = matchMedia('(max-width: 767px)');
  const measure = (): void => setSetting('device', narrow.matches ? 'mobile' : 'desktop');
  const hear = (event: StorageEvent): void => {
    const names = event.key === null ? SETTING_NAMES : SETTING_NAMES.filter((name) => name === event.key);
    for (const name of names) {
      const before = shown(name);
      load(name);
      if (shown(name) !== before) take(name);
    }
  };
  const dark = prefersDark();
  addEventListener('storage', hear);
  narrow.addEventListener('change', measure);
  dark.addEventListener('change', draw);
  measure();
  draw();
  await activate(values.language);
  return () => {
    removeEventListener('storage', hear);
    narrow.removeEventListener('change', measure);
    dark.removeEventListener('change', draw);
  };
}
