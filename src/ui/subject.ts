import { useLayoutEffect, useRef } from 'react';

/** What the page that is shown is about, where its address alone does not say it; whose it is, so that a page that goes takes only its own away. */
let said: { by: object; words: string } | null = null;
const listeners = new Set<() => void>();
const say = (next: typeof said): void => {
  said = next;
  for (const listener of listeners) listener();
};
export const subject = (): string | null => said?.words ?? null;
export function onSubject(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
/** Says what the page is about, ahead of its name in the window's title, while it is shown. A person is named by their number, never by their name (title.ts). */
export function useSubject(...parts: readonly (string | undefined)[]): void {
  const words = parts.filter((part) => part !== undefined).join(' · ');
  const own = useRef({});
  // before the landing looks, which is an effect
  useLayoutEffect(() => {
    const by = own.current;
    say({ by, words });
    return () => void (said?.by === by && say(null));
  }, [words]);
}
