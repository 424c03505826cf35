import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Viewer, Written } from '../../host/answer.ts';
import { iso, maskedEmail } from '../../host/column.ts';
import { asKept } from '../../host/kept.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { Fault, type Language } from '../../kernel/error.ts';
import type { profile, profileEdit } from './contract.ts';
import { LIVING, OWN, SHARED } from './tables.ts';

/** One's own record. */
export type Profile = z.output<typeof profile>;

// a copy that does not have the session yet has not heard of its sign-in either
const lastLogin = (viewer: Viewer): SQL => sql`nullif(coalesce((select coalesce(${iso(sql`s.previous_login_at`)}, '') from sys_session s where s.id = ${viewer.sessionId}), ${iso(sql`u.last_login_at`)}), '')`;
/** One's own record; its last sign-in is the one before that which this session began with. */
export async function readProfile(reach: Reach, viewer: Viewer): Promise<Profile> {
  const row = await reach.one<Profile>(OWN, {
    columns: sql`${SHARED}, ${lastLogin(viewer)} as "lastLoginAt", u.gender, u.avatar, u.must_change_password as "mustChangePassword", u.version, ${maskedEmail(sql`u.email`)} as email`,
    where: [sql`u.id = ${viewer.userId}`, LIVING],
  });
  if (row === undefined) throw new Fault('not_found');
  return row;
}

/** Changes one's own name, gender and, where it is given, picture (made anew already, see avatar.ts). @throws Fault conflict when the record has moved on since `version`; bad_input */
export async function editProfile(tx: Runner, viewer: Viewer, edit: z.output<typeof profileEdit>, language: Language): Promise<Written<Profile>> {
  const reach = new Reach(tx, []);
  const before = await readProfile(reach, viewer);
  const { rows } = await tx.execute(sql`
    update sys_user set nickname = ${edit.nickname}, gender = ${edit.gender}, avatar = ${edit.avatar === undefined ? sql`avatar` : edit.avatar}, version = version + 1, updated_at = now(), updated_by = ${viewer.userId}
    where id = ${viewer.userId} and version = ${edit.version} and deleted_at is null returning id`);
  if (rows.length === 0) throw new Fault('conflict');
  // not `lastLoginAt`: each session has its own, and a form may outlive one
  asKept(edit, before, { id: null, username: null, role: null, mobile: 'PUT /sys/mobile', email: 'PUT /sys/email', hospitals: null, mustChangePassword: 'PUT /sys/password' }, language);
  const result = await readProfile(reach, viewer);
  // that there is a picture is told, not the picture
  const told = ({ nickname, gender, version, avatar }: Profile) => ({ nickname, gender, version, ...(edit.avatar === undefined ? {} : { avatar: avatar !== null }) });
  return { result, entity: 'user', entityId: viewer.userId, before: told(before), after: told(result) };
}

/** A new account of any role, with the id both of its tables share; its id. */
export async function addAccount(tx: Runner, account: { username: string; passwordHash: string; nickname: string; role: number; mustChangePassword: boolean }): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with entity as (insert into sys_entity (kind) values ('user') returning id)
    insert into sys_user (id, username, password_hash, nickname, role, must_change_password, one_time_at)
    select id, ${account.username}, ${account.passwordHash}, ${account.nickname}, ${account.role}, ${account.mustChangePassword}, case when ${account.mustChangePassword}::boolean then now() end from entity returning id::text`);
  return rows[0]!.id;
}
