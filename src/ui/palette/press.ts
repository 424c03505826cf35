import { composing } from '../key.ts';
import { palette } from './actor.ts';
import type { Steer } from './steer.ts';

const MOVES: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
/** By their place on the board: with Alt some layouts write other signs. */
const ASIDE: Record<string, 'why' | 'pin' | 'forget'> = { KeyW: 'why', KeyP: 'pin', Delete: 'forget' };

/** Whether Backspace stands before the first sign and a chip is there to be taken away. A held key takes none. */
function takesChip(event: KeyboardEvent, field: HTMLInputElement): boolean {
  const { scope, steps } = palette.getSnapshot().context;
  return !event.repeat && (scope !== null || steps > 0) && field.selectionStart === 0 && field.selectionEnd === 0;
}

/** The keys of the open palette: what is not one of them is written into its text, wherever the focus was. `shown` is its dialog. */
export function pressInPalette(event: KeyboardEvent, shown: HTMLDialogElement, steer: Steer | null): void {
  // a question of the session may stand above
  if ([...document.querySelectorAll('dialog[open]')].some((other) => other !== shown)) return;
  const [field, button] = [shown.querySelector('input')!, shown.querySelector<HTMLButtonElement>('button[data-close]')!];
  if (composing(event)) return field.focus();
  const onButton = document.activeElement === button;
  if (onButton && (event.key === 'Enter' || event.key === ' ')) return;
  const take = (): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  const { key } = event;
  if (key === 'Tab') {
    take();
    // a button that is drawn is to be reached; where there is none, Tab is free
    if (getComputedStyle(button).display !== 'none') return (onButton ? field : button).focus();
    field.focus();
    return palette.send({ type: 'turn' });
  }
  // the browser writes the letter into what has the focus after this
  field.focus();
  const aside = event.altKey && !event.ctrlKey && !event.metaKey ? ASIDE[event.code] : undefined;
  const by = MOVES[key];
  if (aside !== undefined) {
    take();
    if (!event.repeat) steer?.[aside]();
  } else if (key === 'Escape') {
    take();
    palette.send({ type: 'escape' });
  } else if (by !== undefined) {
    take();
    steer?.move(by);
  } else if (key === 'Enter') {
    take();
    if (event.repeat) return;
    if (steer === null) palette.send({ type: 'arm' });
    else steer.enter();
  } else if (key === 'Backspace' && takesChip(event, field)) {
    take();
    palette.send({ type: 'back' });
  }
}
