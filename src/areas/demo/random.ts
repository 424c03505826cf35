/** A small seeded generator (sfc32): the same seed gives the same demonstration data on every machine. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;
  constructor(seed: string) {
    let h = 0x811c9dc5;
    for (const character of seed) h = Math.imul(h ^ character.codePointAt(0)!, 0x01000193) >>> 0;
    this.#a = h;
    this.#b = h ^ 0x9e3779b9;
    this.#c = h ^ 0x243f6a88;
    for (let i = 0; i < 15; i++) this.next();
  }
  /** From 0 up to but not including 1. */
  next(): number {
    const t = (this.#a + this.#b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0;
    return (t >>> 0) / 4294967296;
  }
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }
  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }
  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)]!;
  }
  /** One of the values, by weight. */
  weighted<T>(from: readonly (readonly [value: T, weight: number])[]): T {
    let left = this.next() * from.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of from) if ((left -= weight) < 0) return value;
    return from[from.length - 1]![0];
  }
  /** `count` digits. */
  digits(count: number): string {
    let text = '';
    while (text.length < count) text += this.whole(0, 9);
    return text;
  }
}
