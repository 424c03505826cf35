import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweep } from '../src/host/sweep.ts';
import { PREFIX, startApi, type Api, type Client } from './kit/api.ts';
import { careKit, type Place } from './kit/care.ts';
import { listen, type Listener } from './kit/listen.ts';

// What is told beside an order's own changes: caregivers in the same stream, and the books of a month.
let api: Api;
let base: string;
let kit: Awaited<ReturnType<typeof careKit>>;
let here: Place;
let there: Place;
let ops: Client;
const open: Listener[] = [];
async function hear(username: string, query = ''): Promise<Listener> {
  const stream = await listen(`${base}${PREFIX}/live${query}`, (await api.signIn(username)).token);
  open.push(stream);
  return stream;
}
const pay = async (no: string): Promise<void> => expect((await ops.post(`/orders/${no}/pay`, { body: { version: 1, amountFen: 100, method: 'cash' } })).status).toBe(200);
beforeAll(async () => {
  api = await startApi();
  kit = await careKit(api.database);
  here = await kit.place('第一医院', ['骨科', '内科']);
  there = await kit.place('第二医院');
  await api.account({ username: 'ops', role: 2 });
  await api.account({ username: 'resident', role: 3, hospitals: [here.hospitalId] });
  ops = await api.as('ops');
  base = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const stream of open) stream.leave();
  await api.close();
});

test('one stream tells of orders and caregivers alike, each under its own name, in the reader’s scope', async () => {
  const [own, foreign] = [await kit.order(here, { service_state: 'in_service', payable_fen: 10_000 }), await kit.order(there, { service_state: 'in_service', payable_fen: 10_000 })];
  const stream = await hear('resident', '/all');
  const ofCaregiver = (no: string, place: Place): Promise<unknown> => api.rows(`select pg_notify('caregiver', json_build_object('no', $1::text, 'version', 3, 'hospitalIds', json_build_array($2::text))::text)`, [no, place.hospitalId]);
  await pay(foreign);
  await ofCaregiver('PZ9', there);
  await pay(own);
  expect(await stream.next()).toEqual({ of: '/live', said: { no: own, version: 2 } });
  await ofCaregiver('PZ1', here);
  expect(await stream.next()).toEqual({ of: '/live/caregivers', said: { no: 'PZ1', version: 3 } });
  const later = await hear('resident', '/all?ago=60000');
  const first: unknown[] = [];
  while (!first.some((message) => JSON.stringify(message) === JSON.stringify({ of: '/live', said: { no: own, version: 2 } }))) first.push(await later.next());
  expect(JSON.stringify(first)).not.toContain(foreign);
});
test('a hospital that is new or called otherwise is told where it is seen, also to who comes just after it', async () => {
  await api.account({ username: 'admin', role: 1 });
  const admin = await api.as('admin');
  const [near, all] = [await hear('resident', '/hospitals'), await hear('ops', '/all')];
  const form = (name: string, code: string) => ({ code, name, feeBp: 0, prepayDays: 0 });
  const made = await admin.post<{ id: string; version: number }>('/hospitals', { body: form('新仁医院', 'H-NEW') });
  expect([made.status, made.status === 200 ? '' : made.text]).toEqual([200, '']);
  const { id, version } = made.body.result;
  expect(await all.next()).toEqual({ of: '/live/hospitals', said: { no: id, version } });
  expect((await admin.put(`/hospitals/${id}`, { body: { ...form('新仁爱医院', 'H-NEW'), version } })).status).toBe(200);
  expect((await ops.get<{ name: string }[]>('/hospitals/options')).body.result.map(({ name }) => name)).toContain('新仁爱医院');
  expect(await (await hear('ops', '/hospitals?ago=60000')).next()).toBeTruthy();
  // what is not seen is not told: what is heard next is one's own
  const [own] = await api.rows<{ version: number }>('select version from hospital where id = $1', [here.hospitalId]);
  expect((await admin.put(`/hospitals/${here.hospitalId}`, { body: { ...form('第一人民医院', 'H-ONE'), version: own!.version } })).status).toBe(200);
  expect(await near.next()).toEqual({ no: here.hospitalId, version: own!.version + 1 });
  // whether it takes orders, where that has changed
  for (const status of [0, 0, 1]) expect((await admin.put(`/hospitals/${here.hospitalId}/status`, { body: { status } })).status).toBe(200);
  expect([await near.next(), await near.next()]).toEqual([2, 3].map((step) => ({ no: here.hospitalId, version: own!.version + step })));
});
test('a month of the books that is closed is heard where the hospital is seen, also by who comes just after it', async () => {
  const no = await kit.order(there, { service_state: 'in_service', payable_fen: 10_000 });
  const near = await hear('resident');
  const elsewhere = await hear('ops');
  const close = (place: Place): Promise<{ status: number; text: string }> => ops.post('/settlements/close', { body: { hospitalId: place.hospitalId, month: '2020-02', version: 0, sums: { orders: 0, days: 0, holidayDays: 0, amountFen: 0, payFen: 0, feeFen: 0, adjustedFen: 0, receivedFen: 0, refundedFen: 0 } } });
  const { status, text } = await close(here);
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  expect(await near.next()).toBeNull();
  expect(await elsewhere.next()).toBeNull();
  expect(await (await hear('resident', '?ago=60000')).next()).toBeNull();
  // of the other hospital's nothing is told: what is heard next is an order of one's own
  expect((await close(there)).status).toBe(200);
  const own = await kit.order(here, { service_state: 'in_service', payable_fen: 10_000 });
  await pay(no);
  await pay(own);
  expect(await near.next()).toEqual({ no: own, version: 2 });
});
test('who was away while more changed than can be told reads all again; as many as can be are told one by one', async () => {
  const early = new Date(Date.now() - 14 * 60_000).toISOString();
  const far = await kit.place('第三医院');
  const touch = async (some: number): Promise<void> => {
    const nos: string[] = [];
    for (let n = 0; n < some; n += 1) nos.push(await kit.order(far));
    await api.rows(`insert into order_event (order_id, event, from_state, to_state, actor_id, actor_role, at) select o.id, 'edit', 'pending_assign', 'pending_assign', u.id, 2, $2::timestamptz from care_order o, sys_user u where o.order_no = any($1) and u.username = 'ops'`, [nos, early]);
  };
  await api.account({ username: 'outsider', role: 3, hospitals: [far.hospitalId] });
  const told = async (): Promise<unknown> => (await hear('outsider', '?ago=890000')).next();
  await touch(190);
  expect(await told()).not.toBeNull();
  await touch(201);
  expect(await told()).toBeNull();
});
test('who was away is told what is no event of a life: an evaluation that time ended, a keeper, a complaint', async () => {
  const fourth = await kit.place('第四医院');
  const keeper = await api.account({ username: 'keeper', role: 3, hospitals: [fourth.hospitalId] });
  const [expired, handed, blamed, still] = await Promise.all([{ service_state: 'completed', eval_state: 'open', payable_fen: 100, actual_end_at: '2026-01-01T00:00:00Z' }, {}, {}, {}].map((more) => kit.order(fourth, { ...more, updated_at: '2026-01-01T00:00:00Z' })));
  await sweep(api.database.db);
  expect((await ops.post(`/orders/${handed}/hand`, { body: { keeperId: keeper } })).status).toBe(200);
  expect((await ops.post(`/orders/${blamed}/complain`, { body: { kind: 'complaint', severity: 1, content: '夜里无人应答', caregiverNo: null } })).status).toBe(200);
  const away = await hear('keeper', '?ago=60000');
  await pay(still!);
  const told = [await away.next(), await away.next(), await away.next(), await away.next()] as { no: string; version: number | null }[];
  // where no version moved, whoever has that version is to read the row again all the same
  expect(new Map(told.map(({ no, version }) => [no, version]))).toEqual(new Map([[expired, null], [handed, null], [blamed, null], [still, 2]]));
});
test('a dictionary that changed is told to everyone, also to who comes just after it', async () => {
  await api.account({ username: 'words', role: 1 });
  const admin = await api.as('words');
  const [bound, all] = [await hear('resident', '/dictionaries'), await hear('ops', '/all')];
  const versionNow = async (): Promise<number> => (await ops.get<{ version: number }>('/sys/relation/items')).body.result.version;
  const made = await admin.post<{ id: string; version: number }>('/sys/relation/items', { body: { value: 'neighbour', label: '邻居' } });
  const first = await versionNow();
  expect((await admin.put(`/sys/relation/items/${made.body.result.id}`, { body: { value: 'neighbour', label: '街坊', version: 1 } })).status).toBe(200);
  const said = [first, await versionNow()].map((version) => ({ no: 'relation', version }));
  expect([await bound.next(), await bound.next(), await all.next()]).toEqual([...said, { of: '/live/dictionaries', said: said[0] }]);
  expect(await (await hear('resident', '/dictionaries?ago=60000')).next()).toEqual(said[1]);
  // the dictionary itself, and an item that goes
  const row = (await admin.get<{ list: { id: string; code: string; name: string; version: number }[] }>('/sys/page', { query: { pageSize: 100 } })).body.result.list.find(({ code }) => code === 'relation')!;
  expect((await admin.put(`/sys/${row.id}`, { body: { code: 'relation', name: row.name, version: row.version } })).status).toBe(200);
  expect((await admin.del(`/sys/relation/items/${made.body.result.id}`)).status).toBe(200);
  expect([await bound.next(), await bound.next()]).toEqual([1, 2].map((step) => ({ no: 'relation', version: row.version + step })));
});
