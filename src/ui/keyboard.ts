// One's own keys. They are kept in this browser like the settings of spec section 3, under a name beside theirs: what suits a
// person's hands and keyboard belongs to the computer, and the server has no call for it.
import { createContext, useMemo, useSyncExternalStore } from 'react';
import type { Command } from '../kernel/area.ts';

/** How keys are answered. */
export interface Keyboard {
  /** Whether single characters are shortcuts (WCAG 2.1.4). Keys with Ctrl, arrows, Enter and Escape always are. */
  single: boolean;
  /** The letter after G by command id, where it is not the command's own; empty: none. */
  go: Readonly<Record<string, string>>;
}
const NAME = 'keyboard';
const DEFAULT: Keyboard = { single: true, go: {} };
/** G itself may not follow: two of them begin anew. */
export const LETTERS: readonly string[] = [...'abcdefhijklmnopqrstuvwxyz0123456789'];

/** What is stored, or the default as far as it is missing or poisoned. */
export function readKeyboard(text: string | null): Keyboard {
  try {
    const { single, go } = (JSON.parse(text ?? '{}') ?? {}) as { single?: unknown; go?: unknown };
    const pairs = typeof go === 'object' && go !== null ? Object.entries(go).filter((pair): pair is [string, string] => pair[1] === '' || LETTERS.includes(pair[1] as string)) : [];
    return { single: single !== false, go: Object.fromEntries(pairs) };
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
const listeners = new Set<() => void>();
function take(next: Keyboard): void {
  now = next;
  // what the buttons show of their keys follows (control.module.css)
  document.documentElement.dataset.singleKeys = next.single ? 'on' : 'off';
  for (const listener of listeners) listener();
}
if (typeof document !== 'undefined') {
  take(now);
  addEventListener('storage', ({ key }) => void ((key === NAME || key === null) && take(readKeyboard(stored()))));
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Whether this key is a shortcut at all, as one has chosen. */
export const answersKey = (key: string): boolean => now.single || key.length > 1;
/** Changes, keeps, and acts at once, here and in every other tab. */
export function setKeyboard(change: Partial<Keyboard>): void {
  take({ ...now, ...change });
  try {
    localStorage.setItem(NAME, JSON.stringify(now));
  } catch {
    // forbidden or full
  }
}
/** One's own keys, re-rendering when they change; prerendered HTML shows the default. */
export const useKeyboard = (): Keyboard => useSyncExternalStore(subscribe, () => now, () => DEFAULT);

/** The letter after G that opens what the command opens; undefined for a command without such a chord. */
export const goLetter = ({ keys }: Pick<Command, 'keys'>): string | undefined => /^g (.)$/.exec(keys ?? '')?.[1];
/** These commands with the keys that one has chosen. */
export function withOwnKeys(commands: readonly Command[], { single, go }: Keyboard): readonly Command[] {
  const taken = new Set<string>();
  return commands.map((command) => {
    const { keys, ...keyless } = command;
    if (keys === undefined || /\$mod|Control|Alt|Meta/.test(keys)) return command;
    // a key with a name, such as Delete, is no single character
    if (!single && !/^[A-Z]\w+$/.test(keys)) return keyless;
    const own = goLetter(command);
    if (own === undefined) return command;
    const letter = go[command.id] ?? own;
    // of two that were stored with one letter, the first one has it
    if (letter === '' || taken.has(letter)) return keyless;
    taken.add(letter);
    return { ...command, keys: `g ${letter}` };
  });
}
/** These commands with the keys that the person at this page has chosen. */
export function useOwnKeys(commands: readonly Command[]): readonly Command[] {
  const keyboard = useKeyboard();
  return useMemo(() => withOwnKeys(commands, keyboard), [commands, keyboard]);
}
/** The commands that the person at this page is offered, with the keys they come with: what there is to choose keys for. */
export const Offered = createContext<readonly Command[]>([]);
