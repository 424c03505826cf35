import type { Words } from '../kernel/area.ts';
import { boundNow } from './key-stack.ts';
import { keysOf } from './keyboard.ts';

/** A line of the help sheet: the keys as kernel/key.ts writes them. */
export interface HelpRow {
  id: string;
  keys: string;
  words: Words | string;
}

/** What a control says of itself, without what is only there to be looked at. */
function nameOf(control: Element): string {
  const copy = control.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return control.getAttribute('aria-label') ?? copy.textContent.trim();
}

/** The keys of the page that is shown: those that are heard now, then those its controls carry themselves. */
export function shownKeys(): HelpRow[] {
  const rows = new Map<string, HelpRow>();
  for (const { entry } of boundNow()) {
    const keys = keysOf(entry);
    // commands are listed by the sheet itself
    if (keys !== undefined && entry.words !== undefined && !rows.has(entry.id)) rows.set(entry.id, { id: entry.id, keys, words: entry.words });
  }
  // the visible page is the first in the document
  for (const control of document.querySelector('[data-page]')?.querySelectorAll<HTMLElement>('[data-key]') ?? []) {
    const { key, keys } = control.dataset;
    const words = nameOf(control);
    // two forms on one page are two lines
    if (keysOf({ id: key!, keys: keys! }) !== undefined && !rows.has(key!)) rows.set(`${key} ${words}`, { id: key!, keys: keys!, words });
  }
  return [...rows.values()];
}
