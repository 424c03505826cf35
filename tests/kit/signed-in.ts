import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** A session of this account, made without signing in, for tests that have no captcha to read; its access token. */
export async function signedIn(pool: pg.Pool, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `with session as (insert into sys_session (user_id, remember_me, idle_seconds, ip, user_agent, expires_at) values ($1, false, 3600, '127.0.0.1', 'test', now() + interval '2 hours') returning id)
     insert into sys_token (hash, session_id, kind, expires_at) select sha256($2::bytea), id, 'access', now() + interval '1 hour' from session`,
    [userId, Buffer.from(token)],
  );
  return token;
}
