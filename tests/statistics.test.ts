import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caregiver } from '../src/areas/caregiver/contract.ts';
import { order } from '../src/areas/order/contract.ts';
import { statistics, type Group } from '../src/areas/statistics/contract.ts';
import { MEASURES, measureOf, opened, type Measure } from '../src/areas/statistics/measure.ts';
import { verifyStatistics } from '../src/areas/statistics/verify.ts';
import { foldStatistics } from '../src/host/stat-count.ts';
import type { Scope } from '../src/host/reach.ts';
import { dayFromNow, door } from './kit/care.ts';
import { ROLE_NAMES, type Life, type RoleName } from './kit/life.ts';
import { expected, length, METHODS, mine, night, one, scopes, shifted, some, startStatistics } from './kit/stat-life.ts';
import { recount, ROWS_OF, type Which } from './kit/stat-plain.ts';

let life: Life;
beforeAll(async () => {
  life = await startStatistics();
}, 900_000);
afterAll(() => life.api.close());

describe.each(['with what is not folded yet', 'folded'])('%s', (folded) => {
  beforeAll(async () => {
    if (folded === 'folded') await foldStatistics(life.api.database.db);
  });

  test('each measure is what a plain recount says, in every scope and however narrowed', async () => {
    for (const { scope: { name, scope, ...seen }, narrowing: { query, ...narrowed }, range: [from, to] } of some()) {
          const which = (days: [string, string]): Which => ({ from: days[0], to: days[1], where: `${seen.where} and ${narrowed.where}`, beds: `${seen.beds} and ${narrowed.beds}`, posts: seen.posts === null || narrowed.posts === null ? null : `${seen.posts} and ${narrowed.posts}`, carers: [...seen.carers, ...narrowed.carers] });
          const found = await door(life.api.database, scope)(statistics.measures, { from, to, by: one(['day', 'week', 'month']), ...query });
          expect({ name, from, to, query, ...found.totals }).toEqual({ name, from, to, query, ...expected(await recount(life.api, which([from, to])), query) });
          expect(found.previous).toEqual({ from: shifted(from, -length(from, to)), to: shifted(from, -1) });
          const { outstanding: _owed, certificatesEnding: _ending, ...before } = found.before;
          const { outstanding: _same, certificatesEnding: _now, ...plain } = expected(await recount(life.api, which([found.previous.from, found.previous.to])), query);
          expect({ name, from, to, query, ...before }).toEqual({ name, from, to, query, ...plain });
    }
  });

  test('of a way of paying and of a caregiver too; what cannot be told of them is null', async () => {
    const [from, to] = [dayFromNow(-100), dayFromNow(30)];
    const ask = door(life.api.database, 'all');
    const [busy] = await life.api.rows<{ id: string; no: string }>(`select c.id::text, c.staff_no as no from caregiver c join order_service_day y on y.caregiver_id = c.id join care_order o on o.id = y.order_id where o.deleted_at is null and y.attendance <> 'void' group by c.id order by count(*) desc limit 1`);
    const [relief] = await life.api.rows<{ id: string; no: string }>(`select c.id::text, c.staff_no as no from caregiver c where exists (select from order_service_day y join care_order o on o.id = y.order_id where y.relief_id = c.id and o.deleted_at is null and y.attendance <> 'void') limit 1`);
    const asked: [Record<string, string>, Partial<Which>][] = [...METHODS.map((method): [Record<string, string>, Partial<Which>] => [{ method }, { method }]), ...[busy!, relief ?? busy!].map(({ id, no }): [Record<string, string>, Partial<Which>] => [{ caregiver: no }, { caregiver: id }])];
    for (const [query, more] of asked) {
      const { totals } = await ask(statistics.measures, { from, to, by: 'month', ...query });
      expect({ query, ...totals }).toEqual({ query, ...expected(await recount(life.api, { from, to, where: 'true', beds: 'true', posts: 'true', carers: [], ...more }), query) });
      // told of places too: each line by itself, and together what is told of all
      if (query['caregiver'] !== undefined) for (const group of ['hospital', 'department', 'service'] as Group[]) {
        const { rows, totals: all } = await ask(statistics.groups, { from, to, group, limit: '500', ...query });
        for (const measure of (Object.keys(totals) as (keyof typeof totals)[]).filter((name) => (all[name] ?? null) !== null)) {
          expect([query, group, measure, all[measure]]).toEqual([query, group, measure, totals[measure]]);
          if (measureOf(measure).adds) expect([query, group, measure, rows.reduce((sum, { values }) => sum + values[measure]!, 0)]).toEqual([query, group, measure, totals[measure]]);
        }
        expect(rows.length).toBeGreaterThan(0);
      }
      // ranked by the summary, alone by the rows: the same
      if (query['caregiver'] === undefined) continue;
      for (const narrowed of [{}, { hospital: life.place.hospitalId }, { department: life.place.departments[0]!.id }, { service: night }]) {
        // of so long a range waits are told of one alone
        const alone = Object.entries((await ask(statistics.measures, { from, to, ...query, ...narrowed })).totals).filter(([name, value]) => value !== null && !name.startsWith('wait'));
        const row = (await ask(statistics.groups, { from, to, group: 'caregiver', limit: '500', ...narrowed })).rows.find(({ id }) => id === query['caregiver']);
        expect([narrowed, query, row === undefined ? [] : Object.entries(row.values).filter(([, value]) => value !== null)]).toEqual([narrowed, query, row === undefined ? alone.filter(([, value]) => value !== 0) : alone]);
      }
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
      // each caregiver alone, of whom nothing was asked too: together they are used as much as all
      const used = await ask(statistics.groups, { from, to, group: 'caregiver', measures: 'utilisation', limit: '2' });
      expect([used.totals, used.before]).toEqual([{ utilisation: whole.totals.utilisation }, { utilisation: whole.before.utilisation }]);
      for (const group of ['hospital', 'department', 'service', 'method'] as Group[]) {
        const { rows, totals, before } = await ask(statistics.groups, { from, to, group });
        for (const measure of Object.keys(totals) as Measure[]) {
          expect([group, measure, totals[measure], before[measure]]).toEqual([group, measure, whole.totals[measure], whole.before[measure]]);
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
      const said = (table: string, columns: string): string => `select x.caregiver_id, 0, ${columns} from ${table} x join care_order o on o.id = x.order_id where ${days} and (x.created_at at time zone (select h.timezone from hospital h where h.id = o.hospital_id))::date between '${from}' and '${to}'`;
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

  test('narrowed to a place, reasons, heat maps, bands and a period that is named say what the figures say', async () => {
    const [from, to, against] = [dayFromNow(-60), dayFromNow(20), dayFromNow(-90)];
    const ask = door(life.api.database, 'all');
    for (const narrowed of [{ hospital: life.foreign.hospitalId }, { department: life.place.departments[1]!.id }, { service: night }]) {
      const { totals, before, series } = await ask(statistics.measures, { from, to, against, ...narrowed });
      expect(before).toEqual({ ...(await ask(statistics.measures, { from: against, to: shifted(against, length(from, to) - 1), ...narrowed })).totals, outstanding: null, certificatesEnding: null });
      for (const [group, measure] of [['cancelled-reason', 'cancelled'], ['ended-early-reason', 'endedEarly'], ['replaced-reason', 'replaced'], ['extended-reason', 'extended']] as [Group, Measure][]) {
        const reasons = await ask(statistics.groups, { from, to, against, group, ...narrowed });
        expect([narrowed, group, reasons.totals[measure], reasons.before[measure]]).toEqual([narrowed, group, totals[measure], before[measure]]);
        const rate = `${measure}Rate` as Measure;
        if (rate in totals) expect([group, reasons.totals[rate], reasons.before[rate]]).toEqual([group, totals[rate as keyof typeof totals], before[rate as keyof typeof before]]);
      }
      const heat = await ask(statistics.heat, { from, to, measure: 'receivable', ...narrowed });
      expect(heat.days.map((_, i) => heat.rows.reduce((sum, { values }) => sum + values[i]!, 0))).toEqual(series.map(({ values }) => values.receivable));
      const bands = await ask(statistics.bands, narrowed);
      expect([bands.fen, bands.rows.reduce((sum, { fen }) => sum + fen, 0)]).toEqual([totals.outstanding, totals.outstanding]);
    }
    // what cannot be told comes last, whichever way it is sorted
    for (const sort of ['satisfaction', '-satisfaction']) {
      const sorted = (await ask(statistics.groups, { from, to, group: 'caregiver', sort, limit: '500', measures: 'satisfaction,serviceDays' })).rows.map(({ values }) => values.satisfaction);
      const known = sorted.filter((value) => value !== null && value !== undefined);
      expect(sorted).toEqual([...known.toSorted((a, b) => (sort.startsWith('-') ? b - a : a - b)), ...sorted.slice(known.length).map(() => null)]);
      expect(sorted.length).toBeGreaterThan(known.length);
    }
  });

  test('each figure opens its rows: the total of the list is the figure', async () => {
    for (const { scope: { name, scope, where }, narrowing: { query, where: narrowing }, range: [from, to] } of some()) {
          const { totals } = await door(life.api.database, scope)(statistics.measures, { from, to, ...query });
          for (const measure of MEASURES) {
            const list = opened(measure, { from, to, ...query });
            if (list === null || totals[measure] === null || totals[measure] === undefined) continue;
            if (list.path === '/caregiver/index') {
              expect([name, query, (await door(life.api.database, scope)(caregiver.list, { ...list.query, count: 'only' })).total]).toEqual([name, query, totals[measure]]);
              continue;
            }
            const total = (await door(life.api.database, scope)(order.list, { ...list.query, count: 'only' })).total!;
            if (list.exact && measureOf(measure).unit === 'count') expect([name, measure, query, total]).toEqual([name, measure, query, totals[measure]]);
            else if (measure in ROWS_OF) expect([name, measure, query, total]).toEqual([name, measure, query, (await life.api.rows<{ n: number }>(`select count(distinct o.id)::int as n from care_order o join hospital h on h.id = o.hospital_id join ${ROWS_OF[measure]!.replaceAll('$days', `between '${from}' and '${to}'`)} where o.deleted_at is null and ${where} and ${narrowing}`))[0]!.n]);
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
  /** Who serves here; then there too. */
  let ours: { id: string; no: string };
  beforeAll(async () => {
    ours = (await life.api.rows<{ id: string; no: string }>(`select c.id::text, c.staff_no as no from caregiver c join order_service_day y on y.caregiver_id = c.id join care_order o on o.id = y.order_id where o.hospital_id = ${life.place.hospitalId} and o.deleted_at is null and y.attendance <> 'void' limit 1`))[0]!;
  });
  /** All that someone of this scope can ask, without the clock. */
  async function everything(scope: Scope): Promise<string> {
    const ask = door(life.api.database, scope);
    const [from, to] = [dayFromNow(-75), dayFromNow(20)];
    const told: unknown[] = [];
    for (const query of [{}, { hospital: life.foreign.hospitalId }, { department: life.foreign.departments[0]!.id }, { service: night }, { caregiver: ours.no }, ...METHODS.map((method) => ({ method }))]) told.push(await ask(statistics.measures, { from, to, by: 'week', ...query }), await ask(statistics.bands, 'method' in query || 'caregiver' in query ? {} : query));
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
    await rows(`insert into order_event (order_id, event, from_state, to_state, actor_id, actor_role, reason, caregiver_id) select id, e, 'assigned', 'assigned', ${life.kit.actorId}, 2, '别处的原因', ${ours.id} from care_order, unnest(array['change', 'extend', 'assign']) e where hospital_id = ${life.foreign.hospitalId}`);
    await rows(`insert into order_complaint (order_id, caregiver_id, kind, content, created_by) select id, (select max(id) from caregiver), 'complaint', '不满', ${life.kit.actorId} from care_order where hospital_id = ${life.foreign.hospitalId}`);
    await rows(`update care_order set payable_fen = payable_fen + 4321, started_carer = ${ours.id}, ended_carer = ${ours.id}, cancelled_carer = ${ours.id} where hospital_id = ${life.foreign.hospitalId}`);
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
    for (const did of ['made:2026-02-30:2026-03-01', 'dreamt:2026-02-01:2026-03-01', 'made:2026-03-02:2026-03-01', 'cancelled:2026-03-02:2026-03-01::转院']) expect([did, (await life.client.admin.get('/orders', { query: { did } })).status]).toEqual([did, 400]);
  });

  test('the sheet says what the page says, money in yuan, and its audit line comes first', async () => {
    const range = { from: dayFromNow(-9), to: dayFromNow(0) };
    const { body } = await life.client.admin.get<{ totals: Record<string, number>; series: unknown[] }>('/statistics/measures', { query: { ...range, measures: 'made,receivable' } });
    const sheet = await life.client.admin.post('/statistics/export', { body: { what: 'measures', query: { ...range, measures: 'made,receivable' }, type: 'csv' } });
    const lines = sheet.text.replace('\ufeff', '').trim().split(/\r?\n/);
    expect(lines[0]).toBe('日期,新增订单,应收（元）');
    expect(lines[22]).toMatch(/^上一期 /);
    expect(lines.slice(12, 22).map((line) => line.split(',')[0])).toEqual(Array.from({ length: 10 }, (_, i) => dayFromNow(i - 19)));
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
