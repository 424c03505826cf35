import { createFetch } from 'ofetch';
import { msg } from '@lingui/core/macro';
import type { Endpoint, Envelope, Input, Reply } from '../kernel/endpoint.ts';
import { fill, queryText } from '../kernel/href.ts';
import { earlyFetch } from './early.ts';
import { fetchPart, PartLost } from './fetch-part.ts';
import { currentI18n, currentLanguage } from './language.tsx';
import { connectionDoubted, connectionStands, cutOff } from './network.ts';
import { hasOutline } from './outline.ts';
import { attended, unattend } from './presence.ts';
import { waitFor } from './slow.ts';
import { currentEra, currentRefusal, keepRefusal, storedToken } from './vault.ts';

// zod looks here when it is loaded, which is after the login page: the content security policy forbids the eval it would try
(globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true };

/** Where the API is mounted: the server writes it into the page when it is not the usual place (setting API_PREFIX). */
export const prefix = (): string => globalThis.document?.querySelector<HTMLMetaElement>('meta[name="api-prefix"]')?.content || '/admin-api';
/** Milliseconds (spec section 9). */
const TIME_OUT = 50_000;
/** `code` of a call that was given up, or whose answer belongs to a session that has ended: nothing to show. */
export const DROPPED = -1;
/** Milliseconds after a sign of a person in which what is asked counts as asked by it. */
const ACT = 3_000;
/** Body code of the error catalogue: the role lacks the right. */
const FORBIDDEN = 40300;
/** The same of who has a one-time password. */
const MUST_CHANGE = 40301;
/** `code` of a call that the person did not want to wait for any longer. */
export const STOPPED = -2;

/** What of an endpoint a call needs. A built console has outlines of answers instead of schemas (src/build/plain-contract.ts); who needs a closer check there gives its own. */
export type Callable = Pick<Endpoint, 'method' | 'path'> & { reply: unknown };
interface Check {
  safeParse: (value: unknown) => { success: boolean; data?: unknown };
}

/** Why a call failed, with words for the person. `status` and `code` are 0 when nothing came back. */
export class CallFailure extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    /** It was sent, and may have been done. */
    readonly unanswered = false,
    /** The words are ours: what came had none. */
    readonly mute = false,
  ) {
    super(message);
    this.name = 'CallFailure';
  }
}
/** What a call may carry. `idempotencyKey`: one per intention of the person, the same through retries. */
export type CallInput<E extends Endpoint> = { [K in keyof Input<E>]?: Input<E>[K] | undefined } & { signal?: AbortSignal | undefined; idempotencyKey?: string | undefined; /** `no-auth`: no token is attached (spec section 5). */ auth?: 'no-auth'; /** It may take as long as it takes: until it comes or is given up. */ patient?: true; /** Asked by the page itself, whoever is there: it keeps no session alive. */ background?: true; /** It goes on when the page goes; its body has 64 kB at most. */ keepalive?: boolean; /** Goes instead of a body, to endpoints that take a file. */ form?: FormData };

type Refused = 'refused' | 'barred';
let onlooker = (_what: Refused): void => {};
/** Calls back, from here on only this one, when the server refuses the token of the session that asked, or what its role may not do: a fact; what follows is the session machine's. */
export const onRefused = (listener: (what: Refused) => void): void => void (onlooker = listener);

let stale = (): Promise<void> | null => null;
/** Asks, from here on only this, before a person's call goes out and when its token, or a page's own, was refused: whether it has to wait for a token in the place of one that has ended. */
export const onStale = (renewal: typeof stale): void => void (stale = renewal);

/** An id for one intention; works on plain http too, where crypto.randomUUID does not exist. */
export const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A refusal, or without its words something that broke. */
export const broken = (status: number, message?: unknown, code?: unknown): CallFailure => {
  const worded = typeof message === 'string' && message !== '';
  return new CallFailure(status, typeof code === 'number' ? code : 0, worded ? message : currentI18n()._(msg`系统出错`), false, !worded);
};
const ofetch = createFetch({ fetch: earlyFetch });
let underWay = 0;
let quietSince = Date.now();
/** Milliseconds since the last call has ended; 0 while one is under way. */
export const quietFor = (): number => (underWay > 0 ? 0 : Date.now() - quietSince);
const dropped = (): CallFailure => new CallFailure(0, DROPPED, '');

/** What came back: the body whole, as text or, where it may be a file, as bytes. */
export interface Sent<T extends string | Blob> {
  status: number;
  ok: boolean;
  headers: Headers;
  body: T;
  /** Refused with a token in whose place there is another by now: that says nothing of the session. */
  replaced: boolean;
}
/** One try of a call. The person may end it: to ask anew where that does nothing twice, or for good. */
function beginTry(endpoint: Callable, input: CallInput<Endpoint>): { signal: AbortSignal; late: AbortSignal; ended: () => 'again' | 'stop' | null; over: () => void } {
  const late = input.patient === true ? new AbortController().signal : AbortSignal.timeout(TIME_OUT);
  const own = new AbortController();
  let ended: 'again' | 'stop' | null = null;
  const end = (how: 'again' | 'stop') => (): void => {
    ended = how;
    own.abort();
  };
  const once = endpoint.method !== 'GET' && input.idempotencyKey === undefined;
  const waited = input.patient === true || input.background === true || input.keepalive === true ? () => {} : waitFor({ stop: end('stop'), ...(once ? {} : { again: end('again') }) });
  return { signal: AbortSignal.any([late, own.signal, ...(input.signal === undefined ? [] : [input.signal])]), late, ended: () => ended, over: waited };
}
/** Sends a call and gives what came back. @throws CallFailure when nothing did, or when it belongs to a session that has ended */
export async function send<K extends 'text' | 'blob'>(endpoint: Callable, input: CallInput<Endpoint>, kind: K, anew = false): Promise<Sent<K extends 'text' ? string : Blob>> {
  const renewal = input.auth === 'no-auth' || input.background === true || !attended() ? null : stale();
  // without a connection none comes, and that there is none is said at once
  if (renewal !== null && !cutOff()) await renewal;
  const era = currentEra();
  const held = (): string | null => (input.auth === 'no-auth' ? null : storedToken({ write: endpoint.method !== 'GET' }));
  const token = held();
  const query = input.query === undefined ? '' : queryText(input.query as object);
  // with a token that was refused only what a person does is sent: a page that asks by itself would ask for ever, and open the question again that was put away
  const refusal = currentRefusal();
  if (refusal !== null && token !== null && (input.background === true || !attended(ACT))) throw refusal;
  // nothing could have been done: who wrote it is told, and sends it later
  if (endpoint.method !== 'GET' && cutOff()) throw new CallFailure(0, 0, currentI18n()._(msg`网络已断开，没有发送。恢复后再试`));
  const attempt = beginTry(endpoint, input);
  let answer;
  underWay += 1;
  try {
    answer = await ofetch.raw<string | Blob, 'text' | 'blob'>(prefix() + fill(endpoint.path, input.params) + (query === '' ? '' : `?${query}`), {
      method: endpoint.method,
      responseType: kind,
      retry: false,
      ignoreResponseError: true,
      ...(input.keepalive === true ? { keepalive: true } : {}),
      signal: attempt.signal,
      headers: {
        'X-Language': currentLanguage(),
        ...(token === null ? {} : { 'X-Access-Token': token }),
        ...(attended() && input.background !== true ? {} : { 'X-Unattended': '1' }),
        ...(input.idempotencyKey === undefined ? {} : { 'Idempotency-Key': input.idempotencyKey }),
      },
      ...(input.form !== undefined ? { body: input.form } : input.body === undefined ? {} : { body: input.body as Record<string, unknown> }),
    });
  } catch {
    if (input.signal?.aborted) throw dropped();
    if (attempt.ended() === 'again') return send(endpoint, input, kind);
    if (attempt.ended() === 'stop') throw new CallFailure(0, STOPPED, currentI18n()._(msg`服务器没有响应`), true);
    connectionDoubted();
    throw new CallFailure(0, 0, attempt.late.aborted ? currentI18n()._(msg`请求超时`) : currentI18n()._(msg`网络不通`), true);
  } finally {
    attempt.over();
    underWay -= 1;
    quietSince = Date.now();
  }
  connectionStands();
  // a session that goes on gets another in its place
  if (answer.status === 401 && token !== null) await stale();
  if (era !== currentEra()) throw dropped();
  const replaced = answer.status === 401 && held() !== token;
  // under a token that is refused nothing was done
  if (replaced && !anew) return send(endpoint, input, kind, true);
  return { replaced, status: answer.status, ok: answer.ok, headers: answer.headers, body: (answer._data ?? (kind === 'text' ? '' : new Blob())) as K extends 'text' ? string : Blob };
}
/** What is inside an envelope. @throws CallFailure when it is a refusal, or no envelope at all */
export function opened({ status, ok, body: text, replaced }: Sent<string>, input: Pick<CallInput<Endpoint>, 'auth'>): unknown {
  let body: Partial<Envelope> | null = null;
  try {
    body = JSON.parse(text) as Partial<Envelope> | null;
  } catch {
    throw broken(status);
  }
  if (ok && body?.success === true) {
    keepRefusal(null);
    return body.result;
  }
  const failure = broken(status, body?.message, body?.code);
  if (!ok && body?.code === 401 && input.auth !== 'no-auth' && !replaced) {
    keepRefusal(failure);
    // whoever asked has their answer
    unattend();
    onlooker('refused');
  }
  if (body?.code === FORBIDDEN || body?.code === MUST_CHANGE) onlooker('barred');
  throw failure;
}

/**
 * Asks the server. Where the contract is whole, as in the tests, the answer is checked against it.
 * @throws CallFailure always and only.
 */
export async function call<E extends Endpoint>(endpoint: E | Callable, input: CallInput<E> = {}): Promise<Reply<E>> {
  const answer = await send(endpoint, input as CallInput<Endpoint>, 'text');
  const found = opened(answer, input);
  const { reply: shape } = endpoint as Callable;
  const reply = typeof shape === 'string' ? { success: hasOutline(shape, found), data: found } : ((shape as Check | undefined)?.safeParse(found) ?? { success: true, data: found });
  if (!reply.success) throw broken(answer.status);
  return reply.data as Reply<E>;
}

/** Fetches the contract that a call needs first; what keeps it away keeps the call away. @throws CallFailure */
export const fetchContract = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await fetchPart(load, true);
  } catch (error) {
    throw error instanceof PartLost ? new CallFailure(0, 0, currentI18n()._(msg`网络不通`)) : error;
  }
};
