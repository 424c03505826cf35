import { sql, type SQL } from 'drizzle-orm';
import { dayText } from '../../host/calendar.ts';
import type { Reach, Source } from '../../host/reach.ts';
import { LIVING_ORDER, ORDERS } from '../order/tables.ts';
import type { Narrowed, Step } from './contract.ts';
import type { Raw } from './raw.ts';
import type { Days } from './span.ts';
import { placed, stepSql, type Asked, type Period, type Summed } from './sum.ts';
import { STAT_CAREGIVERS, STAT_CAREGIVERS_NEW } from './tables.ts';

/** Sums that can be told of one caregiver. */
export const CAREGIVER_SUMS = ['halves_normal', 'halves_holiday', 'charged_fen', 'stars', 'evaluations', 'complaints'] as const;
const SUMS = sql.raw(CAREGIVER_SUMS.map((column) => `sum(${column})::float8 as ${column}`).join(', '));
const NOTHING = { halves: sql`0, 0, 0`, marks: sql`0, 0` };
const onDay = (column: SQL, { from, to }: Days): SQL => sql`${column} between ${dayText(from)}::date and ${dayText(to)}::date`;
/** The instants of these days by the hospital's clock; a day more either side first, which an index finds. */
const onDays = (column: SQL, { from, to }: Days): SQL =>
  sql`${column} >= ${dayText(from - 1)}::date and ${column} < ${dayText(to + 2)}::date and ${onDay(sql`(${column} at time zone h.timezone)::date`, { from, to })}`;

/** What caregivers did on these days, by the rows themselves: `caregiver_id`, `day` and CAREGIVER_SUMS. */
function acts(reach: Reach, days: Days, narrowed: Narrowed, caregiver: string | undefined): SQL {
  const where = [LIVING_ORDER, ...placed(narrowed).map((condition) => condition && sql`exists (select 1 from (select o.hospital_id, o.department_id, o.service_item_id) t where ${condition})`)];
  const is = (column: SQL): SQL | undefined => (caregiver === undefined ? undefined : sql`${column} = ${caregiver}::bigint`);
  const from = (table: SQL, join: SQL): Source => ({ from: sql`${table} x join care_order o on o.id = x.order_id ${join}`, scope: ORDERS.scope });
  const clock = sql`join hospital h on h.id = o.hospital_id`;
  const written = sql`(x.created_at at time zone h.timezone)::date as day`;
  const served = reach.select(from(sql`caregiver_day`, sql``), {
    columns: sql`x.caregiver_id, x.day, case when x.multiplier_bp <= 10000 then x.halves else 0 end as halves_normal, case when x.multiplier_bp > 10000 then x.halves else 0 end as halves_holiday, x.amount_fen as charged_fen, 0 as stars, 0 as evaluations, 0 as complaints`,
    where: [...where, onDay(sql`x.day`, days), caregiver === undefined ? undefined : sql`(x.first_id = ${caregiver}::bigint or x.relief_id = ${caregiver}::bigint) and x.caregiver_id = ${caregiver}::bigint`],
  });
  return sql.join([
    served,
    reach.select(from(sql`order_evaluation`, clock), { columns: sql`x.caregiver_id, ${written}, ${NOTHING.halves}, x.overall, 1, 0`, where: [...where, onDays(sql`x.created_at`, days), is(sql`x.caregiver_id`)] }),
    reach.select(from(sql`order_complaint`, clock), { columns: sql`x.caregiver_id, ${written}, ${NOTHING.halves}, ${NOTHING.marks}, 1`, where: [...where, onDays(sql`x.created_at`, days), sql`x.kind = 'complaint' and x.caregiver_id is not null`, is(sql`x.caregiver_id`)] }),
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
  const columns = sql`t.caregiver_id, ${sql.raw(CAREGIVER_SUMS.map((column) => `t.${column}`).join(', '))}`;
  const parts = periods.flatMap(({ tag, pieces }) =>
    pieces.flatMap((piece) => {
      if (piece.span === 'd') return [sql`select ${sql.raw(`'${tag}'`)} as tag, caregiver_id, ${sql.raw(CAREGIVER_SUMS.join(', '))} from (${acts(reach, piece, narrowed, undefined)}) r`];
      const where = [onDay(sql`t.month`, piece), ...placed(narrowed)];
      return [STAT_CAREGIVERS, STAT_CAREGIVERS_NEW].map((source) => reach.select(source, { columns: sql`${sql.raw(`'${tag}'`)} as tag, ${columns}`, where }));
    }),
  );
  return read(await reach.run(sql`select tag, caregiver_id::text as key, '' as at, ${SUMS} from (${sql.join(parts, sql` union all `)}) t group by 1, 2`));
}
