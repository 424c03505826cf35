import { afterAll, beforeAll, expect, test } from 'vitest';
import { STATUSES } from '../machines/order.ts';
import type { OrderRow } from '../src/areas/order/contract.ts';
import type { Page } from '../src/kernel/endpoint.ts';
import { startApi, type Api, type Client } from './kit/api.ts';
import { careKit, dayFromNow, type Place } from './kit/care.ts';

let api: Api;
let kit: Awaited<ReturnType<typeof careKit>>;
let here: Place;
let there: Place;
let ops: Client;
let resident: Client;
let carer: { id: string; no: string };
/** Orders by the names they have in these tests. */
const no: Record<string, string> = {};
beforeAll(async () => {
  api = await startApi();
  kit = await careKit(api.database);
  [here, there] = [await kit.place('第一医院', ['骨科', '内科']), await kit.place('第二医院')];
  carer = await kit.caregiver('王芳', [here]);
  await api.account({ username: 'ops', role: 2 });
  await api.account({ username: 'resident', role: 3, hospitals: [here.hospitalId] });
  [ops, resident] = [await api.as('ops'), await api.as('resident')];
  const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
  no['early'] = await kit.order(here, { created_at: ago(90), planned_start: dayFromNow(1), planned_end: dayFromNow(3), payable_fen: 10_000 });
  no['paid'] = await kit.order(here, { created_at: ago(50), department: 1, planned_start: dayFromNow(5), planned_end: dayFromNow(9), payable_fen: 10_000, paid_fen: 10_000 });
  no['serving'] = await kit.order(here, { created_at: ago(80), service_state: 'in_service', actual_start_at: ago(70), planned_start: dayFromNow(-3), planned_end: dayFromNow(0), payable_fen: 20_000, paid_fen: 5_000 });
  no['closed'] = await kit.order(here, { created_at: ago(900), service_state: 'completed', actual_start_at: ago(800), actual_end_at: ago(700), planned_start: dayFromNow(-40), planned_end: dayFromNow(-30) });
  no['foreign'] = await kit.order(there, { created_at: ago(95), planned_start: dayFromNow(1), planned_end: dayFromNow(3), payable_fen: 10_000 });
  await kit.stint(await kit.orderId(no['serving']!), carer.id, 'serving', -3, 1);
  await kit.stint(await kit.orderId(no['closed']!), carer.id, 'ended', -40, -29);
  await kit.stint(await kit.orderId(no['early']!), carer.id, 'void', 1, 4);
});
afterAll(() => api.close());

const names = (rows: readonly OrderRow[]): string[] => rows.map((row) => Object.keys(no).find((name) => no[name] === row.orderNo)!);
const listed = async (query: object, by = ops): Promise<string[]> => {
  const { body, status } = await by.get<Page<OrderRow>>('/orders', { query: query as Record<string, unknown> });
  expect([status, body.result.total]).toEqual([200, body.result.list.length]);
  return names(body.result.list);
};
const counted = async (query: object, by = ops): Promise<Record<string, number>> => {
  const { result } = (await by.get<Record<string, number>>('/orders/counts', { query: query as Record<string, unknown> })).body;
  expect(Object.keys(result).sort()).toEqual([...STATUSES].sort());
  return Object.fromEntries(Object.entries(result).filter(([, n]) => n > 0));
};

test.each([
  ['nothing', {}, ['foreign', 'closed', 'serving', 'paid', 'early'], { pending_assign: 3, in_service: 1, closed: 1 }],
  ['a department', () => ({ departmentId: here.departments[1]!.id }), ['paid'], { pending_assign: 1 }],
  ['a department of another hospital than the one said', () => ({ hospitalId: there.hospitalId, departmentId: here.departments[1]!.id }), [], {}],
  ['stays that touch a day, their first and last included', { from: dayFromNow(3), to: dayFromNow(5) }, ['foreign', 'paid', 'early'], { pending_assign: 3 }],
  ['stays that end on a day or later', { from: dayFromNow(4) }, ['paid'], { pending_assign: 1 }],
  ['stays that begin on a day or before', { to: dayFromNow(-3) }, ['closed', 'serving'], { in_service: 1, closed: 1 }],
  ['a caregiver who serves or served, not one who was withdrawn', () => ({ caregiverNo: carer.no }), ['closed', 'serving'], { in_service: 1, closed: 1 }],
  ['a caregiver there is not', { caregiverNo: 'PY0' }, [], {}],
  ['something owed', { unpaid: '1' }, ['foreign', 'serving', 'early'], { pending_assign: 2, in_service: 1 }],
  ['several at once', () => ({ unpaid: '1', hospitalId: here.hospitalId, caregiverNo: carer.no, from: dayFromNow(0) }), ['serving'], { in_service: 1 }],
])('filtered by %s', async (_name, query, expected, counts) => {
  const asked = typeof query === 'function' ? query() : query;
  expect(await listed(asked)).toEqual(expected);
  expect(await counted(asked)).toEqual(counts);
  // the counts of the tabs stand whichever tab is open
  expect(await counted({ ...asked, status: 'closed' })).toEqual(counts);
  expect(names((await ops.get<OrderRow[]>('/orders/rows', { query: { ...asked, nos: Object.values(no).join(',') } })).body.result)).toEqual(expected);
});
test('those that wait longest come first, what has ended last; a new status begins a new wait', async () => {
  expect(await listed({ sort: 'waiting' })).toEqual(['foreign', 'early', 'serving', 'paid', 'closed']);
  expect(await listed({ sort: 'waiting', unpaid: '1', hospitalId: here.hospitalId })).toEqual(['early', 'serving']);
  const other = await kit.order(here, { created_at: new Date(Date.now() - 99 * 3_600_000).toISOString(), payable_fen: 10_000 });
  no['other'] = other;
  const waiting = async (): Promise<number> => Date.now() - Date.parse((await ops.get<OrderRow[]>('/orders/rows', { query: { nos: other } })).body.result[0]!.waitingSince);
  expect((await listed({ sort: 'waiting' }))[0]).toBe('other');
  // an event that leaves it in its status does not shorten the wait
  expect((await ops.post(`/orders/${other}/pay`, { body: { version: 1, amountFen: 100, method: 'cash' } })).status).toBe(200);
  expect(await waiting()).toBeGreaterThan(98 * 3_600_000);
  expect((await ops.post(`/orders/${other}/cancel`, { body: { version: 2, reason: '患者转院' } })).status).toBe(200);
  expect(await waiting()).toBeLessThan(60_000);
  // money is to be given back, so it still waits
  expect(await listed({ sort: 'waiting' })).toEqual(['foreign', 'early', 'serving', 'paid', 'other', 'closed']);
  delete no['other'];
  await api.rows('update care_order set deleted_at = now() where order_no = $1', [other]);
});
test('rows are those that were asked for, once each, and only those in reach', async () => {
  const rows = async (nos: string, by = ops) => names((await by.get<OrderRow[]>('/orders/rows', { query: { nos } })).body.result);
  expect(await rows([no['paid'], no['foreign'], no['paid'], 'PH0'].join(','))).toEqual(['foreign', 'paid']);
  expect(await rows([no['paid'], no['foreign']].join(','), resident)).toEqual(['paid']);
  expect(await counted({}, resident)).toEqual({ pending_assign: 2, in_service: 1, closed: 1 });
  for (const nos of ['', ',', 'a,', "a'b", Array.from({ length: 201 }, (_, i) => `PH${i}`).join(',')]) expect((await ops.get('/orders/rows', { query: { nos } })).status).toBe(400);
});
test.each([{ from: '2026-13-01' }, { from: '2026-1-1' }, { to: 'today' }, { unpaid: '0' }, { sort: 'id' }, { caregiverNo: 'a b' }, { departmentId: 'x' }])('%j is refused', async (query) => {
  for (const path of ['/orders', '/orders/counts']) expect((await ops.get(path, { query })).status).toBe(400);
});
