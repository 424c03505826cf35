import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask } from '../../host/answer.ts';
import { today } from '../../host/calendar.ts';
import type { Download } from '../../host/download.ts';
import type { Reach } from '../../host/reach.ts';
import type { Cell } from '../../host/sheet/cell.ts';
import { sheetFile } from '../../host/sheet/write.ts';
import type { Language } from '../../kernel/error.ts';
import type { auditTrail } from './contract.ts';
import { conditions } from './store.ts';
import { AUDIT } from './tables.ts';

/** Lines per question to the database: what of an export is in memory. */
const AT_ONCE = 1_000;
const HEADINGS: readonly (readonly [zh: string, en: string, width: number])[] = [
  ['序号', 'No.', 10], ['时间', 'Time', 20], ['账号', 'Account', 16], ['姓名', 'Name', 16], ['角色', 'Role', 8], ['地址', 'Address', 16], ['动作', 'Action', 20], ['对象', 'Object', 12], ['编号', 'Id', 20], ['成功', 'Succeeded', 10], ['原因', 'Reason', 16], ['之前', 'Before', 40], ['之后', 'After', 40], ['哈希', 'Hash', 66],
];
const COLUMNS = sql`a.id::text, a.seq::text, to_char(a.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at, u.username::text, u.nickname, a.actor_role::text as role, host(a.ip) as ip, a.action, a.entity, a.entity_id, a.ok::text as ok, a.error_code, a.before::text, a.after::text, encode(a.hash, 'hex') as hash`;
interface Line {
  id: string;
  [column: string]: string | null;
}

const page = (reach: Reach, where: ReturnType<typeof conditions>, before: string | null): Promise<Line[]> =>
  reach.rows<Line>(AUDIT, { columns: COLUMNS, where: [...where, before === null ? undefined : sql`a.id < ${before}`], order: sql`a.id desc`, limit: AT_ONCE });
async function* cells(reach: Reach, where: ReturnType<typeof conditions>, first: Line[]): AsyncGenerator<Cell[]> {
  for (let lines = first; lines.length > 0; lines = lines.length < AT_ONCE ? [] : await page(reach, where, lines.at(-1)!.id)) for (const { id: _id, ...line } of lines) yield Object.values(line);
}

/** The lines that the filter fits, newest first, as a sheet that is written while it is read: memory does not grow with the audit. */
export async function exportAudit({ reach, query, from }: { reach: Reach; query: z.output<NonNullable<typeof auditTrail.export.query>>; from: Pick<Ask['from'], 'language'> }): Promise<Download> {
  const { type, ...filter } = query;
  const where = conditions(filter);
  // before a byte leaves: what fails now is still told as JSON
  const first = await page(reach, where, null);
  const language: Language = from.language;
  return sheetFile({ title: `${language === 'en' ? 'audit' : '审计日志'}-${today()}`, type, columns: HEADINGS.map(([zh, en, width]) => ({ heading: language === 'en' ? en : zh, width })), rows: cells(reach, where, first) });
}
