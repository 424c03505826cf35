import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Viewer } from '../../host/answer.ts';
import { iso } from '../../host/column.ts';
import { literal, undotted, withoutDots } from '../../host/find.ts';
import type { FieldSql, Listed } from '../../host/list/definition.ts';
import { findInList, listWindow, openList, selectedIds, selectionWhere, type Asked } from '../../host/list/list.ts';
import type { Reach } from '../../host/reach.ts';
import { may } from '../../kernel/access.ts';
import type { Page, Reply } from '../../kernel/endpoint.ts';
import { ACCOUNT_FIELDS, type account, type AccountRow } from './contract.ts';
import { ACCOUNTS, LIVING, SHARED, visibleTo } from './tables.ts';

type Query = z.output<NonNullable<typeof account.list.query>>;
/** What a list and an export both filter and sort by. */
export type Filter = Omit<Query, 'pageNum' | 'pageSize' | 'count'>;
type Can = AccountRow['can'][number];

const contains = (column: SQL, words: string): SQL => sql`${column} ilike ${`%${literal(words)}%`}`;
/** Account, name or phone has these words. */
const having = (words: string): SQL => sql`(${sql.join([...[sql`u.username::text`, sql`u.nickname`, sql`u.mobile`].map((column) => contains(column, words)), contains(undotted(sql`u.nickname`), withoutDots(words))], sql` or `)})`;

/** What the contract's own filters say. */
function named({ role, status, hospitalId }: Filter): (SQL | undefined)[] {
  return [
    role === undefined ? undefined : sql`u.role = ${role}`,
    status === undefined ? undefined : sql`u.status = ${status}`,
    hospitalId === undefined ? undefined : sql`exists (select 1 from sys_user_hospital at where at.user_id = u.id and at.hospital_id = ${hospitalId}::bigint)`,
  ];
}
/** A filter of the contract as the list kit takes it. */
export const accountFiltered = (filter: Filter): Asked => ({ ...filter, named: named(filter) });

const COLUMNS: Record<keyof typeof ACCOUNT_FIELDS, FieldSql> = {
  id: { value: sql`u.id` },
  username: { value: sql`u.username::text`, keys: [{ sql: sql`lower(u.username::text)`, type: 'text' }] },
  nickname: { value: sql`u.nickname` },
  role: { value: sql`u.role`, type: 'smallint' },
  status: { value: sql`u.status`, type: 'smallint' },
  gender: { value: sql`u.gender`, type: 'smallint' },
  hospitalId: { value: sql`uh.hospital_id`, exists: true, through: (inner) => sql`exists (select 1 from sys_user_hospital uh where uh.user_id = u.id and ${inner(sql`uh.hospital_id`)})` },
  mobile: { value: sql`u.mobile` },
  lastLoginAt: { value: sql`u.last_login_at` },
  createdAt: { value: sql`u.created_at` },
};
/** The living accounts that the viewer sees as a list, oldest first; nobody sees those above their own role (domain.md "Who"). */
export const accountList = (viewer: Viewer): Listed => ({
  fields: ACCOUNT_FIELDS, columns: COLUMNS, source: ACCOUNTS, id: sql`u.id`, oldestFirst: true, made: sql`u.created_at`, always: [LIVING, visibleTo(viewer)], tables: ['sys_user', 'sys_user_hospital'], find: (q) => [having(q)],
});

const ACTS = [['edit', 'sys:user:edit'], ['status', 'sys:user:status'], ['reset', 'sys:user:reset'], ['delete', 'sys:user:delete']] as const;
/** What the viewer may do to an account that he sees; to his own nothing that could lock him out. */
const canOf = (viewer: Viewer, id: string): Can[] => ACTS.filter(([act, right]) => may(viewer, right) && (act === 'edit' || id !== viewer.userId)).map(([act]) => act);

/** The rows of these ids for this viewer, in the order of the ids. */
async function accountsOf(reach: Reach, viewer: Viewer, ids: readonly string[]): Promise<AccountRow[]> {
  const rows = await reach.rows<Omit<AccountRow, 'can'>>(ACCOUNTS, { columns: sql`${SHARED}, ${iso(sql`u.last_login_at`)} as "lastLoginAt", u.status, u.version`, where: [sql`u.id = any(${sql.param(ids)}::bigint[])`] });
  const known = new Map(rows.map((row) => [row.id, { ...row, can: canOf(viewer, row.id) }]));
  return ids.flatMap((id) => known.get(id) ?? []);
}
/** A window of the accounts. */
export const listAccounts = (reach: Reach, viewer: Viewer, { pageNum, pageSize, count, ...filter }: Query): Promise<Page<AccountRow>> =>
  listWindow(openList(reach, accountList(viewer), accountFiltered(filter)), { pageNum, pageSize, count }, (ids) => accountsOf(reach, viewer, ids));
/** The next account that has `q`. */
export const findInAccounts = (reach: Reach, viewer: Viewer, { row, q, back, ...filter }: z.output<NonNullable<typeof account.findIn.query>>): Promise<Reply<typeof account.findIn>> =>
  findInList(openList(reach, accountList(viewer), accountFiltered(filter)), { row, q, back });
/** The next rows of a selection. */
export async function selectedAccounts(reach: Reach, viewer: Viewer, { selection, after }: z.output<NonNullable<typeof account.selected.body>>): Promise<AccountRow[]> {
  const list = accountList(viewer);
  return accountsOf(reach, viewer, await selectedIds(reach, list, selectionWhere(list, selection, accountFiltered(selection.filter)), after));
}
