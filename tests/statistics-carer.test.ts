import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { order } from '../src/areas/order/contract.ts';
import { statistics, WAIT_DAYS } from '../src/areas/statistics/contract.ts';
import { measureOf, opened, type Measure } from '../src/areas/statistics/measure.ts';
import { verifyStatistics } from '../src/areas/statistics/verify.ts';
import { foldStatistics } from '../src/host/stat-count.ts';
import { dayFromNow, door } from './kit/care.ts';
import type { Life } from './kit/life.ts';
import { night, scopes, startStatistics } from './kit/stat-life.ts';
import { recount } from './kit/stat-plain.ts';

/* Figures of one caregiver, and of each beside the others: whose an order is when it is given, begins, ends and is called off. */
const MINE = ['started', 'ended', 'cancelled', 'assigned', 'coveredBedDays', 'outstanding'] as const satisfies readonly Measure[];
const measures = MINE.join(',');
const RANGES = [[-100, 30], [-13, 4], [-40, -3]] as const;
type Told = Record<string, number | null | undefined>;
let life: Life;
/** What the rows come to, by what was asked; folding changes none of them. */
const known = new Map<string, Record<string, Told>>();
let carers: { id: string; no: string }[];
beforeAll(async () => {
  life = await startStatistics();
  carers = await life.api.rows<{ id: string; no: string }>('select id::text, staff_no as no from caregiver order by id');
}, 900_000);
afterAll(() => life.api.close());
/** The figures of those of whom there is any. */
const some = (rows: readonly (readonly [string, Told])[]): Record<string, Told> => Object.fromEntries(rows.filter(([, values]) => MINE.some((name) => (values[name] ?? 0) !== 0)).map(([no, values]) => [no, Object.fromEntries(MINE.map((name) => [name, values[name]]))]));

describe.each(['with what is not folded yet', 'folded'])('%s', (folded) => {
  beforeAll(async () => {
    if (folded === 'folded') await foldStatistics(life.api.database.db);
  });

  test('of everyone, ranked and alone, they are what a plain recount says, in every scope', async () => {
    const met = new Set<string>();
    for (const [i, { name, scope, where, beds }] of scopes().entries()) {
      const ask = door(life.api.database, scope);
      const [from, to] = RANGES[i % RANGES.length]!.map(dayFromNow) as [string, string];
      for (const [narrowed, here] of [[{}, 'true'], ...(name === 'all' ? [[{ hospital: life.place.hospitalId }, `o.hospital_id = ${life.place.hospitalId}`], [{ service: night }, `o.service_item_id = ${night}`]] : [])] as [object, string][]) {
        const place = `${where} and ${here}`;
        const plain: [string, Told][] = [];
        if (!known.has(place)) for (const { id, no } of carers) plain.push([no, await recount(life.api, { from, to, where: place, caregiver: id, beds, posts: null, carers: [] })]);
        const should = known.get(place) ?? some(plain);
        known.set(place, should);
        const { rows, totals } = await ask(statistics.groups, { from, to, group: 'caregiver', limit: '500', measures, ...narrowed });
        expect([name, narrowed, some(rows.map(({ id, values }) => [id, values]))]).toEqual([name, narrowed, should]);
        for (const one of MINE) {
          expect([name, one, totals[one]]).toEqual([name, one, Object.values(should).reduce((sum, values) => sum + (values[one] ?? 0), 0)]);
          if (totals[one]! > 0) met.add(one);
        }
        const alone: [string, Told][] = [];
        for (const { no } of carers) alone.push([no, (await ask(statistics.measures, { from, to, by: 'week', measures, caregiver: no, ...narrowed })).totals]);
        expect([name, narrowed, some(alone)]).toEqual([name, narrowed, should]);
      }
    }
    expect([...met].sort()).toEqual([...MINE].sort());
    expect((await verifyStatistics(life.api.database)).differences).toEqual([]);
  }, 900_000);

  test('each opens its rows: of a count as many as it says, of others those that it is made of', async () => {
    let opens = 0;
    for (const { name, scope } of scopes()) {
      const ask = door(life.api.database, scope);
      const range = { from: dayFromNow(-100), to: dayFromNow(30) };
      const { rows } = await ask(statistics.groups, { ...range, group: 'caregiver', limit: '500', measures });
      for (const { id, values } of rows) for (const measure of MINE) {
        const list = opened(measure, { ...range, caregiver: id })!;
        const total = (await ask(order.list, { ...list.query, count: 'only' })).total!;
        if (list.exact && measureOf(measure).unit === 'count') expect([name, id, measure, total]).toEqual([name, id, measure, values[measure]]);
        else expect([name, id, measure, total > 0]).toEqual([name, id, measure, values[measure]! > 0]);
        opens += total;
      }
    }
    expect(opens).toBeGreaterThan(0);
  });

  test('why they were called off is told of who was to serve: each reason, and what it opens', async () => {
    const ask = door(life.api.database, 'all');
    const range = { from: dayFromNow(-100), to: dayFromNow(30) };
    let met = 0;
    for (const { no } of carers) {
      const { rows, totals } = await ask(statistics.groups, { ...range, group: 'cancelled-reason', caregiver: no });
      expect([no, totals.cancelled]).toEqual([no, (await ask(statistics.measures, { ...range, measures: 'cancelled', caregiver: no })).totals.cancelled]);
      for (const { id, values } of rows) {
        const { query } = opened('cancelled', { ...range, caregiver: no, reason: id })!;
        expect([no, id, (await ask(order.list, { ...query, count: 'only' })).total]).toEqual([no, id, values.cancelled]);
        met += values.cancelled!;
      }
    }
    expect(met).toBeGreaterThan(0);
  });
});

/** The minutes that orders waited for each caregiver, by the rows: by staff number and, with `step`, by step. */
const waited = (from: string, to: string, where: string, step = `''`) => life.api.rows<{ no: string; at: string; half: number; most: number }>(`select c.staff_no as no, (${step})::text as at, percentile_disc(0.5) within group (order by w.minutes) as half, percentile_disc(0.9) within group (order by w.minutes) as most from (
    select distinct on (e.order_id) o.id, e.after->>'caregiverNo' as no, (e.at at time zone h.timezone)::date as day, greatest(0, floor(extract(epoch from e.at - o.created_at) / 60))::int as minutes, o.deleted_at, o.source
    from order_event e join care_order o on o.id = e.order_id join hospital h on h.id = o.hospital_id where e.event = 'assign' and ${where} order by e.order_id, e.id) w join caregiver c on c.staff_no = w.no
  where w.deleted_at is null and w.source <> 'import' and w.day between '${from}' and '${to}' group by 1, 2 order by 1, 2`);
test('how long orders waited until a caregiver was given them: each beside the others, alone, and step by step, in every scope', async () => {
  let met = 0;
  for (const { name, scope, where } of scopes()) {
    const ask = door(life.api.database, scope);
    const [from, to] = [dayFromNow(5 - WAIT_DAYS), dayFromNow(4)];
    for (const [narrowed, here] of [[{}, 'true'], [{ hospital: life.place.hospitalId }, `o.hospital_id = ${life.place.hospitalId}`], [{ service: night }, `o.service_item_id = ${night}`]] as [object, string][]) {
      const should = await waited(from, to, `${where} and ${here}`);
      const { rows } = await ask(statistics.groups, { from, to, group: 'caregiver', limit: '500', measures: 'waitHalf,waitMost', ...narrowed });
      expect([name, narrowed, rows.filter(({ values }) => values.waitHalf !== null).map(({ id, values }) => [id, values.waitHalf, values.waitMost]).sort()]).toEqual([name, narrowed, should.map(({ no, half, most }) => [no, half, most])]);
      met += should.filter(({ half }) => half > 0).length;
      const steps = await waited(from, to, `${where} and ${here}`, `date_trunc('week', w.day)::date`);
      for (const { no, half, most } of should) {
        const { totals, series } = await ask(statistics.measures, { from, to, by: 'week', measures: 'waitHalf,waitMost', caregiver: no, ...narrowed });
        expect([no, totals]).toEqual([no, { waitHalf: half, waitMost: most }]);
        expect([no, series.filter(({ values }) => values.waitHalf !== null).map(({ at, values }) => [at, values.waitHalf, values.waitMost])]).toEqual([no, steps.filter((step) => step.no === no).map((step) => [step.at, step.half, step.most])]);
        expect((await ask(statistics.groups, { from, to, group: 'caregiver', measures: 'waitMost', caregiver: no, ...narrowed })).rows.map(({ id, values }) => [id, values])).toEqual([[no, { waitMost: most }]]);
      }
    }
  }
  expect(met).toBeGreaterThan(0);
});
test('beyond so many days no line has waits of its own; what is everyone’s and one caregiver’s own still stand', async () => {
  const ask = door(life.api.database, 'all');
  const asked = { to: dayFromNow(4), group: 'caregiver', limit: '500', measures: 'assigned,waitHalf' } as const;
  const [shorter, longer] = [await ask(statistics.groups, { ...asked, from: dayFromNow(5 - WAIT_DAYS) }), await ask(statistics.groups, { ...asked, from: dayFromNow(4 - WAIT_DAYS) })];
  expect(shorter.rows.some(({ values }) => values.waitHalf !== null)).toBe(true);
  expect([longer.rows.length > 0, longer.rows.filter(({ values }) => values.waitHalf !== null)]).toEqual([true, []]);
  expect(longer.totals.waitHalf).not.toBeNull();
  const { id } = shorter.rows.find(({ values }) => values.waitHalf !== null)!;
  expect((await ask(statistics.measures, { from: dayFromNow(4 - WAIT_DAYS), to: asked.to, by: 'month', measures: 'waitHalf', caregiver: id })).totals.waitHalf).not.toBeNull();
});

test('what has no meaning of a caregiver is not told of one', async () => {
  const ask = door(life.api.database, 'all');
  const range = { from: dayFromNow(-9), to: dayFromNow(0) };
  const none = ['made', 'bedDays', 'bedCover', 'received', 'refunded', 'certificatesEnding'] as const;
  const { totals } = await ask(statistics.measures, { ...range, measures: none.join(','), caregiver: carers[0]!.no });
  expect(totals).toEqual(Object.fromEntries(none.map((name) => [name, null])));
  expect(Object.keys((await ask(statistics.groups, { ...range, group: 'caregiver' })).totals).filter((name) => (none as readonly string[]).includes(name))).toEqual([]);
});
