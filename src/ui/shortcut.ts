import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import type { Command } from '../kernel/area.ts';
import { runCommand } from './effect.ts';
import { composing, dialogOpen, typing } from './key.ts';

/** Listens for the keys of these commands everywhere but in text, in dialogs and in an input method's composition. */
export function useShortcuts(commands: readonly Command[]): void {
  useEffect(() => {
    const map = Object.fromEntries(
      commands.flatMap((command) =>
        command.keys === undefined
          ? []
          : [[command.keys, (event: KeyboardEvent) => {
              event.preventDefault();
              runCommand(command);
            }]],
      ),
    );
    return tinykeys(window, map, { ignore: (event) => event.defaultPrevented || composing(event) || typing(event.target) || dialogOpen() });
  }, [commands]);
}
