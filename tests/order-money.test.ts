import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { Acted, explained, OrderDetail, quoted } from '../src/areas/order/contract.ts';
import { sweep } from '../src/host/sweep.ts';
import { startApi, type Answer, type Api, type Client } from './kit/api.ts';
import { careKit, dayFromNow, type Place } from './kit/care.ts';

let api: Api;
let kit: Awaited<ReturnType<typeof careKit>>;
let place: Place;
let elsewhere: Place;
let ops: Client;
let second: Client;
let resident: Client;
let nurse: Client;
beforeAll(async () => {
  api = await startApi();
  kit = await careKit(api.database);
  place = await kit.place('第一医院', ['骨科'], { prepay_days: 2, fee_bp: 500 });
  elsewhere = await kit.place('第二医院');
  for (const [username, role] of [['ops', 2], ['second', 2], ['resident', 3], ['nurse', 4]] as const) await api.account({ username, role, hospitals: role > 2 ? [place.hospitalId] : [] });
  [ops, second, resident, nurse] = [await api.as('ops'), await api.as('second'), await api.as('resident'), await api.as('nurse')];
});
afterAll(() => api.close());

/** An order of two days at 260.00, as creating it leaves it: its number. */
async function ordered(row: Record<string, unknown> = {}): Promise<string> {
  const no = await kit.order(place, { planned_start: dayFromNow(0), planned_end: dayFromNow(1), payable_fen: 52_000, ...row });
  const id = await kit.orderId(no);
  await api.rows(`insert into order_service_day (order_id, day, fraction, unit_price_fen, amount_fen, caregiver_pay_fen, hospital_fee_fen) select $1, d::date, 1, 26000, 26000, 18200, 1300 from generate_series($2::date, $2::date + 1, interval '1 day') d`, [id, dayFromNow(0)]);
  await kit.insert('order_event', { order_id: id, event: 'create', to_state: row['service_state'] ?? 'pending_assign', actor_id: kit.actorId, actor_role: 2 });
  return no;
}
/** One more event on an order, on the version it has now. */
async function act(who: Client, no: string, event: string, body: Record<string, unknown> = {}, key?: string): Promise<Answer<Acted>> {
  const [row] = await api.rows<{ version: number }>('select version from care_order where order_no = $1', [no]);
  return who.post<Acted>(`/orders/${no}/${event}`, { body: { version: row!.version, ...body }, ...(key === undefined ? {} : { key }) });
}
const detailOf = async (no: string): Promise<OrderDetail> => (await ops.get<OrderDetail>(`/orders/${no}`)).body.result;
const done = (answer: Answer<Acted>): Acted['row'] => {
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.result.row;
};
const cash = { method: 'cash' };

test('money received: kinds, receipt, ledger, timeline, and what is still owed', async () => {
  const no = await ordered();
  expect(done(await act(resident, no, 'pay', { amountFen: 10_000, method: 'wechat', externalNo: '4200001', payer: '李小四', note: '押金' }))).toMatchObject({ paymentState: 'partial', balanceFen: 42_000, version: 2 });
  await api.rows(`update care_order set service_state = 'in_service' where order_no = $1`, [no]);
  done(await act(ops, no, 'pay', { amountFen: 2_000, ...cash }));
  expect(done(await act(ops, no, 'settle', cash))).toMatchObject({ paymentState: 'paid', balanceFen: 0, version: 4 });
  const { ledger, timeline, paidFen } = await detailOf(no);
  expect(paidFen).toBe(52_000);
  expect(ledger.map(({ kind, amountFen }) => [kind, amountFen])).toEqual([['deposit', 10_000], ['topup', 2_000], ['balance', 40_000]]);
  expect(ledger[0]).toMatchObject({ method: 'wechat', externalNo: '4200001', payer: '李小四', note: '押金', receivedBy: 'resident的昵称', proofNo: expect.stringMatching(new RegExp(`^SJ${dayFromNow(0).replaceAll('-', '').slice(2)}\\d{5}$`)) });
  expect(timeline.at(-1)).toMatchObject({ event: 'settle', version: 4, before: { paidFen: 12_000, balanceFen: 40_000 }, after: { paidFen: 52_000, balanceFen: 0, method: 'cash', proofNo: ledger[2]!.proofNo } });
  expect((await act(ops, no, 'settle', cash)).body).toMatchObject({ code: 40901, message: expect.stringContaining('没有待收款') });
});

test('money that is none, or someone else’s, is refused and writes nothing', async () => {
  const no = await ordered();
  for (const amountFen of [0, -1, 1.5, 100_000_001, '100']) expect((await act(ops, no, 'pay', { amountFen, ...cash })).status).toBe(400);
  expect((await act(ops, no, 'pay', { amountFen: 100, method: 'shells' })).status).toBe(400);
  expect((await act(nurse, no, 'pay', { amountFen: 100, ...cash })).status).toBe(403);
  expect((await act(resident, no, 'adjust', { kind: 'discount', amountFen: -100, reason: '老客户' })).status).toBe(403);
  const foreign = await kit.order(elsewhere, {});
  expect((await act(resident, foreign, 'pay', { amountFen: 100, ...cash })).status).toBe(404);
  expect(await detailOf(no)).toMatchObject({ version: 1, paidFen: 0, ledger: [] });
});

test('what was taken in parts goes back in one, however much it is; who has paid all and pays on while served has paid ahead, as the form says', async () => {
  const no = await ordered({ service_state: 'in_service' });
  for (const amountFen of [52_000, 100_000_000, 100_000_000]) done(await act(ops, no, 'pay', { amountFen, ...cash }));
  expect((await detailOf(no)).ledger.map(({ kind }) => kind)).toEqual(['balance', 'deposit', 'deposit']);
  expect(done(await act(ops, no, 'refund-request', { amountFen: 200_000_000, reason: '多付' }))).toMatchObject({ balanceFen: -200_000_000 });
});

test('one intention, one row: the same key twice, two at once on one version, twenty orders at once', async () => {
  const no = await ordered();
  const first = await act(ops, no, 'pay', { version: 1, amountFen: 5_000, ...cash }, 'intention-1');
  const again = await act(ops, no, 'pay', { version: 1, amountFen: 5_000, ...cash }, 'intention-1');
  expect(again.body).toEqual(first.body);
  const racing = await Promise.all(Array.from({ length: 8 }, (_, i) => act(i % 2 ? ops : second, no, 'pay', { version: 2, amountFen: 1_000 + i, ...cash })));
  expect(racing.map(({ body }) => body.code).sort()).toEqual([0, ...Array<number>(7).fill(40900)]);
  const { ledger, version, paidFen } = await detailOf(no);
  expect([ledger.length, version]).toEqual([2, 3]);
  expect(paidFen).toBe(ledger.reduce((sum, { amountFen }) => sum + amountFen, 0));

  const many = await Promise.all(Array.from({ length: 20 }, () => ordered()));
  const paid = await Promise.all(many.map((one, i) => act(i % 2 ? ops : second, one, i % 5 === 4 ? 'settle' : 'pay', i % 5 === 4 ? cash : i % 5 === 3 ? { version: 9, amountFen: 7, ...cash } : { amountFen: 1_000, ...cash })));
  expect(paid.filter(({ status }) => status === 200).length).toBe(16);
});

test('adjustments have a sign, a reason and leave something to pay', async () => {
  const no = await ordered();
  for (const body of [{ kind: 'discount', amountFen: 100 }, { kind: 'surcharge', amountFen: -100 }, { kind: 'correction', amountFen: 0 }, { kind: 'gift', amountFen: -1 }]) expect((await act(ops, no, 'adjust', { ...body, reason: '误' })).status).toBe(400);
  expect((await act(ops, no, 'adjust', { kind: 'discount', amountFen: -100 })).status).toBe(400);
  expect((await act(ops, no, 'adjust', { kind: 'discount', amountFen: -52_000, reason: '误' })).body).toMatchObject({ code: 40901, message: expect.stringContaining('大于 0') });
  expect(done(await act(ops, no, 'adjust', { kind: 'discount', amountFen: -51_999, reason: '老客户' }))).toMatchObject({ payableFen: 1 });
  expect(done(await act(ops, no, 'adjust', { kind: 'correction', amountFen: 2, reason: '四舍五入' }))).toMatchObject({ payableFen: 3, version: 3 });
  expect((await detailOf(no)).adjustments.map(({ kind, amountFen, reason, by }) => [kind, amountFen, reason, by])).toEqual([['discount', -51_999, '老客户', 'ops的昵称'], ['correction', 2, '四舍五入', 'ops的昵称']]);
});
test('a refund needs two people, is never more than is due, and gives the money back once', async () => {
  const no = await ordered();
  done(await act(ops, no, 'pay', { amountFen: 60_000, ...cash }));
  expect((await act(resident, no, 'refund-request', { amountFen: 8_001, reason: '多付' })).body).toMatchObject({ code: 40901, message: expect.stringContaining('超过应退') });
  done(await act(resident, no, 'refund-request', { amountFen: 8_000, reason: '多付' }));
  expect((await act(ops, no, 'refund-request', { amountFen: 1, reason: '多付' })).body.message).toContain('已有一笔退款');
  expect((await act(resident, no, 'refund-approve')).status).toBe(403);
  expect((await act(ops, no, 'refund-pay', cash)).body.message).toContain('还没有批准');
  done(await act(ops, no, 'refund-reject', { reason: '先核对' }));
  done(await act(ops, no, 'refund-request', { amountFen: 8_000, reason: '核对过' }));
  expect((await act(ops, no, 'refund-approve')).body).toMatchObject({ code: 40901, message: expect.stringContaining('他人批准') });
  // less is due by the time it is approved
  done(await act(second, no, 'adjust', { kind: 'surcharge', amountFen: 1, reason: '耗材' }));
  expect((await act(second, no, 'refund-approve')).body.message).toContain('超过应退');
  done(await act(second, no, 'adjust', { kind: 'discount', amountFen: -1, reason: '耗材免收' }));
  done(await act(second, no, 'refund-approve'));
  expect((await act(second, no, 'refund-approve')).body.message).toContain('没有等待批准');
  const racing = await Promise.all([ops, second, ops].map((who) => act(who, no, 'refund-pay', { method: 'wechat', externalNo: 'R1' })));
  expect(racing.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const { refundedFen, balanceFen, paymentState, ledger, refunds, version, timeline } = await detailOf(no);
  expect({ refundedFen, balanceFen, paymentState, version }).toEqual({ refundedFen: 8_000, balanceFen: 0, paymentState: 'paid', version: timeline.length });
  expect(ledger.map(({ kind, amountFen }) => [kind, amountFen])).toEqual([['deposit', 60_000], ['refund', -8_000]]);
  expect(refunds.map(({ status, requestedBy, approvedBy }) => [status, requestedBy, approvedBy])).toEqual([['rejected', 'resident的昵称', null], ['paid', 'ops的昵称', 'second的昵称']]);
});

/** A completed order on which these caregivers served. */
async function served(...carers: { id: string }[]): Promise<string> {
  const no = await ordered({ service_state: 'completed', eval_state: 'open', actual_end_at: new Date().toISOString() });
  for (const [i, carer] of carers.entries()) await kit.stint(await kit.orderId(no), carer.id, 'ended', i - 9, i - 8);
  return no;
}
test('evaluation: who served, once a source, open until each was evaluated, and the rating follows', async () => {
  const [wang, qian, idle] = [await kit.caregiver('王一', [place]), await kit.caregiver('钱二', [place]), await kit.caregiver('孙三', [place])];
  const no = await served(wang, qian);
  await kit.stint(await kit.orderId(no), idle.id, 'void', 1, 2);
  const rating = async ({ id }: { id: string }) => (await api.rows<{ avg: number | null; n: number }>('select rating_avg::float8 as avg, rating_count as n from caregiver where id = $1', [id]))[0];
  const marks = { overall: 4, skill: 5, tags: ['准时', '准时', '耐心细致'], content: '夜里翻身都很及时' };
  expect((await act(ops, no, 'evaluate', { caregiverNo: idle.no, ...marks })).body.message).toContain('没有服务过');
  expect((await act(nurse, no, 'evaluate', { caregiverNo: wang.no, source: 'family', ...marks })).status).toBe(403);
  expect((await act(ops, no, 'evaluate', { caregiverNo: wang.no, source: 'hospital', ...marks })).status).toBe(403);
  for (const overall of [0, 6, 4.5]) expect((await act(ops, no, 'evaluate', { caregiverNo: wang.no, ...marks, overall })).status).toBe(400);
  done(await act(nurse, no, 'evaluate', { caregiverNo: wang.no, ...marks }));
  expect((await act(nurse, no, 'evaluate', { caregiverNo: wang.no, ...marks })).body.message).toContain('已经评价过');
  done(await act(resident, no, 'evaluate', { caregiverNo: wang.no, overall: 5, tags: [] }));
  done(await act(ops, no, 'evaluate', { caregiverNo: wang.no, source: 'provider', overall: 2, tags: [] }));
  expect(await detailOf(no)).toMatchObject({ evaluationState: 'open' });
  expect([await rating(wang), await rating(qian)]).toEqual([{ avg: 3.67, n: 3 }, { avg: null, n: 0 }]);
  done(await act(resident, no, 'evaluate', { caregiverNo: qian.no, overall: 1, tags: [] }));
  const { evaluationState, evaluations, cannot } = await detailOf(no);
  expect([evaluationState, cannot.evaluate]).toEqual(['done', 'evaluation_closed']);
  expect(evaluations.map(({ caregiverName, source, overall }) => [caregiverName, source, overall])).toEqual([['王一', 'hospital', 4], ['王一', 'family', 5], ['王一', 'provider', 2], ['钱二', 'family', 1]]);
  expect(evaluations[0]).toMatchObject({ skill: 5, attitude: null, tags: ['准时', '耐心细致'], content: '夜里翻身都很及时', by: 'nurse的昵称' });
  // one caregiver, several orders, at the same moment: no mark is lost from the average
  const orders = await Promise.all(Array.from({ length: 6 }, () => served(qian)));
  for (const { status } of await Promise.all(orders.map((one, i) => act(i % 2 ? ops : second, one, 'evaluate', { caregiverNo: qian.no, overall: 5, tags: [] })))) expect(status).toBe(200);
  expect(await rating(qian)).toEqual({ avg: 4.43, n: 7 });
});
test('evaluation ends by itself 30 days after service, and the order with it when it is paid', async () => {
  const carer = await kit.caregiver('周四', [place]);
  const ago = (minutes: number): string => new Date(Date.now() - 30 * 86_400_000 + minutes * 60_000).toISOString();
  const [old, owing, young] = [await served(carer), await served(carer), await served(carer)];
  await api.rows('update care_order set actual_end_at = $2, paid_fen = payable_fen where order_no = $1', [old, ago(-1)]);
  await api.rows('update care_order set actual_end_at = $2 where order_no = $1', [owing, ago(-1)]);
  await api.rows('update care_order set actual_end_at = $2 where order_no = $1', [young, ago(1)]);
  const heard: string[] = [];
  const deaf = await api.database.listen('order', (message) => void heard.push(message));
  await sweep(api.database.db);
  await expect.poll(() => heard.length).toBe(2);
  await deaf();
  const seen = await Promise.all([old, owing, young].map(detailOf));
  expect(seen.map(({ evaluationState, status, version }) => [evaluationState, status, version])).toEqual([['expired', 'closed', 1], ['expired', 'pending_payment', 1], ['open', 'pending_payment', 1]]);
  const closed = await api.rows<{ closed: boolean }>('select closed_at is not null as closed from care_order where order_no = any($1) order by order_no', [[old, owing, young].sort()]);
  expect(closed).toEqual([{ closed: true }, { closed: false }, { closed: false }]);
  expect((await act(ops, old, 'evaluate', { caregiverNo: carer.no, overall: 5, tags: [] })).body.message).toContain('评价已结束：已评价，或最后服务日起超过 30 天');
});
test('an evaluation whose 30 days are over is refused before the sweep has been there too', async () => {
  const carer = await kit.caregiver('郑五', [place]);
  const no = await served(carer);
  const evaluate = () => act(ops, no, 'evaluate', { caregiverNo: carer.no, overall: 5, tags: [] });
  await api.rows(`update care_order set actual_end_at = now() - interval '30 days 1 minute' where order_no = $1`, [no]);
  expect((await detailOf(no)).cannot.evaluate).toBe('evaluation_closed');
  expect((await evaluate()).body).toMatchObject({ code: 40901, message: '当前状态不能这样做：评价已结束：已评价，或最后服务日起超过 30 天' });
  await api.rows(`update care_order set actual_end_at = now() - interval '29 days 23 hours' where order_no = $1`, [no]);
  done(await evaluate());
});
test('a quote day by day: own holidays before common ones, half days, what is prepaid, and why there is none', async () => {
  const [service, off] = [await kit.insert('service_item', { code: 'q1', name: '报价', care_mode: 'one_to_one', coverage: 'full24' }), await kit.insert('service_item', { code: 'q2', name: '停用', care_mode: 'one_to_one', coverage: 'full24', status: 0 })];
  for (const [service_item_id, price_fen, valid] of [[service, 25_999, '[2026-01-01,2026-03-01)'], [service, 30_000, '[2026-03-01,)'], [off, 10_000, '[2026-01-01,)']]) await kit.insert('service_price', { hospital_id: place.hospitalId, service_item_id, price_fen, valid });
  await kit.insert('hospital_holiday', { name: '春节', days: '[2026-02-17,2026-02-20)', multiplier_bp: 30_000 });
  await kit.insert('hospital_holiday', { hospital_id: place.hospitalId, name: '院庆', days: '[2026-02-18,2026-02-19)', multiplier_bp: 15_000 });
  await kit.insert('hospital_holiday', { hospital_id: elsewhere.hospitalId, name: '别家', days: '[2026-02-16,2026-02-17)', multiplier_bp: 50_000 });
  const ask = (who: Client, change: Record<string, string> = {}) => who.get<z.output<typeof quoted>>('/orders/quote', { query: { hospitalId: place.hospitalId, serviceItemId: service, plannedStart: '2026-02-16', startHalf: 'PM', plannedEnd: '2026-02-19', endHalf: 'AM', ...change } });
  const { body: { result } } = await ask(resident);
  expect(result.days.map(({ day, halves, multiplierBp, holiday, amountFen }) => [day, halves, multiplierBp, holiday, amountFen])).toEqual([
    ['2026-02-16', 1, 10_000, null, 13_000], ['2026-02-17', 2, 30_000, '春节', 77_997], ['2026-02-18', 2, 15_000, '院庆', 38_999], ['2026-02-19', 1, 30_000, '春节', 38_999],
  ]);
  expect(result).toMatchObject({ unitPriceFen: 25_999, totalFen: 168_995, prepayFen: 51_998 });
  expect((await ask(ops, { plannedStart: '2026-03-01', plannedEnd: '2026-03-01', startHalf: 'AM' })).body.result).toMatchObject({ totalFen: 15_000, prepayFen: 15_000 });
  const refused = async (change: Record<string, string>) => (await ask(resident, change)).body;
  expect((await refused({ plannedStart: '2025-12-31' })).message).toContain('没有这个项目的价格');
  expect((await refused({ serviceItemId: off })).message).toContain('停用');
  expect((await refused({ plannedEnd: '2026-02-16' })).message).toContain('结束不能早于开始');
  expect((await refused({ plannedEnd: '2027-03-23' })).message).toContain('400');
  expect((await refused({ plannedEnd: '2027-03-22' })).code).toBe(0);
  expect((await refused({ plannedEnd: '2026-02-30' })).code).toBe(40000);
  expect((await refused({ hospitalId: elsewhere.hospitalId })).code).toBe(40400);
});
test('an approved refund that can no longer be paid is turned down, and makes room for the right one', async () => {
  const no = await ordered();
  done(await act(ops, no, 'pay', { amountFen: 60_000, ...cash }));
  done(await act(ops, no, 'refund-request', { amountFen: 8_000, reason: '多付' }));
  done(await act(second, no, 'refund-approve'));
  done(await act(ops, no, 'adjust', { kind: 'surcharge', amountFen: 3_000, reason: '耗材' }));
  expect((await act(ops, no, 'refund-pay', cash)).body.message).toContain('超过应退');
  expect((await act(second, no, 'refund-reject')).status).toBe(400);
  done(await act(second, no, 'refund-reject', { reason: '应退已变' }));
  expect((await act(second, no, 'refund-reject', { reason: '应退已变' })).body.message).toContain('没有等待批准');
  done(await act(resident, no, 'refund-request', { amountFen: 5_000, reason: '多付' }));
  done(await act(ops, no, 'refund-approve'));
  expect(done(await act(ops, no, 'refund-pay', cash))).toMatchObject({ balanceFen: 0 });
  expect((await detailOf(no)).refunds.map(({ amountFen, status, approvedBy }) => [amountFen, status, approvedBy])).toEqual([[8_000, 'rejected', null], [5_000, 'paid', 'ops的昵称']]);
});
test('an amount is explained to the fen: days that count and days that fell away, who served, adjustments', async () => {
  const no = await ordered();
  const id = await kit.orderId(no);
  const [wang, qian] = [await kit.caregiver('王五', [place]), await kit.caregiver('钱六', [place])];
  await api.rows('update order_service_day set caregiver_id = $2, relief_id = $3, relief_pay_fen = 9100 where order_id = $1 and day = $4', [id, wang.id, qian.id, dayFromNow(0)]);
  await api.rows(`update order_service_day set attendance = 'void' where order_id = $1 and day = $2`, [id, dayFromNow(1)]);
  done(await act(ops, no, 'adjust', { kind: 'surcharge', amountFen: 999, reason: '耗材' }));
  done(await act(ops, no, 'pay', { amountFen: 30_000, ...cash }));
  const explanation = async (by: typeof nurse): Promise<z.output<typeof explained>> => (await by.get<z.output<typeof explained>>(`/orders/${no.toLowerCase()}/explain`)).body.result;
  const result = await explanation(ops);
  expect(result).toMatchObject({
    days: [{ day: dayFromNow(0), halves: 2, counts: true, caregiverName: '王五', caregiverPayFen: 18_200, reliefName: '钱六', reliefPayFen: 9_100, hospitalFeeFen: 1_300 }, { day: dayFromNow(1), counts: false, attendance: 'void', caregiverName: null, reliefName: null }],
    adjustments: [{ kind: 'surcharge', amountFen: 999, reason: '耗材', by: 'ops的昵称' }],
    daysFen: 26_000, adjustedFen: 999, payableFen: 26_999, paidFen: 30_000, refundedFen: 0, balanceFen: -3_001, caregiverPayFen: 18_200, hospitalFeeFen: 1_300,
  });
  // what caregivers get is not for everyone who sees the order, neither a day nor the sum
  const unpaid = { ...result, caregiverPayFen: null, days: result.days.map((day) => ({ ...day, caregiverPayFen: null, reliefPayFen: null })) };
  expect([await explanation(nurse), await explanation(resident)]).toEqual([unpaid, unpaid]);
  for (const foreign of [await kit.order(elsewhere), 'PH0', '%']) expect((await nurse.get(`/orders/${encodeURIComponent(foreign)}/explain`)).status).toBe(404);
});
test('the receipts of the day are numbered one by one, without a gap, whatever was refused or lost a race', async () => {
  const given = await api.rows<{ no: string }>('select proof_no as no from order_payment order by id');
  const head = `SJ${dayFromNow(0).replaceAll('-', '').slice(2)}`;
  expect(given.length).toBeGreaterThan(20);
  expect(given.map(({ no }) => no)).toEqual(given.map((_, i) => `${head}${String(i + 1).padStart(5, '0')}`));
});
