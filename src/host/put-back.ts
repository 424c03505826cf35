import { sql, type SQL } from 'drizzle-orm';
import type { Runner } from './reach.ts';

/** Names of a table's columns that can be written, but these. */
export async function columnsOf(tx: Runner, table: string, but: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`select quote_ident(attname) as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`);
  return rows.map(({ name }) => name).filter((name) => !but.includes(name));
}
/** `a = s.a, b = s.b`: each column from the row `s` that was kept. */
export const assigned = (names: readonly string[]): SQL => sql.raw(names.map((name) => `${name} = s.${name}`).join(', '));

/**
 * Makes the rows of one record in a table what they were: new ones go, changed ones change back, lost ones return. `owner`: the column
 * that says whose they are, `key` what tells them apart beside it, `was`: the rows that were kept, as a FROM item, `stays`: columns
 * that are none of the record's own story and stay as they are.
 */
export async function putBack(tx: Runner, { table, key, owner, id, was, stays = [] }: { table: string; key: string; owner: string; id: string; was: SQL; stays?: readonly string[] }): Promise<void> {
  const names = await columnsOf(tx, table, [key, ...stays]);
  const [t, k, o, all] = [sql.raw(table), sql.raw(key), sql.raw(owner), sql.raw([key, ...names].join(', '))];
  await tx.execute(sql`delete from ${t} t where t.${o} = ${id} and not exists (select 1 from ${was} s where s.${k} = t.${k})`);
  await tx.execute(sql`update ${t} t set ${assigned(names)} from ${was} s where t.${o} = ${id} and s.${k} = t.${k} and to_jsonb(s) - ${sql.param(stays)}::text[] is distinct from to_jsonb(t) - ${sql.param(stays)}::text[]`);
  await tx.execute(sql`insert into ${t} (${all}) overriding system value select ${all} from ${was} s where not exists (select 1 from ${t} t where t.${o} = ${id} and t.${k} = s.${k})`);
}
