import { createHash } from 'node:crypto';
import { spotsOf } from './name.ts';
import { ERASED, telling } from './redact.ts';

/** What a machine cannot decide. `places`: tables, rows and columns that say so; `said`: what stands around it. `id`: the same as long as the text is. */
export interface Doubt {
  id: string;
  places: string[];
  said: string;
}
/** What whoever erases says of what is doubtful, by the ids or of all: the person's (`theirs`), or part of somebody else's name (`others`). */
export interface Answers {
  theirs: 'all' | ReadonlySet<string>;
  others: 'all' | ReadonlySet<string>;
}
/** Nobody has said anything yet. */
export const UNASKED: Answers = { theirs: new Set(), others: new Set() };
/** Nobody is asked: what is doubtful stays. */
export const LEAVE: Answers = { theirs: new Set(), others: 'all' };
const says = (answer: Answers['theirs'], id: string): boolean => answer === 'all' || answer.has(id);
/** Nothing was changed: somebody has to look first. */
export class Doubtful extends Error {
  constructor(readonly doubts: readonly Doubt[]) {
    super('doubtful');
  }
}
const AROUND = 8;
/** Stands where something was erased; it is a part of no word. */
const FREE = '\uffff';
/** What is doubtful in one erasure, and what was said of it. */
export class Judge {
  private readonly doubts = new Map<string, Doubt>();
  constructor(readonly answers: Answers = UNASKED) {}
  note(id: string, place: string, said: string): void {
    const known = this.doubts.get(id);
    if (known === undefined) this.doubts.set(id, { id, places: [place], said });
    else if (!known.places.includes(place)) known.places.push(place);
  }
  /** @throws Doubtful when something was left to ask */
  settle(): void {
    if (this.doubts.size > 0) throw new Doubtful([...this.doubts.values()]);
  }
}

/** Takes people's names and numbers out of texts, and gathers the places where a machine cannot tell whether it is theirs. */
export class Blot {
  readonly words: readonly string[];
  private readonly others: readonly string[];
  /** `others`: longer names of known people, in which one of the words stands. */
  constructor(words: readonly (string | null)[], others: readonly string[], private readonly judge: Judge) {
    // the longest first: the shorter may stand within it
    this.words = [...new Set(telling(words))].sort((a, b) => b.length - a.length);
    this.others = [...new Set([...others, ...this.words])];
  }
  /** Whether there is anything to look for. */
  get blank(): boolean {
    return this.words.length === 0;
  }
  /** A text without what is theirs. */
  out(text: string, place: string): string {
    // what is erased is free space of the same length: places are those of the text as it was found
    let heap = text.replaceAll(ERASED, FREE.repeat(ERASED.length));
    const gone: { at: number; word: string }[] = [];
    // of the text as it was: an answer breaks no name that is known
    const others = new Set<string>();
    let asked: { at: number; word: string; id: string }[];
    let known: number;
    do {
      known = gone.length;
      asked = [];
      for (const word of this.words) {
        const longer = this.others.filter((other) => other !== word && other.includes(word));
        for (const { at, whose } of spotsOf(heap, word, longer)) {
          if (whose === 'other') others.add(`${at} ${word}`);
          if (others.has(`${at} ${word}`)) continue;
          const id = createHash('sha256').update(`${at}\0${word}\0${text}`).digest('hex').slice(0, 8);
          if (whose === 'doubtful' && !says(this.judge.answers.theirs, id)) {
            asked.push({ at, word, id });
            continue;
          }
          gone.push({ at, word });
          heap = heap.slice(0, at) + FREE.repeat(word.length) + heap.slice(at + word.length);
        }
      }
      // what went may have made a neighbour stand free
    } while (gone.length > known);
    for (const { at, word, id } of asked) if (!says(this.judge.answers.others, id)) this.judge.note(id, place, text.slice(Math.max(0, at - AROUND), at + word.length + AROUND).replaceAll(/\s+/g, ' '));
    let [rest, from] = ['', 0];
    for (const { at, word } of gone.sort((a, b) => a.at - b.at)) {
      rest += text.slice(from, at) + ERASED;
      from = at + word.length;
    }
    return rest + text.slice(from);
  }
}
