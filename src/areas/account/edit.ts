import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask, Viewer, Written } from '../../host/answer.ts';
import type { House } from '../../host/house.ts';
import { toldNumber } from '../../host/column.ts';
import { asKept } from '../../host/kept.ts';
import { forget } from '../../host/limit.ts';
import { hashPassword, oneTimePassword } from '../../host/password.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { ROLE_LABELS } from '../../host/role.ts';
import { endSessionsOf } from '../../host/session.ts';
import { trialKey } from '../../host/trial.ts';
import { may, namesOf, type Role } from '../../kernel/access.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { Fault, type Language } from '../../kernel/error.ts';
import { MAILBOX_CHANGED } from '../../kernel/recorded.ts';
import type { account, AccountForm } from './contract.ts';
import { FIELD_LABELS, inWords } from './label.ts';
import { checkedPlaces, isBound, placeAccount } from './place.ts';
import { ACCOUNTS, FORM, keepingAdministrator, lockAccounts, TOLD, visibleTo, type Told } from './tables.ts';

type Body<K extends 'create' | 'update'> = z.output<NonNullable<(typeof account)[K]['body']>>;
type Secret = Reply<typeof account.reset>;

/** Nobody grants a role above their own (domain.md "Who"). */
export const mayGrant = (viewer: Viewer, role: number): boolean => role >= viewer.role;
const OFFERED: readonly Role[] = [2, 3, 4];
/** The roles that the viewer may give to an account, in the reader's language; spec section 3 names the three that are chosen from. */
export const roleOptions = (viewer: Viewer, language: Language): Reply<typeof account.roles> =>
  (may(viewer, 'sys:user:add') ? OFFERED : []).filter((role) => mayGrant(viewer, role)).map((role) => ({ id: namesOf(role)[0] as 'operation', label: inWords(ROLE_LABELS[role]!, language) }));

const UNIQUE = { sys_user_username_uq: 'username', sys_user_mobile_uq: 'mobile', sys_user_email_uq: 'email' } as const;
/** Turns "that index has it already" into words: which field is taken. @throws Fault taken, or what it was */
export const tellTaken = (language: Language) => (error: unknown): never => {
  const field = UNIQUE[(error as { cause?: { constraint?: keyof typeof UNIQUE } }).cause?.constraint as keyof typeof UNIQUE];
  if (field === undefined) throw error;
  throw new Fault('taken', { detail: inWords(FIELD_LABELS[field], language) });
};
/** The account, locked, if the viewer sees it. @throws Fault not_found */
async function locked(tx: Runner, viewer: Viewer, id: string): Promise<Told> {
  const [row] = await lockAccounts(tx, viewer, [id]);
  if (row === undefined) throw new Fault('not_found');
  return row;
}

/** A new account with a password that is shown this once, and ends (`ENDED`). @throws Fault forbidden, bad_input, taken */
export async function createAccount(house: House, { viewer, write, from }: Pick<Ask, 'viewer' | 'write' | 'from'>, made: Body<'create'>): Promise<Secret> {
  if (!mayGrant(viewer, made.role)) throw new Fault('forbidden');
  const password = oneTimePassword();
  const hash = await hashPassword(password, house.cost);
  const work = write(async (tx) => {
    await lockAccounts(tx, viewer, []);
    const places = await checkedPlaces(tx, made.role, made.hospitals, from.language);
    const { rows } = await tx.execute<{ id: string }>(sql`
      with entity as (insert into sys_entity (kind) values ('user') returning id)
      insert into sys_user (id, username, password_hash, must_change_password, one_time_at, nickname, gender, role, mobile, email, status, created_by, updated_by)
      select id, ${made.username}, ${hash}, true, now(), ${made.nickname}, ${made.gender}, ${made.role}, ${made.mobile}, ${made.email}, ${made.status}, ${viewer.userId}, ${viewer.userId} from entity returning id::text`);
    const id = rows[0]!.id;
    await placeAccount(tx, id, places);
    return { result: { id, password }, secret: true, entity: 'user', entityId: id, after: await locked(tx, viewer, id) };
  });
  return work.catch(tellTaken(from.language));
}

/** A column as the edit has it; left out, as it is. */
const given = (column: string, value: unknown): SQL => (value === undefined ? sql`u.${sql.identifier(column)}` : sql`${value}`);
/** Would this change the phone, and the mailbox, of the account? */
const moved = async (tx: Runner, { id, mobile, email }: Body<'update'>): Promise<{ phone: boolean; mailbox: boolean }> =>
  (await tx.execute<{ phone: boolean; mailbox: boolean }>(sql`select u.mobile is distinct from ${given('mobile', mobile)} as phone, u.email is distinct from ${given('email', email)}::citext as mailbox from sys_user u where u.id = ${id}`)).rows[0]!;
/** Changes an account; what is left out stays, except hospitals where the role has none. Of one's own neither role, phone nor mailbox. @throws Fault not_found, forbidden, yourself, last_admin, bad_input, taken, conflict when it has moved on since `version` */
export async function updateAccount({ viewer, write, from }: Pick<Ask, 'viewer' | 'write' | 'from'>, edit: Body<'update'>): Promise<AccountForm> {
  const change = (tx: Runner) => async (): Promise<Written<AccountForm>> => {
    const before = await locked(tx, viewer, edit.id);
    // ahead of all that compares with what it is now: what was opened before somebody changed that is no try to change it back
    if (before.version !== edit.version) throw new Fault('conflict');
    if (!mayGrant(viewer, edit.role)) throw new Fault('forbidden');
    if (before.id === viewer.userId && edit.role !== before.role) throw new Fault('yourself');
    // one's own phone and mailbox are changed by a code that was sent there, in the profile
    const { phone, mailbox } = await moved(tx, edit);
    if (before.id === viewer.userId && (phone || mailbox)) throw new Fault('yourself');
    const hospitals = edit.hospitals ?? (isBound(edit.role) ? undefined : []);
    const places = hospitals && (await checkedPlaces(tx, edit.role, hospitals, from.language));
    await tx.execute(sql`
      update sys_user u set nickname = ${edit.nickname}, gender = ${given('gender', edit.gender)}, role = ${edit.role}, mobile = ${given('mobile', edit.mobile)}, email = ${given('email', edit.email)},
        sms_step = u.sms_step and ${edit.mobile !== null}, version = u.version + 1, updated_at = now(), updated_by = ${viewer.userId}
      where u.id = ${before.id}`);
    asKept(edit, before, { username: null, status: 'POST /sys/users/status/{id}' }, from.language);
    if (places !== undefined) await placeAccount(tx, before.id, places);
    const result = await new Reach(tx, 'all').one<AccountForm>(ACCOUNTS, { columns: FORM, where: [sql`u.id = ${before.id}`] });
    const now = await locked(tx, viewer, before.id);
    const after = { ...now, ...(phone && { mobile: toldNumber(before['mobile'], now['mobile']) }), ...(mailbox && { email: toldNumber(before['email'], now['email'], MAILBOX_CHANGED) }) };
    return { result: result!, entity: 'user', entityId: before.id, before, after };
  };
  return write((tx) => keepingAdministrator(tx, change(tx))).catch(tellTaken(from.language));
}

/** Enables or disables an account, or says that it is so already; disabled, it is signed out everywhere. @throws Fault not_found, yourself, last_admin */
export const setStatus = (tx: Runner, viewer: Viewer, id: string, status: number): Promise<Written<Reply<typeof account.status>>> =>
  keepingAdministrator(tx, async () => {
    const before = await locked(tx, viewer, id);
    if (before.id === viewer.userId && status === 0) throw new Fault('yourself');
    await tx.execute(sql`update sys_user set status = ${status}, version = version + 1, updated_at = now(), updated_by = ${viewer.userId} where id = ${before.id} and status <> ${status}`);
    if (status === 0) await endSessionsOf(tx, before.id, 'disabled');
    return { result: before.status === status ? 'unchanged' : null, entity: 'user', entityId: before.id, before: { status: before.status }, after: { status } };
  });

/**
 * Gives an account a new password that is shown this once, turns its second step off, for the phone may be lost too, signs it out
 * everywhere, and forgets its trials. @throws Fault not_found, yourself: one's own is changed with the old one
 */
export async function resetPassword(house: House, { viewer, write }: Pick<Ask, 'viewer' | 'write'>, id: string): Promise<Secret> {
  const password = oneTimePassword();
  const hash = await hashPassword(password, house.cost);
  return write(async (tx) => {
    const before = await locked(tx, viewer, id);
    if (before.id === viewer.userId) throw new Fault('yourself');
    const { rows: [step] } = await tx.execute<{ totp: boolean; sms: boolean }>(sql`
      update sys_user u set password_hash = ${hash}, must_change_password = true, one_time_at = now(), totp_secret = null, totp_confirmed_at = null, totp_step = null, sms_step = false, version = u.version + 1, updated_at = now(), updated_by = ${viewer.userId}
      from sys_user old where old.id = u.id and u.id = ${before.id} returning old.totp_confirmed_at is not null as totp, old.sms_step as sms`);
    await tx.execute(sql`delete from sys_recovery_code where user_id = ${before.id}`);
    await endSessionsOf(tx, before.id, 'password reset');
    await forget(tx, trialKey(before.id, ''));
    return { result: { id: before.id, password }, secret: true, entity: 'user', entityId: before.id, before: step, after: { mustChangePassword: true, totp: false, sms: false } };
  });
}

const LATE: Record<Language, string> = { 'zh-cn': '删除已超过十分钟', en: 'it was deleted more than ten minutes ago' };
/** Takes back a deletion of one's own, within ten minutes. @throws Fault not_found, refused, taken when its name or contact is another's by now */
export async function restoreAccount({ viewer, write, from }: Pick<Ask, 'viewer' | 'write' | 'from'>, id: string): Promise<null> {
  const work = write(async (tx) => {
    await lockAccounts(tx, viewer, [id]);
    const { rows: [gone] } = await tx.execute<Told & { late: boolean }>(sql`
      select ${TOLD}, u.deleted_at < now() - interval '10 minutes' as late from sys_user u
      where u.id = ${id} and u.deleted_at is not null and u.updated_by = ${viewer.userId} and ${visibleTo(viewer)}`);
    if (gone === undefined) throw new Fault('not_found');
    if (gone.late) throw new Fault('refused', { detail: LATE[from.language] });
    await tx.execute(sql`update sys_user set deleted_at = null, version = version + 1, updated_at = now() where id = ${gone.id}`);
    const { late: _late, ...before } = gone;
    return { result: null, entity: 'user', entityId: gone.id, before: { ...before, deleted: true }, after: await locked(tx, viewer, gone.id) };
  });
  return work.catch(tellTaken(from.language));
}
