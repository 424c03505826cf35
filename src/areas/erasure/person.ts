import { sql, type SQL } from 'drizzle-orm';
import type { Runner } from '../../host/reach.ts';
import { ERASED, telling, without } from './redact.ts';

/** How many rows of each table were changed or removed. */
export type Counts = Record<string, number>;
/** Runs statements by the name of the table that they change, each ending in what it returns. */
export async function inTables(tx: Runner, statements: Readonly<Record<string, SQL>>): Promise<Counts> {
  const counts: Counts = {};
  for (const [table, statement] of Object.entries(statements)) counts[table] = (await tx.execute<{ n: number }>(sql`with done as (${statement} returning 1) select count(*)::int as n from done`)).rows[0]!.n;
  return counts;
}
/** A column that is erased where something stands in it, for those that must not, or need not, become empty. */
export const gone = (column: string): SQL => sql.raw(`${column} = case when ${column} is not null then '${ERASED}' end`);
/** Columns that become empty. */
export const empty = (...columns: string[]): SQL => sql.raw(columns.map((column) => `${column} = null`).join(', '));

const like = (words: readonly string[]): SQL => sql`${sql.param(words.map((word) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`))}::text[]`;
/** How a word stands in JSON. */
const inJson = (word: string): string => JSON.stringify(word).slice(1, -1);

/**
 * What is kept beside the records: answers that were kept for a repeat of their call (which is then refused), drafts of forms, saved views.
 * `keys`: numbers of the records; `words`: names and numbers of the people, whole; `patients`: ids, as a draft may have one.
 */
export async function eraseBeside(tx: Runner, keys: readonly string[], words: readonly string[], patients: readonly string[] = []): Promise<Counts> {
  const theirs = telling(words);
  const found = [...keys, ...theirs].map(inJson);
  const counts = await inTables(tx, {
    idempotency_key: sql`update idempotency_key set response = null where response::text like any(${like(found)})`,
    user_pref: sql`delete from user_pref where key like 'draft:%' and (value::text like any(${like(found)}) or value->'draft'->'patient'->>'value' = any(${sql.param(patients)}::text[]))`,
  });
  const { rows: views } = await tx.execute<{ id: string; query: unknown }>(sql`select v.id::text, v.query from saved_view v where v.query::text like any(${like(theirs.map(inJson))}) order by v.id for update`);
  for (const { id, query } of views) await tx.execute(sql`update saved_view set query = ${JSON.stringify(without(query, theirs))}::jsonb, version = version + 1 where id = ${id}`);
  return { ...counts, saved_view: views.length };
}
