import { useSyncExternalStore } from 'react';
import { useSetting } from '../setting.ts';

const NARROW = '(max-width: 767px)';
const subscribe = (listener: () => void): (() => void) => {
  const media = matchMedia(NARROW);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};
/** True under 768 px, where a row is a few lines instead of columns (look.md, "Small and touch screens"). */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches, () => false);

/** px of one more line, its gap and the room a finger needs. */
const MORE_LINE = 24;
/** The height of every row of `lines` lines in px: the token of the size setting, and what each line more takes. */
export function useRowHeight(lines: number): number {
  useSetting('size');
  const token = typeof document === 'undefined' ? '' : getComputedStyle(document.documentElement).getPropertyValue('--row-h');
  return (Number.parseInt(token, 10) || 40) + (lines - 1) * MORE_LINE;
}
