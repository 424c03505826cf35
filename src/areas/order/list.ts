import { sql, type SQL } from 'drizzle-orm';
import { literal, waysOfName } from '../../host/find.ts';
import type { FieldSql, Listed } from '../../host/list/definition.ts';
import { ORDER_FIELDS } from './contract.ts';
import { waysToOrder } from './find.ts';
import { ENDED, LIVING_ORDER, ORDERS, WAITING_SINCE } from './tables.ts';

const PATIENT = sql`join patient p on p.id = o.patient_id`;
/** Stints that came about, each with its caregiver `g`. */
const SERVED = sql`order_assignment a join caregiver g on g.id = a.caregiver_id where a.status <> 'void'`;
/** Such a caregiver serves or served, as a field that every caregiver has. */
const servedBy = (value: SQL): FieldSql => ({ value, exists: true, filled: sql`exists (select 1 from order_assignment a where a.status <> 'void' and a.order_id = o.id)`, through: (inner) => sql`exists (select 1 from ${SERVED} and a.order_id = o.id and ${inner(value)})` });
/** The statuses in the order in which an order goes through them (0011_list.sql repeats these words). */
const STATUS_PLACE = sql`array_position(array['pending_assign', 'pending_service', 'in_service', 'pending_payment', 'pending_evaluation', 'refunding', 'closed', 'cancelled'], o.status)`;
/** A name by its first reading, then by its signs (0011_list.sql repeats the first). */
const NAME_READ = sql`coalesce(nullif(p.name_pinyin, ''), lower(p.name))`;
/** Payment axis, as row.ts says it. */
const PAYMENT = sql`case when o.paid_fen = 0 then 'unpaid' when o.balance_fen > 0 then 'partial' when o.balance_fen = 0 then 'paid' else 'refund_due' end`;

const HOSPITAL = sql`o.hospital_id`;
const COLUMNS: Record<keyof typeof ORDER_FIELDS, FieldSql> = {
  orderNo: { value: sql`o.order_no` },
  patientName: {
    value: sql`p.name`, person: sql`p`, through: (inner) => sql`o.patient_id in (select p.id from patient p where ${inner(sql`p.name`)})`,
    keys: [{ sql: NAME_READ, type: 'text' }, { sql: sql`p.name`, type: 'text' }], join: PATIENT,
  },
  status: { value: sql`o.status`, keys: [{ sql: STATUS_PLACE, type: 'bigint' }] },
  paymentState: { value: PAYMENT },
  hospitalId: { value: HOSPITAL },
  // departments of one hospital stand together: so those of a few hospitals lie together in an index
  departmentId: { value: sql`o.department_id`, keys: [{ sql: HOSPITAL, type: 'bigint' }, { sql: sql`o.department_id`, type: 'bigint' }] },
  wardId: { value: sql`o.ward_id` },
  bedNo: { value: sql`o.bed_text`, filled: sql`(o.bed_id is not null or o.bed_text is not null)`, through: (inner) => sql`(o.bed_id in (select b.id from hospital_bed b where ${inner(sql`b.bed_no`)}) or (o.bed_id is null and ${inner(sql`o.bed_text`)}))` },
  serviceItemId: { value: sql`o.service_item_id` },
  careMode: { value: sql`o.care_mode` },
  coverage: { value: sql`o.coverage` },
  source: { value: sql`o.source` },
  caregiverName: { ...servedBy(sql`g.name`), person: sql`g` },
  caregiverNo: servedBy(sql`g.staff_no`),
  infectious: { value: sql`o.infectious` },
  plannedStart: { value: sql`o.planned_start` },
  plannedEnd: { value: sql`o.planned_end` },
  actualStart: { value: sql`o.actual_start_at` },
  actualEnd: { value: sql`o.actual_end_at` },
  createdAt: { value: sql`o.created_at` },
  payable: { value: sql`o.payable_fen` },
  balance: { value: sql`o.balance_fen` },
  waiting: { value: WAITING_SINCE, keys: [{ sql: ENDED, type: 'boolean' }, { sql: WAITING_SINCE, type: 'timestamptz' }] },
};

/** Orders by who serves or served, and where: what a row shows beside the patient. */
function beside(q: string): SQL[] {
  const like = `%${literal(q)}%`;
  // each a join of its own, which reads no order where nothing is called so
  const places = [sql`o.department_id in (select d.id from hospital_department d where d.name like ${like})`, sql`o.hospital_id in (select h.id from hospital h where h.name like ${like})`, sql`o.service_item_id in (select s.id from service_item s where s.name like ${like})`];
  return [...waysOfName(sql`g`, q).map(({ where }) => sql`o.id in (select a.order_id from ${SERVED} and ${where})`), ...(/\p{Script=Han}/u.test(q) ? places : [])];
}

/** The orders as a list, newest first. */
export const ORDER_LIST: Listed = {
  fields: ORDER_FIELDS, columns: COLUMNS, source: ORDERS, id: sql`o.id`, made: sql`o.created_at`, always: [LIVING_ORDER], tables: ['care_order', 'order_assignment', 'patient', 'caregiver', 'hospital', 'hospital_department', 'hospital_ward', 'hospital_bed'],
  find: (q) => [...waysToOrder(q), ...beside(q)], findJoin: PATIENT,
};
