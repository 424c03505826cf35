import { expect } from 'vitest';
import type { IndexPage } from '../../src/kernel/found.ts';
import type { Client } from './api.ts';

/** The lines that a reader has, by number. */
export type Lines = Map<string, string[]>;
/** Kinds of records that the server keeps an index of, as its addresses call them. */
export const KINDS = ['orders', 'caregivers'] as const;
export type Kind = (typeof KINDS)[number];

/** A page of the index, or lines of it. */
export const ask = async (who: Client, kind: Kind, query: Record<string, string> = {}, what: 'index' | 'lines' = 'index'): Promise<IndexPage> => {
  const { status, text, body } = await who.get<IndexPage>(`/${kind}/${what}`, { query });
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return body.result;
};
/** Takes a page in as the console does: a place is said by its name. */
export function take(lines: Lines, { text, places }: IndexPage): void {
  for (const line of text === '' ? [] : text.split('\n')) {
    const fields = line.split('\t');
    if (fields.length === 1) lines.delete(line.slice(1));
    else lines.set(fields[0]!, fields.map((field, i) => (i === 4 ? places[Number(field)]! : field)));
  }
}
/** The whole index. */
export async function built(who: Client, kind: Kind = 'orders'): Promise<{ lines: Lines; first: IndexPage }> {
  const lines: Lines = new Map();
  const first = await ask(who, kind);
  take(lines, first);
  for (let { next } = first; next !== null; ) {
    const page = await ask(who, kind, { after: next, stamp: first.stamp });
    take(lines, page);
    next = page.next;
  }
  return { lines, first };
}
/** Lines to be compared. */
export const sorted = (lines: Lines): string[][] => [...lines.values()].sort((a, b) => a[0]!.localeCompare(b[0]!));
