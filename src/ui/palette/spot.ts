import { grown, type Texts } from './texts.ts';

/** Of so many beginnings it is known where they stand: of what is being typed, sign by sign. */
const MOST = 3;

/** A sign as it is written large and small. */
type Both = readonly [large: number, small: number];
/** Signs, given in capitals, in both ways. */
export const bothCases = (code: string): Both[] => Array.from(code, (sign): Both => [sign.charCodeAt(0), sign.toLowerCase().charCodeAt(0)]);
/** Whether these signs stand at a place; the first `begun` of them are known to. */
export function isAt(units: Uint16Array, at: number, signs: readonly Both[], begun: number): boolean {
  for (let i = begun; i < signs.length; i += 1) {
    const unit = units[at + i]!;
    const [large, small] = signs[i]!;
    if (unit !== large && unit !== small) return false;
  }
  return true;
}

/** Where signs stand in many texts as one. Of what is typed sign by sign only what follows is compared. */
export class Spots {
  readonly #texts: Texts;
  readonly #known = new Map<string, Int32Array>();

  constructor(texts: Texts) {
    this.#texts = texts;
  }
  /** Texts have been added: what is known holds no longer. */
  forget(): void {
    this.#known.clear();
  }
  /** The places of these signs, given in capitals, in order; some may lie across two texts. */
  of(code: string): Int32Array {
    const known = this.#known.get(code);
    if (known !== undefined) return known;
    let begun = code.length - 1;
    while (begun > 0 && !this.#known.has(code.slice(0, begun))) begun -= 1;
    const found = this.#find(bothCases(code), begun, this.#known.get(code.slice(0, begun)));
    this.#known.set(code, found);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST) break;
      this.#known.delete(oldest);
    }
    return found;
  }
  #find(signs: readonly Both[], begun: number, among: Int32Array | undefined): Int32Array {
    const { units, begins, count } = this.#texts;
    const end = begins[count]! - signs.length;
    let found = new Int32Array(1024);
    let many = 0;
    const keep = (at: number): void => {
      if (many === found.length) found = grown(found, many * 2);
      found[many] = at;
      many += 1;
    };
    if (among !== undefined) {
      for (const at of among) if (at <= end && isAt(units, at, signs, begun)) keep(at);
    } else {
      const [large, small] = signs[0]!;
      for (let at = 0; at <= end; at += 1) if ((units[at] === large || units[at] === small) && isAt(units, at, signs, 1)) keep(at);
    }
    return found.slice(0, many);
  }
}
