// A demonstration set whose orders mostly wait for something, as the palette's index holds them; the demonstration's own are mostly closed.
import { copy, copyRows } from './million-fill.mjs';

const WAITING = "(select * from care_order where deleted_at is null and status not in ('closed', 'cancelled'))";
/** A sign that some patient is called by. */
const sign = (by, k) => `(select given[1 + (x.id * ${by} + k * ${k}) % array_length(given, 1)] from signs)`;
const TABLES = [
  { table: 'patient', change: { id: copy('patient', 'x.id'), name: `left(x.name, 1) || ${sign(7, 13)} || ${sign(11, 31)}`, mobile: `left(x.mobile, 7) || lpad(((x.id * 7919 + k * 104729) % 10000)::text, 4, '0')` } },
  { table: 'care_order', from: WAITING, change: { id: copy('care_order', 'x.id'), order_no: `left(x.order_no, 8) || (50000 + substr(x.order_no, 9)::int * (select copies from sizes limit 1) + k)::text`, patient_id: copy('patient', 'x.patient_id'), bed_id: 'null', bed_text: `(1 + (x.id + k * 7) % 60)::text || '床'` } },
];

/** Copies orders that wait until there are `lines` of them, each of a patient of its own. Answers how many there were before. `query` runs one statement; nobody else may be connected. */
export async function fillIndex(query, lines) {
  const [{ n }] = await query(`select count(*)::int as n from ${WAITING} x`);
  await query(`create temporary table signs as select array_agg(distinct substr(name, 2, 1)) as given from patient where length(name) > 1`);
  await copyRows(query, TABLES, Math.ceil(lines / n) - 1);
  await query(`update care_order set deleted_at = now() where id in (select id from ${WAITING} x order by id limit greatest(0, (select count(*) from ${WAITING} y) - ${lines}))`);
  return n;
}
