import { dayAt, dayOf } from './calendar.ts';

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** The 18th character of a Chinese ID number (GB 11643-1999) for its first 17 digits. */
export const checkCharacter = (first17: string): string => '10X98765432'[WEIGHTS.reduce((sum, w, i) => sum + w * Number(first17[i]), 0) % 11]!;

/** What is wrong with an ID number: its form, the birthday inside, which the calendar has and has had, or the check character. Null when it is sound. */
export function idNumberFault(text: string): 'form' | 'birthday' | 'check' | null {
  if (!/^\d{17}[\dX]$/.test(text)) return 'form';
  const born = birthdayOf(text);
  if (born === null || born > dayAt(Date.now())) return 'birthday';
  return checkCharacter(text) === text[17] ? null : 'check';
}
/** The birthday that an ID number carries, as a day number; null when the calendar has no such day. */
export const birthdayOf = (text: string): number | null => dayOf(Number(text.slice(6, 10)), Number(text.slice(10, 12)), Number(text.slice(12, 14)));
