import type * as z from 'zod/mini';
import type { Right } from './access.ts';

/** `GET /orders/:no`: method and path below the API prefix. */
export type Address = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
type Schema = z.core.$ZodType;

/** What the server counts calls by (host/limits.ts holds the numbers). */
export type LimitName = 'read' | 'write' | 'search' | 'note' | 'sign-in' | 'captcha';

/** One call, said once: the server mounts it, the console calls it, OpenAPI and tests are made from it. */
export interface Endpoint<Q extends Schema = Schema, B extends Schema = Schema, R extends Schema = Schema> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** `open`: no session needed; `signed-in`: any role; else one of these rights. */
  may: 'open' | 'signed-in' | Right | readonly Right[];
  /** Also for who must change a one-time password first; everything else is refused until then. */
  beforeChange?: true;
  summary: string;
  query?: Q;
  body?: B;
  reply: R;
  /** Name of the audit action: of every write, and of every read of personal data. Refusals are noted without one too. */
  audit?: string;
  limit: LimitName;
  /** Answers a file instead of an envelope when all goes well; a refusal is JSON like any other. The base name of the file. */
  file?: string;
  /** Answers server-sent events for as long as the session lives; `reply` is the shape of each. Asked with `Accept: text/event-stream`. */
  stream?: true;
  /** Path of the stream that tells the same among others, each message as `{ of, said }` with this one's path: the console opens that one, since a browser has six connections to a server for all its windows. */
  within?: string;
  /** Takes one file in a multipart form: the field's name, and how many bytes it may have. */
  upload?: { field: string; bytes: number };
  /** The field of the body that says what the person was shown: no part of what a repeat under the same Idempotency-Key must equal. */
  expects?: string;
  /** Bytes of a JSON body, where the usual bound (host/input.ts) is too small. */
  bytes?: number;
}
interface Options<Q extends Schema, B extends Schema, R extends Schema> extends Omit<Endpoint<Q, B, R>, 'method' | 'path' | 'limit'> {
  limit?: LimitName;
}

/** Declares a call (architecture.md, "Five things said once"). Without `may` it does not compile. */
export function endpoint<R extends Schema, Q extends Schema = never, B extends Schema = never>(address: Address, options: Options<Q, B, R>): Endpoint<Q, B, R> {
  const [method, path] = address.split(' ') as [Endpoint['method'], string];
  return { method, path, limit: method === 'GET' ? 'read' : 'write', ...options };
}

/** What a caller hands over. */
export type Input<E extends Endpoint> = {
  params?: Record<string, string>;
  query?: NonNullable<E['query']> extends infer Q extends Schema ? z.input<Q> : never;
  body?: NonNullable<E['body']> extends infer B extends Schema ? z.input<B> : never;
};
/** What comes back inside the envelope's `result`. */
export type Reply<E extends Endpoint> = z.output<E['reply']>;

/** The wrapper of every JSON answer (spec section 3). */
export interface Envelope<T = unknown> {
  success: boolean;
  /** 0 when fine; 401 means "the session has ended" (spec section 8); see error.ts for the others. */
  code: number;
  message: string;
  result: T | null;
}

/** A window of a list, as domain.md fixes it; `total` is exact, and null where it was not asked for. */
export interface Page<T> {
  list: T[];
  total: number | null;
  pageNum: number;
  pageSize: number;
}
