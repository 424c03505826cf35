import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Fault } from '../kernel/error.ts';
import type { Ask, Viewer, Written } from './answer.ts';
import { audit } from './audit.ts';
import { keepPlan } from './db/keeping.ts';
import type { Runner, Scope } from './reach.ts';

/** What a write needs to know of its call. */
export interface Call {
  action: string;
  viewer: Viewer;
  /** The Idempotency-Key header. */
  key: string | undefined;
  /** Method, path and parsed input: what a repeat must equal. Kept as a keyed hash, for it may hold a password. */
  request: unknown;
  secret: Buffer;
  from: Ask['from'];
  /** What the writer reaches: who is only signing in reaches no hospital. Absent, nobody is bound. */
  scope?: Scope;
  /** Replicas are read: they must tell whether they have what this account has written. */
  marked?: boolean;
}

const isKeyed = ({ key, viewer }: Call): boolean => key !== undefined && viewer.userId !== '';
/** What a repeat of the call must equal. */
export const hashOf = ({ secret, request }: Pick<Call, 'secret' | 'request'>): Buffer => createHmac('sha256', secret).update(JSON.stringify(request)).digest();

/**
 * The answer of an earlier call with the same key. Asked before a handler runs, so that a repeat is not refused for what
 * the first call has used up, such as a code. @throws Fault key_reused, shown_once
 */
export async function earlier(runner: Runner, call: Call): Promise<{ response: unknown } | null> {
  if (!isKeyed(call)) return null;
  const { rows: [row] } = await runner.execute<{ hash: Buffer; response: unknown; kept: boolean }>(keepPlan(sql`
    select request_hash as hash, response, response is not null as kept from idempotency_key where user_id = ${call.viewer.userId} and key = ${call.key}`));
  if (row === undefined) return null;
  if (!row.hash.equals(hashOf(call))) throw new Fault('key_reused');
  if (!row.kept) throw new Fault('shown_once');
  return { response: row.response };
}
/** Takes the key, or finds the answer of the first call with it. @throws Fault key_reused, shown_once */
async function taken(tx: Runner, call: Call): Promise<{ response: unknown } | null> {
  if (!isKeyed(call)) return null;
  // a second call with the key waits here until the first has committed or failed
  const made = await tx.execute(keepPlan(sql`insert into idempotency_key (user_id, key, request_hash) values (${call.viewer.userId}, ${call.key}, ${hashOf(call)}) on conflict do nothing returning key`));
  return made.rows.length === 1 ? null : earlier(tx, call);
}

/** Moves the number of an account's writes: whatever it reads next is as new as this (host/db/replica.ts). */
export const moveMark = (runner: Runner, accountId: string): Promise<unknown> =>
  runner.execute(sql`insert into write_mark as m (account_id, n, at) values (${accountId}::bigint, 1, clock_timestamp()) on conflict (account_id) do update set n = m.n + 1, at = excluded.at`);

/** Tells the database itself whose rows this transaction may write (0036_wall.sql): the second wall, should a statement lack its scope. */
async function wall(tx: Runner, scope: Scope = 'all'): Promise<void> {
  if (scope !== 'all') await tx.execute(keepPlan(sql`select set_config('nursing.reach', ${`{${scope.map(({ hospitalId }) => hospitalId).join()}}`}, true)`));
}

/** Whether the role of this connection goes around that wall. */
export const goesAround = async (runner: Runner): Promise<boolean> => (await runner.execute(sql`select from pg_roles where rolname = current_user and (rolsuper or rolbypassrls)`)).rowCount === 1;

/** One write, one transaction: idempotency record, work, audit row; all or nothing (reliability.md, decision 5). */
export function write<T>(db: NodePgDatabase, call: Call, work: (tx: Runner) => Promise<Written<T>>): Promise<T> {
  return db.transaction(async (tx) => {
    const before = await taken(tx, call);
    if (before !== null) return before.response as T;
    await wall(tx, call.scope);
    const { result, actor = call.viewer, secret = false, also = [], ...done } = await work(tx);
    if (!secret && isKeyed(call)) await tx.execute(keepPlan(sql`update idempotency_key set response = ${JSON.stringify(result)}::jsonb where user_id = ${call.viewer.userId} and key = ${call.key}`));
    if (call.marked === true && actor.userId !== '') await moveMark(tx, actor.userId);
    for (const line of [{ ...done, action: call.action }, ...also]) await audit(tx, { ...line, actor, ok: true, from: call.from });
    return result;
  });
}
