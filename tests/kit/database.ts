import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { extensions } from '../../src/host/db/durable-fs.ts';
import { migrateDatabase } from '../../src/host/db/migrate.ts';
import { embedded, openDatabase, type Database } from '../../src/host/db/open.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const migrations = path('../../src/host/migrations');
const cache = path('../../node_modules/.cache/database');
const wasm = path('../../node_modules/@electric-sql/pglite/dist/pglite.wasm');
const never = new Promise<Error>(() => undefined);

/** PGlite in this thread and in memory, behind the same driver and stream as the real one. */
function inMemory(engine: PGlite): Database {
  return embedded({ run: async (batch) => engine.execProtocolRawSync(batch), copy: () => never.then(() => undefined), close: () => engine.close(), died: never });
}
/** A dump of a migrated database, made once for these migrations. */
async function template(): Promise<Blob> {
  const hash = createHash('sha256').update(readFileSync(wasm));
  for (const file of [...readdirSync(migrations).filter((name) => name.endsWith('.sql')).sort(), 'meta/_journal.json']) hash.update(readFileSync(`${migrations}/${file}`));
  const file = `${cache}/${hash.digest('hex').slice(0, 16)}.tar.gz`;
  if (!existsSync(file)) {
    const engine = await PGlite.create({ extensions });
    const database = inMemory(engine);
    await migrateDatabase(database);
    await database.pool.end();
    const dump = await engine.dumpDataDir('gzip');
    await engine.close();
    mkdirSync(cache, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
    renameSync(draft, file);
  }
  return new Blob([await readFile(file)]);
}
/** Runs one statement on the server's own database. */
async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
/** A new, empty database without a schema on the server at `url`, with the way to drop it. */
export async function emptyOnServer(url: string): Promise<{ databaseUrl: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(url, `create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`);
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${name}`;
  return { databaseUrl: databaseUrl.href, drop: () => administer(url, `drop database if exists ${name} with (force)`) };
}

/** A fresh, migrated, empty database in this process's memory. */
export const memoryDatabase = async (): Promise<Database> => inMemory(await PGlite.create({ extensions, loadDataDir: await template(), pgliteWasmModule: await WebAssembly.compile(await readFile(wasm)) }));

/** A database without even a schema: in memory, or on the server that TEST_DATABASE_URL names. `close` leaves nothing behind. */
export async function bareDatabase(): Promise<Database> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) return inMemory(await PGlite.create({ extensions }));
  const { databaseUrl, drop } = await emptyOnServer(url);
  const database = await openDatabase({ databaseUrl, dataDir: '' }, 'batch');
  return { ...database, close: () => database.close().finally(drop) };
}

/** A fresh, migrated, empty database: in memory, or on the server that TEST_DATABASE_URL names. `close` leaves nothing behind. */
export async function testDatabase(): Promise<Database> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) return memoryDatabase();
  const { databaseUrl, drop } = await emptyOnServer(url);
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  await migrateDatabase(database);
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}
