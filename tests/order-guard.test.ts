import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Candidate, OrderDetail } from '../src/areas/order/contract.ts';
import { dayFromNow } from './kit/care.ts';
import { refused, startLife, UNIT, type Life } from './kit/life.ts';

let life: Life;
let api: Life['api'];
let client: Life['client'];
let made: Life['made'];
let see: Life['see'];
let does: Life['does'];
let done: Life['done'];
beforeAll(async () => {
  life = await startLife();
  ({ api, client, made, see, does, done } = life);
});
afterAll(() => api.close());
const cash = { method: 'cash' };
const HALF_DAY = { plannedStart: dayFromNow(0), startHalf: 'AM', plannedEnd: dayFromNow(0), endHalf: 'AM' };
/** An order with a caregiver of its own, and who that is. */
async function assigned(more: object = {}): Promise<{ no: string; carer: string }> {
  const carer = (await life.carer('值班')).no;
  const no = await made(more);
  await done(no, 'assign', { caregiverNo: carer });
  return { no, carer };
}
/** What is said of an event everywhere: by the row, by the dry run, and by the event itself. */
async function said(no: string, event: string, body: object, by = client.ops): Promise<unknown[]> {
  const row = await see(no, by);
  const checked = await by.post<{ refusal: string | null }[]>('/orders/check', { body: { event, nos: [no] } });
  const words = await refused(does(no, event, body, by));
  return [row.can.includes(event as OrderDetail['can'][number]), row.cannot[event as OrderDetail['can'][number]], checked.body.result[0]!.refusal, words];
}
const confirmed = (no: string, day: string, set = 'confirmed_at = now(), confirmed_by = 1'): Promise<unknown[]> => api.rows(`update order_service_day y set ${set} from care_order o where o.id = y.order_id and o.order_no = $1 and y.day = $2 returning 1`, [no, day]);

test('an end that the discounts are more than paid for says so, in the form and when it is sent', async () => {
  const { no } = await assigned({ plannedStart: dayFromNow(-2), plannedEnd: dayFromNow(2) });
  await done(no, 'start', { reason: '先做' });
  await done(no, 'adjust', { kind: 'discount', amountFen: -2 * UNIT, reason: '优惠' });
  const end = { day: dayFromNow(-2), half: 'PM' };
  const words = '409 优惠超过了这些天的费用，先由运营调整金额';
  expect(await refused(client.resident.get(`/orders/${no}/preview`, { query: { event: 'complete', plannedEnd: end.day, endHalf: end.half } }))).toBe(words);
  expect(await refused(does(no, 'complete', { reason: '出院', end }, client.resident))).toBe(words);
  await done(no, 'complete', { reason: '出院', end: { day: dayFromNow(-1), half: 'PM' } }, client.resident);
});
describe('what is prepaid', () => {
  test('money that was given back is not', async () => {
    const { no } = await assigned(HALF_DAY);
    await done(no, 'pay', { amountFen: 30_000, ...cash });
    const due = -(await see(no)).balanceFen;
    await done(no, 'refund-request', { amountFen: due, reason: '多付' });
    await done(no, 'refund-approve', {}, client.admin);
    await done(no, 'refund-pay', cash);
    await done(no, 'adjust', { kind: 'surcharge', amountFen: 20_000, reason: '耗材' });
    // 30,000 was paid, a day is 26,001, but only 13,001 is here
    expect(await refused(does(no, 'start'))).toBe('409 预付不足，写明原因才能开始');
    await done(no, 'pay', { amountFen: UNIT - 13_001, ...cash });
    await done(no, 'start');
  });
  test('is never more than is payable', async () => {
    const { no } = await assigned(HALF_DAY);
    await done(no, 'pay', { amountFen: 13_000, ...cash });
    expect(await refused(does(no, 'start'))).toBe('409 预付不足，写明原因才能开始');
    await done(no, 'pay', { amountFen: 1, ...cash });
    expect((await see(no)).prepayFen).toBe(13_001);
    await done(no, 'start');
  });
});

describe('what is offered is what may be done', () => {
  test('a change when nothing of the stay is left', async () => {
    const { no } = await assigned({ plannedStart: dayFromNow(-2), plannedEnd: dayFromNow(-1), endHalf: 'PM' });
    expect((await see(no)).can).toContain('change');
    await done(no, 'start', { reason: '补录' });
    const relief = (await life.carer('替班')).no;
    expect(await said(no, 'change', { reason: '换', caregiverNo: relief })).toEqual([false, 'shift_past', 'shift_past', '409 更换的时间不在剩余的服务时间内']);
  });
  test('a refund when less is due back than was asked for', async () => {
    const no = await made(HALF_DAY);
    await done(no, 'pay', { amountFen: 30_000, ...cash });
    await done(no, 'refund-request', { amountFen: -(await see(no)).balanceFen, reason: '多付' });
    const more = (): Promise<unknown> => done(no, 'adjust', { kind: 'surcharge', amountFen: 1, reason: '耗材' });
    await more();
    expect(await said(no, 'refund-approve', {}, client.admin)).toEqual([false, 'amount_over', 'amount_over', '409 金额超过应退']);
    await done(no, 'adjust', { kind: 'discount', amountFen: -1, reason: '免' });
    await done(no, 'refund-approve', {}, client.admin);
    await more();
    expect(await said(no, 'refund-pay', cash, client.admin)).toEqual([false, 'amount_over', 'amount_over', '409 金额超过应退']);
  });
  test('an undo of what has been confirmed since', async () => {
    const { no } = await assigned({ plannedStart: dayFromNow(-1) });
    await done(no, 'start', { reason: '补录' });
    expect((await see(no, client.ops)).undoUntil).not.toBe(null);
    expect(await confirmed(no, dayFromNow(-1))).toHaveLength(1);
    expect(await said(no, 'undo', {})).toEqual([false, 'undo_built_on', 'undo_built_on', '409 之后有别的安排以它为准，不能撤销']);
    expect((await see(no, client.ops)).undoUntil).toBe(null);
  });
});

describe('a dry run says no where the act is certain to be refused', () => {
  const dry = async (no: string, event: string) => (await client.ops.post<{ refusal: string | null }[]>('/orders/check', { body: { event, nos: [no] } })).body.result[0]!.refusal;
  test('a beginning with a caregiver who was suspended since', async () => {
    const { no, carer } = await assigned();
    const other = (await life.carer('停派')).no;
    expect(await dry(no, 'start')).toBe(null);
    await api.rows("update caregiver set status = 'suspended' where staff_no = any($1)", [[carer, other]]);
    expect(await refused(does(no, 'start', { reason: '先做' }))).toBe('409 护工已停派、离职或列入黑名单，先更换护工');
    expect(await dry(no, 'start')).toBe('not_active');
    // who comes later stands in nobody's way
    await api.rows("update caregiver set status = 'active' where staff_no = $1", [carer]);
    await done(no, 'change', { caregiverNo: (await life.carer('先来')).no, reason: '换', since: { day: dayFromNow(1), half: 'AM' } });
    await api.rows("update caregiver set status = 'suspended' where name = '先来'");
    expect(await dry(no, 'start')).toBe(null);
    await done(no, 'start', { reason: '先做' });
  });
  test.each([['of which a day that falls away is confirmed', 'confirmed_at = now(), confirmed_by = 1'], ['of which such a day is in a closed month', 'period_id = $3']])('a completion %s', async (_, set) => {
    const { no } = await assigned({ plannedStart: dayFromNow(-2) });
    await done(no, 'start', { reason: '补录' });
    expect(await dry(no, 'complete')).toBe(null);
    const period = set.includes('$3') ? [await life.kit.insert('settlement_period', { hospital_id: life.place.hospitalId, days: `[${dayFromNow(1)},${dayFromNow(2)})` })] : [];
    await api.rows(`update order_service_day y set ${set} from care_order o where o.id = y.order_id and o.order_no = $1 and y.day = $2`, [no, dayFromNow(1), ...period]);
    expect((await does(no, 'complete', { reason: '出院' })).status).toBe(409);
    expect(await dry(no, 'complete')).toBe('day_confirmed');
  });
  test('a completion of which the discounts are more than is left', async () => {
    const { no } = await assigned({ plannedStart: dayFromNow(-2), plannedEnd: dayFromNow(2) });
    await done(no, 'start', { reason: '先做' });
    expect(await dry(no, 'complete')).toBe(null);
    await done(no, 'adjust', { kind: 'discount', amountFen: -Math.floor(3.5 * UNIT), reason: '优惠' });
    expect(await refused(does(no, 'complete', { reason: '出院' }))).toBe('409 优惠超过了这些天的费用，先由运营调整金额');
    expect(await dry(no, 'complete')).toBe('discount_over');
  });
});

describe('a confirmed day', () => {
  test('is not cancelled, nor is its caregiver taken back', async () => {
    const { no } = await assigned();
    await confirmed(no, dayFromNow(0));
    expect(await said(no, 'cancel', { reason: '转院' })).toEqual([false, 'day_confirmed', 'day_confirmed', '409 已有确认过的服务日']);
    expect(await said(no, 'unassign', {})).toEqual([false, 'day_confirmed', 'day_confirmed', '409 已有确认过的服务日']);
  });
  test('does not fall away, nor is it halved, when service ends early', async () => {
    const { no } = await assigned({ plannedStart: dayFromNow(-2) });
    await done(no, 'start', { reason: '补录' });
    await confirmed(no, dayFromNow(-1));
    for (const end of [{ day: dayFromNow(-2), half: 'PM' }, { day: dayFromNow(-1), half: 'AM' }]) {
      expect(await refused(does(no, 'complete', { reason: '出院', end }))).toBe('409 已有确认过的服务日');
      expect(await refused(client.ops.get(`/orders/${no}/preview`, { query: { event: 'complete', plannedEnd: end.day, endHalf: end.half } }))).toBe('409 已有确认过的服务日');
    }
    await done(no, 'complete', { reason: '出院', end: { day: dayFromNow(-1), half: 'PM' } });
  });
  test('that was paid for in a period since is not taken back by an undo', async () => {
    const { no } = await assigned({ plannedStart: dayFromNow(-2) });
    await done(no, 'start', { reason: '补录' });
    const period = await life.kit.insert('settlement_period', { hospital_id: life.place.hospitalId, days: `[${dayFromNow(-2)},${dayFromNow(-1)})` });
    await confirmed(no, dayFromNow(-2), `period_id = ${period}`);
    expect(await refused(does(no, 'undo'))).toBe('409 之后有别的安排以它为准，不能撤销');
    expect((await see(no)).serviceState).toBe('in_service');
  });
});

test('an undo brings no one back who has no room any more', async () => {
  const item = async (code: string, most: number): Promise<string> => {
    const id = await life.kit.insert('service_item', { code, name: code, care_mode: 'one_to_many', coverage: 'full24', max_patients: most });
    await life.kit.insert('service_price', { hospital_id: life.place.hospitalId, service_item_id: id, price_fen: 10_000, caregiver_share_bp: 7000, valid: '[2020-01-01,)' });
    return id;
  };
  const serviceItemId = await item('two', 2);
  const carer = (await life.carer('共照')).no;
  const nos = [await made({ serviceItemId }), await made({ serviceItemId }), await made({ serviceItemId })];
  for (const no of nos.slice(0, 2)) await done(no, 'assign', { caregiverNo: carer });
  await done(nos[0]!, 'unassign');
  await done(nos[2]!, 'assign', { caregiverNo: carer });
  expect(await refused(does(nos[0]!, 'undo'))).toBe('409 之后有别的安排以它为准，不能撤销');
  // nor beside others whom was there alone
  const { no, carer: alone } = await assigned();
  await done(no, 'unassign');
  await done(await made({ serviceItemId }), 'assign', { caregiverNo: alone });
  expect(await refused(does(no, 'undo'))).toBe('409 之后有别的安排以它为准，不能撤销');
});

describe('renewal', () => {
  const next = { plannedStart: dayFromNow(0), startHalf: 'AM', plannedEnd: dayFromNow(1), endHalf: 'PM' };
  async function ended(): Promise<string> {
    const { no } = await assigned({ plannedStart: dayFromNow(-2), plannedEnd: dayFromNow(-1), endHalf: 'PM' });
    await done(no, 'start', { reason: '补录' });
    await done(no, 'complete');
    return no;
  }
  test('until seven days after the end, and no longer', async () => {
    const no = await ended();
    const ago = (interval: string): Promise<unknown[]> => api.rows('update care_order set actual_end_at = now() - $2::interval where order_no = $1', [no, interval]);
    await ago('7 days 1 minute');
    expect(await said(no, 'renew', { ...next, caregiver: false })).toEqual([false, 'renewal_late', 'renewal_late', '409 最后服务日起超过 7 天，不能续单']);
    await ago('6 days 23 hours 59 minutes');
    await done(no, 'renew', { ...next, caregiver: false });
  });
  test('begins after what was served, to the half day: no day is charged twice', async () => {
    const no = await ended();
    const from = (day: number, half: string): Promise<unknown> => client.ops.post(`/orders/${no}/renew`, { body: { version: 4, ...next, plannedStart: dayFromNow(day), startHalf: half, caregiver: false } }).then(({ status, body }) => [status, body.message]);
    const late = [409, '当前状态不能这样做：续单从上一单结束之后开始'];
    expect([await from(-2, 'PM'), await from(-1, 'AM'), await from(-1, 'PM')]).toEqual([late, late, late]);
    await api.rows(`update order_service_day set fraction = 0.5 where day = $2 and order_id = (select id from care_order where order_no = $1)`, [no, dayFromNow(-1)]);
    expect([await from(-1, 'AM'), await from(-1, 'PM')]).toEqual([late, [200, '']]);
  });
  test('is not made for a bed, ward or department that was switched off since', async () => {
    const no = await ended();
    const { departmentId } = await see(no);
    const on = (status: number): Promise<unknown> => api.rows('update hospital_department set status = $2 where id = $1', [departmentId, status]);
    await on(0);
    expect(await refused(does(no, 'renew', { ...next, caregiver: false }))).toBe('409 床位、病区或科室已停用');
    await on(1);
    await done(no, 'renew', { ...next, caregiver: false });
  });
  test('has its own lines in the audit, and is taken back by cancelling the new order', async () => {
    const no = await ended();
    const { otherNo } = await done(no, 'renew', { ...next, caregiver: true });
    expect(await api.rows('select action, hospital_id::text as at, after from audit_event where entity_id = $1 and ok order by id', [otherNo])).toEqual([
      { action: 'order.create', at: life.place.hospitalId, after: { patientName: (await see(no)).patientName, plannedStart: next.plannedStart, plannedEnd: next.plannedEnd, payableFen: 2 * UNIT } },
      { action: 'order.assign', at: life.place.hospitalId, after: expect.objectContaining({ caregiverName: '值班', event: 'assign' }) as unknown },
    ]);
    expect(await said(no, 'undo', {})).toEqual([false, 'undo_renewal', 'undo_renewal', '409 续单不在这里撤销：取消新订单']);
  });
});

test('an order is found by its number in either case, whatever is asked of it', async () => {
  const no = await made();
  const low = no.toLowerCase();
  for (const path of ['', '/explain', '/preview?event=cancel', '/changes?since=0', '/candidates?event=assign']) expect([path, (await client.ops.get(`/orders/${low}${path}`)).status]).toEqual([path, 200]);
  const carer = (await life.carer('小写')).no;
  expect((await client.ops.get<Candidate[]>(`/orders/${low}/candidates?event=assign`)).body.result.map((row) => row.caregiverNo)).toContain(carer);
  await done(low, 'assign', { caregiverNo: carer });
  await done(low, 'undo');
  // two that differ in nothing else are each themselves
  await api.rows('update care_order set order_no = $2 where order_no = $1', [await made(), low]);
  expect([(await see(low)).orderNo, (await see(no)).orderNo]).toEqual([low, no]);
  await done(low, 'cancel', { reason: '误' });
  expect([(await see(low)).status, (await see(no)).status]).toEqual(['cancelled', 'pending_assign']);
  expect((await client.ops.get(`/orders/${encodeURIComponent('PH1\0')}/changes?since=0`)).status).toBe(404);
});
