import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { toldWords, type ToldName } from '../../kernel/refusal.ts';
import { sumsOf, type MonthVerb, type settlement, type Statement, type Sums } from './contract.ts';
import { readStatement } from './month.ts';
import { beginOf, endOf } from './tables.ts';

/** How often the books are asked for while others write in them, and ms in between: an event takes some hundredths of a second, an import minutes. */
const TRIES = 30;
const PAUSE = 100;
function refuse(why: ToldName, from: Ask['from']): never {
  throw new Fault('refused', { detail: toldWords(why, from.language) });
}
const kept = (statement: Statement): Pick<Statement, 'state' | keyof Sums> => ({ state: statement.state, ...sumsOf(statement) });
const SUM_WORDS: Record<keyof Sums, readonly [zh: string, en: string]> = {
  orders: ['订单数', 'orders'], days: ['服务天数', 'days'], holidayDays: ['其中节假日', 'holidays'], amountFen: ['服务费', 'charged'], payFen: ['护工分成', 'caregiver share'], feeFen: ['医院管理费', 'hospital fee'],
  adjustedFen: ['调整', 'adjusted'], receivedFen: ['已收', 'received'], refundedFen: ['已退', 'refunded'],
};
/** @throws Fault refused, with each sum that is not what was shown */
function agreeOn(shown: Sums, now: Sums, from: Ask['from']): void {
  const say = (name: keyof Sums, value: number | null): string => (value === null ? '—' : name.endsWith('Fen') ? `¥${(value / 100).toFixed(2)}` : String(value));
  const others = (Object.keys(SUM_WORDS) as (keyof Sums)[]).filter((name) => shown[name] !== now[name]).map((name) => `${SUM_WORDS[name][from.language === 'en' ? 1 : 0]} ${say(name, shown[name])} → ${say(name, now[name])}`);
  if (others.length > 0) throw new Fault('refused', { detail: `${toldWords('month_sums', from.language)}${from.language === 'en' ? ` (${others.join(', ')})` : `：${others.join('，')}`}` });
}
type Named = { hospitalId: string; month: string; version: number };

/** The hospital's books alone (0024_closing.sql), without standing in the way of those who wait for them meanwhile. @throws Fault refused while they are written in */
async function takeBooks(tx: Runner, hospitalId: string, from: Ask['from']): Promise<void> {
  for (let i = 0; i < TRIES; i++) {
    const { rows: [books] } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(settlement_books(${hospitalId}::bigint)) as mine`);
    if (books!.mine) return;
    await setTimeout(PAUSE);
  }
  refuse('month_busy', from);
}
/** The books alone, then the month as it stands. @throws Fault not_found, conflict when something was done to it since `version`, refused with the reason */
async function hold(verb: MonthVerb, tx: Runner, { viewer, reach, from, body }: { viewer: Ask['viewer']; reach: Reach; from: Ask['from']; body: Named }): Promise<{ inside: Reach; was: Statement }> {
  await takeBooks(tx, body.hospitalId, from);
  const inside = new Reach(tx, reach.scope);
  const was = await readStatement(inside, viewer, body.month, body.hospitalId);
  if (was.version !== body.version) throw new Fault('conflict');
  const why = was.cannot[verb];
  if (why !== undefined) refuse(why, from);
  return { inside, was };
}
/** Word to whoever watches the hospital's orders (areas/live/server.ts): what can be done to many of them is another now. */
const tell = (tx: Runner, { hospitalId }: Named): Promise<unknown> => tx.execute(sql`select pg_notify('order', json_build_object('hospitalId', ${hospitalId}::text)::text)`);
/** The period of a month, made when it is first needed. */
async function periodOf(tx: Runner, { hospitalId, month }: Named): Promise<string> {
  const days = sql`daterange(${beginOf(month)}, ${endOf(month)})`;
  await tx.execute(sql`insert into settlement_period (hospital_id, days) values (${hospitalId}, ${days}) on conflict do nothing`);
  const { rows: [period] } = await tx.execute<{ id: string }>(sql`select id::text from settlement_period where hospital_id = ${hospitalId} and days = ${days} for update`);
  // other days than a month's overlap it
  if (period === undefined) throw new Fault('conflict');
  return period.id;
}

/**
 * Closes a month: what was planned is served, its days belong to the period, each caregiver's pay stands as it was then, and no day or
 * dated money of it comes, changes or goes any more. @throws Fault not_found, conflict, refused while an order hinders it or when the sums are not those that were shown
 */
export const close = ({ viewer, reach, write, from, body }: Ask<typeof settlement.close>): Promise<Statement> =>
  write(async (tx) => {
    const { inside, was } = await hold('close', tx, { viewer, reach, from, body });
    agreeOn(body.sums, sumsOf(was), from);
    const period = await periodOf(tx, body);
    await tx.execute(sql`
      update order_service_day y set period_id = ${period}::bigint, attendance = case y.attendance when 'planned' then 'present' else y.attendance end
      from care_order o where o.id = y.order_id and o.hospital_id = ${body.hospitalId} and o.deleted_at is null and y.day >= ${beginOf(body.month)} and y.day < ${endOf(body.month)} and y.attendance <> 'void'`);
    await tx.execute(sql`
      insert into caregiver_pay (period_id, caregiver_id, days, amount_fen)
      select ${period}::bigint, y.caregiver_id, sum(y.days), sum(y.pay_fen) from caregiver_day y where y.period_id = ${period}::bigint group by y.caregiver_id`);
    await tx.execute(sql`update settlement_period set status = 'closed', version = version + 1, closed_by = ${viewer.userId}, closed_at = now() where id = ${period}`);
    await tell(tx, body);
    const result = await readStatement(inside, viewer, body.month, body.hospitalId);
    return { result, entity: 'settlement', entityId: `${body.hospitalId}:${body.month}`, hospitalId: body.hospitalId, before: { state: was.state }, after: { month: body.month, ...kept(result) } };
  });

/** Opens a closed month again, for a reason; pay that has been paid out keeps it closed. @throws Fault not_found, conflict, refused */
export const reopen = ({ viewer, reach, write, from, body }: Ask<typeof settlement.reopen>): Promise<Statement> =>
  write(async (tx) => {
    const { inside, was } = await hold('reopen', tx, { viewer, reach, from, body });
    const period = await periodOf(tx, body);
    await tx.execute(sql`update settlement_period set status = 'open', version = version + 1, reopened_by = ${viewer.userId}, reopened_at = now(), reopen_reason = ${body.reason} where id = ${period}`);
    await tx.execute(sql`update order_service_day set period_id = null where period_id = ${period}`);
    await tx.execute(sql`delete from caregiver_pay where period_id = ${period}`);
    await tell(tx, body);
    const result = await readStatement(inside, viewer, body.month, body.hospitalId);
    return { result, entity: 'settlement', entityId: `${body.hospitalId}:${body.month}`, hospitalId: body.hospitalId, before: { month: body.month, ...kept(was) }, after: { state: result.state, reason: body.reason } };
  });

/** Marks what a closed month owes its caregivers as paid out, or as owed again. */
const payOr = async (verb: 'pay' | 'unpay', { viewer, reach, write, from, body }: Ask<typeof settlement.pay>, told: object): Promise<Statement> =>
  write(async (tx) => {
    const { inside, was } = await hold(verb, tx, { viewer, reach, from, body });
    const period = await periodOf(tx, body);
    const paid = verb === 'pay';
    await tx.execute(sql`update caregiver_pay set status = ${paid ? 'paid' : 'open'} where period_id = ${period}`);
    await tx.execute(sql`update settlement_period set version = version + 1, ${paid ? sql`paid_by = ${viewer.userId}, paid_at = now()` : sql`paid_by = null, paid_at = null, unpaid_at = now()`} where id = ${period}`);
    await tell(tx, body);
    const result = await readStatement(inside, viewer, body.month, body.hospitalId);
    return { result, entity: 'settlement', entityId: `${body.hospitalId}:${body.month}`, hospitalId: body.hospitalId, before: { month: body.month, ...was.pay }, after: { ...told, ...result.pay } };
  });
/** Its pay has been paid out: until that is taken back the month stays closed. @throws Fault not_found, conflict, refused */
export const pay = (ask: Ask<typeof settlement.pay>): Promise<Statement> => payOr('pay', ask, { month: ask.body.month });
/** It has not been after all, for a reason. @throws Fault not_found, conflict, refused */
export const unpay = (ask: Ask<typeof settlement.unpay>): Promise<Statement> => payOr('unpay', ask, { reason: ask.body.reason });
