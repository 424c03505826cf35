import { may } from '../../kernel/access.ts';
import type { Area, Feed, Records, Viewer } from '../../kernel/area.ts';
import type { IndexPage } from '../../kernel/found.ts';
import { CallFailure } from '../call.ts';
import { gathering } from '../gather.ts';
import { hear, rested } from '../live.ts';
import { onSignedOut } from '../session.ts';
import { storedToken } from '../vault.ts';
import { palette } from './actor.ts';
import { beginOf, busy, gather, miss, questionOf, type Source } from './feed-source.ts';
import type { FindIndex } from './finder.ts';

/** ms that live changes are gathered while nobody looks, and after which what changed is asked for though nothing was heard: sooner than the server forgets. */
const GATHER = { first: 250, most: 15_000 } as const;
const LOOK = 10 * 60_000;
/** Beyond so many records it is cheaper to ask what changed. */
const MANY = 1_000;
/**
 * ms before what failed is tried again, doubled each time; and before all is read once more for the same eyes: what made them do so is
 * then older than what the server tells again (overlap of host/lines.ts), so that it is not a reason a second time.
 */
const PAUSE = { first: 1_000, most: 60_000, anew: 11_000 } as const;
/** After so many failures in a row what is not whole is no part of the index until it comes: the servers answer for it. */
const PATIENCE = 4;
/** Tells the index that its lines of a kind hold no longer, and that it is not whole; `next: null`: that it has none of that kind. */
const EMPTY: IndexPage = { text: '', places: [], next: '', at: '', stamp: '', reset: true, cut: false };

interface Message {
  no: string;
  version: number | null;
}
/**
 * Fills the palette's index and keeps it true, in the background: begins when the page has come to rest or the palette is opened, asks
 * one thing at a time and leaves the server alone for as long as it took. A kind goes when the server says that it is not this
 * person's any more; all ends, with what it has read, when the session does or when what is returned is called.
 */
export function startFeed({ areas, viewer, index }: { areas: readonly Area[]; viewer: Viewer; index: Pick<FindIndex, 'feed' | 'drop' | 'onRenewed'> }): () => void {
  const given = new AbortController();
  const { signal } = given;
  const sources: Source[] = [];
  const leave: (() => void)[] = [];
  let working = false;
  /** The index has lost all that it was told; what is on its way is a part of that. */
  let lost = false;
  let refused: string | null = null;
  let again: number = PAUSE.anew;
  const wait = gathering(GATHER);
  let gathers: ReturnType<typeof setTimeout> | undefined;
  let waits: ReturnType<typeof setTimeout> | undefined;
  const workNow = (): void => {
    clearTimeout(gathers);
    gathers = undefined;
    sources.forEach(gather);
    void work();
  };

  function stop(): void {
    if (signal.aborted) return;
    given.abort();
    for (const left of leave) left();
    index.drop();
  }
  const rest = (ms: number): Promise<void> =>
    new Promise((done) => {
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true });
    });

  /** Throws away what is known of this kind, and of those that cannot say for whose eyes their lines are: they may have changed for all. */
  function begin(source: Source): void {
    for (const one of sources) {
      if (one !== source && one.known?.stamp !== '') continue;
      Object.assign(one, beginOf(one.kind, one.feed));
      index.feed(one.kind, EMPTY);
    }
  }
  /** Asks one question, and takes the answer in. @throws CallFailure */
  async function ask(source: Source): Promise<void> {
    const began = Date.now();
    const asked = questionOf(source);
    // what changes while it is asked is asked for again
    if (asked.since !== undefined) source.missed = false;
    for (const no of asked.nos ?? []) source.nos.delete(no);
    let page: IndexPage;
    try {
      page = await source.feed.page(asked, signal);
    } catch (error) {
      source.missed ||= asked.since !== undefined;
      for (const no of asked.nos ?? []) source.nos.add(no);
      throw error;
    }
    if (signal.aborted || lost) return;
    if (page.reset) {
      // what is of other eyes, or of another day, goes at once
      const own = page.stamp === asked.stamp;
      if (own) await rest(again);
      if (signal.aborted) return;
      begin(source);
      if (!own) return rest(PAUSE.first);
      // who is told so time after time must not ask for all without end
      again = Math.min(PAUSE.most, again * 2);
      return;
    }
    if (source.known === null || asked.since !== undefined) source.known = { at: page.at, stamp: page.stamp };
    index.feed(source.kind, page);
    if (asked.since !== undefined) again = PAUSE.anew;
    if (source.next === null) return;
    source.next = page.next === null ? null : { after: page.next };
    // what changed while the pages were read
    source.missed = source.next === null;
    await rest(Date.now() - began);
  }
  function restart(): void {
    lost = false;
    for (const source of sources) {
      Object.assign(source, beginOf(source.kind, source.feed));
      index.feed(source.kind, EMPTY);
    }
  }
  function fail(source: Source): void {
    const fails = source.fails + 1;
    Object.assign(source, fails === PATIENCE && source.next !== null ? beginOf(source.kind, source.feed) : {}, { fails, after: Date.now() + Math.min(PAUSE.most, PAUSE.first * 2 ** (fails - 1)) });
    if (fails === PATIENCE && source.next !== null) index.feed(source.kind, { ...EMPTY, next: null });
  }
  async function work(): Promise<void> {
    if (working) return;
    working = true;
    clearTimeout(waits);
    for (;;) {
      if (lost) restart();
      // what failed waits for its time, and nothing waits for it
      const source = sources.filter(busy).sort((a, b) => a.after - b.after)[0];
      if (source === undefined || signal.aborted || document.visibilityState !== 'visible' || storedToken() === refused) break;
      const wait = source.after - Date.now();
      if (wait > 0) {
        waits = setTimeout(() => void work(), wait);
        break;
      }
      try {
        await ask(source);
        source.fails = source.after = 0;
      } catch (error) {
        if (signal.aborted) break;
        const status = error instanceof CallFailure ? error.status : 0;
        // what becomes of a session that has ended is its machine's; nothing is asked until there is another token
        if (status === 401) refused = storedToken();
        else if (status !== 403) fail(source);
        else {
          sources.splice(sources.indexOf(source), 1);
          index.feed(source.kind, { ...EMPTY, next: null });
        }
      }
    }
    working = false;
  }

  function join(id: string, feed: Feed | undefined): void {
    if (feed === undefined) return;
    const source = beginOf(id, feed);
    sources.push(source);
    index.feed(id, EMPTY);
    leave.push(hear(feed.live, (message) => heard(source, message as Message | null)));
  }
  /** Code that did not come is asked for again like a page that did not. */
  async function fetchAgain(id: string, load: () => Promise<Records>): Promise<void> {
    for (let pause: number = PAUSE.first; ; pause = Math.min(PAUSE.most, pause * 2)) {
      await rest(pause);
      if (signal.aborted) return;
      const came = await load().catch(() => null);
      if (signal.aborted) return;
      if (came === null) continue;
      join(id, came.feed);
      return void work();
    }
  }
  async function start(): Promise<void> {
    const wanted = [...areas].sort((a, b) => a.order - b.order).flatMap(({ id, records }) => (records !== undefined && may(viewer, records.may) ? [{ id, records }] : []));
    // in their order, as far as their code came at the first try; what did not come is no part of the index until it does
    const loaded = await Promise.all(wanted.map(({ records }) => records.load().catch(() => null)));
    if (signal.aborted) return;
    for (const [i, { id, records }] of wanted.entries()) {
      const came = loaded[i] ?? null;
      if (came === null) void fetchAgain(id, records.load);
      else join(id, came.feed);
    }
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      for (const source of sources) if (source.next === null) miss(source);
      void work();
    };
    const timer = setInterval(look, LOOK);
    document.addEventListener('visibilitychange', look);
    leave.push(() => clearInterval(timer), () => document.removeEventListener('visibilitychange', look));
    void work();
  }
  function heard(source: Source, message: Message | null): void {
    // what changes while the pages are read is asked for after them
    if (source.next !== null || (message !== null && source.feed.heeds?.(message) === false)) return;
    if (message === null || source.nos.size + source.gathered.size >= MANY) miss(source);
    else source.gathered.add(message.no);
    // whoever looks is shown what is
    gathers ??= setTimeout(workNow, palette.getSnapshot().matches('closed') ? wait() : GATHER.first);
  }

  const opened = new Promise<void>((done) => {
    const look = (): void => {
      if (palette.getSnapshot().matches('closed')) return;
      done();
      if (gathers !== undefined) workNow();
    };
    const { unsubscribe } = palette.subscribe(look);
    leave.push(unsubscribe);
    look();
  });
  leave.push(onSignedOut(stop), () => clearTimeout(waits), index.onRenewed(() => {
    lost = true;
    void work();
  }));
  void Promise.race([rested(signal), opened]).then(() => (signal.aborted ? undefined : start()));
  return stop;
}
