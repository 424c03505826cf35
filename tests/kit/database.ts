import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { extensions } from '../../src/host/db/durable-fs.ts';
import { migrateDatabase } from '../../src/host/db/migrate.ts';
import { embedded, openDatabase, type Database } from '../../src/host/db/open.ts';
import { cache, madeBy, wasm } from './template.ts';

/** Few buffers: those of a server, 128 MB, are filled with zeros at each start, and what a test writes needs none of them. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB'];
const never = new Promise<Error>(() => undefined);

/** PGlite in this thread and in memory, behind the same driver and stream as the real one. */
function inMemory(engine: PGlite): Database {
  return embedded({ run: async (batch) => engine.execProtocolRawSync(batch), copy: () => never.then(() => undefined), close: () => engine.close(), died: never });
}
/** A dump as it was read: a Blob of Node's own copies it three times over before each test file. */
class Dump extends Blob {
  constructor(private readonly dump: Buffer) {
    super([], { type: 'application/x-tar' });
  }
  override arrayBuffer = async (): Promise<ArrayBuffer> => this.dump.buffer.slice(this.dump.byteOffset, this.dump.byteOffset + this.dump.byteLength) as ArrayBuffer;
}
/** A dump of a migrated database, made once for these migrations; not packed, since it is read far more often than written. */
async function template(): Promise<Blob> {
  const file = `${cache}/${madeBy(readFileSync(wasm))}.tar`;
  if (!existsSync(file)) {
    const engine = await PGlite.create({ extensions });
    const database = inMemory(engine);
    await migrateDatabase(database);
    await database.pool.end();
    const dump = await engine.dumpDataDir('none');
    await engine.close();
    mkdirSync(cache, { recursive: true });
    // two test files that are the first of all are threads of one process
    const draft = `${file}.${randomBytes(6).toString('hex')}`;
    writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
    renameSync(draft, file);
  }
  return new Dump(readFileSync(file));
}
/** Does something on the server's own database. */
async function administer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
/** In an order of signs that is not the embedded database's: a hospital's server has that of its own language. */
const EMPTY = `template template0 encoding 'UTF8' locale 'C.UTF-8' locale_provider icu icu_locale 'zh'`;
/** Whose the databases of tests are: a role like the one that operating.md tells to make. A superuser would go around the wall of 0036. */
const OWNER = 'nursing_owner';
/** The owner, made by the first that asks. */
const owner = (client: pg.Client): Promise<unknown> =>
  client.query(`do $$ begin create role ${OWNER} login nosuperuser password '${OWNER}'; exception when duplicate_object or unique_violation then null; end $$`);
const databaseAt = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}`, username: OWNER, password: OWNER }).href;
async function onServer(url: string, like: string): Promise<{ databaseUrl: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(url, async (client) => {
    await owner(client);
    await client.query(`create database ${name} owner ${OWNER} ${like}`);
  });
  return { databaseUrl: databaseAt(url, name), drop: () => administer(url, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))) };
}
/** A new, empty database without a schema on the server at `url`, with the way to drop it. */
export const emptyOnServer = (url: string): ReturnType<typeof onServer> => onServer(url, EMPTY);
/** The name of a migrated database on the server at `url`, to be copied: made by the first of all tests that asks. */
async function templateOnServer(url: string): Promise<string> {
  const name = `migrated_${madeBy()}`;
  await administer(url, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    if ((await client.query('select from pg_database where datname = $1', [name])).rowCount === 1) return;
    await client.query(`drop database if exists ${name}_draft with (force)`);
    await owner(client);
    await client.query(`create database ${name}_draft owner ${OWNER} ${EMPTY}`);
    const draft = await openDatabase({ databaseUrl: databaseAt(url, `${name}_draft`), dataDir: '' });
    await migrateDatabase(draft).finally(() => draft.close());
    await client.query(`alter database ${name}_draft rename to ${name}`);
  });
  return name;
}

/** A new, migrated, empty database on the server at `url`, with the way to drop it. */
export const migratedOnServer = async (url: string): ReturnType<typeof onServer> => onServer(url, `template ${await templateOnServer(url)}`);

/** A fresh, migrated, empty database in this process's memory. */
export const memoryDatabase = async (): Promise<Database> => inMemory(await PGlite.create({ extensions, startParams, loadDataDir: await template(), pgliteWasmModule: await WebAssembly.compile(await readFile(wasm)) }));

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
  const { databaseUrl, drop } = await migratedOnServer(url);
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  return { ...database, close: () => database.close().finally(drop) };
}
