import { sql, type SQL } from 'drizzle-orm';
import type { Database } from './db/open.ts';
import { sweepCaregivers } from './health.ts';
import type { Runner } from './reach.ts';
import { foldStatistics, recountStatistics } from './stat-count.ts';

/** Ends what nobody can use any more: captchas, codes, half sign-ins, counts, tokens, sessions (kept 30 days for the audit), idempotency keys and jobs (kept 3 days), drafts (kept 30 days). */
async function sweepSessions(runner: Runner): Promise<void> {
  await runner.execute(sql`delete from sys_captcha where expires_at < now()`);
  await runner.execute(sql`delete from sys_verification where expires_at < now() - interval '1 day'`);
  await runner.execute(sql`delete from sys_challenge where expires_at < now()`);
  await runner.execute(sql`delete from sys_counter where reset_at < now()`);
  await runner.execute(sql`delete from sys_token where expires_at < now() - interval '1 day'`);
  await runner.execute(sql`delete from sys_session where expires_at < now() - interval '30 days'`);
  await runner.execute(sql`delete from idempotency_key where created_at < now() - interval '3 days'`);
  await runner.execute(sql`delete from job where user_id <> 0 and created_at < now() - interval '3 days' and (state in ('done', 'failed') or coalesce(lease_until, run_at) < now() - interval '1 day')`);
  await runner.execute(sql`delete from user_pref where key like 'draft:%' and (value->>'at')::timestamptz < now() - interval '30 days'`);
}
/** The most rows that one statement ends: of a history that was brought in tens of thousands are due, and no statement has the time for them all. */
const PIECE = 500;
/** Piece by piece, each kept by itself, until there is none. `piece` returns a row for each that it ends. */
async function inPieces(runner: Runner, piece: SQL): Promise<void> {
  for (let ended = PIECE; ended > 0; ) ended = (await runner.execute(piece)).rows.length;
}
/** Ends the evaluation of orders (open 30 days). */
const sweepOrders = (runner: Runner): Promise<void> =>
  // no act of a person: neither the timeline nor the version moves. An order that someone is writing to waits for the next time
  inPieces(runner, sql`
    with due as (
      select id from care_order where eval_state = 'open' and deleted_at is null and actual_end_at < now() - interval '30 days' limit ${PIECE} for update skip locked
    ), expired as (
      update care_order o set eval_state = 'expired', updated_at = now(), closed_at = case when service_state = 'completed' and balance_fen = 0 then coalesce(closed_at, now()) else closed_at end
      from due where o.id = due.id returning o.order_no, o.hospital_id, o.department_id
    )
    select pg_notify('order', json_build_object('no', order_no, 'hospitalId', hospital_id::text, 'departmentIds', array[department_id::text])::text) from expired`);
/** Begins and ends stints, each at its hour; the last one of an order lasts until the order ends. */
const sweepStints = (runner: Runner): Promise<void> =>
  inPieces(runner, sql`
    with due as (
      select a.id, turn.status from order_assignment a join care_order o on o.id = a.order_id
        cross join lateral (select case when upper(a.during) <= now() and exists (select from order_assignment n where n.order_id = a.order_id and n.status <> 'void' and lower(n.during) >= upper(a.during)) then 'ended' else 'serving' end as status) turn
      where o.service_state = 'in_service' and a.status in ('planned', 'serving') and lower(a.during) <= now() and a.status <> turn.status limit ${PIECE} for update of o skip locked
    )
    update order_assignment a set status = due.status from due where a.id = due.id and a.status in ('planned', 'serving') returning 1`);
/** Brings the summary of the statistics up to date, of hospitals whose clock was changed from the beginning. */
async function sweepStatistics(db: Database['db']): Promise<void> {
  await recountStatistics(db).finally(() => foldStatistics(db));
}
/** What came past the triggers, as a table that was filled by hand, is tallied too. */
const sweepTally = async (runner: Runner): Promise<void> => void (await runner.execute(sql`select order_tally_mend()`));
/** Makes the parts of the audit for this year and the next (0028_audit_year.sql). */
const sweepAudit = async (runner: Runner): Promise<void> => void (await runner.execute(sql`select audit_make_years()`));
/** What time ends, by the name of the job that does it again and again, in one process of all (host/job). */
export const SWEEPS: Readonly<Record<string, (db: Database['db']) => Promise<void>>> = { 'sweep.session': sweepSessions, 'sweep.order': sweepOrders, 'sweep.stint': sweepStints, 'sweep.caregiver': sweepCaregivers, 'sweep.statistics': sweepStatistics, 'sweep.tally': sweepTally, 'sweep.audit': sweepAudit };
/** Ends all that time has ended. */
export async function sweep(db: Database['db']): Promise<void> {
  for (const one of Object.values(SWEEPS)) await one(db);
}
