import { BEGINS, BEGUN, BLOCK, ENDED, ENDS, FURTHER, FURTHER_BEGUN, FURTHER_ENDED, GAP, RARE } from './pinyin.gen.ts';

const FIRST = 0x4e00;
/** Syllables that are also spelled otherwise: ü as on an identity card, and without its dots where nothing else is read so. */
const ALSO: Readonly<Record<string, string>> = { lv: 'lyu', nv: 'nyu', lve: 'lue', nve: 'nue' };
/** Where a letter stands in the alphabet, capitals after small ones. */
const placeOf = (letter: string): number => (letter >= 'a' ? letter.charCodeAt(0) - 97 : letter.charCodeAt(0) - 39);

/** One form for everything compared: full width as half width, lower case, ü as v. */
export const foldSign = (sign: string): string => sign.normalize('NFKC').toLowerCase().replaceAll('ü', 'v');

/** Syllables as they are typed, and those that each character is read as, by their places in that list. */
export interface Table {
  syllables: readonly string[];
  readingsOf: (sign: string) => readonly number[];
  /** The ways to spell a syllable. */
  spelledAs: (syllable: string) => readonly number[];
}
function decode(): Table {
  const syllables: string[] = [];
  const ways = new Map<string, number[]>();
  const spelledAs = (syllable: string): readonly number[] => ways.get(syllable) ?? [];
  const [begins, ends] = [BEGINS.split(' '), ENDS.split(' ')];
  const numbersOf = (begin: string, end: string): number[] => {
    const syllable = begins[placeOf(begin)]! + ends[placeOf(end)]!;
    let known = ways.get(syllable);
    if (known === undefined) ways.set(syllable, (known = [syllable, ...(ALSO[syllable] === undefined ? [] : [ALSO[syllable]])].map((one) => syllables.push(one) - 1)));
    return known;
  };
  // where the beginnings of each ending stand
  const begun = new Map([...new Set(ENDED.replaceAll('.', ''))].sort((a, b) => placeOf(a) - placeOf(b)).map((end) => [end, 0]));
  for (const end of ENDED) begun.set(end, (begun.get(end) ?? 0) + 1);
  let from = 0;
  for (const [end, count] of begun) {
    begun.set(end, from);
    if (end !== '.') from += count;
  }
  const firsts = [...ENDED].map((end): [begin: string, end: string] => {
    const at = begun.get(end)!;
    begun.set(end, at + 1);
    return [BEGUN[at]!, end];
  });
  const readings = firsts.map(([begin, end]) => (end === '.' ? [] : [...numbersOf(begin, end)]));
  let at = 0;
  let further = 0;
  for (const sign of FURTHER) {
    at += sign === '!' ? GAP : placeOf(sign);
    if (sign === '!') continue;
    const [begin, end] = firsts[at]!;
    readings[at]!.push(...numbersOf(FURTHER_BEGUN[further]!.replace('.', begin), FURTHER_ENDED[further]!.replace('.', end)));
    further += 1;
  }
  const block = readings.slice(0, BLOCK);
  let code = 0;
  const rare = new Map(RARE.split(' ').map((further, i) => [String.fromCodePoint((code += Number.parseInt(further, 36))), readings[BLOCK + i]!]));
  return { syllables, spelledAs, readingsOf: (sign) => block[sign.codePointAt(0)! - FIRST] ?? rare.get(sign) ?? [] };
}
let table: Table | undefined;
/** The table, read once. */
export const spelling = (): Table => (table ??= decode());

/** What was typed, as letters and signs without gaps. */
export interface Typed {
  /** Folded; what an input method puts between syllables is not in it. */
  text: string;
  /** Bit `i`: a border before the sign `i`, which no reading crosses. */
  borders: number;
}
/** Signs of what was typed that are compared at once; a mask has no more bits. What is longer is compared sign by sign in the end. */
export const LONGEST = 28;

/** A word as it was typed: `xi'an` has a border, and so has `zhang san`. */
export function typedOf(word: string): Typed {
  let text = '';
  let borders = 0;
  for (const sign of foldSign(word).replaceAll('u:', 'v')) {
    if (/['’`\s]/.test(sign)) borders |= text.length > 0 && text.length <= LONGEST ? 1 << text.length : 0;
    else text += sign;
  }
  return { text, borders };
}
const DOUBLE = /^[zcs]h/;
/** Whether a border lies within the signs from `from` up to `to`. */
const crosses = (borders: number, from: number, to: number): boolean => from < LONGEST && (borders & ((1 << Math.min(to, LONGEST + 1)) - 1) & ~((2 << from) - 1)) !== 0;

/** How much of what was typed from `at` on a syllable answers: bits in one number for each way. */
export interface Answers {
  /** The whole syllable. */
  full: Int32Array;
  /** Its beginning, and nothing is left. */
  part: Int32Array;
  /** Its first letter. */
  one: Int32Array;
  /** Its zh, ch or sh. */
  two: Int32Array;
}
/** Bit `i` of each number: what was typed is answered from its sign `i` on. */
export function answersOf({ syllables }: Table, { text, borders }: Typed): Answers {
  const typed = text.slice(0, LONGEST);
  const count = syllables.length;
  const answers = { full: new Int32Array(count), part: new Int32Array(count), one: new Int32Array(count), two: new Int32Array(count) };
  for (let at = 0; at < typed.length; at += 1) {
    const bit = 1 << at;
    const first = typed[at]!;
    if (first < 'a' || first > 'z') continue;
    const rest = typed.slice(at);
    const whole = !crosses(borders, at, typed.length);
    const double = DOUBLE.test(rest) && !crosses(borders, at, at + 2) ? rest.slice(0, 2) : null;
    for (let i = 0; i < count; i += 1) {
      const syllable = syllables[i]!;
      if (syllable[0] !== first) continue;
      answers.one[i]! |= bit;
      if (double !== null && syllable.startsWith(double)) answers.two[i]! |= bit;
      if (rest.length >= syllable.length) {
        if (rest.startsWith(syllable) && !crosses(borders, at, at + syllable.length)) answers.full[i]! |= bit;
      } else if (whole && syllable.startsWith(rest)) answers.part[i]! |= bit;
    }
  }
  return answers;
}

/** How a name answered: by its own signs, by readings, or by initials; and its places that did, counted in UTF-16. */
export interface Marked {
  why: 'name' | 'pinyin' | 'initials';
  marks: readonly number[];
}
/**
 * Which signs of a text answer from the sign `from` on, in order. `loose`: an initial stands for a sign; `spread`: others may stand between. Null: they do not answer all that was typed.
 * For what is drawn only; a search among all goes by masks.
 */
export function marksFrom(signs: readonly string[], from: number, { text, borders }: Typed, loose: boolean, spread = false): Marked | null {
  const { syllables, readingsOf } = spelling();
  const dead = new Set<number>();
  function walk(at: number, typed: number): { sign: number; by: Marked['why'] }[] | null {
    if (typed === text.length) return [];
    if (at === signs.length || dead.has(at * 256 + typed)) return null;
    const sign = signs[at]!;
    const tries: [number, Marked['why']][] = [];
    const own = foldSign(sign);
    if (text.startsWith(own, typed)) tries.push([own.length, 'name']);
    const readings = readingsOf(sign).map((i) => syllables[i]!);
    const rest = text.slice(typed);
    for (const reading of readings) if (rest.startsWith(reading) && !crosses(borders, typed, typed + reading.length)) tries.push([reading.length, 'pinyin']);
    if (rest !== '' && !crosses(borders, typed, text.length) && readings.some((reading) => reading.startsWith(rest))) tries.push([rest.length, 'pinyin']);
    if (loose)
      for (const reading of readings) {
        const double = DOUBLE.exec(reading)?.[0];
        if (double !== undefined && rest.startsWith(double) && !crosses(borders, typed, typed + 2)) tries.push([2, 'initials']);
        if (reading[0] === rest[0]) tries.push([1, 'initials']);
      }
    for (const [length, by] of tries) {
      const more = walk(at + 1, typed + length);
      if (more !== null) return [{ sign: at, by }, ...more];
    }
    const passed = spread || isGap(own) ? walk(at + 1, typed) : null;
    if (passed === null) dead.add(at * 256 + typed);
    return passed;
  }
  const way = walk(from, 0);
  if (way === null) return null;
  const by = (['initials', 'pinyin'] as const).find((each) => way.some((step) => step.by === each)) ?? 'name';
  const placeOf = (sign: number): number => signs.slice(0, sign).join('').length;
  return { why: by, marks: way.flatMap(({ sign }) => Array.from({ length: signs[sign]!.length }, (_, i) => placeOf(sign) + i)) };
}
/** What stands between words and is passed over: neither letter nor number. */
export const isGap = (folded: string): boolean => !/[\p{L}\p{N}]/u.test(folded);
