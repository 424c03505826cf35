import { useState, type FormEvent } from 'react';

/** What is said of a field, or below a whole form: it goes with the next change there (`onChange` of what holds it), and is said again if the form is sent and it is still so. */
export function useMended(said: string | null): [said: string | null, onChange: (event: FormEvent) => void] {
  const [mended, setMended] = useState<string | null>(null);
  return [mended === said ? null : said, ({ currentTarget }) => {
    const form = currentTarget.closest('form');
    // without a form nothing would bring it back
    if (said === null || mended === said || form === null) return;
    setMended(said);
    form.addEventListener('submit', () => setMended(null), { capture: true, once: true });
  }];
}
