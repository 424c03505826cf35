import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statement } from '../src/areas/settlement/contract.ts';
import { closingKit, dayIn, monthBefore } from './kit/closing.ts';
import { refused, startLife, UNIT, type Life } from './kit/life.ts';

/* A month is closed with the sums that someone looked at, each of them, or not at all. */
const LAST = monthBefore(1);
let life: Life;
let kit: ReturnType<typeof closingKit>;
let id: string;
beforeAll(async () => {
  life = await startLife();
  kit = closingKit(life);
  const no = await kit.served(dayIn(LAST, 3), dayIn(LAST, 5), await life.carer('孙一'));
  id = await life.kit.orderId(no);
  await paid('deposit', 500);
});
afterAll(() => life.api.close());
const noon = (): string => `${dayIn(LAST, 28)}T12:00:00+08:00`;
const paid = (kind: string, fen: number): Promise<unknown[]> => life.api.rows(`insert into order_payment (order_id, kind, method, amount_fen, received_by, received_at, idempotency_key) values ($1, $2, 'cash', $3, 1, $4, gen_random_uuid()::text)`, [id, kind, fen, noon()]);
const day = (set: string): Promise<unknown[]> => life.api.rows(`update order_service_day set ${set} where order_id = $1 and day = $2`, [id, dayIn(LAST, 4)]);
const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;
/** What happens after someone has looked, and what of it is told: what the sum was and is. */
const CHANGES: [string, () => Promise<unknown>, (was: Statement) => string][] = [
  ['a share', () => day('caregiver_pay_fen = caregiver_pay_fen + 1'), ({ payFen }) => `护工分成 ${yuan(payFen!)} → ${yuan(payFen! + 1)}`],
  ['a fee', () => day('hospital_fee_fen = hospital_fee_fen + 7'), ({ feeFen }) => `医院管理费 ${yuan(feeFen)} → ${yuan(feeFen + 7)}`],
  ['money received', () => paid('topup', 300), ({ receivedFen }) => `已收 ${yuan(receivedFen)} → ${yuan(receivedFen + 300)}`],
  ['money given back', () => paid('refund', -200), ({ refundedFen }) => `已退 ${yuan(refundedFen)} → ${yuan(refundedFen + 200)}`],
  ['an adjustment', () => life.api.rows(`insert into order_adjustment (order_id, amount_fen, kind, reason, created_by, created_at) values ($1, -90, 'correction', 'x', 1, $2)`, [id, noon()]), ({ adjustedFen }) => `调整 ${yuan(adjustedFen)} → ${yuan(adjustedFen - 90)}`],
  ['a day that is a holiday', () => day('multiplier_bp = 20000'), ({ holidayDays }) => `其中节假日 ${holidayDays} → ${holidayDays + 1}`],
  ['a charge', () => day('amount_fen = amount_fen + 1'), ({ amountFen }) => `服务费 ${yuan(amountFen)} → ${yuan(amountFen + 1)}`],
  ['another order', async () => void (await life.made({ plannedStart: dayIn(LAST, 20), plannedEnd: dayIn(LAST, 20), endHalf: 'PM' }).then((no) => life.api.rows(`update care_order set service_state = 'completed' where order_no = $1`, [no]))), ({ orders, days, amountFen }) => `订单数 ${orders} → ${orders + 1}，服务天数 ${days} → ${days + 1}，服务费 ${yuan(amountFen)} → ${yuan(amountFen + UNIT)}`],
];

test.each(CHANGES)('%s that comes after someone has looked: refused in words, nothing is closed; looked at again, it is', async (_name, change, words) => {
  const seen = await kit.statement(LAST);
  await change();
  const before = await kit.books();
  expect(await refused(kit.close(LAST, life.client.ops, seen))).toContain(`409 合计变了，看过新的合计再确认：${words(seen)}`);
  expect([await kit.books(), (await kit.statement(LAST)).state]).toEqual([before, 'open']);
  expect((await kit.close(LAST)).body.result).toMatchObject({ state: 'closed' });
  expect((await kit.reopen(LAST)).status).toBe(200);
});

test('in the reader’s language, and only of sums that differ', async () => {
  const seen = await kit.statement(LAST);
  const { status, body } = await life.client.ops.post('/settlements/close', { body: { hospitalId: life.place.hospitalId, month: LAST, version: seen.version, sums: Object.fromEntries((['orders', 'days', 'holidayDays', 'amountFen', 'payFen', 'feeFen', 'adjustedFen', 'receivedFen', 'refundedFen'] as const).map((name) => [name, name === 'days' ? seen.days + 0.5 : seen[name]])) }, headers: { 'accept-language': 'en' } });
  expect([status, body.message]).toEqual([409, `Not possible in this state: The sums have changed: look at them again (days ${seen.days + 0.5} → ${seen.days})`]);
});
