import { capsOf } from '../../kernel/cap.ts';
import { capText, eitherOf } from '../../kernel/key.ts';
import { onSignedOut } from '../session.ts';

/** How a command answers what was typed: `exact` and `prefix` stand above records, `loose` below them, and last what has its signs `spread` among others. `marks`: positions in the title. */
export interface Match {
  tier: (typeof TIERS)[number];
  marks: readonly number[];
}
const TIERS = ['exact', 'prefix', 'loose', 'spread'] as const;

/** One form for everything compared: full-width as half-width, lower case, ü as v. Keeps the number of characters of Chinese text. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ü', 'v');

/** Digits, as of an order number, a phone or a bed: records come first. */
export const isNumber = (query: string): boolean => /^[\d\s-]+$/.test(query);

/** Signs of a phrase that its words are the readings of. */
type Signs = readonly string[];
const NO_SIGNS: Signs = [];
const HAN = /^\p{Script=Han}$/u;
const SYLLABLE = /^(?:[zcs]h|[b-df-hj-np-tw-z])?[aeiouv]{1,3}(?:ng?|r)?$/;
/** The signs of a phrase where the words of the one behind it spell it: `派单`, `pai dan`. */
function signsOf(phrase: string | undefined, words: readonly string[]): Signs {
  const signs = phrase === undefined ? NO_SIGNS : [...phrase];
  return signs.length === words.length && signs.every((sign) => HAN.test(sign)) && words.every((word) => SYLLABLE.test(word)) ? signs : NO_SIGNS;
}
/** Consumes `letters` as a beginning of each successive word from `at` on, or as its sign; the words used, or null. `ddgl`, `dingdgl` and `订dgl` all use all of `ding dan guan li`. */
function consume(letters: string, words: readonly string[], at: number, signs: Signs): number[] | null {
  if (letters === '') return [];
  const word = words[at];
  if (word === undefined) return null;
  let most = 0;
  while (most < word.length && most < letters.length && word[most] === letters[most]) most += 1;
  if (most === 0 && signs[at] !== undefined && letters.startsWith(signs[at])) most = signs[at].length;
  for (let n = most; n > 0; n -= 1) {
    const rest = consume(letters.slice(n), words, at + 1, signs);
    if (rest !== null) return [at, ...rest];
  }
  return null;
}

/** The same for `xi'an`, as an input method writes it: where a border stands the next word begins. */
function consumeAll(pieces: readonly string[], words: readonly string[], at: number, signs: Signs): number[] | null {
  const used: number[] = [];
  for (const piece of pieces) {
    const some = consume(piece, words, at + used.length, signs);
    if (some === null) return null;
    used.push(...some);
  }
  return used;
}
/** Whether `letters` are a beginning of these words, each whole, or its sign, up to the last. */
const opens = (letters: string, words: readonly string[], signs: Signs, at = 0): boolean =>
  letters === '' || (at < words.length && [signs[at]!, words[at]!].some((one) => (letters.startsWith(one) ? opens(letters.slice(one.length), words, signs, at + 1) : one.startsWith(letters))));

/** Titles and keywords as they are compared, made once: they are asked again at every key. Some are made of what is typed, such as a colour, so that not all are kept. */
const known = new Map<string, { phrase: string; words: readonly string[] }>();
const MOST = 2_000;
/** How many are kept. */
export const knownPhrases = (): number => known.size;
function phraseOf(text: string): { phrase: string; words: readonly string[] } {
  let found = known.get(text);
  if (found === undefined) {
    const phrase = fold(text);
    if (known.size >= MOST) known.clear();
    known.set(text, (found = { phrase, words: phrase.split(' ') }));
  }
  return found;
}
/** `pieces`: the query without spaces, cut where it has a border. */
function matchOne(query: string, pieces: readonly string[], { phrase, words }: ReturnType<typeof phraseOf>, signs: Signs): { tier: number; words: readonly number[] } | null {
  if (phrase === query) return { tier: 0, words: words.map((_, i) => i) };
  for (let at = 0; at < words.length && pieces.length > 0; at += 1) {
    const used = consumeAll(pieces, words, at, signs);
    if (used !== null) return { tier: at === 0 ? 1 : 2, words: used };
  }
  return phrase.includes(query) ? { tier: 2, words: [] } : null;
}
/** Where these signs stand in a phrase one after the other, others between them; letters from the beginning of a word on. Empty: they do not. */
function spreadOver(signs: string, phrase: string): number[] {
  const at: number[] = [];
  for (const sign of signs) {
    const next = at.length === 0 && sign < '{' ? ` ${phrase}`.indexOf(` ${sign}`) : phrase.indexOf(sign, at.length === 0 ? 0 : at.at(-1)! + 1);
    if (next < 0) return [];
    at.push(next);
  }
  return at;
}
/** Whether the words of a phrase are the readings of the signs of the title, one each. */
const isReading = ({ words }: ReturnType<typeof phraseOf>, title: string): boolean => words.length === title.length && words.every((word, i) => SYLLABLE.test(word) || word === fold(title[i]!));

/** Where `query` stands in `title`, as positions of characters; empty when it does not. */
export function marksOf(query: string, title: string): number[] {
  const from = query === '' ? -1 : fold(title).indexOf(fold(query));
  if (from < 0) return [];
  return Array.from({ length: query.length }, (_, i) => from + i);
}

/** Hanzi beside letters: `派d`, as of what is composed behind signs that stand already. */
const isMixed = (text: string): boolean => /\p{Script=Han}/u.test(text) && /[a-z]/.test(text);
/** What was typed last, as it is compared: one text is compared with hundreds of titles. */
const NOT_ASKED: { query: string; asked: string; pieces: readonly string[]; mixed: boolean; /** What may stand spread: two hanzi, three letters, or more. */ spread: string } = { query: '', asked: '', pieces: [], mixed: false, spread: '' };
let last = NOT_ASKED;
onSignedOut(() => void (known.clear(), last = NOT_ASKED));
function askedOf(query: string): typeof last {
  if (last.query !== query) {
    const asked = fold(query);
    const pieces = asked.replaceAll(' ', '').split("'").filter(Boolean);
    last = { query, asked, pieces, mixed: isMixed(asked), spread: /^(?:\p{Script=Han}{2,}|[a-z]{3,})$/u.exec(pieces.join(''))?.[0] ?? '' };
  }
  return last;
}
/** Compares what was typed, or spelled with borders (`xi'an`), with a title and its keywords; a keyword that spells the one before it answers hanzi among its letters too. Pinyin that has one word for each character of the title marks those characters, unless it stands behind another name. */
export function match(query: string, title: string, keywords: readonly string[]): Match | null {
  const { asked, pieces, mixed, spread } = askedOf(query);
  if (asked === '') return null;
  let best: { tier: number; marks: readonly number[] } | null = null;
  const phrases = [title, ...keywords];
  for (const [i, phrase] of phrases.entries()) {
    const known = phraseOf(phrase);
    const hit = matchOne(asked, pieces, known, mixed ? signsOf(phrases[i - 1], known.words) : NO_SIGNS);
    if (hit === null || (best !== null && hit.tier >= best.tier)) continue;
    best = { tier: hit.tier, marks: i > 0 && isReading(known, title) && phrases.findLast((one, at) => at < i && /\p{Script=Han}/u.test(one)) === title ? hit.words : marksOf(asked, title) };
  }
  if (best !== null) return { tier: TIERS[best.tier]!, marks: best.marks };
  for (const [i, phrase] of spread === '' ? [] : phrases.entries()) {
    const known = phraseOf(phrase);
    const marks = i > 0 && isReading(known, phrases[i - 1]!) ? [] : spreadOver(spread, known.phrase);
    if (marks.length > 0) return { tier: 'spread', marks: phrase === title ? marks : [] };
  }
  return null;
}
/** Whether the title, or one of the keywords, literally begins with what was typed, spaces aside: `shensezh` and `深sezh`, not `sszt`. */
export function begins(query: string, title: string, keywords: readonly string[]): boolean {
  const letters = fold(query).replace(/[' ]/g, '');
  const phrases = [title, ...keywords];
  if (phrases.some((phrase) => phraseOf(phrase).phrase.replaceAll(' ', '').startsWith(letters))) return true;
  return isMixed(letters) && phrases.some((phrase, i) => {
    const { words } = phraseOf(phrase);
    const signs = signsOf(phrases[i - 1], words);
    return signs.length > 0 && opens(letters, words, signs);
  });
}

/** Whether one of the keywords begins with it as whole words, spaces aside: `dark` of `dark theme`, `jiaofei` of `jiao fei`, not `chang` of `change caregiver`. */
export function opensWhole(query: string, keywords: readonly string[]): boolean {
  const letters = fold(query).replace(/[' ]/g, '');
  return keywords.some((keyword) => {
    let begun = '';
    return phraseOf(keyword).words.some((word) => (begun += word) === letters);
  });
}

/** How keys are written to be compared: what stands on their caps, and their names. */
function writtenKeys(keys: string): string[] {
  return eitherOf(keys).flatMap((one) => [capsOf(one, false).join(' '), capsOf(one, true).join(' '), capText(one, false), one.replace('[Shift]+', '').replaceAll('$mod', 'Ctrl').replaceAll(/(?<=\w)\+/g, ' ')]).map(fold);
}
/** How what was typed names one of these keys, `ctrl z`, `Ctrl+Z`, `del`, `g o`: 0 wholly, 1 as their beginning, 3 as a part; null: it does not. One sign alone is a whole cap. */
export function pressTier(query: string, keys: string): 0 | 1 | 3 | null {
  const asked = fold(query).replaceAll(/(?<=\w)\+|\s+/g, ' ').trim();
  if (asked === '') return null;
  const end = asked.length === 1 ? ' ' : '';
  const written = writtenKeys(keys).map((one) => `${one} `);
  if (written.includes(`${asked} `)) return 0;
  if (written.some((one) => one.startsWith(asked + end))) return 1;
  return written.some((one) => one.includes(` ${asked}${end}`)) ? 3 : null;
}
