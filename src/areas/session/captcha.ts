import { useCallback, useEffect, useRef, useState } from 'react';
import type { Reply } from '../../kernel/endpoint.ts';
import { call } from '../../ui/call.ts';
import { lookAgain, onBack } from '../../ui/network.ts';
import type { session } from './contract.ts';

/** `session.captcha` of the contract without its schema (a test compares them): zod does not fit on the login page. */
export const captchaEndpoint = {
  method: 'GET',
  path: '/sys/captcha/randomImage',
  reply: { safeParse: (value: unknown) => ({ success: typeof (value as Reply<typeof session.captcha> | null)?.captchaBase64 === 'string', data: value }) },
} as const;

/** The picture now shown, and how to get another. `image` is a data address. */
export interface Captcha {
  key: string;
  image: string | null;
  failed: boolean;
  renew: () => void;
  /** Milliseconds since it was asked for; the server forgets it after three minutes. */
  age: () => number;
}

/** A fresh captcha at the start and whenever `spent` changes: the server takes each one once, right or wrong. One that did not come is asked for again once the server can be reached. */
export function useCaptcha(spent: unknown): Captcha {
  const [shown, setShown] = useState<Pick<Captcha, 'key' | 'image' | 'failed'>>({ key: '', image: null, failed: false });
  const [turn, setTurn] = useState(0);
  const since = useRef(Infinity);
  useEffect(() => {
    const left = new AbortController();
    since.current = Date.now();
    call<typeof session.captcha>(captchaEndpoint, { signal: left.signal, auth: 'no-auth' }).then(
      ({ captchaKey, captchaBase64 }) => setShown({ key: captchaKey, image: captchaBase64.startsWith('data:image/') ? captchaBase64 : `data:image/png;base64,${captchaBase64}`, failed: false }),
      () => left.signal.aborted || setShown({ key: '', image: null, failed: true }),
    );
    return () => left.abort();
  }, [spent, turn]);
  const renew = useCallback(() => setTurn((n) => n + 1), []);
  useEffect(() => {
    if (!shown.failed) return;
    const deaf = onBack(renew);
    void lookAgain();
    return deaf;
  }, [shown.failed, renew]);
  return { ...shown, renew, age: () => Date.now() - since.current };
}
