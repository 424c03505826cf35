import { sql } from 'drizzle-orm';
import { dayAt, dayText, parseDay } from '../../host/calendar.ts';
import { iso } from '../../host/column.ts';
import { keepPlan } from '../../host/db/keeping.ts';
import type { Runner } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import type { Held } from './act.ts';
import { beginning, ending } from './situation.ts';

/** A part of a stay between two instants, ISO 8601 in UTC; both stand at the beginning or the middle of a day in UTC+8. */
export interface Part {
  from: string;
  to: string;
}
type Stay = Pick<Held, 'plannedStart' | 'startHalf' | 'plannedEnd' | 'endHalf'>;

/** The whole stay. */
export const stayOf = ({ plannedStart, startHalf, plannedEnd, endHalf }: Stay): Part => ({ from: beginning(plannedStart, startHalf), to: ending(plannedEnd, endHalf) });
/** When the half day began that `now` (milliseconds) is in. */
export function halfDayAt(now: number): string {
  const day = dayText(dayAt(now));
  const noon = beginning(day, 'PM');
  return now < Date.parse(noon) ? beginning(day, 'AM') : noon;
}
/** When it ends. */
export const halfDayEnd = (now: number): string => new Date(Date.parse(halfDayAt(now)) + 12 * 3_600_000).toISOString();
/**
 * What a change of caregiver has before it: from the half day `since`, or as soon as may be. Before service begins that is the
 * whole stay, then the half day it is. Null when `since` is past, or nothing is left. @throws Fault bad_input for what is no day
 */
export function remainder(order: Stay & Pick<Held, 'serviceState'>, since: { day: string; half: 'AM' | 'PM' } | undefined, now: number): Part | null {
  const { from: begins, to } = stayOf(order);
  const here = halfDayAt(now);
  const earliest = order.serviceState === 'in_service' && here > begins ? here : begins;
  if (since !== undefined && parseDay(since.day) === null) throw new Fault('bad_input', { detail: 'day' });
  const from = since === undefined ? earliest : beginning(since.day, since.half);
  return from < earliest || from >= to ? null : { from, to };
}
/** The first and the last day of a part. */
export const daysOf = ({ from, to }: Part): { firstDay: string; lastDay: string } => ({ firstDay: dayText(dayAt(Date.parse(from))), lastDay: dayText(dayAt(Date.parse(to) - 1)) });

/**
 * Puts a caregiver on a part of an order, whose stay is the one it will have: a stint, and the half days of the part with their
 * pay. They must have been found to fit, and locked (`fitsOrRefuse`). `reason`: why they came. Answers the id of the stint.
 */
export async function place(tx: Runner, order: Stay & Pick<Held, 'id' | 'serviceState' | 'careMode' | 'caregiverShareBp'>, carer: { id: string }, part: Part, by: { userId: string; reason?: string }): Promise<string> {
  // service may begin a little before its stay does
  const begun = Date.parse(part.from) <= Date.now() || part.from === stayOf(order).from;
  const status = order.serviceState === 'in_service' && begun ? 'serving' : 'planned';
  const { rows: [made] } = await tx.execute<{ id: string }>(keepPlan(sql`
    insert into order_assignment (order_id, caregiver_id, during, exclusive, status, change_reason, assigned_by)
    values (${order.id}, ${carer.id}, tstzrange(${part.from}, ${part.to}), ${order.careMode === 'one_to_one'}, ${status}, ${by.reason ?? null}, ${by.userId}) returning id::text`));
  await giveDays(tx, order, carer.id, part);
  return made!.id;
}
/** Gives the half days of a part to a caregiver: the amounts stay, the pay of a day that changes hands at noon is split. Of a morning that nobody served there is none. */
export async function giveDays(tx: Runner, order: Stay & Pick<Held, 'id' | 'caregiverShareBp'>, carerId: string, { from, to }: Part): Promise<void> {
  const { from: begins, to: ends } = stayOf(order);
  await tx.execute(keepPlan(sql`
    with half as (
      select y.day, y.caregiver_id, y.relief_id, (y.amount_fen * ${order.caregiverShareBp}::int + 5000) / 10000 as whole_pay,
        at.noon > ${begins}::timestamptz as morning, at.noon < ${ends}::timestamptz as afternoon,
        at.noon > ${from}::timestamptz and at.noon <= ${to}::timestamptz as takes_morning, at.noon >= ${from}::timestamptz and at.noon < ${to}::timestamptz as takes_afternoon
      from order_service_day y cross join lateral (select (y.day + time '12:00') at time zone 'Asia/Shanghai' as noon) at
      where y.order_id = ${order.id} and y.attendance <> 'void'
    ), who as (
      select day, whole_pay, case when morning then case when takes_morning then ${carerId}::bigint else caregiver_id end end as first, morning and afternoon as whole,
        case when afternoon then case when takes_afternoon then ${carerId}::bigint else coalesce(relief_id, caregiver_id) end end as second
      from half where takes_morning or takes_afternoon
    ), given as (select day, whole_pay, case when whole then first else coalesce(first, second) end as carer, case when whole and second is distinct from first then second end as relief from who),
    paid as (select day, carer, relief, case when relief is null then 0 else whole_pay / 2 end as relief_pay, whole_pay from given)
    update order_service_day y set caregiver_id = g.carer, caregiver_pay_fen = case when g.carer is null then g.relief_pay else g.whole_pay end, relief_id = g.relief, relief_pay_fen = g.relief_pay
    from paid g where y.order_id = ${order.id} and y.day = g.day`));
}

/** A stint that ends after some instant. */
export interface Ahead extends Part {
  id: string;
  caregiverId: string;
  staffNo: string;
  name: string;
}
/** The stints of an order that are not over at `at`, in their order. */
export async function ahead(tx: Runner, orderId: string, at: string): Promise<Ahead[]> {
  const { rows } = await tx.execute<Ahead & Record<string, unknown>>(keepPlan(sql`
    select a.id::text, a.caregiver_id::text as "caregiverId", g.staff_no as "staffNo", g.name, ${iso(sql`lower(a.during)`)} as "from", ${iso(sql`upper(a.during)`)} as "to"
    from order_assignment a join caregiver g on g.id = a.caregiver_id where a.order_id = ${orderId} and a.status <> 'void' and upper(a.during) > ${at}::timestamptz order by lower(a.during), a.id`));
  return rows;
}
/** Cuts those stints where they are at `at`; one of which nothing remains is void. */
export async function cut(tx: Runner, stints: readonly Ahead[], at: string): Promise<void> {
  const over = Date.parse(at) <= Date.now();
  for (const { id, from } of stints)
    if (from >= at) await tx.execute(sql`update order_assignment set status = 'void' where id = ${id}`);
    else await tx.execute(sql`update order_assignment set during = tstzrange(lower(during), ${at}), status = case when status = 'serving' and ${over} then 'ended' else status end where id = ${id}`);
}
