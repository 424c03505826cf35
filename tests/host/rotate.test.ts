// A new secret: what it keys goes on working, or is honestly gone.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newRecoveryCodes, recoveryHash } from '../../src/areas/session/recovery-code.ts';
import { rotateSecret, runRotate } from '../../src/areas/session/rotate.ts';
import { newSecret, seal, unseal } from '../../src/areas/session/totp.ts';
import { migrateDatabase } from '../../src/host/db/migrate.ts';
import { openDatabase, serversOn, type Database } from '../../src/host/db/open.ts';
import { fingerprint } from '../../src/host/secret.ts';
import { readSettings } from '../../src/host/settings.ts';
import { careKit } from '../kit/care.ts';
import { bareDatabase, emptyOnServer } from '../kit/database.ts';
import { signedIn } from '../kit/signed-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'nursing-rotate-'));
const totp = newSecret();
let database: Database;
let kit: Awaited<ReturnType<typeof careKit>>;
let userId: string;
let old: Buffer;
beforeAll(async () => {
  // as a command opens it: a server's connections would be in the way
  database = await bareDatabase();
  await migrateDatabase(database);
  kit = await careKit(database);
  userId = kit.actorId;
});
beforeEach(async () => {
  old = randomBytes(32);
  await database.pool.query('delete from sys_recovery_code');
  await database.pool.query('update sys_user set totp_secret = $2, totp_confirmed_at = now() where id = $1', [userId, seal(old, userId, totp)]);
  for (const code of newRecoveryCodes()) await database.pool.query('insert into sys_recovery_code (user_id, code_hash) values ($1, $2)', [userId, recoveryHash(old, userId, code)]);
  await signedIn(database.pool, userId);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
const sealed = async (): Promise<Buffer> => (await database.pool.query<{ sealed: Buffer }>('select totp_secret as sealed from sys_user where id = $1', [userId])).rows[0]!.sealed;
const left = async () => (await database.pool.query('select (select count(*) from sys_token)::int as tokens, (select count(*) from sys_session where revoked_at is null)::int as sessions, (select count(*) from sys_recovery_code)::int as codes')).rows[0];

test('authenticator secrets are sealed anew; recovery codes, sessions and half sign-ins are gone; it can be run again', async () => {
  const next = randomBytes(32);
  expect(await rotateSecret(database, [old], next)).toMatchObject({ totp: 1, recovery: 10, sessions: 1 });
  expect(unseal(next, userId, await sealed())).toEqual(totp);
  expect(unseal(old, userId, await sealed())).toBeNull();
  expect(await left()).toEqual({ tokens: 0, sessions: 0, codes: 0 });
  expect(await rotateSecret(database, [old], next)).toMatchObject({ totp: 1, sessions: 0 });
  expect(unseal(next, userId, await sealed())).toEqual(totp);
  const { rows } = await database.pool.query(`select after from audit_event where action = 'secret.rotate' order by id limit 1`);
  expect(rows).toEqual([{ after: { totp: 1, recovery: 10, sessions: 1 } }]);
});
test('with a wrong old secret nothing changes, and it is said whose authenticator cannot be read', async () => {
  const before = await sealed();
  await expect(rotateSecret(database, [randomBytes(32)], randomBytes(32))).rejects.toThrow(/The old secret is not the right one: .*\(clerk\)/);
  expect(await sealed()).toEqual(before);
  expect(await left()).toMatchObject({ codes: 10, sessions: 1 });
});
test.each([['deleted', new Date(), new Date()], ['set up and never confirmed', null, null]])('what nobody signs in by holds nothing up where its secret is lost: %s', async (name, confirmed, deleted) => {
  const next = randomBytes(32);
  const id = await kit.insert('sys_user', { id: await kit.insert('sys_entity', { kind: 'user' }), username: name.slice(0, 4), password_hash: '!', role: 2 });
  const put = (under: Buffer) => database.pool.query('update sys_user set totp_secret = $2, totp_confirmed_at = $3, deleted_at = $4 where id = $1', [id, seal(under, id, totp), confirmed, deleted]);
  const kept = async () => (await database.pool.query<{ sealed: Buffer | null }>('select totp_secret as sealed from sys_user where id = $1', [id])).rows[0]!.sealed;
  await put(randomBytes(32));
  expect(await rotateSecret(database, [old], next)).toMatchObject({ totp: 1 });
  expect([await kept(), unseal(next, userId, await sealed())]).toEqual([null, totp]);
  // one that can be read goes on: the set-up may yet be confirmed
  await put(old);
  expect(await rotateSecret(database, [old], next)).toMatchObject({ totp: 2 });
  expect(unseal(next, id, (await kept())!)).toEqual(totp);
});
test('a secret that is kept in the data folder is replaced there, also after a run that was cut off', async () => {
  const log: string[] = [];
  const settings = () => readSettings({ DATA_DIR: folder });
  const file = join(folder, 'secret');
  writeFileSync(file, old.toString('hex'));
  await runRotate(database, settings(), ['secret'], (line) => log.push(line));
  const second = settings().secret;
  expect(second).not.toEqual(old);
  expect([statSync(file).mode & 0o077, readFileSync(`${file}.old-${fingerprint(old)}`, 'utf8')]).toEqual([0, old.toString('hex')]);
  expect(unseal(second, userId, await sealed())).toEqual(totp);

  // committed, and not yet in its place
  const third = randomBytes(32);
  writeFileSync(`${file}.next`, third.toString('hex'));
  await rotateSecret(database, [second], third);
  await runRotate(database, settings(), ['secret'], (line) => log.push(line));
  expect(unseal(settings().secret, userId, await sealed())).toEqual(totp);
  // drawn, and not yet committed
  writeFileSync(`${file}.next`, randomBytes(32).toString('hex'));
  await runRotate(database, settings(), ['secret'], (line) => log.push(line));
  expect(unseal(settings().secret, userId, await sealed())).toEqual(totp);
  expect(existsSync(`${file}.next`)).toBe(false);
  // a full disk left it empty, or short
  for (const text of ['', 'abcd']) {
    writeFileSync(`${file}.next`, text);
    await runRotate(database, settings(), ['secret'], (line) => log.push(line));
    expect(settings().secret).toHaveLength(32);
    expect(unseal(settings().secret, userId, await sealed())).toEqual(totp);
  }
  // a backup of any of those days may still have to be restored
  const beside = readdirSync(folder).filter((name) => name.startsWith('secret.old')).map((name) => readFileSync(join(folder, name), 'utf8'));
  for (const secret of [old, second, third]) expect(beside).toContain(secret.toString('hex'));
  const told = log.join('\n');
  expect(told).toContain(`${file}.old-${fingerprint(old)}`);
  for (const secret of [old, second, third, settings().secret]) expect(told).not.toContain(secret.toString('hex'));
});
test('a secret of the environment wants its successor, which differs', async () => {
  const env = { DATA_DIR: folder, APP_SECRET: 'o'.repeat(32) };
  const run = (more: Record<string, string>, args = ['secret']) => runRotate(database, readSettings({ ...env, ...more }), args, () => undefined);
  await expect(run({})).rejects.toThrow('APP_SECRET_NEXT');
  await expect(run({ APP_SECRET_NEXT: 'n'.repeat(32) }, [])).rejects.toThrow('usage');
  for (const bad of ['short', env.APP_SECRET]) expect(() => readSettings({ ...env, APP_SECRET_NEXT: bad })).toThrow(/APP_SECRET_NEXT=\*\*\*/);
});

const url = process.env['TEST_DATABASE_URL'];
if (url !== undefined)
  test.each(['', '?application_name=ward', '?sslmode=disable&application%5Fname=ward&fallback_application_name=ward', '?options=-c%20application_name%3Dward&application_name=ward'])('it does not run beside a server that would write under the old one, nor is another secret one of theirs (%s)', async (asks) => {
    const { databaseUrl, drop } = await emptyOnServer(url);
    const at = { databaseUrl: databaseUrl + asks, dataDir: '' };
    const serving = await openDatabase({ ...at, secret: old });
    const batch = await openDatabase(at, 'batch');
    await serving.pool.query('select 1');
    await serving.look('select 1');
    const settings = readSettings({ DATA_DIR: folder, APP_SECRET: 'o'.repeat(32), APP_SECRET_NEXT: 'n'.repeat(32) });
    await expect(runRotate(batch, settings, ['secret'], () => undefined)).rejects.toThrow(/Servers still use this database: stop them all first \(\S+\)\.$/);
    // a server is told by where it runs
    expect([await serversOn(batch, old), await serversOn(batch, randomBytes(32)), await serversOn(batch)]).toEqual([[], [expect.stringMatching(/^(127\.0\.0\.1|::1|localhost)$/)], [expect.any(String)]]);
    for (const one of [serving, batch]) await one.close();
    await drop();
  });
