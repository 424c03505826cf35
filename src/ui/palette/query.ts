import type { Question } from './search.ts';

/** As much of a text as servers take. */
const MOST = 64;
const tight = (text: string): string => text.normalize('NFKC').replace(/[\s-]/g, '');

/** A whole order number somewhere in this text, as one writes, copies or reads it out of an address; null without one. */
export function orderNumberIn(text: string): string | null {
  const found = /PH(\d{11,12})(?!\d)/i.exec(tight(text)) ?? /^(\d{11,12})$/.exec(tight(text));
  // year, month and day stand first, and no mobile number has such ones
  return found !== null && /^[2-9]\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/.test(found[1]!) ? `PH${found[1]!}` : null;
}
/** The digits of a whole mobile number; null where it is none. */
export const mobileIn = (text: string): string | null => /^(?:\+?86)?(1[3-9]\d{9})$/.exec(tight(text))?.[1] ?? null;
/** The last four digits of a mobile number as it is shown to those who may not see all of it: `137****4665`; null where it is none. */
const maskedIn = (text: string): string | null => /^1\d{2}\*{4}(\d{4})$/.exec(tight(text))?.[1] ?? null;
/** Whether a whole order number or mobile number stands in it. */
export const hasNumber = (text: string): boolean => (orderNumberIn(text) ?? mobileIn(text)) !== null;
/** What of a pasted text is asked: its order number, its mobile number, else its words. */
export const pasted = (text: string): string => orderNumberIn(text) ?? mobileIn(text) ?? maskedIn(text) ?? text.replace(/\s+/g, ' ').trim().slice(0, MOST);

/**
 * The question behind the text of the input. An input method composes with apostrophes and spaces (`wang'li`), which nobody meant:
 * without them the letters are pinyin, and where one stands a syllable ends.
 */
export function questionOf(text: string, composed: boolean, scope: Question['scope']): Question {
  const number = orderNumberIn(text) ?? mobileIn(text) ?? maskedIn(text);
  if (number !== null) return { text: number, spelled: number, scope };
  const folded = text.normalize('NFKC').trim().slice(0, MOST);
  if (!/^[a-z' ]+$/i.test(folded) || !(composed || folded.includes("'"))) return { text: folded, spelled: folded, scope };
  return { text: folded.replace(/[' ]/g, ''), spelled: composed ? folded.replace(/[' ]+/g, "'") : folded, scope };
}
