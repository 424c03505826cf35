/** Tables of places with the columns written, in an order that foreign keys allow; `key` names the rows of `makePlaces`. */
export const PLACE_TABLES = [
  {
    table: 'hospital', key: 'hospital',
    columns: {
      id: 'bigint', code: 'text', name: 'text', short_name: 'text', name_pinyin: 'text', name_initials: 'text', level: 'text', kind: 'text', province: 'text', city: 'text', district: 'text', address: 'text', contact_name: 'text', contact_phone: 'text',
      contract_no: 'text', contract_start: 'date', contract_end: 'date', fee_bp: 'int', prepay_days: 'smallint', created_at: 'timestamptz', updated_at: 'timestamptz',
    },
  },
  { table: 'hospital_department', key: 'department', columns: { id: 'bigint', hospital_id: 'bigint', code: 'text', name: 'text', sort: 'int' } },
  { table: 'hospital_ward', key: 'ward', columns: { id: 'bigint', hospital_id: 'bigint', department_id: 'bigint', name: 'text', building: 'text', floor: 'text', nurse_phone: 'text' } },
  { table: 'hospital_bed', key: 'bed', columns: { id: 'bigint', ward_id: 'bigint', hospital_id: 'bigint', bed_no: 'text', kind: 'text' } },
  { table: 'hospital_shift', key: 'shift', columns: { hospital_id: 'bigint', shift: 'text', start_time: 'time', end_time: 'time' } },
  { table: 'hospital_holiday', key: 'holiday', columns: { name: 'text', days: 'daterange', multiplier_bp: 'int' } },
  { table: 'service_item', key: 'service', columns: { id: 'bigint', code: 'text', name: 'text', care_mode: 'text', max_patients: 'smallint', coverage: 'text', dependency: 'text' } },
  { table: 'service_price', key: 'price', columns: { hospital_id: 'bigint', service_item_id: 'bigint', price_fen: 'bigint', caregiver_share_bp: 'int', valid: 'daterange' } },
] as const;
