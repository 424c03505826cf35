import type { ClientBase } from 'pg';

/** What a run of the import leaves in the audit: how many rows, and the numbers of those that were refused. */
export interface Run {
  action: 'caregiver.import' | 'order.import';
  actor: { id: string; role: number };
  loaded: number;
  refused: readonly string[];
}
/** Keeps a run in mind, unless it changed nothing and was refused the same rows as one before. */
export async function rememberRun(client: ClientBase, { action, actor, loaded, refused }: Run): Promise<void> {
  const known = JSON.stringify([...new Set(refused)].sort());
  await client.query(
    `INSERT INTO audit_event (actor_id, actor_role, action, entity, ok, after)
     SELECT $1, $2, $3::text, split_part($3, '.', 1), true, jsonb_build_object('loaded', $4::int, 'refused', $5::jsonb)
     WHERE $4::int > 0 OR NOT EXISTS (SELECT FROM audit_event a WHERE a.action = $3 AND a.after -> 'refused' = $5::jsonb)`,
    [actor.id, actor.role, action, loaded, known],
  );
}
/** Staff numbers of caregivers that some sheet had and the import refused. */
export async function refusedCaregivers(client: ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ no: string }>(`SELECT DISTINCT jsonb_array_elements_text(after -> 'refused') AS no FROM audit_event WHERE action = 'caregiver.import'`);
  return new Set(rows.map((row) => row.no));
}
