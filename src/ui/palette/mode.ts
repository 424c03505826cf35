import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { Choice, Command, Here } from '../../kernel/area.ts';
import type { Chip } from './chip.tsx';

/** What stands in the place of the palette's own rows while a command asks for what it needs. */
export interface Mode {
  /** Of command and step: another one is another list, in which nothing is chosen yet. */
  id: string;
  /** The command, then each step taken. */
  chips: readonly Chip[];
  /** What is asked for now: name and placeholder of the input. */
  asks: string;
  heading: string;
  /** The text that the rows answer. */
  text: string;
  rows: readonly Choice[];
  /** More rows, or the right ones, are on their way. */
  pending: boolean;
  /** Spoken as soon as it is another: whom and what for, what it will do. */
  said?: string;
  /** That stands below the rows too. */
  shown?: true;
  /** Below the rows, after it: whom it will not reach, or why not. */
  note?: ReactNode;
  /** What Enter does; absent: nothing. */
  act?: ReactNode;
  /** It is being sent: Escape leaves it to go on. `stop`: does no more than the one under way; absent where there is but one, or where it is stopping. */
  sending?: { stop?: () => void };
  /** Enter on a row, or on none where there are no rows. A held key never gets here. */
  choose: (choice: Choice | null) => void;
}
let now: Mode | null = null;
type Begins = (command: Command, several: boolean, place: Here | null) => boolean;
let begins: Begins | null = null;
const listeners = new Set<() => void>();

/** Shows this in place of the palette's own rows, or them again. */
export function setMode(mode: Mode | null): void {
  now = mode;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
/** What stands in the place of the palette's own rows. */
export const useMode = (): Mode | null => useSyncExternalStore(subscribe, () => now, () => null);
/** Who carries out commands that ask for something first; answers whether it took the command. Returns how to take that back. */
export function onBegin(begin: Begins): () => void {
  begins = begin;
  return () => {
    if (begins === begin) begins = null;
  };
}
/** Whether someone took this command to ask for what it needs; the palette then stays open. `place`: what it acts on, as it was when the palette opened. */
export const begun = (command: Command, several: boolean, place: Here | null): boolean => command.asks !== undefined && begins?.(command, several, place) === true;
