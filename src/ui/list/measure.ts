import { useSyncExternalStore } from 'react';
import { useSetting } from '../setting.ts';

const NARROW = '(max-width: 767px)';
const subscribe = (listener: () => void): (() => void) => {
  const media = matchMedia(NARROW);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};
/** True under 768 px, where rows take two lines (look.md, "Small and touch screens"). */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches, () => false);

/** px of a second line, its gap and the room a finger needs. */
const SECOND_LINE = 28;
/** The height of every row in px: the token of the size setting, and one line more on narrow screens. */
export function useRowHeight(narrow: boolean): number {
  useSetting('size');
  const token = typeof document === 'undefined' ? '' : getComputedStyle(document.documentElement).getPropertyValue('--row-h');
  return (Number.parseInt(token, 10) || 40) + (narrow ? SECOND_LINE : 0);
}
