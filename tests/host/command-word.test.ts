// What a mistyped command does: it says what is wrong, and leaves nothing behind.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { commandKit, type Commands } from '../kit/command.ts';
import { emptyOnServer } from '../kit/database.ts';

const url = process.env['TEST_DATABASE_URL'];
let kit: Commands;
beforeAll(async () => {
  kit = await commandKit('command-word');
}, 60_000);
afterAll(() => kit.close());
let made = 0;
const place = (): string => join(kit.folder, `place${(made += 1)}`);
const run = (args: readonly string[], dir: string, more: Record<string, string> = {}) => kit.run(args, { DATA_DIR: dir, ...more });

test.each([
  [['serve', 'x'], /usage/], [['db'], /usage/], [['db', 'migrate', '--dry-run'], /usage/], [['db', 'move', 'x'], /usage/], [['audit', 'verify', 'x'], /usage/], [['audit'], /usage/], [['stats', 'verify', 'x'], /usage/], [['stats', 'x'], /usage/],
  [['backup'], /usage/], [['backup', 'a', 'b'], /usage/], [['restore'], /usage/], [['rotate'], /usage/], [['rotate', 'x'], /usage/], [['erase'], /usage/], [['erase', 'patient', 'x'], /usage/], [['erase', 'ward', '1'], /usage/], [['retention', '--dryrun'], /usage/],
  [['seed', '--orders', 'x'], /--orders must be/], [['seed', '--bogus', '3'], /usage/], [['import'], /usage/], [['create-admin'], /usage/], [['create-admin', '--username', '1x'], /starts with a letter/],
  [['import', 'caregivers', '/nowhere/a.csv'], /Cannot read \/nowhere\/a.csv/], [['restore', '/nowhere/a.backup'], /There is no file \/nowhere\/a.backup/], [['restore', '/'], /is a folder, no backup file/], [['backup', '/nowhere/a.backup'], /There is no folder \/nowhere/], [['nothing'], /usage/],
])('%j is refused in words and writes nothing', async (args, words) => {
  const dir = place();
  const { status, stdout, stderr } = await run(args, dir);
  expect([status, stdout, existsSync(dir)]).toEqual([1, '', false]);
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/EISDIR|\n {4}at /);
});

test.each([[['audit', 'verify']], [['stats', 'verify']], [['stats', 'rebuild']], [['retention', '--dry-run']], [['retention']], [['erase', 'patient', '5', '--dry-run']], [['rotate', 'secret']]])('%j makes no database where there is none: a wrong folder is not sound', async (args) => {
  const dir = place();
  const { status, stdout, stderr } = await run(args, dir);
  expect([status, stdout, existsSync(dir)]).toEqual([1, '', false]);
  expect(stderr).toContain(`There is no database in ${dir}/pg`);
  // nor in a folder that is there and holds something else
  mkdirSync(dir);
  writeFileSync(join(dir, 'notes'), '');
  expect((await run(args, dir)).status).toBe(1);
  expect(readdirSync(dir)).toEqual(['notes']);
});

if (url !== undefined)
  test("somebody else's database stays as it is, and so does one that is empty where a command only looks", async () => {
    const { databaseUrl, drop } = await emptyOnServer(url);
    onTestFinished(drop);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    onTestFinished(() => client.end());
    const relations = async (): Promise<string[]> => (await client.query<{ name: string }>(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') order by 1`)).rows.map(({ name }) => name);
    const env = { DATABASE_URL: databaseUrl, APP_SECRET: 's'.repeat(40) };
    for (const args of [['audit', 'verify'], ['stats', 'verify'], ['retention', '--dry-run'], ['erase', 'patient', '5', '--dry-run']]) expect(await run(args, place(), env)).toMatchObject({ status: 1, stderr: expect.stringContaining('This database holds nothing yet') });
    expect(await relations()).toEqual([]);
    const [own, file] = [place(), join(kit.folder, 'some.backup')];
    expect((await run(['seed', '--orders', '5', '--caregivers', '5', '--hospitals', '2'], own)).status).toBe(0);
    expect((await run(['backup', file], own)).status).toBe(0);
    for (const table of ['create table invoice (a int)', 'create view only_a_view as select 1 as a']) {
      await client.query(table);
      const before = await relations();
      expect(await run(['restore', file], place(), env)).toMatchObject({ status: 1, stderr: expect.stringMatching(/The database is not empty \((invoice|only_a_view).*nothing was changed/) });
      expect(await run(['db', 'move'], own, env)).toMatchObject({ status: 1, stderr: expect.stringMatching(/The database is not empty/) });
      expect(await relations()).toEqual(before);
      await client.query('drop table if exists invoice; drop view if exists only_a_view');
    }
    expect((await run(['restore', file], place(), env)).status).toBe(0);
  }, 240_000);
