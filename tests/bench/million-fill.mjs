// Orders and caregivers by the million: a small demonstration set, every row of it copied as often as it takes.

/** Orders, and caregivers, of the set that is copied. */
export const baseOf = (rows) => Math.min(10_000, rows / 10);
/** The id of a copy: copies of the row with the id `id` stand behind all originals, in the order of the originals: what is new has a high id, as in life. */
export const copy = (table, id) => `((select base from sizes where name = '${table}') + (${id} - 1) * (select copies from sizes where name = '${table}') + k)`;
const later = (column) => `${column} + k * interval '7 seconds'`;
/** What of a row is not as in its original. A column that is left out takes its default. */
const TABLES = [
  { table: 'caregiver', change: { id: copy('caregiver', 'x.id'), staff_no: `'PY' || (100000 + ${copy('caregiver', 'x.id')})`, mobile: `'10' || lpad(${copy('caregiver', 'x.id')}::text, 9, '0')`, id_no: 'null', created_at: later('x.created_at') } },
  ...['caregiver_certificate', 'caregiver_hospital', 'caregiver_leave'].map((table) => ({ table, without: ['id'], change: { caregiver_id: copy('caregiver', 'x.caregiver_id') } })),
  { table: 'patient', change: { id: copy('patient', 'x.id') } },
  { table: 'care_order', change: { id: copy('care_order', 'x.id'), started_carer: copy('caregiver', 'x.started_carer'), ended_carer: copy('caregiver', 'x.ended_carer'), order_no: `left(x.order_no, 8) || lpad(((substr(x.order_no, 9)::int + 1) * 1000 + k)::text, 8, '0')`, patient_id: copy('patient', 'x.patient_id'), created_at: later('x.created_at') } },
  { table: 'order_assignment', without: ['id', 'replaced_by'], change: { order_id: copy('care_order', 'x.order_id'), caregiver_id: copy('caregiver', 'x.caregiver_id') } },
  { table: 'order_evaluation', without: ['id'], change: { order_id: copy('care_order', 'x.order_id'), caregiver_id: copy('caregiver', 'x.caregiver_id') } },
  { table: 'order_refund', without: ['id', 'payment_id'], change: { order_id: copy('care_order', 'x.order_id') } },
  // the last one: what a row of the list asks for
  { table: 'order_event', from: '(select distinct on (order_id) * from order_event order by order_id, id desc)', without: ['id', 'undoes'], change: { order_id: copy('care_order', 'x.order_id'), caregiver_id: copy('caregiver', 'x.caregiver_id') } },
];

/** Copies what the seed has made until there are `rows` orders and as many caregivers. `query` runs one statement; nobody else may be connected. */
export async function multiply(query, rows) {
  await copyRows(query, TABLES, rows / baseOf(rows) - 1);
}
/** Copies rows of these tables so many times. */
export async function copyRows(query, tables, copies) {
  await query(`set session_replication_role = replica`);
  await query(`create temporary table sizes as select 'caregiver' as name, max(id) as base, ${copies} as copies from caregiver union all select 'patient', max(id), ${copies} from patient union all select 'care_order', max(id), ${copies} from care_order`);
  const names = tables.map(({ table }) => `'${table}'::regclass`).join(', ');
  // an index is made anew in a fraction of the time that it takes to grow
  const indexes = await query(`select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text from pg_index i where i.indrelid in (${names}) and not i.indisunique and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`);
  const excluded = await query(`select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as text from pg_constraint where contype = 'x' and conrelid in (${names})`);
  for (const { name } of indexes) await query(`drop index ${name}`);
  for (const { table, name } of excluded) await query(`alter table ${table} drop constraint ${name}`);
  for (const { table, change, without = [], from = table } of tables) {
    const columns = (await query(`select attname as name from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)).map(({ name }) => name).filter((name) => !without.includes(name));
    await query(`insert into ${table} (${columns.join(', ')}) overriding system value select ${columns.map((name) => change[name] ?? `x.${name}`).join(', ')} from ${from} x cross join lateral generate_series(1, ${copies}) k`);
  }
  for (const { text } of indexes) await query(text);
  for (const { table, name, text } of excluded) await query(`alter table ${table} add constraint ${name} ${text}`);
  for (const table of ['caregiver', 'patient', 'care_order']) await query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  await query('set session_replication_role = origin');
  await query('select order_tally_mend()');
  await query('drop table sizes');
  await query('vacuum analyze');
}
