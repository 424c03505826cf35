// Backup and restore as an operator does them: real processes, while the server runs and people write.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandKit, type Commands } from '../kit/command.ts';
import { emptyOnServer } from '../kit/database.ts';
import type { KeptData, Prepared } from '../kit/killed.ts';

const url = process.env['TEST_DATABASE_URL'];
const PRODUCTION = { NODE_ENV: 'production', APP_SECRET: randomBytes(32).toString('hex'), SMS_GATEWAY_URL: 'http://127.0.0.1:9/' };
let kit: Commands;
let file: string;
const drops: (() => Promise<void>)[] = [];
/** A new place for a database, of the engine that is tested. */
async function place(name: string): Promise<Record<string, string>> {
  const folder = join(kit.folder, name);
  mkdirSync(folder);
  if (url === undefined) return { ...PRODUCTION, DATA_DIR: folder };
  const made = await emptyOnServer(url);
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

  const target = await place('target');
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

if (url !== undefined) {
  test('moving from the embedded database to a server is one command, and refuses a target that is not empty', async () => {
    const embedded = { ...PRODUCTION, DATA_DIR: join(kit.folder, 'small') };
    mkdirSync(embedded.DATA_DIR);
    expect(await kit.run(['db', 'move'], { ...embedded, DATABASE_URL: url })).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no database') });
    expect(await kit.run(['restore', file], embedded)).toMatchObject({ status: 0 });
    expect(await kit.run(['db', 'move'], embedded)).toMatchObject({ status: 1, stderr: expect.stringContaining('Set DATABASE_URL') });
    const target = { ...(await place('moved')), DATA_DIR: embedded.DATA_DIR };
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
