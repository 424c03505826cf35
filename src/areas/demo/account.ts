import type { ClientBase } from 'pg';
import { hashPassword } from '../../host/password.ts';

/** The demonstration accounts' password; a production start refuses it (server-stack.md). */
export const DEMO_PASSWORD = 'Peihu-2026!';
/** One account per role; the last two belong to the first two hospitals. */
export const DEMO_ACCOUNTS = [
  { username: 'admin', nickname: '系统管理员', role: 1, scoped: false },
  { username: 'ops', nickname: '运营小周', role: 2, scoped: false },
  { username: 'resident', nickname: '驻院林主管', role: 3, scoped: true },
  { username: 'hospital', nickname: '医院护理部', role: 4, scoped: true },
] as const;
export const DEMO_USERNAMES = DEMO_ACCOUNTS.map((account) => account.username);

/** Makes the demonstration accounts, or takes those that are there; answers their ids in the order above. */
export async function makeAccounts(client: ClientBase, at: string, hospitals: readonly number[]): Promise<string[]> {
  const password = await hashPassword(DEMO_PASSWORD);
  const ids: string[] = [];
  for (const { username, nickname, role, scoped } of DEMO_ACCOUNTS) {
    const there = await client.query<{ id: string }>('SELECT id::text FROM sys_user WHERE username = $1 AND deleted_at IS NULL', [username]);
    const id = there.rows[0]?.id ?? (await client.query<{ id: string }>(`INSERT INTO sys_entity (kind) VALUES ('user') RETURNING id::text`)).rows[0]!.id;
    if (there.rows.length === 0)
      await client.query('INSERT INTO sys_user (id, username, password_hash, nickname, role, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6)', [id, username, password, nickname, role, at]);
    if (scoped) await client.query('INSERT INTO sys_user_hospital (user_id, hospital_id) SELECT $1, unnest($2::bigint[]) ON CONFLICT DO NOTHING', [id, hospitals]);
    ids.push(id);
  }
  return ids;
}
