import { sql } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import type { Download } from '../../host/download.ts';
import { exportList, type Exported } from '../../host/list/export.ts';
import { ROLE_LABELS } from '../../host/role.ts';
import { reasonWords, type Language } from '../../kernel/error.ts';
import type { auditTrail, AUDIT_EXPORTED } from './contract.ts';
import { AUDIT_LIST, auditFiltered } from './store.ts';
import { AUDIT } from './tables.ts';

type Name = (typeof AUDIT_EXPORTED)[number];
type Line = Readonly<Record<Name, string | null>> & { id: string };
const HEADINGS: Record<Name, readonly [zh: string, en: string, width: number]> = {
  seq: ['序号', 'No.', 10], at: ['时间', 'Time', 20], username: ['账号', 'Account', 16], actor: ['姓名', 'Name', 16], role: ['角色', 'Role', 8], ip: ['地址', 'Address', 16], action: ['动作', 'Action', 20], entity: ['对象', 'Object', 12], entityId: ['编号', 'Id', 20],
  ok: ['结果', 'Result', 10], error: ['原因', 'Reason', 16], before: ['之前', 'Before', 40], after: ['之后', 'After', 40], hash: ['哈希', 'Hash', 66],
};
const ENDS: Record<string, readonly [zh: string, en: string]> = { true: ['成功', 'Succeeded'], false: ['未成功', 'Failed'] };
/** What is said in words rather than codes; actions and objects have theirs in the console alone. */
const WORDS: Partial<Record<Name, (code: string, language: Language) => string>> = {
  role: (code, language) => ROLE_LABELS[Number(code)]?.[language === 'en' ? 1 : 0] ?? code,
  ok: (code, language) => ENDS[code]![language === 'en' ? 1 : 0],
  error: reasonWords,
};
const cellOf = (name: Name, code: string | null, language: Language): string | null => (code === null ? null : (WORDS[name]?.(code, language) ?? code));
const COLUMNS = Object.fromEntries(Object.entries(HEADINGS).map(([name, [zh, en, width]]): [string, Exported<Line>] => [name, { heading: [zh, en], width, cell: (line, language) => cellOf(name as Name, line[name as Name], language) }]));
const VALUES = sql`a.id::text, a.seq::text, to_char(a.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at, u.username::text, u.nickname as actor, a.actor_role::text as role, host(a.ip) as ip, a.action, a.entity, a.entity_id as "entityId", a.ok::text as ok, a.error_code as error, a.before::text, a.after::text, encode(a.hash, 'hex') as hash`;

/** The chosen lines as a sheet that is written while it is read: memory does not grow with the audit. */
export function exportAudit(ask: Ask<typeof auditTrail.export>): Promise<Download> {
  const { reach, body } = ask;
  const rowsOf = async (ids: readonly string[]): Promise<Line[]> => {
    const known = new Map((await reach.rows<Line>(AUDIT, { columns: VALUES, where: [sql`a.id = any(${sql.param(ids)}::bigint[])`] })).map((line) => [line.id, line]));
    return ids.flatMap((id) => known.get(id) ?? []);
  };
  return exportList(ask, { list: AUDIT_LIST, filter: auditFiltered(body.selection.filter), columns: COLUMNS, title: ['审计日志', 'audit'], entity: 'audit', rowsOf }, body);
}
