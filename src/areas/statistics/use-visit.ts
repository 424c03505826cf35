import { useRef, type KeyboardEvent } from 'react';
import { composing } from '../../ui/key.ts';

/** What of a picture or its table has the focus. */
export const STOP = ':is(tr, td, [role="slider"])[tabindex="0"]';
/**
 * A visit to a choice. It is one step of the history: the first change is a step, and what is passed on the way to another takes its
 * place (`again`). Escape leads back to where a key brought one from (`come`), or into the picture where that is gone.
 */
export function useVisit(): { come: () => void; again: () => boolean; props: { onFocus: () => void; onKeyDown: (event: KeyboardEvent) => void } } {
  const changed = useRef(false);
  const from = useRef<Element | null>(null);
  return {
    come: () => void (from.current = document.activeElement),
    again: () => {
      const was = changed.current;
      changed.current = true;
      return was;
    },
    props: {
      onFocus: () => void (changed.current = false),
      onKeyDown: (event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || composing(event.nativeEvent) || from.current === null) return;
        event.preventDefault();
        const page = event.currentTarget.closest('section');
        const back = from.current.isConnected && from.current !== document.body ? from.current : (page?.querySelector(`[data-view] ${STOP}`) ?? page?.querySelector('h1'));
        if (back instanceof HTMLElement) back.focus();
        from.current = null;
      },
    },
  };
}
