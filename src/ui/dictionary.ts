// Labels of dictionaries, kept in this browser as the spec has it (sections 3, 4 and 9): a map from a dictionary's code to its items.
// A dictionary is asked for anew when a page is loaded, when it was changed, here or elsewhere, and when it is used again after five
// minutes: never by a clock alone, which would keep the session of someone who has gone home alive.
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Language } from '../kernel/error.ts';
import { loadDictionary, type DictionaryItem, type LoadDictionary } from './dictionary-source.ts';
import { gathering } from './gather.ts';
import { currentLanguage, useLanguage } from './language.tsx';
import { onBack } from './network.ts';
import { onSignedOut } from './session.ts';
import { KEY } from './vault.ts';

/** What a page needs: the label of a value, else the words given for it, else the value itself (nothing while labels are on their way); and what a form may offer. */
export interface Labels {
  label: (value: string, otherwise?: string) => string;
  options: readonly { value: string; label: string }[];
}

/** What a form offers of a dictionary beside what stands, which may be switched off by now. */
export const offeredBeside = ({ options, label }: Labels, now: string | null | undefined): Labels['options'] => (!now || options.some(({ value }) => value === now) ? options : [{ value: now, label: label(now) }, ...options]);

/** What a patient's gender can be. */
export const GENDERS = ['1', '2', '0'] as const;
/** What a caregiver's can. */
export const KNOWN_GENDERS = ['1', '2'] as const;

type Items = readonly DictionaryItem[];
/** ms */
const FRESH = 300_000;
const known = new Map<string, Items>();
/** What the server did not give; values stand for themselves. */
const missing = new Set<string>();
const NONE: Items = [];
/** When a dictionary was last asked for, ms since the epoch. */
const asked = new Map<string, number>();
/** The last question about each, until its answer has come. */
const coming = new Map<string, Promise<void>>();
/** Counts questions: only the answer to the last one about a dictionary is taken. */
let question = 0;
const latest = new Map<string, number>();

const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

const isText = (value: unknown): value is string => typeof value === 'string';
const isItem = (given: unknown): given is DictionaryItem => {
  const { value, label, labelEn, tag, status } = (given ?? {}) as Record<string, unknown>;
  return isText(value) && isText(label) && (labelEn === null || isText(labelEn)) && (tag === null || isText(tag)) && Number.isInteger(status);
};
const isItems = (given: unknown): given is Items => Array.isArray(given) && given.every(isItem);
const same = (one: Items | undefined, other: Items): boolean => JSON.stringify(one) === JSON.stringify(other);
/** What is stored, as far as it is what was stored: anyone may have written there since. A broken cache is none. */
export function readCache(text: string | null | undefined): Map<string, Items> {
  try {
    const given: unknown = JSON.parse(text ?? '{}');
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return new Map();
    return new Map(Object.entries(given).filter((entry): entry is [string, Items] => isItems(entry[1])));
  } catch {
    return new Map();
  }
}
/** Undefined where storage is forbidden: labels then last as long as the page. */
function stored(): string | null | undefined {
  try {
    return localStorage.getItem(KEY.dictionary);
  } catch {
    return undefined;
  }
}
function keep(code: string, items: Items): void {
  known.set(code, items);
  try {
    localStorage.setItem(KEY.dictionary, JSON.stringify(Object.fromEntries([...readCache(stored()), [code, items]])));
  } catch {
    // forbidden or full
  }
}
function forget(): void {
  known.clear();
  asked.clear();
  missing.clear();
  latest.clear();
  tell();
}
onSignedOut(forget);

async function ask(...to: Parameters<LoadDictionary>): Promise<void> {
  const [code] = to;
  question += 1;
  const mine = question;
  latest.set(code, mine);
  asked.set(code, Date.now());
  try {
    const items = await loadDictionary(...to);
    // also after signing out, which forgets what was asked
    if (latest.get(code) !== mine) return;
    if (same(known.get(code), items)) return;
    keep(code, items);
    tell();
  } catch {
    // values stand for themselves until somebody uses the dictionary again
    if (latest.get(code) !== mine) return;
    asked.delete(code);
    missing.add(code);
    tell();
  }
}
const want = (code: string): void => {
  if (Date.now() - (asked.get(code) ?? 0) > FRESH) coming.set(code, ask(code).finally(() => coming.delete(code)));
};
// without the connection they failed; with it they come
onBack(() => missing.forEach((code) => known.has(code) || want(code)));

/** Takes over what other tabs store, while labels are shown here. */
function hear({ key, newValue }: StorageEvent): void {
  if (key !== null && key !== KEY.dictionary) return;
  if (key === null || newValue === null) return forget();
  for (const [code, items] of readCache(newValue)) {
    if (same(known.get(code), items)) continue;
    known.set(code, items);
    asked.set(code, Date.now());
  }
  tell();
}
/** What is stored is what counts: other tabs changed it, or signed out, while nothing was shown here. */
function takeStored(): void {
  const text = stored();
  if (text === undefined) return;
  known.clear();
  for (const [code, items] of readCache(text)) known.set(code, items);
  for (const code of asked.keys()) if (!known.has(code)) asked.delete(code);
}
takeStored();
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    takeStored();
    addEventListener('storage', hear);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', hear);
  };
}
const moved = new Set<string>();
/** All consoles hear of a change at the same moment, and must not ask in one breath. */
const wait = gathering({ first: 10_000, most: 60_000 });
/** Says that this dictionary was changed somewhere, or, without a code, that any may have been: what this page has asked for is asked for again, soon or when it is used again. */
export function dictionaryTold(code: string | null): void {
  if (code === null) return asked.forEach((_, one) => void asked.set(one, 0));
  if (moved.size === 0) setTimeout(() => {
    for (const one of moved) if (asked.has(one)) void ask(one, true);
    moved.clear();
  }, wait());
  moved.add(code);
}
/** Says that this dictionary, or an item of it, was changed here: every label follows at once, in other tabs too. */
export const dictionaryChanged = (code: string): void => void ask(code);

const at = (code: string): Items | undefined => known.get(code) ?? (missing.has(code) ? NONE : undefined);
function wordsOf({ label, labelEn }: DictionaryItem, language: Language): string {
  return language === 'en' ? (labelEn ?? label) : label;
}
/** The label of a value outside of a component, once it is known; null where it is not, because the dictionary did not come or has no such value. */
export async function labelWhenKnown(code: string, value: string): Promise<string | null> {
  want(code);
  if (!known.has(code)) await coming.get(code);
  const item = known.get(code)?.find((one) => one.value === value);
  return item === undefined ? null : wordsOf(item, currentLanguage());
}
/** The labels of a dictionary in the current language. `known`: the values that a form can send; whatever else a dictionary holds is not offered, and all of them are until it has come. */
export function useDictionary(code: string, known?: readonly string[]): Labels {
  const language = useLanguage();
  const held = useSyncExternalStore(subscribe, () => at(code), () => undefined);
  useEffect(() => want(code), [code]);
  return useMemo(() => {
    const labels = new Map((held ?? NONE).map((item) => [item.value, wordsOf(item, language)]));
    const label: Labels['label'] = (value, otherwise) => labels.get(value) ?? otherwise ?? (held === undefined ? '' : value);
    const on = (held ?? NONE).filter(({ value, status }) => status === 1 && (known?.includes(value) ?? true)).map(({ value }) => value);
    return { label, options: (on.length > 0 ? on : (known ?? on)).map((value) => ({ value, label: label(value) })) };
  }, [held, language, known]);
}
