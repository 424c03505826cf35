import { sql, type SQL } from 'drizzle-orm';
import { Fault } from '../../kernel/error.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import type { Viewer, Written } from '../../host/answer.ts';
import { iso } from '../../host/column.ts';
import type { House } from '../../host/house.ts';
import type { Runner } from '../../host/reach.ts';
import { endSession, endSessionsOf } from '../../host/session.ts';
import { lockAccounts } from '../account/tables.ts';
import type { session } from './contract.ts';

type Place = Reply<typeof session.places>[number];
const LIVING = sql`s.revoked_at is null and s.expires_at > now() and s.last_seen_at + make_interval(secs => s.idle_seconds) > now()`;

async function placesWhere(runner: Runner, viewer: Viewer, where: SQL): Promise<Place[]> {
  const { rows } = await runner.execute<Place & Record<string, unknown>>(sql`
    select s.id::text, host(s.ip) as ip, s.user_agent as "userAgent", s.remember_me as "rememberMe", ${iso(sql`s.created_at`)} as "createdAt", ${iso(sql`s.last_seen_at`)} as "lastSeenAt",
      ${iso(sql`least(s.expires_at, s.last_seen_at + make_interval(secs => s.idle_seconds))`)} as "expiresAt", s.id::text = ${viewer.sessionId} as current
    from sys_session s where ${LIVING} and ${where} order by s.last_seen_at desc, s.created_at desc limit 200`);
  return rows;
}
/** The living sessions of one's own, the one last used first. `expiresAt`: when it ends if it is not used. */
export const places = (house: House, viewer: Viewer): Promise<Place[]> => placesWhere(house.db, viewer, sql`s.user_id = ${viewer.userId}`);
/** Ends one of one's own. @throws Fault not_found, for another's as for none */
export async function endPlace(tx: Runner, viewer: Viewer, sessionId: string): Promise<Written<null>> {
  const { rows } = await tx.execute(sql`select 1 from sys_session s where s.id::text = ${sessionId} and s.user_id = ${viewer.userId} and ${LIVING}`);
  if (rows.length === 0) throw new Fault('not_found');
  await endSession(tx, sessionId, 'ended by the owner');
  return { result: null, entity: 'session', entityId: sessionId };
}

/** The living sessions of an account at or below the viewer's role. @throws Fault not_found, when it stands above too */
export async function placesOf(house: House, viewer: Viewer, userId: string): Promise<Place[]> {
  const { rows } = await house.db.execute(sql`select 1 from sys_user u where u.id::text = ${userId} and u.role >= ${viewer.role} and u.deleted_at is null`);
  if (rows.length === 0) throw new Fault('not_found');
  return placesWhere(house.db, viewer, sql`s.user_id = ${userId}`);
}
/** Ends all of an account below the viewer's role. @throws Fault not_found, forbidden when it stands beside, yourself: one's own are ended one by one or by signing out */
export async function endPlacesOf(tx: Runner, viewer: Viewer, userId: string): Promise<Written<null>> {
  const [found] = await lockAccounts(tx, viewer, [userId]);
  if (found === undefined) throw new Fault('not_found');
  if (found.id === viewer.userId) throw new Fault('yourself');
  if (found.role === viewer.role) throw new Fault('forbidden');
  await endSessionsOf(tx, found.id, 'ended by an administrator');
  return { result: null, entity: 'user', entityId: found.id };
}
