// Who in the database says something of somebody.
import type { Api } from './api.ts';

/** Which tables say any of these words anywhere: in a text, a JSON, or the bytes of a file. */
export async function tellers({ rows }: Pick<Api, 'rows'>, words: readonly string[]): Promise<string[]> {
  const tables = await rows<{ name: string }>(`select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`);
  const found: string[] = [];
  for (const { name } of tables)
    for (const word of words)
      if ((await rows(`select 1 from ${name} x where position($1 in x::text) > 0 or position(encode(convert_to($1, 'UTF8'), 'hex') in x::text) > 0 limit 1`, [word])).length > 0) found.push(`${name}: ${word}`);
  return found;
}
