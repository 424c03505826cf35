import type { ClientBase } from 'pg';

/** The account that stands for a command where a row must name who wrote it: nobody can sign in as it, no list shows it. */
export async function clerk(client: ClientBase): Promise<{ id: string; role: number }> {
  const there = await client.query<{ id: string }>(`SELECT id::text FROM sys_user WHERE username = 'system' AND password_hash = '!'`);
  if (there.rows[0]) return { id: there.rows[0].id, role: 2 };
  const { rows } = await client.query<{ id: string }>(`INSERT INTO sys_entity (kind) VALUES ('user') RETURNING id::text`);
  await client.query(`INSERT INTO sys_user (id, username, password_hash, nickname, role, status, deleted_at) VALUES ($1, 'system', '!', '系统导入', 2, 0, now())`, [rows[0]!.id]);
  return { id: rows[0]!.id, role: 2 };
}
