import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Viewer } from '../../host/answer.ts';
import { beginOf } from '../../host/column.ts';
import { fold, literal } from '../../host/find.ts';
import type { Reach } from '../../host/reach.ts';
import { may } from '../../kernel/access.ts';
import type { Page } from '../../kernel/endpoint.ts';
import type { account, AccountRow } from './contract.ts';
import { ACCOUNTS, LIVING, SHARED, visibleTo } from './tables.ts';

type Query = z.output<NonNullable<typeof account.list.query>>;
/** What a list and an export both filter and sort by. */
export type Filter = Omit<Query, 'pageNum' | 'pageSize'>;
type Can = AccountRow['can'][number];

const contains = (column: SQL, words: string): SQL => sql`${column} ilike ${`%${literal(words)}%`}`;

/** The living accounts that the viewer sees and the filter fits. */
export function fitting(viewer: Viewer, { keywords, role, status, hospitalId, createTime }: Filter): (SQL | undefined)[] {
  const words = keywords === undefined ? '' : fold(keywords);
  return [
    LIVING,
    visibleTo(viewer),
    words === '' ? undefined : sql`(${sql.join([sql`u.username::text`, sql`u.nickname`, sql`u.mobile`].map((column) => contains(column, words)), sql` or `)})`,
    role === undefined ? undefined : sql`u.role = ${role}`,
    status === undefined ? undefined : sql`u.status = ${status}`,
    hospitalId === undefined ? undefined : sql`exists (select 1 from sys_user_hospital at where at.user_id = u.id and at.hospital_id = ${hospitalId}::bigint)`,
    createTime === undefined ? undefined : sql`u.created_at >= ${beginOf(createTime[0]!)} and u.created_at < ${beginOf(createTime[1]!)} + interval '1 day'`,
  ];
}
const SORTS: Record<NonNullable<Filter['sort']>, SQL> = { id: sql`u.id`, username: sql`u.username`, nickname: sql`u.nickname`, lastLoginAt: sql`u.last_login_at` };
/** The order that was asked for, by id where that says nothing; oldest first by default. */
export const sorted = ({ sort = 'id', order = 'asc' }: Filter): SQL => (order === 'desc' ? sql`${SORTS[sort]} desc nulls last, u.id desc` : sql`${SORTS[sort]} asc nulls last, u.id`);

const ACTS = [['edit', 'sys:user:edit'], ['status', 'sys:user:status'], ['reset', 'sys:user:reset'], ['delete', 'sys:user:delete']] as const;
/** What the viewer may do to an account that he sees; to his own nothing that could lock him out. */
const canOf = (viewer: Viewer, id: string): Can[] => ACTS.filter(([act, right]) => may(viewer, right) && (act === 'edit' || id !== viewer.userId)).map(([act]) => act);

/** A window of the accounts; nobody sees those above their own role (domain.md "Who"). */
export async function listAccounts(reach: Reach, viewer: Viewer, { pageNum, pageSize, ...filter }: Query): Promise<Page<AccountRow>> {
  const where = fitting(viewer, filter);
  const [list, total] = [
    await reach.rows<Omit<AccountRow, 'can'>>(ACCOUNTS, { columns: sql`${SHARED}, u.status, u.version`, where, order: sorted(filter), limit: pageSize, offset: (pageNum - 1) * pageSize }),
    await reach.count(ACCOUNTS, where),
  ];
  return { list: list.map((row) => ({ ...row, can: canOf(viewer, row.id) })), total, pageNum, pageSize };
}
