import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweep } from '../src/host/sweep.ts';
import { startApi, type Api, type Client } from './kit/api.ts';

interface Kept {
  value: unknown;
  at: string;
}
let api: Api;
let own: Client;
let other: Client;
beforeAll(async () => {
  api = await startApi();
  for (const username of ['own', 'other']) await api.account({ username, role: 2 });
  [own, other] = [await api.as('own'), await api.as('other')];
});
afterAll(() => api.close());
const read = async (client: Client): Promise<Kept | null> => (await client.get<Kept | null>('/drafts/order.new')).body.result;

test('a draft is there again on another computer, for its own person alone, until it is dropped', async () => {
  expect(await read(own)).toBe(null);
  const value = { patient: { name: '张三', tags: [1, null, '"\\'] }, plannedStart: '+3', deep: [[[{}]]] };
  const kept = await own.put<{ at: string }>('/drafts/order.new', { body: { value: { first: true } } });
  expect(kept.body.result.at).toMatch(/Z$/);
  await own.put('/drafts/order.new', { body: { value } });
  const elsewhere = await api.as('own');
  expect((await read(elsewhere))!.value).toEqual(value);
  expect(await read(other)).toBe(null);
  await other.del('/drafts/order.new');
  expect((await read(own))!.value).toEqual(value);
  await own.del('/drafts/order.new');
  expect([await read(own), (await own.del('/drafts/order.new')).status]).toEqual([null, 200]);
});
test('only forms that keep drafts have one, none is large, and none is kept for ever', async () => {
  for (const kind of ['order.other', '1', 'ORDER.NEW', 'order.new%00']) for (const answer of [own.get(`/drafts/${kind}`), own.put(`/drafts/${kind}`, { body: { value: 1 } }), own.del(`/drafts/${kind}`)]) expect((await answer).status).toBe(404);
  expect((await own.put('/drafts/order.new', { body: { value: '张'.repeat(22_000) } })).status).toBe(413);
  expect((await own.put('/drafts/order.new', { body: {} })).status).toBe(400);
  expect((await own.put('/drafts/order.new', { body: { value: '张'.repeat(21_000) } })).status).toBe(200);
  await api.rows(`update user_pref set value = jsonb_set(value, '{at}', to_jsonb(now() - interval '31 days'))`);
  expect(await read(own)).toBe(null);
  await sweep(api.database.db);
  expect(await api.rows('select 1 from user_pref')).toEqual([]);
});
