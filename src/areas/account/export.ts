import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask } from '../../host/answer.ts';
import { maskedEmail, maskedPhone } from '../../host/column.ts';
import type { Download } from '../../host/download.ts';
import type { Cell } from '../../host/sheet/cell.ts';
import { sheetFile } from '../../host/sheet/write.ts';
import { exportList, type Exported } from '../../host/list/export.ts';
import { filterOf } from '../../host/list/list.ts';
import type { Reach } from '../../host/reach.ts';
import { ROLE_LABELS } from '../../host/role.ts';
import type { Language } from '../../kernel/error.ts';
import { EXPORTED, type account } from './contract.ts';
import { FIELD_LABELS, GENDER_LABELS, inWords, STATUS_LABELS, type Field } from './label.ts';
import { accountFiltered, accountList } from './list.ts';
import { ACCOUNTS, HOSPITAL_NAMES } from './tables.ts';

type Query = z.output<NonNullable<typeof account.export.query>>;
type Row = Readonly<Record<Field, string | number | string[] | null>>;

/** The columns of a sheet to fill in; a sheet to import has these headings, in either language. */
export const SHEET_FIELDS = ['username', 'nickname', 'gender', 'role', 'mobile', 'email', 'hospitals', 'status'] as const satisfies readonly Field[];
const FIRST = EXPORTED.slice(0, 7);
const WIDTHS: Partial<Record<Field, number>> = { hospitals: 40, email: 28, lastLoginAt: 18, createdAt: 18 };
const columnsOf = (fields: readonly Field[], language: Language) => fields.map((field) => ({ heading: inWords(FIELD_LABELS[field], language), width: WIDTHS[field] ?? 16, text: true }));

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

/** The accounts of these ids with what a sheet shows of them, in the order of the ids. */
async function valuesOf(reach: Reach, fields: readonly Field[], ids: readonly string[]): Promise<Row[]> {
  const rows = await reach.rows<Row & { rowId: string }>(ACCOUNTS, { columns: sql`u.id::text as "rowId", ${sql.join(fields.map((field) => sql`${VALUES[field]} as ${sql.identifier(field)}`), sql`, `)}`, where: [sql`u.id = any(${sql.param(ids)}::bigint[])`] });
  const known = new Map(rows.map((row) => [row.rowId, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}
const SHEET_COLUMNS = Object.fromEntries(EXPORTED.map((field): [Field, Exported<Row>] => [field, { heading: FIELD_LABELS[field], width: WIDTHS[field] ?? 16, cell: (row, language) => cellOf(field, row[field], language) }])) as Record<Field, Exported<Row>>;

type Asker = Pick<Ask, 'reach' | 'viewer' | 'key' | 'write' | 'from'>;
/** The chosen accounts as a sheet in the reader's language; phones and e-mails masked as in the list. */
export const exportSelected = (ask: Asker, body: z.output<NonNullable<typeof account.exportRows.body>>, list = accountList(ask.viewer)): Promise<Download> =>
  exportList(ask, { list, filter: accountFiltered(body.selection.filter), columns: SHEET_COLUMNS, title: ['账号', 'accounts'], entity: 'user', rowsOf: (ids) => valuesOf(ask.reach, body.columns as Field[], ids) }, body);
/** `GET /sys/export`: the accounts that the filter fits, or the chosen ones of them. */
export function exportAccounts(ask: Asker & { query: Query }): Promise<Download> {
  const { ids, columns = FIRST, type, sort, pageNum: _page, pageSize: _size, count: _count, ...filter } = ask.query;
  const list = accountList(ask.viewer);
  const given = { columns: [...columns], type, ...(sort === undefined ? {} : { sort }) };
  if (ids === undefined) return exportSelected(ask, { selection: { mode: 'exclude', ids: [], filter }, ...given }, list);
  // the address of the specification narrows what is chosen by the filter too
  return exportSelected(ask, { selection: { mode: 'include', ids: typeof ids === 'string' ? ids.split(',') : ids, filter }, ...given }, { ...list, always: filterOf(list, accountFiltered(filter)) });
}

/** An empty sheet with the headings that an import knows, in the reader's language. */
export const accountTemplate = (type: 'xlsx' | 'csv', language: Language): Download => sheetFile({ title: language === 'en' ? 'account-template' : '账号导入模板', type, columns: columnsOf(SHEET_FIELDS, language), rows: [] });
