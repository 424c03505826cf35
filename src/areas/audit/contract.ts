import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { day, id, instant, pageOf, text, window } from '../../kernel/shape.ts';

/** A line of the audit as the list shows it. */
export const auditRow = z.strictObject({ id, at: instant, actorId: z.nullable(id), actor: z.nullable(z.string()), actorRole: z.nullable(z.int()), ip: z.nullable(z.string()), action: z.string(), entity: z.nullable(z.string()), entityId: z.nullable(z.string()), ok: z.boolean(), error: z.nullable(z.string()) });
export type AuditRow = z.output<typeof auditRow>;
/** A whole line. `seq` and `hash` (hex): its place in the chain. */
export const auditDetail = z.extend(auditRow, { userAgent: z.nullable(z.string()), sessionId: z.nullable(z.string()), requestId: z.nullable(z.string()), before: z.unknown(), after: z.unknown(), seq: id, hash: z.string() });
export type AuditDetail = z.output<typeof auditDetail>;
/** `actor`: account or name of who did it. `at`: first and last day, in the zone of the hospitals. */
const filter = { actor: z.optional(text(64)), action: z.optional(text(64)), entity: z.optional(text(64)), entityId: z.optional(text(100)), ok: z.optional(z.enum(['true', 'false'])), at: z.optional(z.array(day).check(z.length(2))) };

export const auditTrail = {
  list: endpoint('GET /audit', { may: 'sys:audit:list', summary: '审计日志', query: z.strictObject({ ...window, ...filter }), reply: pageOf(auditRow) }),
  one: endpoint('GET /audit/:id', { may: 'sys:audit:list', audit: 'audit.read', summary: '一条审计记录', reply: auditDetail }),
  export: endpoint('GET /audit/export', { may: 'sys:audit:list', audit: 'audit.export', summary: '导出审计日志', query: z.strictObject({ ...filter, type: z._default(z.enum(['xlsx', 'csv']), 'xlsx') }), file: 'audit', reply: z.null() }),
};
