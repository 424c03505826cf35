import type { Layout, ListName } from '../../kernel/list.ts';

/** A list as someone has saved it: its question, and how its columns stand. */
export interface View {
  id: string;
  list: ListName;
  name: string;
  /** How its name is typed: its reading, its initials. */
  keywords?: readonly string[];
  /** The search part of the list's address. */
  query: string;
  /** null: the columns as each reader has them. */
  layout: Layout | null;
  shared: { role: 1 | 2 | 3 | 4 } | { hospitalId: string } | null;
  /** Order among one's own. */
  place: number;
  own: boolean;
  owner: string;
  version: number;
}
/** What a person gives a view. */
export type ViewDraft = Pick<View, 'name' | 'query' | 'layout' | 'shared' | 'place'>;
/** How far an export is. */
export interface ExportProgress {
  rows: number;
  total: number | null;
}
/** Where the server keeps what a person makes of lists. */
export interface ListMemory {
  layout: (list: ListName) => Promise<Layout | null>;
  /** `leaving`: the page goes. */
  keepLayout: (list: ListName, layout: Layout | null, leaving?: boolean) => Promise<unknown>;
  views: () => Promise<readonly View[]>;
  addView: (list: ListName, view: ViewDraft) => Promise<View>;
  changeView: (id: string, view: ViewDraft & { version: number }) => Promise<View>;
  removeView: (id: string) => Promise<unknown>;
  /** Of an export that was asked with this key; null where it is not known. */
  exported: (key: string) => Promise<ExportProgress | null>;
}
let memory: ListMemory | null = null;
/** The entry hands it over, because ui/ knows no area. */
export const setListMemory = (given: ListMemory): void => void (memory = given);
/** Null where nothing is kept. */
export const listMemory = (): ListMemory | null => memory;
