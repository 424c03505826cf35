import { sql, type SQL } from 'drizzle-orm';
import type { Runner } from '../../host/reach.ts';
import { empty, eraseBeside, gone, inTables, type Counts } from './person.ts';
import { ERASED, OF_ORDER, redacted, telling } from './redact.ts';
import { Judge } from './blot.ts';
import { beginErasing, rewriteStory, tellErasure, type Told } from './story.ts';

interface Patient extends Record<string, unknown> {
  id: string;
  name: string;
  contact: string | null;
  numbers: (string | null)[];
}
/** Words in what was typed as a payment's number. */
const WORDS = '[^\\x20-\\x7e]+|[A-Za-z]{3,}';
/** Something of the patient `p` is still there: who was erased and came back has more to be erased. All of it is gone after an erasure. */
export const LEFT_OF_PATIENT = sql`(p.name <> ${ERASED} or num_nonnulls(p.birthday, p.id_no, p.mobile, p.contact_name, p.contact_mobile, p.insurance) > 0 or exists (
  select 1 from care_order o where o.patient_id = p.id and (num_nonnulls(o.diagnosis, o.inpatient_no, o.patient_note, o.requirements) > 0 or exists (select 1 from order_event e where e.order_id = o.id and e.snapshot is not null)
    or exists (select 1 from order_payment y where y.order_id = o.id and (y.external_no ~ ${WORDS} or (y.external_no ~ '[^0-9 -]' and y.external_no !~ '[0-9]{6}')))
    or exists (select 1 from order_complaint l where l.order_id = o.id and (l.content <> ${ERASED} or l.resolution <> ${ERASED})))))`;

/** What of a payment's number stays, for the books are held against it: digits in groups, and of anything else what is no word, if it has six digits in a row. The patients' own `numbers` go as words do. */
function numberLeft(numbers: readonly (string | null)[]): SQL {
  const own = numbers.map((number) => (number ?? '').replace(/[^0-9a-z]/gi, '')).filter(({ length }) => length >= 6).map((number) => [...number].join('[ -]*'));
  const rest = sql`regexp_replace(external_no, ${[WORDS, ...own].join('|')}::text, ' ', 'gi')`;
  return sql`case when external_no ~ '^[0-9 -]+$' and ${rest} = external_no then external_no when ${rest} ~ '[0-9]{6}' then btrim(${rest}) end`;
}
/**
 * Takes patients out of everything that is kept, in the transaction `tx`, for good: their record, what their orders say of them in words, the orders'
 * story, the audit, answers kept for repeats, drafts and views. Orders, days, money and scores stay as they are. Those with an
 * order that has not ended (`open`: their numbers), and those of whom nothing is left, are left out. @throws Doubtful
 */
export async function erasePatients(tx: Runner, ids: readonly string[], told: (erased: string[]) => Told, judge: Judge = new Judge()): Promise<{ erased: string[]; open: string[]; counts: Counts }> {
  await beginErasing(tx);
  // a patient is locked before any of their orders (areas/order/act.ts)
  const { rows: there } = await tx.execute<Patient>(sql`
    select p.id::text, p.name, p.contact_name as contact, array[p.id_no, p.mobile, p.contact_mobile] as numbers from patient p where p.id = any(${sql.param(ids)}::bigint[]) and ${LEFT_OF_PATIENT} order by p.id for update`);
  const { rows: orders } = await tx.execute<{ id: string; no: string; patientId: string; ended: boolean }>(sql`
    select o.id::text, o.order_no as no, o.patient_id::text as "patientId", o.deleted_at is not null or o.status in ('closed', 'cancelled') as ended from care_order o where o.patient_id = any(${sql.param(there.map(({ id }) => id))}::bigint[]) order by o.id for update`);
  const busy = new Set(orders.filter(({ ended }) => !ended).map(({ patientId }) => patientId));
  const open = orders.filter(({ ended }) => !ended).map(({ no }) => no);
  const patients = there.filter(({ id }) => !busy.has(id));
  const erased = patients.map(({ id }) => id);
  if (erased.length === 0) return { erased, open, counts: {} };
  const own = orders.filter(({ patientId }) => !busy.has(patientId));
  const who = sql`${sql.param(erased)}::bigint[]`;
  const which = sql`${sql.param(own.map(({ id }) => id))}::bigint[]`;
  const left = numberLeft(patients.flatMap(({ numbers }) => numbers));
  const counts = await inTables(tx, {
    patient: sql`update patient set name = ${ERASED}, gender = 0, ${empty('name_pinyin', 'name_initials', 'birthday', 'id_no', 'mobile', 'contact_name', 'contact_relation', 'contact_mobile', 'language', 'insurance')}, version = version + 1, updated_at = now() where id = any(${who})`,
    care_order: sql`update care_order set ${empty('inpatient_no', 'diagnosis', 'patient_note', 'requirements', 'pref_language', 'bed_text')}, infectious = false, ${gone('cancel_reason')}, ${gone('end_reason')}, updated_at = now() where id = any(${which})`,
    order_assignment: sql`update order_assignment set ${gone('change_reason')} where order_id = any(${which}) and change_reason is not null`,
    order_extension: sql`update order_extension set ${gone('reason')} where order_id = any(${which}) and reason is not null`,
    order_refund: sql`update order_refund set ${gone('reason')} where order_id = any(${which})`,
    order_adjustment: sql`update order_adjustment set ${gone('reason')} where order_id = any(${which})`,
    order_payment: sql`update order_payment set ${empty('payer', 'note')}, external_no = ${left} where order_id = any(${which}) and (payer is not null or note is not null or ${left} is distinct from external_no)`,
    order_evaluation: sql`update order_evaluation set ${gone('content')} where order_id = any(${which}) and content is not null`,
    order_complaint: sql`update order_complaint set ${gone('content')}, ${gone('resolution')} where order_id = any(${which})`,
  });
  counts['order_event'] = (await rewriteStory(tx, 'order_event', sql`t.order_id = any(${which})`, (value) => redacted(value, OF_ORDER), sql`${gone('reason')}, snapshot = null`)).length;
  const lines = await rewriteStory(tx, 'audit_event', sql`t.entity = 'order' and t.entity_id = any(${sql.param(own.map(({ no }) => no))}::text[])`, (value) => redacted(value, OF_ORDER));
  const words = telling(patients.flatMap(({ name, contact, numbers }) => [name, contact, ...numbers]));
  const beside = await eraseBeside(tx, judge, lines, own.map(({ no }) => no), words, erased);
  const all = { ...counts, audit_event: lines.length, ...beside };
  judge.settle();
  const line = told(erased);
  await tellErasure(tx, { ...line, after: { ...line.after, counts: all } }, lines);
  await tx.execute(sql`select pg_notify('order', '')`);
  return { erased, open, counts: all };
}
