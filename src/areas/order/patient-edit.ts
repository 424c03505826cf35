import { sql, type SQL } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import type { Reach, Runner } from '../../host/reach.ts';
import { refuse, tell, type Change, type Effect, type Held } from './act.ts';
import type { OrderDetail } from './contract.ts';

/** Facts of the patient themselves, with their columns: every order of theirs shows them. */
export const OF_PATIENT = {
  patientName: sql.raw('name'), patientGender: sql.raw('gender'), patientBirthday: sql.raw('birthday'), contactName: sql.raw('contact_name'), contactRelation: sql.raw('contact_relation'), contactMobile: sql.raw('contact_mobile'),
} satisfies Partial<Record<keyof OrderDetail, SQL>>;
/** What of a change is the patient's own; null when nothing is. */
export function patientPart(change: Change): Change | null {
  const part = Object.entries(change).filter(([name]) => name in OF_PATIENT);
  return part.length === 0 ? null : Object.fromEntries(part);
}

/**
 * The patient was changed through one order: each other one that is still open has a line of it and a version of its own, so
 * that nobody overwrites it unseen. The patient is locked before any of their orders. Answers what the audit is told.
 * @throws Fault refused when one of them is outside of what this person reaches
 */
export async function tellOthers(tx: Runner, reach: Reach, held: Held, { viewer, from }: Pick<Ask, 'viewer' | 'from'>, { before, after, undone }: { before: Change; after: Change; undone: boolean }): Promise<NonNullable<Effect['also']>> {
  const open = sql`o.patient_id = ${held.patientId} and o.id <> ${held.id} and o.deleted_at is null and o.service_state <> 'cancelled' and o.status <> 'closed'`;
  // asked without a lock: the database lets nobody lock what they do not reach (0036), nor would say that it is there
  const { rowCount: beyond } = await tx.execute(sql`select from care_order o where ${open} and not ${reach.match(sql`o.hospital_id`, sql`o.department_id`)} limit 1`);
  if (beyond !== 0) refuse('patient_shared', from);
  const { rows: others } = await tx.execute<{ id: string; orderNo: string; hospitalId: string; departmentId: string; state: string }>(sql`
    select o.id::text, o.order_no as "orderNo", o.hospital_id::text as "hospitalId", o.department_id::text as "departmentId", o.service_state as state from care_order o where ${open} order by o.id for update`);
  const reason = { 'zh-cn': `患者资料在 ${held.orderNo} ${undone ? '撤销修改' : '修改'}`, en: `Patient ${undone ? 'edit undone' : 'edited'} on ${held.orderNo}` }[from.language];
  for (const other of others) {
    await tx.execute(sql`update care_order set version = version + 1, updated_at = now(), updated_by = ${viewer.userId} where id = ${other.id}`);
    // without a snapshot: it is undone where it was done
    await tell(tx, other, viewer, { event: 'edit', from: other.state, to: other.state, reason, before, after });
  }
  return others.map(({ orderNo, hospitalId }) => ({ action: 'order.edit', entity: 'order', entityId: orderNo, hospitalId, before, after: { ...after, event: 'edit' } }));
}
