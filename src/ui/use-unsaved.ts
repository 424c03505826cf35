import { useEffect, useRef } from 'react';
import { holdUnsaved } from './leave.ts';

/** Guards what a form holds while it is drawn: `ask` is called when the address is about to change, and goes on with what it is given; without it other pages leave it whole. */
export function useUnsaved(dirty: () => boolean, ask: ((go: () => void) => void) | null): void {
  const latest = useRef({ dirty, ask });
  useEffect(() => void (latest.current = { dirty, ask }));
  const asks = ask !== null;
  useEffect(() => holdUnsaved(() => latest.current.dirty(), { kept: !asks, ask: (go) => latest.current.ask?.(go) }), [asks]);
}
