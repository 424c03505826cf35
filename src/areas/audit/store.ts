import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { beginOf, iso } from '../../host/column.ts';
import { literal } from '../../host/find.ts';
import type { FieldSql, Listed } from '../../host/list/definition.ts';
import { findInList, listWindow, openList, type Asked } from '../../host/list/list.ts';
import type { Reach } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import type { Page, Reply } from '../../kernel/endpoint.ts';
import { AUDIT_FIELDS, type AuditDetail, type AuditRow, type auditTrail } from './contract.ts';
import { AUDIT, AUDIT_LINES } from './tables.ts';

type Query = z.output<NonNullable<typeof auditTrail.list.query>>;
type Filter = Omit<Query, 'pageNum' | 'pageSize' | 'count'>;

const ROW = sql`a.id::text, ${iso(sql`a.at`)} as at, a.actor_id::text as "actorId", coalesce(u.nickname, u.username::text) as actor, a.actor_role as "actorRole", host(a.ip) as ip, a.action, a.entity, a.entity_id as "entityId", a.ok, a.error_code as error`;

/** Lines of accounts with this name; by a list of ids, so that the index on actor_id serves. */
const by = (condition: SQL): SQL => sql`a.actor_id in (select s.id from sys_user s where ${condition})`;
/** What the contract's own filters say. */
const named = ({ actor, action, entity, entityId, ok, at }: Filter): (SQL | undefined)[] => [
  actor === undefined ? undefined : by(sql`s.username::text ilike ${`%${literal(actor)}%`} or s.nickname ilike ${`%${literal(actor)}%`}`),
  action === undefined ? undefined : sql`a.action = ${action}`,
  entity === undefined ? undefined : sql`a.entity = ${entity}`,
  entityId === undefined ? undefined : sql`a.entity_id = ${entityId}`,
  ok === undefined ? undefined : sql`a.ok = ${ok === 'true'}`,
  at === undefined ? undefined : sql`a.at >= ${beginOf(at[0]!)} and a.at < ${beginOf(at[1]!)} + interval '1 day'`,
];
/** A filter of the contract as the list kit takes it. */
export const auditFiltered = (filter: Filter): Asked => ({ ...filter, named: named(filter) });

const COLUMNS: Record<keyof typeof AUDIT_FIELDS, FieldSql> = {
  at: { value: sql`a.at` },
  actor: { value: sql`s.nickname`, through: (inner) => sql`(${by(sql`${inner(sql`s.nickname`)} or ${inner(sql`s.username::text`)}`)})` },
  actorRole: { value: sql`a.actor_role`, type: 'smallint' },
  action: { value: sql`a.action` },
  entity: { value: sql`a.entity` },
  entityId: { value: sql`a.entity_id` },
  ok: { value: sql`a.ok` },
  error: { value: sql`a.error_code` },
  ip: { value: sql`host(a.ip)` },
};
/** The audit as a list, newest first. */
export const AUDIT_LIST: Listed = {
  fields: AUDIT_FIELDS, columns: COLUMNS, source: AUDIT_LINES, id: sql`a.id`, made: sql`a.at`, always: [], tables: ['audit_event', 'sys_user'],
  find: (q) => {
    const like = `%${literal(q)}%`;
    return [by(sql`s.username::text ilike ${like} or s.nickname ilike ${like}`), sql`(a.action ilike ${like} or a.entity ilike ${like} or a.entity_id ilike ${like} or host(a.ip) like ${like})`];
  },
};

const linesOf = async (reach: Reach, ids: readonly string[]): Promise<AuditRow[]> => {
  const known = new Map((await reach.rows<AuditRow>(AUDIT, { columns: ROW, where: [sql`a.id = any(${sql.param(ids)}::bigint[])`] })).map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
};
/** A window of the audit. */
export const listAudit = (reach: Reach, { pageNum, pageSize, count, ...filter }: Query): Promise<Page<AuditRow>> => listWindow(openList(reach, AUDIT_LIST, auditFiltered(filter)), { pageNum, pageSize, count }, (ids) => linesOf(reach, ids));
/** The next line that has `q`. */
export const findInAudit = (reach: Reach, { row, q, back, ...filter }: z.output<NonNullable<typeof auditTrail.findIn.query>>): Promise<Reply<typeof auditTrail.findIn>> => findInList(openList(reach, AUDIT_LIST, auditFiltered(filter)), { row, q, back });
/** One whole line. @throws Fault not_found */
export async function readAudit(reach: Reach, id: string): Promise<AuditDetail> {
  const row = await reach.one<AuditDetail>(AUDIT, {
    columns: sql`${ROW}, a.user_agent as "userAgent", a.session_id::text as "sessionId", a.request_id as "requestId", a.before, a.after, a.seq::text, encode(a.hash, 'hex') as hash`,
    where: [sql`a.id = ${id}`],
  });
  if (row === undefined) throw new Fault('not_found');
  return row;
}
