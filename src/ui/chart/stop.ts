import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

/** Keeps the focus on the one tab stop of a grid while it is inside: what had it may be another row by now. `stop`: how it is found in `box`. Gives what the grid listens with, and whether it is inside. */
export function useStop(box: RefObject<HTMLElement | null>, stop: string): { inside: RefObject<boolean>; within: { onFocus: () => void; onBlur: (event: FocusEvent) => void } } {
  const inside = useRef(false);
  useLayoutEffect(() => {
    const own = box.current!.querySelector<HTMLElement>(stop);
    if (!inside.current || own === null || own.contains(document.activeElement)) return;
    own.focus({ preventScroll: true });
    own.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return {
    inside,
    within: {
      onFocus: () => void (inside.current = true),
      onBlur: ({ currentTarget, relatedTarget }) => relatedTarget !== null && void (inside.current = currentTarget.contains(relatedTarget)),
    },
  };
}
