import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sumsOf, type HospitalMonth, type Statement } from '../src/areas/settlement/contract.ts';
import type { Client } from './kit/api.ts';
import { dayFromNow } from './kit/care.ts';
import { closingKit, dayIn, monthBefore } from './kit/closing.ts';
import { booked, importSheet, ORDER_HEAD } from './kit/intake.ts';
import { refused, startLife, UNIT, type Life } from './kit/life.ts';

const LAST = monthBefore(1);
let life: Life;
let kit: ReturnType<typeof closingKit>;
beforeAll(async () => {
  life = await startLife();
  kit = closingKit(life);
});
afterAll(() => life.api.close());
const CLOSED = '409 这些日子已经月结，先重开那个月';
const share = (fen: number, bp: number): number => Math.floor((fen * bp) / 10_000 + 0.5);
/** A refusal by the books, after which everything stands as it stood. */
async function untouched(attempt: () => Promise<string>): Promise<void> {
  const before = await kit.books();
  expect(await attempt()).toBe(CLOSED);
  expect(await kit.books()).toEqual(before);
}

describe('closing', () => {
  test('a month that is not over, and one that an order hinders, stay open; what hinders is named', async () => {
    const carer = await life.carer('孙一');
    expect(await refused(kit.close(monthBefore(0)))).toBe('409 这个月还没有过完');
    const no = await life.made({ plannedStart: dayIn(LAST, 3), plannedEnd: dayIn(LAST, 5), endHalf: 'PM' });
    const hindering = async (): Promise<unknown> => (await kit.statement(LAST)).hindering.map(({ orderNo, kind }) => [orderNo, kind]);
    expect(await hindering()).toEqual([[no, 'unassigned']]);
    expect(await refused(kit.close(LAST))).toBe('409 这个月还有订单没派单、没开始或没完成');
    await life.done(no, 'assign', { caregiverNo: carer.no });
    expect(await hindering()).toEqual([[no, 'unstarted']]);
    await life.done(no, 'start', { reason: '补录' });
    expect(await hindering()).toEqual([[no, 'unfinished']]);
    await life.done(no, 'complete', { end: { day: dayIn(LAST, 5), half: 'PM' } });
    expect(await kit.statement(LAST)).toMatchObject({ state: 'open', hindering: [], days: 3, amountFen: 3 * UNIT, can: ['close'], cannot: { reopen: 'month_is_open' } });
  });

  test('what is closed is what was shown; its days, its pay and its audit say so, and who watches hears it', async () => {
    expect(await refused(kit.close(LAST, life.client.ops, { amountFen: 3 * UNIT - 1 }))).toBe(`409 合计变了，看过新的合计再确认：服务费 ¥${((3 * UNIT - 1) / 100).toFixed(2)} → ¥${((3 * UNIT) / 100).toFixed(2)}`);
    expect(await refused(kit.close(LAST, life.client.ops, { days: 4 }))).toBe('409 合计变了，看过新的合计再确认：服务天数 4 → 3');
    const heard: string[] = [];
    const stop = await life.api.database.listen('order', (payload) => heard.push(payload));
    const { status, body } = await kit.close(LAST);
    expect([status, body.result]).toEqual([200, expect.objectContaining({ state: 'closed', version: 1, days: 3, amountFen: 3 * UNIT, payFen: 3 * share(UNIT, 7000), feeFen: 3 * share(UNIT, 500), can: ['reopen', 'pay'], closedBy: 'ops的昵称' })]);
    await expect.poll(() => heard.map((payload) => JSON.parse(payload) as unknown)).toEqual([{ hospitalId: life.place.hospitalId }]);
    stop();
    expect(await life.api.rows('select distinct y.attendance, y.period_id = p.id as own from order_service_day y, settlement_period p')).toEqual([{ attendance: 'present', own: true }]);
    expect(await life.api.rows('select w.days::float8, w.amount_fen::float8 as fen, w.status from caregiver_pay w')).toEqual([{ days: 3, fen: 3 * share(UNIT, 7000), status: 'open' }]);
    const [line] = await life.api.rows<{ after: object; hospital: string }>(`select after, hospital_id::text as hospital from audit_event where action = 'settlement.close' and ok`);
    expect(line!.hospital).toBe(life.place.hospitalId);
    expect(line!.after).toMatchObject({ month: LAST, state: 'closed', days: 3, amountFen: 3 * UNIT });
  });

  test('closed twice, or seen before someone closed it: refused, and nothing changes', async () => {
    const before = await kit.books();
    expect(await refused(kit.close(LAST))).toBe('409 这个月已经月结');
    expect((await kit.close(LAST, life.client.admin, { version: 0 })).status).toBe(409);
    expect(await kit.books()).toEqual(before);
  });

  test('it is opened for a reason only, by those who close, and not once its pay was paid out', async () => {
    expect((await kit.reopen(LAST, ' ')).status).toBe(400);
    for (const by of [life.client.resident, life.client.hospital]) for (const answer of [await kit.reopen(LAST, '试', by), await kit.close(LAST, by)]) expect(answer.status).toBe(403);
    await life.api.rows(`update caregiver_pay set status = 'paid'`);
    expect(await refused(kit.reopen(LAST))).toBe('409 这个月的工资已发放，不能重开');
    await life.api.rows(`update caregiver_pay set status = 'open'`);
    expect((await kit.reopen(LAST)).body.result).toMatchObject({ state: 'open', version: 2, days: 3, reopenReason: '漏了一天', reopenedBy: 'ops的昵称', closedAt: null, can: ['close'] });
    expect(await life.api.rows('select 1 from order_service_day where period_id is not null union all select 1 from caregiver_pay')).toEqual([]);
    expect((await life.api.rows<{ after: object }>(`select after from audit_event where action = 'settlement.reopen' and ok`))[0]!.after).toMatchObject({ state: 'open', reason: '漏了一天' });
    expect((await kit.reopen(LAST)).status).toBe(409);
    // who saw it before all that has not seen what it is now
    expect((await kit.close(LAST, life.client.ops, { version: 0 })).body.code).toBe(40_900);
  });

  test('two people close at once: exactly one wins, the other is told', async () => {
    const shown = await kit.statement(LAST);
    const body = { hospitalId: life.place.hospitalId, month: LAST, version: shown.version, sums: sumsOf(shown) };
    const answers = await Promise.all([life.client.ops, life.client.admin, life.client.ops, life.client.admin].map((by) => by.post<Statement>('/settlements/close', { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await kit.statement(LAST)).toMatchObject({ state: 'closed', version: shown.version + 1 });
    expect(await life.api.rows(`select count(*)::int as n from audit_event where action = 'settlement.close' and ok`)).toEqual([{ n: 2 }]);
    expect((await kit.reopen(LAST)).status).toBe(200);
  });
});

describe('closed days refuse change', () => {
  let carer: { id: string; no: string };
  let done: string;
  let running: string;
  beforeAll(async () => {
    carer = await life.carer('周二');
    done = await kit.served(dayIn(LAST, 10), dayIn(LAST, 12), carer);
    // in service since last month, and for some days to come
    running = await life.made({ plannedStart: dayIn(LAST, 20), plannedEnd: dayFromNow(5), endHalf: 'PM' });
    await life.done(running, 'assign', { caregiverNo: carer.no });
    await life.done(running, 'start', { reason: '补录' });
    expect((await kit.close(LAST)).status).toBe(200);
  });

  test('new orders, quotes and renewals with days of it', async () => {
    const stay = { plannedStart: dayIn(LAST, 26), startHalf: 'AM', plannedEnd: dayFromNow(0), endHalf: 'PM' };
    await untouched(() => refused(life.client.ops.post('/orders', { body: life.form(stay) })));
    await untouched(() => refused(life.client.ops.get('/orders/quote', { query: { hospitalId: life.place.hospitalId, serviceItemId: life.serviceId, ...stay } })));
    await untouched(() => refused(life.does(done, 'renew', { ...stay, plannedStart: dayIn(LAST, 13), plannedEnd: dayIn(LAST, 14), caregiver: true })));
  });
  test('completing early inside of it, also when only tried', async () => {
    const end = { day: dayIn(LAST, 22), half: 'PM' };
    await untouched(() => refused(life.does(running, 'complete', { reason: '出院', end })));
    await untouched(() => refused(life.client.ops.get(`/orders/${running}/preview`, { query: { event: 'complete', plannedEnd: end.day, endHalf: 'PM' } })));
  });
  test('what only touches the days that are open goes on: change, extend, adjust, pay, complete, and undo of those', async () => {
    const other = await life.carer('吴三');
    const days = () => life.api.rows('select y.* from order_service_day y where y.period_id is not null order by y.order_id, y.day');
    const before = await days();
    const { amountFen, adjustedFen } = await kit.statement(LAST);
    await life.done(running, 'change', { caregiverNo: other.no, reason: '家属要求' });
    await life.done(running, 'extend', { plannedEnd: dayFromNow(6), endHalf: 'PM' });
    await life.done(running, 'undo');
    await life.done(running, 'adjust', { kind: 'discount', amountFen: -100, reason: '补偿' });
    await life.done(running, 'pay', { amountFen: 100, method: 'cash' });
    await life.done(running, 'complete', { reason: '出院' });
    await life.done(running, 'undo');
    await life.done(done, 'adjust', { kind: 'discount', amountFen: -100, reason: '迟来的优惠' });
    expect(await days()).toEqual(before);
    expect(await kit.statement(LAST)).toMatchObject({ state: 'closed', amountFen, adjustedFen });
    expect((await kit.statement(monthBefore(0))).adjustedFen).toBe(-200);
  });
  test('an undo that would put a closed day back to what it was', async () => {
    expect((await kit.reopen(LAST)).status).toBe(200);
    await life.done(running, 'complete', { reason: '出院', end: { day: dayIn(LAST, 25), half: 'PM' } });
    expect((await kit.close(LAST)).status).toBe(200);
    const before = await kit.books();
    expect((await life.does(running, 'undo')).status).toBe(409);
    expect(await kit.books()).toEqual(before);
    expect((await kit.reopen(LAST)).status).toBe(200);
    await life.done(running, 'undo');
    expect(await life.api.rows('select 1 from order_service_day where period_id is not null')).toEqual([]);
    expect((await kit.close(LAST)).status).toBe(200);
  });
  test('an undo after the month was opened again leaves no day behind in a period that is gone', async () => {
    await life.done(running, 'adjust', { kind: 'surcharge', amountFen: 100, reason: '加班' });
    expect((await kit.reopen(LAST)).status).toBe(200);
    await life.done(running, 'undo');
    expect(await life.api.rows('select 1 from order_service_day where period_id is not null')).toEqual([]);
    expect((await kit.close(LAST)).status).toBe(200);
  });
  test('a day changed as it stands, by whatever hand: the database itself', async () => {
    const id = await life.kit.orderId(done);
    const at = `${dayIn(LAST, 11)}`;
    const before = await kit.books();
    for (const [statement, values] of [
      ['update order_service_day set attendance = $2 where order_id = $1 and attendance = \'present\'', [id, 'absent']],
      ['update order_service_day set amount_fen = amount_fen + 1 where order_id = $1 and day = $2', [id, at]],
      ['update order_service_day set day = day + 60 where order_id = $1 and day = $2', [id, at]],
      ['update order_service_day set caregiver_id = null where order_id = $1 and day = $2', [id, at]],
      ['delete from order_service_day where order_id = $1 and day = $2', [id, at]],
      ['insert into order_service_day (order_id, day, fraction, unit_price_fen, amount_fen) values ($1, $2, 1, 1, 1)', [id, dayIn(LAST, 27)]],
      ['insert into order_adjustment (order_id, amount_fen, kind, reason, created_by, created_at) values ($1, 1, \'correction\', \'x\', 1, $2)', [id, `${dayIn(LAST, 28)}T12:00:00+08:00`]],
      ['insert into order_payment (order_id, kind, method, amount_fen, received_by, received_at, idempotency_key) values ($1, \'topup\', \'cash\', 1, 1, $2, \'x\')', [id, `${dayIn(LAST, 1)}T00:00:00+08:00`]],
      ['update care_order set deleted_at = now() where id = $1', [id]],
    ] as const) await expect(life.api.rows(statement, [...values]), statement).rejects.toMatchObject({ code: '23C01', constraint: 'settlement_closed' });
    expect(await kit.books()).toEqual(before);
    // what changes nothing, and what is dated outside of the month, is no change of it
    await life.api.rows('update order_service_day set amount_fen = amount_fen where order_id = $1', [id]);
    await life.api.rows(`insert into order_payment (order_id, kind, method, amount_fen, received_by, received_at, idempotency_key) values ($1, 'topup', 'cash', 1, 1, $2, 'y')`, [id, `${monthBefore(0)}-01T00:00:00+08:00`]);
  });
  test('a sheet: the row with such days is refused in words, the others are loaded', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'closing-'));
    const file = join(folder, 'order.csv');
    const row = (n: number, from: string, to: string): string[] => booked(n, { 医院: '第一医院', 科室: '骨科', 病区: '骨科一病区', 床号: '', 开始日期: from, 结束日期: to, 应收款: '780.00', 实收款: '780.00', 护工工号: carer.no, 订单状态: '已完成' });
    const open = monthBefore(3);
    writeFileSync(file, [ORDER_HEAD, row(101, dayIn(LAST, 2), dayIn(LAST, 4)), row(102, dayIn(open, 2), dayIn(open, 4))].map((cells) => cells.join(',')).join('\n'));
    const { report, said } = await importSheet(life.api.database, 'orders', file, '--create-places');
    rmSync(folder, { recursive: true });
    expect([said, report.map(({ key, reason }) => [key, reason])]).toEqual([expect.stringContaining('1 loaded'), [['TP10101', expect.stringContaining('已经月结')]]]);
  });
  test('another hospital, and another month, stay open', async () => {
    const { foreign } = life;
    const stay = { plannedStart: dayIn(LAST, 2), plannedEnd: dayIn(LAST, 3), endHalf: 'PM' };
    await life.made({ ...stay, hospitalId: foreign.hospitalId, departmentId: foreign.departments[0]!.id, wardId: foreign.departments[0]!.wardId, bedId: foreign.departments[0]!.bedId });
    await life.made({ plannedStart: dayIn(monthBefore(2), 2), plannedEnd: dayIn(monthBefore(2), 3) });
  });
  test('a stay over the end of a month is closed to its last day and from its first', async () => {
    const no = await kit.served(dayIn(monthBefore(6), 27), dayIn(monthBefore(5), 2), await life.carer('郑三'));
    const closed = async (): Promise<unknown> => life.api.rows(`select to_char(y.day, 'YYYY-MM') as month, y.period_id is not null as closed, count(*)::int > 0 as some from order_service_day y where y.order_id = $1 group by 1, 2 order by 1`, [await life.kit.orderId(no)]);
    for (const [month, after] of [[6, [true, false]], [5, [true, true]]] as const) {
      expect((await kit.close(monthBefore(month))).status).toBe(200);
      expect(await closed()).toEqual(after.map((is, i) => ({ month: monthBefore(6 - i), closed: is, some: true })));
    }
  });
});

test('days that come while a month is being closed: each is in the closed month or was refused, none stands beside it', async () => {
  const month = monthBefore(4);
  const carer = await life.carer('郑四');
  const id = await life.kit.orderId(await kit.served(dayIn(month, 1), dayIn(month, 2), carer));
  for (let round = 0; round < 3; round++) {
    const late = Array.from({ length: 8 }, (_, i) => life.api.rows('insert into order_service_day (order_id, day, fraction, unit_price_fen, amount_fen) values ($1, $2, 1, 100, 100)', [id, dayIn(month, 3 + round * 8 + i)]).then(() => true, (error: { code: string }) => {
      expect(error.code).toBe('23C01');
      return false;
    }));
    const [closed, ...made] = await Promise.all([kit.close(month), ...late]);
    const { state, days } = await kit.statement(month);
    expect(state).toBe(closed.status === 200 ? 'closed' : 'open');
    expect(await life.api.rows(`select count(*)::int as n, count(period_id)::int as own from order_service_day where order_id = $1`, [id])).toEqual([{ n: days, own: state === 'closed' ? days : 0 }]);
    if (state === 'open') expect(made).toEqual(made.map(() => true));
    else expect((await kit.reopen(month)).status).toBe(200);
  }
});

describe('whose it is', () => {
  test('each sees what is theirs: another hospital does not exist, and pay is for those who may see it', async () => {
    const { place, foreign } = life;
    const of = async (by: Client, path: string, query: object = {}) => by.get(path, { query: { month: LAST, ...query } });
    for (const by of [life.client.resident, life.client.hospital]) {
      const { list, total } = (await of(by, '/settlements')).body.result as { list: { hospitalId: string; payFen: null }[]; total: { payFen: null } };
      expect([list.map(({ hospitalId }) => hospitalId), total.payFen, list[0]!.payFen]).toEqual([[place.hospitalId], null, null]);
      expect(await kit.statement(LAST, by)).toMatchObject({ can: [], cannot: {}, payFen: null, whole: true });
      for (const hospitalId of [foreign.hospitalId, '999']) for (const [path, query] of [['hospital', {}], ['orders', {}], ['caregivers', {}], ['export', { by: 'hospital' }], ['export', { by: 'caregiver' }]] as const) expect([path, (await of(by, `/settlements/${path}`, { ...query, hospitalId })).status]).toEqual([path, 404]);
      expect((await of(by, '/settlements/caregivers', { hospitalId: place.hospitalId })).body.result).toMatchObject({ list: expect.arrayContaining([expect.objectContaining({ name: '周二' })]) });
      const sheet = (await of(by, '/settlements/export', { by: 'caregiver', type: 'csv' })).text;
      expect(sheet).toContain('周二');
      expect(sheet).not.toContain('分成');
    }
    expect((await of(life.client.ops, '/settlements/export', { by: 'caregiver', type: 'csv' })).text).toContain('分成');
    expect((await of(life.client.ops, '/settlements')).body.result).toMatchObject({ list: [{ hospitalId: place.hospitalId }, { hospitalId: foreign.hospitalId }] });
  });
  test('who sees some departments is told that the sums are theirs: on the list, of each hospital, and on its sheet in both languages', async () => {
    const own = await life.api.account({ username: 'ward', role: 3, hospitals: [life.place.hospitalId] });
    await life.api.rows('update sys_user_hospital set department_ids = array[$2::bigint] where user_id = $1', [own, life.place.departments[1]!.id]);
    const ward = await life.api.as('ward');
    const list = async (by: Client) => (await by.get<{ list: HospitalMonth[] }>('/settlements', { query: { month: LAST } })).body.result.list.map(({ name, whole }) => [name, whole]);
    expect([await list(ward), await list(life.client.resident), await list(life.client.ops)]).toEqual([[['第一医院', false]], [['第一医院', true]], [['第一医院', true], ['第二医院', true]]]);
    const first = async (by: Client, language: string) => (await by.get('/settlements/export', { query: { month: LAST, by: 'hospital', type: 'csv' }, headers: { 'x-language': language } })).text.split(/\r\n,*\r\n/)[0]!.split('\r\n').slice(1).map((line) => line.split(',')[0]);
    expect([await first(ward, 'zh-cn'), await first(ward, 'en'), await first(life.client.resident, 'en')]).toEqual([['第一医院（只含你的科室）', '合计（只含你的科室）'], ['第一医院 (your departments only)', 'Total (your departments only)'], ['第一医院', 'Total']]);
  });
  test.each(['2026-13', '2026-1', 'x', '1999-01', "2026-01'"])('the month %j is none', async (month) => {
    expect((await life.client.ops.get('/settlements', { query: { month } })).status).toBe(400);
  });
});
