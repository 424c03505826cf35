import type { Scope } from '../../../machines/palette.ts';
import type { FoundRow, Records, Words } from '../../kernel/area.ts';
import type { Hit, IndexPage, Reason, Told } from '../../kernel/found.ts';

/** Where records come from: one per area that has any. */
export interface Source {
  id: string;
  title: Words;
  load: () => Promise<Records>;
}
/** What is asked. `text`: of the server; `spelled`: of the index, which minds where a syllable ends. */
export interface Question {
  text: string;
  spelled: string;
  scope: Scope | null;
  /** What the number in it is said to be. */
  why?: Reason | undefined;
}
/** What a source shows now. `text` is the question that `rows` answer: rows of an older one stay until the new ones are here. */
export interface Found {
  id: string;
  title: Words;
  text: string;
  rows: readonly FoundRow[];
  /** Why nothing came, in words for the person. */
  failure: string | null;
}
/** A record that the index found, as its area draws it. */
export interface Indexed {
  hit: Hit;
  record: FoundRow;
}
/** What the index found for a question. Its rows and their order stay while the question does. */
export interface Local {
  kinds: readonly { id: string; title: Words; rows: readonly Indexed[] }[];
  total: number;
  cut: boolean;
}
/** All that is known, of one question. */
export interface Results {
  question: Question;
  /** null: there is no index yet, or nothing in it is meant; then the server's rows are all there are. */
  local: Local | null;
  found: readonly Found[];
}
/** Before typing. */
export const NOTHING_ASKED: Question = { text: '', spelled: '', scope: null };
/** ms: who types faster than one key in `apart` and is answered by the index, for them the servers are asked when `rest` has passed without another; for others once the index's rows are on the screen. */
export const HASTE = { apart: 100, rest: 120 } as const;
/** Whether two questions are one. */
export const sameQuestion = (a: Question, b: Question): boolean => a.text === b.text && a.spelled === b.spelled && a.scope === b.scope && a.why === b.why;
/** The same rows, those first that answer by what the number is said to be. */
export const saidFirst = <T extends { why?: Reason | undefined }>(rows: readonly T[], { why }: Question): readonly T[] => (why === undefined ? rows : rows.toSorted((a, b) => Number(b.why === why) - Number(a.why === why)));

/** The lines of a page of the index as records that were named, by their ids; undefined: it left. */
export const toldBy = (kind: string, { text, places }: IndexPage): Map<string, Told | undefined> =>
  new Map(text.split('\n').map((line) => {
    const [code, name, , bed, place, status, from, to, version] = line.split('\t') as [string, string, string, string, number, string, string, string, string?];
    const id = `${kind}:${code}`;
    return version === undefined ? [id.replace(':-', ':'), undefined] : [id, { id, kind, code, name, place: places[place]!, bed, status, from, to, why: 'number' }];
  }));
