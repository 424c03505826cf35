import { sql, type SQL } from 'drizzle-orm';
import type { Viewer } from '../../host/answer.ts';
import { maskedEmail, maskedPhone } from '../../host/column.ts';
import { NO_PASSWORD } from '../../host/password.ts';
import type { Runner, Source } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';

/** Accounts (alias `u`). Those who may list them (roles 1 and 2) see every one; anyone else sees those of a hospital of theirs. */
export const ACCOUNTS: Source = {
  from: sql`sys_user u`,
  scope: (match) => sql`exists (select 1 from sys_user_hospital uh where uh.user_id = u.id and ${match(sql`uh.hospital_id`)})`,
};
/** One's own record lies outside any hospital's scope; the condition on the id is given with it. */
export const OWN: Source = { from: sql`sys_user u`, scope: () => sql`true` };
/** Not deleted. */
export const LIVING = sql`u.deleted_at is null`;
/** Whether the password is a one-time one that nobody replaced within seven days: it signs in no longer. */
export const ENDED = sql`coalesce(u.must_change_password and u.one_time_at < now() - interval '7 days', false)`;
/** Nobody sees those above their own role: for them there is no such account (domain.md "Who"). */
export const visibleTo = (viewer: Pick<Viewer, 'role'>): SQL => sql`u.role >= ${viewer.role}`;

/** The names of an account's hospitals. */
export const HOSPITAL_NAMES = sql`array(select h.name from sys_user_hospital uh join hospital h on h.id = uh.hospital_id where uh.user_id = u.id order by h.id)`;
/** What the list and one's own record both show, the phone masked; when one was last signed in is another time in each. */
export const SHARED = sql`u.id::text, u.username::text, u.nickname, u.role, ${HOSPITAL_NAMES} as hospitals, ${maskedPhone(sql`u.mobile`)} as mobile`;
const PLACES = sql`(select coalesce(json_agg(json_build_object('hospitalId', uh.hospital_id::text, 'departmentIds', uh.department_ids::text[]) order by uh.hospital_id), '[]') from sys_user_hospital uh where uh.user_id = u.id)`;
const EDITED = sql`coalesce(u.nickname, u.username::text) as nickname, u.gender, u.role, u.status, ${PLACES} as hospitals, u.version`;
/** An account as `accountForm` of the contract has it. */
export const FORM = sql`u.id::text, u.username::text, ${EDITED}, u.mobile, u.email::text`;
/** What the audit may keep of an account: no secret, phone and e-mail masked. */
export const TOLD = sql`u.id::text, u.username::text, ${EDITED}, ${maskedPhone(sql`u.mobile`)} as mobile, ${maskedEmail(sql`u.email`)} as email`;
/** What the audit keeps of an account. */
export interface Told extends Record<string, unknown> {
  id: string;
  username: string;
  role: number;
  status: number;
  version: number;
}

// any number that means nothing else to pg_advisory_xact_lock
const ADMINISTRATORS = 7_001_004;
/**
 * Does what may take an administrator away, one such work after the other, and undoes it all if nobody would be left who can
 * sign in as a super administrator. Two who remove each other at once: one of them stays. @throws Fault last_admin
 */
export async function keepingAdministrator<T>(tx: Runner, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATORS}::bigint)`);
  const anyone = async (): Promise<boolean> => (await tx.execute(sql`select 1 from sys_user u where u.role = 1 and u.status = 1 and ${LIVING} and u.password_hash <> ${NO_PASSWORD} and not ${ENDED} limit 1`)).rows.length > 0;
  const before = await anyone();
  const done = await work();
  if (before && !(await anyone())) throw new Fault('last_admin');
  return done;
}
/**
 * The living accounts of these ids that the viewer sees, locked until the transaction ends, in the order of their ids; and the
 * viewer's own with them, for the call may have waited since it was asked who that is. @throws Fault expired, forbidden
 */
export async function lockAccounts(tx: Runner, viewer: Pick<Viewer, 'userId' | 'role'>, ids: readonly string[]): Promise<Told[]> {
  // no stronger than an update needs: an idempotency record of the viewer's holds a lock on that row's key
  const { rows } = await tx.execute<Told & { living: boolean }>(sql`select ${TOLD}, ${LIVING} as living from sys_user u where u.id = any(${sql.param([...ids, viewer.userId])}::bigint[]) order by u.id for no key update of u`);
  const actor = rows.find(({ id }) => id === viewer.userId);
  if (actor?.living !== true || actor.status !== 1) throw new Fault('expired');
  if (actor.role !== viewer.role) throw new Fault('forbidden');
  const asked = new Set(ids.map((id) => String(BigInt(id))));
  return rows.filter((row) => asked.has(row.id) && row.living && row.role >= viewer.role).map(({ living: _living, ...told }): Told => told as Told);
}
