import { afterAll, beforeAll, expect, test } from 'vitest';
import { order } from '../src/areas/order/contract.ts';
import { statistics, type Values } from '../src/areas/statistics/contract.ts';
import { opened, type Measure } from '../src/areas/statistics/measure.ts';
import { foldStatistics } from '../src/host/stat-count.ts';
import { dayFromNow, door } from './kit/care.ts';
import { startLife, type Life } from './kit/life.ts';

/* Whose a figure is, and what counts for none: each alone, where random lives may pass it by. */
let life: Life;
let ask: ReturnType<typeof door>;
beforeAll(async () => {
  life = await startLife();
  ask = door(life.api.database, 'all');
});
afterAll(() => life.api.close());
const figures = async (from: number, to: number, measures: string, more: object = {}): Promise<Values> => (await ask(statistics.measures, { from: dayFromNow(from), to: dayFromNow(to), measures, ...more })).totals;
/** An order of these days that this one serves from its beginning. */
async function begun(from: number, to: number, carer: { no: string }): Promise<string> {
  const no = await life.made({ plannedStart: dayFromNow(from), plannedEnd: dayFromNow(to), endHalf: 'PM' });
  await life.done(no, 'assign', { caregiverNo: carer.no });
  await life.done(no, 'start', { reason: '补录' });
  return no;
}
/** Before and after the summary is folded. */
async function both(check: () => Promise<void>): Promise<void> {
  await check();
  await foldStatistics(life.api.database.db);
  await check();
}

test('a stay that passed from one to another and ended early is of who served last; each day of who served it, both ends of a range included', async () => {
  const [first, last] = [await life.carer('冯甲'), await life.carer('冯乙')];
  const no = await begun(-9, 20, first);
  await life.done(no, 'change', { caregiverNo: last.no, reason: '家属要求', since: { day: dayFromNow(1), half: 'AM' } });
  await life.api.rows(`update order_service_day set caregiver_id = $2 where order_id = $1 and day >= $3`, [await life.kit.orderId(no), last.id, dayFromNow(-2)]);
  await life.done(no, 'complete', { end: { day: dayFromNow(-1), half: 'PM' }, reason: '出院' });
  await both(async () => {
    expect([await figures(-9, 0, 'endedEarly', { caregiver: first.no }), await figures(-9, 0, 'endedEarly', { caregiver: last.no })]).toEqual([{ endedEarly: 0 }, { endedEarly: 1 }]);
    expect([await figures(-9, 0, 'serviceDays', { caregiver: first.no }), await figures(-9, 0, 'serviceDays', { caregiver: last.no })]).toEqual([{ serviceDays: 7 }, { serviceDays: 2 }]);
    for (const [from, to, days] of [[-9, -9, 1], [-10, -10, 0], [-1, -1, 1], [0, 0, 0], [-8, -2, 7], [-10, 0, 9]] as const) expect([from, to, await figures(from, to, 'serviceDays')]).toEqual([from, to, { serviceDays: days }]);
    expect((await ask(statistics.groups, { from: dayFromNow(-9), to: dayFromNow(-1), group: 'caregiver', measures: 'serviceDays', sort: '-serviceDays' })).rows.map(({ id, values }) => [id, values])).toEqual([[first.no, { serviceDays: 7 }], [last.no, { serviceDays: 2 }]]);
  });
});

test('what was undone counts for nothing, whenever it was summed', async () => {
  const turned = (): Promise<Values> => figures(0, 0, 'replaced,extended');
  const before = await turned();
  const no = await begun(-1, 9, await life.carer('陈甲'));
  for (const [verb, body] of [['change', { caregiverNo: (await life.carer('陈乙')).no, reason: '家属要求' }], ['extend', { plannedEnd: dayFromNow(11), endHalf: 'PM', reason: '恢复慢' }]] as const) {
    await life.done(no, verb, body);
    expect(await turned()).toEqual({ ...before, ...(verb === 'change' ? { replaced: before.replaced! + 1 } : { extended: before.extended! + 1 }) });
    await foldStatistics(life.api.database.db);
    await life.done(no, 'undo');
    await both(async () => expect(await turned()).toEqual(before));
  }
});

test('of twelve orders half waited no longer than the sixth, nine tenths no longer than the eleventh', async () => {
  const kept = await figures(0, 0, 'assigned');
  for (let minutes = 1; minutes <= 10; minutes++) {
    const no = await life.made({ plannedStart: dayFromNow(30), plannedEnd: dayFromNow(31) });
    await life.done(no, 'assign', { caregiverNo: (await life.carer(`林${minutes}`)).no });
    await life.api.rows(`update care_order o set created_at = (select min(e.at) from order_event e where e.order_id = o.id and e.event = 'assign') - make_interval(mins => $2::int * 60 + 1) where order_no = $1`, [no, minutes]);
  }
  // before them nobody waited
  expect(kept.assigned).toBe(2);
  await both(async () => {
    expect(await figures(0, 0, 'assigned,waitHalf,waitMost')).toEqual({ assigned: 12, waitHalf: 4 * 60 + 1, waitMost: 9 * 60 + 1 });
    // each by itself too, and in its step
    for (const [one, minutes] of [['waitHalf', 4 * 60 + 1], ['waitMost', 9 * 60 + 1]] as const) {
      const { totals, series } = await ask(statistics.measures, { from: dayFromNow(0), to: dayFromNow(0), measures: one });
      expect([totals, series.map(({ values }) => values)]).toEqual([{ [one]: minutes }, [{ [one]: minutes }]]);
    }
  });
});

test('a bed that is out of use, or in a ward, department or hospital that is, is no open bed', async () => {
  const { hospitalId, departments: [{ id: department } = { id: '' }] } = life.place;
  const open = async (): Promise<number | null | undefined> => (await figures(0, 9, 'bedDays', { department })).bedDays;
  const all = (await open())!;
  expect(all).toBeGreaterThan(0);
  const { rows } = life.api;
  await rows(`update hospital_ward set status = 0 where department_id = $1`, [department]);
  expect(await open()).toBe(0);
  // none is none by department too
  expect((await ask(statistics.groups, { from: dayFromNow(0), to: dayFromNow(9), group: 'department', department, measures: 'bedDays,bedCover' })).totals).toEqual({ bedDays: 0, bedCover: null });
  await rows(`update hospital_ward set status = 1 where department_id = $1`, [department]);
  await rows(`update hospital_bed b set status = 0 from hospital_ward w where w.id = b.ward_id and w.department_id = $1`, [department]);
  expect(await open()).toBe(0);
  await rows(`update hospital_bed b set status = 1 from hospital_ward w where w.id = b.ward_id and w.department_id = $1`, [department]);
  for (const [table, id] of [['hospital_department', department], ['hospital', hospitalId]]) {
    await rows(`update ${table} set status = 0 where id = $1`, [id]);
    expect([table, await open()]).toEqual([table, 0]);
    await rows(`update ${table} set status = 1 where id = $1`, [id]);
  }
  expect(await open()).toBe(all);
});

const OF = 'assigned,started,ended,cancelled,coveredBedDays,outstanding';
const NONE = { assigned: 0, started: 0, ended: 0, cancelled: 0, coveredBedDays: 0, outstanding: 0 };
/** The figures of each of these, alone and ranked, and the orders that each opens, before and after the summary is folded. */
async function expectOf(should: readonly [carer: { no: string }, values: Partial<Values>, opens: Partial<Record<Measure, string[]>>][]): Promise<void> {
  const range = { from: dayFromNow(-30), to: dayFromNow(30) };
  await both(async () => {
    const { rows } = await ask(statistics.groups, { ...range, group: 'caregiver', measures: OF, limit: '500' });
    for (const [{ no }, values, opens] of should) {
      expect([no, await figures(-30, 30, OF, { caregiver: no })]).toEqual([no, { ...NONE, ...values }]);
      expect([no, rows.find(({ id }) => id === no)?.values ?? NONE]).toEqual([no, { ...NONE, ...values }]);
      for (const measure of ['assigned', 'started', 'ended', 'cancelled', 'coveredBedDays', 'outstanding'] as const) {
        const { query } = opened(measure, { ...range, caregiver: no })!;
        expect([no, measure, (await ask(order.list, query)).list.map(({ orderNo }) => orderNo).sort()]).toEqual([no, measure, (opens[measure] ?? []).sort()]);
      }
    }
  });
}

test('an order is given to one, begins with another and ends with a third; who took it on is something else', async () => {
  const [first, second, third] = [await life.carer('钱甲'), await life.carer('钱乙'), await life.carer('钱丙')];
  const no = await life.made({ plannedEnd: dayFromNow(1), endHalf: 'PM' });
  await life.done(no, 'assign', { caregiverNo: first.no });
  await life.done(no, 'start', { reason: '补录' });
  await life.done(no, 'undo');
  await life.done(no, 'change', { caregiverNo: second.no, reason: '家属要求' });
  await life.done(no, 'start', { reason: '补录' });
  // within the first half day nothing is left of the stint with which it began; later half a day is
  await life.done(no, 'change', { caregiverNo: third.no, reason: '家属要求' });
  const half = (await life.api.rows('select 1 from order_service_day where order_id = $1 and relief_id = $2', [await life.kit.orderId(no), third.id])).length / 2;
  const { balanceFen } = await life.see(no);
  await expectOf([
    [first, { assigned: 1 }, { assigned: [no] }],
    [second, { started: 1, coveredBedDays: half }, { started: [no], ...(half > 0 ? { coveredBedDays: [no] } : {}) }],
    [third, { coveredBedDays: 2 - half, outstanding: balanceFen }, { coveredBedDays: [no], outstanding: [no] }],
  ]);
  await life.done(no, 'complete', { reason: '出院', end: { day: dayFromNow(0), half: 'PM' } });
  const owing = (await life.see(no)).balanceFen;
  await expectOf([[third, { ended: 1, coveredBedDays: 1 - half, outstanding: owing }, { ended: [no], coveredBedDays: [no], outstanding: [no] }]]);
  // rates are of what each took on, not of what began with them
  await life.done(no, 'settle', { method: 'cash' });
  expect(await figures(-30, 30, 'endedEarly,endedEarlyRate,ended,started,outstanding', { caregiver: third.no })).toEqual({ endedEarly: 1, endedEarlyRate: 10_000, ended: 1, started: 0, outstanding: 0 });
  expect(await figures(-30, 30, 'replaced,replacedRate,started', { caregiver: first.no })).toEqual({ replaced: 1, replacedRate: 10_000, started: 0 });
});

test('an order that is called off is of who was to serve then; taken back before, or called back, of nobody', async () => {
  const [first, second] = [await life.carer('孙甲'), await life.carer('孙乙')];
  const given = async (): Promise<string> => {
    const no = await life.made({ plannedStart: dayFromNow(20), plannedEnd: dayFromNow(25), endHalf: 'PM' });
    await life.done(no, 'assign', { caregiverNo: first.no });
    return no;
  };
  const changed = await given();
  await life.done(changed, 'change', { caregiverNo: second.no, reason: '家属要求' });
  await life.done(changed, 'cancel', { reason: '转院' });
  await expectOf([[first, { assigned: 1 }, { assigned: [changed] }], [second, { cancelled: 1 }, { cancelled: [changed] }]]);
  // the days after the first two would have been the other's: the first was to come
  const shared = await life.made({ plannedStart: dayFromNow(10), plannedEnd: dayFromNow(15), endHalf: 'PM', bedId: null });
  await life.done(shared, 'assign', { caregiverNo: first.no });
  await life.done(shared, 'change', { caregiverNo: second.no, reason: '家属要求', since: { day: dayFromNow(12), half: 'AM' } });
  await expectOf([[second, { cancelled: 1 }, { cancelled: [changed] }]]);
  await life.done(shared, 'cancel', { reason: '转院' });
  const taken = await given();
  await life.done(taken, 'unassign');
  await life.done(taken, 'cancel', { reason: '转院' });
  await expectOf([[first, { assigned: 3, cancelled: 1 }, { assigned: [changed, shared, taken], cancelled: [shared] }], [second, { cancelled: 1 }, { cancelled: [changed] }]]);
  const reasons = await ask(statistics.groups, { from: dayFromNow(-30), to: dayFromNow(30), group: 'cancelled-reason', caregiver: first.no });
  expect([reasons.rows.map(({ id, values }) => [id, values]), reasons.totals]).toEqual([[['转院', { cancelled: 1 }]], { cancelled: 1 }]);
  await life.done(shared, 'undo');
  const back = await life.see(shared);
  expect([back.serviceState, (await figures(-30, 30, 'cancelled', { caregiver: first.no })).cancelled]).toEqual(['assigned', 0]);
});
