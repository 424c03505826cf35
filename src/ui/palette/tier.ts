import type { Tier } from '../../kernel/found.ts';

/** No answer. */
export const NONE = 255;
/** What an answer is worth: its tier and its place in that tier, 16 places each; the lower the better. One more where a surname is not read as such. */
export const SCORE = {
  exact: 0,
  prefix: 16,
  initials: 32, begun: 34, word: 36, tail: 32, phone: 38,
  inside: 48, loose: 50, within: 50, bed: 52, place: 54, date: 56, spread: 58, status: 60,
} as const;
/** The tier of such a score. */
export const tierOf = (score: number): Tier => (score >> 4) as Tier;

const FAVOUR = 2 ** 26;
const AGES = 2 ** 21;
/**
 * One number to sort by, the least first: tier, then what this person uses (`standing` of kernel/favour.ts), then the place in the tier, then the age.
 * `age`: by how many rows it is older than another one; negative for what is newer than the first.
 */
export const rankOf = (score: number, favour: number, age: number): number => ((((score >> 4) * FAVOUR + FAVOUR - 1 - Math.min(FAVOUR - 1, Math.round(favour * 16))) * 16 + (score & 15)) * AGES) + age + AGES / 2;

/** The best of many, as many as there is room for. */
export class Best {
  readonly ranks: Float64Array;
  readonly rows: Int32Array;
  count = 0;
  /** The rank that the next one must better. */
  bar = Infinity;
  constructor(room: number) {
    this.ranks = new Float64Array(room);
    this.rows = new Int32Array(room);
    if (room === 0) this.bar = -Infinity;
  }
  /** Takes in what betters the bar. */
  add(rank: number, row: number): void {
    let at = this.count < this.ranks.length ? this.count++ : this.count - 1;
    for (; at > 0 && this.ranks[at - 1]! > rank; at -= 1) {
      this.ranks[at] = this.ranks[at - 1]!;
      this.rows[at] = this.rows[at - 1]!;
    }
    this.ranks[at] = rank;
    this.rows[at] = row;
    if (this.count === this.ranks.length) this.bar = this.ranks[this.count - 1]!;
  }
}
