import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { ageOf, iso, maskedPhone } from '../../host/column.ts';
import { isName } from '../../host/find.ts';
import type { Reach, Source } from '../../host/reach.ts';
import type { Page } from '../../kernel/endpoint.ts';
import { Fault } from '../../kernel/error.ts';
import type { ledgerRow, OrderDetail, orderQuery, OrderRow, stint, timelineRow } from './contract.ts';
import { ORDER_COLUMNS, ORDER_ROWS, rowsOf } from './row.ts';
import { DUE_TODAY, LIVING_ORDER, ORDERS, STINTS } from './tables.ts';

type Query = z.output<typeof orderQuery>;
const LEDGER: Source = { from: sql`order_payment l join care_order o on o.id = l.order_id`, scope: ORDERS.scope };
const EVENTS: Source = { from: sql`order_event e join care_order o on o.id = e.order_id left join sys_user u on u.id = e.actor_id`, scope: ORDERS.scope };

/** A window of the orders, newest first; the total is exact. Ids are found first, by index alone, and only the window is joined. */
export async function listOrders(reach: Reach, { pageNum, pageSize, status, hospitalId, due }: Query): Promise<Page<OrderRow>> {
  const where = [
    LIVING_ORDER,
    status && sql`o.status = ${status}`,
    hospitalId === undefined ? undefined : sql`o.hospital_id = ${hospitalId}::bigint`,
    due && DUE_TODAY[due],
  ];
  const [ids, total] = await Promise.all([
    reach.rows<{ id: string }>(ORDERS, { columns: sql`o.id::text`, where, order: sql`o.id desc`, limit: pageSize, offset: (pageNum - 1) * pageSize }),
    reach.count(ORDERS, where),
  ]);
  return { list: await rowsOf(reach, ids.map((row) => row.id)), total, pageNum, pageSize };
}

const DETAIL = sql`${ORDER_COLUMNS},
  o.source, o.eval_state as "evaluationState", ${ageOf(sql`p.birthday`)} as "patientAge", p.contact_name as "contactName", p.contact_relation as "contactRelation",
  ${maskedPhone(sql`p.contact_mobile`)} as "contactMobile", o.inpatient_no as "inpatientNo", o.diagnosis, o.care_level as "careLevel", o.infectious, o.patient_note as note, o.requirements,
  o.care_mode as "careMode", o.coverage, o.unit_price_fen::float8 as "unitPriceFen", o.paid_fen::float8 as "paidFen", o.refunded_fen::float8 as "refundedFen",
  (select coalesce(sum(y.fraction), 0)::float8 from order_service_day y where y.order_id = o.id and y.attendance <> 'void') as days,
  (select coalesce(sum(j.amount_fen), 0)::float8 from order_adjustment j where j.order_id = o.id) as "adjustedFen",
  ${iso(sql`o.actual_start_at`)} as "actualStartAt", ${iso(sql`o.actual_end_at`)} as "actualEndAt", o.cancel_reason as "cancelReason", o.end_reason as "endReason", o.version`;

/** The whole order. @throws Fault not_found, also for one out of scope */
export async function readOrder(reach: Reach, no: string | undefined): Promise<OrderDetail> {
  if (!isName(no)) throw new Fault('not_found');
  // whoever types a number need not mind its case; what was imported in lower case still is found as it stands
  const row = await reach.one<Omit<OrderDetail, 'stints' | 'ledger' | 'timeline'>>(ORDER_ROWS, {
    columns: DETAIL,
    where: [LIVING_ORDER, sql`o.order_no in (${no}, ${no.toUpperCase()}, ${no.toLowerCase()})`],
    order: sql`o.order_no = ${no} desc, o.id`,
  });
  if (row === undefined) throw new Fault('not_found');
  const own = sql`o.id = ${row.id}::bigint`;
  const [stints, ledger, timeline] = await Promise.all([
    reach.rows<z.output<typeof stint>>({ ...STINTS, from: sql`${STINTS.from} join caregiver g on g.id = a.caregiver_id` }, {
      columns: sql`a.id::text, g.staff_no as "caregiverNo", g.name as "caregiverName", ${iso(sql`lower(a.during)`)} as "from", ${iso(sql`upper(a.during)`)} as "to", a.exclusive, a.status, a.change_reason as reason`,
      where: [own],
      order: sql`lower(a.during), a.id`,
    }),
    reach.rows<z.output<typeof ledgerRow>>(LEDGER, {
      columns: sql`l.id::text, l.kind, l.method, l.amount_fen::float8 as "amountFen", l.proof_no as "proofNo", ${iso(sql`l.received_at`)} as at`,
      where: [own],
      order: sql`l.received_at, l.id`,
    }),
    reach.rows<z.output<typeof timelineRow>>(EVENTS, {
      columns: sql`e.id::text, e.event, e.from_state as "from", e.to_state as "to", coalesce(u.nickname, u.username::text, '') as actor, e.actor_role as "actorRole", e.reason, ${iso(sql`e.at`)} as at`,
      where: [own],
      order: sql`e.id`,
    }),
  ]);
  return { ...row, stints, ledger, timeline };
}
