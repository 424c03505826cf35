import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statement } from '../src/areas/settlement/contract.ts';
import { closingKit, dayIn, monthBefore } from './kit/closing.ts';
import { refused, startLife, UNIT, type Life } from './kit/life.ts';

/* What a month is of, line by line: those with days before those with its money alone; and which orders hinder its closing; what is recorded of its pay. */
const [LAST, NOW] = [monthBefore(1), monthBefore(0)];
/** The last day of the month. */
const END = new Date(Date.parse(`${NOW}-01`) - 86_400_000).toISOString().slice(0, 10);
const share = (fen: number, bp: number): number => Math.floor((fen * bp) / 10_000 + 0.5);
let life: Life;
let kit: ReturnType<typeof closingKit>;
beforeAll(async () => {
  life = await startLife();
  kit = closingKit(life);
});
afterAll(() => life.api.close());
/** Its lines, without what stands below the sum. */
const sheet = async (query: object): Promise<string[][]> =>
  (await life.client.ops.get('/settlements/export', { query: { month: LAST, by: 'hospital', type: 'csv', ...query } })).text.replace('\ufeff', '').split(/\r?\n,*\r?\n/)[0]!.split(/\r?\n/).map((line) => line.split(','));

test('orders with days come first, then those with money of the month alone: on the page, on the sheet; the sheet of all hospitals counts the former', async () => {
  const paid = await life.made({ plannedStart: dayIn(NOW, 2), plannedEnd: dayIn(NOW, 2), endHalf: 'PM' });
  const at = `${dayIn(LAST, 20)}T12:00:00+08:00`;
  await life.api.rows(`insert into order_payment (order_id, kind, method, amount_fen, received_by, received_at, idempotency_key) values ($1, 'deposit', 'cash', 500, 1, $2, gen_random_uuid()::text)`, [await life.kit.orderId(paid), at]);
  const served = await kit.served(dayIn(LAST, 3), dayIn(LAST, 5), await life.carer('孙一'));
  expect(paid < served).toBe(true);
  const { list } = (await life.client.ops.get<{ list: { orderNo: string; from: string | null; amountFen: number; receivedFen: number }[] }>('/settlements/orders', { query: { month: LAST, hospitalId: life.place.hospitalId } })).body.result;
  expect(list.map(({ orderNo, from, amountFen, receivedFen }) => [orderNo, from, amountFen, receivedFen])).toEqual([[served, dayIn(LAST, 3), 3 * UNIT, 0], [paid, null, 0, 500]]);
  expect((await sheet({ hospitalId: life.place.hospitalId })).map(([no]) => no)).toEqual(['订单号', served, paid, '合计']);
  const all = await sheet({});
  expect(all.map((line) => line[all[0]!.indexOf('订单数')])).toEqual(['订单数', '1', '0', '1']);
});
test('its pay is marked as paid by who closes, once, with who and when; until that is taken back for a reason it stays closed', async () => {
  const carer = await life.carer('钱七');
  await kit.served(dayIn(LAST, 1), dayIn(LAST, 2), carer);
  expect(await refused(kit.pays('pay', LAST))).toBe('409 这个月没有月结');
  expect((await kit.close(LAST)).status).toBe(200);
  const owed = { caregivers: 2, amountFen: 5 * share(UNIT, 7000), paid: false };
  expect(await kit.statement(LAST)).toMatchObject({ pay: owed, paidAt: null, can: ['reopen', 'pay'], cannot: { unpay: 'pay_unpaid' } });
  expect((await kit.statement(LAST, life.client.hospital)).pay).toEqual({ ...owed, amountFen: null });
  const of = async (): Promise<unknown> => (await life.client.ops.get<object[]>(`/caregivers/${carer.no}/pay`)).body.result[0];
  expect(await of()).toMatchObject({ paidFen: 0 });
  expect(await refused(kit.pays('unpay', LAST, { reason: '发错了' }))).toBe('409 这个月的工资没有登记已发');
  for (const by of [life.client.resident, life.client.hospital]) expect((await kit.pays('pay', LAST, {}, by)).status).toBe(403);
  expect((await kit.pays('pay', LAST, { version: 0 })).body.code).toBe(40_900);
  const heard: string[] = [];
  const stop = await life.api.database.listen('order', (payload) => heard.push(payload));
  const { version } = await kit.statement(LAST);
  const body = { hospitalId: life.place.hospitalId, month: LAST, version };
  const key = randomUUID();
  const first = await life.client.ops.post<Statement>('/settlements/pay', { body, key });
  expect([first.status, first.body.result]).toEqual([200, expect.objectContaining({ state: 'closed', version: version + 1, pay: { ...owed, paid: true }, paidBy: 'ops的昵称', paidAt: expect.any(String), can: ['unpay'], cannot: { close: 'month_is_closed', reopen: 'month_paid', pay: 'pay_paid' } })]);
  expect((await life.client.ops.post<Statement>('/settlements/pay', { body, key })).body.result).toEqual(first.body.result);
  // who sees some departments of it is told neither that it was paid out nor by whom
  const own = await life.api.account({ username: 'ward', role: 3, hospitals: [life.place.hospitalId] });
  expect(await kit.statement(LAST, await life.api.as('ward'))).toMatchObject({ paidBy: 'ops的昵称', paidAt: expect.any(String) });
  await life.api.rows('update sys_user_hospital set department_ids = array[$2::bigint] where user_id = $1', [own, life.place.departments[0]!.id]);
  expect(await kit.statement(LAST, await life.api.as('ward'))).toMatchObject({ whole: false, pay: null, paidBy: null, paidAt: null });
  await expect.poll(() => heard.map((payload) => JSON.parse(payload) as unknown)).toEqual([{ hospitalId: life.place.hospitalId }]);
  stop();
  expect(await of()).toMatchObject({ paidFen: 2 * share(UNIT, 7000) });
  expect(await refused(kit.pays('pay', LAST))).toBe('409 这个月的工资已登记发放');
  expect(await refused(kit.reopen(LAST))).toBe('409 这个月的工资已发放，不能重开');
  expect((await kit.pays('unpay', LAST, { reason: ' ' })).status).toBe(400);
  expect((await kit.pays('unpay', LAST, { reason: '发错了' })).body.result).toMatchObject({ state: 'closed', version: version + 2, pay: owed, paidBy: null, paidAt: null, can: ['reopen', 'pay'] });
  expect(await of()).toMatchObject({ paidFen: 0 });
  expect(await life.api.rows(`select action, before, after from audit_event where action like 'settlement.%pay' and ok order by id`)).toEqual([
    { action: 'settlement.pay', before: { month: LAST, ...owed }, after: { month: LAST, ...owed, paid: true } },
    { action: 'settlement.unpay', before: { month: LAST, ...owed, paid: true }, after: { ...owed, reason: '发错了' } },
  ]);
  expect((await kit.reopen(LAST)).status).toBe(200);
  // a month in which nobody served
  const earlier = monthBefore(2);
  expect((await kit.close(earlier)).body.result).toMatchObject({ pay: { caregivers: 0, amountFen: 0, paid: false }, can: ['reopen'], cannot: { pay: 'pay_none' } });
  expect((await kit.reopen(earlier)).status).toBe(200);
});
test('an order in service hinders a month on whose last day it ends; one that ends on the first of the next does not', async () => {
  const serving = async (end: string, name: string): Promise<string> => {
    const no = await life.made({ plannedStart: dayIn(LAST, 10), plannedEnd: end, endHalf: 'PM' });
    await life.done(no, 'assign', { caregiverNo: (await life.carer(name)).no });
    await life.done(no, 'start', { reason: '补录' });
    return no;
  };
  await serving(dayIn(NOW, 1), '周二');
  expect(await kit.statement(LAST)).toMatchObject({ hindrances: 0, hindering: [], can: ['close'] });
  const ends = await serving(END, '吴三');
  expect(await kit.statement(LAST)).toMatchObject({ hindrances: 1, hindering: [{ orderNo: ends, kind: 'unfinished', to: END }], can: [], cannot: { close: 'month_hindered' } });
});
