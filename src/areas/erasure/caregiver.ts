import { sql, type SQL } from 'drizzle-orm';
import type { Runner } from '../../host/reach.ts';
import { Blot, Judge } from './blot.ts';
import { empty, eraseBeside, gone, inTables, like, othersOf, type Counts } from './person.ts';
import { ERASED, OF_CAREGIVER, redacted, telling, without } from './redact.ts';
import { beginErasing, rewriteSnapshots, rewriteStory, tellErasure, type Told } from './story.ts';

interface Caregiver extends Record<string, unknown> {
  id: string;
  no: string;
  name: string;
  /** What they were called before, by their story. */
  former: string[];
  numbers: (string | null)[];
  ended: boolean;
}
/** Whoever is at work, or is to be kept out by their ID number, is still to be known. */
export const GONE_CAREGIVER = sql`(c.status = 'left' or (c.deleted_at is not null and c.status <> 'blacklisted'))`;
/** A number that is nobody's, for there must be one, and no two alike. */
const noMobile = (id: string): SQL => sql.raw(`'0' || lpad(${id}::text, 10, '0')`);
/** Something of the caregiver `c` is still there: who was erased and was hired again has more to be erased. All of it is gone after an erasure. */
export const LEFT_OF_CAREGIVER = sql`(c.name <> ${ERASED} or c.mobile <> ${noMobile('c.id')} or c.status_reason <> ${ERASED} or num_nonnulls(c.birthday, c.id_no, c.photo, c.emergency_name, c.emergency_phone, c.bank_account) > 0
  or exists (select 1 from caregiver_event e where e.caregiver_id = c.id and e.snapshot is not null) or exists (select 1 from caregiver_certificate k where k.caregiver_id = c.id and num_nonnulls(k.number, k.issuer, k.file) > 0)
  or exists (select 1 from order_evaluation v where v.caregiver_id = c.id and v.content <> ${ERASED}) or exists (select 1 from order_complaint l where l.caregiver_id = c.id and (l.content <> ${ERASED} or l.resolution <> ${ERASED})))`;
/** What people say in words in an order, by table. */
const SPOKEN = {
  care_order: ['diagnosis', 'patient_note', 'requirements', 'cancel_reason', 'end_reason'], order_assignment: ['change_reason'], order_extension: ['reason'], order_refund: ['reason'], order_adjustment: ['reason'],
  order_payment: ['payer', 'note', 'external_no'], order_evaluation: ['content'], order_complaint: ['content', 'resolution'],
};
/** The same as a snapshot keeps them. */
const IN_SNAPSHOT: ReadonlySet<string> = new Set(Object.values(SPOKEN).flat());
interface Snapshot {
  evaluations?: Record<string, unknown>[];
}
/** Takes names out of what was said in the orders that are `served`; how many rows of each table that changed. */
async function unsay(tx: Runner, names: readonly string[], blot: Blot, served: SQL): Promise<Counts> {
  const counts: Counts = {};
  for (const [table, columns] of Object.entries({ ...SPOKEN, order_event: ['reason'] })) {
    const each = columns.map((column) => sql.raw(column));
    const where = each.map((column) => sql`${column} like any(${like(names)})`);
    const { rows } = await tx.execute<Record<string, string | null>>(sql`
      select id::text as "row_id", ${sql.join(each, sql`, `)} from ${sql.raw(table)} where ${sql.raw(table === 'care_order' ? 'id' : 'order_id')} in (${served}) and (${sql.join(where, sql` or `)}) order by id for update`);
    for (const row of rows) {
      const rest = columns.map((column) => [column, row[column] === null ? null : blot.out(row[column]!, `${table} ${row['row_id']} ${column}`)] as const).filter(([column, text]) => text !== row[column]);
      if (rest.length === 0) continue;
      await tx.execute(sql`update ${sql.raw(table)} set ${sql.join(rest.map(([column, text]) => sql`${sql.raw(column)} = ${text}`), sql`, `)} where id = ${row['row_id']}::bigint`);
      counts[table] = (counts[table] ?? 0) + 1;
    }
  }
  return counts;
}

/**
 * Takes caregivers out of everything that is kept, in the transaction `tx`, for good: their record, certificates and files, what was said of
 * them, their story, their names in what is said in orders and in the orders' stories, the audit, and what is kept beside. The staff number, postings, stints, days, pay and
 * scores stay. Whoever has not left, or is blacklisted, is left out (`staying`: their numbers).
 * Where a name may be part of a longer one nothing is guessed. @throws Doubtful
 */
export async function eraseCaregivers(tx: Runner, ids: readonly string[], told: (erased: string[]) => Told, judge: Judge = new Judge()): Promise<{ erased: string[]; staying: string[]; counts: Counts }> {
  await beginErasing(tx);
  // orders are locked before whoever serves them (areas/order/act.ts)
  await tx.execute(sql`select 1 from care_order o where o.id in (select a.order_id from order_assignment a where a.caregiver_id = any(${sql.param(ids)}::bigint[])) order by o.id for update`);
  const { rows: there } = await tx.execute<Caregiver>(sql`
    select c.id::text, c.staff_no as no, c.name, array[c.id_no, c.mobile, c.emergency_name, c.emergency_phone, c.bank_account] as numbers,
      array(select distinct n.name from caregiver_event e cross join lateral (values (e.before->>'name'), (e.after->>'name')) n(name) where e.caregiver_id = c.id and n.name not in (c.name, ${ERASED})) as former, ${GONE_CAREGIVER} as ended
    from caregiver c where c.id = any(${sql.param(ids)}::bigint[]) and ${LEFT_OF_CAREGIVER} order by c.id for update`);
  const people = there.filter(({ ended }) => ended);
  const staying = there.filter(({ ended }) => !ended).map(({ no }) => no);
  const erased = people.map(({ no }) => no);
  if (people.length === 0) return { erased, staying, counts: {} };
  const who = sql`${sql.param(people.map(({ id }) => id))}::bigint[]`;
  const counts = await inTables(tx, {
    caregiver: sql`update caregiver set name = ${ERASED}, mobile = ${noMobile('id')}, languages = '{}', skills = '{}', ${gone('status_reason')},
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
  // an undo may have taken the stint away, and left its story
  const { rows: storied } = await tx.execute<{ no: string; orders: string[] }>(sql`
    select n.no, array_agg(distinct e.order_id::text) as orders from order_event e cross join lateral (values (e.before->>'caregiverNo'), (e.after->>'caregiverNo')) n(no) where n.no = any(${sql.param(erased)}::text[]) group by n.no`);
  for (const { id, no, name, former } of people) {
    const served = sql`select a.order_id from order_assignment a where a.caregiver_id = ${id}::bigint union select unnest(${sql.param(storied.find((one) => one.no === no)?.orders ?? [])}::bigint[])`;
    const names = [name, ...former];
    const words = telling(names);
    const blot = new Blot(names, await othersOf(tx, words), judge);
    const nameless = (value: unknown, place: string): unknown => without(value, blot, names, place);
    counts['order_event'] += (await rewriteStory(tx, 'order_event', sql`t.order_id in (${served})`, nameless)).length;
    // what an undo may still need stays, but for what was said of them
    await rewriteSnapshots(tx, sql`t.order_id in (${served})`, (snapshot, place) => {
      const rest = without(snapshot, blot, [], place, IN_SNAPSHOT) as Snapshot;
      return { ...rest, ...(rest.evaluations === undefined ? {} : { evaluations: rest.evaluations.map((one) => (String(one['caregiver_id']) === id ? { ...one, content: null } : one)) }) };
    });
    if (words.length > 0) for (const [table, n] of Object.entries(await unsay(tx, words, blot, served))) counts[table] = (counts[table] ?? 0) + n;
    lines.push(...(await rewriteStory(tx, 'audit_event', sql`t.entity = 'order' and t.entity_id in (select o.order_no from care_order o where o.id in (${served}))`, nameless)));
  }
  const words = telling(people.flatMap(({ name, former, numbers }) => [name, ...former, ...numbers]));
  const beside = await eraseBeside(tx, judge, lines, erased, words);
  // of others: their own were counted
  for (const table of ['caregiver', 'caregiver_event', 'caregiver_leave']) beside[table] = (counts[table] ?? 0) + (beside[table] ?? 0);
  const all = { ...counts, audit_event: lines.length, ...beside };
  judge.settle();
  const line = told(erased);
  await tellErasure(tx, { ...line, after: { ...line.after, counts: all } }, lines);
  await tx.execute(sql`select pg_notify('caregiver', '')`);
  await tx.execute(sql`select pg_notify('order', '')`);
  return { erased, staying, counts: all };
}
