import type { ClientBase } from 'pg';
import type { TextRow } from './piece.ts';

/** A table and what of it is kept: generated columns follow from the others. */
export interface Table {
  /** Quoted where it must be. */
  name: string;
  columns: { name: string; type: string }[];
}
/** So that both engines, whatever their settings, write the same text for the same value. */
const PLAIN = `set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'`;
/** Makes this connection read and write values as a backup holds them. */
export const speakPlainly = (client: ClientBase): Promise<unknown> => client.query(PLAIN);

/** Every table of the schema; what others point at comes first, as far as there is such an order. */
export async function tablesOf(client: Pick<ClientBase, 'query'>): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    with recursive own as (
      select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    ), depth(oid, n) as (
      select oid, 0 from own
      union select f.conrelid, d.n + 1 from depth d join pg_constraint f on f.confrelid = d.oid and f.contype = 'f' and f.conrelid <> d.oid where d.n < 20
    )
    select quote_ident(o.relname) as name, (
      select json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from pg_attribute a where a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from own o order by (select max(d.n) from depth d where d.oid = o.oid), o.relname`);
  return rows;
}

/** Most text that is read at once, about, in characters. */
const PIECE = 2 << 20;
const MOST_ROWS = 4_000;
const asText = { getTypeParser: () => (value: string) => value } as never;
/** The rows of a table as text, some megabytes at a time. The connection is inside a transaction and asks nothing else meanwhile. */
export async function* rowsOf(client: ClientBase, { name, columns }: Table): AsyncGenerator<TextRow[]> {
  await client.query(`declare piece no scroll cursor for select ${columns.map((column) => column.name).join(', ')} from ${name}`);
  // a table may hold files: begin with few
  for (let n = 8; ; ) {
    const { rows } = await client.query<(string | null)[]>({ text: `fetch ${n} from piece`, rowMode: 'array', types: asText });
    if (rows.length === 0) break;
    yield rows;
    const size = rows.reduce((sum, row) => sum + row.reduce((all, text) => all + (text?.length ?? 0), 0), 0) / rows.length + 1;
    n = Math.max(1, Math.min(MOST_ROWS, n * 8, Math.floor(PIECE / size)));
  }
  await client.query('close piece');
}

/** Where each sequence stands: last value, and whether it was given out. */
export async function sequencesOf(client: ClientBase): Promise<Record<string, readonly [string, boolean]>> {
  const { rows: names } = await client.query<{ name: string }>(`select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`);
  const found: Record<string, readonly [string, boolean]> = {};
  for (const { name } of names) {
    const { rows: [at] } = await client.query<{ last: string; given: boolean }>(`select last_value::text as last, is_called as given from ${name}`);
    found[name] = [at!.last, at!.given];
  }
  return found;
}
