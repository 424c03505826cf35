import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { UNDO_WITHIN } from '../../../machines/order.ts';
import { ageOf, iso, maskedPhone } from '../../host/column.ts';
import { keepPlan } from '../../host/db/keeping.ts';
import type { Reach, Source } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import type { OrderDetail, stint, TimelineRow } from './contract.ts';
import { idOf } from './number.ts';
import { offered, ORDER_COLUMNS, ORDER_ROWS } from './row.ts';
import { beginning, ending, type Actor, type Facts } from './situation.ts';
import { LIVING_ORDER, ORDERS, STINTS } from './tables.ts';

/** Rows that belong to orders `o`, with whoever wrote them (`u`). */
const ofOrders = (table: string, alias: string, by: string): Source => ({ from: sql.raw(`${table} ${alias} join care_order o on o.id = ${alias}.order_id left join sys_user u on u.id = ${alias}.${by}`), scope: ORDERS.scope });
const LEDGER = ofOrders('order_payment', 'l', 'received_by');
const ADJUSTMENTS = ofOrders('order_adjustment', 'j', 'created_by');
const REFUNDS = ofOrders('order_refund', 'r', 'requested_by');
const EVALUATIONS = ofOrders('order_evaluation', 'v', 'created_by');
const COMPLAINTS = ofOrders('order_complaint', 'x', 'created_by');
const EVENTS = ofOrders('order_event', 'e', 'actor_id');
const BY = sql`coalesce(u.nickname, u.username::text, '')`;

/** Number of the order `n` that is tied so to this one, null where it is out of scope: as if it were not there. */
const tiedNo = (reach: Reach, tie: SQL): SQL => sql`(select n.order_no from care_order n where ${tie} and ${reach.match(sql`n.hospital_id`, sql`n.department_id`)} limit 1)`;

const detailOf = (reach: Reach): SQL => sql`${ORDER_COLUMNS},
  o.source, o.patient_id::text as "patientId", ${ageOf(sql`p.birthday`)} as "patientAge", p.birthday::text as "patientBirthday", p.contact_name as "contactName", p.contact_relation as "contactRelation", ${maskedPhone(sql`p.contact_mobile`)} as "contactMobile",
  o.department_id::text as "departmentId", o.ward_id::text as "wardId", o.bed_id::text as "bedId", o.inpatient_no as "inpatientNo", o.diagnosis, o.care_level as "careLevel", o.infectious, o.patient_note as note,
  o.pref_gender as "prefGender", o.pref_level as "prefLevel", o.pref_language as "prefLanguage", o.requirements,
  o.service_item_id::text as "serviceItemId", o.care_mode as "careMode", o.coverage, o.unit_price_fen::float8 as "unitPriceFen", o.refunded_fen::float8 as "refundedFen",
  (select coalesce(sum(y.fraction), 0)::float8 from order_service_day y where y.order_id = o.id and y.attendance <> 'void') as days,
  (select coalesce(sum(j.amount_fen), 0)::float8 from order_adjustment j where j.order_id = o.id) as "adjustedFen",
  ${iso(sql`o.actual_start_at`)} as "actualStartAt", ${iso(sql`o.actual_end_at`)} as "actualEndAt", o.cancel_reason as "cancelReason", o.end_reason as "endReason",
  ${tiedNo(reach, sql`n.id = o.renewed_from`)} as "renewedFrom", ${tiedNo(reach, sql`n.renewed_from = o.id and n.service_state <> 'cancelled' and n.deleted_at is null`)} as "renewedBy",
  o.keeper_id::text as "keeperId", (select coalesce(k.nickname, k.username::text) from sys_user k where k.id = o.keeper_id) as "keeperName"`;

/** What happened to an order, oldest first; from the version after `since`. */
export const timelineOf = (reach: Reach, own: SQL, since = 0): Promise<TimelineRow[]> => reach.run<TimelineRow>(keepPlan(timeline(reach, own, since)));
const timeline = (reach: Reach, own: SQL, since: number): SQL => {
  // an edit on another order of the patient names that one, a renewal the new one; where it is out of scope by now the line does not
  const hidden = sql`case when e.event in ('edit', 'renew') then exists (
    select from care_order n where n.patient_id = o.patient_id and position(n.order_no in concat(e.reason, e.after->>'renewedBy')) > 0 and not ${reach.match(sql`n.hospital_id`, sql`n.department_id`)}) else false end`;
  const side = (name: string): SQL => sql.raw(`case when e.event = 'create' then '{}' when hidden then e.${name} - 'renewedBy' else coalesce(e.${name}, '{}') end as ${name}`);
  return sql`select * from (${reach.select({ ...EVENTS, from: sql`${EVENTS.from} cross join lateral (select ${hidden} as hidden) h` }, {
    columns: sql`e.id::text, row_number() over (order by e.id)::int as version, e.event, e.from_state as "from", e.to_state as "to", ${BY} as actor, e.actor_role as "actorRole", case when not hidden then e.reason end as reason, ${iso(sql`e.at`)} as at,
      ${side('before')}, ${side('after')}, exists (select 1 from order_event x where x.undoes = e.id) as undone`,
    where: [own], kept: true,
  })}) line where line.version > ${since} order by line.version`;
};
/** All that a statement gives, as one value of another. */
const listOf = (statement: SQL): SQL => sql`(select coalesce(json_agg(line), '[]') from (${statement}) line)`;

/** What belongs to an order, each in its order. */
type Parts = Pick<OrderDetail, 'stints' | 'ledger' | 'adjustments' | 'refunds' | 'evaluations' | 'complaints' | 'timeline'>;
/** The part of the stay, from its beginning on, that no caregiver covers; null when there is none, or when nothing is left to cover. */
function gapOf(row: Pick<OrderDetail, 'serviceState' | 'plannedStart' | 'startHalf' | 'plannedEnd' | 'endHalf'>, stints: readonly z.output<typeof stint>[]): OrderDetail['gap'] {
  if (row.serviceState === 'completed' || row.serviceState === 'cancelled') return null;
  const to = ending(row.plannedEnd, row.endHalf);
  let from = beginning(row.plannedStart, row.startHalf);
  for (const { status, ...part } of stints) {
    if (status === 'void') continue;
    if (Date.parse(part.from) > Date.parse(from)) return { from, to: part.from };
    if (Date.parse(part.to) > Date.parse(from)) from = part.to;
  }
  return Date.parse(from) < Date.parse(to) ? { from, to } : null;
}

/** The whole order as this person sees it. @throws Fault not_found, also for one out of scope */
export async function readOrder(reach: Reach, actor: Actor, no: string | undefined): Promise<OrderDetail> {
  const own = sql`o.id = ${await idOf(reach, no)}::bigint`;
  const found = await reach.one<OrderDetail & Facts>(ORDER_ROWS, { columns: detailOf(reach), where: [LIVING_ORDER, own], kept: true });
  if (found === undefined) throw new Fault('not_found');
  const { evaluationState, paidFen, prepayFen, lastMs } = found;
  const row = offered(found, actor);
  const of = (source: Source, columns: SQL, order: SQL): SQL => listOf(reach.select(source, { columns, where: [own], kept: true, order }));
  const [parts] = await reach.run<Parts>(keepPlan(sql`select
    ${of({ ...STINTS, from: sql`${STINTS.from} join caregiver g on g.id = a.caregiver_id` },
      sql`a.id::text, g.staff_no as "caregiverNo", g.name as "caregiverName", ${iso(sql`lower(a.during)`)} as "from", ${iso(sql`upper(a.during)`)} as "to", a.exclusive, a.status, a.change_reason as reason`, sql`lower(a.during), a.id`)} as stints,
    ${of(LEDGER, sql`l.id::text, l.kind, l.method, l.amount_fen as "amountFen", l.proof_no as "proofNo", l.external_no as "externalNo", l.payer, l.note, ${BY} as "receivedBy", ${iso(sql`l.received_at`)} as at`, sql`l.received_at, l.id`)} as ledger,
    ${of(ADJUSTMENTS, sql`j.id::text, j.kind, j.amount_fen as "amountFen", j.reason, ${BY} as by, ${iso(sql`j.created_at`)} as at`, sql`j.id`)} as adjustments,
    ${of(REFUNDS, sql`r.id::text, r.amount_fen as "amountFen", r.status, r.reason, ${BY} as "requestedBy", (select coalesce(q.nickname, q.username::text) from sys_user q where q.id = r.approved_by) as "approvedBy", ${iso(sql`r.created_at`)} as at`, sql`r.id`)} as refunds,
    ${of({ ...EVALUATIONS, from: sql`${EVALUATIONS.from} join caregiver g on g.id = v.caregiver_id` },
      sql`v.id::text, g.staff_no as "caregiverNo", g.name as "caregiverName", v.source, v.overall, v.skill, v.attitude, v.discipline, v.tags, v.content, ${BY} as by, ${iso(sql`v.created_at`)} as at`, sql`v.id`)} as evaluations,
    ${of({ ...COMPLAINTS, from: sql`${COMPLAINTS.from} left join caregiver g on g.id = x.caregiver_id` },
      sql`x.id::text, x.kind, x.severity, x.content, g.staff_no as "caregiverNo", g.name as "caregiverName", ${BY} as by, ${iso(sql`x.created_at`)} as at`, sql`x.id`)} as complaints,
    ${listOf(timeline(reach, own, 0))} as timeline`));
  const undoUntil = row.can.includes('undo') && lastMs !== null ? new Date(lastMs + UNDO_WITHIN).toISOString() : null;
  return { ...row, evaluationState, paidFen, prepayFen, gap: gapOf(row, parts!.stints), undoUntil, ...parts! };
}
