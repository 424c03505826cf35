import type { Favour, IndexAnswer, IndexPage, IndexQuestion } from '../../kernel/found.ts';
import { serveIndex, type Reply, type Request } from './find-index.ts';

/** The index of records as the console speaks to it: it lives elsewhere, and only answers and its readiness come back. */
export interface FindIndex {
  /** Lines of one kind of record, page by page, then what changed. */
  feed(kind: string, page: IndexPage): void;
  /** The last question wins: an answer to an older one is dropped. */
  ask(question: IndexQuestion): void;
  /** The latest answer; stays until the next one is here. */
  now(): IndexAnswer | null;
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

/** An index behind a port that is opened when it is first needed. */
function over(open: (heard: (reply: Reply) => void, lost: () => void) => Port): FindIndex {
  let port: Port | null = null;
  /** It broke down: what it was told is gone, so that it stays shut until all is told anew. */
  let broken = false;
  let asked = 0;
  let answer: IndexAnswer | null = null;
  let ready = false;
  const listeners = new Set<() => void>();
  const tell = (): void => listeners.forEach((listener) => listener());
  function lose(): void {
    port?.close();
    port = null;
    broken = true;
    answer = null;
    ready = false;
    tell();
  }
  function post(request: Request): void {
    if (broken) return;
    if (port === null) {
      // what a closed port still says is no longer heard
      const own: Port = open((reply) => port === own && hear(reply), () => port === own && lose());
      port = own;
    }
    port.post(request);
  }
  function hear(reply: Reply): void {
    if (reply.type === 'grown') {
      if (ready === reply.ready) return;
      ready = reply.ready;
      if (ready) performance.mark('palette:whole');
    } else {
      if (reply.seq !== asked) return;
      answer = reply.answer;
    }
    tell();
  }
  return {
    feed: (kind, page) => post({ type: 'page', kind, page }),
    ask: (question) => post({ type: 'ask', seq: ++asked, question }),
    now: () => answer,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    favour: (favour) => post({ type: 'favour', favour }),
    drop() {
      lose();
      broken = false;
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

/** The same code in this thread, for tests: answers come a moment later, as a worker's do. */
export const sameThread = (): FindIndex =>
  over((heard) => {
    let open = true;
    const soon = (work: () => void): void => void Promise.resolve().then(() => open && work());
    const take = serveIndex((reply) => open && heard(reply), soon);
    return { post: (request) => soon(() => take(structuredClone(request))), close: () => void (open = false) };
  });
