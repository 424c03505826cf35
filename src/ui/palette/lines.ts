import type { Hit } from '../../kernel/found.ts';
import type { Glyphs } from './glyph.ts';
import { Narrow } from './narrow.ts';
import { rowsBy, type RowsBy } from './rows-by.ts';
import { foldSign, marksFrom, type Typed } from './spell.ts';
import { bothCases, isAt, Spots } from './spot.ts';
import { grown, Texts } from './texts.ts';
import { NONE, SCORE } from './tier.ts';

const DAY = 86_400_000;
/** A number in 16 bits that stands for none. */
const NO_TAIL = 65_535;
const MOST_CODE = 64;
/** Short numbers that have three or four digits inside, where those are rather the end of one that only the servers know. */
const MOST_AMID = 10;
/** Where the date stands in the number of an order, and how long that is at least. */
const DATE = { from: 2, to: 8, least: 13 } as const;

const dayOf = (text: string): number => (/^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) / DAY : 0);
/** Days that rows have, as they are written: a year or two of them. */
const dayTexts = new Map<number, string>([[0, '']]);
function textOfDay(day: number): string {
  let text = dayTexts.get(day);
  if (text === undefined) dayTexts.set(day, (text = new Date(day * DAY).toISOString().slice(0, 10)));
  return text;
}
/** A bed as it is compared: `12床`, `012`, `12号` and `１２号床` are one. */
export const bareBed = (text: string): string => foldSign(text).replace(/(号?床位?|号)$/u, '').replace(/^0+(?=\d)/, '');

type Column = 'nameOf' | 'bedOf' | 'placeOf';

/** What of a record is drawn. */
export type Line = Omit<Hit, 'id' | 'kind' | 'tier' | 'why' | 'marks'>;

/** The lines of one kind of record, as columns: a row for every number that ever came, so that a change costs what it changes. */
export class Lines {
  readonly #glyphs: Glyphs;
  readonly #codes = new Texts();
  readonly #typed = new Uint16Array(MOST_CODE);
  readonly #spots = new Spots(this.#codes);
  /** Made when they are asked for, until a row changes. */
  readonly #rowsBy = new Map<Column, RowsBy>();
  readonly names = new Texts();
  readonly beds = new Texts();
  readonly places = new Texts();
  readonly narrow: Narrow;
  /** Bed number to how it is compared. */
  readonly bare: string[] = [];
  readonly #statuses: string[] = [];
  nameOf = new Uint32Array(1024);
  bedOf = new Uint32Array(1024);
  placeOf = new Uint32Array(1024);
  /** Last four digits of two phones: one in the lower, one in the upper half. */
  tailsOf = new Uint32Array(1024);
  #statusOf = new Uint8Array(1024);
  #fromOf = new Uint16Array(1024);
  #toOf = new Uint16Array(1024);
  #versionOf = new Uint32Array(1024);
  /** By how many rows a row is older than the first that came; negative for what came later and is new. */
  ageOf = new Int32Array(1024);
  /** 1: it has left. */
  goneOf = new Uint8Array(1024);
  #oldest = 0;
  #newest = 0;

  constructor(glyphs: Glyphs) {
    this.#glyphs = glyphs;
    this.narrow = new Narrow(glyphs, this.names);
  }
  /** Rows, those that have left with them. */
  get count(): number {
    return this.#codes.count;
  }
  #grow(length: number): void {
    for (const column of ['nameOf', 'bedOf', 'placeOf', 'tailsOf'] as const) this[column] = grown(this[column], length);
    this.#statusOf = grown(this.#statusOf, length);
    this.#fromOf = grown(this.#fromOf, length);
    this.#toOf = grown(this.#toOf, length);
    this.#versionOf = grown(this.#versionOf, length);
    this.ageOf = grown(this.ageOf, length);
    this.goneOf = grown(this.goneOf, length);
  }
  #encode(code: string): number {
    const length = Math.min(code.length, MOST_CODE);
    for (let i = 0; i < length; i += 1) this.#typed[i] = code.charCodeAt(i);
    return length;
  }
  #keep(texts: Texts, text: string): number {
    const signs = this.#glyphs.encode(text);
    return texts.add(signs, signs.length);
  }
  /** The row of a number, or -1. */
  rowOf(code: string): number {
    return this.#codes.find(this.#typed, this.#encode(code));
  }
  codeOf(row: number): string {
    return String.fromCharCode(...this.#codes.units.subarray(this.#codes.begins[row], this.#codes.begins[row + 1]));
  }
  /** What each row is worth whose number has these signs, in capitals; null: none has. `inside`: not only at its end; `deep`: also amid the number of an order, serial and date, and amid however many short ones. */
  codeScores(code: string, inside: boolean, deep: boolean): Uint8Array | null {
    const { units, begins, count } = this.#codes;
    const { length } = code;
    let found: Uint8Array | null = null;
    const take = (row: number, score: number): void => {
      found ??= new Uint8Array(count).fill(NONE);
      if (score < found[row]!) found[row] = score;
    };
    if (!inside) {
      const signs = bothCases(code);
      for (let row = 0; row < count; row += 1) {
        const last = begins[row + 1]! - length;
        if (last >= begins[row]! && isAt(units, last, signs, 0)) take(row, last === begins[row] ? SCORE.exact : SCORE.within);
      }
      return found;
    }
    // where all but the last sign stands serves every sign that may follow
    const spots = this.#spots.of(code.slice(0, -1));
    const [sign, other] = bothCases(code.slice(-1))[0]!;
    let row = 0;
    let amid = 0;
    for (let i = 0; i < spots.length; i += 1) {
      const at = spots[i]!;
      const unit = units[at + length - 1]!;
      if (unit !== sign && unit !== other) continue;
      while (begins[row + 1]! <= at) row += 1;
      const last = begins[row + 1]! - length;
      const from = at - begins[row]!;
      const isLong = begins[row + 1]! - begins[row]! >= DATE.least;
      if (at > last) continue;
      if (at < last && from > 0 && !deep && (isLong || this.goneOf[row] === 1 || (amid += 1) > MOST_AMID)) continue;
      take(row, at === last ? (from === 0 ? SCORE.exact : SCORE.tail) : from === 0 ? SCORE.prefix : isLong && from >= DATE.from && from + length <= DATE.to ? SCORE.date : SCORE.within);
    }
    return found;
  }
  /** The rows by one of their columns. */
  rowsBy(column: Column): RowsBy {
    let found = this.#rowsBy.get(column);
    if (found === undefined) this.#rowsBy.set(column, (found = rowsBy(this[column], { nameOf: this.names, bedOf: this.beds, placeOf: this.places }[column].count, this.count)));
    return found;
  }

  /** The numbers of a page's places, and after them that of none. */
  placesOf(places: readonly string[]): number[] {
    return [...places, ''].map((place) => this.#keep(this.places, place));
  }
  /** Takes one line in. `places`: as `placesOf` numbers them. `late`: the index is whole, and who is new is newer than all. An older version than the one known changes nothing. */
  take(line: string, places: readonly number[], late: boolean): void {
    if (line.startsWith('-')) {
      const row = this.rowOf(line.slice(1));
      if (row >= 0) this.goneOf[row] = 1;
      return;
    }
    const [code, name, tails, bed, place, status, from, to, version] = line.split('\t');
    if (code === undefined || version === undefined) return;
    this.#rowsBy.clear();
    const before = this.count;
    const row = this.#codes.add(this.#typed, this.#encode(code));
    if (row === before) {
      this.#spots.forget();
      if (row >= this.nameOf.length) this.#grow(Math.ceil(row * 1.5));
      this.ageOf[row] = late ? --this.#newest : this.#oldest++;
    } else if (Number(version) < this.#versionOf[row]!) return;
    this.goneOf[row] = 0;
    this.#versionOf[row] = Number(version);
    this.nameOf[row] = this.#keep(this.names, name!);
    this.bedOf[row] = this.#keep(this.beds, bed!);
    if (this.beds.count > this.bare.length) this.bare.push(bareBed(bed!));
    this.placeOf[row] = places[Number(place)] ?? places.at(-1)!;
    const [one = NO_TAIL, two = NO_TAIL] = tails!.split(' ').flatMap((tail) => (/^\d{4}$/.test(tail) ? [Number(tail)] : []));
    this.tailsOf[row] = one + two * 65_536;
    const known = this.#statuses.indexOf(status!);
    this.#statusOf[row] = known >= 0 ? known : this.#statuses.push(status!) - 1;
    this.#fromOf[row] = dayOf(from!);
    this.#toOf[row] = dayOf(to!);
  }

  #textOf(texts: Texts, id: number): string {
    return this.#glyphs.textOf(texts.units, texts.begins[id]!, texts.begins[id + 1]!);
  }
  /** The names of the departments and wards, folded. */
  placeNames(): string[] {
    return Array.from({ length: this.places.count }, (_, id) => foldSign(this.#textOf(this.places, id))).flatMap((place) => place.split(' · ').slice(1));
  }
  /** Whether a department or a ward is called so: by its name, its sound or its initials. */
  isPlace(typed: Typed): boolean {
    const isCalled = (part: string): boolean => part.length <= typed.text.length && marksFrom([...part], 0, typed, true)?.marks.length === part.length;
    return Array.from({ length: this.places.count }, (_, id) => this.#textOf(this.places, id)).some((place) => place.split(' · ').slice(1).some(isCalled));
  }
  /** The rows of this status; where it is none, or empty, none. */
  rowsOf(status: string): number[] {
    const which = status === '' ? -1 : this.#statuses.indexOf(status);
    return which < 0 ? [] : Array.from({ length: this.count }, (_, row) => row).filter((row) => this.#statusOf[row] === which);
  }
  /** Its bed as it came. */
  bedTextOf(row: number): string {
    return this.#textOf(this.beds, this.bedOf[row]!);
  }
  /** A row as it came. */
  lineOf(row: number): Line {
    return {
      code: this.codeOf(row), name: this.#textOf(this.names, this.nameOf[row]!), place: this.#textOf(this.places, this.placeOf[row]!), bed: this.bedTextOf(row),
      status: this.#statuses[this.#statusOf[row]!]!, from: textOfDay(this.#fromOf[row]!), to: textOfDay(this.#toOf[row]!), version: this.#versionOf[row]!,
    };
  }
}
