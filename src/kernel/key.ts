import type { KeyEntry } from './area.ts';

// Keys are written as tinykeys writes them: `g o` one after the other, `$mod+k` Ctrl or ⌘. Several of which each does it stand with `|` between.

/** Keys of which each does it. */
export const eitherOf = (keys: string): string[] => keys.split('|');
/** What is pressed, one after the other. */
export const pressesOf = (keys: string): string[] => keys.split(' ');
/** What one press is made of: modifiers, then the key. */
const partsOf = (press: string): string[] => press.replace('[Shift]+', '').split(/(?<=\w)\+/);
/** One way of writing for one press, to compare by. */
const plain = (keys: string): string => pressesOf(keys).map((press) => partsOf(press).map((part) => part.toLowerCase()).join('+')).join(' ');

/** Whether these keys are characters alone (WCAG 2.1.4): letters, digits and signs, with or without Shift. What has a name, or Ctrl, Alt or ⌘ beside it, is none. */
export const isCharacter = (keys: string): boolean =>
  pressesOf(keys).some((press) => {
    const parts = partsOf(press);
    const key = parts.pop()!;
    return key.length === 1 && parts.every((part) => part === 'Shift');
  });

/** What stands on caps whose names are longer. */
const CAPS: Record<string, string> = { Control: 'Ctrl', Escape: 'Esc', Delete: 'Del', Backspace: '⌫', ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', PageUp: 'PgUp', PageDown: 'PgDn' };
const APPLE: Record<string, string> = { $mod: '⌘', Control: '⌃', Alt: '⌥', Shift: '⇧' };
/** The caps to press, in order: `g o` → `G`, `O`; `$mod+k` → `Ctrl`, `K`, or `⌘`, `K` on Apple keyboards. */
export const capsOf = (keys: string, apple: boolean): string[] =>
  pressesOf(keys).flatMap((press) => partsOf(press).map((part) => (apple ? APPLE[part] : undefined) ?? (part === '$mod' ? 'Ctrl' : part.length === 1 ? part.toUpperCase() : (CAPS[part] ?? part))));
/** The caps as one text, as it stands on a button: `G O`, `Ctrl Enter`, `⇧V`. */
export const capText = (keys: string, apple: boolean): string =>
  pressesOf(keys).map((press) => (/^Shift\+.$/.test(press) ? `⇧${press.slice(6).toUpperCase()}` : capsOf(press, apple).join(' '))).join(' ');
/** Keys as `aria-keyshortcuts` writes them; undefined for those that have no way to be written there: what is pressed one after the other. */
export function spokenKeys(keys: string): string | undefined {
  const said = eitherOf(keys).filter((one) => pressesOf(one).length === 1).flatMap((one) => {
    const parts = partsOf(one);
    if (parts[0] !== '$mod') return [parts.join('+')];
    const rest = parts.slice(1).map((part) => (part.length === 1 ? part.toUpperCase() : part)).join('+');
    return [`Control+${rest}`, `Meta+${rest}`];
  });
  return said.length === 0 ? undefined : said.join(' ');
}

/** Whether text can be written while these keys are heard: Ctrl, Alt or ⌘ beside each, or a function key. */
export const besideText = (keys: string): boolean => pressesOf(keys).every((press) => partsOf(press).some((part) => /^(?:F\d+|\$mod|Control|Alt|Meta)$/.test(part)));
/** Keys that move, choose and change text in a field. */
const TEXT = new Set([...'acvxyz'].map((key) => `$mod+${key}`).concat(['$mod+shift+z', '$mod+shift+v'], ['backspace', 'delete', 'home', 'end', 'arrowup', 'arrowdown', 'arrowleft', 'arrowright'].flatMap((key) => [`$mod+${key}`, `$mod+shift+${key}`, `alt+${key}`])));
/** Whether one of these presses is the text field's own. */
export const editsText = (keys: string): boolean => pressesOf(keys).some((press) => TEXT.has(plain(press).replace(/^(control|meta)\+/, '$mod+')));

/** Keys that a browser or the system keeps for itself, or that people expect of it; to see what is small, it must be possible to zoom. */
const RESERVED = new Set(
  [...'wtnlrpfqhmsdou,0123456789-=+_'].map((key) => `$mod+${key}`)
    .concat([...'wtnrijc'].map((key) => `$mod+shift+${key}`))
    .concat(['f1', 'f3', 'f5', 'f6', 'f7', 'f10', 'f11', 'f12', 'alt+f4', 'alt+home', 'alt+arrowleft', 'alt+arrowright', 'alt+d', 'tab', 'shift+tab', 'enter', 'escape', 'space', 'arrowup', 'arrowdown', 'arrowleft', 'arrowright']),
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
