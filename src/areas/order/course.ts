import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask } from '../../host/answer.ts';
import { dayAt, dayText, parseDay } from '../../host/calendar.ts';
import { iso } from '../../host/column.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { share, type Half } from '../../kernel/price.ts';
import { act, refuse, type Held } from './act.ts';
import type { Acted, half, order } from './contract.ts';
import { cutDays, readDays, sumOf, writeDays, type End, type StayDay } from './day.ts';
import { beginning, ending } from './situation.ts';
import { halfDayAt } from './stint.ts';

/** Takes the caregiver back from an order that has not begun. @throws Fault like `act` */
export const unassign = (ask: Ask<typeof order.unassign>): Promise<Acted> =>
  act(ask, 'unassign', async (tx, held) => {
    const { rows } = await tx.execute<{ name: string; no: string }>(sql`
      update order_assignment a set status = 'void' from caregiver g where g.id = a.caregiver_id and a.order_id = ${held.id} and a.status <> 'void' returning g.name, g.staff_no as no`);
    await tx.execute(sql`update order_service_day set caregiver_id = null, caregiver_pay_fen = 0, relief_id = null, relief_pay_fen = 0 where order_id = ${held.id}`);
    return { before: { caregiverName: rows.map(({ name }) => name).join('、') || null, caregiverNo: rows[0]?.no ?? null }, after: { caregiverName: null, caregiverNo: null } };
  });

/** When the stint of an order begins that serves if service begins now. */
const turnOf = (orderId: SQL): SQL => sql`(select coalesce(max(lower(n.during)) filter (where lower(n.during) <= now()), min(lower(n.during))) from order_assignment n where n.order_id = ${orderId} and n.status <> 'void')`;
/** Which of these orders would begin with a caregiver who was suspended or kept out since. */
export async function carersOut(reach: Reach, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  const out = await reach.run<{ id: string }>(sql`
    select a.order_id::text as id from order_assignment a join caregiver c on c.id = a.caregiver_id
    where a.order_id = any(${sql.param(orderIds)}::bigint[]) and a.status <> 'void' and c.status in ('suspended', 'left', 'blacklisted') and lower(a.during) = ${turnOf(sql`a.order_id`)}`);
  return new Set(out.map(({ id }) => id));
}
/** Service begins. Whose stint covers this moment serves, or who comes first; who came before is done. @throws Fault like `act`; refused when who is to serve was suspended or kept out since */
export const start = (ask: Ask<typeof order.start>): Promise<Acted> =>
  act(ask, 'start', async (tx, held) => {
    if ((await carersOut(new Reach(tx, ask.reach.scope), [held.id])).size > 0) refuse('carer_out', ask.from);
    await tx.execute(sql`
      with turn as (select ${turnOf(sql`${held.id}::bigint`)} as at)
      update order_assignment a set status = case when lower(a.during) < turn.at then 'ended' when lower(a.during) = turn.at then 'serving' else a.status end from turn where a.order_id = ${held.id} and a.status <> 'void'`);
    const { rows: [now] } = await tx.execute<{ at: string }>(sql`select ${iso(sql`now()`)} as at`);
    // one reason goes to all of a bulk action: it is told where it was asked for
    const reason = held.keptFen < held.prepayFen ? ask.body.reason : null;
    return { set: [sql`actual_start_at = now()`], before: { actualStartAt: null }, after: { actualStartAt: now!.at }, reason };
  });

/** The half day that `now` (ms) is in, UTC+8. */
function halfOf(now: number): End {
  const day = dayAt(now);
  return { day, half: halfDayAt(now) === beginning(dayText(day), 'AM') ? 'AM' : 'PM' };
}
const isBefore = (a: End, b: End): boolean => a.day < b.day || (a.day === b.day && a.half < b.half);
/**
 * The last half day of a service that is completed: what is named, else now, at least the first half and at most the planned
 * last one. @throws Fault bad_input for what is no day; refused when it lies outside of the service or has not begun
 */
export function endOf(held: Held, said: { day: string; half: z.output<typeof half> } | undefined, from: Ask['from'], now = Date.now()): { end: End; early: boolean } {
  const of = (text: string, at: Half): End => {
    const day = parseDay(text);
    if (day === null) throw new Fault('bad_input', { detail: 'end' });
    return { day, half: at };
  };
  const first = of(held.plannedStart, held.startHalf);
  const last = of(held.plannedEnd, held.endHalf);
  const present = halfOf(now);
  if (said === undefined) {
    const end = isBefore(present, first) ? first : isBefore(last, present) ? last : present;
    return { end, early: isBefore(end, last) };
  }
  const end = of(said.day, said.half);
  if (isBefore(end, first) || isBefore(last, end) || (end.day > present.day && !(end.day === first.day && end.half === first.half))) refuse('end_outside', from);
  return { end, early: isBefore(end, last) };
}
/** What the days become when service ends with `end`; or why they do not: one that falls away was confirmed or its month closed, or less than nothing would be payable. Pure. */
export function shortenedTo(days: readonly StayDay[], held: Held, end: End): { days: StayDay[]; gone: StayDay[]; halved: StayDay | null; payableFen: number } | 'period_closed' | 'day_confirmed' | 'discount_over' {
  const { kept, gone, halved } = cutDays(days, end);
  if (gone.some((day) => day.closed) || (halved?.closed ?? false)) return 'period_closed';
  if (gone.some((day) => day.confirmed) || (halved?.confirmed ?? false)) return 'day_confirmed';
  const payableFen = held.payableFen - sumOf(days).amountFen + sumOf(kept).amountFen;
  return payableFen < 0 ? 'discount_over' : { days: kept, gone, halved, payableFen };
}
/** The same of the days as they are. @throws Fault refused with why they do not */
export async function shortened(reach: Reach, held: Held, end: End, from: Ask['from']): Promise<Exclude<ReturnType<typeof shortenedTo>, string>> {
  const now = shortenedTo(await readDays(reach, held.id), held, end);
  return typeof now === 'string' ? refuse(now, from) : now;
}

/** Service has ended, as planned or early: days that were not served fall away, stints end, evaluation opens if somebody served. @throws Fault like `act`; refused with the reason */
export const complete = (ask: Ask<typeof order.complete>): Promise<Acted> =>
  act(ask, 'complete', async (tx, held) => {
    const { from, body: { end: said, reason } } = ask;
    const { end, early } = endOf(held, said, from);
    if (early && reason === undefined) refuse('reason_needed', from);
    const why = early ? reason! : null;
    const { gone, halved, payableFen } = await shortened(new Reach(tx, ask.reach.scope), held, end, from);
    const over = ending(dayText(end.day), end.half);
    // who records a beginning late may record the end of that day too: an end never comes before the beginning
    const { rows: [actual] } = await tx.execute<{ at: string }>(sql`select ${iso(sql`greatest(least(${over}::timestamptz, now()), o.actual_start_at)`)} as at from care_order o where o.id = ${held.id}`);
    if (gone.length > 0) await tx.execute(sql`update order_service_day set attendance = 'void' where order_id = ${held.id} and day > ${dayText(end.day)}::date`);
    if (halved !== null) {
      await writeDays(tx, held, [halved]);
      await tx.execute(sql`update order_service_day set caregiver_pay_fen = case when caregiver_id is null then 0 else ${share(halved.amountFen, held.caregiverShareBp)}::bigint end, relief_id = null, relief_pay_fen = 0 where order_id = ${held.id} and day = ${dayText(end.day)}::date`);
    }
    await tx.execute(sql`update order_service_day set attendance = 'present' where order_id = ${held.id} and attendance = 'planned'`);
    const { rows: stints } = await tx.execute<{ status: string }>(sql`
      update order_assignment a set status = case when lower(a.during) >= ${over}::timestamptz then 'void' else 'ended' end,
        during = case when lower(a.during) < ${over}::timestamptz and upper(a.during) > ${over}::timestamptz then tstzrange(lower(a.during), ${over}::timestamptz) else a.during end
      where a.order_id = ${held.id} and a.status <> 'void' returning a.status`);
    // an import may not have had its caregiver: where nobody served there is nothing to evaluate
    const evaluationState = stints.some(({ status }) => status === 'ended') ? 'open' : 'none';
    const before = { payableFen: held.payableFen, evaluationState: held.evaluationState, actualEndAt: null };
    return { set: [sql`actual_end_at = ${actual!.at}::timestamptz`, sql`eval_state = ${evaluationState}`, sql`end_reason = ${why}`], before, after: { payableFen, evaluationState, actualEndAt: actual!.at }, reason: why };
  });

/** Called off before service: days and stints are void, nothing is payable; what was paid is due back. @throws Fault like `act` */
export const cancel = (ask: Ask<typeof order.cancel>): Promise<Acted> =>
  act(ask, 'cancel', async (tx, held) => {
    const { reason } = ask.body;
    // whose it was is kept with it, for its stints are void from here on
    const { rows: [had] } = await tx.execute<{ id: string | null }>(sql`select order_carer_at(o.id, now(), 'cancel', null)::text as id from care_order o where o.id = ${held.id} and o.service_state = 'assigned'`);
    await callOff(tx, held, ask.viewer.userId, reason);
    return { set: [sql`cancel_reason = ${reason}`, sql`cancelled_carer = ${had?.id ?? null}::bigint`], before: { payableFen: held.payableFen, cancelReason: null }, after: { payableFen: 0, cancelReason: reason } };
  });
/** Leaves nothing to serve or to pay: adjustments are made up for by one more. */
export async function callOff(tx: Runner, held: Held, userId: string, reason: string): Promise<void> {
  await tx.execute(sql`update order_assignment set status = 'void' where order_id = ${held.id} and status <> 'void'`);
  await tx.execute(sql`update order_service_day set attendance = 'void' where order_id = ${held.id}`);
  await tx.execute(sql`
    insert into order_adjustment (order_id, amount_fen, kind, reason, created_by) select ${held.id}::bigint, -sum(j.amount_fen), 'correction', ${reason}::text, ${userId}::bigint from order_adjustment j where j.order_id = ${held.id} having sum(j.amount_fen) <> 0`);
}
