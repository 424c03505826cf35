import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask } from '../../host/answer.ts';
import { today } from '../../host/calendar.ts';
import { maskedEmail, maskedPhone } from '../../host/column.ts';
import type { Download } from '../../host/download.ts';
import type { Cell } from '../../host/sheet/cell.ts';
import { sheetFile } from '../../host/sheet/write.ts';
import type { Language } from '../../kernel/error.ts';
import { EXPORTED, type account } from './contract.ts';
import { FIELD_LABELS, GENDER_LABELS, inWords, ROLE_LABELS, STATUS_LABELS, type Field } from './label.ts';
import { fitting, sorted } from './list.ts';
import { ACCOUNTS, HOSPITAL_NAMES } from './tables.ts';

type Query = z.output<NonNullable<typeof account.export.query>>;
type Row = Readonly<Record<Field, string | number | string[] | null>>;

/** The columns of a sheet to fill in; a sheet to import has these headings, in either language. */
export const SHEET_FIELDS = ['username', 'nickname', 'gender', 'role', 'mobile', 'email', 'hospitals', 'status'] as const satisfies readonly Field[];
const FIRST = EXPORTED.slice(0, 7);
const WIDTHS: Partial<Record<Field, number>> = { hospitals: 40, email: 28, lastLoginAt: 18, createdAt: 18 };
const columnsOf = (fields: readonly Field[], language: Language) => fields.map((field) => ({ heading: inWords(FIELD_LABELS[field], language), width: WIDTHS[field] ?? 16 }));

/** When, on the clocks of the hospitals. */
const local = (instant: SQL): SQL => sql`to_char(${instant} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')`;
const VALUES: Record<Field, SQL> = {
  username: sql`u.username::text`, nickname: sql`u.nickname`, gender: sql`u.gender`, role: sql`u.role`, mobile: maskedPhone(sql`u.mobile`), email: maskedEmail(sql`u.email`), hospitals: HOSPITAL_NAMES, status: sql`u.status`,
  lastLoginAt: local(sql`u.last_login_at`), createdAt: local(sql`u.created_at`),
};
const LABELS: Partial<Record<Field, Record<number, readonly [zh: string, en: string]>>> = { gender: GENDER_LABELS, role: ROLE_LABELS, status: STATUS_LABELS };
function cellOf(field: Field, value: Row[Field], language: Language): Cell {
  if (Array.isArray(value)) return value.join(language === 'en' ? '; ' : '、');
  if (typeof value !== 'number') return value;
  const label = LABELS[field]?.[value];
  return label === undefined ? String(value) : inWords(label, language);
}

/** The accounts that the filter fits, or the chosen ones of them, as a sheet in the reader's language; phones and e-mails masked as in the list. */
export async function exportAccounts({ reach, viewer, query, write, from }: Pick<Ask<typeof account.export>, 'reach' | 'viewer' | 'query' | 'write' | 'from'>): Promise<Download> {
  const { ids, columns = FIRST, type, ...filter }: Query = query;
  const chosen = ids === undefined ? undefined : sql`u.id = any(${sql.param(typeof ids === 'string' ? ids.split(',') : ids)}::bigint[])`;
  const fields = [...new Set(columns)];
  const rows = await reach.rows<Row>(ACCOUNTS, { columns: sql.join(fields.map((field) => sql`${VALUES[field]} as ${sql.identifier(field)}`), sql`, `), where: [...fitting(viewer, filter), chosen], order: sorted(filter) });
  // before a byte leaves: who took how much of what, never the words that were looked for
  await write(async () => ({ result: null, entity: 'user', entityId: 'export', after: { rows: rows.length, columns: fields, type, chosen: ids !== undefined, filtered: Object.keys(filter) } }));
  const cells = rows.map((row) => fields.map((field) => cellOf(field, row[field], from.language)));
  return sheetFile({ title: `${from.language === 'en' ? 'accounts' : '账号'}-${today()}`, type, columns: columnsOf(fields, from.language), rows: cells });
}

/** An empty sheet with the headings that an import knows, in the reader's language. */
export const accountTemplate = (type: 'xlsx' | 'csv', language: Language): Download => sheetFile({ title: language === 'en' ? 'account-template' : '账号导入模板', type, columns: columnsOf(SHEET_FIELDS, language), rows: [] });
