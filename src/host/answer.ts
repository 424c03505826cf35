import type { Endpoint, Reply } from '../kernel/endpoint.ts';
import type { Language } from '../kernel/error.ts';
import type { Bearer } from '../kernel/access.ts';
import type * as z from 'zod/mini';
import type { Download } from './download.ts';
import type { House } from './house.ts';
import type { Reach, Runner } from './reach.ts';
import type { Upload } from './upload.ts';

/** Who asks, looked up anew on every request. */
export interface Viewer extends Bearer {
  userId: string;
  sessionId: string;
  username: string;
  nickname: string;
  role: number;
}
type Parsed<E extends Endpoint, K extends 'query' | 'body'> = NonNullable<E[K]> extends z.core.$ZodType ? z.output<NonNullable<E[K]>> : undefined;

/** What a handler is given: parsed input, the viewer, and the scoped door to the data; never the database itself. */
export interface Ask<E extends Endpoint = Endpoint> {
  /** Throws nothing for `open` endpoints but is then empty; guarded ones always have one. */
  viewer: Viewer;
  params: Record<string, string>;
  query: Parsed<E, 'query'>;
  body: Parsed<E, 'body'>;
  /** The Idempotency-Key of the call. */
  key: string | undefined;
  /** The file of an `upload` endpoint; others have an empty one. */
  file: Upload;
  reach: Reach;
  /**
   * One transaction: idempotency record, `work`, audit row; all or nothing (reliability.md, decision 5).
   * The value becomes the answer, also of a repeat with the same Idempotency-Key.
   */
  write: <T>(work: (tx: Runner) => Promise<Written<T>>) => Promise<T>;
  /** What the call is about, for its audit row when it is refused or only reads; by default the first parameter of the path. `actor`: who it turned out to be, where there was no viewer yet. `rows`: how many it showed, where the answer is no list; 0: nothing, which is no line. */
  about: { entity?: string; entityId?: string; rows?: number; actor?: Pick<Viewer, 'userId' | 'role' | 'sessionId'> };
  from: { ip: string; userAgent: string; requestId: string; language: Language; /** Nobody is there: the page asks by itself. */ unattended?: boolean };
}
/**
 * What a write did: its answer and its audit row. `actor`: who it turned out to be, where there was no viewer yet (sign-in).
 * `late`: it took long, and its audit row bears the time of its end. `also`: audit rows of what else it changed. `secret`: the answer holds something that is shown once, so it is not kept; a repeat with the same key is refused as `shown_once`.
 */
export interface Written<T> {
  result: T;
  entity: string;
  entityId: string;
  hospitalId?: string;
  before?: unknown;
  after?: unknown;
  late?: boolean;
  actor?: Pick<Viewer, 'userId' | 'role' | 'sessionId'>;
  secret?: boolean;
  also?: readonly (Pick<Written<T>, 'entity' | 'entityId' | 'hospitalId' | 'before' | 'after'> & { action: string })[];
}
/** An endpoint with what answers it. */
export interface Served {
  endpoint: Endpoint;
  run: (ask: Ask, house: House) => Promise<unknown>;
  /** What a call must fulfil beyond its schemas, else it is refused as bad_input; openapi.json says it. */
  rule?: string;
  /** It is of one's own account (`ofOneself`). */
  own?: boolean;
  /** It is put in as a job (host/job) and its answer waited for, so that it is done even if this process dies meanwhile. It writes once, by `write`. Where this says so of the query. */
  job?: (query: never) => boolean;
}
/** Ties a handler to its endpoint; `host/app.ts` mounts it: guard → parse → run → parse → seal. */
export const answer = <E extends Endpoint>(endpoint: E, run: (ask: Ask<E>) => Promise<Reply<E>>, rule?: string): Served => ({ endpoint, run: run as Served['run'], ...(rule === undefined ? {} : { rule }) });
/** The same for work that outlives the process it was given to. `when`: only for such queries. */
export const answerJob = <E extends Endpoint>(endpoint: E, run: (ask: Ask<E>) => Promise<Reply<E>>, when: (query: Ask<E>['query']) => boolean = () => true): Served => ({ endpoint, run: run as Served['run'], job: when as NonNullable<Served['job']> });
/** The same for an endpoint that answers a `file`. */
export const answerFile = <E extends Endpoint>(endpoint: E, run: (ask: Ask<E>) => Promise<Download>, rule?: string): Served => ({ endpoint, run: run as Served['run'], ...(rule === undefined ? {} : { rule }) });
/** What a stream tells: every message on `channel` as `read` makes of it, to whom it may concern. */
export interface Feed<M> {
  channel: string;
  /** Who hears it, in a stream of several. */
  may: Endpoint['may'];
  /** The message in a payload, and the hospitals and departments it belongs to; `departmentIds` null: to any of the hospital; no places at all: everyone's. `missed` says instead that some may have been missed. */
  read: (payload: string) => { message: M; places: readonly { hospitalId: string; departmentIds: readonly string[] | null }[] | null };
  missed: M;
}
/** Feeds as one person asked for them; `before`: what they are to hear first, read once nothing new can escape them. */
export interface Tuned {
  feeds: readonly Feed<unknown>[];
  before: () => Promise<readonly unknown[]>;
}
/** The same for an endpoint that answers a `stream`. */
export const answerStream = <E extends Endpoint>(endpoint: E, feeds: readonly Feed<Reply<E>>[], before: (ask: Ask<E>) => Promise<readonly Reply<E>[]>): Served => ({
  endpoint,
  run: async (ask) => ({ feeds, before: () => before(ask as Ask<never>) }) satisfies Tuned,
});
/** The same for the sign-in side, which works before there is a viewer and so gets the house itself. */
export const answerInside = <E extends Endpoint>(endpoint: E, run: (ask: Ask<E>, house: House) => Promise<Reply<E>>, rule?: string): Served => ({ endpoint, run: run as Served['run'], ...(rule === undefined ? {} : { rule }) });
/** Of one's own account: that is what its audit row is about, also when it is refused, however early. */
export const ofOneself = (served: Served): Served => ({ ...served, own: true });
