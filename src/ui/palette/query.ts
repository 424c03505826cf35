import type { Question } from './results.ts';

/** As much of a text as servers take. */
const MOST = 64;
const plain = (text: string): string => text.normalize('NFKC');
/** Where digits of an order number stand, in the groups in which one reads them out: behind PH, as one word, or first of all. */
const ORDERS = [/PH[\s-]*(\d+(?:[\s-]+\d+)*)/gi, /(?<![\da-z])(\d{11,12})(?!\d)/gi, /^\s*(\d+(?:[\s-]+\d+)*)/g] as const;
/** A mobile number beside other words, also in its groups; alone in any. */
const MOBILE = /(?<!\d)(?:\+?86[\s-]*)?(1[3-9]\d[\s-]*\d{4}[\s-]*\d{4})(?!\d)|^[\s+-]*(?:86[\s-]*)?(1[\s-]*[3-9](?:[\s-]*\d){9})\s*$/;
/** A mobile number as it is shown to those who may not see all of it: `137****4665`; its last four digits are what it is found by. */
const MASKED = /(?<!\d)1\d{2}[\s-]*\*{4}[\s-]*(\d{4})(?!\d)/;

/** A bed as English writes it, `bed 32`: servers and index know it as `32床`. */
const BED = /(?<![^\s])bed\s*((?:[a-z]-?)?\d[\da-z-]*)(?!\S)/gi;

/** The first groups that make up a whole order number; what follows them, a bed or a day, is none of it. */
function orderOf(groups: string): string | null {
  let digits = '';
  for (const group of groups.split(/[\s-]+/)) if (digits.length < 11) digits += group;
  // year, month and day stand first, and no mobile number has such ones
  return /^[2-9]\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{5,6}$/.test(digits) ? `PH${digits}` : null;
}
/** A whole order number somewhere in this text, as one writes, copies or reads it out of an address; null without one. */
export function orderNumberIn(text: string): string | null {
  const written = plain(text);
  for (const way of ORDERS) for (const [, groups] of written.matchAll(way)) {
    const number = orderOf(groups!);
    if (number !== null) return number;
  }
  return null;
}
/** The digits of a whole mobile number somewhere in this text; null without one. */
export function mobileIn(text: string): string | null {
  const [, beside, alone] = MOBILE.exec(plain(text)) ?? [];
  return (beside ?? alone)?.replace(/\D/g, '') ?? null;
}
/** Whether a whole order number or mobile number stands in it. */
export const hasNumber = (text: string): boolean => (orderNumberIn(text) ?? mobileIn(text)) !== null;
/** What of a pasted text is asked: its order number, its mobile number, else its words. */
export const pasted = (text: string): string => orderNumberIn(text) ?? mobileIn(text) ?? text.replace(MASKED, '$1').replace(/\s+/g, ' ').trim().slice(0, MOST);

/**
 * The question behind the text of the input. An input method composes with apostrophes and spaces (`wang'li`, behind hanzi that stand already `张wang'li`),
 * which nobody meant: without them the letters are pinyin, and where one stands a syllable ends.
 */
export function questionOf(text: string, composed: boolean, scope: Question['scope']): Question {
  const number = orderNumberIn(text) ?? mobileIn(text);
  if (number !== null) return { text: number, spelled: number, scope };
  const folded = plain(text).replace(MASKED, '$1').replace(BED, '$1床').trim().slice(0, MOST);
  const spelled = composed ? folded.replace(/(?<=[a-zü])[' ]+(?=[a-zü]|$)/gi, "'") : folded;
  return { text: spelled.replaceAll("'", ''), spelled, scope };
}
