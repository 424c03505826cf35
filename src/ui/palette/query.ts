/** As much of a text as servers take. */
export const MOST = 64;
/** As many orders as servers name at once. */
const SEVERAL = 200;
/** In half width, and with one sign for all that look like a hyphen. */
export const plain = (text: string): string => text.normalize('NFKC').replace(/[‐-―−]/g, '-');
/** Where digits of an order number stand, in the groups in which one reads them out: behind PH, as one word, or first of all. */
const ORDERS = [/PH[\s-]*(\d+(?:[\s-]+\d+)*)/gi, /(?<![\da-z])(\d{11,12})(?!\d)/gi, /^\s*(\d+(?:[\s-]+\d+)*)/g] as const;
/** A mobile number beside other words, also in its groups; alone in any. */
const MOBILE = /(?<!\d)(?:(?:\+|00)?86[\s(-]*)?(1[3-9]\d[\s.)-]*\d{4}[\s.-]*\d{4})(?!\d)|^[\s+-]*(?:(?:00)?86[\s-]*)?(1[\s-]*[3-9](?:[\s-]*\d){9})\s*$/;
/** A mobile number as it is shown to those who may not see all of it: `137****4665`; its last four digits are what it is found by. */
export const MASKED = /(?<!\d)1\d{2}[\s-]*\*{4}[\s-]*(\d{4})(?!\d)/;

/** The first groups that make up a whole order number; what follows them, a bed or a day, is none of it. */
function orderOf(groups: string): string | null {
  let digits = '';
  for (const group of groups.split(/[\s-]+/)) if (digits.length < 11) digits += group;
  // year, month and day stand first, and no mobile number has such ones
  return /^[2-9]\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{5,6}$/.test(digits) ? `PH${digits}` : null;
}
/** The whole order numbers somewhere in this text, as one writes, copies or reads them out of an address: each once, in their order. */
export function orderNumbersIn(text: string): string[] {
  const written = plain(text);
  const found = ORDERS.flatMap((way) => [...written.matchAll(way)].map(({ index, 1: groups }) => ({ index, number: orderOf(groups!) })));
  return [...new Set(found.sort((a, b) => a.index - b.index).flatMap(({ number }) => number ?? []))].slice(0, SEVERAL);
}
/** The first of them; null without one. */
export const orderNumberIn = (text: string): string | null => orderNumbersIn(text)[0] ?? null;
/** The digits of a whole mobile number somewhere in this text; null without one. */
export function mobileIn(text: string): string | null {
  const [, beside, alone] = MOBILE.exec(plain(text)) ?? [];
  return (beside ?? alone)?.replace(/\D/g, '') ?? null;
}
/** Whether a whole order number or mobile number stands in it. */
export const hasNumber = (text: string): boolean => (orderNumberIn(text) ?? mobileIn(text)) !== null;
/** What of a pasted text is asked: its order numbers, its mobile number, else its words. */
export const pasted = (text: string): string => (orderNumbersIn(text).join(' ') || mobileIn(text)) ?? text.replace(MASKED, '$1').replace(/\s+/g, ' ').trim().slice(0, MOST);
