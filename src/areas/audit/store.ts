import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { beginOf, iso } from '../../host/column.ts';
import { literal } from '../../host/find.ts';
import type { Reach } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import type { Page } from '../../kernel/endpoint.ts';
import type { AuditDetail, AuditRow, auditTrail } from './contract.ts';
import { AUDIT } from './tables.ts';

type Query = z.output<NonNullable<typeof auditTrail.list.query>>;
/** What an export and a list both filter by. */
export type Filter = Omit<Query, 'pageNum' | 'pageSize'>;

const ROW = sql`a.id::text, ${iso(sql`a.at`)} as at, a.actor_id::text as "actorId", coalesce(u.nickname, u.username::text) as actor, a.actor_role as "actorRole", host(a.ip) as ip, a.action, a.entity, a.entity_id as "entityId", a.ok, a.error_code as error`;

/** The conditions of a filter; the actor by a list of ids, so that the index on actor_id serves. */
export const conditions = ({ actor, action, entity, entityId, ok, at }: Filter): (SQL | undefined)[] => [
  actor === undefined ? undefined : sql`a.actor_id in (select s.id from sys_user s where s.username = ${actor} or s.nickname ilike ${`%${literal(actor)}%`})`,
  action === undefined ? undefined : sql`a.action = ${action}`,
  entity === undefined ? undefined : sql`a.entity = ${entity}`,
  entityId === undefined ? undefined : sql`a.entity_id = ${entityId}`,
  ok === undefined ? undefined : sql`a.ok = ${ok === 'true'}`,
  at === undefined ? undefined : sql`a.at >= ${beginOf(at[0]!)} and a.at < ${beginOf(at[1]!)} + interval '1 day'`,
];

/** A window of the audit, newest first. */
export async function listAudit(reach: Reach, { pageNum, pageSize, ...filter }: Query): Promise<Page<AuditRow>> {
  const where = conditions(filter);
  const [list, total] = [await reach.rows<AuditRow>(AUDIT, { columns: ROW, where, order: sql`a.id desc`, limit: pageSize, offset: (pageNum - 1) * pageSize }), await reach.count(AUDIT, where)];
  return { list, total, pageNum, pageSize };
}
/** One whole line. @throws Fault not_found */
export async function readAudit(reach: Reach, id: string): Promise<AuditDetail> {
  const row = await reach.one<AuditDetail>(AUDIT, {
    columns: sql`${ROW}, a.user_agent as "userAgent", a.session_id::text as "sessionId", a.request_id as "requestId", a.before, a.after, a.seq::text, encode(a.hash, 'hex') as hash`,
    where: [sql`a.id = ${id}`],
  });
  if (row === undefined) throw new Fault('not_found');
  return row;
}
