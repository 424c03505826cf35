import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase, schemaOf } from '../../src/host/db/migrate.ts';
import { openDatabase, type Database } from '../../src/host/db/open.ts';
import { Reach, type Source } from '../../src/host/reach.ts';
import { careKit } from '../kit/care.ts';
import { emptyOnServer, memoryDatabase, testDatabase } from '../kit/database.ts';

const migrations = fileURLToPath(new URL('../../src/host/migrations', import.meta.url));
let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const COLUMNS = `select table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable || ' ' || is_generated || ' ' || coalesce(column_default, '') as line from information_schema.columns where table_schema = 'public'`;
const INDEXES = `select indexdef as line from pg_indexes where schemaname = 'public'`;
const CONSTRAINTS = `select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as line from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'`;
const lines = async ({ pool }: Database, query: string): Promise<string[]> => (await pool.query<{ line: string }>(`${query} order by 1`)).rows.map((r) => r.line).sort();

test('migrating again changes nothing', async () => {
  const before = await lines(database, COLUMNS);
  await migrateDatabase(database);
  expect(await lines(database, COLUMNS)).toEqual(before);
  expect((await database.pool.query('select count(*)::int as n from drizzle.__drizzle_migrations')).rows).toEqual([{ n: readdirSync(migrations).filter((file) => file.endsWith('.sql')).length }]);
});

test('a database of a newer version is left as it is, and this version works on it', async () => {
  const newer = await testDatabase();
  await newer.pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`);
  // what a later version may do while this one runs: add
  await newer.pool.query(`alter table hospital add column later text not null default 'x'; create table later (id bigint primary key)`);
  const before = await lines(newer, COLUMNS);
  await migrateDatabase(newer);
  expect(await lines(newer, COLUMNS)).toEqual(before);
  expect(await schemaOf(newer.pool)).toBe('unknown');
  const kit = await careKit(newer);
  const place = await kit.place('第一医院');
  const no = await kit.order(place);
  expect((await newer.pool.query('select order_no as no from care_order')).rows).toEqual([{ no }]);
  await newer.close();
});

test('every source that a tables.ts names can be read, with its scope', async () => {
  const areas = fileURLToPath(new URL('../../src/areas', import.meta.url));
  const files = readdirSync(areas, { recursive: true, encoding: 'utf8' }).filter((file) => /(^|[\\/])tables\.ts$/.test(file));
  const reach = new Reach(database.db, [{ hospitalId: '1', departments: [] }, { hospitalId: '2', departments: ['3'] }]);
  let read = 0;
  for (const file of files) {
    const sources = Object.values((await import(`${areas}/${file}`)) as Record<string, unknown>).filter((value): value is Source => typeof value === 'object' && value !== null && 'from' in value && 'scope' in value);
    for (const source of sources) {
      // dictionaries alone come with the schema, and their ids
      expect((await reach.rows(source, { columns: sql`1`, limit: 1 })).length).toBe(/^(dictionary|entity)[\\/]/.test(file) ? 1 : 0);
      read++;
    }
  }
  expect(read).toBeGreaterThan(0);
});

test('a ledger row and an event cannot be changed or removed', async () => {
  for (const table of ['order_event', 'order_payment', 'order_adjustment', 'audit_event']) {
    await expect(database.pool.query(`delete from ${table}`)).rejects.toThrow('append-only');
    await expect(database.pool.query(`truncate ${table} cascade`)).rejects.toThrow('append-only');
    await expect(database.pool.query(`update ${table} set id = default`)).rejects.toThrow();
  }
  for (const statement of ['delete from order_refund', 'truncate order_refund cascade', 'truncate care_order cascade']) await expect(database.pool.query(statement)).rejects.toThrow('append-only');
});

const url = process.env['TEST_DATABASE_URL'];
if (url !== undefined) {
  test('both engines have the same columns, indexes and constraints', async () => {
    const memory = await memoryDatabase();
    for (const query of [COLUMNS, INDEXES, CONSTRAINTS]) expect(await lines(memory, query)).toEqual(await lines(database, query));
    await memory.close();
  });

  test('four instances may migrate an empty server at once', async () => {
    const { databaseUrl, drop } = await emptyOnServer(url);
    const instances = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ databaseUrl, dataDir: '' })));
    await Promise.all(instances.map((instance) => migrateDatabase(instance)));
    expect(await lines(instances[0]!, COLUMNS)).toEqual(await lines(database, COLUMNS));
    await Promise.all(instances.map((instance) => instance.close()));
    await drop();
  });

  test('a word said on one connection is heard on another, also after the listener was cut off', async () => {
    const heard: string[] = [];
    const stop = await database.listen('told', (payload) => heard.push(payload));
    await database.pool.query("select pg_notify('told', 'one')");
    await expect.poll(() => heard).toEqual(['one']);
    await database.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database() and query like 'listen%'");
    await expect.poll(async () => (await database.pool.query("select pg_notify('told', 'two')"), heard), { interval: 200 }).toContain('two');
    stop();
  });

  test('a day has 24 hours and an instant is written as ever, whatever clock and style the database has', async () => {
    const { databaseUrl, drop } = await emptyOnServer(url);
    const first = await openDatabase({ databaseUrl, dataDir: '' });
    const name = databaseUrl.split('/').at(-1)!;
    await first.pool.query(`alter database ${name} set timezone = 'America/New_York'; alter database ${name} set datestyle = 'German, DMY'`);
    await first.close();
    const there = await openDatabase({ databaseUrl, dataDir: '' });
    const day = `select timestamptz '2026-03-08 00:00+08' + interval '1 day' = timestamptz '2026-03-09 00:00+08' as whole, (timestamptz '2026-03-08 00:00+08')::text as at`;
    // by the pool, and by the connection that listens
    for (const ask of [() => there.pool.query(day), () => there.look(day)]) expect((await ask()).rows).toEqual([{ whole: true, at: '2026-03-07 16:00:00+00' }]);
    await there.close();
    await drop();
  });

  test('a statement that takes too long is ended by the server', async () => {
    const [row] = (await database.pool.query("select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock")).rows;
    expect(row).toEqual({ statement: '15s', lock: '10s' });
  });
}
