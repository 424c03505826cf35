import { sql } from 'drizzle-orm';
import { iso } from '../../host/column.ts';
import { isOneOf } from '../../host/find.ts';
import type { Reach, Source } from '../../host/reach.ts';
import type { OrderRow } from './contract.ts';
import { FACT_NAMES, FACTS_COLUMNS, FACTS_FROM, offersOf, type Actor, type Facts } from './situation.ts';
import { ORDERS, WAITING_SINCE } from './tables.ts';

/** Orders with what a row shows; the caregiver is the one of this moment, else the serving one, else the planned, else the last. */
const SHOWN: Source = {
  from: sql`care_order o
    join patient p on p.id = o.patient_id
    join hospital h on h.id = o.hospital_id
    join hospital_department d on d.id = o.department_id
    join service_item s on s.id = o.service_item_id
    left join hospital_ward w on w.id = o.ward_id
    left join hospital_bed b on b.id = o.bed_id
    left join lateral (
      select g.name, g.staff_no from order_assignment a join caregiver g on g.id = a.caregiver_id
      where a.order_id = o.id and a.status <> 'void'
      order by a.status in ('planned', 'serving') and a.during @> now() desc, case a.status when 'serving' then 0 when 'planned' then 1 else 2 end, upper(a.during) desc, a.id desc limit 1
    ) c on true`,
  scope: ORDERS.scope,
};
/** The same with the facts that its offers follow from. */
export const ORDER_ROWS: Source = { from: sql`${SHOWN.from} ${FACTS_FROM}`, scope: ORDERS.scope };
const SHOWN_COLUMNS = sql`
  o.id::text, o.order_no as "orderNo", o.version, o.status, o.service_state as "serviceState",
  case when o.paid_fen = 0 then 'unpaid' when o.balance_fen > 0 then 'partial' when o.balance_fen = 0 then 'paid' else 'refund_due' end as "paymentState",
  p.name as "patientName", coalesce(p.gender, 0) as "patientGender",
  o.hospital_id::text as "hospitalId", h.name as "hospitalName", d.name as "departmentName", w.name as "wardName", coalesce(b.bed_no, o.bed_text) as "bedNo",
  s.name as "serviceName", o.planned_start::text as "plannedStart", o.start_half as "startHalf", o.planned_end::text as "plannedEnd", o.end_half as "endHalf",
  c.name as "caregiverName", c.staff_no as "caregiverNo",
  o.payable_fen::float8 as "payableFen", o.balance_fen::float8 as "balanceFen", ${iso(sql`o.created_at`)} as "createdAt",
  ${iso(WAITING_SINCE)} as "waitingSince"`;
/** Columns of `orderRow`, and the facts that its offers follow from. */
export const ORDER_COLUMNS = sql`${SHOWN_COLUMNS}, ${FACTS_COLUMNS}`;

/** A row as it was read: the facts become offers. */
export function offered<T extends Facts>(row: T, actor: Actor): Omit<T, (typeof FACT_NAMES)[number]> & Pick<OrderRow, 'can' | 'cannot'> {
  const answer = { ...row, ...offersOf(row, actor) };
  for (const name of FACT_NAMES) delete (answer as Partial<T>)[name];
  return answer;
}
/** The rows of these ids for this person, in the order of the ids. */
export async function rowsOf(reach: Reach, actor: Actor, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const rows = await reach.rows<OrderRow & Facts>(ORDER_ROWS, { columns: ORDER_COLUMNS, where: [isOneOf(sql`o.id`, ids)], kept: true });
  const known = new Map(rows.map((row) => [row.id, offered(row, actor)]));
  return ids.flatMap((id) => known.get(id) ?? []);
}
/** What a row shows, without what may be done to it: what a sheet has. */
export type ShownOrder = Omit<OrderRow, 'can' | 'cannot'>;
/** The same of these ids, in their order: half the work of `rowsOf`, which tells at a million. */
export async function shownOf(reach: Reach, ids: readonly string[]): Promise<ShownOrder[]> {
  const rows = await reach.rows<ShownOrder>(SHOWN, { columns: SHOWN_COLUMNS, where: [sql`o.id = any(${sql.param(ids)}::bigint[])`] });
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}
