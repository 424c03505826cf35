import { useSyncExternalStore, type ReactNode } from 'react';
import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { Language } from '../kernel/error.ts';

/** The interface languages, each named in itself. */
export const LANGUAGES: Record<Language, string> = { 'zh-cn': '中文', en: 'English' };
type Load = () => Promise<{ messages: Messages }>;
const catalogs: Record<Language, { first: Load; whole: Load }> = {
  'zh-cn': { first: () => import(/* webpackChunkName: "first-zh-cn" */ '../../locales/zh-cn.po?first'), whole: () => import(/* webpackChunkName: "locale-zh-cn" */ '../../locales/zh-cn.po') },
  en: { first: () => import(/* webpackChunkName: "first-en" */ '../../locales/en.po?first'), whole: () => import(/* webpackChunkName: "locale-en" */ '../../locales/en.po') },
};

let current: I18n = setupI18n({ locale: 'zh-cn', messages: { 'zh-cn': {} } });
let wanted: Language | null = null;
let whole = false;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The catalog in use, for words outside components; read it when the words are needed, not before. */
export const currentI18n = (): I18n => current;
/** The language in use. */
export const currentLanguage = (): Language => (current.locale === 'en' ? 'en' : 'zh-cn');

/** Switches the language in place. A new I18n for another language, so that whatever is cached on its identity is made anew. */
export async function activate(language: Language): Promise<void> {
  wanted = language;
  const all = whole;
  const { messages } = await catalogs[language][all ? 'whole' : 'first']();
  // of two quick switches the last one wins, whichever catalog arrives first
  if (wanted !== language || all !== whole) return;
  // I18nProvider takes over another language, but not another I18n of the same one: that is told of the new words instead
  if (current.locale === language) current.load(language, messages);
  else current = setupI18n({ locale: language, messages: { [language]: messages } });
  if (typeof document !== 'undefined') document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
  for (const listener of listeners) listener();
}

/** Beyond the login page: from here on the whole catalog is used. */
export async function wantWholeCatalog(): Promise<void> {
  if (whole) return;
  whole = true;
  if (wanted !== null) await activate(wanted);
}

/** The language in use, re-rendering when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage, currentLanguage);

/** Gives the tree its catalog; state below survives a switch. */
export function LocaleProvider({ children }: { children: ReactNode }) {
  const i18n = useSyncExternalStore(subscribe, currentI18n, currentI18n);
  return <I18nProvider i18n={i18n}>{children}</I18nProvider>;
}
