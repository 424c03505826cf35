// A server that answers and someone who is signed in: what console tests of pages and forms stand on.
import { act, cleanup } from '@testing-library/react';
import { vi } from 'vitest';
import type { Allowed, Person } from '../../machines/session.ts';
import { activate } from '../../src/ui/language.tsx';
import { signOut, startSession } from '../../src/ui/session.ts';
import { KEY } from '../../src/ui/vault.ts';

/** One call as the page made it: `path` without prefix, `query` without its mark, `body` parsed. */
export interface Sent {
  method: string;
  path: string;
  query: string;
  key: string | null;
  body: Record<string, unknown>;
}
export interface Refusal {
  status: number;
  code: number;
  message: string;
}
/** An answer that says no. */
export const refuse = ({ status, code, message }: Refusal): Response => new Response(JSON.stringify({ success: false, code, message, result: null }), { status });
/** An answer that never comes. */
export const never = new Promise<never>(() => {});

/** Calls go to `answer`: what it gives is the result, a Response goes out as it is, and what it throws is a connection that was lost. */
export function answerBy(answer: (call: Sent) => unknown): void {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers, body, signal }: RequestInit) => {
    const { pathname, search } = new URL(url, 'http://x');
    const told = (async () => answer({ method, path: pathname.replace('/admin-api', ''), query: search.slice(1), key: new Headers(headers).get('Idempotency-Key'), body: JSON.parse(typeof body === 'string' ? body : '{}') as Record<string, unknown> }))();
    // who gave up waits no longer, though no answer comes
    const left = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
    const result = await Promise.race([told, left]);
    return result instanceof Response ? result : new Response(JSON.stringify({ success: true, code: 0, message: '', result }));
  });
}
const NOWHERE: Allowed = { paths: [], redirects: {}, cached: [] };
/** Signs this person in, in Chinese, with nothing kept from before. Gives the way out, after which nothing is drawn and nothing answers. */
export async function enter(person: Person, allowed: Allowed = NOWHERE): Promise<() => Promise<void>> {
  sessionStorage.clear();
  localStorage.clear();
  localStorage.setItem(KEY.token, 'token');
  await activate('zh-cn');
  const stop = startSession({ signIn: () => never, loadPerson: async () => person, loadRoutes: async () => allowed, refresh: () => never, signOut: async () => {} }, () => {});
  await act(async () => {});
  return async () => {
    cleanup();
    await act(async () => signOut());
    stop();
    vi.unstubAllGlobals();
  };
}
