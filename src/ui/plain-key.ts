import { useEffect, useRef } from 'react';
import { composing, dialogOpen, typing } from './key.ts';

/**
 * Single keys of a page: without modifiers, not while one types or a dialog is open (WCAG 2.1.4). `handle` returns whether
 * the key was its own.
 */
export function usePlainKey(handle: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(handle);
  useEffect(() => void (latest.current = handle));
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || composing(event) || event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || dialogOpen()) return;
      if (latest.current(event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
