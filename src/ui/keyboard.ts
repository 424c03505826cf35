// One's own keys. They belong to the account and follow it from computer to computer; this browser keeps a copy until one signs out, so
// that the first paint shows and hears them before the server has answered.
import { useMemo, useSyncExternalStore } from 'react';
import type { Command } from '../kernel/area.ts';
import { eitherOf, isCharacter } from '../kernel/key.ts';
import { onSignedOut } from './session.ts';

/** How keys are answered. */
export interface Keyboard {
  /** Whether single characters are shortcuts (WCAG 2.1.4). Keys with Ctrl, arrows, Enter and Escape always are. */
  single: boolean;
  /** The keys by entry or command id, where they are not its own; null: none. */
  keys: Readonly<Record<string, string | null>>;
}
/** Where the server keeps an account's keys: those that differ, by id, and `single`: `off` where single characters are none. */
export interface KeyMemory {
  load: () => Promise<Readonly<Record<string, string | null>>>;
  /** What has changed, and `gone`: what is the command's own again. Fire and forget. */
  save: (keys: Readonly<Record<string, string | null>>, gone: readonly string[]) => void;
}
const NAME = 'keyboard';
/** How `single` is called among the ids; none of them is called so. */
const SINGLE = 'single';
const DEFAULT: Keyboard = { single: true, keys: {} };
/** Letters of the longest that anyone binds. */
const LONGEST = 40;

const sound = (pair: [string, unknown]): pair is [string, string | null] => pair[0] !== SINGLE && (pair[1] === null || (typeof pair[1] === 'string' && pair[1] !== '' && pair[1].length <= LONGEST));
/** What was kept, as far as it is sound. */
const fromKept = (kept: object): Keyboard => ({ single: (kept as Record<string, unknown>)[SINGLE] !== 'off', keys: Object.fromEntries(Object.entries(kept).filter(sound)) });
const toKept = ({ single, keys }: Keyboard): Record<string, string | null> => (single ? keys : { ...keys, [SINGLE]: 'off' });
/** What this browser keeps, or the default as far as it is missing or poisoned. */
export function readKeyboard(text: string | null): Keyboard {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    return typeof kept === 'object' && kept !== null ? fromKept(kept) : DEFAULT;
  } catch {
    return DEFAULT;
  }
}
const stored = (): string | null => {
  try {
    return typeof document === 'undefined' ? null : localStorage.getItem(NAME);
  } catch {
    return null; // storage is forbidden: the choice lasts as long as the page
  }
};
let now: Keyboard = readKeyboard(stored());
let memory: KeyMemory | null = null;
/** Counts changes made here: what is loaded meanwhile is older. */
let changes = 0;
const listeners = new Set<() => void>();
function take(next: Keyboard): void {
  now = next;
  for (const listener of listeners) listener();
}
function keepHere(): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(toKept(now)));
  } catch {
    // forbidden or full
  }
}
if (typeof document !== 'undefined') addEventListener('storage', ({ key }) => void ((key === NAME || key === null) && take(readKeyboard(stored()))));
// who signs in next has other keys, and none of these until they are here
onSignedOut(() => {
  changes += 1;
  take(DEFAULT);
  try {
    localStorage.removeItem(NAME);
  } catch {
    // forbidden: nothing was kept
  }
});
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The entry hands it over, because ui/ knows no area. */
export const setKeyMemory = (given: KeyMemory | null): void => void (memory = given);
/** Fetches the keys of the account that has signed in; without an answer what this browser keeps stays. */
export async function loadKeyboard(): Promise<void> {
  const before = changes;
  try {
    const kept = await memory?.load();
    if (kept === undefined || before !== changes) return;
    take(fromKept(kept));
    keepHere();
  } catch {
    // the next sign-in asks again
  }
}
/** Changes, keeps with the account, and acts at once, here and in every other tab. */
export function setKeyboard(change: Partial<Keyboard>): void {
  changes += 1;
  const before = toKept(now);
  take({ ...now, ...change });
  keepHere();
  const after = toKept(now);
  // another tab may have changed others
  memory?.save(Object.fromEntries(Object.entries(after).filter(([id, keys]) => before[id] !== keys)), Object.keys(before).filter((id) => after[id] === undefined));
}
/** One's own keys, re-rendering when they change; prerendered HTML shows the default. */
export const useKeyboard = (): Keyboard => useSyncExternalStore(subscribe, () => now, () => DEFAULT);

/** Whether single characters are shortcuts now. */
export const singleKeys = (): boolean => now.single;

/** What has a key: an entry of the registry or a command. */
export interface Keyed {
  id: string;
  keys?: string;
  focused?: true;
}
/** The keys that one has chosen for it, or its own; undefined: none. */
export function keysOf({ id, keys, focused }: Keyed, { single, keys: own }: Keyboard = now): string | undefined {
  const chosen = own[id] === undefined || keys === undefined ? keys : own[id];
  if (chosen === undefined || chosen === null || single || focused) return chosen ?? undefined;
  const left = eitherOf(chosen).filter((one) => !isCharacter(one));
  return left.length === 0 ? undefined : left.join('|');
}
/** These commands with the keys that the person at this page has chosen. */
export function useOwnKeys(commands: readonly Command[]): readonly Command[] {
  const keyboard = useKeyboard();
  return useMemo(() => commands.map(({ keys, ...keyless }) => {
    const own = keysOf({ id: keyless.id, ...(keys === undefined ? {} : { keys }) }, keyboard);
    return own === undefined ? keyless : { ...keyless, keys: own };
  }), [commands, keyboard]);
}
