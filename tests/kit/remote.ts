import type { Envelope } from '../../src/kernel/endpoint.ts';

/** What a server in another process answered. */
export interface Told<T = unknown> {
  status: number;
  body: Envelope<T> & { result: T };
}
type Ask = <T = unknown>(path: string, body?: unknown, key?: string) => Promise<Told<T>>;
/** Calls to a server in another process, by its address with a slash at the end. */
export interface Remote {
  get: Ask;
  post: Ask;
  put: Ask;
  del: Ask;
}
/** Someone at a server in another process; nobody without a token. Rejects when the line is cut. */
export function remote(address: string, token?: string): Remote {
  const by =
    (method: string): Ask =>
    async <T>(path: string, body?: unknown, key?: string) => {
      const headers = { ...(token === undefined ? {} : { 'x-access-token': token }), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(key === undefined ? {} : { 'idempotency-key': key }) };
      const reply = await fetch(`${address}admin-api${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      return { status: reply.status, body: (await reply.json()) as Told<T>['body'] };
    };
  return { get: by('GET'), post: by('POST'), put: by('PUT'), del: by('DELETE') };
}
