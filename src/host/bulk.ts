import { sql } from 'drizzle-orm';
import type { Runner } from './reach.ts';

/** What runs a statement with `$1` in it: a client of the pool, or a transaction (`clientOf`). */
export interface Client {
  query: <T extends object>(text: string, values?: unknown[]) => Promise<{ rows: T[] }>;
}
/** A transaction of a handler, asked as a client is. */
export const clientOf = (tx: Runner): Client => ({
  query: async <T extends object>(text: string, values: unknown[] = []) => ({ rows: (await tx.execute(sql.join(text.split(/\$(\d+)/).map((part, i) => (i % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`))))).rows as T[] }),
});

/** A value on its way into a column: text that PostgreSQL's own input reads. */
export type Cell = string | number | boolean | null | readonly string[];
export type Row = Readonly<Record<string, Cell>>;
/** Column name → SQL type, in the order of the statement. */
export type Columns = Readonly<Record<string, string>>;

const literal = (items: readonly string[]): string => `{${items.map((item) => `"${item.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
const text = (cell: Cell | undefined): string | null => (cell === null || cell === undefined ? null : typeof cell === 'string' ? cell : Array.isArray(cell) ? literal(cell as readonly string[]) : String(cell));

/** The rows as arrays of text, one per column: what `unnest` takes. */
export const byColumn = (names: readonly string[], rows: readonly Row[]): (string | null)[][] => names.map((name) => rows.map((row) => text(row[name])));

/**
 * Inserts rows by one statement per 5,000: `INSERT … SELECT … FROM unnest($1::text[], …)`, the fastest way that works alike on
 * both engines (server-stack.md 2.2). A column named `id` is written as given, so call `continueIds` afterwards.
 */
export async function insertRows(client: Client, table: string, columns: Columns, rows: readonly Row[]): Promise<void> {
  const names = Object.keys(columns);
  const statement =
    `INSERT INTO ${table} (${names.join(', ')}) ${'id' in columns ? 'OVERRIDING SYSTEM VALUE ' : ''}` +
    `SELECT ${names.map((name) => `t.${name}::${columns[name]}`).join(', ')} FROM unnest(${names.map((_, i) => `$${i + 1}::text[]`).join(', ')}) AS t(${names.join(', ')})`;
  for (let at = 0; at < rows.length; at += 5000) await client.query(statement, byColumn(names, rows.slice(at, at + 5000)));
}

/** Lets a table's identity go on after the ids that were written by hand. */
export const continueIds = (client: Client, table: string): Promise<unknown> =>
  client.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), greatest(coalesce((SELECT max(id) FROM ${table}), 0), 1), (SELECT count(*) > 0 FROM ${table}))`, [table]);
