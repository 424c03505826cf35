import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { earlyFetch, type Early } from '../../src/ui/early.ts';

const world = globalThis as { early?: Early };
const ask = (address: string, headers: Record<string, string> = {}, signal?: AbortSignal) => earlyFetch(address, { headers: new Headers({ 'X-Access-Token': 't', ...headers }), ...(signal ? { signal } : {}) });
const text = async (answer: Promise<Response>) => (await answer).text();
const early = (answer: Response | null, stop = new AbortController()) => ({ stop, answer: Promise.resolve(answer) });
/** As a browser does: nothing comes once it is stopped. */
const onTheWay = (stop = new AbortController()) => ({ stop, answer: new Promise<null>((nothing) => stop.signal.addEventListener('abort', () => nothing(null))) });
let fetched: string[];
beforeEach(() => {
  fetched = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    fetched.push(address);
    return new Response('late');
  });
  document.documentElement.lang = 'en';
  world.early = { token: 't', lang: 'en', calls: { '/a': early(new Response('early')), '/b': early(null), '/c': onTheWay() } };
});
afterEach(() => {
  delete world.early;
  vi.restoreAllMocks();
});

test('what was asked for ahead is taken once; another address, and what brought nothing, is asked for as ever', async () => {
  expect([await text(ask('/a')), await text(ask('/a')), await text(ask('/b')), await text(ask('/d'))]).toEqual(['early', 'late', 'late', 'late']);
  expect(fetched).toEqual(['/a', '/b', '/d']);
});
test('of another person, in another language, or long ago, it is asked for anew', async () => {
  expect(await text(ask('/a', { 'X-Access-Token': 'u' }))).toBe('late');
  document.documentElement.lang = 'zh-CN';
  expect(await text(ask('/a'))).toBe('late');
  document.documentElement.lang = 'en';
  vi.spyOn(performance, 'now').mockReturnValue(8_001);
  expect(await text(ask('/a'))).toBe('late');
});
test('who gives up while it is on its way has given up', async () => {
  const own = new AbortController();
  const answer = ask('/c', {}, own.signal);
  own.abort();
  await expect(answer).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(fetched).toEqual([]);
});
test('who gives up in the middle of the body has given up too', async () => {
  const own = new AbortController();
  const stop = new AbortController();
  const body = new ReadableStream({ start: (stream) => stop.signal.addEventListener('abort', () => stream.error(stop.signal.reason)) });
  world.early!.calls['/a'] = early(new Response(body), stop);
  const answer = text(ask('/a', {}, own.signal));
  await new Promise((later) => setTimeout(later, 10));
  own.abort();
  await expect(answer).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
});
test('who had given up before gets none, and leaves it to the next', async () => {
  const own = new AbortController();
  own.abort();
  await expect(ask('/a', {}, own.signal)).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(await text(ask('/a'))).toBe('early');
});
test('without a boot script everything is asked for as ever', async () => {
  delete world.early;
  expect(await text(ask('/a'))).toBe('late');
});
