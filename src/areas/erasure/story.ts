import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { audit } from '../../host/audit.ts';
import type { Runner } from '../../host/reach.ts';

/** Lines per question. */
const AT_ONCE = 2_000;
type Row = { id: string; before: unknown; after: unknown };
const text = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));

/** Rewrites before and after of the rows of a story that are `where`, some at a time; `more` is set besides. Answers the ids of those that are another now. */
export async function rewriteStory(tx: Runner, table: 'audit_event' | 'order_event' | 'caregiver_event', where: SQL, change: (value: unknown, place: string) => unknown, more?: SQL): Promise<string[]> {
  const name = sql.identifier(table);
  const done: string[] = [];
  const { rows: found } = await tx.execute<{ id: string }>(sql`select t.id::text from ${name} t where ${where}`);
  const ids = found.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const { rows } = await tx.execute<Row>(sql`select t.id::text, t.before, t.after from ${name} t where t.id = any(${sql.param(ids.slice(from, from + AT_ONCE))}::bigint[])`);
    const changed = rows.map(({ id, before, after }) => ({ id, was: [text(before), text(after)], is: [text(change(before, `${table} ${id} before`)), text(change(after, `${table} ${id} after`))] })).filter(({ was, is }) => more !== undefined || was.some((side, i) => side !== is[i]));
    if (changed.length === 0) continue;
    await tx.execute(sql`
      update ${name} t set before = n.before::jsonb, after = n.after::jsonb${more === undefined ? sql`` : sql`, ${more}`}
      from unnest(${sql.param(changed.map(({ id }) => id))}::bigint[], ${sql.param(changed.map(({ is }) => is[0]))}::text[], ${sql.param(changed.map(({ is }) => is[1]))}::text[]) as n(id, before, after) where t.id = n.id`);
    done.push(...changed.map(({ id }) => id));
  }
  return done;
}
/** Rewrites what an undo may still need of those events of orders that are `where`, a few at a time, for each holds a whole order. */
export async function rewriteSnapshots(tx: Runner, where: SQL, change: (snapshot: unknown, place: string) => unknown): Promise<void> {
  const { rows: found } = await tx.execute<{ id: string }>(sql`select t.id::text from order_event t where ${where} and t.snapshot is not null`);
  const ids = found.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += AT_ONCE / 10) {
    const { rows } = await tx.execute<{ id: string; snapshot: unknown }>(sql`select t.id::text, t.snapshot from order_event t where t.id = any(${sql.param(ids.slice(from, from + AT_ONCE / 10))}::bigint[])`);
    const changed = rows.map(({ id, snapshot }) => ({ id, was: text(snapshot), is: text(change(snapshot, `order_event ${id} snapshot`)) })).filter(({ was, is }) => was !== is);
    if (changed.length > 0) await tx.execute(sql`update order_event t set snapshot = n.snapshot::jsonb from unnest(${sql.param(changed.map(({ id }) => id))}::bigint[], ${sql.param(changed.map(({ is }) => is))}::text[]) as n(id, snapshot) where t.id = n.id`);
  }
}

/**
 * Lets the rest of this transaction take words out of what only grows (0026_erasure.sql). Only who owns the tables may.
 */
export const beginErasing = async (tx: Runner): Promise<void> => void (await tx.execute(sql`select set_config('nursing.erasing', 'on', true)`));

/** What one erasure tells the audit. */
export interface Told {
  action: 'data.erase' | 'data.retain';
  entity: string;
  entityId?: string;
  after: Record<string, unknown>;
}
/**
 * The line of an erasure, which vouches for the lines of the audit that it changed: their ids are `lines`. The chain goes on over their
 * own hashes, as they were written; what they are now is hashed in audit_erasure, and all of those hashes in this line.
 */
export async function tellErasure(tx: Runner, told: Told, lines: readonly string[]): Promise<void> {
  const ids = sql.param([...new Set(lines)]);
  // the same words as verify.ts of the audit has
  const { rows: now } = await tx.execute<{ seq: string; hash: Buffer }>(sql`select e.seq::text, sha256(e.hash || convert_to(audit_line(e), 'UTF8')) as hash from audit_event e where e.id = any(${ids}::bigint[]) order by e.seq`);
  const digest = createHash('sha256');
  for (const { seq, hash } of now) digest.update(`${seq}:`).update(hash);
  await audit(tx, { actor: { userId: '', role: 0, sessionId: '' }, ...told, ok: true, after: { ...told.after, lines: now.length, digest: digest.digest('hex') }, from: { ip: '', userAgent: 'erase', requestId: '', language: 'zh-cn' } });
  // its own line was the last that was written, and nobody else writes one until this transaction ends
  await tx.execute(sql`
    insert into audit_erasure (seq, by_seq, hash) select e.seq, h.seq, decode(n.hash, 'hex')
    from unnest(${sql.param(now.map(({ seq }) => seq))}::bigint[], ${sql.param(now.map(({ hash }) => hash.toString('hex')))}::text[]) as n(seq, hash) join audit_event e on e.seq = n.seq cross join audit_head h`);
}
