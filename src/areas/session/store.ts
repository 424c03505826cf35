import { sql } from 'drizzle-orm';
import { namesOf, rightsOf } from '../../kernel/access.ts';
import { Fault } from '../../kernel/error.ts';
import type { Ask, Viewer, Written } from '../../host/answer.ts';
import { audit } from '../../host/audit.ts';
import { AHEAD } from '../../host/column.ts';
import type { House } from '../../host/house.ts';
import type { Runner } from '../../host/reach.ts';
import { endSession } from '../../host/session.ts';
import { hashToken, newToken, successor } from '../../host/token.ts';
import { ENDED } from '../account/tables.ts';
import type { UserInfo } from './contract.ts';

/** How long things live, in seconds. A remembered session outlives a closed browser, so its idle time is as long as itself. */
export const LIFE = { captcha: 180, challenge: 300, access: 30 * 60, day: { idle: 30 * 60, whole: 12 * 3600 }, remembered: { idle: 7 * 86_400, whole: 7 * 86_400 }, grace: 10 } as const;

/** What signing in reads of an account. */
export interface Account {
  id: string;
  username: string;
  nickname: string;
  avatar: string | null;
  role: number;
  status: number;
  passwordHash: string;
  /** A one-time password that has ended. */
  ended: boolean;
}
/** The columns of `Account`, of sys_user as `u`. */
export const ACCOUNT = sql`u.id::text, u.username::text, coalesce(u.nickname, u.username::text) as nickname, u.avatar, u.role, u.status, u.password_hash as "passwordHash", ${ENDED} as ended`;
const infoOf = ({ id, username, nickname, avatar, role }: Account): UserInfo => ({ userId: id, username, nickname, avatar, role, roles: [...namesOf(role)], perms: [...rightsOf(role)] });

async function addTokens(tx: Runner, sessionId: string, token: string, refreshToken: string): Promise<number> {
  const { rows } = await tx.execute<{ left: number }>(sql`
    insert into sys_token (hash, session_id, kind, expires_at)
    select t.hash, s.id, t.kind, least(s.expires_at, now() + make_interval(secs => t.life), case t.kind when 'access' then s.last_seen_at + make_interval(secs => s.idle_seconds) end)
    from sys_session s, (values (${hashToken(token)}::bytea, 'access', ${LIFE.access}::int), (${hashToken(refreshToken)}::bytea, 'refresh', ${LIFE.remembered.whole}::int)) as t (hash, kind, life)
    where s.id = ${sessionId} returning case kind when 'access' then floor(extract(epoch from expires_at - now()))::int end as left`);
  return rows.find((row) => row.left !== null)!.left;
}

/** What a finished sign-in answers; `expiresIn` in seconds. */
export interface Whole {
  token: string;
  refreshToken: string;
  expiresIn: number;
  userInfo: UserInfo;
}
/** Begins a session: all that was asked has been proved. */
export async function begin(tx: Runner, account: Account, rememberMe: boolean, from: Ask['from']): Promise<Written<Whole>> {
  const { idle, whole } = rememberMe ? LIFE.remembered : LIFE.day;
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into sys_session (user_id, remember_me, idle_seconds, ip, user_agent, expires_at, previous_login_at)
    select u.id, ${rememberMe}, ${idle}, ${from.ip || null}, ${from.userAgent}, now() + make_interval(secs => ${whole}), u.last_login_at from sys_user u where u.id = ${account.id} returning id::text`);
  const sessionId = rows[0]!.id;
  await tx.execute(sql`update sys_user set last_login_at = now(), last_login_ip = ${from.ip || null} where id = ${account.id}`);
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
 * refresh at once all stay signed in; used again later it is a replay and ends the family. `idle` as in the contract: the access
 * token ends with the idle time, so that a console which renews it ahead of that has told by then of whoever was there since. @throws Fault expired
 */
export async function refresh(house: House, { from, about }: Pick<Ask, 'from' | 'about'>, { refreshToken, idle = from.unattended === true ? Infinity : 0 }: { refreshToken: string; idle?: number | undefined }) {
  const [token, next] = [successor(house.secret, 'access', refreshToken), successor(house.secret, 'refresh', refreshToken)];
  const pair = await house.db.transaction(async (tx) => {
    const { rows: [row] } = await tx.execute<Presented>(sql`
      select s.id::text as "sessionId", u.id::text as "userId", u.role,
        case when t.used_at is null then 'never' when t.used_at between now() - make_interval(secs => ${LIFE.grace}) and now() + ${AHEAD} then 'just now' else 'before' end as used
      from sys_token t join sys_session s on s.id = t.session_id join sys_user u on u.id = s.user_id
      where t.hash = ${hashToken(refreshToken)} and t.kind = 'refresh' and t.expires_at > now()
        and s.revoked_at is null and s.expires_at > now() and s.last_seen_at + make_interval(secs => s.idle_seconds) > now()
        and u.status = 1 and u.deleted_at is null
      for update of t`);
    if (!row) return null;
    Object.assign(about, { entity: 'user', entityId: row.userId, actor: row });
    if (row.used === 'before') {
      await endSession(tx, row.sessionId, 'replay');
      await audit(tx, { actor: row, action: 'refresh.replay', entity: 'user', entityId: row.userId, ok: false, error: 'expired', from });
      return null; // returned, not thrown: the end of the family must be kept
    }
    await tx.execute(sql`update sys_session set last_seen_at = greatest(last_seen_at, now() - make_interval(secs => ${Math.min(idle, LIFE.remembered.whole)})) where id = ${row.sessionId}`);
    if (row.used === 'just now') {
      const { rows: [left] } = await tx.execute<{ left: number }>(sql`select greatest(0, floor(extract(epoch from expires_at - now())))::int as left from sys_token where hash = ${hashToken(token)}`);
      return { token, refreshToken: next, expiresIn: left!.left };
    }
    await tx.execute(sql`update sys_token set used_at = now() where hash = ${hashToken(refreshToken)}`);
    return { token, refreshToken: next, expiresIn: await addTokens(tx, row.sessionId, token, next) };
  });
  if (pair === null) throw new Fault('expired');
  return pair;
}

/** User info as sign-in gives it, read anew. */
export async function userInfo(house: House, viewer: Viewer): Promise<UserInfo> {
  const { rows } = await house.db.execute<Account & Record<string, unknown>>(sql`select ${ACCOUNT} from sys_user u where u.id = ${viewer.userId}`);
  return infoOf(rows[0]!);
}
