import { useState, type FormEvent } from 'react';

/** What a form's fields are told when it asks for something without being sent, such as a code. */
export const ATTEMPT = 'attempt';

/** What is said of a field, or below a whole form: it goes with the next change there (`onChange` of what holds it), and is said again at the form's next attempt if it is still so. */
export function useMended(said: string | null): [said: string | null, onChange: (event: FormEvent) => void] {
  const [mended, setMended] = useState<string | null>(null);
  return [mended === said ? null : said, ({ currentTarget }) => {
    const form = currentTarget.closest('form');
    // without a form nothing would bring it back
    if (said === null || mended === said || form === null) return;
    setMended(said);
    for (const event of ['submit', ATTEMPT]) form.addEventListener(event, () => setMended(null), { capture: true, once: true });
  }];
}
