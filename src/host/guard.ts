import type { Pool } from 'pg';
import { may, namesOf, rightsOf, RIGHTS, type Right } from '../kernel/access.ts';
import type { Endpoint } from '../kernel/endpoint.ts';
import { Fault } from '../kernel/error.ts';
import type { Viewer } from './answer.ts';
import type { Scope } from './reach.ts';
import { hashToken } from './token.ts';

/** Who asks and what they see. */
export interface Seen {
  viewer: Viewer;
  scope: Scope;
  /** The password is a one-time one. */
  mustChange: boolean;
  /** The number of the last write of this account, if that is less than a minute ago: what it reads must know of it (host/db/replica.ts). */
  wrote: string | null;
}
/** Nobody: what an open endpoint is given. */
export const NOBODY: Seen = { viewer: { userId: '', sessionId: '', username: '', nickname: '', role: 0, roles: [], perms: [] }, scope: [], mustChange: false, wrote: null };

// One prepared look-up on a unique key, no cache: what is disabled, demoted or moved acts on the very next call.
const WHO = `
  u.id::text as "userId", s.id::text as "sessionId", u.username::text as username, coalesce(u.nickname, u.username::text) as nickname, u.role, u.must_change_password as "mustChange",
    s.last_seen_at < now() - interval '1 minute' and current_setting('transaction_read_only') = 'off' as stale, (select m.n::text from write_mark m where m.account_id = u.id and m.at > now() - interval '1 minute') as wrote,
    (select coalesce(json_agg(json_build_object('hospitalId', h.hospital_id::text, 'departments', h.department_ids::text[])), '[]') from sys_user_hospital h where h.user_id = u.id) as places`;
const ALIVE = `
  from sys_token t join sys_session s on s.id = t.session_id join sys_user u on u.id = s.user_id
  where t.kind = 'access' and t.expires_at > now()
    and s.revoked_at is null and s.expires_at > now() and s.last_seen_at + make_interval(secs => s.idle_seconds) > now()
    and u.status = 1 and u.deleted_at is null`;
const LOOK_UP = `select ${WHO} ${ALIVE} and t.hash = $1`;
const LOOK_UP_ALL = `select encode(t.hash, 'hex') as hash, ${WHO} ${ALIVE} and t.hash = any($1)`;
interface Row extends Omit<Viewer, 'roles' | 'perms'> {
  stale: boolean;
  mustChange: boolean;
  wrote: string | null;
  places: { hospitalId: string; departments: string[] }[];
}

const seenIn = ({ stale: _stale, places, mustChange, wrote, ...who }: Row): Seen => ({ mustChange, wrote, viewer: { ...who, roles: namesOf(who.role), perms: rightsOf(who.role) }, scope: who.role === 1 || who.role === 2 ? 'all' : who.role === 3 || who.role === 4 ? places : [] });

/**
 * Looks up the owner of an access token, with today's status, role and scope. `attended`: someone is there, which moves the idle
 * end of the session; what a page asks by itself does not. @throws Fault expired
 */
export async function findViewer(pool: Pool, token: unknown, attended = true): Promise<Seen> {
  if (typeof token !== 'string' || token === '' || token.length > 100) throw new Fault('expired');
  const { rows } = await pool.query<Row>({ name: 'viewer_by_token', text: LOOK_UP, values: [hashToken(token)] });
  if (rows[0] === undefined) throw new Fault('expired');
  // being here moves the idle end; once a minute is exact enough and spares a write on every read. Where it cannot be noted, nobody is refused for that
  if (attended && rows[0].stale) await pool.query(`update sys_session set last_seen_at = now() where id = $1 and last_seen_at < now() - interval '1 minute'`, [rows[0].sessionId]).catch(() => undefined);
  return seenIn(rows[0]);
}
/** Which of these tokens (their hashes in hex) still live, and whom each one lets in today. Nobody's idle end moves. */
export async function findViewers(pool: Pool, hashes: readonly string[]): Promise<Map<string, Seen>> {
  const { rows } = await pool.query<Row & { hash: string }>({ name: 'viewers_by_token', text: LOOK_UP_ALL, values: [hashes.map((hash) => Buffer.from(hash, 'hex'))] });
  return new Map(rows.map(({ hash, ...row }) => [hash, seenIn(row)]));
}
/** Whose session this is, for work that outlives a call: with today's status, role and scope. Nobody need be there any more, but who was signed out is not acted for. @throws Fault expired */
export async function findOwner(pool: Pool, sessionId: string | null): Promise<Seen> {
  const { rows } = await pool.query<Row>(`select ${WHO} from sys_session s join sys_user u on u.id = s.user_id where s.id = $1::uuid and s.revoked_at is null and u.status = 1 and u.deleted_at is null`, [sessionId]);
  if (rows[0] === undefined) throw new Fault('expired');
  return seenIn(rows[0]);
}

/** May this viewer call it? @throws Fault must_change, forbidden */
export function allow(endpoint: Endpoint, { viewer, mustChange }: Seen): void {
  if (mustChange && endpoint.beforeChange !== true) throw new Fault('must_change');
  if (!maySee(endpoint.may, viewer)) throw new Fault('forbidden');
}
/** Whether that opens it to this viewer. */
export const maySee = (opens: Endpoint['may'], viewer: Seen['viewer']): boolean => opens === 'open' || opens === 'signed-in' || may(viewer, opens);
/** Refuses to mount a call that nobody said who may make. @throws Error */
export function checkMay(endpoint: Endpoint): void {
  const said = [endpoint.may ?? []].flat();
  const known = said.length > 0 && said.every((m) => m === 'open' || m === 'signed-in' || RIGHTS.includes(m as Right));
  if (!known) throw new Error(`${endpoint.method} ${endpoint.path} cannot be mounted: it does not say who may call it`);
}
