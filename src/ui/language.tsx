import { useSyncExternalStore, type ReactNode } from 'react';
import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { Language } from '../kernel/error.ts';
import { fetchPart, fetchUnasked } from './fetch-part.ts';
import { setWordsGate } from './words-gate.ts';

/** The interface languages, each named in itself. */
export const LANGUAGES: Record<Language, string> = { 'zh-cn': '中文', en: 'English' };
/** Parts of a catalog, in the order in which they are needed: the login page's, those of the frame and the first lists, all others (src/build/lingui.ts). */
type Part = 'first' | 'list' | 'rest';
type Load = (asked: boolean) => Promise<{ messages: Messages }>;
const part = (load: () => Promise<{ messages: Messages }>): Load => (asked) => (asked ? fetchPart : fetchUnasked)(load, true);
const catalogs: Record<Language, Record<Part, Load>> = {
  'zh-cn': {
    first: part(() => import(/* webpackChunkName: "first-zh-cn" */ '../../locales/zh-cn.po?first')),
    list: part(() => import(/* webpackChunkName: "list-zh-cn" */ '../../locales/zh-cn.po?list')),
    rest: part(() => import(/* webpackChunkName: "rest-zh-cn" */ '../../locales/zh-cn.po?rest')),
  },
  en: {
    first: part(() => import(/* webpackChunkName: "first-en" */ '../../locales/en.po?first')),
    list: part(() => import(/* webpackChunkName: "list-en" */ '../../locales/en.po?list')),
    rest: part(() => import(/* webpackChunkName: "rest-en" */ '../../locales/en.po?rest')),
  },
};

let current: I18n = setupI18n({ locale: 'zh-cn', messages: { 'zh-cn': {} } });
let wanted: Language | null = null;
let parts: readonly Part[] = ['first'];
/** The words asked for last. */
let arriving: Promise<void> = Promise.resolve();
/** Somebody waits for them. */
let awaited = true;
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
export const activate = (language: Language): Promise<void> => turnTo(language, true);
async function turnTo(language: Language, asked: boolean): Promise<void> {
  wanted = language;
  const now = parts;
  const messages = Object.assign({}, ...(await Promise.all(now.map((name) => catalogs[language][name](asked)))).map((catalog) => catalog.messages)) as Messages;
  // of two quick switches the last one wins, whichever catalog arrives first
  if (now !== parts) return arriving;
  if (wanted !== language) return;
  // I18nProvider takes over another language, but not another I18n of the same one: that is told of the new words instead
  if (current.locale === language) current.load(language, messages);
  else current = setupI18n({ locale: language, messages: { [language]: messages } });
  if (typeof document !== 'undefined') document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
  for (const listener of listeners) listener();
}

async function want(more: readonly Part[], asked = true): Promise<void> {
  const before = parts;
  // who waits does not share the silence of who does not
  if (more.length <= before.length) return asked && !awaited ? arriving.catch(() => want(more)) : arriving;
  parts = more;
  awaited = asked;
  try {
    await (arriving = wanted === null ? Promise.resolve() : turnTo(wanted, asked));
  } catch (error) {
    // who wants it next asks again
    if (parts === more) parts = before;
    throw error;
  }
}
/** Beyond the login page: from here on the words of the frame and the first lists are here too. */
export const wantFrameWords = (): Promise<void> => want(['first', 'list']);
/** From here on all words are here. */
export const wantWholeCatalog = (asked = true): Promise<void> => want(['first', 'list', 'rest'], asked);
setWordsGate(wantWholeCatalog);

/** The language in use, re-rendering when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage, currentLanguage);

/** Gives the tree its catalog; state below survives a switch. */
export function LocaleProvider({ children }: { children: ReactNode }) {
  const i18n = useSyncExternalStore(subscribe, currentI18n, currentI18n);
  return <I18nProvider i18n={i18n}>{children}</I18nProvider>;
}
