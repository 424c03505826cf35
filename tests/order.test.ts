import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVALUATION_STATES, SERVICE_STATES, statusOf, STATUSES } from '../machines/order.ts';
import { order } from '../src/areas/order/contract.ts';
import type { Database } from '../src/host/db/open.ts';
import { careKit, dayFromNow, door, type Place } from './kit/care.ts';
import { testDatabase } from './kit/database.ts';

let database: Database;
let kit: Awaited<ReturnType<typeof careKit>>;
let ask: ReturnType<typeof door>;
let place: Place;
let other: Place;
const numbers: string[] = [];
beforeAll(async () => {
  database = await testDatabase();
  kit = await careKit(database);
  ask = door(database, 'all');
  place = await kit.place('第一医院');
  other = await kit.place('第二医院');
  for (let i = 0; i < 25; i++) numbers.unshift(await kit.order(i % 5 === 0 ? other : place, { service_state: i % 2 === 0 ? 'pending_assign' : 'in_service' }));
});
afterAll(() => database.close());

test('windows of the list join without gap or overlap, newest first, and past the end there is nothing', async () => {
  const seen: string[] = [];
  for (let pageNum = 1; pageNum <= 4; pageNum++) {
    const page = await ask(order.list, { pageNum: String(pageNum), pageSize: '7' });
    expect(page).toMatchObject({ total: 25, pageNum, pageSize: 7 });
    seen.push(...page.list.map((row) => row.orderNo));
  }
  expect(seen).toEqual(numbers);
  expect(await ask(order.list, { pageNum: '999999999', pageSize: '200' })).toMatchObject({ list: [], total: 25 });
  expect((await ask(order.list, { pageNum: '0', pageSize: '0' })).pageNum).toBe(1);
});

test('filters by status and hospital narrow list and total alike', async () => {
  const pending = await ask(order.list, { status: 'pending_assign' });
  expect(pending.total).toBe(13);
  expect(new Set(pending.list.map((row) => row.status))).toEqual(new Set(['pending_assign']));
  const both = await ask(order.list, { status: 'pending_assign', hospitalId: other.hospitalId });
  expect(both.total).toBe(3);
  expect(new Set(both.list.map((row) => row.hospitalName))).toEqual(new Set(['第二医院']));
  expect(await ask(order.list, { hospitalId: '0' })).toMatchObject({ list: [], total: 0 });
  expect(await ask(order.list, { hospitalId: '999999999999999999' })).toMatchObject({ list: [], total: 0 });
});

test('a row tells its places, its days as days, and its caregiver: serving before planned before ended', async () => {
  const no = await kit.order(place, { patient: '张三', service_state: 'in_service', planned_start: '2026-03-01', planned_end: '2026-03-09', start_half: 'PM', payable_fen: 200_000, paid_fen: 50_000 });
  const id = await kit.orderId(no);
  const [first, second, third] = [await kit.caregiver('王一', [place]), await kit.caregiver('王二', [place]), await kit.caregiver('王三', [place])];
  await kit.stint(id, first.id, 'ended', -9, -5);
  await kit.stint(id, third.id, 'void', -5, 9);
  const shown = async () => (await ask(order.detail, {}, { no })).caregiverName;
  expect(await shown()).toBe('王一');
  await kit.stint(id, third.id, 'planned', 2, 4);
  expect(await shown()).toBe('王三');
  await kit.stint(id, second.id, 'serving', -5, 2);
  const row = (await ask(order.list, {})).list[0]!;
  expect(row).toMatchObject({
    orderNo: no, patientName: '张三', patientGender: 1, hospitalName: '第一医院', departmentName: '骨科', wardName: '骨科一病区', bedNo: '11', serviceName: '一对一全天陪护', status: 'in_service', paymentState: 'partial',
    plannedStart: '2026-03-01', startHalf: 'PM', plannedEnd: '2026-03-09', caregiverName: '王二', caregiverNo: second.no, payableFen: 200_000, balanceFen: 150_000,
  });
});

test.each([
  [{ payable_fen: 100 }, 'unpaid'], [{ payable_fen: 100, paid_fen: 40 }, 'partial'], [{ payable_fen: 100, paid_fen: 100 }, 'paid'], [{ payable_fen: 100, paid_fen: 150 }, 'refund_due'], [{ payable_fen: 100, paid_fen: 150, refunded_fen: 50 }, 'paid'], [{ payable_fen: 0 }, 'unpaid'],
])('money %j is %s', async (money, state) => {
  expect((await ask(order.detail, {}, { no: await kit.order(place, money) })).paymentState).toBe(state);
});

test('the record: masked phone, priced days, ledger, stints and the whole story with its actor', async () => {
  const patient_id = await kit.patient('赵六', { contact_name: '赵七', contact_relation: '子女', contact_mobile: '13812345678', birthday: '1950-05-05' });
  const no = await kit.order(place, { patient_id, diagnosis: '<img src=x onerror=alert(1)>', requirements: `=cmd|' /C calc'!A0`, bed_id: null, bed_text: '加3', service_state: 'completed', eval_state: 'open', payable_fen: 39_000, paid_fen: 39_000 });
  const id = await kit.orderId(no);
  for (const [day, fraction, attendance] of [['2026-03-01', 0.5, 'present'], ['2026-03-02', 1, 'present'], ['2026-03-03', 1, 'void']])
    await database.pool.query('insert into order_service_day (order_id, day, fraction, unit_price_fen, amount_fen, attendance) values ($1, $2, $3, 26000, 26000, $4)', [id, day, fraction, attendance]);
  await kit.insert('order_payment', { order_id: id, kind: 'deposit', method: 'wechat', amount_fen: 39_000, proof_no: 'SJ1', received_by: kit.actorId, received_at: '2026-03-01T01:00:00Z', idempotency_key: 'k1' });
  await kit.insert('order_adjustment', { order_id: id, amount_fen: -500, kind: 'discount', reason: '优惠', created_by: kit.actorId });
  await kit.insert('order_event', { order_id: id, event: 'create', to_state: 'pending_assign', actor_id: kit.actorId, actor_role: 2, at: '2026-03-01T00:00:00Z' });
  await kit.insert('order_event', { order_id: id, event: 'assign', from_state: 'pending_assign', to_state: 'assigned', actor_id: kit.actorId, actor_role: 2, reason: '熟悉', at: '2026-03-01T00:10:00Z' });
  const carer = await kit.caregiver('钱八', [place]);
  await kit.stint(id, carer.id, 'ended', -3, 0, { change_reason: '家属要求' });
  const detail = await ask(order.detail, {}, { no });
  expect(detail).toMatchObject({
    status: 'pending_evaluation', contactMobile: '138****5678', contactName: '赵七', bedNo: '加3', diagnosis: '<img src=x onerror=alert(1)>', requirements: `=cmd|' /C calc'!A0`, days: 1.5, adjustedFen: -500, evaluationState: 'open', version: 1,
    ledger: [{ kind: 'deposit', method: 'wechat', amountFen: 39_000, proofNo: 'SJ1', at: '2026-03-01T01:00:00.000Z' }],
    stints: [{ caregiverNo: carer.no, caregiverName: '钱八', from: `${dayFromNow(-4)}T16:00:00.000Z`, status: 'ended', exclusive: false, reason: '家属要求' }],
    timeline: [{ event: 'create', from: null, to: 'pending_assign', actor: '小周', actorRole: 2 }, { event: 'assign', from: 'pending_assign', to: 'assigned', reason: '熟悉' }],
  });
  expect(JSON.stringify(detail)).not.toContain('13812345678');
});

test('a number is found whatever its case; what no number is, or is gone, is not found', async () => {
  const no = await kit.order(place, { order_no: 'PH26110299999' });
  expect((await ask(order.detail, {}, { no: 'ph26110299999' })).orderNo).toBe(no);
  for (const wrong of ['PH0', 'P'.repeat(10_000), `PH26110299999\0`, `' or 1=1 --`, '%', '\ud800', '']) await expect(ask(order.detail, {}, { no: wrong })).rejects.toMatchObject({ fault: 'not_found' });
  await database.pool.query('update care_order set deleted_at = now() where order_no = $1', [no]);
  await expect(ask(order.detail, {}, { no })).rejects.toMatchObject({ fault: 'not_found' });
  expect((await ask(order.list, {})).list.map((row) => row.orderNo)).not.toContain(no);
});

test("the database's status is the machine's, whatever the facts", async () => {
  const facts = fc.record({ serviceState: fc.constantFrom(...SERVICE_STATES), evaluationState: fc.constantFrom(...EVALUATION_STATES), payable: fc.integer({ min: 0, max: 3 }), paid: fc.integer({ min: 0, max: 3 }), refunded: fc.integer({ min: 0, max: 3 }) });
  const no = await kit.order(place, { patient: '状态' });
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(facts, async ({ serviceState, evaluationState, payable, paid, refunded }) => {
      const { rows } = await database.pool.query<{ status: string }>('update care_order set service_state = $2, eval_state = $3, payable_fen = $4, paid_fen = $5, refunded_fen = $6 where order_no = $1 returning status', [no, serviceState, evaluationState, payable, paid, refunded]);
      met.add(rows[0]!.status);
      expect(rows[0]!.status).toBe(statusOf({ serviceState, evaluationState, balanceFen: payable - paid + refunded }));
    }),
    // the rarest of all is always among them
    { numRuns: 400, examples: [[{ serviceState: 'completed', evaluationState: 'open', payable: 2, paid: 2, refunded: 0 }]] },
  );
  expect([...met].sort()).toEqual([...STATUSES].sort());
});
