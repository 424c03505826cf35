import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Fault } from '../kernel/error.ts';
import type { Ask, Viewer, Written } from './answer.ts';
import { audit } from './audit.ts';
import type { Runner } from './reach.ts';

/** What a write needs to know of its call. */
export interface Call {
  action: string;
  viewer: Viewer;
  /** The Idempotency-Key header. */
  key: string | undefined;
  /** Method, path and parsed input: what a repeat must equal. */
  request: unknown;
  from: Ask['from'];
}

/** Takes the key, or finds the answer of the first call with it. @throws Fault key_reused */
async function taken(tx: Runner, { viewer, key, request }: Call): Promise<{ response: unknown } | null> {
  if (key === undefined || viewer.userId === '') return null;
  const hash = createHash('sha256').update(JSON.stringify(request)).digest();
  // a second call with the key waits here until the first has committed or failed
  const made = await tx.execute(sql`insert into idempotency_key (user_id, key, request_hash) values (${viewer.userId}, ${key}, ${hash}) on conflict do nothing returning key`);
  if (made.rows.length === 1) return null;
  const { rows } = await tx.execute<{ request_hash: Buffer; response: unknown }>(sql`select request_hash, response from idempotency_key where user_id = ${viewer.userId} and key = ${key}`);
  if (!rows[0]!.request_hash.equals(hash)) throw new Fault('key_reused');
  return { response: rows[0]!.response };
}

/** One write, one transaction: idempotency record, work, audit row; all or nothing (reliability.md, decision 5). */
export function write<T>(db: NodePgDatabase, call: Call, work: (tx: Runner) => Promise<Written<T>>): Promise<T> {
  return db.transaction(async (tx) => {
    const before = await taken(tx, call);
    if (before !== null) return before.response as T;
    const { result, actor = call.viewer, ...done } = await work(tx);
    if (call.key !== undefined && call.viewer.userId !== '') await tx.execute(sql`update idempotency_key set response = ${JSON.stringify(result)}::jsonb where user_id = ${call.viewer.userId} and key = ${call.key}`);
    await audit(tx, { ...done, actor, action: call.action, ok: true, from: call.from });
    return result;
  });
}
