import { sql, type SQL } from 'drizzle-orm';
import type { Source } from '../../host/reach.ts';
import { LIVING_ORDER, ORDERS } from '../order/tables.ts';

/** Service days (alias `y`) of orders (`o`). */
export const DAYS: Source = { ...ORDERS, from: sql`order_service_day y join care_order o on o.id = y.order_id` };
/** Rows of the ledger (`l`) of orders, by the hospital's (`h`) clock. */
export const LEDGER: Source = { ...ORDERS, from: sql`order_payment l join care_order o on o.id = l.order_id join hospital h on h.id = o.hospital_id` };
/** Adjustments (`j`) of orders, by the hospital's clock. */
export const ADJUSTMENTS: Source = { ...ORDERS, from: sql`order_adjustment j join care_order o on o.id = j.order_id join hospital h on h.id = o.hospital_id` };

/** The first day of a month `2026-10`, and the first of the next. */
export const beginOf = (month: string): SQL => sql`${`${month}-01`}::date`;
export const endOf = (month: string): SQL => sql`(${`${month}-01`}::date + interval '1 month')::date`;
/** Days `y` of the month. */
export const monthOf = (month: string): SQL[] => [LIVING_ORDER, sql`y.day >= ${beginOf(month)}`, sql`y.day < ${endOf(month)}`];
/** Service days `y` of the month that count. */
export const daysOf = (month: string): SQL[] => [...monthOf(month), sql`y.attendance <> 'void'`];
/** An instant that falls in the month by the clock of `h`; the first two bounds are for the index. */
export const momentOf = (month: string, at: SQL): SQL[] => [
  LIVING_ORDER, sql`${at} >= (${beginOf(month)} - 1)::timestamp at time zone 'UTC'`, sql`${at} < (${endOf(month)} + 1)::timestamp at time zone 'UTC'`,
  sql`(${at} at time zone h.timezone)::date >= ${beginOf(month)}`, sql`(${at} at time zone h.timezone)::date < ${endOf(month)}`,
];
/** Someone serves a day `y`, or from noon on. */
const SERVED = sql`(y.caregiver_id is not null or y.relief_id is not null)`;
/** What of days `y` nobody serves: of one that someone came to at noon, its morning (caregiver_day, 0023_statistics.sql). */
export const UNCOVERED = sql`coalesce(sum(y.fraction - case when y.relief_id is null then 0 else floor(y.fraction) / 2 end) filter (where y.caregiver_id is null), 0)::float8`;
/** What of days `y` goes into a statement, all as sums; pay of those alone that someone serves. */
export const DAY_SUMS = sql`
  count(distinct o.id)::int as orders, coalesce(sum(y.fraction), 0)::float8 as days, coalesce(sum(y.fraction) filter (where y.multiplier_bp > 10000), 0)::float8 as "holidayDays",
  coalesce(sum(y.amount_fen), 0)::float8 as "amountFen", coalesce(sum(y.caregiver_pay_fen) filter (where ${SERVED}), 0)::float8 as "payFen", coalesce(sum(y.hospital_fee_fen), 0)::float8 as "feeFen"`;
/** What of the ledger `l` was received and given back, as order rows have it (areas/order/act.ts). */
export const LEDGER_SUMS = sql`coalesce(sum(l.amount_fen) filter (where l.kind <> 'refund'), 0)::float8 as "receivedFen", coalesce(-sum(l.amount_fen) filter (where l.kind = 'refund'), 0)::float8 as "refundedFen"`;
export const ADJUSTMENT_SUMS = sql`coalesce(sum(j.amount_fen), 0)::float8 as "adjustedFen"`;
/** Orders alive with days in the month that has passed, and what each still needs; null: it goes on beyond the month, as it may. */
export const HINDERS = (month: string): SQL => sql`case o.service_state when 'pending_assign' then 'unassigned' when 'assigned' then 'unstarted' when 'in_service' then case when o.planned_end < ${endOf(month)} then 'unfinished' end end`;
