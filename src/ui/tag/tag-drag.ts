import { useRef, type HTMLAttributes, type RefObject } from 'react';

/** Pixels that a pointer goes before it drags: less is a click. */
const THRESHOLD = 6;

/** Tabs are put into another order by dragging one over the middle of its neighbour. A finger scrolls the bar instead. */
export function useTagDrag(bar: RefObject<HTMLElement | null>, move: (key: string, to: number) => void): HTMLAttributes<HTMLElement> {
  const held = useRef<{ key: string; x: number } | null>(null);
  const drags = useRef(false);
  const end = (): void => void (held.current = null);
  return {
    onPointerDown: ({ button, pointerType, target, clientX }) => {
      drags.current = false;
      const key = (target as Element).closest<HTMLElement>('[data-tag]')?.dataset.tag;
      held.current = button !== 0 || pointerType === 'touch' || key === undefined ? null : { key, x: clientX };
    },
    onPointerMove: ({ clientX, pointerId }) => {
      if (held.current === null || (!drags.current && Math.abs(clientX - held.current.x) < THRESHOLD)) return;
      drags.current = true;
      const own = bar.current!;
      own.setPointerCapture(pointerId);
      const { key } = held.current;
      const all = [...own.querySelectorAll<HTMLElement>('[data-tag]')];
      const at = all.findIndex((link) => link.dataset.tag === key);
      const middles = all.map((link) => link.parentElement!.getBoundingClientRect()).map(({ left, width }) => left + width / 2);
      const to = clientX > middles[at]! ? middles.findLastIndex((middle, i) => i > at && clientX > middle) : middles.findIndex((middle, i) => i < at && clientX < middle);
      if (to >= 0) move(key, to);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture: (event) => {
      if (!drags.current) return;
      drags.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
