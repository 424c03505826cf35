import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from './open.ts';

const LOCK = 73_052_026;
/** Beside the bundle when built, beside this folder in the sources. */
const FOLDER = [new URL('./migrations', import.meta.url), new URL('../migrations', import.meta.url)].map((url) => fileURLToPath(url)).find((folder) => existsSync(folder));

/** Brings the schema up to date. Any number of instances may start at once: one migrates, the others wait and find nothing to do. */
export async function migrateDatabase(database: Pick<Database, 'pool'>): Promise<void> {
  if (FOLDER === undefined) throw new Error('the migrations are missing from this build');
  const client = await database.pool.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set client_min_messages = warning');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    try {
      await migrate(drizzle(client), { migrationsFolder: FOLDER });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]);
    }
  } finally {
    client.release(true); // its settings go with it
  }
}
