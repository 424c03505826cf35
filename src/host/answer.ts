import type { Endpoint, Reply } from '../kernel/endpoint.ts';
import type { Language } from '../kernel/error.ts';
import type { Bearer } from '../kernel/access.ts';
import type * as z from 'zod/mini';
import type { Reach, Runner } from './reach.ts';

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
  reach: Reach;
  /**
   * One transaction: idempotency record, `work`, audit row; all or nothing (reliability.md, decision 5).
   * The value becomes the answer, also of a repeat with the same Idempotency-Key.
   */
  write: <T>(work: (tx: Runner) => Promise<{ result: T; entity: string; entityId: string; hospitalId?: string; before?: unknown; after?: unknown }>) => Promise<T>;
  from: { ip: string; userAgent: string; requestId: string; language: Language };
}
/** An endpoint with what answers it. */
export interface Served {
  endpoint: Endpoint;
  run: (ask: Ask) => Promise<unknown>;
}
/** Ties a handler to its endpoint; `host/app.ts` mounts it: guard → parse → run → parse → seal. */
export const answer = <E extends Endpoint>(endpoint: E, run: (ask: Ask<E>) => Promise<Reply<E>>): Served => ({ endpoint, run: run as Served['run'] });
