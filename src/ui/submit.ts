import type { KeyboardEvent } from 'react';
import { OWN_KEYS } from './key-entry.ts';
import { pressed } from './key.ts';

/** Ctrl+Enter anywhere in a form sends it. */
export function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (!pressed(event.nativeEvent, OWN_KEYS.send)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
/** What was typed in a form's field `name`, without the spaces around it. */
export const typed = (form: HTMLFormElement, name: string): string => String(new FormData(form).get(name) ?? '').trim();
/** Puts the cursor in a form's field. */
export function focusField(form: HTMLFormElement, name: string): void {
  const input = form.elements.namedItem(name);
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
  input.focus();
  input.select();
}
/** Whether something stands in a day's field that is no day (day-field.tsx): kept it would be no day at all, so it is said there, and has the cursor. */
export function hasNoDay(form: HTMLFormElement): boolean {
  const found = [...form.elements].find((one) => one instanceof HTMLInputElement && one.validity.customError) as HTMLInputElement | undefined;
  found?.checkValidity();
  found?.focus();
  return found !== undefined;
}
/** Brings a conflict into sight once, as it comes: it stands below the fields, and what is sent again is sent knowing it. */
export const bringIntoSight = (section: HTMLElement | null): void => section?.scrollIntoView({ block: 'nearest' });
