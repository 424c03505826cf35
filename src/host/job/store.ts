import { sql } from 'drizzle-orm';
import { Fault, type FaultName } from '../../kernel/error.ts';
import { AHEAD } from '../column.ts';
import type { Runner } from '../reach.ts';

/** What is given to be done. `key` and `hash`: as of the call's idempotency record. `ask`: JSON, and its file. */
export interface Given {
  kind: string;
  userId: string;
  sessionId: string;
  key: string;
  hash: Buffer;
  ask: string;
  file: Buffer | null;
}
/** A job that was taken. `attempt` is its fence: nothing is written in its name under an older one. `tries`: the how many-th it is. `cut`: whoever had it before said nothing more of it. */
export interface Taken {
  id: string;
  kind: string;
  userId: string;
  sessionId: string | null;
  key: string;
  ask: string | null;
  file: Buffer | null;
  attempt: number;
  tries: number;
  cut: boolean;
}
/** How far one is. */
export interface Far {
  rows: number;
  total: number | null;
}
/** What a job was refused with. Whoever waits for it is told so; its one line of the audit was written with its end. */
export class JobRefused extends Fault {}
/** Somebody else has the job by now, or it was handed back: whatever was done in its name is undone. */
export class JobLost extends Error {}

/** No pause is longer than an hour: what stands later was put there by a clock that has been put back since. */
const DUE = sql`(run_at <= now() or run_at > now() + interval '1 hour' + ${AHEAD})`;
const mine = ({ id, attempt }: Taken) => sql`id = ${id}::bigint and attempt = ${attempt} and state = 'running'`;
const GONE = sql`ask = null, file = null, lease_until = null, holder = null`;

/** Puts a job in; one that is there under the key, unless it has failed, is the same one. Its id. @throws Fault key_reused */
export async function put(runner: Runner, { kind, userId, sessionId, key, hash, ask, file }: Given): Promise<string> {
  for (;;) {
    const { rows: [made] } = await runner.execute<{ id: string }>(sql`
      insert into job as j (kind, user_id, session_id, key, hash, ask, file) values (${kind}, ${userId}::bigint, ${sessionId}::uuid, ${key}, ${hash}, ${ask}, ${file})
      on conflict (user_id, key) do update set kind = excluded.kind, session_id = excluded.session_id, hash = excluded.hash, ask = excluded.ask, file = excluded.file,
        state = 'waiting', rows = 0, total = null, error = null, run_at = now(), tries = 0, created_at = now(), ended_at = null
      where j.state = 'failed' returning id::text`);
    if (made !== undefined) return made.id;
    const { rows: [there] } = await runner.execute<{ id: string; hash: Buffer | null }>(sql`select id::text, hash from job where user_id = ${userId}::bigint and key = ${key}`);
    // swept away just now
    if (there === undefined) continue;
    if (there.hash?.equals(hash) !== true) throw new Fault('key_reused');
    // who asks again may have signed in anew; of one that runs, for whoever takes it next
    await runner.execute(sql`update job set session_id = ${sessionId}::uuid where id = ${there.id}::bigint and state in ('waiting', 'running')`);
    return there.id;
  }
}
/** Puts in what comes back every so often, first in so many seconds, or at once where orders were brought in before the first start; what is there already stays as it is. */
export const putEvery = (runner: Runner, kinds: readonly { kind: string; seconds: number }[]): Promise<unknown> =>
  runner.execute(sql`insert into job (kind, key, run_at) select kind, kind, case when exists (select from care_order) then now() else now() + make_interval(secs => seconds) end from unnest(${sql.param(kinds.map(({ kind }) => kind))}::text[], ${sql.param(kinds.map(({ seconds }) => seconds))}::int[]) as k (kind, seconds) on conflict do nothing`);

/** Who takes: `holder` is this process, `held` what it holds; `alone`: there is no other. `lease`: how long it is held without another word, seconds. `last`: the how many-th taking is the last one. */
export interface Taker {
  holder: string;
  held: readonly string[];
  alone: boolean;
  kinds: readonly string[];
  lease: number;
  last: number;
}
/** The next that is due, people's before what comes back, and that nobody holds, or that its holder has not spoken of for too long; null when there is none. What somebody asked for and may have ended its holder has one more taking, for it may end the next one too. */
export async function take(runner: Runner, { holder, held, alone, kinds, lease, last }: Taker): Promise<Taken | null> {
  const { rows: [taken] } = await runner.execute<Taken & Record<string, unknown>>(sql`
    with next as (
      select id, state = 'running' and holder is distinct from ${holder} as cut from job
      where state in ('waiting', 'running') and ${DUE} and kind = any(${sql.param([...kinds])}::text[]) and id <> all(${sql.param([...held])}::bigint[])
        and (state = 'waiting' or lease_until not between now() and now() + make_interval(secs => ${lease}) + ${AHEAD} or holder = ${holder} or ${alone}::boolean)
      order by user_id = 0, run_at, id limit 1 for update skip locked
    )
    update job j set state = 'running', attempt = attempt + 1, tries = case when next.cut and user_id <> 0 then greatest(tries + 1, ${last}) else tries + 1 end, rows = 0, total = null, holder = ${holder}, lease_until = now() + make_interval(secs => ${lease})
    from next where j.id = next.id
    returning j.id::text, j.kind, j.user_id::text as "userId", j.session_id::text as "sessionId", j.key, j.ask, j.file, j.attempt, j.tries, next.cut`);
  return taken ?? null;
}
/** Says that it is still held, and how far it is. False: it is held no more. */
export async function beat(runner: Runner, job: Taken, lease: number, far: Far | null): Promise<boolean> {
  const { rows } = await runner.execute(sql`update job set lease_until = now() + make_interval(secs => ${lease}), rows = ${far?.rows ?? 0}, total = ${far?.total ?? null}::int where ${mine(job)} returning 1`);
  return rows.length === 1;
}
/** Ends it well, in the transaction of its effect: both are there or neither. @throws JobLost */
export async function finish(runner: Runner, job: Taken, far: Far | null): Promise<void> {
  const { rows } = await runner.execute(sql`update job set state = 'done', ended_at = now(), rows = ${far?.rows ?? 0}, total = ${far?.total ?? null}::int, ${GONE} where ${mine(job)} returning 1`);
  if (rows.length === 0) throw new JobLost(job.kind);
}
const failed = ({ fault, values }: Fault) => sql`state = 'failed', ended_at = now(), error = ${JSON.stringify({ fault, values })}, ${GONE}`;
/** Ends it with a refusal. @throws JobLost */
export async function fail(runner: Runner, job: Taken, fault: Fault): Promise<void> {
  const { rows } = await runner.execute(sql`update job set ${failed(fault)} where ${mine(job)} returning 1`);
  if (rows.length === 0) throw new JobLost(job.kind);
}
/** What of a job may hold what people have sent. */
export type Open = Pick<Taken, 'id' | 'kind' | 'userId' | 'sessionId' | 'ask' | 'file'>;
/** People's jobs that have not ended, held until the transaction `tx` ends: nobody takes or ends one meanwhile. */
export const openJobs = async (tx: Runner): Promise<Open[]> =>
  (await tx.execute<Open & Record<string, unknown>>(sql`select id::text, kind, user_id::text as "userId", session_id::text as "sessionId", ask, file from job where state in ('waiting', 'running') and user_id <> 0 and kind <> 'export' order by id for update`)).rows;
/** Ends a job that has not ended with a refusal, whoever holds it: they have lost it, and what they do in its name is undone. */
export const withdraw = (tx: Runner, { id }: Pick<Open, 'id'>, fault: Fault): Promise<unknown> => tx.execute(sql`update job set attempt = attempt + 1, ${failed(fault)} where id = ${id}::bigint`);
/** Lets it wait again, so many seconds. `afresh`: as if it had never been tried. */
export const later = (runner: Runner, job: Taken, seconds: number, afresh: boolean): Promise<unknown> =>
  runner.execute(sql`update job set state = 'waiting', run_at = now() + make_interval(secs => ${seconds}), tries = case when ${afresh}::boolean then 0 else tries end, lease_until = null, holder = null where ${mine(job)}`);
/** Gives it to whoever has room. */
export const handBack = (runner: Runner, job: Taken): Promise<unknown> =>
  runner.execute(sql`update job set state = 'waiting', run_at = now(), tries = tries - 1, lease_until = null, holder = null where ${mine(job)}`);

/** Where a job stands; null for one that is not there. @throws JobRefused when it has failed: why */
export async function look(runner: Runner, id: string): Promise<'waiting' | 'running' | 'done' | null> {
  const { rows: [seen] } = await runner.execute<{ state: 'waiting' | 'running' | 'done' | 'failed'; error: string | null }>(sql`select state, error from job where id = ${id}::bigint`);
  if (seen?.state !== 'failed') return seen?.state ?? null;
  const { fault, values } = JSON.parse(seen.error ?? '{"fault":"broken"}') as { fault: FaultName; values?: Fault['values'] };
  throw new JobRefused(fault, values);
}
/** How many there are of each state, of those that have not ended. What an export tells of itself in the same table is no job. */
export async function depth(runner: Runner): Promise<Record<'waiting' | 'running', number>> {
  const { rows: [n] } = await runner.execute<Record<'waiting' | 'running', number>>(sql`select count(*) filter (where state = 'waiting' and ${DUE})::int as waiting, count(*) filter (where state = 'running')::int as running from job where state in ('waiting', 'running') and kind <> 'export'`);
  return n!;
}
