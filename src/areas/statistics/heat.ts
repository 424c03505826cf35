import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask } from '../../host/answer.ts';
import { dayText } from '../../host/calendar.ts';
import type { Reach } from '../../host/reach.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { Fault } from '../../kernel/error.ts';
import { HOSPITALS, LIVING_HOSPITAL } from '../hospital/tables.ts';
import { BAND_NAMES, type Band } from '../order/contract.ts';
import { AGE_OWED, LIVING_ORDER, ORDERS, owedIn } from '../order/tables.ts';
import { HEAT_MOST, type bandsQuery, type heatQuery, type statistics } from './contract.ts';
import { measureOf } from './measure.ts';
import { countBeds } from './plenty.ts';
import { DAY_SUMS, figuresOf, MONEY_SUMS, neededBy, type Raw } from './raw.ts';
import { piecesOf, stepsOf } from './span.ts';
import { byPlace, isRecounting, rangeOf, sums, telling } from './store.ts';

const NO_PARTS = { 'zh-cn': '这个指标不能按天相加', en: 'this figure is no sum of its days' };
const TOO_FINE = { 'zh-cn': `热力图最多 ${HEAT_MOST} 列，按周或按月查看`, en: `a heat map has at most ${HEAT_MOST} columns; look by week or month` };

const bulk = ({ values }: { values: readonly (number | null)[] }): number => values.reduce<number>((all, one) => all + (one ?? 0), 0);
/** One measure of every hospital within reach, or of one, step by step, the largest first. @throws Fault bad_input in words, also for a measure that does not add up, or too many steps */
export async function readHeat({ reach, query, from }: Pick<Ask<typeof statistics.heat>, 'reach' | 'from'> & { query: z.output<typeof heatQuery> }): Promise<Reply<typeof statistics.heat>> {
  const { now } = rangeOf(query, from);
  const { measure, by, hospital, department, service } = query;
  const narrowed = { hospital, department, service };
  const steps = stepsOf(by, now);
  if (!measureOf(measure).adds) throw new Fault('bad_input', { detail: NO_PARTS[from.language] });
  if (steps.length > HEAT_MOST) throw new Fault('bad_input', { detail: TOO_FINE[from.language] });
  const needs = neededBy([measure]);
  const applies = telling(narrowed);
  const [hospitals, found, beds, recounting] = await Promise.all([
    reach.rows<{ id: string; name: string }>(HOSPITALS, { columns: sql`h.id::text, h.name`, where: [LIVING_HOSPITAL, hospital === undefined ? undefined : sql`h.id = ${hospital}::bigint`], order: sql`h.id` }),
    sums({ reach, narrowed, by, key: 'hospital_id', periods: [{ tag: 'now', days: now, pieces: piecesOf(now, by === 'month') }] }, needs, undefined),
    needs.has('bed_days') ? countBeds(reach, 'hospital_id', narrowed) : null,
    isRecounting(reach, hospital),
  ]);
  const known = byPlace(found, 'now', ({ key, at }) => `${key} ${at}`);
  const zero: Raw = Object.fromEntries([...DAY_SUMS, ...MONEY_SUMS].filter((column) => needs.has(column)).map((column) => [column, 0]));
  const rows = hospitals.map(({ id, name }) => ({
    id, name, values: steps.map(({ at, days }) => figuresOf({ ...zero, ...known.get(`${id} ${dayText(at)}`), ...(beds && { bed_days: beds.on(days, id) }) }, [measure], applies)[measure] ?? null),
  })).toSorted((a, b) => bulk(b) - bulk(a));
  return { days: steps.map(({ at }) => dayText(at)), rows, recounting, at: new Date().toISOString() };
}

/** What is owed now, by its age. */
export async function readBands(reach: Reach, { hospital, department, service }: z.output<typeof bandsQuery>): Promise<Reply<typeof statistics.bands>> {
  const owing = reach.select({ from: sql`${ORDERS.from} join hospital h on h.id = o.hospital_id`, scope: ORDERS.scope }, {
    columns: sql`o.balance_fen as fen, ${AGE_OWED} as age`,
    where: [LIVING_ORDER, sql`o.balance_fen > 0`, hospital === undefined ? undefined : sql`o.hospital_id = ${hospital}::bigint`, department === undefined ? undefined : sql`o.department_id = ${department}::bigint`, service === undefined ? undefined : sql`o.service_item_id = ${service}::bigint`],
  });
  const bands = sql.join(BAND_NAMES.map((band) => sql`when ${owedIn(band, sql`t.age`)} then ${sql.raw(`'${band}'`)}`), sql` `);
  const counted = await reach.run<{ band: Band; orders: number; fen: number }>(sql`select case ${bands} end as band, count(*)::int as orders, sum(t.fen)::float8 as fen from (${owing}) t group by 1`);
  const rows = BAND_NAMES.map((band) => counted.find((row) => row.band === band) ?? { band, orders: 0, fen: 0 });
  return { rows, orders: rows.reduce((sum, { orders }) => sum + orders, 0), fen: rows.reduce((sum, { fen }) => sum + fen, 0), at: new Date().toISOString() };
}
