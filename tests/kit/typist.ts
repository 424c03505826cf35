// A keyboard for console tests: each key goes to what has the focus and does what a browser would do with it.
import { act } from '@testing-library/react';

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
/** Writes into the focused input as the browser does after a key that nobody took. */
export function input(value: string, init: InputEventInit = {}): void {
  act(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement)) return;
    setValue.call(field, value);
    field.dispatchEvent(new InputEvent('input', { bubbles: true, ...init }));
  });
}
/** One key: `a`, `Enter`, `Control+k`. Returns whether it was left to the browser. */
export function press(keys: string, init: KeyboardEventInit & { keyCode?: number } = {}): boolean {
  const { keyCode, ...rest } = init;
  const key = keys.split('+').pop()!;
  const event = new KeyboardEvent('keydown', { key, ctrlKey: keys.startsWith('Control+'), bubbles: true, cancelable: true, ...rest });
  if (keyCode !== undefined) Object.defineProperty(event, 'keyCode', { value: keyCode });
  const field = document.activeElement ?? document.body;
  let left = true;
  act(() => {
    left = field.dispatchEvent(event);
  });
  if (!left || keys.includes('+') || !(field instanceof HTMLInputElement)) return left;
  if (key.length === 1) input(field.value + key);
  if (key === 'Backspace') input(field.value.slice(0, -1));
  return left;
}
/** Several keys, one after the other, without a pause. */
export const type = (keys: Iterable<string>): void => {
  for (const key of keys) press(key);
};
