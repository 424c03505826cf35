import { sql, type SQL } from 'drizzle-orm';
import type { ServiceState } from '../../../machines/order.ts';
import type { Ask } from '../../host/answer.ts';
import { iso } from '../../host/column.ts';
import { assigned, columnsOf, putBack } from '../../host/put-back.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { NEW_UNDONE, UNDONE } from '../../kernel/recorded.ts';
import { act, refuse, type Change, type Effect, type Held } from './act.ts';
import { needOf } from './candidate.ts';
import { readCarers } from './carer.ts';
import type { Acted, order } from './contract.ts';
import { holders } from './create.ts';
import { callOff } from './course.ts';
import { rateAgain } from './evaluate.ts';
import { fitOf } from './fit.ts';
import { patientPart, tellOthers } from './patient-edit.ts';
import type { Part } from './stint.ts';

/** The event that is taken back. */
interface Done extends Record<string, unknown> {
  id: string;
  event: string;
  from: ServiceState | null;
  before: Change;
  after: Change;
}
/** Where the rows of an order were kept before the event, by the table that they go back to, with what tells them apart. */
const KEPT = [['stints', 'order_assignment', 'id'], ['days', 'order_service_day', 'day'], ['evaluations', 'order_evaluation', 'id'], ['extensions', 'order_extension', 'id']] as const;
/** Columns of an order that an undo leaves alone: what it is called, and what follows from its rows and events. */
const ORDER_STAYS = ['id', 'order_no', 'version', 'service_state', 'payable_fen', 'paid_fen', 'refunded_fen', 'created_at', 'created_by', 'updated_at', 'updated_by', 'deleted_at', 'cancelled_at', 'ended_on', 'started_carer', 'ended_carer', 'cancelled_carer', 'keeper_id', 'handed_at'];
const PATIENT_STAYS = ['id', 'version', 'created_at', 'updated_at'];
const BOOKED: ReadonlySet<string> = new Set(['booked', 'shared', 'full']);
/** Events that may take a caregiver's time; an import adds a caregiver by one of its own. */
const TAKES = sql`('assign', 'change', 'extend', 'undo', 'import')`;

const kept = (event: string, part: string): SQL => sql`(select e.snapshot->${part} from order_event e where e.id = ${event})`;
const recordset = (event: string, part: string, table: string): SQL => sql`jsonb_populate_recordset(null::${sql.raw(table)}, ${kept(event, part)})`;

/** Money is never unwritten: what the event added to the adjustments is made up for by one more, a refund that it asked for is rejected, any other stands where it stood. */
async function putMoneyBack(tx: Runner, orderId: string, event: string, { viewer }: Ask<typeof order.undo>): Promise<void> {
  await tx.execute(sql`
    insert into order_adjustment (order_id, amount_fen, kind, reason, created_by) select ${orderId}::bigint, -sum(j.amount_fen), 'correction', ${UNDONE}::text, ${viewer.userId}::bigint from order_adjustment j
    where j.order_id = ${orderId} and not exists (select 1 from ${recordset(event, 'adjustments', 'order_adjustment')} s where s.id = j.id) having sum(j.amount_fen) <> 0`);
  const was = recordset(event, 'refunds', 'order_refund');
  await tx.execute(sql`
    update order_refund r set (status, approved_by) = (select coalesce(max(s.status), 'rejected'), max(s.approved_by) from ${was} s where s.id = r.id)
    where r.order_id = ${orderId} and not exists (select 1 from ${was} s where s.id = r.id and s.status = r.status)`);
}
async function putOrderBack(tx: Runner, orderId: string, event: string): Promise<void> {
  await tx.execute(sql`update care_order t set ${assigned(await columnsOf(tx, 'care_order', ORDER_STAYS))} from jsonb_populate_record(null::care_order, ${kept(event, 'order')}) s where t.id = ${orderId}`);
}
/** What the audit is told of whoever gives the ID number up that the patient would have again; null where it is somebody's meanwhile. */
async function numberBack(tx: Runner, reach: Reach, { patientId, hospitalId }: Held, event: string): Promise<Effect['also'] | null> {
  const { rows: [was] } = await tx.execute<{ idNo: string | null }>(sql`select upper(${kept(event, 'patient')} ->> 'id_no') as "idNo"`);
  if (typeof was!.idNo !== 'string') return [];
  const { rows, also } = await holders(reach, tx, was!.idNo, hospitalId, { but: patientId });
  return rows.length > 0 ? null : also;
}
/** @returns false when the patient was changed by something else since */
async function putPatientBack(tx: Runner, patientId: string, event: string): Promise<boolean> {
  const back = await tx.execute(sql`
    update patient t set ${assigned(await columnsOf(tx, 'patient', PATIENT_STAYS))}, version = t.version + 1, updated_at = now()
    from jsonb_populate_record(null::patient, ${kept(event, 'patient')}) s where t.id = ${patientId} and t.version = s.version + 1 returning t.id`);
  return back.rows.length > 0;
}
/** Puts back what the event changed of the patient, and tells their other orders. @throws Fault refused when they were changed by something else since */
async function putPartBack(tx: Runner, held: Held, { id, before, after }: Done, ask: Ask<typeof order.undo>): Promise<Effect['also']> {
  const [theirs, now] = [patientPart(before), patientPart(after)];
  if (theirs === null || now === null) return undefined;
  const inside = new Reach(tx, ask.reach.scope);
  const freed = 'patientIdNo' in before ? await numberBack(tx, inside, held, id) : [];
  if (freed === null || !(await putPatientBack(tx, held.patientId, id))) refuse('undo_built_on', ask.from);
  return [...(freed ?? []), ...(await tellOthers(tx, inside, held, ask, { before: now, after: theirs, undone: true }))];
}
/** Whether someone else has taken the caregiver since, at a time that a stint would take back, or they would serve again and something came to them since for which they could not be chosen. Their rows are locked, in one order. */
async function takenSince(tx: Runner, held: Held, event: string): Promise<boolean> {
  const { rows } = await tx.execute<Part & { caregiverId: string } & Record<string, unknown>>(sql`
    select s.caregiver_id::text as "caregiverId", ${iso(sql`lower(s.during)`)} as "from", ${iso(sql`upper(s.during)`)} as "to" from ${recordset(event, 'stints', 'order_assignment')} s join order_assignment a on a.id = s.id
    where s.status <> 'void' and (a.status = 'void' or (a.status = 'ended' and s.status <> 'ended' and exists (select 1 from order_event e where e.id = ${event} and e.event = 'complete')) or not a.during @> s.during) order by s.caregiver_id, lower(s.during)`);
  for (const { caregiverId, from, to } of rows) {
    await tx.execute(sql`select id from caregiver where id = ${caregiverId} for no key update`);
    const { rows: [since] } = await tx.execute<{ moved: boolean }>(sql`select exists (select 1 from caregiver_event v, order_event e where e.id = ${event} and v.caregiver_id = ${caregiverId} and v.at > e.at) as moved`);
    // who is late elsewhere was so beside what is taken back
    const [carer] = await readCarers(new Reach(tx, 'all'), { where: [sql`c.id = ${caregiverId}`], from, to, patients: [], planned: true });
    if (carer === undefined) return true;
    const need = needOf(held, { from, to });
    const { rows: took } = await tx.execute<{ id: string }>(sql`select distinct e.order_id::text as id from order_event e where e.order_id = any(${sql.param(carer.stints.map(({ orderId }) => orderId))}::bigint[]) and e.id > ${event} and e.event in ${TAKES}`);
    const later = new Set(took.map(({ id }) => id));
    // what stood beside it before does no more than fill places: a sheet may book one twice
    const stints = later.size === 0 ? [] : carer.stints.filter(({ orderId, exclusive }) => later.has(orderId) || !(need.exclusive || exclusive));
    if (fitOf({ ...carer, stints }, need).blocks.some((why) => since!.moved || BOOKED.has(why))) return true;
  }
  return false;
}
/** A day of it was confirmed or paid for since. */
async function confirmedSince(tx: Runner, orderId: string, event: string): Promise<boolean> {
  const { rows: [row] } = await tx.execute<{ any: boolean }>(sql`
    select exists (select 1 from order_service_day y where y.order_id = ${orderId} and (y.confirmed_at is not null or y.period_id is not null)
      and not exists (select 1 from ${recordset(event, 'days', 'order_service_day')} s where s.day = y.day and s.confirmed_at is not distinct from y.confirmed_at and s.period_id is not distinct from y.period_id)) as any`);
  return row!.any;
}

/** Takes a new order back: it is cancelled, and stays to be found by its number; its patient is who they were before. */
async function callBack(tx: Runner, held: Held, done: Done, ask: Ask<typeof order.undo>): Promise<Effect> {
  if (held.paidFen > 0) refuse('undo_built_on', ask.from);
  await callOff(tx, held, ask.viewer.userId, NEW_UNDONE);
  const also = await putPartBack(tx, held, done, ask);
  return { set: [sql`cancel_reason = ${NEW_UNDONE}`], before: { payableFen: held.payableFen, ...patientPart(done.after) }, after: { payableFen: 0, ...patientPart(done.before) }, back: { to: 'cancelled', undoes: done.id }, also };
}
/** Puts everything back as it was before the event. */
async function restore(tx: Runner, held: Held, done: Done, ask: Ask<typeof order.undo>): Promise<Effect> {
  const { id, event, from: to, before, after } = done;
  if ((await confirmedSince(tx, held.id, id)) || (await takenSince(tx, held, id))) refuse('undo_built_on', ask.from);
  const { rows: rated } = await tx.execute<{ id: string }>(sql`
    select distinct v.caregiver_id::text as id from order_evaluation v where v.order_id = ${held.id} and not exists (select 1 from ${recordset(id, 'evaluations', 'order_evaluation')} s where s.id = v.id)`);
  // a stint that goes may be the one that another names as its successor
  await tx.execute(sql`update order_assignment set replaced_by = null where order_id = ${held.id} and replaced_by is not null`);
  // in which month's closing a day stands is the closing's to say
  for (const [part, table, key] of KEPT) await putBack(tx, { table, key, owner: 'order_id', id: held.id, was: recordset(id, part, table), stays: part === 'days' ? ['period_id'] : [] });
  await putMoneyBack(tx, held.id, id, ask);
  await putOrderBack(tx, held.id, id);
  const also = event === 'edit' ? await putPartBack(tx, held, done, ask) : undefined;
  if (rated.length > 0) await rateAgain(tx, rated.map((row) => row.id));
  // what an event only told, as whose mark it was, is no change to take back
  const undone = Object.fromEntries(Object.entries(after).filter(([name]) => name in before));
  return { before: undone, after: before, back: { to: to!, undoes: id }, also };
}

/** Takes back one's own last event by one that undoes it. @throws Fault like `act`; refused when something was built on it since */
export const undo = (ask: Ask<typeof order.undo>): Promise<Acted> =>
  act(ask, 'undo', async (tx, held) => {
    const { rows: [done] } = await tx.execute<Done>(sql`select e.id::text, e.event, e.from_state as "from", coalesce(e.before, '{}') as before, coalesce(e.after, '{}') as after from order_event e where e.order_id = ${held.id} order by e.id desc limit 1`);
    return done!.event === 'create' ? callBack(tx, held, done!, ask) : restore(tx, held, done!, ask);
  }, { patient: true }).catch((error: { code?: unknown; cause?: { code?: unknown } }) => {
    // what the database does not let stand beside what has come since
    if (String((error.cause ?? error).code).startsWith('23')) refuse('undo_built_on', ask.from);
    throw error;
  });
