import { sql, type SQL } from 'drizzle-orm';
import { dayText } from '../../host/calendar.ts';
import type { Reach, Source } from '../../host/reach.ts';
import { LIVING_ORDER, ORDERS } from '../order/tables.ts';
import type { Narrowed, Step } from './contract.ts';
import type { Raw } from './raw.ts';
import type { Days } from './span.ts';
import { levelOf, placed, stepSql, type Asked, type Period, type Summed } from './sum.ts';
import { STAT_CAREGIVERS, STAT_CAREGIVERS_NEW } from './tables.ts';

const KEPT = ['halves_normal', 'halves_holiday', 'charged_fen', 'stars', 'evaluations', 'complaints', 'replaced', 'extended', 'ended_early', 'taken'] as const;
/** Sums that can be told of one caregiver. Their rates are of the orders that they took on, which stand for those that started and ended. */
export const CAREGIVER_SUMS = [...KEPT, 'started', 'ended'] as const;
const SUMS = sql.raw([...KEPT.map((column) => `sum(${column})::float8 as ${column}`), 'sum(taken)::float8 as started', 'sum(taken)::float8 as ended'].join(', '));
/** The columns of KEPT, 0 but for those that are said. */
const columns = (said: Partial<Record<(typeof KEPT)[number], SQL>>): SQL => sql.join(KEPT.map((column) => sql`${said[column] ?? sql`0`} as ${sql.raw(column)}`), sql`, `);
const onDay = (column: SQL, { from, to }: Days): SQL => sql`${column} between ${dayText(from)}::date and ${dayText(to)}::date`;
/** The instants of these days by the hospital's clock; a day more either side first, which an index finds. */
const onDays = (column: SQL, { from, to }: Days): SQL =>
  sql`${column} >= ${dayText(from - 1)}::date and ${column} < ${dayText(to + 2)}::date and ${onDay(sql`(${column} at time zone h.timezone)::date`, { from, to })}`;

/** What caregivers did on these days, by the rows themselves: `caregiver_id`, `day` and KEPT. */
function acts(reach: Reach, days: Days, narrowed: Narrowed, caregiver: string | undefined): SQL {
  const where = [LIVING_ORDER, ...placed(narrowed).map((condition) => condition && sql`exists (select 1 from (select o.hospital_id, o.department_id, o.service_item_id) t where ${condition})`)];
  const is = (column: SQL): SQL | undefined => (caregiver === undefined ? undefined : sql`${column} = ${caregiver}::bigint`);
  const from = (table: SQL, join: SQL): Source => ({ from: sql`${table} x join care_order o on o.id = x.order_id ${join}`, scope: ORDERS.scope });
  const one = sql`1`;
  const carer = is(sql`x.caregiver_id`);
  const written = (table: SQL, instant: SQL, said: Parameters<typeof columns>[0], ...more: SQL[]): SQL =>
    reach.select(from(table, sql`join hospital h on h.id = o.hospital_id`), { columns: sql`x.caregiver_id, (${instant} at time zone h.timezone)::date as day, ${columns(said)}`, where: [...where, onDays(instant, days), sql`x.caregiver_id is not null`, carer, ...more] });
  return sql.join([
    reach.select(from(sql`caregiver_day`, sql``), {
      columns: sql`x.caregiver_id, x.day, ${columns({ halves_normal: sql`case when x.multiplier_bp <= 10000 then x.halves else 0 end`, halves_holiday: sql`case when x.multiplier_bp > 10000 then x.halves else 0 end`, charged_fen: sql`x.amount_fen` })}`,
      where: [...where, onDay(sql`x.day`, days), caregiver === undefined ? undefined : sql`(x.first_id = ${caregiver}::bigint or x.relief_id = ${caregiver}::bigint) and x.caregiver_id = ${caregiver}::bigint`],
    }),
    written(sql`order_evaluation`, sql`x.created_at`, { stars: sql`x.overall`, evaluations: one }),
    written(sql`order_complaint`, sql`x.created_at`, { complaints: one }, sql`x.kind = 'complaint'`),
    written(sql`order_assignment`, sql`lower(x.during)`, { taken: one }, sql`(x.status <> 'void' or x.replaced_by is not null)`),
    ...(['change', 'extend'] as const).map((event) => written(sql`order_event`, sql`x.at`, { [event === 'change' ? 'replaced' : 'extended']: one }, sql`x.event = ${event} and not exists (select 1 from order_event u where u.undoes = x.id)`)),
    reach.select(ORDERS, { columns: sql`o.early_by, o.ended_on, ${columns({ ended_early: one })}`, where: [...where, sql`o.service_state = 'completed' and o.early_by is not null`, onDay(sql`o.ended_on`, days), is(sql`o.early_by`)] }),
  ], sql` union all `);
}
const read = (rows: readonly Record<string, string | number>[]): Summed[] => rows.map(({ tag, key, at, ...raw }) => ({ tag: tag as Summed['tag'], key: String(key), at: String(at), raw: raw as Raw }));
const tagged = (tag: Period['tag'], rows: SQL): SQL => sql`select ${sql.raw(`'${tag}'`)} as tag, r.* from (${rows}) r`;

/** Sums of one caregiver, by their rows: few enough. `caregiver`: the id. */
export async function sumCaregiver({ reach, periods, by, narrowed }: Asked, caregiver: string): Promise<Summed[]> {
  const rows = sql.join(periods.map(({ tag, days }) => tagged(tag, acts(reach, days, narrowed, caregiver))), sql` union all `);
  return read(await reach.run(sql`select tag, '' as key, ${stepSql(by as Step | undefined, sql`day`)} as at, ${SUMS} from (${rows}) t group by 1, 2, 3`));
}
/** Sums by caregiver: whole months from the summary, the days at the ends of a range from their rows. The key is the caregiver's id. */
export async function sumCaregivers({ reach, periods, narrowed }: Asked): Promise<Summed[]> {
  const kept = sql.raw(['t.caregiver_id', ...KEPT.map((column) => `t.${column}`)].join(', '));
  // of a hospital all together, or every place apart
  const level = levelOf({ reach, narrowed }) === 3 ? '3' : '0';
  const parts = periods.flatMap(({ tag, pieces }) =>
    pieces.flatMap((piece) => {
      if (piece.span === 'd') return [sql`select ${sql.raw(`'${tag}'`)} as tag, caregiver_id, ${sql.raw(KEPT.join(', '))} from (${acts(reach, piece, narrowed, undefined)}) r`];
      const where = [onDay(sql`t.month`, piece), ...placed(narrowed)];
      const columns = sql`${sql.raw(`'${tag}'`)} as tag, ${kept}`;
      return [reach.select(STAT_CAREGIVERS, { columns, where: [sql`t.level = ${sql.raw(level)}`, ...where] }), reach.select(STAT_CAREGIVERS_NEW, { columns, where })];
    }),
  );
  return read(await reach.run(sql`select tag, caregiver_id::text as key, '' as at, ${SUMS} from (${sql.join(parts, sql` union all `)}) t group by tag, caregiver_id`));
}
