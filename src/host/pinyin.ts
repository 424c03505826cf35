import { pinyin } from 'pinyin-pro';

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

/** As one types a sound for its reading: ü as v. */
export const sounded = (typed: string): string => typed.replaceAll('ü', 'v').replaceAll('Ü', 'V');
const BORDER = /['’]/;
/** Whether a name is spelled by this, each sign by itself, its reading or the beginning of one, and no sign beyond a border: `xi'an` is 西安 and never 先. */
function spells(typed: string, name: string): boolean {
  const pieces = sounded(typed.normalize('NFKC').toLowerCase()).replaceAll(' ', '').split(BORDER).filter(Boolean);
  const all = [...name.normalize('NFKC').toLowerCase()].map((sign) => [...new Set([sign, ...readingsOf(sign)])]);
  // from one place in the name with one rest nothing is tried twice: else a name of one letter many times would take for ever
  const failed = new Set<string>();
  const goes = (at: number, piece: number, rest: string): boolean => {
    if (rest === '') return piece + 1 === pieces.length || goes(at, piece + 1, pieces[piece + 1]!);
    const state = `${at} ${piece} ${rest.length}`;
    if (failed.has(state)) return false;
    const went = (all[at] ?? []).some((reading) => Array.from({ length: Math.min(reading.length, rest.length) }, (_, i) => i + 1).some((n) => reading.startsWith(rest.slice(0, n)) && goes(at + 1, piece, rest.slice(n))));
    if (!went) failed.add(state);
    return went;
  };
  return pieces.length > 0 && all.some((_, at) => goes(at, 0, pieces[0]!));
}
/** Finds by what was typed; where an input method's borders stand in it, by that without them, and of what the sound of a name answered those alone whose name is spelled so. */
export async function spelling<T>(typed: string, find: (letters: string) => Promise<T[]>, nameOf: (found: T) => string | null): Promise<T[]> {
  // a border is beside letters, bare or behind hanzi that stood already
  if (!BORDER.test(typed) || !/[a-zü]/i.test(typed.replace(/['’]/g, ''))) return find(typed);
  const found = await find(typed.replace(/['’]/g, ''));
  // of several words those with a border; letters alone are one, whatever stands between them
  const words = /^[a-zü'’ ]+$/i.test(typed) ? [typed] : typed.split(/\s+/).filter((word) => BORDER.test(word));
  return found.filter((one) => {
    const name = nameOf(one);
    return name === null || words.some((word) => spells(word, name));
  });
}
/** Whether it is the sound of a name that answered. */
export const bySound = (why: string): boolean => why === 'pinyin' || why === 'initials';
