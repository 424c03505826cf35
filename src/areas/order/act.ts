import { sql, type SQL } from 'drizzle-orm';
import { follow, type OrderEvent, type ServiceState } from '../../../machines/order.ts';
import type { Ask, Written } from '../../host/answer.ts';
import { keepPlan } from '../../host/db/keeping.ts';
import { POSTED_NOW } from '../../host/health.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { toldWords, type ToldName } from '../../kernel/refusal.ts';
import type { Acted } from './contract.ts';
import { idOf } from './number.ts';
import { rowsOf } from './row.ts';
import { FACTS_COLUMNS, FACTS_FROM, refusedBy, type Facts } from './situation.ts';
import { BOOKING, LIVING_ORDER, ORDERS } from './tables.ts';

/** An order locked for its event, with the facts its guards ask for. Money in fen, days as `YYYY-MM-DD`. */
export interface Held extends Facts {
  id: string;
  orderNo: string;
  version: number;
  hospitalId: string;
  departmentId: string;
  wardId: string | null;
  bedId: string | null;
  patientId: string;
  patientName: string;
  serviceItemId: string;
  careMode: string;
  coverage: string;
  maxPatients: number;
  unitPriceFen: number;
  caregiverShareBp: number;
  hospitalFeeBp: number;
  payableFen: number;
  refundedFen: number;
  prefGender: number | null;
  prefLevel: string | null;
  prefLanguage: string | null;
}
/** What changed, by the names of `orderDetail`: shown in the timeline, field by field, to whoever lost to it. */
export type Change = Record<string, string | number | boolean | null>;
/** What an event did besides moving the order on. */
export interface Effect {
  /** Assignments of care_order columns. Amounts are never among them: they follow from the days and the ledger. */
  set?: readonly SQL[];
  before?: Change;
  after?: Change;
  reason?: string | null | undefined;
  otherNo?: string;
  /** What it did to other orders, for the audit. */
  also?: Written<unknown>['also'];
  /** For an undo: where the order was, and the event that it takes back. */
  back?: { to: ServiceState; undoes: string };
}
/** What is asked of every event. */
export type Act<B> = Pick<Ask, 'viewer' | 'reach' | 'write' | 'params' | 'from'> & { body: B & { version: number; reason?: string | undefined } };

/** @throws Fault refused with the reason in the reader's language */
export function refuse(why: ToldName, from: Ask['from']): never {
  throw new Fault('refused', { detail: toldWords(why, from.language) });
}

/** Where the books refuse a day, or dated money, of a closed month (0024_closing.sql): in words. @throws Fault refused, or what it was */
export const tellClosed = (from: Ask['from']) => (error: unknown): never => {
  if ((((error as Error).cause ?? error) as { constraint?: string }).constraint === 'settlement_closed') refuse('period_closed', from);
  throw error;
};

/** Orders within the reader's scope as an event finds them, not locked: for what only asks what would be. */
export const see = (reach: Reach, where: SQL): Promise<Held[]> =>
  reach.rows<Held>({ from: sql`care_order o join hospital h on h.id = o.hospital_id join service_item s on s.id = o.service_item_id join patient p on p.id = o.patient_id ${FACTS_FROM}`, scope: ORDERS.scope }, {
    columns: sql`o.id::text, o.order_no as "orderNo", o.version, o.hospital_id::text as "hospitalId", o.department_id::text as "departmentId", o.ward_id::text as "wardId", o.bed_id::text as "bedId", o.patient_id::text as "patientId", p.name as "patientName",
      o.service_item_id::text as "serviceItemId", o.care_mode as "careMode", o.coverage, s.max_patients as "maxPatients", o.unit_price_fen::float8 as "unitPriceFen", o.caregiver_share_bp as "caregiverShareBp", o.hospital_fee_bp as "hospitalFeeBp",
      o.payable_fen::float8 as "payableFen", o.refunded_fen::float8 as "refundedFen", o.balance_fen::float8 as "balanceFen", o.service_state as "serviceState",
      o.planned_start::text as "plannedStart", o.start_half as "startHalf", o.planned_end::text as "plannedEnd", o.end_half as "endHalf", o.pref_gender as "prefGender", o.pref_level as "prefLevel", o.pref_language as "prefLanguage", ${FACTS_COLUMNS}`,
    where: [LIVING_ORDER, where], kept: true,
  });
/** One of them by its number. @throws Fault not_found, also when it is out of scope */
export async function seeOne(reach: Reach, no: string | undefined): Promise<Held> {
  const [held] = await see(reach, sql`o.id = ${await idOf(reach, no)}::bigint`);
  if (held === undefined) throw new Fault('not_found');
  return held;
}
/** The order, locked until the transaction ends, and its hospital's books with it, so that no closing comes between (0024_closing.sql); `patient`: and before it its patient, for what reaches all of their orders. @throws Fault not_found, also when it is out of scope */
export async function hold(reach: Reach, no: string | undefined, patient: boolean): Promise<Held> {
  const where = [LIVING_ORDER, sql`o.id = ${await idOf(reach, no)}::bigint`];
  if (patient) await reach.run(keepPlan(sql`select 1 from patient p where p.id = (${reach.select(ORDERS, { columns: sql`o.patient_id`, where, kept: true })}) for no key update`));
  const [locked] = await reach.run<{ id: string }>(keepPlan(sql`${reach.select(ORDERS, { columns: sql`o.id, settlement_share(o.hospital_id)`, where, kept: true })} for update`));
  if (locked === undefined) throw new Fault('not_found');
  // read after the lock, so that it is what the transaction before left
  return (await see(reach, sql`o.id = ${locked.id}`))[0]!;
}
/** Every row that an event may change, as it is before the event; areas/order/undo.ts puts it back. What is paid and what happened only ever grows. */
export async function takeSnapshot(tx: Runner, id: string): Promise<unknown> {
  const rows = (table: string): SQL => sql`(select coalesce(jsonb_agg(to_jsonb(x)), '[]') from ${sql.raw(table)} x where x.order_id = ${id})`;
  const { rows: [row] } = await tx.execute<{ snapshot: unknown }>(keepPlan(sql`select jsonb_build_object('order', (select to_jsonb(o) from care_order o where o.id = ${id}), 'patient', (select to_jsonb(p) from care_order o join patient p on p.id = o.patient_id where o.id = ${id}),
    'stints', ${rows('order_assignment')}, 'days', ${rows('order_service_day')}, 'adjustments', ${rows('order_adjustment')}, 'refunds', ${rows('order_refund')}, 'evaluations', ${rows('order_evaluation')}, 'extensions', ${rows('order_extension')}) as snapshot`));
  return row!.snapshot;
}
/** Amounts from their rows: payable = days that count + adjustments; paid and refunded from the ledger (domain.md, "Price"). */
const AMOUNTS = (id: string): SQL => sql`
  payable_fen = (select coalesce(sum(y.amount_fen), 0) from order_service_day y where y.order_id = ${id} and y.attendance <> 'void') + (select coalesce(sum(j.amount_fen), 0) from order_adjustment j where j.order_id = ${id}),
  paid_fen = (select coalesce(sum(l.amount_fen) filter (where l.kind <> 'refund'), 0) from order_payment l where l.order_id = ${id}),
  refunded_fen = (select coalesce(-sum(l.amount_fen) filter (where l.kind = 'refund'), 0) from order_payment l where l.order_id = ${id})`;

/** Writes what follows from the rows of an order: amounts, clock, end. For a new order too. */
export async function settleRow(tx: Runner, id: string, set: readonly SQL[], userId: string): Promise<void> {
  await tx.execute(keepPlan(sql`update care_order set ${sql.join([...set, AMOUNTS(id), sql`updated_at = now(), updated_by = ${userId}`], sql`, `)} where id = ${id}`));
  // mostly neither moves, and to write the row again is to write its fifty indexes again
  await tx.execute(keepPlan(sql`
    update care_order o set closed_at = n.closed_at, due_at = n.due_at from (
      select id, case when status in ('closed', 'cancelled') then coalesce(closed_at, now()) end as closed_at,
        case service_state when 'pending_assign' then created_at + interval '2 hours' when 'assigned' then (planned_start + case start_half when 'AM' then time '00:00' else time '12:00' end) at time zone 'Asia/Shanghai' end as due_at
      from care_order where id = ${id}) n
    where o.id = n.id and (o.closed_at, o.due_at) is distinct from (n.closed_at, n.due_at)`));
}
/** One line of the timeline, and word to whoever watches (areas/live/server.ts), also where it was before. `snapshot`: taken before the event. */
export async function tell(tx: Runner, { id, departmentId }: Pick<Held, 'id' | 'departmentId'>, actor: { userId: string; role: number }, line: { event: string; from: string | null; to: string; reason?: string | null | undefined; before?: Change | undefined; after?: Change | undefined; snapshot?: unknown; undoes?: string | undefined }): Promise<void> {
  await tx.execute(keepPlan(sql`
    insert into order_event (order_id, event, from_state, to_state, actor_id, actor_role, reason, before, after, snapshot, undoes)
    values (${id}, ${line.event}, ${line.from}, ${line.to}, ${actor.userId}, ${actor.role}, ${line.reason ?? null}, ${JSON.stringify(line.before ?? {})}::jsonb, ${JSON.stringify(line.after ?? {})}::jsonb, ${line.snapshot === undefined ? null : JSON.stringify(line.snapshot)}::jsonb, ${line.undoes ?? null})`));
  await tx.execute(keepPlan(sql`
    select pg_notify('order', json_build_object('no', o.order_no, 'version', o.version, 'hospitalId', o.hospital_id::text, 'departmentIds', array[o.department_id::text, ${departmentId}::text])::text) from care_order o where o.id = ${id}`));
  // until when they serve, and when they are free, has changed with it, wherever they are posted; of anything else their other hospitals hear nothing
  await tx.execute(keepPlan(sql`select pg_notify('caregiver', json_build_object('no', c.staff_no, 'hospitalIds', ${BOOKING.has(line.event) ? POSTED_NOW : sql`(select json_agg(o.hospital_id::text) from care_order o where o.id = ${id})`})::text) from caregiver c where c.id in (select a.caregiver_id from order_assignment a where a.order_id = ${id})`));
}

/**
 * One event of an order's life, one transaction: lock, version, chart and guards, `work`, amounts from their rows, timeline, audit,
 * idempotency record. `patient`: they are locked too. An order's version counts its events, so each event adds exactly one.
 * @throws Fault not_found, conflict when it has moved on since `version`, refused with the reason
 */
export function act<B>({ viewer, reach, write, params, from, body }: Act<B>, event: OrderEvent, work: (tx: Runner, held: Held) => Promise<Effect>, { patient = false } = {}): Promise<Acted> {
  return write(async (tx) => {
    const inside = new Reach(tx, reach.scope);
    const held = await hold(inside, params['no'], patient);
    if (held.version !== body.version) throw new Fault('conflict');
    const refusal = refusedBy(event, held, viewer, { reason: body.reason !== undefined });
    if (refusal !== null) refuse(refusal, from);
    const snapshot = await takeSnapshot(tx, held.id);
    const { set = [], before, after, reason = body.reason, otherNo, back, also } = await work(tx, held);
    const to = back?.to ?? follow(held.serviceState, event)!;
    await settleRow(tx, held.id, [...set, sql`service_state = ${to}`, sql`version = version + 1`], viewer.userId);
    // it waits again for what it waited for, and as long: that it changed is seen only once its row is written (0010_order_list.sql)
    if (back !== undefined) await tx.execute(sql`update care_order o set waiting_since = (e.snapshot->'order'->>'waiting_since')::timestamptz from order_event e where o.id = ${held.id} and e.id = ${back.undoes} and e.snapshot->'order' is not null`);
    await tell(tx, held, viewer, { event, from: held.serviceState, to, reason, before, after, snapshot, undoes: back?.undoes });
    const [row] = await rowsOf(inside, viewer, [held.id]);
    // an edit may take an order out of one's own departments; it is then gone for this person
    if (row === undefined) throw new Fault('not_found');
    return { result: otherNo === undefined ? { row } : { row, otherNo }, entity: 'order', entityId: held.orderNo, hospitalId: held.hospitalId, before: before ?? {}, after: { ...after, event }, ...(also === undefined ? {} : { also }) };
  }).catch(tellClosed(from));
}
