import { useState } from 'react';
import { onSignedOut } from './session.ts';

const drafts = new Map<string, unknown>();
onSignedOut(() => drafts.clear());

/**
 * What was typed on the page `page` and not yet saved, or null. It outlives the page, whatever way one leaves, and stays in
 * memory until the session ends: it may name patients, so no storage ever holds it.
 */
export function useDraft<T extends object>(page: string): [draft: T | null, keep: (draft: T | null) => void] {
  const [draft, setDraft] = useState<T | null>(() => (drafts.get(page) as T | undefined) ?? null);
  const keep = (next: T | null): void => {
    if (next === null) drafts.delete(page);
    else drafts.set(page, next);
    setDraft(next);
  };
  return [draft, keep];
}
