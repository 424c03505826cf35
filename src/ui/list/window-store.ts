import type { Page } from '../../kernel/endpoint.ts';
import { Failing } from './failing.ts';

/** Rows per request; the server allows 200. */
export const WINDOW_SIZE = 100;
/** Windows kept, oldest dropped first: 4,000 rows, whatever the length of the list. */
const KEPT = 40;
const PARALLEL = 2;

/** Asks the server for one window; `pageNum` from 1. */
export type LoadWindow<T> = (pageNum: number, signal: AbortSignal) => Promise<Page<T>>;
/** Asks the server how many rows there are, where windows come without; or how many of them meet one more condition (kernel/list.ts). */
export type CountRows = (signal: AbortSignal, clause?: string) => Promise<number>;
interface Held<T> {
  rows: readonly T[];
  stale: boolean;
}
/** Where the reader was in a list: the focused row and how many rows are scrolled away. `enter`: that row takes the focus when the list is shown. `leap`: the grid is to go to it. `last`: to the last row, as soon as it is known which one that is. `open`: the row is to be opened as soon as it comes. */
export interface Place {
  index: number;
  key: string | null;
  rows: number;
  enter: boolean;
  leap: boolean;
  last: boolean;
  open: boolean;
}

/**
 * The rows of one list (one endpoint, one filter), in windows: what is in view is asked for, the latest wish first, at most
 * two at a time; what is no longer wanted is aborted. Old rows stay until newer ones arrive. What failed is asked for again while it
 * is in view and someone looks.
 */
export class WindowStore<T> {
  /** Rows in the whole list; null until a window or the count has said so. */
  total: number | null = null;
  /** Rows that there are at least, and room for those that come next: how far one gets while nobody has counted. */
  reach = 0;
  /** When rows last came, ms since the epoch. */
  updatedAt: number | null = null;
  /** Counts changes, for subscribers. */
  version = 0;
  place: Place = { index: 0, key: null, rows: 0, enter: false, leap: false, last: false, open: false };

  private readonly held = new Map<number, Held<T>>();
  private readonly running = new Map<number, AbortController>();
  private readonly failing = new Failing(() => this.again());
  private readonly listeners = new Set<() => void>();
  private range: [from: number, to: number] = [0, 0];
  private counting: AbortController | null = null;

  constructor(private readonly load: LoadWindow<T>, private readonly count: CountRows | null = null) {}

  /** Why something in view did not come; null when all is well. */
  get failure(): Error | null {
    return this.failing.error;
  }
  /** Asks for the rows at its place if it has none, before anything is drawn: nothing that a page asks for beside them is to be in their way. */
  begin(): void {
    if (this.held.size === 0 && this.running.size === 0 && this.failure === null) void this.get(Math.floor(this.place.rows / WINDOW_SIZE));
  }
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    if (this.listeners.size === 1) this.again();
    return () => void this.listeners.delete(listener);
  };
  /** The row at `index` from 0, or undefined while it is not here. */
  at(index: number): T | undefined {
    return this.held.get(Math.floor(index / WINDOW_SIZE))?.rows[index % WINDOW_SIZE];
  }
  /** Where a row stands among those that are here, or −1. */
  indexWhere(is: (row: T) => boolean): number {
    for (const [page, { rows }] of this.held) {
      const at = rows.findIndex(is);
      if (at >= 0) return page * WINDOW_SIZE + at;
    }
    return -1;
  }
  /** Shows a row as it is now, in the place where it stands; nothing when it is not among those that are here. */
  put(is: (row: T) => boolean, row: T): void {
    for (const [page, held] of this.held) {
      if (!held.rows.some(is)) continue;
      this.held.set(page, { ...held, rows: held.rows.map((old) => (is(old) ? row : old)) });
      return this.tell();
    }
  }
  /**
   * Whether a row that is not here would stand among those that are, given which rows stand `before` it: a newcomer then, and not
   * one of a window that nobody has looked at.
   */
  amid(before: (row: T) => boolean): boolean {
    const last = Math.ceil((this.total ?? 0) / WINDOW_SIZE) - 1;
    if (this.total === 0) return true;
    for (const [page, { rows }] of this.held) {
      const [first, end, next] = [rows[0], rows.at(-1), this.held.get(page + 1)?.rows[0]];
      if (first === undefined || end === undefined || !(page === 0 || before(first))) continue;
      if (page === last || !before(end) || (next !== undefined && !before(next))) return true;
    }
    return false;
  }
  /** Forgets the rows and begins at the first again: for whoever asks to see what is new. */
  restart(): void {
    this.stop();
    this.held.clear();
    this.place = { index: 0, key: null, rows: 0, enter: true, leap: false, last: false, open: false };
    this.range = [0, 0];
    this.retry();
  }
  /** Shows the row at `index` from 0 at the top and gives it the focus, wherever it is in the list. */
  goTo(index: number): void {
    Object.assign(this.place, { index, key: null, leap: true });
    this.leap();
    this.again();
  }
  /** How the grid that shows the list goes to a row. */
  leap: () => void = () => {};
  /** The rows from `from` to before `end`, or to the last: what is not here is asked for, beside what is in view and without being kept. @throws what a window throws */
  async rows(from: number, end: number, signal: AbortSignal): Promise<T[]> {
    const rows: T[] = [];
    const skipped = from - (from % WINDOW_SIZE);
    for (let page = skipped / WINDOW_SIZE; skipped + rows.length < end; page += 1) {
      const held = this.held.get(page);
      const list = held?.stale === false ? held.rows : (await this.load(page + 1, signal)).list;
      rows.push(...list);
      if (list.length < WINDOW_SIZE) break;
    }
    return rows.slice(from - skipped, end - skipped);
  }
  /** How many rows of the list meet one more condition. */
  countOf(clause: string): Promise<number> {
    return this.count === null ? Promise.resolve(0) : this.count(new AbortController().signal, clause);
  }
  /** Says which rows are in view (both ends included) and gets what is missing of them. */
  want(from: number, to: number): void {
    this.range = [from, to];
    if (this.failing.see(this.inView())) this.tell();
    this.drop(this.missing());
    this.pump();
  }
  /** Asks again for what is in view, also for what is on its way and may be older, and later for the rest as it comes into view. */
  refresh(): void {
    this.drop();
    for (const held of this.held.values()) held.stale = true;
    this.retry(this.failing.count || (this.count !== null && this.total !== null));
  }
  /** Asks again for what failed, without a word before the answer; nothing while nobody looks. */
  again(): void {
    if (this.listeners.size === 0) return;
    this.failing.cut();
    if (this.failure !== null) this.pump();
    if (this.failing.count) void this.ask();
  }
  /** Asks again for what failed, as if nothing had been asked before. `count`: for the count too. */
  retry(count = this.failing.count): void {
    this.failing.clear();
    this.tell();
    this.pump();
    if (count) void this.ask(true);
  }
  /** Drops what is on its way. */
  stop(): void {
    this.drop();
    this.failing.cut();
    this.counting?.abort();
    this.counting = null;
  }

  /** Aborts what is on its way, but for these windows. */
  private drop(wanted: readonly number[] = []): void {
    for (const [page, asked] of this.running) if (!wanted.includes(page) && this.running.delete(page)) asked.abort();
  }
  private inView(): number[] {
    const last = Math.max(0, Math.ceil((this.total ?? this.reach) / WINDOW_SIZE) - 1);
    const [from, to] = this.range.map((index) => Math.min(last, Math.max(0, Math.floor(index / WINDOW_SIZE)))) as [number, number];
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  }
  /** Windows in view that are to be asked for, the middle of the view first. */
  private missing(): number[] {
    const middle = (this.range[0] + this.range[1]) / 2 / WINDOW_SIZE - 0.5;
    return this.inView()
      .filter((page) => this.held.get(page)?.stale !== false && !this.failing.rests(page))
      .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  }
  private pump(): void {
    for (const page of this.missing()) {
      if (this.running.size >= PARALLEL) return;
      if (!this.running.has(page)) void this.get(page);
    }
  }
  private async get(page: number): Promise<void> {
    const asked = new AbortController();
    this.running.set(page, asked);
    try {
      const answer = await this.load(page + 1, asked.signal);
      if (asked.signal.aborted) return;
      this.keep(page, answer);
      this.failing.came(page);
    } catch (error) {
      if (asked.signal.aborted) return;
      this.failing.add(page, error);
    }
    this.running.delete(page);
    this.tell();
    this.pump();
  }
  private keep(page: number, { list, total }: Page<T>): void {
    const end = page * WINDOW_SIZE + list.length;
    const full = list.length === WINDOW_SIZE;
    if (total !== null) this.measured(total);
    // a window that is not full ends the list
    else if (!full && (page === 0 || list.length > 0)) this.measured(end);
    // uncounted, or counted as it no longer is
    else if (this.total === null || end > this.total || list.length === 0) void this.ask();
    this.held.delete(page);
    this.held.set(page, { rows: list, stale: false });
    for (const oldest of this.held.keys()) {
      if (this.held.size <= KEPT) break;
      this.held.delete(oldest);
    }
    this.reach = Math.max(this.reach, full ? end + WINDOW_SIZE : end);
    this.updatedAt = Date.now();
  }
  private measured(total: number): void {
    // another length means rows have moved: the other windows are asked for again when they are looked at
    if (this.total !== null && this.total !== total) for (const held of this.held.values()) held.stale = true;
    this.total = total;
  }
  /** Has the rows counted, while their windows come. `anew`: what is being counted may be older than what is asked for. */
  private async ask(anew = false): Promise<void> {
    if (this.count === null || (this.counting !== null && !anew)) return;
    this.counting?.abort();
    const asked = (this.counting = new AbortController());
    try {
      const total = await this.count(asked.signal);
      if (asked.signal.aborted) return;
      this.measured(total);
      this.failing.came('count');
    } catch (error) {
      if (asked.signal.aborted) return;
      this.failing.add('count', error);
    }
    this.counting = null;
    this.tell();
    this.pump();
  }
  private tell(): void {
    this.version += 1;
    for (const listener of this.listeners) listener();
  }
}
