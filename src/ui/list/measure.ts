import { useSyncExternalStore } from 'react';
import { useSetting } from '../setting.ts';

/** Whether these words of CSS are true of the window; false on the server. */
const whether = (query: string): (() => boolean) => {
  const subscribe = (listener: () => void): (() => void) => {
    const media = matchMedia(query);
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => matchMedia(query).matches, () => false);
};
/** True under 768 px, where a row is a few lines instead of columns (look.md, "Small and touch screens"). */
export const useNarrow = whether('(max-width: 767px)');
/** True on a screen under 1,200 px, where what stood side by side stands in one column. */
export const useStacked = whether('screen and (max-width: 1199px)');

/** px of one more line, its gap and the room a finger needs. */
const MORE_LINE = 24;
/** The height of every row of `lines` lines in px: the token of the size setting, and what each line more takes. */
export function useRowHeight(lines: number): number {
  useSetting('size');
  const token = typeof document === 'undefined' ? '' : getComputedStyle(document.documentElement).getPropertyValue('--row-h');
  return (Number.parseInt(token, 10) || 40) + (lines - 1) * MORE_LINE;
}
