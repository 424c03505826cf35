import { useRef, useState, type KeyboardEvent } from 'react';
import { CallFailure, DROPPED, newKey } from './call.ts';
import { composing } from './key.ts';

/** A form's way to the server. */
export interface Submit {
  busy: boolean;
  failure: CallFailure | null;
  /** Does `work` unless something is under way; `key` is the same for the same `body` until it has worked, so a repeat changes nothing twice. */
  submit: <T>(body: object, work: (key: string) => Promise<T>, done: (reply: T) => void) => Promise<void>;
}
/** Sends once at a time and keeps why it failed. */
export function useSubmit(): Submit {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const intention = useRef<{ body: string; key: string } | null>(null);
  const submit: Submit['submit'] = async (body, work, done) => {
    if (busy) return;
    const text = JSON.stringify(body);
    if (intention.current?.body !== text) intention.current = { body: text, key: newKey() };
    setFailure(null);
    setBusy(true);
    try {
      const reply = await work(intention.current.key);
      intention.current = null;
      done(reply);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, submit };
}

/** Ctrl+Enter anywhere in a form sends it. */
export function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || composing(event.nativeEvent)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
/** What was typed in a form's field `name`, without the spaces around it. */
export const typed = (form: HTMLFormElement, name: string): string => String(new FormData(form).get(name) ?? '').trim();
/** Puts the cursor in a form's field. */
export function focusField(form: HTMLFormElement, name: string): void {
  const input = form.elements.namedItem(name);
  if (!(input instanceof HTMLInputElement)) return;
  input.focus();
  input.select();
}
