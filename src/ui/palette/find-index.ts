import { meantBesides } from '../../kernel/bed.ts';
import { standing } from '../../kernel/favour.ts';
import { PERSONAL, type Favour, type Hit, type IndexAnswer, type IndexPage, type IndexQuestion, type Reason } from '../../kernel/found.ts';
import { keyOf, packed } from './ahead.ts';
import { Found, meant, MOST, together } from './asked.ts';
import { Glyphs } from './glyph.ts';
import { Lines } from './lines.ts';
import { foldSign, type Typed } from './spell.ts';
import { Best, NONE, rankOf, tierOf } from './tier.ts';

/** What the index is told. */
export type Request = { type: 'page'; kind: string; page: IndexPage } | { type: 'ask'; seq: number; question: IndexQuestion } | { type: 'ahead'; questions: readonly IndexQuestion[] } | { type: 'favour'; favour: Favour };
/** What it says. `told`: after how many pages and favours, all of them taken in; null while some are not. Answers are packed. */
export type Reply = { type: 'answer'; seq: number; told: number | null; answer: string } | { type: 'ahead'; told: number; answers: [key: string, answer: string][] } | { type: 'grown'; ready: boolean };

/** Lines taken in at a time: a question waits no longer. */
const PIECE = 500;
/** Answers ahead that are told at a time. */
const TOGETHER = 6;
/** Asked once the index is whole, of every kind one: the first questions of all take three times as long, until the code is compiled. */
const WARM = ['z', '12', 'wang', '张', '1', 'li', '12345', 'zhangw', '0001', '骨科 12床'];

interface Kind {
  lines: Lines;
  stamp: string;
  whole: boolean;
  cut: boolean;
}
/** One of the ways in which a question may be meant: its words, and the rows that answer all of them with what each is worth. */
interface Way extends Pick<Found, 'scores' | 'rows'> {
  words: readonly Found[];
}
/** A row among those of its kind, and what it is worth. */
interface Ranked {
  kind: string;
  lines: Lines;
  ways: readonly Way[];
  row: number;
  score: number;
  rank: number;
}
/** Ranks of what nobody uses, by score, without its age. */
const bases = Float64Array.from({ length: NONE }, (_, score) => rankOf(score, 0, 0));
/** What the number of a kind is, where it is no order's. */
const NUMBERS: Readonly<Record<string, Reason>> = { caregiver: 'staff' };
/** Which field the marks of a reason are in. */
const fieldOf = (why: Reason): string => (why === 'pinyin' || why === 'initials' ? 'name' : why);

/** The index: kinds of records, and what this person uses of them. */
class FindLines {
  readonly #glyphs = new Glyphs();
  readonly #kinds = new Map<string, Kind>();
  #favour: Favour = { score: {}, learned: {}, pinned: [] };

  ready(): boolean {
    return this.#kinds.size > 0 && [...this.#kinds.values()].every(({ whole }) => whole);
  }
  favour(favour: Favour): void {
    this.#favour = favour;
  }
  /** Begins a page; the function takes the next lines of it in and says whether there are more. One that is begun anew and has no next: nothing of this kind is here. */
  begin(kind: string, { text, places, next, stamp, reset, cut }: IndexPage): () => boolean {
    const before = this.#kinds.get(kind);
    const known = before === undefined || reset || before.stamp !== stamp ? { lines: new Lines(this.#glyphs), stamp, whole: false, cut } : before;
    if (reset && next === null) this.#kinds.delete(kind);
    else this.#kinds.set(kind, known);
    let lines: string[] | null = null;
    let placed: readonly number[] = [];
    let late = false;
    let at = 0;
    return () => {
      if (lines === null) {
        lines = text === '' ? [] : text.split('\n');
        placed = known.lines.placesOf(places);
        // what is new since then comes the newest first, and the newest is to be numbered last
        late = known.whole;
        if (late) lines.reverse();
      }
      for (const end = Math.min(lines.length, at + PIECE); at < end; at += 1) known.lines.take(lines[at]!, placed, late);
      if (at < lines.length) return true;
      known.whole ||= next === null;
      known.cut ||= cut;
      return false;
    };
  }

  #best({ text, typed, kinds, most }: IndexQuestion, ahead: boolean, besides = false): { ranked: Ranked[]; total: number } {
    const meanings = meant(this.#glyphs, text);
    if (meanings.length === 0) return { ranked: [], total: 0 };
    const asked = [...this.#kinds].filter(([kind]) => kinds === null || kinds.includes(kind)).map(([kind, { lines }]) => ({ kind, lines, meant: meanings.map((words) => words.map((word) => new Found(lines, word, ahead))) }));
    const stands = standing(this.#favour, typed ?? text);
    const first = this.#rank(asked, stands, most);
    // only where there is room for them: a name of which but some signs are typed
    const wider = first.total < most && asked.map(({ meant: [whole] }) => whole!.length === 1 && whole![0]!.widen()).includes(true);
    const best = wider ? this.#rank(asked, stands, most) : first;
    if (best.total > 0 || besides || !/\p{Script=Han}{2}/u.test(text)) return best;
    const names = [...new Set([...this.#kinds.values()].flatMap(({ lines }) => lines.placeNames()))];
    for (const words of meantBesides(foldSign(text).slice(0, MOST).split(/\s+/), names)) {
      const other = this.#best({ text: words.join(' '), typed: typed ?? text, kinds, most }, ahead, true);
      if (other.total > 0) return other;
    }
    return best;
  }
  #rank(asked: readonly { kind: string; lines: Lines; meant: readonly (readonly Found[])[] }[], stands: (id: string) => number, most: number): { ranked: Ranked[]; total: number } {
    const liked = [...new Set([...Object.keys(this.#favour.score), ...Object.values(this.#favour.learned), ...this.#favour.pinned])];
    const ranked: Ranked[] = [];
    const kept: Ranked[] = [];
    let total = 0;
    const places = new Map<string, boolean>();
    // once for all kinds
    const isPlace = (typed: Typed): boolean => {
      const known = places.get(typed.text) ?? [...this.#kinds.values()].some(({ lines }) => lines.isPlace(typed));
      places.set(typed.text, known);
      return known;
    };
    for (const { kind, lines, meant: each } of asked) {
      const found = each.map((words): Way => ({ words, ...together(words, isPlace) }));
      const favours = new Map(liked.filter((id) => id.startsWith(`${kind}:`)).map((id) => [lines.rowOf(id.slice(kind.length + 1)), stands(id)]));
      const best = new Best(most);
      const { ageOf } = lines;
      for (let at = 0; at < found.length; at += 1)
        for (const row of found[at]!.rows) {
          let score: number = NONE;
          let again = false;
          for (let i = 0; i < found.length; i += 1) {
            const other = found[i]!.scores[row]!;
            again ||= i < at && other !== NONE;
            if (other < score) score = other;
          }
          // a row that answers several ways is one
          if (again) continue;
          total += 1;
          const favour = favours.size === 0 ? undefined : favours.get(row);
          const rank = favour === undefined ? bases[score]! + ageOf[row]! : rankOf(score, favour, ageOf[row]!);
          if (rank < best.bar) best.add(rank, row);
        }
      const own = Array.from({ length: best.count }, (_, i) => ({ kind, lines, ways: found, row: best.rows[i]!, score: Math.min(...found.map(({ scores }) => scores[best.rows[i]!]!)), rank: best.ranks[i]! }));
      // many of one kind leave room for the best of another
      const share = Math.floor(most / (2 * asked.length));
      kept.push(...own.slice(0, share));
      ranked.push(...own.slice(share));
    }
    const byRank = (a: Ranked, b: Ranked): number => a.rank - b.rank;
    ranked.sort(byRank);
    return { ranked: [...kept, ...ranked.slice(0, most - kept.length)].sort(byRank), total };
  }
  #hitOf({ kind, lines, ways, row, score }: Ranked): Hit[] {
    const { words } = ways.find(({ scores }) => scores[row] === score)!;
    const answers = words.flatMap((word) => {
      const answer = word.answerOf(row);
      return answer === null ? [] : [{ ...answer, why: answer.why === 'number' ? (NUMBERS[kind] ?? answer.why) : answer.why, score: word.scores[row]! }];
    });
    if (answers.length < words.length) return [];
    // who it is says more than where, though a bed may answer better
    const named = answers.filter((answer) => PERSONAL.has(answer.why));
    const { why, score: worth } = (named.length > 0 ? named : answers).reduce((best, answer) => (answer.score < best.score ? answer : best));
    const marks = answers.flatMap((answer) => (fieldOf(answer.why) === fieldOf(why) ? answer.marks : []));
    const line = lines.lineOf(row);
    return [{ ...line, id: `${kind}:${line.code}`, kind, tier: tierOf(worth), why, marks: answers.length === 1 ? marks : [...new Set(marks)].sort((a, b) => a - b) }];
  }
  /** Records that are named, not looked for. */
  #named(ids: readonly string[]): Hit[] {
    return ids.flatMap((id) => {
      const [kind = '', code = ''] = id.split(':');
      const lines = this.#kinds.get(kind)?.lines;
      const row = lines?.rowOf(code) ?? -1;
      return lines === undefined || row < 0 || lines.goneOf[row] === 1 ? [] : [{ ...lines.lineOf(row), id, kind, tier: 0, why: 'number', marks: [] }];
    });
  }
  /** `ahead`: others that begin like it are asked as well. */
  answer(question: IndexQuestion, ahead = false): IndexAnswer {
    const began = performance.now();
    const named = question.text === '' && question.ids !== undefined ? this.#named(question.ids) : null;
    const { ranked, total } = named === null ? this.#best(question, ahead) : { ranked: [], total: named.length };
    const hits = named ?? ranked.flatMap((row) => this.#hitOf(row));
    const cut = [...this.#kinds].some(([kind, known]) => known.cut && (question.kinds === null || question.kinds.includes(kind)));
    return { text: question.text, hits, total, cut, ready: this.ready(), ms: performance.now() - began };
  }
}

/**
 * The index behind a port. Of the questions that have come by the time it gets to them only the last is answered; lines are taken in
 * between questions, piece by piece, and what may be asked next is answered when all that is done. `soon`: does something after what has come by then.
 */
export function serveIndex(post: (reply: Reply) => void, soon: (work: () => void) => void): (request: Request) => void {
  const index = new FindLines();
  const pages: (() => boolean)[] = [];
  let asked: { seq: number; question: IndexQuestion } | null = null;
  let ahead: IndexQuestion[] = [];
  let answers: [string, string][] = [];
  let told = 0;
  let waits = false;
  let ready = false;
  const cold = [...WARM];
  /** Tells what was answered ahead, before anything is that it does not know of. */
  function flush(): void {
    if (answers.length > 0) post({ type: 'ahead', told, answers });
    answers = [];
  }
  function answerAhead(question: IndexQuestion): void {
    answers.push([keyOf(question) ?? '', packed(index.answer(question, true))]);
    if (answers.length === TOGETHER || ahead.length === 0) flush();
  }
  function work(): void {
    waits = false;
    if (asked !== null) {
      post({ type: 'answer', seq: asked.seq, told: pages.length === 0 ? told : null, answer: packed(index.answer(asked.question)) });
      asked = null;
    } else if (pages[0]?.() === false) {
      pages.shift();
      if (ready !== index.ready()) {
        ready = !ready;
        post({ type: 'grown', ready });
      }
    } else if (pages.length === 0 && ready) {
      const text = cold.shift();
      const next = text === undefined ? ahead.shift() : undefined;
      if (text !== undefined) index.answer({ text, kinds: null, most: 1 });
      if (next !== undefined) answerAhead(next);
    }
    if (pages.length > 0 || (ready && cold.length + ahead.length > 0)) wait();
  }
  function wait(): void {
    if (waits) return;
    waits = true;
    soon(work);
  }
  return (request) => {
    // what was likely before this is not any more, and until it is painted the processor is the screen's
    if (request.type === 'ask') [asked, ahead] = [request, []];
    else if (request.type === 'ahead') {
      ahead = [...request.questions];
      if (ahead.length === 0) flush();
    }
    else {
      flush();
      told += 1;
      if (request.type === 'favour') return index.favour(request.favour);
      pages.push(index.begin(request.kind, request.page));
    }
    wait();
  };
}
