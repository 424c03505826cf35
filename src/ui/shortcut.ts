import { useEffect, useRef } from 'react';
import type { Command } from '../kernel/area.ts';
import { announce } from './announce.tsx';
import type { Denied } from './command.ts';
import { runCommand } from './effect.ts';
import { isHere } from './here.ts';
import { listen, type Bound } from './key-stack.ts';
import { currentI18n } from './language.tsx';

/** What a command listens as: what acts on a record is a key of its list, the rest is heard everywhere. */
const bound = (command: Command): Bound => ({
  entry: { ...command, scope: command.on === undefined ? 'global' : 'list' },
  here: () => command.on === undefined || isHere(command.on),
  run: (event) => {
    // held down it is done once
    if (!event.repeat) runCommand(command);
  },
});
const NONE: readonly Denied[] = [];
/** One that only says why it is not done. */
const silent = ({ command, why }: Denied): Bound => ({ ...bound(command), run: ({ repeat }) => (repeat ? undefined : announce(typeof why === 'string' ? why : currentI18n()._(why))) });
/** Listens for the keys of these commands everywhere but in text, in dialogs and in an input method's composition; those of `barred` say why they are not done, where no other has them. */
export function useShortcuts(commands: readonly Command[], barred: readonly Denied[] = NONE): void {
  const group = useRef<readonly Bound[]>([]);
  useEffect(() => void (group.current = [...commands.flatMap((command) => (command.keys === undefined ? [] : [bound(command)])), ...barred.flatMap((one) => (one.command.keys === undefined ? [] : [silent(one)]))]), [commands, barred]);
  useEffect(() => listen(group), []);
}
