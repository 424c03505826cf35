import { composing, pressed } from '../key.ts';
import { OWN_KEYS } from '../key-entry.ts';
import { palette } from './actor.ts';
import type { Steer } from './steer.ts';

const MOVES: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
const ASIDE = ['why', 'pin', 'forget', 'again', 'stop'] as const;

/** With one of these a key does something to the text. */
const modified = ({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean => ctrlKey || altKey || metaKey;
/** Whether Backspace stands before the first sign and a chip is there to be taken away. A held key takes none. */
function takesChip(event: KeyboardEvent, field: HTMLInputElement): boolean {
  const { scope, steps } = palette.getSnapshot().context;
  return !event.repeat && !modified(event) && (scope !== null || steps > 0) && field.selectionStart === 0 && field.selectionEnd === 0;
}

/** The keys of the open palette: what is not one of them is written into its text, wherever the focus was. `shown` is its dialog. */
export function pressInPalette(event: KeyboardEvent, shown: HTMLDialogElement, steer: Steer | null): void {
  // a question of the session may stand above
  if ([...document.querySelectorAll('dialog[open]')].some((other) => other !== shown)) return;
  const field = shown.querySelector('input')!;
  if (composing(event)) return field.focus();
  const [close, ...others] = [...shown.querySelectorAll<HTMLElement>('button[data-stop]')];
  const onButton = document.activeElement instanceof HTMLElement && document.activeElement.dataset['stop'] !== undefined;
  if (onButton && (event.key === 'Enter' || event.key === ' ')) return;
  const take = (): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  const { key } = event;
  if (key === 'Tab') {
    take();
    // where the button that closes is drawn, Tab goes round the buttons; where it is not, Tab is free
    if (close !== undefined && getComputedStyle(close).display !== 'none') {
      const stops = [field, close, ...others];
      return stops.at((stops.indexOf(document.activeElement as HTMLElement) + (event.shiftKey ? -1 : 1)) % stops.length)!.focus();
    }
    field.focus();
    return palette.send({ type: 'turn' });
  }
  // alone it writes nothing, and may be held for Tab
  if (key === 'Shift') return;
  // the browser writes the letter into what has the focus after this; asking for it again makes it lay out the page
  if (document.activeElement !== field) field.focus();
  const aside = ASIDE.find((name) => pressed(event, OWN_KEYS[name]));
  const by = event.shiftKey || modified(event) ? undefined : MOVES[key];
  if (aside !== undefined) {
    take();
    if (!event.repeat) steer?.[aside]();
  } else if (key === 'Escape') {
    take();
    // held down it would go on into the page, and take its selection
    if (!event.repeat) palette.send({ type: 'escape' });
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
