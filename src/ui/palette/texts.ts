/** The same numbers in a longer array. */
export function grown<T extends Int32Array | Uint32Array | Uint16Array | Uint8Array>(array: T, length: number): T {
  const longer = new (array.constructor as new (n: number) => T)(length);
  longer.set(array);
  return longer;
}

/** Distinct texts as rows of 16-bit units, numbered in the order in which they came: no object for each, so that a hundred thousand cost few bytes more than their signs. */
export class Texts {
  units = new Uint16Array(4096);
  /** Text `i` is `units[begins[i]]` up to, not with, `units[begins[i + 1]]`. */
  begins = new Uint32Array(1024);
  count = 0;
  #slots = new Int32Array(2048);

  #slotOf(units: Uint16Array, from: number, length: number): number {
    let hash = 0x811c9dc5;
    for (let i = from; i < from + length; i += 1) hash = Math.imul(hash ^ units[i]!, 0x01000193);
    const mask = this.#slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const id = this.#slots[slot]! - 1;
      if (id < 0 || this.#is(id, units, from, length)) return slot;
    }
  }
  #is(id: number, units: Uint16Array, from: number, length: number): boolean {
    const begin = this.begins[id]!;
    if (this.begins[id + 1]! - begin !== length) return false;
    for (let i = 0; i < length; i += 1) if (this.units[begin + i] !== units[from + i]) return false;
    return true;
  }
  /** The number of a text, or -1. */
  find(units: Uint16Array, length: number): number {
    return this.#slots[this.#slotOf(units, 0, length)]! - 1;
  }
  /** The number of a text, which is kept from now on. */
  add(units: Uint16Array, length: number): number {
    const slot = this.#slotOf(units, 0, length);
    const known = this.#slots[slot]! - 1;
    if (known >= 0) return known;
    const id = this.count;
    const begin = this.begins[id]!;
    if (begin + length > this.units.length) this.units = grown(this.units, Math.ceil((begin + length) * 1.5));
    if (id + 2 > this.begins.length) this.begins = grown(this.begins, Math.ceil(id * 1.5));
    this.units.set(units.subarray(0, length), begin);
    this.begins[id + 1] = begin + length;
    this.#slots[slot] = id + 1;
    this.count += 1;
    if (this.count * 3 > this.#slots.length * 2) {
      this.#slots = new Int32Array(this.#slots.length * 2);
      for (let i = 0; i < this.count; i += 1) this.#slots[this.#slotOf(this.units, this.begins[i]!, this.begins[i + 1]! - this.begins[i]!)] = i + 1;
    }
    return id;
  }
}
