import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { earlyFetch, type Early } from '../../src/ui/early.ts';

const world = globalThis as { early?: Early };
const ask = (address: string, headers: Record<string, string> = {}, signal?: AbortSignal) => earlyFetch(address, { headers: new Headers({ 'X-Access-Token': 't', ...headers }), ...(signal ? { signal } : {}) });
const text = async (answer: Promise<Response>) => (await answer).text();
let fetched: string[];
beforeEach(() => {
  fetched = [];
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address);
    return new Response('late');
  });
  document.documentElement.lang = 'en';
  world.early = { token: 't', lang: 'en', calls: { '/a': Promise.resolve(new Response('early')), '/b': Promise.resolve(null), '/c': new Promise(() => {}) } };
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
test('who had given up before gets none, and leaves it to the next', async () => {
  const own = new AbortController();
  own.abort();
  expect([await text(ask('/a', {}, own.signal)), await text(ask('/a'))]).toEqual(['late', 'early']);
});
test('without a boot script everything is asked for as ever', async () => {
  delete world.early;
  expect(await text(ask('/a'))).toBe('late');
});
