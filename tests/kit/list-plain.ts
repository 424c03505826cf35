import { CAREGIVER_FIELDS, CAREGIVER_LEVELS, CAREGIVER_STATUSES, EMPLOYMENTS } from '../../src/areas/caregiver/contract.ts';
import { ORDER_FIELDS } from '../../src/areas/order/contract.ts';
import type { Plain } from './list-oracle.ts';

/** The orders in plain SQL. */
export const ORDERS_PLAIN: Plain = {
  fields: ORDER_FIELDS,
  from: `select o.*, p.name as patient, p.name_pinyin as pinyin, p.name_initials as initials, coalesce(b.bed_no, o.bed_text) as bed,
    case when o.paid_fen = 0 then 'unpaid' when o.balance_fen > 0 then 'partial' when o.balance_fen = 0 then 'paid' else 'refund_due' end as payment,
    coalesce(o.waiting_since, o.actual_end_at, o.actual_start_at, o.created_at) as since,
    array(select g.name from order_assignment a join caregiver g on g.id = a.caregiver_id where a.order_id = o.id and a.status <> 'void') as carers,
    array(select g.staff_no from order_assignment a join caregiver g on g.id = a.caregiver_id where a.order_id = o.id and a.status <> 'void') as carer_nos
    from care_order o join patient p on p.id = o.patient_id left join hospital_bed b on b.id = o.bed_id where o.deleted_at is null`,
  columns: {
    orderNo: 'order_no', patientName: 'patient', status: 'status', paymentState: 'payment', hospitalId: 'hospital_id', departmentId: 'department_id', wardId: 'ward_id', bedNo: 'bed', serviceItemId: 'service_item_id', careMode: 'care_mode', coverage: 'coverage', source: 'source',
    caregiverName: '{carers}', caregiverNo: '{carer_nos}', infectious: 'infectious', plannedStart: 'planned_start', plannedEnd: 'planned_end', actualStart: 'actual_start_at', actualEnd: 'actual_end_at', createdAt: 'created_at', payable: 'payable_fen', balance: 'balance_fen', waiting: 'since',
  } satisfies Record<keyof typeof ORDER_FIELDS, string>,
  sorts: {
    departmentId: ['hospital_id', 'department_id'],
    status: [`array_position(array['pending_assign', 'pending_service', 'in_service', 'pending_payment', 'pending_evaluation', 'refunding', 'closed', 'cancelled'], status)`],
    patientName: [`coalesce(nullif(pinyin, ''), lower(patient)) collate "C"`, 'patient collate "C"'], waiting: [`(status in ('closed', 'cancelled'))`, 'since'], orderNo: ['order_no collate "C"'],
  },
  own: 'x.id desc',
  read: { patientName: `(length($v) >= 3 and pinyin like '%' || $v || '%') or pinyin ~ ('(^| )' || $v) or initials like $v || '%' or $v = any(string_to_array(initials, ' '))` },
};

const NAME_READ = (name: string): readonly string[] => [`coalesce(nullif(name_pinyin, ''), lower(${name})) collate "C"`, `${name} collate "C"`];
const placeOf = (column: string, values: readonly string[]): readonly string[] => [`array_position(array[${values.map((value) => `'${value}'`).join(', ')}]::text[], ${column})`];
/** The columns of a list whose fields are called as they are, but these. */
export const same = <F extends object>(fields: F, more: Partial<Record<keyof F, string>>): Record<string, string> => Object.fromEntries(Object.keys(fields).map((name) => [name, more[name as keyof F] ?? name]));
/** The caregivers in plain SQL. */
export const CAREGIVERS_PLAIN: Plain = {
  fields: CAREGIVER_FIELDS, own: 'x.id desc',
  from: `select c.*, left(c.mobile, 3) || '****' || right(c.mobile, 4) as shown, nullif(concat(c.origin_province, c.origin_city), '') as origin, array(select ch.hospital_id from caregiver_hospital ch where ch.caregiver_id = c.id and ch.during @> (now() at time zone 'Asia/Shanghai')::date) as posted,
    (select max((upper(a.during) at time zone 'Asia/Shanghai' - interval '1 microsecond')::date) from order_assignment a join care_order o on o.id = a.order_id where a.caregiver_id = c.id and a.status = 'serving') as serving, (select max(k.expires_on) from caregiver_certificate k where k.caregiver_id = c.id and k.kind = 'health') as health from caregiver c`,
  columns: same(CAREGIVER_FIELDS, { staffNo: 'staff_no', hospitalId: '{posted}', mobile: 'shown', servingUntil: 'serving', healthExpiresOn: 'health', ratingAvg: 'rating_avg', ratingCount: 'rating_count', hiredOn: 'hired_on', createdAt: 'created_at' }),
  sorts: { staffNo: ['staff_no collate "C"'], name: NAME_READ('name'), level: placeOf('level', CAREGIVER_LEVELS), employment: placeOf('employment', EMPLOYMENTS), status: placeOf('status', CAREGIVER_STATUSES) },
  read: { name: `(length($v) >= 3 and name_pinyin like '%' || $v || '%') or name_pinyin ~ ('(^| )' || $v) or name_initials like $v || '%' or $v = any(string_to_array(name_initials, ' '))` },
};
