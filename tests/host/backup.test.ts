// Backup and restore as an operator does them: real processes, while the server runs and people write.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBackup } from '../../src/host/backup/file.ts';
import { commandKit, type Commands, type Running } from '../kit/command.ts';
import { emptyOnServer, migratedOnServer } from '../kit/database.ts';
import type { KeptData, Prepared } from '../kit/killed.ts';

const url = process.env['TEST_DATABASE_URL'];
const PRODUCTION = { NODE_ENV: 'production', APP_SECRET: randomBytes(32).toString('hex'), SMS_GATEWAY_URL: 'http://127.0.0.1:9/' };
let kit: Commands;
let file: string;
const drops: (() => Promise<void>)[] = [];
/** A new place for a database, of the engine that is tested. `what`: with one that is migrated, or without. */
async function place(name: string, what: 'migrated' | 'empty' = 'migrated'): Promise<Record<string, string>> {
  const folder = join(kit.folder, name);
  mkdirSync(folder);
  if (url === undefined) {
    if (what === 'migrated') await kit.furnish(folder);
    return { ...PRODUCTION, DATA_DIR: folder };
  }
  const made = await (what === 'migrated' ? migratedOnServer : emptyOnServer)(url);
  drops.push(made.drop);
  return { ...PRODUCTION, DATA_DIR: folder, DATABASE_URL: made.databaseUrl };
}
const keptIn = async (env: Record<string, string>): Promise<KeptData> => {
  const { status, stdout, stderr } = await kit.run(['read'], env, 'killed.mjs');
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as KeptData;
};
beforeAll(async () => {
  kit = await commandKit('backup', { killed: 'tests/kit/killed.ts' });
  file = join(kit.folder, 'one.backup');
});
afterAll(async () => {
  kit.close();
  for (const drop of drops) await drop();
});

test('a backup of a running server that is written to holds one moment of it, and a restored one is sound', async () => {
  const source = await place('source');
  const prepared = await kit.run(['prepare'], source, 'killed.mjs');
  expect(prepared).toMatchObject({ status: 0 });
  const { token, form } = JSON.parse(prepared.stdout) as Prepared;

  const { address, stop } = await kit.serve(source);
  const acknowledged: string[] = [];
  let over = false;
  const writing = (async () => {
    while (!over) {
      const body = JSON.stringify({ ...form, patient: { name: `病人\u2028"${acknowledged.length}`, gender: 1 } });
      const reply = await fetch(`${address}admin-api/orders`, { method: 'POST', headers: { 'content-type': 'application/json', 'x-access-token': token, 'idempotency-key': randomBytes(12).toString('hex') }, body });
      const text = await reply.text();
      if (reply.status !== 200) throw new Error(text);
      acknowledged.push((JSON.parse(text) as { result: { row: { orderNo: string } } }).result.row.orderNo);
    }
  })();
  await expect.poll(() => acknowledged.length).toBeGreaterThan(5);
  const before = [...acknowledged];
  const backup = await kit.run(['backup', file], source);
  expect([backup.stderr, backup.status]).toEqual(['', 0]);
  const between = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(between);
  over = true;
  await writing;
  expect((await stop()).status).toBe(0);
  expect(between).toBeGreaterThan(before.length);
  // nothing stays behind, and nobody else may read it
  expect(readdirSync(source['DATA_DIR']!).filter((name) => /copy|sock|part/.test(name))).toEqual([]);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect((await kit.run(['backup', file], source)).stderr).toContain('exists already');

  const target = await place('target', 'empty');
  const restored = await kit.run(['restore', file], target);
  expect([restored.stderr, restored.status]).toEqual(['', 0]);
  expect(restored.stdout).toContain('The audit is sound');
  const had = await keptIn(source);
  const has = await keptIn(target);
  expect(has.fault).toBeNull();
  const numbers = new Set(has.orders.map(({ no }) => no));
  expect(before.filter((no) => !numbers.has(no))).toEqual([]);
  // one moment: what was acknowledged first is in it first, and each order is whole
  const [in_, out_] = [acknowledged.filter((no) => numbers.has(no)), acknowledged.filter((no) => !numbers.has(no))];
  expect([...in_, ...out_]).toEqual(acknowledged);
  expect(out_.length).toBeGreaterThan(0);
  expect(has.orders).toEqual(had.orders.filter(({ no }) => numbers.has(no)));
  // a damaged file makes no database
  const cut = join(kit.folder, 'cut.backup');
  writeFileSync(cut, readFileSync(file).subarray(0, -100));
  const never = { ...PRODUCTION, DATA_DIR: join(kit.folder, 'never') };
  expect(await kit.run(['restore', cut], never)).toMatchObject({ status: 1, stderr: expect.stringContaining('damaged or incomplete') });
  expect(existsSync(join(never.DATA_DIR, 'pg'))).toBe(false);
}, 400_000);

/** A backup that has begun its file. */
async function begun(env: Record<string, string>, target: string): Promise<Running> {
  const running = kit.start(['backup', target], env);
  await expect.poll(() => existsSync(`${target}.part`), { interval: 2, timeout: 30_000 }).toBe(true);
  return running;
}
const besideOf = (target: string): string[] => readdirSync(kit.folder).filter((name) => join(kit.folder, name).startsWith(target)).map((name) => name.slice(target.length - kit.folder.length - 1)).sort();
test('a backup that is interrupted leaves nothing; what one leaves that was killed goes with the next', async () => {
  const env = await place('interrupted');
  expect(await kit.run(['create-admin', '--username', 'boss'], env)).toMatchObject({ status: 0 });
  const { server, stop } = await kit.serve(env);
  const copies = (): string[] => readdirSync(env['DATA_DIR']!).filter((name) => name.includes('copy'));
  const target = join(kit.folder, 'cut-off.backup');
  const copied = () => expect.poll(() => url !== undefined || copies().some((name) => existsSync(join(env['DATA_DIR']!, name, 'pg'))), { interval: 2, timeout: 30_000 }).toBe(true);
  for (const [signal, status] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]] as const) {
    const running = await begun(env, target);
    await copied();
    // a terminal and npm both pass it on
    for (let n = 0; n < 2; n++) running.child.kill(signal);
    expect([signal, (await running.ended).status]).toEqual([signal, status]);
    // a server that is at the copy still takes it away itself
    await expect.poll(copies, { timeout: 10_000 }).toEqual([]);
    expect([signal, besideOf(target)]).toEqual([signal, []]);
  }
  const killed = async (name: string): Promise<void> => {
    const running = await begun(env, join(kit.folder, name));
    await copied();
    // the server has made it, so that it cannot notice
    if (url === undefined) await expect.poll(() => copies().some((copy) => existsSync(join(env['DATA_DIR']!, copy, 'pg.lock'))), { interval: 2, timeout: 30_000 }).toBe(true);
    running.child.kill('SIGKILL');
    await running.ended;
    expect(besideOf(join(kit.folder, name))).toContain('.part');
    expect(copies().length > 0).toBe(url === undefined);
  };
  await killed('killed.backup');
  // of a version before this one, which named it by its process alone; that number is another program's by now
  mkdirSync(join(env['DATA_DIR']!, `pg.copy-${process.pid}`, 'pg'), { recursive: true });
  expect(await kit.run(['backup', target], env)).toMatchObject({ status: 0, stderr: '' });
  expect([copies(), besideOf(target), besideOf(join(kit.folder, 'killed.backup'))]).toEqual([[], [''], []]);
  await killed('again.backup');
  server.child.kill('SIGKILL');
  await server.ended;
  // the number of the one that was killed is another program's by now
  for (const lock of copies().filter((name) => name.endsWith('.lock'))) {
    const path = join(env['DATA_DIR']!, lock);
    writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), pid: process.pid }));
    utimesSync(path, new Date(), new Date());
  }
  const next = await kit.serve(env);
  expect(copies()).toEqual([]);
  // nor does what was left of the file stand in the way of the same name
  expect(await kit.run(['backup', join(kit.folder, 'again.backup')], env)).toMatchObject({ status: 0, stderr: '' });
  expect(besideOf(join(kit.folder, 'again.backup'))).toEqual(['']);
  expect([(await next.stop()).status, await stop().then(({ status }) => status)]).toEqual([0, null]);
}, 240_000);
// as a stick or a share says that a backup is written to
const NO_LINKS = `--import=data:text/javascript,${encodeURIComponent(`import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; fs.linkSync = () => { throw Object.assign(new Error('EPERM'), { code: 'EPERM' }); }; syncBuiltinESMExports();`)}`;
test.each([['links', ''], ['no links', NO_LINKS]])('of two backups to one file the second is refused in words, and the first comes to its end, where there are %s', async (name, NODE_OPTIONS) => {
  const env = { ...(await place(`twice ${name}`)), NODE_OPTIONS };
  expect(await kit.run(['create-admin', '--username', 'boss'], env)).toMatchObject({ status: 0 });
  const target = join(kit.folder, `${name}.backup`);
  const first = await begun(env, target);
  first.child.kill('SIGSTOP');
  expect(await kit.run(['backup', target], env)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(new RegExp(`Another backup, process ${first.child.pid} on .*, is writing .*${name}\\.backup`)) });
  first.child.kill('SIGCONT');
  expect(await first.ended).toMatchObject({ status: 0, stderr: '' });
  expect(besideOf(target)).toEqual(['']);
}, 240_000);
// whichever of these gives the file its name
const KILLED_NAMING = (file: string): string => `--import=data:text/javascript,${encodeURIComponent(`import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; const [open, link] = [fs.openSync, fs.linkSync]; const end = (name, done) => (name === ${JSON.stringify(file)} && process.kill(process.pid, 'SIGKILL'), done); fs.openSync = (name, ...more) => end(name, open(name, ...more)); fs.linkSync = (from, to) => end(to, link(from, to)); syncBuiltinESMExports();`)}`;
test('one that is killed as it gives the file its name leaves a whole file', async () => {
  const env = await place('naming');
  expect(await kit.run(['create-admin', '--username', 'boss'], env)).toMatchObject({ status: 0 });
  const target = join(kit.folder, 'naming.backup');
  expect(await kit.run(['backup', target], { ...env, NODE_OPTIONS: KILLED_NAMING(target) })).toMatchObject({ status: null });
  expect((await checkBackup(target)).tables).toBeGreaterThan(40);
  expect(await kit.run(['backup', join(kit.folder, 'naming-next.backup')], env)).toMatchObject({ status: 0, stderr: '' });
  expect(besideOf(target)).toEqual(['']);
}, 240_000);

if (url !== undefined) {
  test('moving from the embedded database to a server is one command, and refuses a target that is not empty', async () => {
    const embedded = { ...PRODUCTION, DATA_DIR: join(kit.folder, 'small') };
    mkdirSync(embedded.DATA_DIR);
    expect(await kit.run(['db', 'move'], { ...embedded, DATABASE_URL: url })).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no database') });
    expect(await kit.run(['restore', file], embedded)).toMatchObject({ status: 0 });
    expect(await kit.run(['db', 'move'], embedded)).toMatchObject({ status: 1, stderr: expect.stringContaining('Set DATABASE_URL') });
    const target = { ...(await place('moved', 'empty')), DATA_DIR: embedded.DATA_DIR };
    const running = await kit.serve(embedded);
    expect(await kit.run(['db', 'move'], target)).toMatchObject({ status: 1, stderr: expect.stringContaining('in use by process') });
    await running.stop();
    const moved = await kit.run(['db', 'move'], target);
    expect([moved.stderr, moved.status]).toEqual(['', 0]);
    expect(await kit.run(['stats', 'verify'], target)).toMatchObject({ status: 0 });
    expect((await keptIn(target)).orders).toEqual((await keptIn(embedded)).orders);
    expect(await kit.run(['db', 'move'], target)).toMatchObject({ status: 1, stderr: expect.stringContaining('The database is not empty') });
  }, 400_000);
}
