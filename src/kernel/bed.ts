import { inDigits, inHanzi } from './numeral.ts';

/** A bed's number as one says it by itself: `12`, `加1`, `A3`, `12A`, `3-12`. */
const NUMBER = '(?:[a-z加]?\\d{1,4}[a-z]?|\\d{1,3}-\\d{1,3})';
/** Where a person or a place is said with a bed in one word: `骨科12床`, `王丽12`, `gk12床`, `12床王丽`, `12床wangli`. Of letters before it, as of a number of staff, only what is called a bed; behind hanzi they are the bed's: `特需VIP2床`. */
const APART = new RegExp(`^(.*(?!加)\\p{Script=Han}|[a-z]{2,}(?=.*床))?(${NUMBER}(?:号?床位?|号)?|(?<=\\p{Script=Han})[a-z]{2,4}\\d{1,3}号?床位?)((?<=床)[\\p{Script=Han}a-z].*)?$`, 'u');
/** Letters with the number of a bed, which may be those of a place: `gk12`. An order's number begins with PH. */
const LETTERED = /^(?!ph)([a-z]{2,})(\d{1,3}[a-z]?)$/;
const ALONE = new RegExp(`^${NUMBER}$`, 'u');
/** Whether a folded word may be the number of a bed, though it does not say so. */
export const isBed = (word: string): boolean => ALONE.test(word);
/** A folded word as the words that it is made of: the bed apart from what it is said with; any other is itself. */
export function bedApart(word: string): string[] {
  const [, before, bed, behind] = APART.exec(word) ?? [];
  return before === undefined && behind === undefined ? [word] : [before, bed, behind].filter((part) => part !== undefined);
}
/** The same where a place is looked for: `gk12` too. */
export const placeApart = (word: string): string[] => LETTERED.exec(word)?.slice(1) ?? bedApart(word);
/** Folded words of which those before a bed that are syllables, `gu ke 12`, are one. */
export const inOne = (words: readonly string[]): string[] => words.join(' ').replace(/[a-z]+( [a-z]+)+(?= \d)/, (run) => run.replaceAll(' ', '')).split(' ');
const WARD = /(?<!\d)\d{1,2}(?=病[区房室]|[区楼层科])|[一二三四五六七八九十]+(?=病[区房室]|[区楼层科])/g;
/** A text with the numbers of wards as others write them: `三病区` where it says `3病区`, and `3病区` for that. */
export const otherWards = (text: string): string => text.replace(WARD, (number) => (/\d/.test(number) ? inHanzi(number) : inDigits(number)));
/** As many words of a question as are compared. */
const MOST = 4;
/** The words that are compared: none that is but a gap, as between the places of a row, and rather than a word with a number, for it may be the bed, another is left out. */
export function compared(words: readonly string[]): string[] {
  const said = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  let room = MOST - said.filter(hasDigit).length;
  return said.filter((word) => hasDigit(word) || (room -= 1) >= 0).slice(0, MOST);
}
const hasDigit = (word: string): boolean => /\d/.test(word);
/** A text with its beds as they are compared, each in one word: `骨科 12 床`, `骨科 十二床`, `床号 12`, `bed 12` and `12 bed` say `12床`, and `ward 3` or a number before `bed 12` the ward; the last sign of a name before a space, `张三 床位`, is no numeral. */
export const bedsWhole = (text: string): string =>
  text.replace(/(?<!\S)(?:ward\s*(\d{1,2})(?!\S)|(\d{1,2})(?=\s+bed\s*[a-z]?\d))/gi, '$1$2病区').replace(/[零一二三四五六七八九〇两十百]+(?=号?床)|(?:[零一二三四五六七八九〇两十百]{2,}|(?<=[科区室房楼层部院站组内外加]|中心|(?<!\p{Script=Han}))[零一二三四五六七八九〇两十百])(?=\s*号?\s*床)/gu, inDigits).replace(/(?<=\d[a-z]?)\s*(号?)\s*(?:床|bed(?!\S)(?!\s*[a-z]?\d))/gi, '$1床').replace(/(?:(?<!\S)bed|(?<![\da-z号])病?床[号位]?)\s*((?:[a-z]-?)?\d[\da-z-]*)(?!\S)/gi, '$1床').replace(/第\s*(?=[a-z加]?\d[\da-z-]*号?床)/gi, '');
/** As many departments of one short name as are asked. */
const SHORT = 3;
const inOrder = (signs: string, name: string): boolean => [...signs].reduce((at, sign) => (at < 0 ? at : name.indexOf(sign, at) + 1 || -1), 0) > 0;
/**
 * Folded words as they may be meant besides, where they find nothing, each way once: the name of a place (`names`) apart from what it stands beside in one word, `康复中心王丽`,
 * `仁和骨科12床`, and a department by all of its name of which two or three signs are said beside others, `神内 3床`.
 */
export function meantBesides(words: readonly string[], names: readonly string[]): string[][] {
  const apart = words.flatMap(bedApart).flatMap((word) => {
    const [name = ''] = names.filter((one) => one.length > 1 && one.length < word.length && (word.startsWith(one) || word.endsWith(one))).sort((a, b) => b.length - a.length);
    return name === '' ? [word] : word.startsWith(name) ? [name, word.slice(name.length)] : [word.slice(0, -name.length), name];
  });
  const short = apart.length < 2 ? undefined : apart.find((word) => /^\p{Script=Han}{2,3}$/u.test(word) && !names.includes(word));
  const long = short === undefined ? [] : names.filter((name) => name.endsWith('科') && inOrder(short, name)).slice(0, SHORT);
  return [apart, ...long.map((name) => apart.map((word) => (word === short ? name : word)))].filter((one) => one.join(' ') !== words.join(' '));
}
