import { useRef, useState } from 'react';
import { msg } from '@lingui/core/macro';
import { CallFailure, DROPPED, newKey } from './call.ts';
import { currentI18n } from './language.tsx';

/** Body code of the error catalogue: it was done, but what it showed is shown only once. */
export const SHOWN_ONCE = 40909;

const repeatable = (message: string): string => currentI18n()._(msg`${message}。不确定有没有办成，原样再提交一次，不会重复办理`);

/** Sends what a person means once: one key per intention, the same through repeats; a second press while it is under way does nothing. `unsure`: what is said when nobody knows whether it was done, where the server keeps no keys (nobody is signed in). */
export function useSend(unsure = repeatable) {
  const intention = useRef<{ body: string; key: string } | null>(null);
  const [busy, setBusy] = useState(false);
  // two presses may come before anything is drawn again
  const under = useRef(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  /** What the server answered, or undefined when it did not take it; then `failure` says why. `key`: of an intention that outlives this page. */
  async function send<T>(body: unknown, work: (idempotencyKey: string) => Promise<T>, key?: string): Promise<{ reply: T } | undefined> {
    if (under.current) return undefined;
    under.current = true;
    const text = JSON.stringify(body);
    if (key !== undefined || intention.current?.body !== text) intention.current = { body: text, key: key ?? newKey() };
    setBusy(true);
    setFailure(null);
    try {
      const reply = await work(intention.current.key);
      intention.current = null;
      return { reply };
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      // asked once more it is something new
      if (error.code === SHOWN_ONCE) intention.current = null;
      const { status, code, message } = error;
      // what stands before the server answers 502 to 504 without a code
      const unknown = error.unanswered || (code === 0 && status > 501);
      if (code !== DROPPED) setFailure(unknown ? new CallFailure(status, code, unsure(message), true) : error);
      return undefined;
    } finally {
      under.current = false;
      setBusy(false);
    }
  }
  return { busy, failure, send, forgive: () => setFailure(null) };
}
