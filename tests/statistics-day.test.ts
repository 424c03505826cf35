import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { order } from '../src/areas/order/contract.ts';
import { statistics, type Values } from '../src/areas/statistics/contract.ts';
import { opened, type Measure } from '../src/areas/statistics/measure.ts';
import { verifyStatistics } from '../src/areas/statistics/verify.ts';
import { foldStatistics } from '../src/host/stat-count.ts';
import { sweep } from '../src/host/sweep.ts';
import { dayFromNow, door } from './kit/care.ts';
import { booked, importSheet, ORDER_HEAD } from './kit/intake.ts';
import { startLife, type Life } from './kit/life.ts';

/* On which day things count, and how often. */
let life: Life;
let carer: { id: string; no: string };
let ask: ReturnType<typeof door>;
beforeAll(async () => {
  life = await startLife();
  ask = door(life.api.database, 'all');
  carer = await life.kit.caregiver('孙一', [life.place, life.foreign], { certificate: dayFromNow(5) });
});
afterAll(() => life.api.close());
const figures = async (from: number, to: number, measures: string): Promise<Values> => (await ask(statistics.measures, { from: dayFromNow(from), to: dayFromNow(to), measures })).totals;
const listed = async (did: string): Promise<string[]> => (await ask(order.list, { did })).list.map(({ orderNo }) => orderNo).sort();
/** An order of these days, assigned and begun. */
async function begun(from: number, to: number, more: object = {}): Promise<string> {
  const no = await life.made({ plannedStart: dayFromNow(from), plannedEnd: dayFromNow(to), endHalf: 'PM', ...more });
  await life.done(no, 'assign', { caregiverNo: (await life.carer(`护工${no}`)).no });
  await life.done(no, 'start', { reason: '补录' });
  return no;
}

test('an order has ended on the last day that it was served, whenever that was recorded: in figures, lists and ages', async () => {
  const at = { day: dayFromNow(-8), half: 'PM' };
  const late = await begun(-9, -8);
  await life.done(late, 'complete', { end: at });
  // begun in time: it ends with the day, which is midnight, and that is recorded days later
  const evening = await begun(-9, -8);
  await life.api.rows(`update care_order set actual_start_at = $2::date + time '08:00' where order_no = $1`, [evening, dayFromNow(-9)]);
  await life.done(evening, 'complete', { end: at });
  const noon = await begun(-9, -6);
  await life.done(noon, 'complete', { end: { ...at, half: 'AM' }, reason: '出院' });
  expect([await figures(-8, -8, 'ended,endedEarly'), await figures(-7, 3, 'ended,endedEarly')]).toEqual([{ ended: 3, endedEarly: 1 }, { ended: 0, endedEarly: 0 }]);
  const day = dayFromNow(-8);
  expect([await listed(`ended:${day}:${day}`), await listed(`ended-early:${day}:${day}`)]).toEqual([[late, evening, noon].sort(), [noon]]);
  expect((await ask(statistics.bands)).rows.filter(({ orders }) => orders > 0)).toMatchObject([{ band: 'd30', orders: 3 }]);
  await life.done(noon, 'undo');
  expect([await figures(-8, -8, 'ended,endedEarly'), await life.api.rows('select ended_on, service_state as state from care_order where order_no = $1', [noon])]).toEqual([{ ended: 2, endedEarly: 0 }, [{ ended_on: null, state: 'in_service' }]]);
  await life.done(noon, 'complete', { end: at, reason: '出院' });
});

test('who completes on time with a reason has not ended early', async () => {
  const no = await begun(-20, -19);
  await life.done(no, 'complete', { end: { day: dayFromNow(-19), half: 'PM' }, reason: '一起写的原因' });
  expect([(await life.see(no)).endReason, await figures(-20, -19, 'ended,endedEarly,endedEarlyRate')]).toEqual([null, { ended: 1, endedEarly: 0, endedEarlyRate: 0 }]);
  expect((await ask(statistics.groups, { from: dayFromNow(-20), to: dayFromNow(-19), group: 'ended-early-reason' })).rows).toEqual([]);
});

test('each reason has its rate, of all that could have had it', async () => {
  for (const reason of ['家属要求', '护工请假']) {
    const no = await begun(-1, 5);
    await life.done(no, 'change', { caregiverNo: (await life.carer('周二')).no, reason });
  }
  const [from, to] = [dayFromNow(0), dayFromNow(0)];
  const { started } = await figures(0, 0, 'started');
  const { rows, totals } = await ask(statistics.groups, { from, to, group: 'replaced-reason' });
  expect(rows.map(({ name, values }) => [name, values])).toEqual(['护工请假', '家属要求'].map((name) => [name, { replaced: 1, replacedRate: Math.round(10_000 / started!) }]));
  expect(totals).toEqual({ replaced: 2, replacedRate: Math.round(20_000 / started!) });
  expect((await ask(statistics.groups, { from, to, group: 'replaced-reason', limit: '1' })).rest!.values).toEqual({ replaced: 1, replacedRate: Math.round(10_000 / started!) });
});

test('a replacement is of who was replaced, an extension of who served then, an early end of who served last; their rates of the orders that they took on', async () => {
  const from = dayFromNow(-40);
  const [first, second, third] = [await life.carer('冯甲'), await life.carer('冯乙'), await life.carer('冯丙')];
  const day = (n: number) => dayFromNow(-40 + n);
  const no = await life.made({ plannedStart: day(0), plannedEnd: dayFromNow(2), endHalf: 'PM' });
  const other = await life.made({ plannedStart: day(0), plannedEnd: day(9), endHalf: 'PM' });
  for (const [which, who] of [[no, first], [other, second]] as const) {
    await life.done(which, 'assign', { caregiverNo: who.no });
    await life.done(which, 'start', { reason: '补录' });
  }
  await life.done(no, 'change', { caregiverNo: third.no, reason: '家属要求' });
  await life.done(no, 'extend', { plannedEnd: dayFromNow(3), endHalf: 'PM', reason: '恢复慢' });
  await life.done(other, 'complete', { end: { day: day(4), half: 'PM' }, reason: '出院' });
  const measures = 'replaced,replacedRate,extended,extendedRate,endedEarly,endedEarlyRate';
  const to = dayFromNow(3);
  const none = { replaced: 0, replacedRate: 0, extended: 0, extendedRate: 0, endedEarly: 0, endedEarlyRate: 0 };
  const should = [[first.no, { ...none, replaced: 1, replacedRate: 10_000 }], [second.no, { ...none, endedEarly: 1, endedEarlyRate: 10_000 }], [third.no, { ...none, extended: 1, extendedRate: 10_000 }]];
  for (const folded of [false, true]) {
    if (folded) await foldStatistics(life.api.database.db);
    for (const range of [{ from, to }, { from: day(-31), to: dayFromNow(31) }]) {
      const { rows } = await ask(statistics.groups, { ...range, group: 'caregiver', measures, limit: '500' });
      expect([first, second, third].map((one) => [one.no, rows.find(({ id }) => id === one.no)!.values])).toEqual(should);
      expect(await Promise.all([first, second, third].map(async (one) => [one.no, (await ask(statistics.measures, { ...range, caregiver: one.no, measures })).totals]))).toEqual(should);
    }
  }
  // what one has taken over counts as taken on, and what opens is what is counted
  expect((await ask(statistics.groups, { from, to, group: 'replaced-reason', caregiver: first.no })).rows.map(({ id, values }) => [id, values])).toEqual([['家属要求', { replaced: 1, replacedRate: 10_000 }]]);
  expect((await ask(statistics.groups, { from, to, group: 'replaced-reason', caregiver: third.no })).rows).toEqual([]);
  for (const [measure, who, order] of [['replaced', first, no], ['extended', third, no], ['endedEarly', second, other]] as const) {
    const did = (caregiver: string): string => String(opened(measure, { from, to, caregiver })!.query['did']);
    expect([measure, ...(await Promise.all([first, second, third].map((one) => listed(did(one.no)))))]).toEqual([measure, ...[first, second, third].map((one) => (one === who ? [order] : []))]);
  }
  await life.done(other, 'undo');
  expect((await ask(statistics.measures, { from, to, caregiver: second.no, measures: 'endedEarly' })).totals).toEqual({ endedEarly: 0 });
  // a day that changes hands at noon is counted for both, also anew
  const shared = await begun(0, 5);
  await life.done(shared, 'change', { caregiverNo: first.no, since: { day: dayFromNow(2), half: 'PM' }, reason: '家属要求' });
  expect((await life.api.rows('select 1 from order_service_day where relief_id is not null')).length).toBeGreaterThan(0);
  expect((await verifyStatistics(life.api.database)).differences).toEqual([]);
});

test('a hospital that changes its clock says at once that its figures are counted anew, and the next sweep has counted them', async () => {
  const { rows } = life.api;
  const { hospitalId } = life.place;
  // at eleven in the evening here it is tomorrow there
  const no = await life.made({ plannedStart: dayFromNow(30), plannedEnd: dayFromNow(31) });
  await rows(`update care_order set created_at = ($2::date + time '23:00') at time zone 'Asia/Shanghai' where order_no = $1`, [no, dayFromNow(-100)]);
  const [{ id: departmentId, wardId } = { id: '', wardId: '' }] = life.foreign.departments;
  await life.made({ hospitalId: life.foreign.hospitalId, departmentId, wardId, bedId: null, plannedStart: dayFromNow(-20), plannedEnd: dayFromNow(-19) });
  const made = async (n: number) => {
    const { totals, recounting } = await ask(statistics.measures, { from: dayFromNow(n), to: dayFromNow(n), measures: 'made', hospital: hospitalId });
    return [totals.made, recounting];
  };
  const elsewhere = async () => (await ask(statistics.groups, { from: dayFromNow(-100), to: dayFromNow(40), group: 'service', hospital: life.foreign.hospitalId })).totals;
  const before = await elsewhere();
  expect([before.made, before.serviceDays]).toEqual([1, expect.any(Number)]);
  await sweep(life.api.database.db);
  expect([await made(-100), await made(-99)]).toEqual([[1, false], [0, false]]);
  // nothing is of a hospital without orders
  const empty = await life.kit.place('空医院', ['内科']);
  await rows(`update hospital set timezone = 'Asia/Tokyo' where id = $1`, [empty.hospitalId]);
  expect(await rows('select hospital_id::text as id from stat_stale')).toEqual([]);
  await rows(`update hospital set timezone = 'Pacific/Auckland' where id = $1`, [hospitalId]);
  expect([await made(-100), await made(-99)]).toEqual([[1, true], [0, true]]);
  const scoped = async (hospital: string) => (await door(life.api.database, [{ hospitalId: hospital, departments: [] }])(statistics.groups, { from: dayFromNow(-9), to: dayFromNow(0), group: 'service' })).recounting;
  expect([await scoped(hospitalId), await scoped(life.foreign.hospitalId), (await ask(statistics.heat, { from: dayFromNow(-9), to: dayFromNow(0), measure: 'made' })).recounting]).toEqual([true, false, true]);
  const sheet = async () => (await life.client.admin.post('/statistics/export', { body: { what: 'heat', query: { from: dayFromNow(-1), to: dayFromNow(0), measure: 'made' }, type: 'csv' } })).text;
  expect(await sheet()).toContain('现在还按旧时区');
  await sweep(life.api.database.db);
  expect([await made(-100), await made(-99), (await verifyStatistics(life.api.database)).differences]).toEqual([[0, false], [1, false], []]);
  expect(await sheet()).not.toContain('旧时区');
  await rows(`update hospital set timezone = 'Asia/Shanghai' where id = $1`, [hospitalId]);
  await sweep(life.api.database.db);
  expect([await made(-100), await made(-99), await elsewhere(), (await verifyStatistics(life.api.database)).differences]).toEqual([[1, false], [0, false], before, []]);
});

test('who is posted to two hospitals has one certificate: the sum of the hospitals is not their total', async () => {
  const { rows, totals } = await ask(statistics.groups, { from: dayFromNow(0), to: dayFromNow(0), group: 'hospital', measures: 'certificatesEnding' });
  expect([rows.map(({ values }) => values), totals]).toEqual([[{ certificatesEnding: 1 }, { certificatesEnding: 1 }], { certificatesEnding: 1 }]);
});

test('utilisation opens the orders that are in it: those with a caregiver on these days', async () => {
  const bare = await life.made({ plannedStart: dayFromNow(20), plannedEnd: dayFromNow(21) });
  const given = await life.made({ plannedStart: dayFromNow(20), plannedEnd: dayFromNow(21) });
  await life.done(given, 'assign', { caregiverNo: (await life.carer('吴三')).no });
  const did = (measure: Measure): string => String(opened(measure, { from: dayFromNow(20), to: dayFromNow(21) })!.query['did']);
  expect([await listed(did('serviceDays')), await listed(did('utilisation'))]).toEqual([[bare, given].sort(), [given]]);
});

test('a sheet of old orders makes no peak on the day on which it is read', async () => {
  const before = await figures(0, 0, 'made,cancelled,receivable');
  const folder = mkdtempSync(join(tmpdir(), 'statistics-'));
  const file = join(folder, 'order.csv');
  const row = (n: number, change: object): string[] => booked(n, { 医院: '第一医院', 科室: '骨科', 病区: '骨科一病区', 床号: '', 护工工号: carer.no, 开始日期: dayFromNow(-60), 结束日期: dayFromNow(-58), ...change });
  writeFileSync(file, [ORDER_HEAD, row(201, { 应收款: '800.00', 实收款: '800.00' }), row(202, { 订单状态: '已取消', 应收款: '780.00', 实收款: '100.00', 护工工号: '' }), row(203, { 订单状态: '待服务', 客户姓名: '王小虎', 开始日期: dayFromNow(9), 结束日期: dayFromNow(11), 实收款: '0' })].map((cells) => cells.join(',')).join('\n'));
  const { said } = await importSheet(life.api.database, 'orders', file, '--create-places');
  rmSync(folder, { recursive: true });
  expect(said).toContain('3 loaded');
  // the one to come was booked today at the latest
  expect(await figures(0, 0, 'made,cancelled,receivable')).toEqual({ ...before, made: before.made! + 1 });
  expect(await figures(-60, -60, 'made,cancelled,ended,receivable')).toEqual({ made: 2, cancelled: 1, ended: 0, receivable: 26_000 + 10_000 });
  expect(await figures(-58, -58, 'made,cancelled,ended,endedEarly,receivable')).toEqual({ made: 0, cancelled: 0, ended: 1, endedEarly: 0, receivable: 26_000 + 2_000 });
  expect((await verifyStatistics(life.api.database)).differences).toEqual([]);
});

// embedded, one transaction follows the other
if (process.env['TEST_DATABASE_URL'] !== undefined) {
  test('folding waits for nobody: while another folds, or all is counted anew, it is left for the next time', async () => {
    const other = await life.api.database.pool.connect();
    await other.query('begin');
    await other.query(`select pg_advisory_xact_lock(hashtext('stat_fold'))`);
    await begun(0, 1);
    const waiting = async (): Promise<boolean> => (await life.api.rows<{ any: boolean }>('select exists (select from stat_day_delta) as any'))[0]!.any;
    await foldStatistics(life.api.database.db);
    expect([await waiting(), (await verifyStatistics(life.api.database)).differences]).toEqual([true, []]);
    await other.query('rollback');
    other.release();
    await foldStatistics(life.api.database.db);
    expect(await waiting()).toBe(false);
  });
}

test('who is posted to two hospitals is there once a day: by hospital in each, alone and in all once, without whole days of leave', async () => {
  const [from, to] = [dayFromNow(400), dayFromNow(409)];
  const two = await life.kit.caregiver('双驻', [life.place, life.foreign], { certificate: '2099-01-01' });
  const no = await life.made({ plannedStart: from, plannedEnd: dayFromNow(404), endHalf: 'PM' });
  await life.done(no, 'assign', { caregiverNo: two.no });
  await life.api.rows(`insert into caregiver_leave (caregiver_id, during, reason) values ($1, tstzrange(($2::date + time '12:00') at time zone 'Asia/Shanghai', ($2::date + 3)::timestamp at time zone 'Asia/Shanghai'), '事假')`, [two.id, dayFromNow(406)]);
  const used = async (more: Record<string, string>) => (await ask(statistics.measures, { from, to, measures: 'utilisation,serviceDays', caregiver: two.no, ...more })).totals;
  const half = { utilisation: 6_250, serviceDays: 5 };
  expect([await used({}), await used({ hospital: life.place.hospitalId }), await used({ hospital: life.foreign.hospitalId }), await used({ service: life.serviceId })]).toEqual([half, half, { utilisation: 0, serviceDays: 0 }, { utilisation: null, serviceDays: 5 }]);
  const row = async (more: Record<string, string>) => (await ask(statistics.groups, { from, to, group: 'caregiver', limit: '500', measures: 'utilisation,serviceDays', ...more })).rows.find(({ id }) => id === two.no)?.values;
  expect([await row({}), await row({ caregiver: two.no }), await row({ hospital: life.foreign.hospitalId })]).toEqual([half, half, { utilisation: 0, serviceDays: 0 }]);
  const places = await ask(statistics.groups, { from, to, group: 'hospital', measures: 'utilisation' });
  expect(places.totals).toEqual((await ask(statistics.measures, { from, to, measures: 'utilisation' })).totals);
});

test('who is blacklisted was there until then: what was used before stays so', async () => {
  const [from, to] = [dayFromNow(-3), dayFromNow(1)];
  const gone = await life.kit.caregiver('黑一', [life.place], { certificate: '2099-01-01', hired_on: dayFromNow(-3) });
  const used = async () => (await ask(statistics.groups, { from, to, group: 'caregiver', limit: '500', measures: 'utilisation' })).rows.find(({ id }) => id === gone.no)?.values.utilisation;
  const no = await life.made({ plannedStart: dayFromNow(-3), plannedEnd: dayFromNow(-2), endHalf: 'PM' });
  await life.done(no, 'assign', { caregiverNo: gone.no });
  // two of five days; then of the three before today
  expect(await used()).toBe(4_000);
  await life.api.rows(`with e as (insert into caregiver_event (caregiver_id, version, event, to_status) values ($1, 2, 'blacklist', 'blacklisted')) update caregiver set status = 'blacklisted' where id = $1`, [gone.id]);
  expect(await used()).toBe(6_667);
});

test('days that no calendar needs are refused in words, not answered with an error', async () => {
  for (const query of [{ from: '9999-12-30', to: '9999-12-31' }, { from: '2026-01-01', to: '2026-01-31', against: '9999-12-31' }, { from: '0001-01-01', to: '0001-01-02' }])
    for (const path of ['measures', 'groups']) expect([query, path, (await life.client.admin.get(`/statistics/${path}?${new URLSearchParams({ ...query, ...(path === 'groups' ? { group: 'hospital' } : {}) } as Record<string, string>)}`)).status]).toEqual([query, path, 400]);
});
