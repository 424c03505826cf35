import type { Finder, FoundRow, Words } from '../../kernel/area.ts';

/** Where records come from: one per area that has any. */
export interface Source {
  id: string;
  title: Words;
  load: () => Promise<{ find: Finder }>;
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
/** Asks all sources at once. */
export interface Search {
  /** An empty text empties everything. Asking again what was asked does nothing. */
  ask: (text: string) => void;
  now: () => readonly Found[];
  subscribe: (listener: () => void) => () => void;
}

/**
 * A search over sources. Late answers are dropped. A source is shown when those above it have been, so that what is on the screen
 * only ever grows below; an answer once given is not asked for twice.
 */
export function createSearch(sources: readonly Source[]): Search {
  let asked = '';
  let given = new AbortController();
  let shown: readonly Found[] = sources.map(({ id, title }) => ({ id, title, text: '', rows: [], failure: null }));
  let answers = new Map<string, Found>();
  const kept = new Map<string, readonly FoundRow[]>();
  const listeners = new Set<() => void>();

  function show(): void {
    const next = [...shown];
    for (const [i, { id }] of sources.entries()) {
      const answer = answers.get(id);
      if (answer === undefined) break;
      next[i] = answer;
    }
    shown = next;
    for (const listener of listeners) listener();
  }
  async function find({ id, title, load }: Source, text: string, signal: AbortSignal): Promise<void> {
    const key = `${id} ${text}`;
    let answer: Found;
    try {
      const rows = kept.get(key) ?? (await (await load()).find(text, signal));
      kept.set(key, rows);
      answer = { id, title, text, rows, failure: null };
    } catch (error) {
      answer = { id, title, text, rows: [], failure: error instanceof Error ? error.message : String(error) };
    }
    if (signal.aborted) return;
    answers.set(id, answer);
    show();
  }
  return {
    ask(text) {
      if (text === asked) return;
      asked = text;
      given.abort();
      given = new AbortController();
      answers = new Map();
      if (text === '') {
        for (const { id, title } of sources) answers.set(id, { id, title, text, rows: [], failure: null });
        show();
        return;
      }
      for (const source of sources) {
        const rows = kept.get(`${source.id} ${text}`);
        if (rows !== undefined) answers.set(source.id, { id: source.id, title: source.title, text, rows, failure: null });
        else void find(source, text, given.signal);
      }
      if (answers.size > 0) show();
    },
    now: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
