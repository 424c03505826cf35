import { bedApart, compared, inOne, isBed, otherWards, placeApart } from '../../kernel/bed.ts';
import type { Reason } from '../../kernel/found.ts';
import type { Glyphs } from './glyph.ts';
import { bareBed, type Lines } from './lines.ts';
import { foldSign, typedOf, type Typed } from './spell.ts';
import { Speller } from './speller.ts';
import { grown } from './texts.ts';
import { NONE, SCORE } from './tier.ts';

/** More signs of a question are not read. */
export const MOST = 64;
/** Of fewer digits only the end of a number counts, and not for much: every tenth number has it. */
const LEAST_INSIDE = 3;

/** One word of a question. */
export interface Word {
  typed: Typed;
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
  /** It may name a person, or be a number; if not, a place or a bed. */
  named: boolean;
  /** The status that it may be, where other words narrow it; else empty. */
  status: string;
  /** Other words narrow it. */
  beside: boolean;
}

function wordOf(glyphs: Glyphs, text: string, beside: boolean, named: boolean): Word {
  const bed = bareBed(text);
  const said = /(床位?|号)$/u.test(text);
  const typed = typedOf(text);
  return {
    typed,
    speller: new Speller(glyphs, typed),
    code: named && /^[a-z\d-]*\d[a-z\d-]*$/.test(text) ? text.toUpperCase() : '',
    bed: bed.length <= 12 && (said || (isBed(text) && !/^0\d{2}/.test(text))) ? bed : '',
    // three or four digits are rather the end of a number
    bedScore: named && (said || !/^\d{3,4}$/.test(text)) ? SCORE.exact : SCORE.bed,
    tail: /^\d{4}$/.test(text) ? Number(text) : -1,
    placed: !/^[\d-]+$/.test(text),
    named,
    status: beside ? text : '',
    beside,
  };
}
/** What may be meant: all as one name, or each word by itself, a bed also where no space stands before it; the same with the number of a ward as others write it. A row must answer every word of one of these. */
export function meant(glyphs: Glyphs, text: string): Word[][] {
  const folded = foldSign(text).slice(0, MOST);
  return [...new Set([folded, otherWards(folded)])].flatMap((one) => meantBy(glyphs, compared(one.split(/\s+/))));
}
function meantBy(glyphs: Glyphs, words: readonly string[]): Word[][] {
  if (words.length === 0) return [];
  const split = words.flatMap(bedApart);
  const each = (some: readonly string[], named = true): Word[] => some.map((word) => wordOf(glyphs, word, some.length > 1, named));
  // below numbers that begin so, and nobody's name
  const lettered = words.length === 1 && split.length === 1 ? placeApart(words[0]!) : [];
  if (lettered.length > 1) return [each(words), each(lettered, false)];
  if (split.length > words.length) return [each(words), each(split)];
  // a place in syllables
  const run = inOne(words);
  if (run.length < words.length) return [each(words), each(run, false)];
  return words.length === 1 || words.some((word) => /\d/.test(word)) ? [each(words)] : [each([words.join(' ')]), each(words)];
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

/** A place that has the word inside the name of its hospital alone. */
const WIDE = SCORE.place + 1;

/** What a word found in the lines of one kind. */
export class Found {
  /** What each row is worth as an answer to the word; what has left is worth nothing. */
  readonly scores: Uint8Array;
  /** The rows that answer it. */
  rows: Int32Array = new Int32Array(256);
  readonly #lines: Lines;
  readonly #word: Word;
  #names: Uint8Array | null;
  readonly #beds: Uint8Array | null;
  readonly #codes: Uint8Array | null;

  /** `ahead`: words that begin like this one are asked as well. */
  constructor(lines: Lines, word: Word, ahead: boolean) {
    const { names, beds, places, bare, tailsOf, count } = lines;
    const { typed, speller, bed, bedScore, code, tail, placed, named, status, beside } = word;
    // alone, three or four digits are read as the end of a number: those amid it, which the servers tell below, would stand before an older one that ends so
    const byName = named ? speller.nameScores(names, lines.narrow.of(typed, ahead)) : null;
    const byBed = bed === '' ? null : scored(beds.count, (id) => (bare[id] === bed ? bedScore : NONE));
    const byPlace = placed ? scored(places.count, (id) => {
      const found = speller.placeMarksOf(places, id, beside);
      return found === null ? NONE : found.wide ? WIDE : SCORE.place;
    }) : null;
    const byCode = code === '' ? null : lines.codeScores(code, code.length >= LEAST_INSIDE, beside || !/^\d{3,4}$/.test(code));
    this.scores = new Uint8Array(count).fill(NONE);
    let many = 0;
    const { goneOf } = lines;
    const take = (row: number, score: number): void => {
      const before = this.scores[row]!;
      if (score >= before || goneOf[row] === 1) return;
      this.scores[row] = score;
      if (before !== NONE) return;
      if (many === this.rows.length) this.rows = grown(this.rows, many * 2);
      this.rows[many] = row;
      many += 1;
    };
    if (byCode !== null) for (let row = 0; row < count; row += 1) if (byCode[row] !== NONE) take(row, byCode[row]!);
    for (const [by, column] of [[byName, 'nameOf'], [byBed, 'bedOf'], [byPlace, 'placeOf']] as const) {
      if (by === null) continue;
      const { begins, rows } = lines.rowsBy(column);
      for (let id = 0; id < by.length; id += 1) if (by[id] !== NONE) for (let at = begins[id]!; at < begins[id + 1]!; at += 1) take(rows[at]!, by[id]!);
    }
    if (tail >= 0) for (let row = 0; row < count; row += 1) if ((tailsOf[row]! & 65_535) === tail || tailsOf[row]! >>> 16 === tail) take(row, SCORE.phone);
    for (const row of lines.rowsOf(status)) take(row, SCORE.status);
    this.rows = this.rows.subarray(0, many);
    this.#lines = lines;
    this.#word = word;
    this.#names = byName;
    this.#beds = byBed;
    this.#codes = byCode;
  }
  /** Takes in, below all others, those whose names have the signs of the word in their order and others between. Says whether there are any. */
  widen(): boolean {
    const { names, narrow, goneOf } = this.#lines;
    const { typed, speller } = this.#word;
    const spread = typed.text.length < 2 || /\d/.test(typed.text) ? null : speller.spreadScores(names, narrow.having(typed), this.#names);
    if (spread === null) return false;
    const more: number[] = [];
    const { begins, rows } = this.#lines.rowsBy('nameOf');
    for (let id = 0; id < spread.length; id += 1) {
      if (spread[id] === NONE) {
        if (this.#names !== null) spread[id] = this.#names[id]!;
        continue;
      }
      for (let at = begins[id]!; at < begins[id + 1]!; at += 1) {
        const row = rows[at]!;
        if (this.scores[row] !== NONE || goneOf[row] === 1) continue;
        this.scores[row] = spread[id]!;
        more.push(row);
      }
    }
    this.#names = spread;
    const all = grown(this.rows, this.rows.length + more.length);
    all.set(more, this.rows.length);
    this.rows = all;
    return more.length > 0;
  }
  /** Whether it is a bed that is called one, or can be none but that. */
  get isBed(): boolean {
    return this.#word.bed !== '' && this.#word.bedScore === SCORE.exact;
  }
  /** What was typed. */
  get typed(): Typed {
    return this.#word.typed;
  }
  /** What of the row answers the word, and which characters. Null: nothing does, once all that was typed is compared. */
  answerOf(row: number): { why: Reason; marks: readonly number[] } | null {
    const { nameOf, bedOf, placeOf, places, names } = this.#lines;
    const { speller, code, beside } = this.#word;
    const score = this.scores[row]!;
    if (this.#names?.[nameOf[row]!] === score) return speller.marksOf(names, nameOf[row]!, score);
    if (this.#codes?.[row] === score) {
      const number = this.#lines.codeOf(row).toUpperCase();
      const from = score === SCORE.prefix ? 0 : number.lastIndexOf(code);
      return { why: 'number', marks: Array.from(code, (_, i) => from + i) };
    }
    if (score === SCORE.phone) return { why: 'phone', marks: [] };
    if (this.#beds?.[bedOf[row]!] === score) return { why: 'bed', marks: Array.from(this.#lines.bedTextOf(row), (_, i) => i) };
    return { why: 'place', marks: speller.placeMarksOf(places, placeOf[row]!, beside)?.marks ?? [] };
  }
}
/** What rows are worth as answers to several words: every one must be answered, and the best answer counts. And those that are. `isPlace`: whether a department or a ward is called so, also of another kind of record. */
export function together(words: readonly Found[], isPlace: (typed: Typed) => boolean): Pick<Found, 'scores' | 'rows'> {
  const [first, ...others] = words as readonly [Found, ...Found[]];
  if (others.length === 0) return first;
  const all = first.rows.filter((row) => others.every(({ scores }) => scores[row] !== NONE));
  // where a department is called so, its bed is meant, not the end of a number: that it is free, and who was in it, the servers say
  const beds = words.filter(({ isBed }) => isBed);
  const wards = beds.length === 0 ? [] : words.filter(({ isBed, typed }) => !isBed && isPlace(typed));
  const inBed = wards.length === 0 ? all : all.filter((row) => beds.every(({ scores }) => scores[row] === SCORE.exact));
  const rows = wards.some(({ scores }) => inBed.every((row) => scores[row] === WIDE)) ? inBed.subarray(0, 0) : inBed;
  const scores = new Uint8Array(first.scores.length).fill(NONE);
  // of two wards with such a bed the one in a department of that name, not the one whose hospital has the word in its own
  for (const row of rows) scores[row] = Math.min(...words.map((word) => word.scores[row]!)) + Number(words.some((word) => word.scores[row] === WIDE));
  return { scores, rows };
}
