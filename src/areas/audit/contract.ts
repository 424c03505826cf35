import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { createTime, exportBy, filterBy, findInQuery, foundIn, listBy, searchedBy, sortBy } from '../../kernel/list-shape.ts';
import type { ListFields } from '../../kernel/list.ts';
import { id, instant, pageOf, text } from '../../kernel/shape.ts';

/** A line of the audit as the list shows it. */
const auditRow = z.strictObject({ id, at: instant, actorId: z.nullable(id), actor: z.nullable(z.string()), actorRole: z.nullable(z.int()), ip: z.nullable(z.string()), action: z.string(), entity: z.nullable(z.string()), entityId: z.nullable(z.string()), ok: z.boolean(), error: z.nullable(z.string()) });
export type AuditRow = z.output<typeof auditRow>;
/** A whole line. `seq` and `hash` (hex): its place in the chain. */
const auditDetail = z.extend(auditRow, { userAgent: z.nullable(z.string()), sessionId: z.nullable(z.string()), requestId: z.nullable(z.string()), before: z.unknown(), after: z.unknown(), seq: id, hash: z.string() });
export type AuditDetail = z.output<typeof auditDetail>;
/** What the list can be asked and sorted by (kernel/list.ts). `actor`: account or name of who did it. */
export const AUDIT_FIELDS = {
  at: { type: 'instant', sort: true }, actor: { type: 'text', nullable: true }, actorRole: { type: 'choice', values: ['1', '2', '3', '4'], nullable: true }, action: { type: 'text' }, entity: { type: 'text', nullable: true }, entityId: { type: 'text', nullable: true },
  ok: { type: 'flag' }, error: { type: 'text', nullable: true }, ip: { type: 'text', nullable: true },
} as const satisfies ListFields;
/** `actor`: account or name of who did it. `at`: first and last day, in the zone of the hospitals, as `createTime`. */
const filter = { actor: z.optional(text(64)), action: z.optional(text(64)), entity: z.optional(text(64)), entityId: z.optional(text(100)), ok: z.optional(z.enum(['true', 'false'])), at: createTime, ...searchedBy, ...filterBy(AUDIT_FIELDS) };
/** Columns that an export can have; those of the list go by its ids. */
export const AUDIT_EXPORTED = ['seq', 'at', 'username', 'actor', 'role', 'ip', 'action', 'entity', 'entityId', 'ok', 'error', 'before', 'after', 'hash'] as const;
/** Those that say which record and why, and that the list has no room for. */
export const AUDIT_BESIDE = ['entityId', 'error', 'username', 'role', 'before', 'after'] as const satisfies readonly (typeof AUDIT_EXPORTED)[number][];

export const auditTrail = {
  list: endpoint('GET /audit', { may: 'sys:audit:list', summary: '审计日志', query: z.strictObject({ ...listBy(AUDIT_FIELDS), ...filter }), reply: pageOf(auditRow) }),
  /** The next line in the list's order that has `q` in who, what, object or number. */
  findIn: endpoint('GET /audit/find-in', { may: 'sys:audit:list', limit: 'search', summary: '列表内查找', query: z.strictObject({ ...findInQuery, ...filter, sort: sortBy(AUDIT_FIELDS) }), reply: foundIn }),
  one: endpoint('GET /audit/:id', { may: 'sys:audit:list', audit: 'audit.read', summary: '一条审计记录', reply: auditDetail }),
  export: endpoint('POST /audit/export', { may: 'sys:audit:list', audit: 'audit.export', limit: 'read', summary: '导出审计日志', body: exportBy(AUDIT_FIELDS, filter, AUDIT_EXPORTED), file: 'audit', reply: z.null() }),
};
