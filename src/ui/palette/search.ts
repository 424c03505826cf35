import type { FoundRow, Records } from '../../kernel/area.ts';
import type { IndexAnswer, IndexPage, IndexQuestion } from '../../kernel/found.ts';
import { likelyNext, MOST } from './ahead.ts';
import { askedOf, indexedIn } from './called.ts';
import type { FindIndex } from './finder.ts';
import { isLaboured, timed } from './labour.ts';
import { recents } from './recent.ts';
import { HASTE, NOTHING_ASKED, sameQuestion, saidFirst, toldBy, type Found, type Question, type Results, type Source } from './results.ts';
import { asksServer, belongs, kindsOf } from './scope.ts';

/** Asks the index, and all sources. */
export interface Search {
  /** An empty text empties everything. Asking again what was asked does nothing. */
  ask: (question: Question) => void;
  /** Asks those once more that could not be asked. */
  again: () => void;
  /** One has chosen among the rows: an index that becomes whole later leaves them as they are. */
  stay: () => void;
  /** Of the question before until the index has answered the present one: rows of two questions never stand beside each other. */
  now: () => Results;
  /** A record that was opened lately as it is now. */
  anew: (row: FoundRow) => FoundRow;
  subscribe: (listener: () => void) => () => void;
}
/**
 * A search over index and sources. Late answers are dropped. What the index found waits for nobody: the servers are asked after the frame that
 * shows it (a call sent before it costs that frame more than it gains), and their rows are appended below it, never before it. A source is shown when those above it have been, so that what is on the screen only ever grows below; an answer once
 * given is not asked for twice until something has changed. Without an index the sources are all there is, and their older rows stay until newer ones come.
 */
export function createSearch(sources: readonly Source[], index: FindIndex | null = null): Search {
  let asked = NOTHING_ASKED;
  /** When a text was asked for, ms, and whether the servers wait until keys rest: it came hard upon the one before, or they labour. */
  let askedAt = -Infinity;
  let hasty = false;
  let given = new AbortController();
  let answers = new Map<string, Found>();
  /** Sources that have been asked the present question and have not failed. */
  let askedOnce = new Set<string>();
  /** The index owes its answer to the present question; what it had answered before does not count. `late`: the servers were asked long before. */
  let owed: { before: ReturnType<FindIndex['now']>; late: boolean } | null = null;
  /** The index was not whole when the present question came: it is asked as soon as it is. */
  let behind = false;
  const empty = (text: string): Found[] => sources.map(({ id, title }) => ({ id, title, text, rows: [], failure: null }));
  let now: Results = { question: NOTHING_ASKED, local: null, found: empty('') };
  const kept = new Map<string, readonly FoundRow[]>();
  const rows = new Map<string, NonNullable<Records['row']>>();
  const readers = new Map<string, NonNullable<Records['read']>>();
  /** Records that changed since it was opened: an answer that was on its way may not know of it. */
  const newest = new Map<string, FoundRow>();
  const anew = (row: FoundRow): FoundRow => {
    const told = newest.get(row.id);
    return told === undefined ? row : { ...row, ...told, why: row.why ?? 'number', ...(told.title === row.title ? {} : { marks: [] }) };
  };
  /** Areas whose code is on its way: their records cannot be drawn yet. */
  const coming = new Set(sources.map(({ id }) => id));
  const listeners = new Set<() => void>();
  /** What has come, from above down to the first that owes its answer, and nothing older. */
  const onlyAnswered = (): Found[] => {
    const owing = sources.findIndex(({ id }) => !answers.has(id));
    return empty('').map((none, i) => (owing < 0 || i < owing ? answers.get(none.id)! : none));
  };
  const meant = (id: string): boolean => asksServer(asked.scope, id, asked.text) && (asked.why !== 'identity' || id === 'patient' || id === 'caregiver');
  const show = (next: Results): void => {
    const { local, found } = next;
    now = newest.size === 0 ? next : { ...next, local: local && { ...local, kinds: local.kinds.map((kind) => ({ ...kind, rows: kind.rows.map(({ hit, record }) => ({ hit, record: anew(record) })) })) }, found: found.map((one) => ({ ...one, rows: one.rows.map(anew) })) };
    for (const listener of listeners) listener();
  };
  /** What has come from the servers, from above down to the first that owes its answer. */
  function arrived(): readonly Found[] {
    const next = now.question.scope === asked.scope ? [...now.found] : empty('');
    for (const [i, { id }] of sources.entries()) {
      const answer = answers.get(id);
      if (answer === undefined) break;
      next[i] = answer;
    }
    return next;
  }
  async function find({ id, title, load }: Source, { text, spelled }: Question, signal: AbortSignal): Promise<void> {
    const key = `${id} ${spelled}`;
    let answer: Found;
    try {
      const own = askedOf(id, text);
      const found = kept.get(key) ?? (own === null ? [] : await timed((await load()).find(own, signal, askedOf(id, spelled) ?? own)));
      kept.set(key, found);
      answer = { id, title, text, rows: found, failure: null };
    } catch (error) {
      answer = { id, title, text, rows: [], failure: error instanceof Error ? error.message : String(error) };
    }
    if (signal.aborted) return;
    answers.set(id, { ...answer, rows: saidFirst(answer.rows.filter(({ why }) => belongs(asked.scope, why)), asked) });
    // rows of the servers never stand above what the index still owes
    if (owed !== null) return;
    const next = arrived();
    const seen = ({ rows, failure }: Found): boolean => rows.length > 0 || failure !== null;
    // nothing is drawn for those that found nothing while others are still looking
    if (answers.size === sources.length || next.some((each, i) => each !== now.found[i] && (seen(each) || seen(now.found[i]!)))) show({ ...now, found: next });
  }
  /** Asks the servers that have neither answered nor been asked. */
  function askServers(): void {
    const owing = sources.filter(({ id }) => !answers.has(id) && !askedOnce.has(id));
    for (const { id } of owing) askedOnce.add(id);
    for (const source of owing) void find(source, asked, given.signal);
  }
  const indexQuestion = (): IndexQuestion => {
    const [{ kinds, ...texts }, within] = [indexedIn(asked.spelled), kindsOf(asked.scope)];
    return { ...texts, kinds: kinds === null ? within : kinds.filter((kind) => within?.includes(kind) ?? kind !== 'patient'), most: MOST };
  };
  /** What may be asked next is answered ahead. */
  function lookAhead(): void {
    if (kindsOf(asked.scope)?.length !== 0) index?.expect(likelyNext(indexQuestion()));
  }
  /** When the index has answered. `found`: it found anything; if not, there is nothing to wait for. */
  function afterwards(found: boolean): void {
    const { signal } = given;
    const unless = (work: () => void) => (): void => (signal.aborted ? undefined : work());
    if (!found) askServers();
    // the task after that frame: by then it is on the screen
    requestAnimationFrame(() => setTimeout(unless(() => {
      lookAhead();
      if (found && hasty) setTimeout(unless(askServers), HASTE.rest);
      else if (found) askServers();
    }), 0));
  }
  /** Takes what the index says, once for each question: what changes meanwhile moves nothing of what one is looking at (`told`). */
  function heard(): void {
    if (behind && index!.ready()) askIndex(true);
    if (owed === null) return;
    const { late } = owed;
    // it was dropped under way: the servers are all there is
    if (!index!.ready()) {
      owed = null;
      behind = true;
      if (!late) askServers();
      return show({ question: asked, local: null, found: arrived() });
    }
    const answer = index!.now();
    if (answer === null || answer === owed.before || answer.text !== indexQuestion().text || answer.hits.some(({ kind }) => coming.has(kind))) return;
    owed = null;
    behind = !answer.ready;
    // one that comes late and has nothing of it does not even change a heading
    if (behind || (late && answer.hits.length === 0)) show({ question: asked, local: null, found: arrived() });
    else showHits(answer);
    if (!late) afterwards(answer.hits.length > 0);
  }
  function askIndex(late: boolean): void {
    behind = false;
    owed = { before: index!.now(), late };
    index!.ask(indexQuestion());
  }
  function showHits(answer: IndexAnswer): void {
    const hits = saidFirst(answer.hits.filter(({ kind, why }) => rows.has(kind) && belongs(asked.scope, why)), asked);
    const kinds = sources.flatMap(({ id, title }) => {
      const own = hits.filter(({ kind }) => kind === id);
      return own.length === 0 ? [] : { id, title, rows: own.map((hit) => ({ hit, record: rows.get(id)!(hit) })) };
    });
    show({ question: asked, local: { kinds, total: hits.length < answer.hits.length ? hits.length : answer.total, cut: answer.cut }, found: onlyAnswered() });
  }
  /** Shows these as their server knows them, such as how they ended. */
  async function renew(kind: string, codes: readonly string[]): Promise<void> {
    for (const row of (await readers.get(kind)?.(codes).catch(() => [])) ?? []) newest.set(row.id, row);
    show(now);
  }
  /** Hears what the index is fed with: the words of rows are true, though which they are, and which is chosen, changes with the next key alone. */
  async function told(kind: string, fed: IndexPage): Promise<void> {
    const draw = rows.get(kind);
    // all of it is fed before it is whole
    if (!draw || !index!.ready()) return;
    // what the servers said may be another now
    kept.clear();
    const shown = JSON.stringify([now, recents()]);
    const ended: string[] = [];
    for (const [id, hit] of toldBy(kind, fed)) {
      if (hit) newest.set(id, draw(hit));
      else if (shown.includes(`"${id}"`)) ended.push(id.slice(kind.length + 1));
      else newest.delete(id);
    }
    show(now);
    if (ended.length > 0) await renew(kind, ended);
    // who has no line of their own may be of any that changed, and is known so now alone
    for (const { id, rows: own } of fed.text === '' ? [] : now.found) if (own.length > 0 && !rows.has(id)) await renew(id, own.map((row) => row.id.slice(id.length + 1))).then(() => own.forEach((row) => newest.delete(row.id)));
  }
  async function fetchRow({ id, load }: Source): Promise<void> {
    // without its code its records are the server's
    const { row, read } = await load().catch((): Partial<Records> => ({}));
    coming.delete(id);
    if (read) readers.set(id, read);
    if (row) rows.set(id, row);
    heard();
  }
  return {
    ask(question) {
      if (sameQuestion(question, asked)) return;
      const other = question.scope !== asked.scope;
      asked = question;
      given.abort();
      given = new AbortController();
      const { text, spelled, scope } = question;
      if (text !== '') {
        hasty = performance.now() - askedAt < HASTE.apart || isLaboured();
        askedAt = performance.now();
      }
      answers = new Map();
      askedOnce = new Set();
      owed = null;
      behind = false;
      for (const { id, title } of sources) if (text === '' || !meant(id)) answers.set(id, { id, title, text, rows: [], failure: null });
      if (text === '') {
        lookAhead();
        return show({ question, local: null, found: arrived() });
      }
      const indexed = index !== null && kindsOf(scope)?.length !== 0 && question.why !== 'identity';
      for (const { id, title } of sources) {
        const before = meant(id) ? kept.get(`${id} ${spelled}`) : undefined;
        if (before !== undefined) answers.set(id, { id, title, text, rows: saidFirst(before.filter(({ why }) => belongs(scope, why)), asked), failure: null });
      }
      if (!indexed || !index.ready()) {
        behind = indexed;
        askServers();
        return show({ question, local: null, found: other ? onlyAnswered() : arrived() });
      }
      askIndex(false);
      heard();
      // an answer that is not at hand takes its time, in which nothing is drawn
      if (owed !== null && !hasty) askServers();
    },
    again() {
      for (const [id, { failure }] of answers) if (failure !== null && answers.delete(id)) askedOnce.delete(id);
      show({ ...now, found: now.found.map((one) => (one.failure === null ? one : { ...one, text: '', rows: [], failure: null })) });
      askServers();
    },
    stay() {
      behind = false;
      if (owed?.late !== true) return;
      owed = null;
      show({ ...now, found: arrived() });
    },
    now: () => now,
    anew,
    subscribe(listener) {
      if (index !== null) for (const source of sources) if (coming.has(source.id)) void fetchRow(source);
      const deaf = [index?.subscribe(heard), index?.onFed(told)];
      lookAhead();
      listeners.add(listener);
      return () => {
        deaf.forEach((leave) => leave?.());
        listeners.delete(listener);
      };
    },
  };
}
