import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PoolClient } from 'pg';
import { unhurried } from './lost.ts';
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

/** How long a migration waits for a table at a time (whoever comes after waits behind it), the pause in which they go on, and how long it is tried in all, ms. */
const PACE = { lock: 5_000, pause: 2_000, patience: 300_000 };
// a table that is held, and a reader and a migration that wait for each other
const NOT_NOW: readonly unknown[] = ['55P03', '40P01'];
/** Migrates in one transaction, again and again as long as somebody holds a table for long: a backup may for an hour, and nobody is to wait behind a migration that waits for it. */
async function patiently(client: PoolClient, migrationsFolder: string, log: (line: string) => void, { lock, pause, patience }: typeof PACE): Promise<void> {
  await client.query(`set lock_timeout = ${lock}`);
  const until = Date.now() + patience;
  for (let told = false; ; told = true) {
    try {
      return await migrate(drizzle(client), { migrationsFolder });
    } catch (error) {
      const { code } = ((error as Error).cause ?? error) as { code?: string };
      if (!NOT_NOW.includes(code)) throw error;
      if (Date.now() >= until) throw new Error('数据库结构未能升级：有会话长时间占用数据表（例如正在进行的备份）。没有改动任何内容，请等它结束后再启动。The schema was not brought up to date: a session holds its tables for long, such as a backup under way. Nothing was changed; start again when that has ended.');
      if (!told) log('升级数据库结构：正在等待占用数据表的会话结束（例如备份） Bringing the schema up to date: waiting for a session that holds its tables, such as a backup');
      await sleep(pause);
    }
  }
}

/**
 * Brings the schema up to date, or up to the version `last` of `schemaVersions`. Any number of instances may start at once:
 * one migrates, the others wait and find nothing to do. A database of a newer build is left as it is.
 * @throws Error in both languages when its tables are held by somebody else all the while
 */
export async function migrateDatabase(database: Pick<Database, 'pool'>, last?: string, log: (line: string) => void = console.error, pace = PACE): Promise<void> {
  const migrationsFolder = last === undefined ? folder() : folderUpTo(last);
  const client = await database.pool.connect();
  try {
    unhurried(client);
    // others that migrate are waited for without limit
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set client_min_messages = warning');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    try {
      await patiently(client, migrationsFolder, log, pace);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]);
    }
  } finally {
    client.release(true); // its settings go with it
    if (last !== undefined) rmSync(migrationsFolder, { recursive: true, force: true });
  }
}
