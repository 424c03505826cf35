import type { Database } from '../../host/db/open.ts';
import { unseal } from './totp.ts';

/** Names of the accounts whose authenticator secret cannot be read under this secret, so that they cannot sign in by it; in a database of any version. */
export async function unreadable({ pool }: Pick<Database, 'pool'>, secret: Buffer): Promise<string[]> {
  const { rows: [known] } = await pool.query<{ yes: boolean }>(`select exists (select from information_schema.columns where table_schema = 'public' and table_name = 'sys_user' and column_name = 'totp_confirmed_at') as yes`);
  if (known?.yes !== true) return [];
  const { rows } = await pool.query<{ id: string; username: string; sealed: Buffer }>('select id::text, username::text, totp_secret as sealed from sys_user where totp_secret is not null and totp_confirmed_at is not null and deleted_at is null order by id');
  return rows.filter(({ id, sealed }) => unseal(secret, id, sealed) === null).map(({ username }) => username);
}
