import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject, type SyntheticEvent } from 'react';
// the guard of Escape is there
import './key-stack.ts';
import { sayIn } from './announce.tsx';
import { useAtOnce } from './at-once.ts';
import { composing } from './key.ts';
import { onShade } from './shade.ts';

/** Gives the focus to the page when nothing has it: to its list's row, else to its heading. What had it may be gone. */
export function refocus(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  // the visible page is the first in the document
  const page = document.querySelector('[data-page]') ?? document;
  (page.querySelector<HTMLElement>(':is([role="row"], [role="gridcell"])[tabindex="0"]') ?? page.querySelector<HTMLElement>('h1[tabindex]'))?.focus({ preventScroll: true });
}
/** The same once what closed a dialog has been drawn: it may have taken away, or left, what had the focus. */
export const refocusSoon = (): void => void setTimeout(() => document.querySelector('dialog[open]') === null && refocus());

/** Gives the focus back to what had it before a dialog, which has just been closed. */
export function giveBack(to: Element | null): void {
  if (!(to instanceof HTMLElement) || to === document.body || !to.isConnected) return;
  // the browser gave it back by itself, but not the cursor: once the dialog has left the document, what is typed would go nowhere
  if (to.matches('input, textarea')) to.blur();
  to.focus({ preventScroll: true });
}

/** What a dialog that is only looked at is given. */
interface Sheet {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent) => void;
  onClose: (event: SyntheticEvent) => void;
}
/** What a modal `<dialog>` is given. */
interface Modal extends Sheet {
  onKeyDown: (event: KeyboardEvent) => void;
}
/**
 * The browser's own modal: it keeps the focus inside and makes the rest inert; afterwards the focus is where it was, or on the
 * page. `onEscape` alone decides what Escape does: a browser asks whether it may close once only, and then closes by itself. The key
 * is taken before it asks; what is left are the way back of a touch screen, and the key where nothing has the focus.
 */
export function useModal(onEscape: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  const latest = useRef(onEscape);
  useLayoutEffect(() => void (latest.current = onEscape));
  const from = useRef<Element | null>(null);
  // before the effects of what is inside, which put the cursor where it is wanted: a closed dialog takes none
  useLayoutEffect(() => {
    if (ref.current!.open) return;
    from.current = document.activeElement;
    ref.current!.showModal();
  }, []);
  useAtOnce();
  useEffect(() => {
    const shown = ref.current!;
    const still = sayIn(shown);
    return () => {
      still();
      shown.close();
      giveBack(from.current);
      refocusSoon();
    };
  }, []);
  return {
    ref,
    onKeyDown: (event) => {
      // of a dialog inside it is the answer
      if (event.key !== 'Escape' || event.defaultPrevented || composing(event.nativeEvent)) return;
      event.preventDefault();
      latest.current();
    },
    onCancel: (event) => {
      // where it closes all the same, the question is asked once it is open again: it would be below
      if (event.target !== ref.current || !event.cancelable) return;
      event.preventDefault();
      latest.current();
    },
    onClose: (event) => {
      if (event.target !== ref.current || ref.current === null || ref.current.open) return;
      ref.current.showModal();
      latest.current();
    },
  };
}

/**
 * A modal that is only looked at: Escape, the way back of a touch screen and a click beside it all put it away, by `leave`, and the
 * focus is where it was before the page that follows is drawn. `begin`: once it is open, for what has the focus first.
 */
export function useSheet(leave: () => void, begin?: (shown: HTMLDialogElement) => void): Sheet {
  const ref = useRef<HTMLDialogElement>(null);
  const latest = useRef({ leave, begin });
  useLayoutEffect(() => void (latest.current = { leave, begin }));
  useLayoutEffect(() => {
    const shown = ref.current!;
    const from = document.activeElement;
    if (!shown.open) shown.showModal();
    latest.current.begin?.(shown);
    const deaf = onShade(shown, () => latest.current.leave());
    const still = sayIn(shown);
    return () => {
      deaf();
      still();
      shown.close();
      giveBack(from);
      refocusSoon();
    };
  }, []);
  return {
    ref,
    onCancel: (event) => {
      event.preventDefault();
      latest.current.leave();
    },
    onClose: () => void (ref.current?.open === false && latest.current.leave()),
  };
}
