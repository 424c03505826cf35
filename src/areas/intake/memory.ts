import type { ClientBase } from 'pg';

/** What a run of the import leaves in the audit: how many rows, and the numbers of those that were refused; `faulty`: for what they say themselves. */
export interface Run {
  action: 'caregiver.import' | 'order.import';
  actor: { id: string; role: number };
  loaded: number;
  refused: readonly string[];
  faulty: readonly string[];
}
/** Keeps a run in mind, as of its end, unless it changed nothing and was refused the same rows as one before. */
export async function rememberRun(client: ClientBase, { action, actor, loaded, refused, faulty }: Run): Promise<void> {
  const list = (numbers: readonly string[]): string => JSON.stringify([...new Set(numbers)].sort());
  await client.query(
    `INSERT INTO audit_event (at, actor_id, actor_role, action, entity, ok, after)
     SELECT clock_timestamp(), $1, $2, $3::text, split_part($3, '.', 1), true, jsonb_build_object('loaded', $4::int, 'refused', $5::jsonb, 'faulty', $6::jsonb)
     WHERE $4::int > 0 OR NOT EXISTS (SELECT FROM audit_event a WHERE a.action = $3 AND a.after -> 'refused' = $5::jsonb AND a.after -> 'faulty' = $6::jsonb)`,
    [actor.id, actor.role, action, loaded, list(refused), list(faulty)],
  );
}
/** Staff numbers of caregivers that some sheet had only in rows that can never be loaded as they are. */
export async function faultyCaregivers(client: ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ no: string }>(`SELECT DISTINCT jsonb_array_elements_text(after -> 'faulty') AS no FROM audit_event WHERE action = 'caregiver.import'`);
  return new Set(rows.map((row) => row.no));
}
