// A million orders as five years leave them, with all that hangs on them: days, events, money, stints, as many patients and caregivers, and a million lines of the audit.
import { bindToDepartments } from '../bench/million-find.mjs';
import { baseOf, copy, copyRows } from '../bench/million-fill.mjs';

/** Days that the copies are spread over, before the year of the originals. */
const BEFORE = 4 * 365 + 1;
const ENDED = `service_state in ('completed', 'cancelled')`;

/** Tables in which the ended orders are copied, each copy a few days earlier, with patients and caregivers of their own. */
function tablesOf(copies) {
  const shift = `(k * ${BEFORE} / ${copies})::int`;
  const back = (column) => `x.${column} - make_interval(days => ${shift})`;
  const day = (column) => `x.${column} - ${shift}`;
  const own = (column) => copy('caregiver', `x.${column}`);
  const child = (table, change = {}, without = ['id']) => ({ table, without, from: `(select c.* from ${table} c join care_order o on o.id = c.order_id and o.id <= (select base from sizes where name = 'care_order') and o.${ENDED})`, change: { order_id: copy('care_order', 'x.order_id'), ...change } });
  return [
    { table: 'caregiver', change: { id: own('id'), staff_no: `'PY' || (100000 + ${own('id')})`, mobile: `'10' || lpad(${own('id')}::text, 9, '0')`, id_no: 'null', created_at: `x.created_at + k * interval '7 seconds'` } },
    ...['caregiver_certificate', 'caregiver_hospital', 'caregiver_leave'].map((table) => ({ table, without: ['id'], change: { caregiver_id: own('caregiver_id') } })),
    { table: 'patient', change: { id: copy('patient', 'x.id') } },
    {
      table: 'care_order', from: `(select * from care_order where ${ENDED})`,
      change: {
        id: copy('care_order', 'x.id'), order_no: `left(x.order_no, 8) || lpad(((substr(x.order_no, 9)::int + 1) * 1000 + k)::text, 8, '0')`, patient_id: copy('patient', 'x.patient_id'),
        planned_start: day('planned_start'), planned_end: day('planned_end'), ended_on: day('ended_on'),
        ...Object.fromEntries(['created_at', 'actual_start_at', 'actual_end_at', 'cancelled_at', 'closed_at', 'updated_at', 'waiting_since'].map((column) => [column, back(column)])),
      },
    },
    child('order_assignment', { caregiver_id: own('caregiver_id'), created_at: back('created_at'), during: `tstzrange(lower(x.during) - make_interval(days => ${shift}), upper(x.during) - make_interval(days => ${shift}))` }, ['id', 'replaced_by']),
    child('order_service_day', { day: day('day'), caregiver_id: own('caregiver_id') }, []),
    child('order_payment', { received_at: back('received_at'), created_at: back('created_at'), idempotency_key: `x.idempotency_key || ':' || k`, proof_no: `x.proof_no || '-' || k` }, ['id', 'reverses']),
    child('order_refund', { created_at: back('created_at') }, ['id', 'payment_id']),
    child('order_adjustment', { created_at: back('created_at') }),
    child('order_evaluation', { caregiver_id: own('caregiver_id'), created_at: back('created_at') }),
    child('order_complaint', { caregiver_id: own('caregiver_id'), created_at: back('created_at') }),
    // what an event keeps for undoing it is large, and no list reads it
    child('order_event', { at: back('at'), before: 'null', after: 'null' }, ['id', 'undoes']),
  ];
}
/** Lines of the audit, three in four of orders; their chain is none. */
const AUDIT = (lines) => `insert into audit_event (at, actor_id, actor_role, ip, user_agent, action, entity, entity_id, hospital_id, ok, request_id, seq, hash)
  select now() - k * interval '90 seconds', 1 + k % 40, 1 + k % 4, '10.0.0.1', 'plan', (array['order.assign', 'order.pay', 'order.start', 'caregiver.edit'])[1 + k % 4], case when k % 4 = 3 then 'caregiver' else 'order' end,
    (1 + k % 900000)::text, 1 + k % 12, k % 50 <> 0, md5(k::text), (select coalesce(max(seq), 0) from audit_event) + k, sha256(int8send(k)) from generate_series(1, ${lines}::bigint) k`;

/** Copies a demonstration set of `baseOf(rows)` orders until there are `rows`. `query` runs one statement on a connection of its own; nobody else may be connected. Takes minutes. */
export async function fill(query, rows) {
  for (const setting of ["maintenance_work_mem = '512MB'", "work_mem = '256MB'"]) await query(`set ${setting}`);
  const copies = rows / baseOf(rows) - 1;
  await copyRows(query, tablesOf(copies), copies);
  await query('set session_replication_role = replica');
  await query(AUDIT(rows));
  await query('set session_replication_role = origin');
  await bindToDepartments(query);
  await query('vacuum analyze');
}
