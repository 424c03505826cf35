// What a command prints when it fails: a sentence, or names and places; never a value it was at work on.
import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { saidOf } from '../../src/host/envelope.ts';
import { commandKit } from '../kit/command.ts';
import { emptyOnServer, testDatabase } from '../kit/database.ts';

const NAME = '张秘密';
const ID_NUMBER = '110101199003078515';
const url = process.env['TEST_DATABASE_URL'];
const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => null, (error: unknown) => error);

test('a statement that fails is told by its code, without what it was about', async () => {
  const { db, pool, close } = await testDatabase();
  onTestFinished(close);
  await pool.query('create table person (name text unique, id_number text)');
  const add = () => db.execute(sql`insert into person values (${NAME}, ${ID_NUMBER})`);
  await add();
  for (const [error, code] of [[await failure(add()), '23505'], [await failure(pool.query('insert into person values ($1)', [NAME])), '23505'], [await failure(db.execute(sql`select ${NAME}::int`)), '22P02']] as const) {
    // the driver itself would tell
    expect(`${String((error as Error).message)}${JSON.stringify(error)}`).toContain(NAME);
    const said = saidOf(error);
    expect(said).toContain(`"code":"${code}"`);
    expect(said).toContain('System error');
    expect(said).not.toMatch(new RegExp(`${NAME}|${ID_NUMBER}`));
  }
});
test('a sentence for the person stands as it is, and what the machine says of a file or an address', () => {
  expect(saidOf(new Error('没有患者 4711。There is no patient 4711.'))).toBe('没有患者 4711。There is no patient 4711.');
  expect(existsSync('/nowhere')).toBe(false);
  let told = '';
  try {
    readFileSync('/nowhere/night.backup');
  } catch (error) {
    told = saidOf(error);
  }
  expect(told).toContain("ENOENT: no such file or directory, open '/nowhere/night.backup'");
});
test('a file is looked for where whoever runs the command stands, though npm runs it elsewhere', async () => {
  const kit = await commandKit('command-said-place');
  onTestFinished(() => kit.close());
  const asked = async (npm: Record<string, string>): Promise<string[]> => {
    const said: string[] = [];
    for (const args of [['restore', 'night.backup'], ['restore', '/nowhere/night.backup'], ['backup', 'nights/night.backup'], ['import', 'orders', 'sheet.csv']]) said.push((await kit.run(args, { DATA_DIR: kit.folder, ...npm })).stderr);
    return said;
  };
  const from = (dir: string): unknown[] => [`file ${dir}/night.backup.`, 'file /nowhere/night.backup.', `folder ${dir}/nights.`, `'${dir}/sheet.csv'`].map((named) => expect.stringContaining(named));
  expect(await asked({ INIT_CWD: '/srv/nights', npm_lifecycle_event: 'restore' })).toEqual(from('/srv/nights'));
  // one that npm did not run may have been left such a variable by whatever did
  for (const alone of [{}, { INIT_CWD: '/srv/nights' }, { npm_lifecycle_event: 'restore' }]) expect(await asked(alone as Record<string, string>)).toEqual(from(kit.folder));
}, 120_000);
test('a database that is lost is told so', () => {
  expect(saidOf(Object.assign(new Error('Failed query', { cause: Object.assign(new Error('x'), { code: '57P01' }) }), { code: 'x' }))).toMatch(/^数据库暂不可用.*not available right now.*\n\{.*57P01/);
});
if (url !== undefined)
  test('a command that waits in vain for a table that somebody holds', async () => {
    const kit = await commandKit('command-said');
    onTestFinished(() => kit.close());
    const { databaseUrl, drop } = await emptyOnServer(url);
    onTestFinished(drop);
    const env = { NODE_ENV: 'production', SMS_GATEWAY_URL: 'http://127.0.0.1:9/', DATA_DIR: kit.folder, APP_SECRET: 's'.repeat(40), DATABASE_URL: databaseUrl };
    expect((await kit.run(['db', 'migrate'], env)).status).toBe(0);
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table sys_user in access exclusive mode');
    const { status, stdout, stderr } = await kit.run(['create-admin', '--username', 'zhangmimi'], env);
    await holder.end();
    expect(status).toBe(1);
    expect(stderr).toContain('"code":"55P03"');
    expect(stdout + stderr).not.toMatch(/zhangmimi|params|argon2/);
  }, 60_000);
if (url !== undefined)
  test('a database that takes nothing is told in words, and by the server too', async () => {
    const kit = await commandKit('command-locked');
    onTestFinished(() => kit.close());
    const { databaseUrl, drop } = await emptyOnServer(url);
    onTestFinished(drop);
    const env = { NODE_ENV: 'production', SMS_GATEWAY_URL: 'http://127.0.0.1:9/', DATA_DIR: kit.folder, APP_SECRET: 's'.repeat(40), DATABASE_URL: databaseUrl, PORT: '0' };
    expect((await kit.run(['db', 'migrate'], env)).status).toBe(0);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`alter database ${new URL(databaseUrl).pathname.slice(1)} set default_transaction_read_only = on`);
    await client.end();
    for (const words of [['serve'], ['create-admin', '--username', 'zhangmimi'], ['db', 'migrate']]) {
      const { status, stdout, stderr } = await kit.run(words, env);
      expect([words, status, stdout, stderr]).toEqual([words, 1, '', expect.stringMatching(/^数据库现在只能读.*The database can only be read right now.*\n$/)]);
    }
  }, 60_000);
