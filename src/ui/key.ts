import type { Command } from '../kernel/area.ts';

type Press = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & { code?: string };

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

/** An Apple keyboard has ⌘ where others have Ctrl. */
export const mac = (): boolean => typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform);
/** Ctrl+K, or ⌘K on Apple machines; by place on the board where the layout has no Latin letters. */
export function opensPalette(event: Press): boolean {
  const mod = mac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  return mod && !event.altKey && !event.shiftKey && !composing(event) && (event.key.toLowerCase() === 'k' || (event.code === 'KeyK' && !/^[a-z]$/i.test(event.key)));
}
/** What stands on caps whose names are longer. */
const CAPS: Record<string, string> = { Control: 'Ctrl', Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', PageUp: 'PgUp', PageDown: 'PgDn' };
/** The caps to press, in order: `g o` → `G`, `O`; `$mod+k` → `Ctrl`, `K`, or `⌘`, `K` on Apple keyboards. */
export const caps = (keys: string, apple: boolean): string[] =>
  keys
    .replace('[Shift]+', '')
    .split(/[ +]/)
    .map((part) => (part === '$mod' ? (apple ? '⌘' : 'Ctrl') : part.length === 1 ? part.toUpperCase() : (CAPS[part] ?? part)));

/** Keys that a browser keeps for itself or that people expect of it, in tinykeys notation. */
const RESERVED = new Set([...'wtnlrpf123456789'].map((key) => `$mod+${key}`).concat(['F5', 'F11', 'F12', 'Alt+ArrowLeft', 'Alt+ArrowRight', 'Tab', 'Enter', 'Escape']));

/** What is wrong with the keys of these commands, in words for the developer; empty when nothing is. A clash is an error, never a winner. */
export function keyFaults(commands: readonly Pick<Command, 'id' | 'keys' | 'on'>[]): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  for (const { id } of commands) {
    if (ids.has(id)) faults.push(`two commands are ${id}`);
    ids.add(id);
  }
  // what acts on one kind of record is not heard where there is another
  const together = (a: Pick<Command, 'on'>, b: Pick<Command, 'on'>): boolean => a.on === undefined || b.on === undefined || a.on === b.on;
  const bound = commands.flatMap((c) => (c.keys === undefined ? [] : [{ ...c, keys: c.keys }]));
  for (const [i, a] of bound.entries()) {
    for (const press of a.keys.split(' ')) if (RESERVED.has(press)) faults.push(`${a.id}: ${press} belongs to the browser`);
    for (const b of bound.slice(i + 1).filter((other) => together(a, other))) {
      if (a.keys === b.keys) faults.push(`${a.id} and ${b.id} are both ${a.keys}`);
      else if (`${a.keys} `.startsWith(`${b.keys} `) || `${b.keys} `.startsWith(`${a.keys} `)) faults.push(`${a.id} (${a.keys}) and ${b.id} (${b.keys}): one begins the other`);
    }
  }
  return faults;
}
