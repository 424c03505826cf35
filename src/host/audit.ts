import { sql } from 'drizzle-orm';
import type { Ask, Viewer } from './answer.ts';
import { keepPlan } from './db/keeping.ts';
import type { Runner } from './reach.ts';

/** One line of the audit: who, when, from where, what, before and after, and how it ended. */
export interface AuditRow {
  actor: Pick<Viewer, 'userId' | 'role' | 'sessionId'>;
  action: string;
  entity?: string | undefined;
  entityId?: string | undefined;
  hospitalId?: string | undefined;
  ok: boolean;
  error?: string;
  before?: unknown;
  after?: unknown;
  /** What it tells of took long: it bears the time of its end, and not, as all that was written with it, of its beginning. */
  late?: boolean;
  from: Ask['from'];
}
const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

/** Appends to the audit; the table refuses change and removal. */
export async function audit(runner: Runner, row: AuditRow): Promise<void> {
  const { actor, from } = row;
  await runner.execute(keepPlan(sql`
    insert into audit_event (at, actor_id, actor_role, session_id, ip, user_agent, action, entity, entity_id, hospital_id, ok, error_code, before, after, request_id)
    values (case when ${row.late === true} then clock_timestamp() else now() end, ${actor.userId || null}, ${actor.userId === '' ? null : actor.role}, ${actor.sessionId || null}, ${from.ip || null}, ${from.userAgent}, ${row.action}, ${row.entity ?? null}, ${row.entityId ?? null},
      ${row.hospitalId ?? null}, ${row.ok}, ${row.error ?? null}, ${json(row.before)}::jsonb, ${json(row.after)}::jsonb, ${from.requestId})`));
}
