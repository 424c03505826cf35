import type { KeyEntry } from './area.ts';
import { partsOf, pressesOf } from './cap.ts';
import { eitherOf } from './key.ts';

/** One way of writing for one press, to compare by. */
const plain = (keys: string): string => pressesOf(keys).map((press) => partsOf(press).map((part) => part.toLowerCase()).join('+')).join(' ');

/** Whether text can be written while these keys are heard: Ctrl, Alt or ⌘ beside each, or a function key. */
export const besideText = (keys: string): boolean => pressesOf(keys).every((press) => partsOf(press).some((part) => /^(?:F\d+|\$mod|Control|Alt|Meta)$/.test(part)));
/** Keys that move, choose and change text in a field. */
const TEXT = new Set([...'acvxyz'].map((key) => `$mod+${key}`).concat(['$mod+shift+z', '$mod+shift+v'], ['backspace', 'delete', 'home', 'end', 'arrowup', 'arrowdown', 'arrowleft', 'arrowright'].flatMap((key) => [`$mod+${key}`, `$mod+shift+${key}`, `alt+${key}`])));
/** Whether one of these presses is the text field's own. */
export const editsText = (keys: string): boolean => pressesOf(keys).some((press) => TEXT.has(plain(press).replace(/^(control|meta)\+/, '$mod+')));

/** Keys that a browser or the system keeps for itself, or that people expect of it; to see what is small, it must be possible to zoom. */
const RESERVED = new Set(
  [...'wtnlrpfqhmsdoug,0123456789-=+_', 'tab', 'shift+tab', 'pageup', 'pagedown', 'space', 'shift+delete'].map((key) => `$mod+${key}`)
    .concat([...'wtnrijcpk'].map((key) => `$mod+shift+${key}`))
    .concat(['f1', 'f3', 'f5', 'f6', 'f7', 'f10', 'f11', 'f12', 'alt+f4', 'alt+home', 'alt+arrowleft', 'alt+arrowright', 'alt+d', 'alt+e', 'alt+f', 'tab', 'shift+tab', 'enter', 'escape', 'space', 'arrowup', 'arrowdown', 'arrowleft', 'arrowright']),
);
/** The first of these presses that belongs to the browser, or null. */
export const reservedIn = (keys: string): string | null => pressesOf(keys).find((press) => RESERVED.has(plain(press).replace(/^(control|meta)\+/, '$mod+'))) ?? null;

/** What is heard over dialogs and in text, before all others. */
const isEverywhere = ({ scope, typing }: KeyEntry): boolean => scope === 'global' && typing === true;
const OUTSIDE: readonly KeyEntry['scope'][] = ['global', 'page', 'list'];
/** Whether both may be heard at one moment: what acts on one kind of record is not heard where there is another, and nothing of the page while a dialog stands over it. */
function together(a: KeyEntry, b: KeyEntry): boolean {
  if (isEverywhere(a) || isEverywhere(b)) return true;
  if (!OUTSIDE.includes(a.scope) || !OUTSIDE.includes(b.scope)) return a.scope === b.scope && a.on === b.on;
  if (a.scope === 'global' || b.scope === 'global' || a.on === b.on) return true;
  const here = (one: KeyEntry, other: KeyEntry): boolean => one.beside?.includes(other.on ?? '') === true;
  return here(a, b) || here(b, a);
}
/** How two keys stand in each other's way. */
type Clash = 'same' | 'begins';
function clashOf(a: string, b: string): Clash | null {
  const [one, other] = [plain(a), plain(b)];
  if (one === other) return 'same';
  return `${one} `.startsWith(`${other} `) || `${other} `.startsWith(`${one} `) ? 'begins' : null;
}
/** The first of these entries that would be in the way of `entry` if that had these keys. `chosen`: they are a person's choice, who is not to take a key unawares that another leaves to the next. */
export function clashWith(entries: readonly KeyEntry[], entry: KeyEntry, keys: string, chosen = false): { entry: KeyEntry; clash: Clash } | null {
  for (const other of entries) {
    if (other.id === entry.id || other.keys === '' || !together(entry, other)) continue;
    for (const one of eitherOf(keys)) {
      for (const its of eitherOf(other.keys)) {
        const clash = clashOf(one, its);
        // who shares a key leaves it to the next one when there is nothing to do with it
        if (clash !== null && !(clash === 'same' && (entry.shares === true || (other.shares === true && !chosen)))) return { entry: other, clash };
      }
    }
  }
  return null;
}

/** What is wrong with these keys, in words for the developer; empty when nothing is. A clash is an error, never a winner. */
export function keyFaults(entries: readonly KeyEntry[]): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  for (const [i, entry] of entries.entries()) {
    const { id, keys } = entry;
    if (ids.has(id)) faults.push(`two are called ${id}`);
    ids.add(id);
    for (const one of eitherOf(keys)) {
      const reserved = entry.fixed === true || entry.instead === true ? null : reservedIn(one);
      if (reserved !== null) faults.push(`${id}: ${reserved} belongs to the browser`);
    }
    const found = clashWith(entries.slice(i + 1), entry, keys);
    if (found !== null) faults.push(found.clash === 'same' ? `${id} and ${found.entry.id} are both ${keys}` : `${id} (${keys}) and ${found.entry.id} (${found.entry.keys}): one begins the other`);
  }
  return faults;
}
