// What a command does over a database that is not as it needs it: it says what is wrong, and changes nothing.
import { readFileSync, writeFileSync } from 'node:fs';
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

const LOOKS = [['audit', 'verify'], ['stats', 'verify'], ['retention', '--dry-run'], ['erase', 'patient', '5', '--dry-run']];
/** What takes something away, or writes everywhere: it does not know what a newer schema holds. */
const TAKES = [['erase', 'patient', '5'], ['retention'], ['rotate', 'secret'], ['stats', 'rebuild']];
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
  for (const args of [...LOOKS, ...TAKES]) await ends(args, 1, 'newer than this program');
  await ends(['db', 'migrate'], 0, 'newer than this program');
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
