import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Viewer, Written } from '../../host/answer.ts';
import { iso, maskedPhone } from '../../host/column.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import type { Page } from '../../kernel/endpoint.ts';
import { accountRow, profile, profileEdit } from './contract.ts';
import { ACCOUNTS, OWN } from './tables.ts';

type AccountRow = z.output<typeof accountRow>;
type Profile = z.output<typeof profile>;

const HOSPITALS = sql`array(select h.name from sys_user_hospital uh join hospital h on h.id = uh.hospital_id where uh.user_id = u.id order by h.id) as hospitals`;
const SHARED = sql`u.id::text, u.username::text, u.nickname, u.role, ${HOSPITALS}, ${maskedPhone(sql`u.mobile`)} as mobile, ${iso(sql`u.last_login_at`)} as "lastLoginAt"`;
const LIVING = sql`u.deleted_at is null`;

/** A window of the accounts, oldest first; nobody sees those above their own role (domain.md "Who"). */
export async function listAccounts(reach: Reach, viewer: Viewer, { pageNum, pageSize }: { pageNum: number; pageSize: number }): Promise<Page<AccountRow>> {
  const where = [LIVING, sql`u.role >= ${viewer.role}`];
  const [list, total] = [
    await reach.rows<AccountRow>(ACCOUNTS, { columns: sql`${SHARED}, u.status`, where, order: sql`u.id`, limit: pageSize, offset: (pageNum - 1) * pageSize }),
    await reach.count(ACCOUNTS, where),
  ];
  return { list, total, pageNum, pageSize };
}

/** One's own record. */
export async function readProfile(reach: Reach, viewer: Viewer): Promise<Profile> {
  const row = await reach.one<Profile>(OWN, {
    columns: sql`${SHARED}, u.gender, u.version, case when u.email is not null then left(u.email::text, 1) || '***' || substring(u.email::text from '@.*$') end as email`,
    where: [sql`u.id = ${viewer.userId}`, LIVING],
  });
  if (row === undefined) throw new Fault('not_found');
  return row;
}

/** Changes one's own name and gender. @throws Fault conflict when the record has moved on since `version` */
export async function editProfile(tx: Runner, viewer: Viewer, edit: z.output<typeof profileEdit>): Promise<Written<Profile>> {
  const reach = new Reach(tx, []);
  const before = await readProfile(reach, viewer);
  const { rows } = await tx.execute(sql`
    update sys_user set nickname = ${edit.nickname}, gender = ${edit.gender}, version = version + 1, updated_at = now(), updated_by = ${viewer.userId}
    where id = ${viewer.userId} and version = ${edit.version} and deleted_at is null returning id`);
  if (rows.length === 0) throw new Fault('conflict');
  const result = await readProfile(reach, viewer);
  const told = ({ nickname, gender, version }: Profile) => ({ nickname, gender, version });
  return { result, entity: 'user', entityId: viewer.userId, before: told(before), after: told(result) };
}

/** A new account of any role, with the id both of its tables share; its id. */
export async function addAccount(tx: Runner, account: { username: string; passwordHash: string; nickname: string; role: number; mustChangePassword: boolean }): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with entity as (insert into sys_entity (kind) values ('user') returning id)
    insert into sys_user (id, username, password_hash, nickname, role, must_change_password)
    select id, ${account.username}, ${account.passwordHash}, ${account.nickname}, ${account.role}, ${account.mustChangePassword} from entity returning id::text`);
  return rows[0]!.id;
}
