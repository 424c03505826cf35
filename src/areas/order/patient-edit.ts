import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask } from '../../host/answer.ts';
import { maskedIdentity, maskedPhone } from '../../host/column.ts';
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
const told = ([number, gender, birthday, mobile, name, relation, phone]: readonly SQL[]): SQL =>
  sql`jsonb_build_object('patientIdNo', ${maskedIdentity(number!)}, 'patientGender', ${gender}, 'patientBirthday', ${birthday}, 'patientMobile', ${maskedPhone(mobile!)}, 'contactName', ${name}, 'contactRelation', ${relation}, 'contactMobile', ${maskedPhone(phone!)})`;
const [WAS, IS] = ['w.id_no w.gender w.birthday w.mobile w.contact_name w.contact_relation w.contact_mobile', 'n.number n.gender n.birthday n.mobile n.name n.relation n.phone'].map((names) => names.split(' ').map((name) => sql.raw(name))) as [SQL[], SQL[]];
/** Nothing stands of a patient `p` but new orders that were taken back: what is written of them may have been a slip. */
export const SLIP = sql`not exists (select 1 from care_order o where o.patient_id = p.id and not exists (select 1 from order_event c join order_event u on u.undoes = c.id where c.order_id = o.id and c.event = 'create'))`;
/** Those of them of whom that is so still lose their ID number; an order that is being made for one is waited for. Answers who they are, and what the audit is told. */
export async function freeNumbers(tx: Runner, ids: readonly string[]): Promise<{ freed: ReadonlySet<string>; also: NonNullable<Effect['also']> }> {
  const those = sql`p.id = any(${sql.param(ids)}::bigint[])`;
  await tx.execute(sql`select from patient p where ${those} order by p.id for update`);
  const { rows } = await tx.execute<{ id: string; number: string; orderNo: string; hospitalId: string }>(sql`
    update patient p set id_no = null, version = p.version + 1, updated_at = now() from patient w cross join lateral (select order_no, hospital_id from care_order where patient_id = w.id order by id desc limit 1) o
    where ${those} and w.id = p.id and ${SLIP} returning p.id::text, ${maskedIdentity(sql`w.id_no`)} as number, o.order_no as "orderNo", o.hospital_id::text as "hospitalId"`);
  return { freed: new Set(rows.map(({ id }) => id)), also: rows.map(({ number, orderNo, hospitalId }) => ({ action: 'order.edit', entity: 'order', entityId: orderNo, hospitalId, before: { patientIdNo: number }, after: { patientIdNo: null, event: 'edit' } })) };
}

/** What a form for someone new says of them. */
export type Given = Pick<z.output<typeof newPatient>, 'idNo' | 'gender' | 'birthday' | 'mobile' | 'contactName' | 'contactRelation' | 'contactMobile'>;
/**
 * A new order says of a patient who is known what nobody had written down: that is kept, a contact where there is none: a relation alone is nobody. What was known stands, but where it may have
 * been a slip; an edit changes it, and fills in what is shared with orders beyond this person's reach. All of theirs are locked before (`holdAll`); a number that an edit took from them
 * meanwhile is theirs again. Answers what changed, as it is told, and who they were, for an undo.
 */
export async function fillIn(tx: Runner, reach: Reach, patientId: string, given: Given): Promise<{ before: Change; after: Change; was: unknown } | undefined> {
  const { idNo = null, gender = 0, birthday = null, mobile = null, contactName = null, contactRelation = null, contactMobile = null } = given;
  if (await beyond(tx, reach, openOf(patientId, '0'))) return undefined;
  const { rows: [filled] } = await tx.execute<{ before: Change; after: Change; was: unknown }>(sql`
    update patient p set id_no = n.number, gender = n.gender, birthday = n.birthday, mobile = n.mobile, contact_name = n.name, contact_relation = n.relation, contact_mobile = n.phone, version = p.version + 1, updated_at = now()
    from (select p.*, ${SLIP} as slip from patient p where p.id = ${patientId}) w cross join lateral (select coalesce(w.id_no, ${idNo}) as number,
      case when w.slip then ${gender}::smallint else coalesce(nullif(w.gender, 0), ${gender}::smallint) end as gender, case when w.slip then ${birthday}::date else coalesce(w.birthday, ${birthday}::date) end as birthday, case when w.slip then ${mobile}::text else coalesce(w.mobile, ${mobile}) end as mobile,
      case when k.said then ${contactName}::text else w.contact_name end as name, case when k.said then ${contactRelation}::text else w.contact_relation end as relation, case when k.said then ${contactMobile}::text else w.contact_mobile end as phone
      from (select w.slip or (w.contact_name is null and w.contact_mobile is null and coalesce(${contactName}, ${contactRelation}, ${contactMobile}) is not null) as said) k) n
    where p.id = w.id and (${sql.join(IS, sql`, `)}) is distinct from (${sql.join(WAS, sql`, `)})
    returning to_jsonb(w) - 'slip' as was, ${told(WAS)} as before, ${told(IS)} as after`);
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
