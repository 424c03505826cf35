import { useSyncExternalStore } from 'react';
import type { Language } from '../kernel/error.ts';
import { DEFAULTS, FOLLOWING, isValue, readSetting, SETTING_NAMES, type SettingName, type Settings } from '../kernel/setting.ts';
import { activate, currentLanguage } from './language.tsx';
import { modeOf, showLook } from './look.ts';
import { noteChoice } from './setting-unsent.ts';
import type { Mode } from './theme.ts';

export { DEFAULTS, readSetting, SETTING_NAMES, type SettingName, type Settings };

/** Each window has its own: its width, and where one is in its menu. */
const OF_WINDOW: readonly SettingName[] = ['device', 'activeTopMenuPath'];
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
  values[name] = readSetting(name, stored(name) ?? (name === 'language' && inBrowser ? (document.getElementById('root')?.dataset.lang ?? null) : null));
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

const choosers = new Set<() => void>();
/** Calls back when someone has chosen a value here. */
export const onChosen = (listener: () => void): (() => void) => {
  choosers.add(listener);
  return () => {
    choosers.delete(listener);
  };
};

/** What is shown instead of what is kept, while one looks at a choice. */
const preview: { [N in SettingName]?: Settings[N] } = {};
const shown = <N extends SettingName>(name: N): Settings[N] => preview[name] ?? values[name];

const prefersDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');
/** Light or dark as it is drawn now: `auto` follows the system. */
export const currentMode = (): Mode => modeOf(shown('theme'), inBrowser && prefersDark().matches);

/** Shows what can be seen of them on the document. */
const draw = (): void => showLook(document.documentElement, shown, prefersDark().matches);
let arriving: Promise<void> = Promise.resolve();
/** A language whose words did not come; `kept`: it was chosen, not only looked at. */
interface LostLanguage {
  language: Language;
  kept: boolean;
}
let lost: LostLanguage | null = null;
function takeLanguage(): void {
  const language = shown('language');
  const coming = activate(language);
  lost = null;
  arriving = coming;
  coming.catch(() => {
    if (arriving !== coming) return;
    // without its words the language before stays
    arriving = Promise.resolve();
    lost = { language, kept: preview.language !== language };
    if (preview.language === language) delete preview.language;
    changed();
  });
}
function take(name: SettingName): void {
  if (name === 'language') takeLanguage();
  else draw();
  changed();
}

/** Resolves when the words of the language that was chosen last are here. @throws when they do not come */
export const languageArrives = (): Promise<void> => arriving;
/** The language whose words did not come, until one is chosen again. */
export const useLostLanguage = (): LostLanguage | null => useSyncExternalStore(subscribe, () => lost, () => null);
/** The value that is kept, whatever is shown. */
export const getSetting = <N extends SettingName>(name: N): Settings[N] => values[name];
/** The value that is shown: the one that is looked at, else the kept one. */
export const shownSetting = shown;
function hold<N extends SettingName>(name: N, value: Settings[N]): void {
  values[name] = value;
  keep(name, String(value));
  changed();
}
/** Takes over a value that was chosen elsewhere. */
export function adoptSetting<N extends SettingName>(name: N, value: Settings[N]): void {
  const before = shown(name);
  hold(name, value);
  if (shown(name) !== before) take(name);
}
function choose<N extends SettingName>(name: N, value: Settings[N]): void {
  hold(name, value);
  noteChoice(name, String(value));
  for (const listener of choosers) listener();
}
/** Changes, keeps, and shows it at once, here and in every other tab; a look at another value of it ends. A value outside the spec's is refused. */
export function setSetting<N extends SettingName>(name: N, value: Settings[N]): void {
  if (!isValue(name, String(value))) throw new TypeError(name);
  const before = shown(name);
  const kept = values[name];
  delete preview[name];
  if (kept !== value) choose(name, value);
  // one that did not come is asked for again
  if (shown(name) !== before || (name === 'language' && value !== currentLanguage())) take(name);
  if (name === 'language' && kept !== value) arriving.catch(() => {
    if (values.language !== value) return;
    choose('language', kept as Language);
  });
}
/** Shows a value without keeping it, in this tab alone; null shows again what is kept. */
export function previewSetting<N extends SettingName>(name: N, value: Settings[N] | null): void {
  const before = shown(name);
  if (value === null) delete preview[name];
  else preview[name] = value;
  if (shown(name) !== before) take(name);
}
/** The names of those that follow the person of which another value is shown than is kept. */
export const lookedSettings = (): readonly SettingName[] => FOLLOWING.filter((name) => shown(name) !== values[name]);
/** The same, re-rendering when they change. */
export function useLookedSettings(): readonly SettingName[] {
  const names = useSyncExternalStore(subscribe, () => lookedSettings().join(), () => '');
  return FOLLOWING.filter((name) => names.split(',').includes(name));
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
    for (const name of SETTING_NAMES) {
      if ((event.key !== null && event.key !== name) || OF_WINDOW.includes(name)) continue;
      const before = shown(name);
      load(name);
      if (shown(name) !== before) take(name);
      else changed();
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
