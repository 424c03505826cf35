import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type Api, type Client } from './kit/api.ts';

let api: Api;
let [ops, other]: Client[] = [];
beforeAll(async () => {
  api = await startApi();
  for (const username of ['ops', 'other']) await api.account({ username, role: 4 });
  [ops, other] = await Promise.all(['ops', 'other'].map((name) => api.as(name)));
});
afterAll(() => api.close());
const read = async (by: Client) => (await by.get('/help/mark')).body.result;
const keep = async (by: Client, body: unknown) => (await by.put('/help/mark', { body })).body;

test('what one has seen of help is kept of oneself, piece by piece, without a line of the audit', async () => {
  const lines = async () => (await api.rows('select 1 from audit_event')).length;
  const before = await lines();
  expect(await read(ops!)).toEqual({ tour: null, news: null });
  expect((await keep(ops!, { tour: { state: 'on', step: 'go' } })).result).toEqual({ tour: { state: 'on', step: 'go' }, news: null });
  // two tabs, each of which knows its own change alone
  await Promise.all([keep(ops!, { news: 'help' }), keep(ops!, { tour: { state: 'done', step: null } })]);
  expect([await read(ops!), await read(other!)]).toEqual([{ tour: { state: 'done', step: null }, news: 'help' }, { tour: null, news: null }]);
  expect(await lines()).toBe(before);
});
test.each([{}, null, { tour: { state: 'lost', step: null } }, { tour: { state: 'on' } }, { tour: null }, { tour: { state: 'on', step: '王丽' } }, { news: 7 }, { news: 'x'.repeat(33) }, { more: 1 }])('refused: %j', async (body) => {
  const before = await read(ops!);
  expect((await keep(ops!, body)).code).toBe(40_000);
  expect(await read(ops!)).toEqual(before);
});
test('what is stored in a shape of another day counts for nothing, and can be written over', async () => {
  for (const value of ['7', 'null', '[]', '{"tour":"done"}', '{"news":9}']) {
    await api.rows(`update user_pref set value = $1 where key = 'help'`, [value]);
    expect(await read(ops!)).toEqual({ tour: null, news: null });
    await keep(ops!, { tour: { state: 'off', step: null }, news: 'help' });
    expect(await read(ops!)).toEqual({ tour: { state: 'off', step: null }, news: 'help' });
  }
});
