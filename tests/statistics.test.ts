import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { order } from '../src/areas/order/contract.ts';
import { statistics, type Group } from '../src/areas/statistics/contract.ts';
import { MEASURES, measureOf, opened, type Measure } from '../src/areas/statistics/measure.ts';
import { verifyStatistics } from '../src/areas/statistics/verify.ts';
import { foldStatistics } from '../src/host/sweep.ts';
import type { Scope } from '../src/host/reach.ts';
import { dayFromNow, door } from './kit/care.ts';
import { ROLE_NAMES, startLife, type Life, type RoleName } from './kit/life.ts';
import { recount, type Which } from './kit/stat-plain.ts';

let life: Life;
let night: string;
let seed = Number(process.env['STAT_SEED'] ?? 20261122);
/** A number below `n`; the same row of them for one seed. */
function below(n: number): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
}
const one = <T>(options: readonly T[]): T => options[below(options.length)]!;
const METHODS = ['cash', 'wechat', 'card'] as const;
/** Where an order may be: two departments of one hospital, one of another. */
const spots = (): { hospitalId: string; departmentId: string; wardId: string; bedId: string | null }[] =>
  [life.place, life.foreign].flatMap(({ hospitalId, departments }) => departments.map(({ id, wardId, bedId }) => ({ hospitalId, departmentId: id, wardId, bedId: below(3) === 0 ? null : bedId })));

/** One life: what happens is refused now and then, as in life. */
async function live(by: RoleName): Promise<void> {
  const start = below(20) - 14;
  const spot = one(spots());
  const carers = [await carer(spot.hospitalId), await carer(spot.hospitalId)];
  const no = await life.made({ ...spot, serviceItemId: one([life.serviceId, night]), plannedStart: dayFromNow(start), startHalf: one(['AM', 'PM']), plannedEnd: dayFromNow(start + 1 + below(9)), endHalf: one(['AM', 'PM']) });
  const steps: [string, () => object][] = [
    ['pay', () => ({ amountFen: 1 + below(90_000), method: one(METHODS) })], ['assign', () => ({ caregiverNo: carers[0] })], ['adjust', () => ({ kind: 'surcharge', amountFen: 1 + below(9_000), reason: '耗材' })], ['start', () => ({ reason: '先做' })], ['undo', () => ({})],
    ['extend', () => ({ plannedEnd: dayFromNow(start + 12), endHalf: 'PM', reason: one(['恢复慢', '家属要求']) })], ['change', () => ({ caregiverNo: carers[1], reason: one(['家属要求', '护工请假']) })], ['edit', () => ({ diagnosis: `诊断${below(1e6)}` })],
    ['complete', () => ({ reason: one(['出院', '转院']) })], ['evaluate', () => ({ caregiverNo: one(carers), overall: 1 + below(5), tags: [] })], ['settle', () => ({ method: one(METHODS) })], ['unassign', () => ({})], ['cancel', () => ({ reason: one(['转院', '费用']) })],
    ['refund-request', () => ({ amountFen: 1 + below(9_000), reason: '多付' })], ['refund-approve', () => ({})], ['refund-pay', () => ({ method: one(METHODS) })],
  ];
  const straight = ['assign', 'start', 'complete', 'evaluate', 'settle'];
  for (let i = 0; i < 9; i++) {
    const name = below(2) === 0 ? straight[Math.min(i, 4)]! : one(steps)[0];
    await life.does(no, name, steps.find(([step]) => step === name)![1](), life.client[name === 'refund-approve' ? 'admin' : by]);
  }
}
let people = 0;
async function carer(hospitalId: string): Promise<string> {
  const both = below(4) === 0;
  const { id, no } = await life.kit.caregiver(`护工${++people}`, [life.place, life.foreign].filter((place) => both || place.hospitalId === hospitalId), { certificate: dayFromNow(20 + below(400)), hired_on: dayFromNow(-below(90)), ...(below(5) === 0 ? { left_on: dayFromNow(below(9) - 4) } : {}) });
  if (below(3) === 0) await life.kit.insert('caregiver_leave', { caregiver_id: id, during: `[${dayFromNow(-4)} 00:00+08,${dayFromNow(-1)} 12:00+08)` });
  return no;
}
/** What the clock of a test cannot do: things of other days, of other places, and gone. */
async function scatter(): Promise<void> {
  const { rows } = life.api;
  const ids = (await rows<{ id: string }>('select id::text from care_order order by id')).map(({ id }) => id);
  const back = (): string => `interval '${below(70 * 24)} hours'`;
  for (const id of ids) {
    const days = back();
    if (below(2) === 0) await rows(`update care_order set created_at = created_at - ${days}, actual_start_at = actual_start_at - ${days}, actual_end_at = actual_end_at - ${days} where id = ${id}`);
    if (below(3) === 0) await rows(`update care_order set cancelled_at = cancelled_at - ${back()} where id = ${id}`);
    if (below(3) === 0) await rows(`insert into order_payment (order_id, kind, method, amount_fen, received_by, received_at, idempotency_key) select ${id}, 'topup', '${one(METHODS)}', ${1 + below(9_000)}, ${life.kit.actorId}, now() - ${back()}, 'test:${id}'`);
    if (below(4) === 0) await rows(`insert into order_adjustment (order_id, kind, amount_fen, reason, created_by, created_at) select ${id}, 'discount', ${-1 - below(900)}, '优惠', ${life.kit.actorId}, now() - ${back()}`);
    if (below(4) === 0) await rows(`insert into order_event (order_id, event, from_state, to_state, actor_id, actor_role, reason, at) select ${id}, e, 'in_service', 'in_service', ${life.kit.actorId}, 2, '补记', now() - ${back()} from unnest(array['change', 'extend', 'assign']) e`);
    if (below(3) === 0) await rows(`update order_evaluation set created_at = created_at - ${back()}, overall = ${1 + below(5)} where order_id = ${id}`);
    if (below(3) === 0) await rows(`insert into order_complaint (order_id, caregiver_id, kind, content, created_by, created_at) select ${id}, (select max(caregiver_id) from order_service_day where order_id = ${id}), k, '不满', ${life.kit.actorId}, now() - ${back()} from unnest(array['complaint', 'incident']) k`);
    if (below(6) === 0) await rows(`update order_service_day set attendance = 'void' where order_id = ${id} and day = (select max(day) from order_service_day where order_id = ${id})`);
    if (below(9) === 0) await rows(`delete from order_complaint where order_id = ${id} and kind = 'incident'`);
  }
  // several at once, in one statement each
  await rows(`update order_complaint set kind = 'complaint' where id % 7 = 0`);
  await rows(`update care_order set department_id = $1, ward_id = null, bed_id = null where hospital_id = $2 and id % 5 = 0`, [life.place.departments[1]!.id, life.place.hospitalId]);
  await rows(`update care_order set deleted_at = now() where id % 11 = 0`);
  await rows(`update care_order set deleted_at = null where id % 22 = 0`);
  await rows(`update order_evaluation set caregiver_id = (select min(id) from caregiver) where id % 9 = 0`);
  await rows(`delete from order_evaluation where id % 13 = 0`);
}
beforeAll(async () => {
  life = await startLife();
  night = await life.kit.insert('service_item', { code: 's2', name: '夜间陪护', care_mode: 'one_to_many', max_patients: 4, coverage: 'night' });
  for (const { hospitalId } of [life.place, life.foreign]) await life.kit.insert('service_price', { hospital_id: hospitalId, service_item_id: night, price_fen: 12_345, caregiver_share_bp: 7000, valid: '[2020-01-01,)' });
  for (let i = 0; i < 24; i++) await live(one(['admin', 'ops']));
  await foldStatistics(life.api.database.db);
  await scatter();
}, 240_000);
afterAll(() => life.api.close());

const mine = (): Scope => [{ hospitalId: life.place.hospitalId, departments: [] }];
/** Who may ask, with what they see as plain SQL: on orders, on beds and wards, on postings. */
const scopes = (): { name: string; scope: Scope; where: string; beds: string; posts: string | null }[] => {
  const [first, second] = [life.place, life.foreign];
  const part = first.departments[0]!.id;
  return [
    { name: 'all', scope: 'all', where: 'true', beds: 'true', posts: 'true' },
    { name: 'one hospital', scope: mine(), where: `o.hospital_id = ${first.hospitalId}`, beds: `b.hospital_id = ${first.hospitalId}`, posts: `p.hospital_id = ${first.hospitalId}` },
    { name: 'another', scope: [{ hospitalId: second.hospitalId, departments: [] }], where: `o.hospital_id = ${second.hospitalId}`, beds: `b.hospital_id = ${second.hospitalId}`, posts: `p.hospital_id = ${second.hospitalId}` },
    { name: 'a department', scope: [{ hospitalId: first.hospitalId, departments: [part] }], where: `o.department_id = ${part}`, beds: `w.department_id = ${part}`, posts: null },
    { name: 'a department and a hospital', scope: [{ hospitalId: first.hospitalId, departments: [part] }, { hospitalId: second.hospitalId, departments: [] }], where: `(o.department_id = ${part} or o.hospital_id = ${second.hospitalId})`, beds: `(w.department_id = ${part} or b.hospital_id = ${second.hospitalId})`, posts: null },
    { name: 'nothing', scope: [], where: 'false', beds: 'false', posts: 'false' },
  ];
};
/** What the figures are narrowed to, in the address and in SQL. */
const narrowings = (): { query: Record<string, string>; where: string; beds: string; posts: string | null }[] => {
  const department = life.place.departments[1]!.id;
  return [
    { query: {}, where: 'true', beds: 'true', posts: 'true' },
    { query: { hospital: life.place.hospitalId }, where: `o.hospital_id = ${life.place.hospitalId}`, beds: `b.hospital_id = ${life.place.hospitalId}`, posts: `p.hospital_id = ${life.place.hospitalId}` },
    { query: { department }, where: `o.department_id = ${department}`, beds: `w.department_id = ${department}`, posts: null },
    { query: { service: night }, where: `o.service_item_id = ${night}`, beds: 'true', posts: null },
    { query: { department, service: life.serviceId }, where: `o.department_id = ${department} and o.service_item_id = ${life.serviceId}`, beds: 'true', posts: null },
  ];
};
/** Every scope and every way to narrow at least once, with a range each: not all with all. */
const some = (): { scope: ReturnType<typeof scopes>[number]; narrowing: ReturnType<typeof narrowings>[number]; range: [string, string] }[] => {
  const [all, ways] = [scopes(), narrowings()];
  return [...all.map((scope) => ({ scope, narrowing: ways[0]! })), ...ways.slice(1).map((narrowing) => ({ scope: one(all.slice(0, 5)), narrowing }))].map((pair) => ({ ...pair, range: one(RANGES()) }));
};
const RANGES = (): [string, string][] => [[dayFromNow(0), dayFromNow(0)], [dayFromNow(-9), dayFromNow(5)], [dayFromNow(-100), dayFromNow(30)], [dayFromNow(-40), dayFromNow(-13)]];
/** What a measure cannot be narrowed to is null. */
const expected = (plain: Record<string, number | null>, query: Record<string, string>): Record<string, number | null> =>
  Object.fromEntries(Object.entries(plain).map(([measure, value]) => [measure, Object.keys(query).every((name) => name === 'hospital' || (measureOf(measure as Measure).by as readonly string[]).includes(name)) ? value : null]));
const shifted = (day: string, days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const length = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

describe.each(['with what is not folded yet', 'folded'])('%s', (folded) => {
  beforeAll(async () => {
    if (folded === 'folded') await foldStatistics(life.api.database.db);
  });

  test('each measure is what a plain recount says, in every scope and however narrowed', async () => {
    for (const { scope: { name, scope, ...seen }, narrowing: { query, ...narrowed }, range: [from, to] } of some()) {
          const which = (days: [string, string]): Which => ({ from: days[0], to: days[1], where: `${seen.where} and ${narrowed.where}`, beds: `${seen.beds} and ${narrowed.beds}`, posts: seen.posts === null || narrowed.posts === null ? null : `${seen.posts} and ${narrowed.posts}` });
          const found = await door(life.api.database, scope)(statistics.measures, { from, to, by: one(['day', 'week', 'month']), ...query });
          const { certificatesEnding: _now, ...totals } = found.totals;
          expect({ name, from, to, query, ...totals }).toEqual({ name, from, to, query, ...expected(await recount(life.api, which([from, to])), query) });
          expect(found.previous).toEqual({ from: shifted(from, -length(from, to)), to: shifted(from, -1) });
          const { outstanding: _owed, certificatesEnding: _ending, ...before } = found.before;
          const { outstanding: _same, ...plain } = expected(await recount(life.api, which([found.previous.from, found.previous.to])), query);
          expect({ name, from, to, query, ...before }).toEqual({ name, from, to, query, ...plain });
    }
  });

  test('of a way of paying and of a caregiver too; what cannot be told of them is null', async () => {
    const [from, to] = [dayFromNow(-100), dayFromNow(30)];
    const ask = door(life.api.database, 'all');
    const [busy] = await life.api.rows<{ id: string; no: string }>(`select c.id::text, c.staff_no as no from caregiver c join order_service_day y on y.caregiver_id = c.id group by c.id order by count(*) desc limit 1`);
    const [relief] = await life.api.rows<{ id: string; no: string }>(`select c.id::text, c.staff_no as no from caregiver c where exists (select from order_service_day y where y.relief_id = c.id) limit 1`);
    const asked: [Record<string, string>, Partial<Which>][] = [...METHODS.map((method): [Record<string, string>, Partial<Which>] => [{ method }, { method }]), ...[busy!, relief ?? busy!].map(({ id, no }): [Record<string, string>, Partial<Which>] => [{ caregiver: no }, { caregiver: id }])];
    for (const [query, more] of asked) {
      const { totals: { certificatesEnding: _now, ...totals } } = await ask(statistics.measures, { from, to, by: 'month', ...query });
      expect({ query, ...totals }).toEqual({ query, ...expected(await recount(life.api, { from, to, where: 'true', beds: 'true', posts: 'true', ...more }), query) });
    }
  });

  test('steps add up to the whole, groups too, and so does the heat map', async () => {
    const [from, to] = [dayFromNow(-75), dayFromNow(20)];
    const additive = MEASURES.filter((measure) => measureOf(measure).adds);
    for (const { scope } of [scopes()[0]!, one(scopes().slice(1, 5))]) {
      const ask = door(life.api.database, scope);
      for (const by of ['day', 'week', 'month']) {
        const { series, totals } = await ask(statistics.measures, { from, to, by });
        for (const measure of additive) expect([by, measure, series.reduce((sum, { values }) => sum + values[measure]!, 0)]).toEqual([by, measure, totals[measure]]);
        const { rows, days } = await ask(statistics.heat, { from, to, by, measure: 'receivable' });
        expect(days).toEqual(series.map(({ at }) => at));
        expect(days.map((_, i) => rows.reduce((sum, { values }) => sum + values[i]!, 0))).toEqual(series.map(({ values }) => values.receivable));
      }
      const whole = await ask(statistics.measures, { from, to });
      for (const group of ['hospital', 'department', 'service', 'method'] as Group[]) {
        const { rows, totals, before } = await ask(statistics.groups, { from, to, group });
        for (const measure of Object.keys(totals) as Measure[]) {
          expect([group, measure, totals[measure], before[measure]]).toEqual([group, measure, measure === 'certificatesEnding' ? totals[measure] : whole.totals[measure], whole.before[measure]]);
          if (measureOf(measure).adds || measure === 'outstanding') expect([group, measure, rows.reduce((sum, { values }) => sum + values[measure]!, 0)]).toEqual([group, measure, totals[measure]]);
        }
      }
    }
  });

  test('the ranking of caregivers and the reasons are what plain SQL counts, only of who asks', async () => {
    const [from, to] = [dayFromNow(-75), dayFromNow(20)];
    for (const { scope, where } of [scopes()[0]!, one(scopes().slice(1, 5))]) {
      const ask = door(life.api.database, scope);
      const { rows } = await ask(statistics.groups, { from, to, group: 'caregiver', sort: '-serviceDays', limit: '500', measures: 'serviceDays,evaluations,complaints' });
      const days = `o.deleted_at is null and ${where}`;
      const share = (table: string, times: string): string => `select ${table} as id, ${times} as days, 0 as marks, 0 as complaints from order_service_day x join care_order o on o.id = x.order_id where ${days} and x.attendance <> 'void' and x.day between '${from}' and '${to}' and ${table} is not null`;
      const said = (table: string, columns: string): string => `select x.caregiver_id, 0, ${columns} from ${table} x join care_order o on o.id = x.order_id where ${days} and (x.created_at at time zone 'Asia/Shanghai')::date between '${from}' and '${to}'`;
      const plain = (await life.api.rows<{ id: string; serviceDays: number; evaluations: number; complaints: number }>(`select c.staff_no as id, sum(t.days)::float8 as "serviceDays", sum(t.marks)::int as evaluations, sum(t.complaints)::int as complaints from (
        ${share('caregiver_id', 'case when relief_id is null then fraction else fraction - floor(fraction) / 2 end')} union all ${share('relief_id', 'floor(fraction) / 2')} union all ${said('order_evaluation', '1, 0')} union all ${said('order_complaint', '0, 1')} and x.kind = 'complaint'
      ) t join caregiver c on c.id = t.id group by 1 having sum(t.days) > 0 or sum(t.marks) > 0 or sum(t.complaints) > 0`)).map((row) => ({ ...row }));
      const found = rows.map(({ id, values }) => ({ id, ...values })).filter(({ id: _id, ...values }) => Object.values(values).some((value) => value !== 0));
      const byNo = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
      expect(found.sort(byNo)).toEqual(plain.sort(byNo));
      const all = (await ask(statistics.groups, { from, to, group: 'caregiver', sort: '-serviceDays', limit: '3', measures: 'serviceDays' }));
      expect(all.rows.map(({ values }) => values.serviceDays)).toEqual(rows.slice(0, 3).map(({ values }) => values.serviceDays));
      expect((all.rest?.values.serviceDays ?? 0) + all.rows.reduce((sum, { values }) => sum + values.serviceDays!, 0)).toBe(all.totals.serviceDays);

      for (const [group, measure] of [['cancelled-reason', 'cancelled'], ['ended-early-reason', 'endedEarly'], ['replaced-reason', 'replaced'], ['extended-reason', 'extended']] as [Group, Measure][]) {
        const reasons = await ask(statistics.groups, { from, to, group });
        expect([group, reasons.totals[measure]]).toEqual([group, (await ask(statistics.measures, { from, to, measures: measure })).totals[measure]]);
        expect(reasons.rows.reduce((sum, { values }) => sum + values[measure]!, 0)).toBe(reasons.totals[measure]);
      }
    }
  });

  test('each figure opens its rows: the total of the list is the figure', async () => {
    for (const { scope: { name, scope }, narrowing: { query }, range: [from, to] } of some()) {
          const { totals } = await door(life.api.database, scope)(statistics.measures, { from, to, ...query });
          for (const measure of MEASURES) {
            const list = opened(measure, { from, to, ...query });
            if (list?.path !== '/order/index' || totals[measure] === null || totals[measure] === undefined) continue;
            const total = (await door(life.api.database, scope)(order.list, { ...list.query, count: 'only' })).total!;
            if (list.exact && measureOf(measure).unit === 'count') expect([name, measure, query, total]).toEqual([name, measure, query, totals[measure]]);
            else if (totals[measure] !== 0) expect([name, measure, query, total > 0]).toEqual([name, measure, query, true]);
          }
          const bands = await door(life.api.database, scope)(statistics.bands, query);
          for (const { band, orders, fen } of bands.rows) {
            const place = opened('outstanding', { from, to, ...query })!.query;
            expect([band, (await door(life.api.database, scope)(order.list, { ...place, owed: band, count: 'only' })).total]).toEqual([band, orders]);
            expect(orders === 0).toBe(fen === 0);
          }
          expect([query, bands.fen]).toEqual([query, totals.outstanding]);
    }
  });
});

describe('who may see what', () => {
  /** All that someone of this scope can ask, without the clock. */
  async function everything(scope: Scope): Promise<string> {
    const ask = door(life.api.database, scope);
    const [from, to] = [dayFromNow(-75), dayFromNow(20)];
    const told: unknown[] = [];
    for (const query of [{}, { hospital: life.foreign.hospitalId }, { department: life.foreign.departments[0]!.id }, { service: night }, ...METHODS.map((method) => ({ method }))]) told.push(await ask(statistics.measures, { from, to, by: 'week', ...query }), await ask(statistics.bands, 'method' in query ? {} : query));
    for (const group of ['hospital', 'department', 'service', 'method', 'caregiver', 'replaced-reason', 'extended-reason', 'ended-early-reason', 'cancelled-reason'] as Group[]) told.push(await ask(statistics.groups, { from, to, group }));
    for (const measure of ['made', 'receivable', 'serviceDays', 'received', 'bedDays']) told.push(await ask(statistics.heat, { from, to, measure }));
    return JSON.stringify(told, (name, value: unknown) => (name === 'at' && String(value).includes('T') ? '' : value));
  }

  test('nothing of one hospital can be told from the figures of another: whatever happens there, they stay as they are', async () => {
    const part: Scope = [{ hospitalId: life.place.hospitalId, departments: [life.place.departments[0]!.id] }];
    const before = [await everything(mine()), await everything(part)];
    for (const text of before) expect(text).not.toContain('第二医院');
    const { rows } = life.api;
    const there = `order_id in (select id from care_order where hospital_id = ${life.foreign.hospitalId})`;
    await rows(`update order_service_day set amount_fen = amount_fen + 12345, caregiver_id = (select max(id) from caregiver) where ${there}`);
    await rows(`insert into order_payment (order_id, kind, method, amount_fen, received_by, received_at, idempotency_key) select id, 'topup', 'cash', 77, ${life.kit.actorId}, now(), 'elsewhere:' || id from care_order where hospital_id = ${life.foreign.hospitalId}`);
    await rows(`insert into order_event (order_id, event, from_state, to_state, actor_id, actor_role, reason) select id, e, 'assigned', 'assigned', ${life.kit.actorId}, 2, '别处的原因' from care_order, unnest(array['change', 'extend']) e where hospital_id = ${life.foreign.hospitalId}`);
    await rows(`insert into order_complaint (order_id, caregiver_id, kind, content, created_by) select id, (select max(id) from caregiver), 'complaint', '不满', ${life.kit.actorId} from care_order where hospital_id = ${life.foreign.hospitalId}`);
    await rows(`update care_order set payable_fen = payable_fen + 4321 where hospital_id = ${life.foreign.hospitalId}`);
    await life.kit.insert('hospital_bed', { ward_id: life.foreign.departments[0]!.wardId, hospital_id: life.foreign.hospitalId, bed_no: '99' });
    await life.kit.caregiver('别院', [life.foreign], { certificate: dayFromNow(3) });
    const other: Scope = [{ hospitalId: life.foreign.hospitalId, departments: [] }];
    const elsewhere = await everything(other);
    expect(await everything(mine())).toBe(before[0]);
    expect(await everything(part)).toBe(before[1]);
    expect(elsewhere).toContain('别处的原因');
    await foldStatistics(life.api.database.db);
    expect([await everything(mine()), await everything(part), await everything(other)]).toEqual([...before, elsewhere]);
  });

  test('only the super administrator has the page, and its sheets', async () => {
    for (const role of Object.keys(ROLE_NAMES) as RoleName[]) {
      const range = { from: dayFromNow(-9), to: dayFromNow(0) };
      const asked = [await life.client[role].get('/statistics/measures', { query: range }), await life.client[role].get('/statistics/groups', { query: { ...range, group: 'hospital' } }), await life.client[role].get('/statistics/heat', { query: { ...range, measure: 'made' } }), await life.client[role].get('/statistics/bands'), await life.client[role].post('/statistics/export', { body: { what: 'bands', query: {} } })];
      expect([role, ...asked.map(({ status }) => status)]).toEqual([role, ...asked.map(() => (role === 'admin' ? 200 : 403))]);
    }
  });

  test('a range that is none is refused in words', async () => {
    for (const [query, words] of [[{ from: '2026-11-02', to: '2026-11-01' }, '起始日期在结束日期之后'], [{ from: '2019-01-01', to: '2026-01-01' }, '五年'], [{ from: '2026-02-30', to: '2026-03-01' }, 'from']] as const) {
      const { status, body } = await life.client.admin.get('/statistics/measures', { query });
      expect([status, body.message]).toEqual([400, expect.stringContaining(words)]);
    }
    expect((await life.client.admin.get('/statistics/heat', { query: { from: '2026-01-01', to: '2026-02-01', measure: 'satisfaction' } })).status).toBe(400);
    expect((await life.client.admin.get('/orders', { query: { did: 'made:2026-02-30:2026-03-01' } })).status).toBe(400);
    expect((await life.client.admin.get('/orders', { query: { did: 'dreamt:2026-02-01:2026-03-01' } })).status).toBe(400);
  });

  test('the sheet says what the page says, money in yuan, and its audit line comes first', async () => {
    const range = { from: dayFromNow(-9), to: dayFromNow(0) };
    const { body } = await life.client.admin.get<{ totals: Record<string, number>; series: unknown[] }>('/statistics/measures', { query: { ...range, measures: 'made,receivable' } });
    const sheet = await life.client.admin.post('/statistics/export', { body: { what: 'measures', query: { ...range, measures: 'made,receivable' }, type: 'csv' } });
    const lines = sheet.text.replace('\ufeff', '').trim().split(/\r?\n/);
    expect(lines[0]).toBe('日期,新建订单,应收（元）');
    expect(lines).toHaveLength(13);
    expect(lines[11]).toBe(`合计,${body.result.totals['made']},${body.result.totals['receivable']! / 100}`);
    expect((await life.api.rows(`select 1 from audit_event where action = 'statistics.export' and ok`)).length).toBeGreaterThan(0);
  });
});

test('verify finds nothing to say, and says what is wrong when something is; rebuild puts it right', async () => {
  const { database } = life.api;
  expect(await verifyStatistics(database)).toEqual({ sums: expect.any(Number), differences: [] });
  await life.api.rows(`update stat_day set made = made + 1 where span = 'm' and level = 3`);
  await life.api.rows(`insert into stat_wait_delta (day, hospital_id, department_id, service_item_id, minutes, orders) values ('2026-01-01', 1, 1, 1, 5, 1)`);
  const { differences } = await verifyStatistics(database);
  expect(new Set(differences.map(({ table }) => table))).toEqual(new Set(['stat_day', 'stat_wait']));
  expect(differences.find(({ table }) => table === 'stat_day')!.place).toContain('span=m level=3');
  await life.api.rows('select stat_rebuild()');
  expect((await verifyStatistics(database)).differences).toEqual([]);
});
