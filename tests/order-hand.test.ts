import { afterAll, expect, test } from 'vitest';
import { startNotices } from './kit/notice.ts';

const { api, kit, places, ids, clients, told, seen, listed, close } = await startNotices();
afterAll(close);

const hand = (by: string, no: string, keeperId: string | null) => clients[by]!.post<{ row: { version: number } }>(`/orders/${no}/hand`, { body: { keeperId } });
const names = async (by: string, no: string) => (await clients[by]!.get<{ id: string; name: string }[]>(`/orders/${no}/keepers`)).body.result.map(({ name }) => name.replace('的昵称', '')).sort();
test('to those who see the order, who are told once; taken over by oneself, nobody is', async () => {
  for (const by of ['ops', 'resident', 'hospital']) await seen(by);
  const bone = await kit.order(places[0]!);
  const inner = await kit.order(places[0]!, { department: 1 });
  const west = await kit.order(places[1]!);
  expect([await names('ops', bone), await names('ops', inner), await names('ops', west)]).toEqual([['admin', 'hospital', 'ops', 'resident', '小周'], ['admin', 'hospital', 'ops', '小周'], ['admin', 'ops', '小周']]);
  expect((await clients['resident']!.get(`/orders/${inner}/keepers`)).status).toBe(404);
  const before = await told('resident', 'mine');
  expect((await hand('ops', bone, ids['resident']!)).status).toBe(200);
  expect(await told('resident', 'mine')).toEqual({ total: before.total + 1, unread: 1 });
  expect(await listed('resident', 'mine')).toBe(before.total + 1);
  expect((await clients['resident']!.get<{ keeperName: string; version: number }>(`/orders/${bone}`)).body.result).toMatchObject({ keeperId: ids['resident'], keeperName: 'resident的昵称', version: 1 });
  await seen('resident');
  expect(await told('resident', 'mine')).toEqual({ total: before.total + 1, unread: 0 });
  // away and back again: told again
  expect((await hand('resident', bone, ids['hospital']!)).status).toBe(200);
  expect([await told('resident', 'mine'), (await told('hospital', 'mine')).unread]).toEqual([{ total: before.total, unread: 0 }, 1]);
  expect((await hand('ops', bone, ids['resident']!)).status).toBe(200);
  expect([await told('resident', 'mine'), (await told('hospital', 'mine')).unread]).toEqual([{ total: before.total + 1, unread: 1 }, 0]);
  const own = await told('ops', 'mine');
  expect((await hand('ops', bone, ids['ops']!)).status).toBe(200);
  expect(await told('ops', 'mine')).toEqual({ total: own.total + 1, unread: 0 });
  expect((await hand('ops', bone, null)).status).toBe(200);
  expect(await told('ops', 'mine')).toEqual(own);
  expect((await api.rows<{ after: unknown }>(`select before, after from audit_event where action = 'order.hand' and ok order by id desc limit 2`))).toEqual([{ before: { keeperName: 'ops的昵称' }, after: { keeperName: null } }, { before: { keeperName: 'resident的昵称' }, after: { keeperName: 'ops的昵称' } }]);
});
test('refused: to who does not see it, of what has ended, out of scope, by who may not, to the same', async () => {
  const west = await kit.order(places[1]!);
  for (const to of ['resident', 'hospital']) expect((await hand('ops', west, ids[to]!)).body.code).toBe(40_000);
  expect((await hand('ops', west, '999999')).body.code).toBe(40_000);
  expect((await hand('resident', west, ids['resident']!)).status).toBe(404);
  expect((await hand('hospital', await kit.order(places[0]!), ids['hospital']!)).status).toBe(403);
  expect((await hand('ops', west, null)).status).toBe(409);
  for (const [service_state, said] of [['completed', '已完成'], ['cancelled', '已取消']] as const) expect(await hand('ops', await kit.order(places[0]!, { service_state }), ids['ops']!)).toMatchObject({ status: 409, body: { message: `当前状态不能这样做：订单现在是“${said}”` } });
});
test('an undo of the order’s last event leaves it where it was handed to', async () => {
  const no = await kit.order(places[0]!, { version: 1 });
  const edited = await clients['ops']!.post<{ row: { version: number } }>(`/orders/${no}/edit`, { body: { version: 1, diagnosis: '骨折' } });
  expect(edited.status, edited.text).toBe(200);
  await hand('ops', no, ids['resident']!);
  expect((await clients['ops']!.post(`/orders/${no}/undo`, { body: { version: 2 } })).status).toBe(200);
  expect(await api.rows('select keeper_id::text as keeper, diagnosis from care_order where order_no = $1', [no])).toEqual([{ keeper: ids['resident'], diagnosis: null }]);
});
