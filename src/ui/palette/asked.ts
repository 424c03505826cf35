import type { Reason } from '../../kernel/found.ts';
import type { Glyphs } from './glyph.ts';
import { bareBed, type Lines } from './lines.ts';
import { foldSign, typedOf } from './spell.ts';
import { Speller } from './speller.ts';
import { NONE, SCORE } from './tier.ts';

/** More of a question is not read, and of its words no more than these. */
const MOST = { signs: 64, words: 4 } as const;
/** Of fewer digits only the end of a number counts, and not for much: every tenth number has it. */
const LEAST_INSIDE = 3;

/** One word of a question. */
export interface Word {
  speller: Speller;
  /** As a number or a part of one, in capitals; empty where it is none. */
  code: string;
  /** As a bed is compared; empty where it is none. */
  bed: string;
  bedScore: number;
  /** Last four digits of a phone, or -1. */
  tail: number;
  /** It may name a place. */
  placed: boolean;
  /** Other words narrow it. */
  beside: boolean;
}

function wordOf(glyphs: Glyphs, text: string, beside: boolean): Word {
  const bed = bareBed(text);
  const said = /(床位?|号)$/u.test(text);
  return {
    speller: new Speller(glyphs, typedOf(text)),
    code: /^[a-z\d-]*\d[a-z\d-]*$/.test(text) ? text.toUpperCase() : '',
    bed: bed.length <= 12 && (said || /^([a-z加]\d{1,4}|\d{1,2}|[1-9]\d{2,3})$/u.test(text)) ? bed : '',
    // three or four digits are rather the end of a number
    bedScore: said || !/^\d{3,4}$/.test(text) ? SCORE.exact : SCORE.bed,
    tail: /^\d{4}$/.test(text) ? Number(text) : -1,
    placed: !/^[\d-]+$/.test(text),
    beside,
  };
}
/** What may be meant: all as one name, or each word by itself; a row must answer every word of one of these. */
export function meant(glyphs: Glyphs, text: string): Word[][] {
  const words = foldSign(text).slice(0, MOST.signs).split(/\s+/).filter((word) => typedOf(word).text !== '').slice(0, MOST.words);
  if (words.length === 0) return [];
  if (words.length === 1) return [[wordOf(glyphs, words[0]!, false)]];
  const apart = words.map((word) => wordOf(glyphs, word, true));
  return words.some((word) => /\d/.test(word)) ? [apart] : [[wordOf(glyphs, words.join(' '), false)], apart];
}

function scored(count: number, scoreOf: (id: number) => number): Uint8Array | null {
  let found: Uint8Array | null = null;
  for (let id = 0; id < count; id += 1) {
    const score = scoreOf(id);
    if (score === NONE) continue;
    found ??= new Uint8Array(count).fill(NONE);
    found[id] = score;
  }
  return found;
}

/** What each row is worth by what one of its columns is, where that is better. */
function least(scores: Uint8Array, by: Uint8Array, column: Uint32Array): void {
  for (let row = 0; row < scores.length; row += 1) {
    const score = by[column[row]!]!;
    if (score < scores[row]!) scores[row] = score;
  }
}

/** What a word found in the lines of one kind. */
export class Found {
  /** What each row is worth as an answer to the word. */
  readonly scores: Uint8Array;
  readonly #lines: Lines;
  readonly #word: Word;
  readonly #names: Uint8Array | null;
  readonly #beds: Uint8Array | null;
  readonly #codes: Uint8Array | null;

  constructor(lines: Lines, word: Word) {
    const { names, beds, places, bare, nameOf, bedOf, placeOf, tailsOf, count } = lines;
    const { speller, bed, bedScore, code, tail, placed, beside } = word;
    // alone, three or four digits are read as the end of a number: those of a day, which the servers tell below, would stand before the one that ends so
    const byName = speller.nameScores(names);
    const byBed = bed === '' ? null : scored(beds.count, (id) => (bare[id] === bed ? bedScore : NONE));
    const byPlace = placed ? scored(places.count, (id) => (speller.placeMarksOf(places, id, beside) === null ? NONE : SCORE.place)) : null;
    const byCode = code === '' ? null : lines.codeScores(code, code.length >= LEAST_INSIDE, beside || !/^\d{3,4}$/.test(code));
    const scores = byCode?.slice() ?? new Uint8Array(count).fill(NONE);
    if (byName !== null) least(scores, byName, nameOf);
    if (byBed !== null) least(scores, byBed, bedOf);
    if (byPlace !== null) least(scores, byPlace, placeOf);
    if (tail >= 0) for (let row = 0; row < count; row += 1) if ((tailsOf[row]! & 65_535) === tail || tailsOf[row]! >>> 16 === tail) scores[row] = Math.min(scores[row]!, SCORE.phone);
    this.scores = scores;
    this.#lines = lines;
    this.#word = word;
    this.#names = byName;
    this.#beds = byBed;
    this.#codes = byCode;
  }
  /** What of the row answers the word, and which characters. Null: nothing does, once all that was typed is compared. */
  answerOf(row: number): { why: Reason; marks: readonly number[] } | null {
    const { nameOf, bedOf, placeOf, places, names } = this.#lines;
    const { speller, code, beside } = this.#word;
    const score = this.scores[row]!;
    if (this.#names?.[nameOf[row]!] === score) return speller.marksOf(names, nameOf[row]!);
    if (this.#codes?.[row] === score) {
      const number = this.#lines.codeOf(row).toUpperCase();
      const from = score === SCORE.prefix ? 0 : number.lastIndexOf(code);
      return { why: 'number', marks: Array.from(code, (_, i) => from + i) };
    }
    if (score === SCORE.phone) return { why: 'phone', marks: [] };
    if (this.#beds?.[bedOf[row]!] === score) return { why: 'bed', marks: Array.from(this.#lines.lineOf(row).bed, (_, i) => i) };
    return { why: 'place', marks: speller.placeMarksOf(places, placeOf[row]!, beside) ?? [] };
  }
}
/** What each row is worth as an answer to several words: every one must be answered, and the best answer counts. */
export function together(words: readonly Found[]): Uint8Array {
  const [first, ...others] = words.map(({ scores }) => scores);
  const scores = others.length === 0 ? first! : first!.slice();
  for (const other of others) for (let row = 0; row < scores.length; row += 1) scores[row] = scores[row] === NONE || other[row] === NONE ? NONE : Math.min(scores[row]!, other[row]!);
  return scores;
}
