import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { namesOf, rightsOf } from '../../kernel/access.ts';
import { Fault } from '../../kernel/error.ts';
import type { Ask, Viewer, Written } from '../../host/answer.ts';
import { audit } from '../../host/audit.ts';
import { drawCaptcha } from '../../host/captcha.ts';
import type { House } from '../../host/house.ts';
import { count, forget, TRIALS } from '../../host/limit.ts';
import { hashPassword, outdated } from '../../host/password.ts';
import type { Runner } from '../../host/reach.ts';
import { hashAnswer, hashToken, newToken, same, successor } from '../../host/token.ts';
import type { UserInfo } from './contract.ts';

/** How long things live, in seconds. A remembered session outlives a closed browser, so its idle time is as long as itself. */
export const LIFE = { captcha: 180, access: 30 * 60, day: { idle: 30 * 60, whole: 12 * 3600 }, remembered: { idle: 7 * 86_400, whole: 7 * 86_400 }, grace: 10 } as const;

interface Account {
  id: string;
  username: string;
  nickname: string;
  avatar: string | null;
  role: number;
  status: number;
  passwordHash: string;
}
const ACCOUNT = sql`id::text, username::text, coalesce(nickname, username::text) as nickname, avatar, role, status, password_hash as "passwordHash"`;
const infoOf = ({ id, username, nickname, avatar, role }: Account): UserInfo => ({ userId: id, username, nickname, avatar, role, roles: [...namesOf(role)], perms: [...rightsOf(role)] });
const answerHash = (house: House, key: string, answer: string) => hashAnswer(house.secret, 'captcha', key, answer.trim().toUpperCase());

/** Draws a captcha and keeps the keyed hash of its answer. */
export async function newCaptcha(house: House): Promise<{ captchaKey: string; captchaBase64: string }> {
  const key = randomBytes(16).toString('base64url');
  const { answer, image } = drawCaptcha();
  await house.db.execute(sql`insert into sys_captcha (key, answer_hash, expires_at) values (${key}, ${answerHash(house, key, answer)}, now() + make_interval(secs => ${LIFE.captcha}))`);
  await house.messenger.send({ kind: 'captcha', key, answer, at: new Date().toISOString() });
  return { captchaKey: key, captchaBase64: image };
}
/** Right or wrong, the look spends it. @throws Fault bad_captcha */
async function spendCaptcha(house: House, key: string, answer: string): Promise<void> {
  const { rows } = await house.db.execute<{ hash: Buffer; alive: boolean }>(sql`delete from sys_captcha where key = ${key} returning answer_hash as hash, expires_at > now() as alive`);
  if (!rows[0]?.alive || !same(rows[0].hash, answerHash(house, key, answer))) throw new Fault('bad_captcha');
}

async function addTokens(tx: Runner, sessionId: string, token: string, refreshToken: string): Promise<number> {
  const { rows } = await tx.execute<{ left: number }>(sql`
    insert into sys_token (hash, session_id, kind, expires_at)
    select t.hash, s.id, t.kind, least(s.expires_at, now() + make_interval(secs => t.life))
    from sys_session s, (values (${hashToken(token)}::bytea, 'access', ${LIFE.access}::int), (${hashToken(refreshToken)}::bytea, 'refresh', ${LIFE.remembered.whole}::int)) as t (hash, kind, life)
    where s.id = ${sessionId} returning case kind when 'access' then floor(extract(epoch from expires_at - now()))::int end as left`);
  return rows.find((row) => row.left !== null)!.left;
}

/** Signs in: captcha, at most ten trials per account, one hash whatever is wrong, one answer whatever is wrong. @throws Fault bad_captcha, bad_sign_in */
export async function signIn(house: House, ask: Pick<Ask, 'from' | 'about' | 'write'>, said: { username: string; password: string; captchaKey: string; captchaCode: string; rememberMe: boolean }) {
  ask.about.entity = 'user';
  await spendCaptcha(house, said.captchaKey, said.captchaCode);
  const { rows: [found] } = await house.db.execute<Account & Record<string, unknown>>(sql`select ${ACCOUNT} from sys_user where username = ${said.username} and deleted_at is null`);
  if (found) ask.about.entityId = found.id;
  // counted by account, not by how its name was spelt, and before the password is looked at: parallel guesses cannot slip through
  const key = `trial:${found ? found.id : hashToken(said.username.toLowerCase()).toString('base64url')}`;
  const { n } = await count(house.db, key, TRIALS.seconds);
  const right = await house.checkPassword(found?.passwordHash, said.password);
  if (!found || !right || found.status !== 1 || n > TRIALS.calls) throw new Fault('bad_sign_in');
  const fresh = outdated(found.passwordHash, house.cost) ? await hashPassword(said.password, house.cost) : null;
  return ask.write(async (tx) => {
    if (fresh !== null) await tx.execute(sql`update sys_user set password_hash = ${fresh} where id = ${found.id}`);
    await forget(tx, key);
    return begin(tx, found, said.rememberMe, ask.from);
  });
}
async function begin(tx: Runner, account: Account, rememberMe: boolean, from: Ask['from']): Promise<Written<{ token: string; refreshToken: string; expiresIn: number; userInfo: UserInfo }>> {
  const { idle, whole } = rememberMe ? LIFE.remembered : LIFE.day;
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into sys_session (user_id, remember_me, idle_seconds, ip, user_agent, expires_at)
    values (${account.id}, ${rememberMe}, ${idle}, ${from.ip}, ${from.userAgent}, now() + make_interval(secs => ${whole})) returning id::text`);
  const sessionId = rows[0]!.id;
  await tx.execute(sql`update sys_user set last_login_at = now(), last_login_ip = ${from.ip} where id = ${account.id}`);
  const [token, refreshToken] = [newToken(), newToken()];
  const expiresIn = await addTokens(tx, sessionId, token, refreshToken);
  return { result: { token, refreshToken, expiresIn, userInfo: infoOf(account) }, entity: 'user', entityId: account.id, actor: { userId: account.id, role: account.role, sessionId } };
}

interface Presented extends Record<string, unknown> {
  sessionId: string;
  userId: string;
  role: number;
  used: 'never' | 'just now' | 'before';
}
/**
 * Exchanges a refresh token for its one successor. Used again within ten seconds it gives the same successor, so tabs that
 * refresh at once all stay signed in; used again later it is a replay and ends the family. @throws Fault expired
 */
export async function refresh(house: House, refreshToken: string, from: Ask['from']) {
  const [token, next] = [successor(house.secret, 'access', refreshToken), successor(house.secret, 'refresh', refreshToken)];
  const pair = await house.db.transaction(async (tx) => {
    const { rows: [row] } = await tx.execute<Presented>(sql`
      select s.id::text as "sessionId", u.id::text as "userId", u.role,
        case when t.used_at is null then 'never' when t.used_at > now() - make_interval(secs => ${LIFE.grace}) then 'just now' else 'before' end as used
      from sys_token t join sys_session s on s.id = t.session_id join sys_user u on u.id = s.user_id
      where t.hash = ${hashToken(refreshToken)} and t.kind = 'refresh' and t.expires_at > now()
        and s.revoked_at is null and s.expires_at > now() and s.last_seen_at + make_interval(secs => s.idle_seconds) > now()
        and u.status = 1 and u.deleted_at is null
      for update of t`);
    if (!row) return null;
    if (row.used === 'before') {
      await end(tx, row.sessionId, 'replay');
      await audit(tx, { actor: row, action: 'refresh.replay', entity: 'user', entityId: row.userId, ok: false, error: 'expired', from });
      return null; // returned, not thrown: the end of the family must be kept
    }
    if (row.used === 'just now') {
      const { rows: [left] } = await tx.execute<{ left: number }>(sql`select greatest(0, floor(extract(epoch from expires_at - now())))::int as left from sys_token where hash = ${hashToken(token)}`);
      return { token, refreshToken: next, expiresIn: left!.left };
    }
    await tx.execute(sql`update sys_token set used_at = now() where hash = ${hashToken(refreshToken)}`);
    await tx.execute(sql`update sys_session set last_seen_at = now() where id = ${row.sessionId}`);
    return { token, refreshToken: next, expiresIn: await addTokens(tx, row.sessionId, token, next) };
  });
  if (pair === null) throw new Fault('expired');
  return pair;
}

/** Ends a session: all its tokens are dead at once, everywhere. */
export const end = (tx: Runner, sessionId: string, reason: string): Promise<unknown> => tx.execute(sql`update sys_session set revoked_at = now(), revoke_reason = ${reason} where id = ${sessionId} and revoked_at is null`);

/** User info as sign-in gives it, read anew. */
export async function userInfo(house: House, viewer: Viewer): Promise<UserInfo> {
  const { rows } = await house.db.execute<Account & Record<string, unknown>>(sql`select ${ACCOUNT} from sys_user where id = ${viewer.userId}`);
  return infoOf(rows[0]!);
}
