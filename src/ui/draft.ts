import { useState } from 'react';
import { beforeReload, holdUnsaved } from './leave.ts';
import { currentViewer, onCutOff, onSession, onSignedOut } from './session.ts';
import { DRAFT } from './vault.ts';

const drafts = new Map<string, unknown>();
/** Pages whose drafts are kept on the server too: closing the tab loses nothing of them. */
const elsewhere = new Set<string>();
let release: (() => void) | null = null;
/** While something is typed that only this tab has, closing it asks. */
function guard(): void {
  const only = [...drafts.keys()].some((page) => !elsewhere.has(page));
  if (only) release ??= holdUnsaved(() => true, { kept: true });
  else {
    release?.();
    release = null;
  }
}
/** Says whether a server has the draft of `page` as it stands: without it the tab asks before it is closed. */
export function keptElsewhere(page: string, is: boolean): void {
  if (is) elsewhere.add(page);
  else elsewhere.delete(page);
  guard();
}
onSignedOut(() => {
  drafts.clear();
  guard();
});

/** How long drafts wait, ms. */
const LIFE = 600_000;
/** Drafts in storage while an expired session is renewed, which reloads the page (spec section 4), or after another tab has signed out: bound to the person, gone when anyone signs in. */
interface Waiting {
  person: string;
  until: number;
  drafts: [page: string, draft: unknown][];
}
const attempt = <T>(work: () => T): T | null => {
  try {
    return work();
  } catch {
    return null; // storage may be forbidden, full or poisoned: then there is nothing to come back to
  }
};
function waiting(): Waiting | null {
  const found = attempt(() => JSON.parse(sessionStorage.getItem(DRAFT) ?? 'null') as Waiting | null);
  return found !== null && Array.isArray(found.drafts) && found.until > Date.now() && found.until <= Date.now() + LIFE ? found : null;
}
const remove = (): void => void attempt(() => sessionStorage.removeItem(DRAFT));

function saver(person: string): () => void {
  const kept: Waiting = { person, until: Date.now() + LIFE, drafts: [...drafts] };
  return () => {
    if (kept.drafts.length > 0) attempt(() => sessionStorage.setItem(DRAFT, JSON.stringify(kept)));
  };
}
onCutOff((person) => {
  const save = saver(person);
  return () => {
    save();
    // without a reload nobody else asks for them
    startDrafts();
  };
});
// a new version of the console is fetched
beforeReload(() => {
  const viewer = currentViewer();
  if (viewer !== null) saver(viewer.userId)();
});
/** Takes back what waited, for the same person only, and sees that it does not wait for ever. Called by the entry when there is something, after the session has started. Returns how to stop. */
export function startDrafts(): () => void {
  const left = waiting();
  if (left === null) remove();
  const timer = setTimeout(remove, LIFE);
  let deaf = (): void => {};
  const stop = (): void => {
    clearTimeout(timer);
    deaf();
  };
  const look = (): void => {
    const viewer = currentViewer();
    if (viewer === null) return;
    const found = waiting();
    if (found?.person === viewer.userId) for (const [page, draft] of found.drafts) if (!drafts.has(page)) drafts.set(page, draft);
    guard();
    remove();
    stop();
  };
  deaf = onSession(look);
  look();
  return stop;
}

/** The draft of `page` as it is kept now, or null: whether there is a form to offer again. */
export const keptDraft = <T extends object>(page: string): T | null => (drafts.get(page) as T | undefined) ?? null;
/** Keeps what was typed on `page`, as `useDraft` does; null: it was saved, or is not wanted. */
export function keepDraft(page: string, draft: object | null): void {
  if (draft === null) drafts.delete(page);
  else drafts.set(page, draft);
  guard();
}
/**
 * What was typed on the page `page` and not yet saved, or null; `saved`: a server keeps it too. It outlives the page, whatever way one leaves, and stays in
 * memory until the session ends: it may name patients, so no storage holds it but while a session that was cut off is renewed. Never a password.
 */
export function useDraft<T extends object>(page: string, { saved = false } = {}): [draft: T | null, keep: (draft: T | null) => void] {
  const [held, hold] = useState(() => ({ page, draft: keptDraft<T>(page) }));
  // a form may turn to another page
  const draft = held.page === page ? held.draft : keptDraft<T>(page);
  const keep = (next: T | null): void => {
    // what is known of one that goes on stays
    if (saved && keptDraft(page) === null) elsewhere.add(page);
    keepDraft(page, next);
    hold({ page, draft: next });
  };
  return [draft, keep];
}
