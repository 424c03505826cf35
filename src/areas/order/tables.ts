import { sql, type SQL } from 'drizzle-orm';
import type { OrderEvent } from '../../../machines/order.ts';
import type { Match, Reach, Runner, Source } from '../../host/reach.ts';
import { BANDS, LONG_WAIT_HOURS, type Band } from './contract.ts';

/** Orders alone (alias `o`): counting and filtering. */
export const ORDERS: Source = { from: sql`care_order o`, scope: (match) => match(sql`o.hospital_id`, sql`o.department_id`) };
/** Orders with their patient (`p`): finding. */
export const ORDER_PATIENTS: Source = { from: sql`care_order o join patient p on p.id = o.patient_id`, scope: ORDERS.scope };
/** Joins orders `o` to their patients (`p`) one by one, whatever their conditions: for a few orders, not to read all patients beside them. */
export const EACH_PATIENT = sql`cross join lateral (select * from patient known where known.id = o.patient_id offset 0) p`;
/** Stints (`a`) of orders `o`. */
export const STINTS: Source = { from: sql`order_assignment a join care_order o on o.id = a.order_id`, scope: ORDERS.scope };
/** The last day of stints `a`: who hands over serves until then, not until the order ends. */
export const LAST_SERVED = sql`max(((upper(a.during) - interval '1 microsecond') at time zone 'Asia/Shanghai')::date)`;
const LAY_IN = sql`(e.snapshot->'order'->>'department_id')::bigint`;
/** Condition "this event (`e`) of order `o` found it within the scope, and may have taken it to another department": an edit, or taking one back. */
export const movedFrom = (match: Match): SQL => sql`(e.event in ('edit', 'undo') and ${match(sql`o.hospital_id`, LAY_IN)})`;
/** Since the instant `seen` something happened to order `o`, which is within the scope, that is `which` of its events (`e`), or took it there from another department. */
const happened = (seen: SQL, match: Match, which: SQL): SQL => sql`(o.updated_at > ${seen} and exists (select 1 from order_event e where e.order_id = o.id and e.at > ${seen} and (${which} or (e.event in ('edit', 'undo') and not ${match(sql`o.hospital_id`, LAY_IN)}))))`;

/** Events that move when caregivers are free. */
export const BOOKING: ReadonlySet<string> = new Set<OrderEvent>(['assign', 'change', 'unassign', 'start', 'extend', 'complete', 'cancel', 'undo']);

/** Not deleted. */
export const LIVING_ORDER = sql`o.deleted_at is null`;
/** Not yet at an end; the partial indexes of 0002_care.sql repeat these words. */
export const ALIVE = sql`o.service_state in ('pending_assign', 'assigned', 'in_service')`;

/** A statement of the newest living orders within reach that are `where`, about so many; of a scope the newest of each of its departments, where they lie together: its share, or as many of `each`, where there are few. */
export function newestOrders(reach: Reach, where: readonly SQL[], most: number, each = false): SQL {
  const living = [LIVING_ORDER, ...where];
  if (reach.scope === 'all') return reach.select(ORDERS, { columns: sql`o.*`, where: living, order: sql`o.id desc`, limit: most });
  const departments = sql`hospital_department d where ${reach.match(sql`d.hospital_id`, sql`d.id`)}`;
  return sql`select o.* from (select d.* from ${departments}) d cross join lateral (
    select o.* from care_order o where o.hospital_id = d.hospital_id and o.department_id = d.id and ${sql.join(living, sql` and `)} order by o.id desc limit ${each ? sql`${most}::int` : sql`(select ${most}::int / greatest(1, count(*)) from ${departments})`}) o${each ? sql` order by o.id desc limit ${most}` : sql``}`;
}

/** Has ended: waits for nothing (0010_order_list.sql repeats these words and the next). */
export const ENDED = sql`o.status in ('closed', 'cancelled')`;
/** Since when an order waits in its status. */
export const WAITING_SINCE = sql`coalesce(o.waiting_since, o.actual_end_at, o.actual_start_at, o.created_at)`;

const isToday = (column: SQL): SQL => sql`(o.hospital_id, ${column}) in (select today.id, (now() at time zone today.timezone)::date from hospital today)`;
const isPast = (column: SQL): SQL => sql`${column} < (select (now() at time zone today.timezone)::date from hospital today where today.id = o.hospital_id)`;
/** Orders that are still to begin or to end on their hospital's own today, and those that were to before. */
export const DUE_TODAY: Record<'starts_today' | 'ends_today' | 'overdue', SQL> = {
  starts_today: sql`o.service_state in ('pending_assign', 'assigned') and ${isToday(sql`o.planned_start`)}`,
  ends_today: sql`o.service_state in ('assigned', 'in_service') and ${isToday(sql`o.planned_end`)}`,
  overdue: sql`o.service_state in ('pending_assign', 'assigned', 'in_service') and ${isPast(sql`case o.service_state when 'in_service' then o.planned_end else o.planned_start end`)}`,
};

const LONG_WAIT = LONG_WAIT_HOURS * 3_600_000;
/** Waits too long for a caregiver. By the minute, so that a count and the list that it opens mean the same moment. */
export const waitsLong = (now = Date.now()): SQL => sql`o.status = 'pending_assign' and ${WAITING_SINCE} <= ${new Date(now - (now % 60_000) - LONG_WAIT).toISOString()}::timestamptz`;
/** The same, and was not yet told of at the instant `seen`, which knew whole minutes as `waitsLong` does; or came by a sheet, or waits again, as long as it did before what was taken back. */
export const longSince = (seen: SQL, match: Match): SQL => sql`(${WAITING_SINCE} > date_trunc('minute', ${seen}) - make_interval(hours => ${LONG_WAIT_HOURS})
  or ${happened(seen, match, sql`(e.event = 'create' or (e.event = 'undo' and e.from_state <> 'pending_assign'))`)})`;
/** Of those that end today: came to do so after the instant `seen`, by the day's begin or by what happened to them. */
export const endsSince = (seen: SQL, match: Match): SQL => sql`((select date_trunc('day', now() at time zone h.timezone) at time zone h.timezone from hospital h where h.id = o.hospital_id) > ${seen}
  or ${happened(seen, match, sql`e.event in ('assign', 'extend', 'undo')`)})`;
/** This account keeps it, and it has not ended. */
export const keptBy = (accountId: string): SQL => sql`o.keeper_id = ${accountId}::bigint and not (${ENDED})`;
/** It was handed to its keeper by someone else after the instant `seen`. */
export const handedSince = (seen: SQL): SQL => sql`o.handed_at > ${seen}`;

/** Whose turn order `o` is at: the stint that began last, else the first to come. */
const TURN = sql`(select a.caregiver_id from order_assignment a where a.order_id = o.id and a.status <> 'void' order by greatest(lower(a.during), now()), lower(a.during) desc, a.id desc limit 1)`;
/** The id of the caregiver who serves order `o`, or served it last; null where service has not begun, or nobody served. */
export const SERVED_BY = sql`case o.service_state when 'completed' then o.ended_carer when 'in_service' then ${TURN} end`;
/** The same as a condition, which indexes find. */
export const servedBy = (id: SQL): SQL => sql`(o.ended_carer = ${id} or (o.service_state = 'in_service' and ${TURN} = ${id}))`;
/** Days since the last day of order `o` at hospital `h`, or since what is to be the last; below 0 until then. */
export const AGE_OWED = sql`((now() at time zone h.timezone)::date - coalesce(o.ended_on, o.planned_end))`;
/** Whether an age lies in a band. */
export function owedIn(band: Band, age: SQL): SQL {
  const [low, high] = BANDS[band];
  return sql.join([...(low === null ? [] : [sql`${age} >= ${low}::int`]), ...(high === null ? [] : [sql`${age} <= ${high}::int`])], sql` and `);
}
/** Something is owed for so long. */
export const owedFor = (band: Band): SQL => sql`o.balance_fen > 0 and exists (select 1 from hospital h where h.id = o.hospital_id and ${owedIn(band, AGE_OWED)})`;

/** Something that is shown with these orders (`which`, on `o`) is called otherwise: those that wait count as written, each of the same version, and who watches asks what changed. */
export async function touchOrders(tx: Runner, which: SQL, locked = sql``): Promise<void> {
  // locked in the order of their ids, as everything that holds several
  await tx.execute(sql`update care_order t set updated_at = now() from (select o.id from care_order o where ${LIVING_ORDER} and not (${ENDED}) and ${which} order by o.id for no key update ${locked}) o where t.id = o.id`);
  await tx.execute(sql`select pg_notify('order', '')`);
}
/** The same where caregiver or service is locked already: orders are held before those elsewhere, so one that somebody holds is not waited for. */
export const touchFree = (tx: Runner, which: SQL): Promise<void> => touchOrders(tx, which, sql`skip locked`);
/** The same of a caregiver's. */
export const touchServed = (tx: Runner, caregiverId: string): Promise<void> => touchFree(tx, sql`o.id in (select a.order_id from order_assignment a where a.caregiver_id = ${caregiverId}::bigint and a.status <> 'void')`);

/** Evaluations (alias `v`) of orders `o`. */
export const EVALUATIONS: Source = { ...ORDERS, from: sql`order_evaluation v join care_order o on o.id = v.order_id` };
/** What evaluations come to. */
const RATING = { average: sql`round(avg(v.overall), 2)`, count: sql`count(*)::int` };
/** How caregiver `c` is rated within the reader's scope: beside what is said there, what is said anywhere would tell what others said. */
export function ratingOf(reach: Reach): { average: SQL; count: SQL } {
  if (reach.scope === 'all') return { average: sql`c.rating_avg`, count: sql`c.rating_count` };
  const of = (columns: SQL): SQL => sql`(${reach.select(EVALUATIONS, { columns, where: [LIVING_ORDER, sql`v.caregiver_id = c.id`] })})`;
  return { average: of(RATING.average), count: of(RATING.count) };
}
/** The same of all caregivers at once, beside them: one by one, to sort hundreds of thousands would take seconds. Undefined where it stands in their rows. */
export function ratingsBeside(reach: Reach): { join: SQL; average: SQL; count: SQL } | undefined {
  if (reach.scope === 'all') return undefined;
  const all = sql`${reach.select(EVALUATIONS, { columns: sql`v.caregiver_id, ${RATING.average} as average, ${RATING.count} as n`, where: [LIVING_ORDER] })} group by v.caregiver_id`;
  return { join: sql`left join (${all}) rated on rated.caregiver_id = c.id`, average: sql`rated.average`, count: sql`coalesce(rated.n, 0)` };
}
