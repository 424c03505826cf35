import type { Row } from '../../host/bulk.ts';

/** Tables that an order fills, in an order that foreign keys allow, with the columns written. */
export const ORDER_TABLES = {
  patient: {
    id: 'bigint', name: 'text', name_pinyin: 'text', name_initials: 'text', gender: 'smallint', birthday: 'date', id_no: 'text', mobile: 'text', contact_name: 'text', contact_relation: 'text', contact_mobile: 'text', insurance: 'text', created_at: 'timestamptz', updated_at: 'timestamptz',
  },
  care_order: {
    id: 'bigint', order_no: 'text', source: 'text', hospital_id: 'bigint', department_id: 'bigint', ward_id: 'bigint', bed_id: 'bigint', patient_id: 'bigint', inpatient_no: 'text', diagnosis: 'text', care_level: 'text', dependency: 'text', infectious: 'boolean', patient_note: 'text',
    service_item_id: 'bigint', care_mode: 'text', coverage: 'text', unit_price_fen: 'bigint', caregiver_share_bp: 'int', hospital_fee_bp: 'int', planned_start: 'date', start_half: 'text', planned_end: 'date', end_half: 'text', actual_start_at: 'timestamptz', actual_end_at: 'timestamptz',
    pref_gender: 'smallint', requirements: 'text', service_state: 'text', eval_state: 'text', payable_fen: 'bigint', paid_fen: 'bigint', refunded_fen: 'bigint', cancel_reason: 'text', end_reason: 'text', closed_at: 'timestamptz', due_at: 'timestamptz', cancelled_at: 'timestamptz', started_carer: 'bigint', ended_carer: 'bigint', cancelled_carer: 'bigint', version: 'int', created_at: 'timestamptz', created_by: 'bigint', updated_at: 'timestamptz', updated_by: 'bigint',
  },
  order_assignment: { order_id: 'bigint', caregiver_id: 'bigint', during: 'tstzrange', exclusive: 'boolean', status: 'text', change_reason: 'text', assigned_by: 'bigint', created_at: 'timestamptz' },
  order_extension: { order_id: 'bigint', old_end: 'date', old_half: 'text', new_end: 'date', new_half: 'text', added_fen: 'bigint', reason: 'text', created_by: 'bigint', created_at: 'timestamptz' },
  order_payment: { id: 'bigint', order_id: 'bigint', kind: 'text', method: 'text', amount_fen: 'bigint', proof_kind: 'text', proof_no: 'text', received_by: 'bigint', received_at: 'timestamptz', idempotency_key: 'text', created_at: 'timestamptz' },
  order_refund: { order_id: 'bigint', amount_fen: 'bigint', status: 'text', reason: 'text', requested_by: 'bigint', approved_by: 'bigint', payment_id: 'bigint', created_at: 'timestamptz' },
  order_adjustment: { order_id: 'bigint', amount_fen: 'bigint', kind: 'text', reason: 'text', created_by: 'bigint', created_at: 'timestamptz' },
  order_evaluation: { order_id: 'bigint', caregiver_id: 'bigint', overall: 'smallint', skill: 'smallint', attitude: 'smallint', discipline: 'smallint', tags: 'text[]', content: 'text', source: 'text', created_by: 'bigint', created_at: 'timestamptz' },
  order_complaint: { order_id: 'bigint', caregiver_id: 'bigint', kind: 'text', severity: 'smallint', content: 'text', created_by: 'bigint', created_at: 'timestamptz' },
  order_event: { order_id: 'bigint', event: 'text', from_state: 'text', to_state: 'text', actor_id: 'bigint', actor_role: 'smallint', reason: 'text', at: 'timestamptz', caregiver_id: 'bigint' },
} as const;
/** Like days of one order as one row; SQL spreads them (`first_day` to `last_day`). */
export const DAY_RUN = ['order_id', 'first_day', 'last_day', 'fraction', 'multiplier_bp', 'unit_price_fen', 'amount_fen', 'caregiver_id', 'caregiver_pay_fen', 'hospital_fee_fen', 'attendance'] as const;
/** Writes the runs given as eleven text arrays. */
export const SPREAD_DAYS = `INSERT INTO order_service_day (order_id, day, fraction, holiday, multiplier_bp, unit_price_fen, amount_fen, caregiver_id, caregiver_pay_fen, hospital_fee_fen, attendance)
SELECT r.o::bigint, r.f::date + g, r.q::numeric, r.m <> '10000', r.m::int, r.u::bigint, r.a::bigint, r.c::bigint, r.p::bigint, r.h::bigint, r.s
FROM unnest(${DAY_RUN.map((_, i) => `$${i + 1}::text[]`).join(', ')}) AS r(o, f, l, q, m, u, a, c, p, h, s), generate_series(0, r.l::date - r.f::date) AS g`;

export type OrderTable = keyof typeof ORDER_TABLES;
/** Rows of a chunk of orders, by table. */
export type OrderRows = Record<OrderTable | 'day', Row[]>;
export const noOrderRows = (): OrderRows => ({ patient: [], care_order: [], order_assignment: [], order_extension: [], order_payment: [], order_refund: [], order_adjustment: [], order_evaluation: [], order_complaint: [], order_event: [], day: [] });
