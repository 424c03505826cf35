import type { Glyphs } from './glyph.ts';
import type { Typed } from './spell.ts';
import { Speller } from './speller.ts';
import type { Texts } from './texts.ts';

/** Of so many beginnings it is known what goes on: of what is being typed, sign by sign. */
const MOST = 4;

/** Among which names all are that answer a word, by the signs that it begins with. */
export class Narrow {
  readonly #glyphs: Glyphs;
  readonly #texts: Texts;
  readonly #known = new Map<string, Uint32Array>();
  #count = 0;
  /** Those that have a sign which answers this one. */
  #first: { sign: string; count: number; found: Uint32Array } | null = null;

  constructor(glyphs: Glyphs, texts: Texts) {
    this.#glyphs = glyphs;
    this.#texts = texts;
  }
  /** Numbers of texts; null: all. `ahead`: other words that begin so will be looked for, so that it is worth finding out. */
  of({ text, borders }: Typed, ahead: boolean): Uint32Array | null {
    if (this.#count !== this.#texts.count) this.#known.clear();
    this.#count = this.#texts.count;
    const begun = (length: number): Typed => ({ text: text.slice(0, length), borders: borders & ((1 << length) - 1) });
    const keyOf = (typed: Typed): string => `${typed.borders} ${typed.text}`;
    let length = text.length - 1;
    while (length > 0 && !this.#known.has(keyOf(begun(length)))) length -= 1;
    const known = this.#known.get(keyOf(begun(length))) ?? null;
    if (!ahead || length >= text.length - 1) return known;
    const before = begun(text.length - 1);
    const found = new Speller(this.#glyphs, before).beginners(this.#texts, known);
    this.#known.set(keyOf(before), found);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST) break;
      this.#known.delete(oldest);
    }
    return found;
  }
  /** Numbers of the texts that have anywhere what this begins with: whatever has all of it, also with other signs between, is among them. */
  having({ text }: Typed): Uint32Array {
    const sign = String.fromCodePoint(text.codePointAt(0)!);
    const { count } = this.#texts;
    if (this.#first?.sign !== sign || this.#first.count !== count) this.#first = { sign, count, found: new Speller(this.#glyphs, { text: sign, borders: 0 }).holders(this.#texts) };
    return this.#first.found;
  }
}
