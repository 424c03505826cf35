// What a mistyped command does: it says what is wrong, and leaves nothing behind.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  [['create-admin', '--username', 'a1b', '--username=c2d'], /--username is given twice/], [['retention', '--dry-run', '--dry-run'], /--dry-run is given twice/], [['erase', 'patient', '5', '--others', 'all', '--others', 'all'], /--others is given twice/], [['seed', '--orders', '3', '--orders', '5'], /--orders is given twice/], [['import', 'orders', '--create-places', '--create-places', 'a.csv'], /--create-places is given twice/],
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

const LOOKS = [['audit', 'verify'], ['stats', 'verify'], ['retention', '--dry-run'], ['erase', 'patient', '5', '--dry-run']];
test('what only looks leaves a schema of another version as it is, and says so', async () => {
  const made = url === undefined ? null : await emptyOnServer(url);
  if (made !== null) onTestFinished(made.drop);
  const env: Record<string, string> = made === null ? {} : { DATABASE_URL: made.databaseUrl, APP_SECRET: 's'.repeat(40) };
  const dir = place();
  const ends = async (args: readonly string[], status: number, said: string): Promise<void> => {
    const ended = await run(args, dir, env);
    expect([args, ended.status, (status === 0 ? ended.stdout : ended.stderr).includes(said) ? said : ended]).toEqual([args, status, said]);
    if (status !== 0) expect([args, ended.stdout]).toEqual([args, '']);
  };
  // the version before this one is this one without its last migration
  const journal = join(kit.built, 'migrations/meta/_journal.json');
  const now = readFileSync(journal, 'utf8');
  const { entries, ...rest } = JSON.parse(now) as { entries: unknown[] };
  const version = (before: boolean): void => writeFileSync(journal, before ? JSON.stringify({ ...rest, entries: entries.slice(0, -1) }) : now);
  onTestFinished(() => version(false));
  version(true);
  await ends(['db', 'migrate'], 0, 'up to date');
  version(false);
  for (const args of LOOKS) await ends(args, 1, 'npm run db -- migrate');
  version(true);
  await ends(['audit', 'verify'], 0, 'The audit is sound');
  version(false);
  await ends(['db', 'migrate'], 0, 'up to date');
  await ends(['retention', '--dry-run'], 0, 'nothing was changed');
  version(true);
  for (const args of LOOKS) await ends(args, 1, 'newer than this program');
}, 240_000);

if (url !== undefined)
  test("somebody else's database stays as it is, and so does one that is empty where a command only looks", async () => {
    const { databaseUrl, drop } = await emptyOnServer(url);
    onTestFinished(drop);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    onTestFinished(() => client.end());
    const relations = async (): Promise<string[]> => (await client.query<{ name: string }>(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') order by 1`)).rows.map(({ name }) => name);
    const env = { DATABASE_URL: databaseUrl, APP_SECRET: 's'.repeat(40) };
    for (const args of LOOKS) expect(await run(args, place(), env)).toMatchObject({ status: 1, stderr: expect.stringMatching(/This database holds nothing yet.*npm run db -- migrate/) });
    expect(await relations()).toEqual([]);
    const [own, file] = [place(), join(kit.folder, 'some.backup')];
    await kit.begun(own);
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
