import { expect } from 'vitest';
import type { IndexAnswer, IndexPage, IndexQuestion } from '../../src/kernel/found.ts';
import { serveIndex } from '../../src/ui/palette/find-index.ts';
import { over, type FindIndex } from '../../src/ui/palette/finder.ts';

// The palette's index in the test's own thread.
/** The same code in this thread: answers come a moment later, as a worker's do. */
export const sameThread = (): FindIndex =>
  over((heard) => {
    let open = true;
    const soon = (work: () => void): void => void Promise.resolve().then(() => open && work());
    const take = serveIndex((reply) => open && heard(reply), soon);
    return { post: (request) => soon(() => take(structuredClone(request))), close: () => void (open = false) };
  });
/** A record as the index is fed with it. */
export interface Row {
  code: string;
  name: string;
  tails?: string;
  bed?: string;
  place?: string;
  status?: string;
  from?: string;
  to?: string;
  version?: number;
}
/** A page of records, or of the numbers of those that left. */
export const page = (rows: readonly (Row | string)[], more: Partial<IndexPage> = {}): IndexPage => {
  const places: string[] = [];
  const numberOf = (place: string): number => (places.includes(place) ? places.indexOf(place) : places.push(place) - 1);
  const text = rows.map((row) => (typeof row === 'string' ? `-${row}` : [row.code, row.name, row.tails ?? '', row.bed ?? '', numberOf(row.place ?? ''), row.status ?? 'in_service', row.from ?? '', row.to ?? '', row.version ?? 1].join('\t'))).join('\n');
  return { text, places, next: null, at: '2026-11-21T08:00:00Z', stamp: 's', reset: false, cut: false, ...more };
};
/** Lets the index do what it has to. */
export const rest = (): Promise<void> => new Promise((done) => void setTimeout(done));
/** A question to the index once it has taken in all that it was fed. */
export const ask = async (index: FindIndex, text: string, more: Partial<IndexQuestion> = {}): Promise<IndexAnswer> => {
  await rest();
  index.ask({ text, kinds: null, most: 50, ...more });
  await rest();
  expect(index.now()?.text).toBe(text);
  return index.now()!;
};
/** An index of these orders. */
export const indexOf = (...rows: Row[]): FindIndex => {
  const index = sameThread();
  index.feed('order', page(rows));
  return index;
};
/** The numbers of the hits in their order. */
export const codes = ({ hits }: IndexAnswer): string[] => hits.map(({ code }) => code);
/** What a text finds. */
export const found = async (index: FindIndex, text: string): Promise<string[]> => codes(await ask(index, text));
