import { foldSign, isGap, spelling } from './spell.ts';
import { surnameOf } from './surname.ts';
import { grown } from './texts.ts';

/** More signs of one text are not compared. */
const MOST_SIGNS = 120;

/** Readings of the first signs of a name, as places in the list of syllables. */
export type Head = readonly (readonly number[])[];

/** Every sign that occurs, with a number of 16 bits: texts are kept as rows of these. */
export class Glyphs {
  #numbers = new Map<string, number>();
  #heads = new Map<number, Head>();
  #units = new Uint16Array(MOST_SIGNS);
  /** As written. */
  readonly signs: string[] = [];
  /** What it is read as: places in the list of syllables. */
  readonly readings: (readonly number[])[] = [];
  /** Signs that are typed for it where it is typed as itself. */
  lengths = new Uint8Array(256);
  /** 1: neither letter nor number, passed over. */
  gaps = new Uint8Array(256);
  /** Folded text to the glyphs that it stands for. */
  readonly named = new Map<string, number[]>();

  #numberOf(sign: string): number {
    const known = this.#numbers.get(sign);
    if (known !== undefined) return known;
    const number = this.signs.push(sign) - 1;
    if (number >= this.lengths.length) {
      this.lengths = grown(this.lengths, number * 2);
      this.gaps = grown(this.gaps, number * 2);
    }
    const folded = foldSign(sign);
    this.#numbers.set(sign, number);
    this.readings.push(spelling().readingsOf(sign));
    this.lengths[number] = folded.length;
    this.gaps[number] = isGap(folded) ? 1 : 0;
    const named = this.named.get(folded);
    if (named === undefined) this.named.set(folded, [number]);
    else named.push(number);
    return number;
  }
  /** What the surname that a text begins with is read as, where its signs have other readings beside: places in the list of syllables, for each sign. */
  headOf(units: Uint16Array, begin: number, end: number): Head | null {
    const several = this.readings[units[begin]!]!.length > 1;
    const key = units[begin]! * 65_536 + (begin + 1 < end ? units[begin + 1]! : 65_535);
    let head = several ? this.#heads.get(key) : null;
    if (head === undefined) {
      const own = surnameOf(this.decode(units, begin, Math.min(end, begin + 2)).join(''));
      head = own?.map((readings) => readings.flatMap((reading) => spelling().spelledAs(reading))) ?? [spelling().spelledAs(spelling().syllables[this.readings[units[begin]!]![0]!]!)];
      this.#heads.set(key, head);
    }
    return head;
  }
  /** A text as glyphs, valid until the next one. */
  encode(text: string): Uint16Array {
    let length = 0;
    for (const sign of text) {
      if (length === MOST_SIGNS) break;
      this.#units[length] = this.#numberOf(sign);
      length += 1;
    }
    return this.#units.subarray(0, length);
  }
  /** A text that was kept. */
  textOf(units: Uint16Array, begin: number, end: number): string {
    let text = '';
    for (let at = begin; at < end; at += 1) text += this.signs[units[at]!]!;
    return text;
  }
  /** The signs of a text that was kept. */
  decode(units: Uint16Array, begin: number, end: number): string[] {
    return Array.from(units.subarray(begin, end), (number) => this.signs[number]!);
  }
}
