import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask } from '../../host/answer.ts';
import { maskedIdentity, maskedPhone } from '../../host/column.ts';
import { readings } from '../../host/pinyin.ts';
import type { Reach, Runner } from '../../host/reach.ts';
import { patientEdited } from '../../kernel/recorded.ts';
import { refuse, tell, type Change, type Effect, type Held } from './act.ts';
import type { newPatient, OrderDetail } from './contract.ts';

/** Facts of the patient themselves, with their columns: every order of theirs shows them, but their ID number and own phone, of which a change is told masked. */
export const OF_PATIENT = {
  patientIdNo: sql.raw('id_no'), patientMobile: sql.raw('mobile'), patientName: sql.raw('name'), patientGender: sql.raw('gender'), patientBirthday: sql.raw('birthday'), contactName: sql.raw('contact_name'), contactRelation: sql.raw('contact_relation'), contactMobile: sql.raw('contact_mobile'),
} satisfies Partial<Record<keyof OrderDetail | 'patientIdNo' | 'patientMobile', SQL>>;
/** What of a change is the patient's own; null when nothing is. */
export function patientPart(change: Change): Change | null {
  const part = Object.entries(change).filter(([name]) => name in OF_PATIENT);
  return part.length === 0 ? null : Object.fromEntries(part);
}

/** Their other orders that are still open, as `o`. */
const openOf = (patientId: string, but: string) => sql`o.patient_id = ${patientId} and o.id <> ${but} and o.deleted_at is null and o.service_state <> 'cancelled' and o.status <> 'closed'`;
/** Whether one of those is outside of what this person reaches. Asked without a lock: the database lets nobody lock what they do not reach (0036), nor would say that it is there. */
const beyond = async (tx: Runner, reach: Reach, open: SQL): Promise<boolean> => (await tx.execute(sql`select from care_order o where ${open} and not ${reach.match(sql`o.hospital_id`, sql`o.department_id`)} limit 1`)).rowCount !== 0;

/** Locks a patient and then their open orders, for what may reach all of them: before the lock that numbers orders, which a renewal takes while it holds the order before. */
export async function holdAll(tx: Runner, patientId: string): Promise<void> {
  await tx.execute(sql`select from patient where id = ${patientId} for no key update`);
  await tx.execute(sql`select from care_order o where ${openOf(patientId, '0')} order by o.id for update`);
}

/** A side of a change of them, as it is told, masked: of these columns of fillIn's statement. */
const told = ([called, number, gender, birthday, mobile, name, relation, phone]: readonly SQL[]): SQL =>
  sql`jsonb_build_object('patientName', ${called}, 'patientIdNo', ${maskedIdentity(number!)}, 'patientGender', ${gender}, 'patientBirthday', ${birthday}, 'patientMobile', ${maskedPhone(mobile!)}, 'contactName', ${name}, 'contactRelation', ${relation}, 'contactMobile', ${maskedPhone(phone!)})`;
const [WAS, IS] = ['w.name w.id_no w.gender w.birthday w.mobile w.contact_name w.contact_relation w.contact_mobile', 'n.called n.number n.gender n.birthday n.mobile n.name n.relation n.phone'].map((names) => names.split(' ').map((name) => sql.raw(name))) as [SQL[], SQL[]];
/** What a form for someone new says of them. */
export type Given = z.output<typeof newPatient>;
/**
 * A new order says of a patient who is known what nobody had written down: that is kept, a contact where there is none: a relation alone is nobody. What was known stands; an edit changes it,
 * and fills in what is shared with orders beyond this person's reach. All of theirs are locked before (`holdAll`); a number that an edit took from them meanwhile is theirs again.
 * `anew`: of whom nothing stands but new orders that were taken back, all is what it says now, their name too. Answers what changed, as it is told, and who they were, for an undo.
 */
export async function fillIn(tx: Runner, reach: Reach, patientId: string, given: Given, anew: boolean): Promise<{ before: Change; after: Change; was: unknown } | undefined> {
  const { name, idNo = null, gender = 0, birthday = null, mobile = null, contactName = null, contactRelation = null, contactMobile = null } = given;
  if (await beyond(tx, reach, openOf(patientId, '0'))) return undefined;
  const { pinyin, initials } = readings(name);
  const said = anew
    ? sql`select ${name}::text as called, ${pinyin}::text as pinyin, ${initials}::text as initials, coalesce(w.id_no, ${idNo}) as number, ${gender}::smallint as gender, ${birthday}::date as birthday, ${mobile}::text as mobile, ${contactName}::text as name, ${contactRelation}::text as relation, ${contactMobile}::text as phone`
    : sql`select w.name as called, w.name_pinyin as pinyin, w.name_initials as initials, coalesce(w.id_no, ${idNo}) as number, coalesce(nullif(w.gender, 0), ${gender}::smallint) as gender, coalesce(w.birthday, ${birthday}::date) as birthday, coalesce(w.mobile, ${mobile}) as mobile,
      case when k.alone then ${contactName}::text else w.contact_name end as name, case when k.alone then ${contactRelation}::text else w.contact_relation end as relation, case when k.alone then ${contactMobile}::text else w.contact_mobile end as phone
      from (select w.contact_name is null and w.contact_mobile is null and coalesce(${contactName}, ${contactRelation}, ${contactMobile}) is not null as alone) k`;
  const { rows: [filled] } = await tx.execute<{ before: Change; after: Change; was: unknown }>(sql`
    update patient p set name = n.called, name_pinyin = n.pinyin, name_initials = n.initials, id_no = n.number, gender = n.gender, birthday = n.birthday, mobile = n.mobile, contact_name = n.name, contact_relation = n.relation, contact_mobile = n.phone, version = p.version + 1, updated_at = now()
    from patient w cross join lateral (${said}) n
    where p.id = ${patientId} and w.id = p.id and (${sql.join(IS, sql`, `)}) is distinct from (${sql.join(WAS, sql`, `)})
    returning to_jsonb(w) as was, ${told(WAS)} as before, ${told(IS)} as after`);
  if (filled === undefined) return undefined;
  const { before, after, was } = filled;
  const only = (side: Change): Change => Object.fromEntries(Object.entries(side).filter(([name]) => before[name] !== after[name]));
  return { before: only(before), after: only(after), was };
}

/**
 * The patient was changed through one order: each other one that is still open has a line of it and a version of its own, so
 * that nobody overwrites it unseen. The patient is locked before any of their orders. Answers what the audit is told.
 * @throws Fault refused when one of them is outside of what this person reaches
 */
export async function tellOthers(tx: Runner, reach: Reach, held: Pick<Held, 'id' | 'orderNo' | 'patientId'>, { viewer, from }: Pick<Ask, 'viewer' | 'from'>, { before, after, undone }: { before: Change; after: Change; undone: boolean }): Promise<NonNullable<Effect['also']>> {
  const open = openOf(held.patientId, held.id);
  if (await beyond(tx, reach, open)) refuse('patient_shared', from);
  const { rows: others } = await tx.execute<{ id: string; orderNo: string; hospitalId: string; departmentId: string; state: string }>(sql`
    select o.id::text, o.order_no as "orderNo", o.hospital_id::text as "hospitalId", o.department_id::text as "departmentId", o.service_state as state from care_order o where ${open} order by o.id for update`);
  const reason = patientEdited(held.orderNo, undone);
  for (const other of others) {
    await tx.execute(sql`update care_order set version = version + 1, updated_at = now(), updated_by = ${viewer.userId} where id = ${other.id}`);
    // without a snapshot: it is undone where it was done
    await tell(tx, other, viewer, { event: 'edit', from: other.state, to: other.state, reason, before, after });
  }
  return others.map(({ orderNo, hospitalId }) => ({ action: 'order.edit', entity: 'order', entityId: orderNo, hospitalId, before, after: { ...after, event: 'edit' } }));
}
