import type { Favour, IndexAnswer, IndexPage, IndexQuestion } from '../../kernel/found.ts';
import { isFirst, keyOf, unpacked } from './ahead.ts';
import type { Reply, Request } from './find-index.ts';

/** Answers kept at hand; those that were not used for the longest time go first, but for those of one sign, of which every next text is one. */
const KEPT = 256;
/** ms after which an index that broke down is tried again, so many times as long after each further time, and at most. */
const RETRY = { first: 5_000, grows: 4, most: 15 * 60_000 } as const;

/** The index of records as the console speaks to it: it lives elsewhere, and only answers and its readiness come back. */
export interface FindIndex {
  /** Lines of one kind of record, page by page, then what changed. */
  feed(kind: string, page: IndexPage): void;
  /** Called for every page that it is fed. */
  onFed(listener: (kind: string, page: IndexPage) => void): () => void;
  /** The last question wins: an answer to an older one is dropped, and nothing more is answered ahead of it. What is at hand is answered before this returns. */
  ask(question: IndexQuestion): void;
  /** Has these answered when there is nothing else to do, so that they are at hand when they are asked; the last such list holds. */
  expect(questions: readonly IndexQuestion[]): void;
  /** Nothing more is answered ahead for now: a key went down, and the processor is the screen's. */
  hush(): void;
  /** The latest answer; stays until the next one is here. */
  now(): IndexAnswer | null;
  /** Called when it broke down and may be told all anew. */
  onRenewed(listener: () => void): () => void;
  /** Called for every new answer and when the index has become whole, or is no longer. */
  subscribe(listener: () => void): () => void;
  /** What this person uses; holds from the next question on. */
  favour(favour: Favour): void;
  /** Forgets everything, now: who signs out leaves nothing in memory. */
  drop(): void;
  /** Whether every kind that was begun is whole. */
  ready(): boolean;
}
/** Where an index lives: something that takes requests until it is closed. */
interface Port {
  post: (request: Request) => void;
  close: () => void;
}

/** An index behind a port that is opened when it is first needed. Tests open one in their own thread: its code is never drawn into the console's. */
export function over(open: (heard: (reply: Reply) => void, lost: () => void) => Port): FindIndex {
  let port: Port | null = null;
  /** It broke down: what it was told is gone, so that it stays shut until all may be told anew. */
  let broken = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pause: number = RETRY.first;
  const renewers = new Set<() => void>();
  let asked = 0;
  /** The key of the question that is owed its answer. */
  let owed: string | null = null;
  /** Answers at hand, packed, by the keys of their questions. They hold for what the index was told by now, so many times. */
  const kept = new Map<string, string>();
  const firsts = new Map<string, string>();
  const shelfOf = (key: string): Map<string, string> => (isFirst(key) ? firsts : kept);
  let told = 0;
  let favoured = '';
  let answer: IndexAnswer | null = null;
  let ready = false;
  const listeners = new Set<() => void>();
  const eaters = new Set<(kind: string, page: IndexPage) => void>();
  function forget(): void {
    kept.clear();
    firsts.clear();
  }
  const tell = (): void => listeners.forEach((listener) => listener());
  function lose(): void {
    port?.close();
    port = null;
    broken = true;
    answer = null;
    ready = false;
    forget();
    told = 0;
    favoured = '';
    tell();
  }
  function breakDown(): void {
    lose();
    retry = setTimeout(() => {
      broken = false;
      for (const renewer of renewers) renewer();
    }, pause);
    pause = Math.min(RETRY.most, pause * RETRY.grows);
  }
  function keep(key: string, given: string): void {
    const shelf = shelfOf(key);
    shelf.delete(key);
    shelf.set(key, given);
    for (const oldest of shelf.keys()) {
      if (shelf.size <= KEPT) break;
      shelf.delete(oldest);
    }
  }
  /** From now on other answers may be due. */
  function change(request: Request): void {
    // what nobody hears is not counted: the next one counts from its own beginning
    if (broken) return;
    forget();
    told += 1;
    post(request);
  }
  function post(request: Request): void {
    if (broken) return;
    if (port === null) {
      // what a closed port still says is no longer heard
      const own: Port = open((reply) => port === own && hear(reply), () => port === own && breakDown());
      port = own;
    }
    port.post(request);
  }
  function hear(reply: Reply): void {
    if (reply.type === 'grown') {
      if (ready === reply.ready) return;
      ready = reply.ready;
      if (ready) performance.mark('palette:whole');
    } else if (reply.type === 'ahead') {
      if (reply.told === told) for (const [key, given] of reply.answers) keep(key, given);
      return;
    } else {
      if (reply.seq !== asked) return;
      if (owed !== null && reply.told === told) keep(owed, reply.answer);
      answer = unpacked(reply.answer);
    }
    tell();
  }
  return {
    feed(kind, page) {
      change({ type: 'page', kind, page });
      for (const eater of eaters) eater(kind, page);
    },
    onFed(listener) {
      eaters.add(listener);
      return () => void eaters.delete(listener);
    },
    ask(question) {
      asked += 1;
      owed = keyOf(question);
      const given = owed === null ? undefined : shelfOf(owed).get(owed);
      if (owed === null || given === undefined) return post({ type: 'ask', seq: asked, question });
      post({ type: 'ahead', questions: [] });
      keep(owed, given);
      answer = unpacked(given);
      tell();
    },
    expect(questions) {
      const wanted = questions.filter((question) => {
        const key = keyOf(question);
        return key !== null && !shelfOf(key).has(key);
      });
      if (ready && wanted.length > 0) post({ type: 'ahead', questions: wanted });
    },
    hush: () => ready && post({ type: 'ahead', questions: [] }),
    now: () => answer,
    onRenewed(listener) {
      renewers.add(listener);
      return () => void renewers.delete(listener);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    favour(favour) {
      const said = JSON.stringify(favour);
      if (broken || said === favoured) return;
      favoured = said;
      change({ type: 'favour', favour });
    },
    drop() {
      clearTimeout(retry);
      lose();
      broken = false;
      pause = RETRY.first;
    },
    ready: () => ready,
  };
}

/** The index in a worker of its own, which begins with the first line or question. */
export const workerIndex = (): FindIndex =>
  over((heard, lost) => {
    const worker = new Worker(/* webpackChunkName: "palette-index" */ new URL('./index-worker.ts', import.meta.url));
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => heard(data));
    // its code did not come, or it ran out of memory: then the servers are asked
    worker.addEventListener('error', lost);
    return { post: (request) => worker.postMessage(request), close: () => worker.terminate() };
  });
