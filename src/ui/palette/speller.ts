import type { Glyphs, Head } from './glyph.ts';
import { answersOf, LONGEST, marksFrom, spelling, type Answers, type Marked, type Typed } from './spell.ts';
import type { Texts } from './texts.ts';
import { NONE, SCORE } from './tier.ts';

/** How a text answers from one of its signs on. */
const NOT = 0;
const BEGINS = 1;
const WHOLE = 2;
/** A place beyond all others. */
const PART = 1 << 29;
/** Longest folded text of one sign. */
const MOST_FOLDED = 4;

/**
 * One word that was typed, against many names. No joined readings: a set of places in what was typed, as bits, is stepped over the
 * signs of a name, so that every reading, initials and hanzi may follow one another, and a polyphone costs one step more.
 */
export class Speller {
  readonly #glyphs: Glyphs;
  readonly #typed: Typed;
  readonly #answers: Answers;
  readonly #lengths: Uint8Array;
  /** Where a glyph answers as itself. */
  readonly #own: Int32Array;
  /** Where it answers at all. */
  readonly #any: Int32Array;
  readonly #goal: number;
  /** All that was typed is signs, of which one is already enough to be looked for inside a name; letters need two. */
  readonly #hanzi: boolean;
  readonly #inside: boolean;

  constructor(glyphs: Glyphs, typed: Typed) {
    const { syllables } = spelling();
    const length = Math.min(typed.text.length, LONGEST);
    this.#glyphs = glyphs;
    this.#typed = typed;
    this.#goal = 1 << length;
    this.#hanzi = !/[a-z]/.test(typed.text);
    this.#inside = this.#hanzi || length > 1;
    this.#answers = answersOf(spelling(), typed);
    this.#lengths = Uint8Array.from(syllables, (syllable) => syllable.length);
    this.#own = new Int32Array(glyphs.signs.length);
    this.#any = new Int32Array(glyphs.signs.length);
    for (let at = 0; at < length; at += 1)
      for (let size = 1; size <= MOST_FOLDED && at + size <= length; size += 1)
        for (const glyph of glyphs.named.get(typed.text.slice(at, at + size)) ?? []) this.#own[glyph]! |= 1 << at;
    const { full, part, one, two } = this.#answers;
    for (let glyph = 0; glyph < this.#any.length; glyph += 1) {
      let any = this.#own[glyph]!;
      for (const reading of glyphs.readings[glyph]!) any |= full[reading]! | part[reading]! | one[reading]! | two[reading]!;
      this.#any[glyph] = any;
    }
  }

  /** Places after one more sign; the goal is among them where all is answered, and `PART` where the beginning of its last reading is. */
  #step(places: number, glyph: number, readings: readonly number[], loose: boolean): number {
    const { full, part, one, two } = this.#answers;
    let next = (this.#own[glyph]! & places) << this.#glyphs.lengths[glyph]!;
    for (const reading of readings) {
      if ((part[reading]! & places) !== 0) next |= PART;
      next |= (full[reading]! & places) << this.#lengths[reading]!;
      if (loose) next |= ((one[reading]! & places) << 1) | ((two[reading]! & places) << 2);
    }
    return next;
  }
  /** Whether a text has all that was typed, beginning at any sign that may begin it. */
  #has({ units, begins }: Texts, id: number, inside = this.#inside): boolean {
    const { gaps, readings } = this.#glyphs;
    const any = this.#any;
    const done = this.#goal | PART;
    const end = begins[id + 1]!;
    let places = 1;
    for (let at = begins[id]!; at < end; at += 1) {
      const glyph = units[at]!;
      const held = gaps[glyph] === 1 ? places : 0;
      places = (places & any[glyph]!) === 0 ? held : held | this.#step(places, glyph, readings[glyph]!, true);
      if ((places & done) !== 0) return true;
      if (inside || held !== 0) places |= 1;
      else if (places === 0) return false;
    }
    return false;
  }
  /** How the signs from `from` on answer. `head`: the only readings of the first ones. */
  #from(units: Uint16Array, from: number, end: number, loose: boolean, head?: Head): number {
    const { gaps, readings } = this.#glyphs;
    let places = 1;
    for (let at = from; at < end && places !== 0; at += 1) {
      const glyph = units[at]!;
      const next = this.#step(places, glyph, head?.[at - from] ?? readings[glyph]!, loose);
      if ((next & (this.#goal | PART)) !== 0) {
        // strictly, the beginning of a reading is not yet all of it
        let whole = loose || (next & this.#goal) !== 0;
        for (let rest = at + 1; whole && rest < end; rest += 1) whole = gaps[units[rest]!] === 1;
        return whole ? WHOLE : BEGINS;
      }
      places = gaps[glyph] === 1 ? places | next : next;
    }
    return NOT;
  }
  #inWord({ units, begins }: Texts, id: number, from: number): boolean {
    return from > begins[id]! && this.#glyphs.gaps[units[from - 1]!] === 0;
  }

  /** What each name is worth as an answer; null: none is. `among`: only these can be one. */
  nameScores(texts: Texts, among: Uint32Array | null = null): Uint8Array | null {
    const { units, begins, count } = texts;
    const { gaps } = this.#glyphs;
    const any = this.#any;
    const inside = this.#inside;
    const many = among === null ? count : among.length;
    let found: Uint8Array | null = null;
    for (let i = 0; i < many; i += 1) {
      const id = among === null ? i : among[i]!;
      // most names have no sign at all that answers the first one
      let at = begins[id]!;
      const end = begins[id + 1]!;
      while (at < end && (any[units[at]!]! & 1) === 0 && (inside || gaps[units[at]!] === 1)) at += 1;
      if (at === end || !this.#has(texts, id)) continue;
      const score = this.#nameScore(texts, id);
      if (score !== NONE) (found ??= new Uint8Array(count).fill(NONE))[id] = score;
    }
    return found;
  }
  /** The names that have a sign which answers the first of what was typed, or one that is typed as several. */
  holders({ units, begins, count }: Texts): Uint32Array {
    const { lengths } = this.#glyphs;
    const any = this.#any;
    const found = new Uint32Array(count);
    let to = 0;
    for (let id = 0; id < count; id += 1) {
      let at = begins[id]!;
      while (at < begins[id + 1]! && (any[units[at]!]! & 1) === 0 && lengths[units[at]!] === 1) at += 1;
      if (at === begins[id + 1]!) continue;
      found[to] = id;
      to += 1;
    }
    return found.slice(0, to);
  }
  /** Where each glyph answers all that is left. */
  #lasts(): Int32Array {
    const { full, part, one, two } = this.#answers;
    const { readings, lengths } = this.#glyphs;
    return this.#own.map((own, glyph) => readings[glyph]!.reduce(
      (ends, reading) => ends | part[reading]! | (full[reading]! & (this.#goal >> this.#lengths[reading]!)) | (one[reading]! & (this.#goal >> 1)) | (two[reading]! & (this.#goal >> 2)),
      own & (this.#goal >> lengths[glyph]!),
    ));
  }
  /** Whether the signs of a text, others between them, have all that was typed in its order. `first`: from its first sign on. `lasts`: where a glyph can be the last of them. */
  #isSpread({ units, begins }: Texts, id: number, lasts: Int32Array, first: boolean): boolean {
    const { readings } = this.#glyphs;
    const any = this.#any;
    const begin = begins[id]!;
    // most have no sign at all that can be the last
    let end = begins[id + 1]!;
    while (end > begin && lasts[units[end - 1]!] === 0) end -= 1;
    let places = 1;
    for (let at = begin; at < end; at += 1) {
      const glyph = units[at]!;
      if ((lasts[glyph]! & places) !== 0) return true;
      const next = (places & any[glyph]!) === 0 ? 0 : this.#step(places, glyph, readings[glyph]!, true);
      places = first && at === begin ? next : places | next;
      if (places === 0) return false;
    }
    return false;
  }
  /** Those among these names that have all that was typed in its order, with other signs between, and what they are worth. `known`: what names are worth already. Null: none more. */
  spreadScores(texts: Texts, among: Uint32Array, known: Uint8Array | null): Uint8Array | null {
    const lasts = this.#lasts();
    let found: Uint8Array | null = null;
    for (const id of among) {
      if ((known !== null && known[id] !== NONE) || !this.#isSpread(texts, id, lasts, false)) continue;
      (found ??= new Uint8Array(texts.count).fill(NONE))[id] = SCORE.spread + (this.#isSpread(texts, id, lasts, true) ? 0 : 1);
    }
    return found;
  }
  /** Names that may answer a word that begins with what was typed: those that have it anywhere, and those with a sign that is typed as several. */
  beginners(texts: Texts, among: Uint32Array | null): Uint32Array {
    const { units, begins, count } = texts;
    const { lengths } = this.#glyphs;
    const any = this.#any;
    const many = among === null ? count : among.length;
    const found = new Uint32Array(many);
    let to = 0;
    for (let i = 0; i < many; i += 1) {
      const id = among === null ? i : among[i]!;
      let at = begins[id]!;
      const end = begins[id + 1]!;
      while (at < end && (any[units[at]!]! & 1) === 0 && lengths[units[at]!] === 1) at += 1;
      if (at === end) continue;
      let may = this.#has(texts, id, true);
      for (; !may && at < end; at += 1) may = lengths[units[at]!] !== 1;
      if (!may) continue;
      found[to] = id;
      to += 1;
    }
    return found.slice(0, to);
  }
  #nameScore(texts: Texts, id: number): number {
    const { units, begins } = texts;
    const begin = begins[id]!;
    const end = begins[id + 1]!;
    for (const loose of [false, true]) {
      const how = this.#from(units, begin, end, loose);
      if (how === NOT) continue;
      const head = this.#hanzi ? null : this.#glyphs.headOf(units, begin, end);
      const strange = head !== null && this.#from(units, begin, end, loose, head) !== how ? 1 : 0;
      return (loose ? (how === WHOLE ? SCORE.initials : SCORE.begun) : how === WHOLE ? SCORE.exact : SCORE.prefix) + strange;
    }
    let best: number = NONE;
    for (let from = begin + 1; from < end; from += 1) {
      const word = !this.#inWord(texts, id, from);
      if (!word && !this.#inside) continue;
      if (this.#from(units, from, end, false) !== NOT) best = Math.min(best, word ? SCORE.word : SCORE.inside);
      else if (this.#from(units, from, end, true) !== NOT) best = Math.min(best, SCORE.loose);
    }
    return best;
  }
  #marks(signs: readonly string[], from: number, loose: boolean): Marked | null {
    return marksFrom(signs, from, this.#typed, loose);
  }
  /** Where the signs and words of a text begin. */
  #beginnings(texts: Texts, id: number): { signs: readonly string[]; words: readonly number[]; all: readonly number[] } {
    const begin = texts.begins[id]!;
    const signs = this.#glyphs.decode(texts.units, begin, texts.begins[id + 1]!);
    const all = signs.map((_, i) => i);
    return { signs, words: all.filter((i) => !this.#inWord(texts, id, begin + i)), all };
  }
  /** Which signs of a name answer, and how: of all ways the one that its score goes by. Null: not all that was typed is answered. */
  marksOf(texts: Texts, id: number, score: number): Marked | null {
    const { signs, words, all } = this.#beginnings(texts, id);
    if (score >= SCORE.spread) return marksFrom(signs, 0, this.#typed, true, true);
    for (const [froms, loose] of [[[0], false], [[0], true], [words, false], [all, false], [all, true]] as const)
      for (const from of froms) {
        const found = this.#marks(signs, from, loose);
        if (found !== null) return found;
      }
    return null;
  }
  /** Which signs of a place answer, or null: two hanzi of it, or two syllables of one of its words. `wide`: they begin none of its narrower places, of `医院 · 科室 · 病区`. `beside`: other words narrow it, so that one, or initials, are enough. */
  placeMarksOf(texts: Texts, id: number, beside: boolean): { marks: readonly number[]; wide: boolean } | null {
    if (!this.#has(texts, id)) return null;
    const { signs, words, all } = this.#beginnings(texts, id);
    const found = (this.#hanzi ? all : words).flatMap((from) => {
      const marks = this.#marks(signs, from, beside && !this.#hanzi)?.marks ?? [];
      return marks.length > (beside ? 0 : 1) ? [{ marks, wide: from === 0 || this.#inWord(texts, id, texts.begins[id]! + from) }] : [];
    });
    return found.find(({ wide }) => !wide) ?? found[0] ?? null;
  }
}
