import { afterAll, beforeAll, expect, test } from 'vitest';
import { closingKit, dayIn, monthBefore } from './kit/closing.ts';
import { startLife, UNIT, type Life } from './kit/life.ts';

/* What a month is of, line by line: those with days before those with its money alone; and which orders hinder its closing. */
const [LAST, NOW] = [monthBefore(1), monthBefore(0)];
/** The last day of the month. */
const END = new Date(Date.parse(`${NOW}-01`) - 86_400_000).toISOString().slice(0, 10);
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
