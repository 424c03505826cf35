import { matchKeybindingPress, parseKeybinding } from 'tinykeys';
import { eitherOf } from '../kernel/key.ts';
import { OWN_KEYS } from './key-entry.ts';
import { keysOf, type Keyed } from './keyboard.ts';

/** What is asked of a key event, native or not. */
export type Press = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & { code?: string; getModifierState?: (key: string) => boolean };

/** Whether this key belongs to an input method. The one guard of the console: Enter, arrows and Escape of a composition are never ours. */
export const composing = (event: Pick<Press, 'isComposing' | 'keyCode'>): boolean => event.isComposing || event.keyCode === 229;

/** Whether keys are text here, so that single keys and chords stay silent. */
export function typing(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[contenteditable]:not([contenteditable="false"])') !== null) return true;
  if (target instanceof HTMLInputElement) return !['button', 'checkbox', 'radio', 'submit', 'reset', 'image'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
/** Whether a dialog stands above the page: its keys are its own. One that is in the document and not open has none. */
export const dialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

/** What stands where on an American board, for layouts that have other letters there. */
const SIGNS: Record<string, string> = { BracketLeft: '[', BracketRight: ']', Slash: '/', Period: '.', Comma: ',', Semicolon: ';', Quote: "'", Minus: '-', Equal: '=', Backquote: '`', Backslash: '\\' };
const byPlace = (code: string): string | undefined => /^(?:Key|Digit)(\w)$/.exec(code)?.[1]?.toLowerCase() ?? SIGNS[code];
const APPLE = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform);
/** Whether the layout has other letters than Latin ones, as far as the last letter told: there a letter's place may write a sign. */
let foreign = false;
/** A press by what it writes, and by its place on the board where that is how it is meant. */
function readingOf(event: Press): { written: KeyboardEvent; placed: KeyboardEvent | null; digit: boolean } {
  const { code = '', ctrlKey, metaKey, altKey, shiftKey } = event;
  // as a Chinese keyboard writes it, wide, it is the same sign
  const key = event.key.replace(/^[！-～]$/, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  // the third sign of a key: only Windows says Ctrl and Alt as well, and Apple's Option is Alt too
  const third = APPLE ? altKey && !ctrlKey && !metaKey : event.getModifierState?.('AltGraph') === true;
  const read = (as: string, sign: boolean): KeyboardEvent => {
    const down: Record<string, boolean> = { Control: ctrlKey && !(sign && third), Alt: altKey && !(sign && third), Meta: metaKey, Shift: shiftKey && !sign };
    return { key: as, code: as === ' ' ? 'Space' : code, getModifierState: (name: string) => down[name] === true } as KeyboardEvent;
  };
  const one = key.length === 1;
  const plain = key.codePointAt(0)! < 128;
  const sign = one && plain && !/[a-z\s]/i.test(key);
  const there = byPlace(code);
  if (one && !third && code.startsWith('Key') && /\p{L}/u.test(key)) foreign = !/\p{Script=Latin}/u.test(key);
  const digit = sign && !third && !shiftKey && there !== undefined && /\d/.test(there);
  // no key of ours is what AltGr writes beyond ASCII; Option is Alt, and its letters are those of their place
  const byItsPlace = digit || ((key === 'Dead' || (one && !plain)) && (APPLE || !third)) || (sign && foreign && !third && code.startsWith('Key'));
  return { written: read(key, sign), placed: there !== undefined && byItsPlace ? read(there, false) : null, digit };
}
/**
 * The ways to read a press, the likeliest first: by what it writes, however the layout writes it (`/` with Shift, `[` with AltGr); by
 * its place on the board where that is no Latin letter, and for a digit that needs Shift.
 */
export function readings(event: Press): KeyboardEvent[] {
  const { written, placed, digit } = readingOf(event);
  return placed === null ? [written] : digit ? [written, placed] : [placed, written];
}
/** What was pressed, as kernel/key.ts writes it; null for a modifier alone, a dead key, and what an input method or the system has. */
export function pressName(event: Press): string | null {
  const { written, placed } = readingOf(event);
  const reading = placed ?? written;
  const { key } = reading;
  if (composing(event) || !key || key === '|' || key.charCodeAt(0) > 127 || /^(?:Shift|Control|Alt|AltGraph|Meta|OS|CapsLock|Dead|Process|Unidentified)$/.test(key)) return null;
  const down = (name: string): boolean => reading.getModifierState(name);
  if (!APPLE && down('Meta')) return null;
  const letter = /^[a-z]$/i.test(key);
  const parts = [down(APPLE ? 'Meta' : 'Control') && '$mod', APPLE && down('Control') && 'Control', down('Alt') && 'Alt', down('Shift') && 'Shift'].filter((part) => part !== false);
  return [...parts, key === ' ' ? 'Space' : !letter ? key : parts.length > 0 && parts.every((part) => part === 'Shift') ? key.toUpperCase() : key.toLowerCase()].join('+');
}
type Parsed = ReturnType<typeof parseKeybinding>;
const parsed = new Map<string, Parsed[]>();
/** The sequences of these keys, each a list of presses that `matchKeybindingPress` compares. */
export function sequencesOf(keys: string): readonly Parsed[] {
  let known = parsed.get(keys);
  if (known === undefined) parsed.set(keys, (known = eitherOf(keys).map((one) => parseKeybinding(one))));
  return known;
}
/** Which of its keys, as one has chosen them, was pressed; -1: none, and while an input method writes. For what answers its keys itself: grids, forms. */
export function pressedOf(event: Press, entry: Keyed): number {
  const keys = composing(event) || !event.key ? undefined : keysOf(entry);
  return keys === undefined ? -1 : sequencesOf(keys).findIndex((presses) => presses.length === 1 && readings(event).some((reading) => matchKeybindingPress(reading, presses[0]!)));
}
/** Whether its key was pressed. */
export const pressed = (event: Press, entry: Keyed): boolean => pressedOf(event, entry) >= 0;
/** Ctrl+K, or ⌘K on Apple machines, or what one has chosen. */
export const opensPalette = (event: Press): boolean => pressed(event, OWN_KEYS.palette);
