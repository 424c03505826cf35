import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { order } from '../src/areas/order/contract.ts';
import { statistics } from '../src/areas/statistics/contract.ts';
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
        if (!known.has(place)) for (const { id, no } of carers) plain.push([no, await recount(life.api, { from, to, where: place, caregiver: id, beds, posts: null })]);
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

test('what has no meaning of a caregiver is not told of one', async () => {
  const ask = door(life.api.database, 'all');
  const range = { from: dayFromNow(-9), to: dayFromNow(0) };
  const none = ['made', 'bedDays', 'bedCover', 'received', 'refunded', 'waitHalf', 'waitMost', 'certificatesEnding'] as const;
  const { totals } = await ask(statistics.measures, { ...range, measures: none.join(','), caregiver: carers[0]!.no });
  expect(totals).toEqual(Object.fromEntries(none.map((name) => [name, null])));
  expect(Object.keys((await ask(statistics.groups, { ...range, group: 'caregiver' })).totals).filter((name) => (none as readonly string[]).includes(name))).toEqual([]);
});
