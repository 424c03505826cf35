import { useEffect, useRef } from 'react';
import type { Words } from '../kernel/area.ts';
import { composing, dialogOpen, typing } from './key.ts';
import { answersKey } from './keyboard.ts';

/** Single keys of a page and what they do: bound and shown in the help sheet from this one value. */
export interface PlainKey {
  /** `KeyboardEvent.key` of each key that does it. */
  keys: readonly string[];
  /** What the help sheet calls it. */
  words: Words | string;
  /** Returns false when the key was not its own here. Absent: what has the focus answers it by itself. */
  run?: (event: KeyboardEvent) => boolean | void;
}
type Handle = (event: KeyboardEvent) => boolean;

const declared = new Set<{ readonly current: readonly PlainKey[] | Handle }>();
/** The plain keys of the page that is shown, as far as one has not switched them off, in the order in which its parts came. */
export const plainKeys = (): PlainKey[] =>
  [...declared].flatMap(({ current }) => (typeof current === 'function' ? [] : current)).map((key) => ({ ...key, keys: key.keys.filter(answersKey) })).filter(({ keys }) => keys.length > 0);

/**
 * Single keys of a page: without modifiers, not while one types or a dialog is open, and no characters for who switched them off (WCAG 2.1.4). A function answers keys that
 * a control on the page shows itself (`aria-keyshortcuts`); it returns whether the key was its own.
 */
export function usePlainKey(keys: readonly PlainKey[] | Handle): void {
  const latest = useRef(keys);
  useEffect(() => void (latest.current = keys));
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !answersKey(event.key) || composing(event) || event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || dialogOpen()) return;
      const now = latest.current;
      const own = typeof now === 'function' ? now(event) : now.some((key) => key.keys.includes(event.key) && key.run !== undefined && key.run(event) !== false);
      if (own) event.preventDefault();
    };
    declared.add(latest);
    document.addEventListener('keydown', onKey);
    return () => {
      declared.delete(latest);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
}
