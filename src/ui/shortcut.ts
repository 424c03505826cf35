import { useEffect, useRef } from 'react';
import type { Command } from '../kernel/area.ts';
import { runCommand } from './effect.ts';
import { isHere } from './here.ts';
import { listen, type Bound } from './key-stack.ts';

/** What a command listens as: what acts on a record is a key of its list, the rest is heard everywhere. */
const bound = (command: Command): Bound => ({
  entry: { ...command, scope: command.on === undefined ? 'global' : 'list' },
  here: () => command.on === undefined || isHere(command.on),
  run: (event) => {
    // held down it is done once
    if (!event.repeat) runCommand(command);
  },
});
/** Listens for the keys of these commands everywhere but in text, in dialogs and in an input method's composition. */
export function useShortcuts(commands: readonly Command[]): void {
  const group = useRef<readonly Bound[]>([]);
  useEffect(() => void (group.current = commands.flatMap((command) => (command.keys === undefined ? [] : [bound(command)]))), [commands]);
  useEffect(() => listen(group), []);
}
