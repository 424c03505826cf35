import { createHash } from 'node:crypto';
import type { Database } from '../../host/db/open.ts';

/** A line as it is hashed (0005_audit.sql). Written out again, so that the database cannot be made to vouch for itself by changing its function. */
const LINE = `jsonb_build_array(e.seq, e.id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.actor_id, e.actor_role, e.session_id, e.ip::text, e.user_agent, e.action, e.entity, e.entity_id, e.hospital_id, e.ok, e.error_code, e.before, e.after, e.request_id, e.ms)::text`;
/** Lines per question. */
const AT_ONCE = 2_000;

interface Line {
  seq: string;
  id: string;
  hash: Buffer;
  line: string;
  /** What the last erasure left of the line, as it is hashed; null where there was none. */
  erased: Buffer | null;
}
/** What a look over the whole audit found. */
export interface Verdict {
  /** Lines whose place and content are as they were written. */
  sound: number;
  /** Hash of the last sound line, hex: noted elsewhere, it vouches for everything before it. */
  hash: string;
  /** What is wrong, at the first line where it shows; null when nothing is. */
  fault: { kind: 'changed' | 'removed' | 'inserted'; seq: string | null; id: string | null } | null;
}

/** Recomputes the chain of the audit, `AT_ONCE` lines in memory at a time. */
export async function verifyAudit({ pool }: Pick<Database, 'pool'>): Promise<Verdict> {
  // where the chain ends now: what is written meanwhile is left for the next time
  const { rows: [head] } = await pool.query<{ seq: string; hash: Buffer }>('select seq::text, hash from audit_head');
  if (head === undefined) return { sound: 0, hash: '', fault: { kind: 'removed', seq: null, id: null } };
  let last: { seq: bigint; hash: Buffer } = { seq: 0n, hash: Buffer.alloc(0) };
  const verdict = (fault: Verdict['fault']): Verdict => ({ sound: Number(last.seq), hash: last.hash.toString('hex'), fault });
  for (;;) {
    const { rows } = await pool.query<Line>(`select e.seq::text, e.id::text, e.hash, ${LINE} as line, (select x.hash from audit_erasure x where x.seq = e.seq order by x.by_seq desc limit 1) as erased from audit_event e where e.seq > $1 order by e.seq, e.at limit ${AT_ONCE}`, [String(last.seq)]);
    for (const { seq, id, hash, line, erased } of rows) {
      if (last.seq >= BigInt(head.seq)) break;
      const next = last.seq + 1n;
      // in another part than the line whose number it has
      if (BigInt(seq) < next) return verdict({ kind: 'inserted', seq, id });
      if (BigInt(seq) !== next) return verdict({ kind: 'removed', seq: String(next), id: null });
      // of a line that something was taken out of, its own hash goes on with the chain, and what is left of it is vouched for by the line of the erasure
      const sound = erased === null ? createHash('sha256').update(last.hash).update(line).digest().equals(hash) : createHash('sha256').update(hash).update(line).digest().equals(erased);
      if (!sound) return verdict({ kind: 'changed', seq, id });
      last = { seq: next, hash };
    }
    if (rows.length < AT_ONCE || last.seq >= BigInt(head.seq)) break;
  }
  // head and line are written together, so one statement never sees a line that the head does not know
  const { rows: [beyond] } = await pool.query<{ id: string; seq: string }>('select id::text, seq::text from audit_event where audit_event.seq > (select h.seq from audit_head h) order by audit_event.seq limit 1');
  if (last.seq < BigInt(head.seq)) return verdict({ kind: 'removed', seq: String(last.seq + 1n), id: null });
  if (!last.hash.equals(head.hash)) return verdict({ kind: 'changed', seq: head.seq, id: null });
  if (beyond !== undefined) return verdict({ kind: 'inserted', ...beyond });
  // no index says so over the parts of all years
  const { rows: [twice] } = await pool.query<{ id: string; seq: string }>(`select max(id)::text as id, seq::text from audit_event where (select count(*) from audit_event where seq between 1 and $1) > $1 group by seq having count(*) > 1 order by audit_event.seq limit 1`, [head.seq]);
  if (twice !== undefined) return verdict({ kind: 'inserted', ...twice });
  // the chain counts from 1, so what has another place or none was never written by it
  const { rows: [loose] } = await pool.query<{ id: string; seq: string | null }>('select id::text, seq::text from audit_event where (seq > 0) is not true order by id limit 1');
  if (loose !== undefined) return verdict({ kind: 'inserted', ...loose });
  return verdict(await unvouched(pool));
}
/** The first line that was changed under an erasure that no line of the audit tells of, or tells of otherwise. */
async function unvouched(pool: Database['pool']): Promise<Verdict['fault']> {
  const { rows } = await pool.query<{ by: string; digest: string | null; hashes: { seq: string; hash: string }[] }>(`
    select x.by_seq::text as by, e.after->>'digest' as digest, json_agg(json_build_object('seq', x.seq::text, 'hash', encode(x.hash, 'hex')) order by x.seq) as hashes
    from audit_erasure x left join audit_event e on e.seq = x.by_seq and e.action in ('data.erase', 'data.retain') and x.seq < x.by_seq group by x.by_seq, e.id, e.at order by x.by_seq`);
  for (const { by, digest, hashes } of rows) {
    const own = createHash('sha256');
    for (const { seq, hash } of hashes) own.update(`${seq}:`).update(Buffer.from(hash, 'hex'));
    if (own.digest('hex') !== digest) return { kind: 'changed', seq: hashes[0]?.seq ?? by, id: null };
  }
  return null;
}

const WORDS = { changed: ['内容被改动', 'was changed'], removed: ['被删除', 'was removed'], inserted: ['是后来插入的', 'was inserted'] } as const;
/** `npm run audit:verify`: says that the audit is sound. @throws Error that names the first line that is not */
export async function runVerify(database: Pick<Database, 'pool'>, log: (line: string) => void): Promise<void> {
  const { sound, hash, fault } = await verifyAudit(database);
  if (fault !== null) {
    const { kind, seq, id } = fault;
    const names = [...(seq === null ? [] : [`seq ${seq}`]), ...(id === null ? [] : [`id ${id}`])].join(', ') || 'audit_head';
    throw new Error(`审计日志不完整：${names} ${WORDS[kind][0]}，之前 ${sound} 条无误。The audit is not sound: ${names} ${WORDS[kind][1]}; the ${sound} before it are.`);
  }
  log(`审计日志无误 The audit is sound: ${sound}`);
  if (sound > 0) log(`  ${sound}:${hash}`);
}
