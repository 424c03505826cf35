import type { Words } from '../kernel/area.ts';
import { answersKey } from './keyboard.ts';
import { plainKeys } from './plain-key.ts';

/** A line of the help sheet: keys of which each does it, in tinykeys notation. */
export interface HelpRow {
  keys: readonly string[];
  words: Words | string;
}

/** What a control says of itself, without what is only there to be looked at. */
function nameOf(control: Element): string {
  const copy = control.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return control.getAttribute('aria-label') ?? copy.textContent.trim();
}

/** The keys of the page that is shown: the plain keys that are bound now, then those its controls carry themselves. */
export function shownKeys(): HelpRow[] {
  const bound = plainKeys().map(({ keys, words }) => ({ keys, words }));
  const taken = new Set(bound.flatMap(({ keys }) => keys));
  // the visible page is the first in the document
  const controls = document.querySelector('[data-page]')?.querySelectorAll('[aria-keyshortcuts]') ?? [];
  const carried = [...controls].map((control) => ({ keys: control.getAttribute('aria-keyshortcuts')!.split(' ').filter(answersKey), words: nameOf(control) }));
  return [...bound, ...carried.filter(({ keys }) => keys.length > 0 && !keys.some((key) => taken.has(key)))];
}
