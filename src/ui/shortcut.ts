import { useEffect } from 'react';
import { matchKeybindingPress, parseKeybinding } from 'tinykeys';
import type { Command } from '../kernel/area.ts';
import { runCommand } from './effect.ts';
import { isHere } from './here.ts';
import { composing, dialogOpen, typing } from './key.ts';
import { toastTakes } from './toast.tsx';

/** Milliseconds that a begun chord waits for its next key. */
const PATIENCE = 3000;
const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'];

/**
 * A listener for the keys of these commands. tinykeys reads the notation and compares; the chord is followed here, because its own
 * handler keeps half-typed chords after one was completed and drops the key that breaks one, so `g o g c` and `g g o` fail with it.
 */
function chords(commands: readonly Command[], run: (command: Command) => void): (event: KeyboardEvent) => void {
  const all = commands.flatMap((command) => (command.keys === undefined ? [] : [{ command, presses: parseKeybinding(command.keys) }]));
  let begun: typeof all = [];
  let step = 0;
  let since = 0;
  const reset = (): void => {
    begun = [];
    step = 0;
  };
  return (event) => {
    if (!event.key || event.repeat || MODIFIERS.includes(event.key)) return;
    if (event.defaultPrevented || composing(event) || typing(event.target) || dialogOpen() || toastTakes(event)) return reset();
    const fits = (at: number) => ({ command, presses }: (typeof all)[number]): boolean => presses[at] !== undefined && (command.on === undefined || isHere(command.on)) && matchKeybindingPress(event, presses[at]);
    if (event.timeStamp - since > PATIENCE) reset();
    since = event.timeStamp;
    let next = begun.filter(fits(step));
    // a key that goes on with nothing may begin something
    if (next.length === 0) {
      step = 0;
      next = all.filter(fits(0));
    }
    const done = next.find(({ presses }) => presses.length === step + 1);
    begun = next;
    step += 1;
    if (done === undefined) return;
    reset();
    event.preventDefault();
    run(done.command);
  };
}

/** Listens for the keys of these commands everywhere but in text, in dialogs and in an input method's composition. */
export function useShortcuts(commands: readonly Command[]): void {
  useEffect(() => {
    const press = chords(commands, (command) => runCommand(command));
    // before the single keys of a page: what ends a chord is no such key
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [commands]);
}
