import { pinyin } from 'pinyin-pro';
import { simplified } from './traditional.ts';

const MOST = 16;
const OPTIONS = { toneType: 'none', type: 'array', v: true } as const;
/** Begins with a sign of names that is not among its characters (build/pinyin.mjs). */
const known = new Map<string, readonly string[]>([['𠮷', ['ji']]]);

/** Every reading of one character, the commonest first; a character that has none reads as itself. */
function readingsOf(character: string): readonly string[] {
  let found = known.get(character);
  if (found === undefined) {
    const all = pinyin(character, { ...OPTIONS, multiple: true }).map((r) => r.toLowerCase());
    const plain = all.filter((r) => /^[a-z]+$/.test(r));
    found = plain.length > 0 ? [...new Set(plain)] : [character];
    known.set(character, found);
  }
  return found;
}

/**
 * How a name is typed (domain.md, "Names of people"): all its readings and their initials, lower case, ü as v,
 * each list separated by single spaces, at most 16. The reading that fits best stands first: a surname's own
 * (单 shan), then words (重庆 chongqing). Letters, digits and characters without a reading stay as they are.
 */
export function readings(name: string): { pinyin: string; initials: string } {
  const characters = [...name.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')];
  const likely = pinyin(characters.join(''), { ...OPTIONS, surname: 'head' });
  const options = characters.map((character, i) => {
    const all = readingsOf(character);
    const first = likely.length === characters.length ? likely[i]! : all[0]!;
    return all.includes(first) ? [first, ...all.filter((r) => r !== first)] : all;
  });
  // Breadth first: readings that differ from the likely one in fewer places come earlier.
  const words = new Set<string>();
  const initials = new Set<string>();
  const queue = [{ choice: options.map((o) => o[0]!), next: 0 }];
  for (const { choice, next } of queue) {
    words.add(choice.join(''));
    initials.add(choice.map((c) => [...c][0]!).join(''));
    if (words.size >= MOST) break;
    for (let i = next; i < options.length; i++) for (const other of options[i]!.slice(1)) queue.push({ choice: choice.with(i, other), next: i + 1 });
  }
  return { pinyin: [...words].join(' '), initials: [...initials].join(' ') };
}

/** A row with how its name is typed: the reading that fits best, and its initials. */
export function typed<T extends { name: string }>(row: T): T & { keywords: string[] } {
  const { pinyin, initials } = readings(row.name);
  return { ...row, keywords: [pinyin, initials].map((words) => words.split(' ')[0]!) };
}

/** As one types a sound for its reading: ü as v. */
export const sounded = (typed: string): string => typed.replaceAll('ü', 'v').replaceAll('Ü', 'V');
const BORDER = /['’]/;
/** As an input method shows it while it composes, without the borders that it sets behind letters: `wang'li` as `wangli`. */
export const unbordered = (typed: string): string => typed.replace(/(?<=[a-zü])['’]/gi, '');
const plain = (sign: string): string => sign.normalize('NFKC').toLowerCase();
/**
 * Positions in a name of the signs that this spells, one after the other: each sign by itself, its reading or the beginning of one, the longest first, and none
 * beyond a border: `xi'an` is 西安 and never 先. What stands between the parts of a name is passed over. null: it is not spelled so.
 */
function spelledBy(typed: string, name: string): number[] | null {
  const pieces = sounded(plain(typed)).replaceAll(' ', '').split(BORDER).filter(Boolean);
  const signs = [...name].map(plain);
  const all = signs.map((sign) => [...new Set([sign, ...readingsOf(sign)])].sort((a, b) => b.length - a.length));
  // from one place in the name with one rest nothing is tried twice: else a name of one letter many times would take for ever
  const failed = new Set<string>();
  const goes = (at: number, piece: number, rest: string): number[] | null => {
    if (rest === '') return piece + 1 === pieces.length ? [] : goes(at, piece + 1, pieces[piece + 1]!);
    const state = `${at} ${piece} ${rest.length}`;
    if (at >= signs.length || failed.has(state)) return null;
    for (const reading of all[at]!)
      for (let n = Math.min(reading.length, rest.length); n > 0; n -= 1) {
        const further = reading.startsWith(rest.slice(0, n)) ? goes(at + 1, piece, rest.slice(n)) : null;
        if (further !== null) return [at, ...further];
      }
    const further = /[\p{L}\p{N}]/u.test(signs[at]!) ? null : goes(at + 1, piece, rest);
    if (further === null) failed.add(state);
    return further;
  };
  if (pieces.length === 0) return null;
  for (let at = 0; at < signs.length; at += 1) {
    const used = goes(at, 0, pieces[0]!);
    if (used !== null) return used;
  }
  return null;
}
/** Whether a name begins with what this spells: `gk`, `guke` and `骨k` of 骨科. */
export const beginsAs = (typed: string, name: string): boolean => spelledBy(typed, name)?.[0] === 0;
/** Positions, in UTF-16, of the signs of a name whose sound answered what was typed: all of it, or each word that does. */
function marksOfSound(typed: string, name: string): number[] {
  const used = new Set(spelledBy(typed, name) ?? typed.split(/\s+/).flatMap((word) => spelledBy(word, name) ?? []));
  let at = 0;
  return [...name].flatMap((sign, i) => {
    const from = at;
    at += sign.length;
    return used.has(i) ? Array.from({ length: sign.length }, (_, k) => from + k) : [];
  });
}
/** What was found, and below it what else the text finds in simplified characters: `陳偉` is first whoever is written so, then 陈伟. Each row once, whatever it answered to. */
export async function inBoth<T>(typed: string, find: (written: string) => Promise<T[]>): Promise<T[]> {
  const simple = simplified(typed);
  if (simple === typed) return find(typed);
  const rows = [...(await find(typed)), ...(await find(simple))];
  return [...new Map(rows.toReversed().map((row) => [JSON.stringify(row, (key, value: unknown) => (key === 'why' ? undefined : value)), row])).values()].toReversed();
}
/** Finds by what was typed, in traditional characters too; where an input method's borders stand in it, by that without them, and of what the sound of a name answered those alone whose name is spelled so. */
export const spelling = <T>(typed: string, find: (letters: string) => Promise<T[]>, nameOf: (found: T) => string | null): Promise<T[]> => inBoth(typed, (written) => spelledOut(written, find, nameOf));
async function spelledOut<T>(typed: string, find: (letters: string) => Promise<T[]>, nameOf: (found: T) => string | null): Promise<T[]> {
  // a border is beside letters, bare or behind hanzi that stood already
  if (!BORDER.test(typed) || !/[a-zü]/i.test(typed.replace(/['’]/g, ''))) return find(typed);
  const found = await find(typed.replace(/['’]/g, ''));
  // of several words those with a border; letters alone are one, whatever stands between them
  const words = /^[a-zü'’ ]+$/i.test(typed) ? [typed] : typed.split(/\s+/).filter((word) => BORDER.test(word));
  return found.filter((one) => {
    const name = nameOf(one);
    return name === null || words.some((word) => spelledBy(word, name) !== null);
  });
}
const bySound = (why: string): boolean => why === 'pinyin' || why === 'initials';
/** The same of what says `why` it answers; `marks`: where its name has the signs whose sound did, none where that is not why. */
export async function spelled<T extends { why: string }>(typed: string, find: (letters: string) => Promise<T[]>, nameOf: (found: T) => string): Promise<(T & { marks: number[] })[]> {
  const found = await spelling(typed, find, (one) => (bySound(one.why) ? nameOf(one) : null));
  return found.map((one) => ({ ...one, marks: bySound(one.why) ? marksOfSound(simplified(typed), nameOf(one)) : [] }));
}
