/** The columns of an order that a sheet can fill. */
export const CARE_ORDER = {
  id: 'bigint', order_no: 'text', source: 'text', hospital_id: 'bigint', department_id: 'bigint', ward_id: 'bigint', bed_id: 'bigint', bed_text: 'text', patient_id: 'bigint', dependency: 'text', requirements: 'text', service_item_id: 'bigint', care_mode: 'text', coverage: 'text', unit_price_fen: 'bigint',
  caregiver_share_bp: 'int', hospital_fee_bp: 'int', planned_start: 'date', planned_end: 'date', actual_start_at: 'timestamptz', actual_end_at: 'timestamptz', service_state: 'text', eval_state: 'text', payable_fen: 'bigint', paid_fen: 'bigint', cancel_reason: 'text', closed_at: 'timestamptz', cancelled_at: 'timestamptz', started_carer: 'bigint', ended_carer: 'bigint', cancelled_carer: 'bigint',
  version: 'int', created_at: 'timestamptz', created_by: 'bigint', updated_at: 'timestamptz', updated_by: 'bigint',
} as const;
/** What hangs on an order, table by table. */
export const CHILDREN = {
  order_assignment: { order_id: 'bigint', caregiver_id: 'bigint', during: 'tstzrange', exclusive: 'boolean', tolerated: 'boolean', status: 'text', assigned_by: 'bigint' },
  order_service_day: { order_id: 'bigint', day: 'date', fraction: 'numeric', unit_price_fen: 'bigint', amount_fen: 'bigint', caregiver_id: 'bigint', caregiver_pay_fen: 'bigint', hospital_fee_fen: 'bigint', attendance: 'text' },
  order_payment: { order_id: 'bigint', kind: 'text', method: 'text', amount_fen: 'bigint', proof_kind: 'text', proof_no: 'text', received_by: 'bigint', received_at: 'timestamptz', idempotency_key: 'text' },
  order_refund: { order_id: 'bigint', amount_fen: 'bigint', status: 'text', reason: 'text', requested_by: 'bigint' },
  order_adjustment: { order_id: 'bigint', amount_fen: 'bigint', kind: 'text', reason: 'text', created_by: 'bigint', created_at: 'timestamptz' },
  order_event: { order_id: 'bigint', event: 'text', from_state: 'text', to_state: 'text', actor_id: 'bigint', actor_role: 'smallint', reason: 'text', after: 'jsonb', at: 'timestamptz' },
} as const;
