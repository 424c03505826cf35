import { checkCharacter } from '../kernel/id-number.ts';
import { dayAt, dayOf } from './calendar.ts';

/** What is wrong with an ID number: its form, the birthday inside, which the calendar has and has had, or the check character. Null when it is sound. */
export function idNumberFault(text: string): 'form' | 'birthday' | 'check' | null {
  if (!/^\d{17}[\dX]$/.test(text)) return 'form';
  const born = birthdayOf(text);
  if (born === null || born > dayAt(Date.now())) return 'birthday';
  return checkCharacter(text) === text[17] ? null : 'check';
}
/** The birthday that an ID number carries, as a day number; null when the calendar has no such day. */
export const birthdayOf = (text: string): number | null => dayOf(Number(text.slice(6, 10)), Number(text.slice(10, 12)), Number(text.slice(12, 14)));
