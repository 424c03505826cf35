import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from './open.ts';

const LOCK = 73_052_026;
/** Beside the bundle when built, beside this folder in the sources. */
const FOLDER = [new URL('./migrations', import.meta.url), new URL('../migrations', import.meta.url)].map((url) => fileURLToPath(url)).find((folder) => existsSync(folder));

interface Journal {
  entries: { when: number; tag: string }[];
}
function folder(): string {
  if (FOLDER === undefined) throw new Error('the migrations are missing from this build');
  return FOLDER;
}
const journal = (): Journal => JSON.parse(readFileSync(join(folder(), 'meta/_journal.json'), 'utf8')) as Journal;
/** Names of the versions that the schema has had, oldest first; the last is this build's. */
export const schemaVersions = (): string[] => journal().entries.map(({ tag }) => tag);

/** The version that a database has: null when it has none, `unknown` when it is of a newer build. */
export async function schemaOf(pool: Pick<Database['pool'], 'query'>): Promise<string | null> {
  const { rows: [there] } = await pool.query<{ there: boolean }>(`select to_regclass('drizzle.__drizzle_migrations') is not null as there`);
  if (there?.there !== true) return null;
  const { rows: [last] } = await pool.query<{ at: string | null }>('select max(created_at)::text as at from drizzle.__drizzle_migrations');
  if (last === undefined || last.at === null) return null;
  return journal().entries.find(({ when }) => String(when) === last.at)?.tag ?? 'unknown';
}

/** The migrations up to `last`, in a folder of their own. */
function folderUpTo(last: string): string {
  const { entries, ...rest } = journal();
  const kept = entries.slice(0, entries.findIndex(({ tag }) => tag === last) + 1);
  const made = mkdtempSync(join(tmpdir(), 'nursing-migrations-'));
  mkdirSync(join(made, 'meta'));
  writeFileSync(join(made, 'meta/_journal.json'), JSON.stringify({ ...rest, entries: kept }));
  for (const { tag } of kept) cpSync(join(folder(), `${tag}.sql`), join(made, `${tag}.sql`));
  return made;
}

/**
 * Brings the schema up to date, or up to the version `last` of `schemaVersions`. Any number of instances may start at once:
 * one migrates, the others wait and find nothing to do. A database of a newer build is left as it is.
 */
export async function migrateDatabase(database: Pick<Database, 'pool'>, last?: string): Promise<void> {
  const migrationsFolder = last === undefined ? folder() : folderUpTo(last);
  const client = await database.pool.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set client_min_messages = warning');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    try {
      await migrate(drizzle(client), { migrationsFolder });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]);
    }
  } finally {
    client.release(true); // its settings go with it
    if (last !== undefined) rmSync(migrationsFolder, { recursive: true, force: true });
  }
}
