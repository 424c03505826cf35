import { sql } from 'drizzle-orm';
import type { Runner } from '../../host/reach.ts';
import { empty, eraseBeside, gone, inTables, type Counts } from './person.ts';
import { ERASED, OF_CAREGIVER, redacted, without } from './redact.ts';
import { beginErasing, rewriteStory, tellErasure, type Told } from './story.ts';

interface Caregiver extends Record<string, unknown> {
  id: string;
  no: string;
  name: string;
  numbers: (string | null)[];
  ended: boolean;
}
/** Whoever is at work, or is to be kept out by their ID number, is still to be known. */
export const GONE_CAREGIVER = sql`(c.status = 'left' or (c.deleted_at is not null and c.status <> 'blacklisted'))`;

/**
 * Takes caregivers out of everything that is kept, in the transaction `tx`, for good: their record, certificates and files, what was said of
 * them, their story, their names in the stories of orders, the audit, and what is kept beside. The staff number, postings, stints, days, pay and
 * scores stay. Whoever has not left, or is blacklisted, is left out (`staying`: their numbers).
 */
export async function eraseCaregivers(tx: Runner, ids: readonly string[], told: (erased: string[]) => Told): Promise<{ erased: string[]; staying: string[]; counts: Counts }> {
  await beginErasing(tx);
  const { rows: there } = await tx.execute<Caregiver>(sql`
    select c.id::text, c.staff_no as no, c.name, array[c.id_no, c.mobile, c.emergency_name, c.emergency_phone, c.bank_account] as numbers, ${GONE_CAREGIVER} as ended
    from caregiver c where c.id = any(${sql.param(ids)}::bigint[]) and c.name <> ${ERASED} order by c.id for update`);
  const people = there.filter(({ ended }) => ended);
  const staying = there.filter(({ ended }) => !ended).map(({ no }) => no);
  const erased = people.map(({ no }) => no);
  if (people.length === 0) return { erased, staying, counts: {} };
  const who = sql`${sql.param(people.map(({ id }) => id))}::bigint[]`;
  const counts = await inTables(tx, {
    // a number that is nobody's, for there must be one, and no two alike
    caregiver: sql`update caregiver set name = ${ERASED}, mobile = '0' || lpad(id::text, 10, '0'), languages = '{}', skills = '{}', ${gone('status_reason')},
      ${empty('name_pinyin', 'name_initials', 'birthday', 'id_no', 'id_no_last4', 'origin_province', 'origin_city', 'education', 'marital', 'height_cm', 'weight_kg', 'photo', 'emergency_name', 'emergency_phone', 'bank_name', 'bank_account', 'years_experience', 'review_on')},
      version = version + 1, updated_at = now() where id = any(${who})`,
    caregiver_certificate_file: sql`delete from caregiver_certificate_file f using caregiver_certificate k where k.id = f.certificate_id and k.caregiver_id = any(${who})`,
    caregiver_certificate: sql`update caregiver_certificate set ${empty('number', 'issuer', 'file')}, ${gone('revoke_reason')} where caregiver_id = any(${who})`,
    caregiver_leave: sql`update caregiver_leave set ${gone('reason')} where caregiver_id = any(${who}) and reason is not null`,
    order_evaluation: sql`update order_evaluation set ${gone('content')} where caregiver_id = any(${who}) and content is not null`,
    order_complaint: sql`update order_complaint set ${gone('content')}, ${gone('resolution')} where caregiver_id = any(${who})`,
  });
  counts['caregiver_event'] = (await rewriteStory(tx, 'caregiver_event', sql`t.caregiver_id = any(${who})`, (value) => redacted(value, OF_CAREGIVER), sql`${gone('reason')}, snapshot = null`)).length;
  const lines = await rewriteStory(tx, 'audit_event', sql`t.entity = 'caregiver' and t.entity_id = any(${sql.param(erased)}::text[])`, (value) => redacted(value, OF_CAREGIVER));
  counts['order_event'] = 0;
  for (const { id, name } of people) {
    const served = sql`select a.order_id from order_assignment a where a.caregiver_id = ${id}::bigint`;
    const nameless = (value: unknown): unknown => without(value, [name]);
    counts['order_event'] += (await rewriteStory(tx, 'order_event', sql`t.order_id in (${served})`, nameless)).length;
    // what an undo may still need stays, but for what was said of them
    await tx.execute(sql`
      update order_event t set reason = replace(t.reason, ${name}, ${ERASED}),
        snapshot = jsonb_set(t.snapshot, '{evaluations}', coalesce((select jsonb_agg(case when v->>'caregiver_id' = ${id} then v || '{"content": null}' else v end) from jsonb_array_elements(t.snapshot->'evaluations') v), '[]'))
      where t.order_id in (${served}) and (t.snapshot is not null or position(${name} in t.reason) > 0)`);
    lines.push(...(await rewriteStory(tx, 'audit_event', sql`t.entity = 'order' and t.entity_id in (select o.order_no from care_order o where o.id in (${served}))`, nameless)));
  }
  const words = people.flatMap(({ name, numbers }) => [name, ...numbers]).filter((word) => word !== null);
  const all = { ...counts, audit_event: lines.length, ...(await eraseBeside(tx, erased, words)) };
  const line = told(erased);
  await tellErasure(tx, { ...line, after: { ...line.after, counts: all } }, lines);
  await tx.execute(sql`select pg_notify('caregiver', '')`);
  await tx.execute(sql`select pg_notify('order', '')`);
  return { erased, staying, counts: all };
}
