// What a bad night does to the embedded database: a disk that fills up, and a migration that is killed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandKit, type Commands } from '../kit/command.ts';
import type { KeptData, Prepared } from '../kit/killed.ts';

const PRODUCTION = { NODE_ENV: 'production', APP_SECRET: 'k3'.repeat(20), SMS_GATEWAY_URL: 'http://127.0.0.1:9/' };
let kit: Commands;
const mounted: string[] = [];
beforeAll(async () => {
  kit = await commandKit('embedded', { killed: 'tests/kit/killed.ts', cut: 'tests/kit/cut.ts' });
});
afterAll(() => {
  for (const dir of mounted) spawnSync('umount', ['-l', dir]);
  kit.close();
});
const read = async (env: Record<string, string>): Promise<KeptData> => {
  const { status, stdout, stderr } = await kit.run(['read'], env, 'killed.mjs');
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as KeptData;
};

/** A disk of its own of a few megabytes; null where this account may not mount one. */
function smallDisk(name: string, megabytes: number): string | null {
  const dir = join(kit.folder, name);
  mkdirSync(dir);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', dir]).status !== 0) return null;
  mounted.push(dir);
  return dir;
}
/** Writes orders, and something large beside each so that it does not take thousands, until one is refused or the line is cut; their numbers are added as they are acknowledged. */
async function writeUntilRefused(address: string, { token, form }: Prepared, acknowledged: string[], most = 3_000): Promise<number | 'gone'> {
  const headers = { 'content-type': 'application/json', 'x-access-token': token };
  for (let n = 0; n < most; n++) {
    try {
      const made = await fetch(`${address}admin-api/orders`, { method: 'POST', headers: { ...headers, 'idempotency-key': `full-disk-${acknowledged.length}` }, body: JSON.stringify({ ...form, patient: { name: `病人${acknowledged.length}`, gender: 1 } }) });
      if (made.status !== 200) return made.status;
      acknowledged.push(((await made.json()) as { result: { row: { orderNo: string } } }).result.row.orderNo);
      const kept = await fetch(`${address}admin-api/drafts/order.new`, { method: 'PUT', headers, body: JSON.stringify({ value: Array.from({ length: 3_000 }, (_, i) => Math.sin(i + n)) }) });
      if (kept.status !== 200) return kept.status;
    } catch {
      return 'gone';
    }
  }
  return 200;
}
test('on a full disk the server refuses; where its log cannot be written it ends; and with room again every acknowledged order is there', async () => {
  // where this account may not mount, what follows with a bound on every file says the same
  const disk = smallDisk('full', 160);
  const env = { ...PRODUCTION, DATA_DIR: join(disk ?? kit.folder, 'data') };
  await kit.furnish(env.DATA_DIR);
  const prepared = JSON.parse((await kit.run(['prepare'], env, 'killed.mjs')).stdout) as Prepared;
  const { address, server } = await kit.serve(env);
  const acknowledged: string[] = [];
  if (disk !== null) {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - (1 << 20))));
    expect(await writeUntilRefused(address, prepared, acknowledged)).toBe(503);
    expect((await fetch(`${address}healthz`)).status).toBe(200);
    rmSync(join(disk, 'filler'));
  }
  expect(await writeUntilRefused(address, prepared, acknowledged, 2)).toBe(200);
  // no file may grow, nor be written, beyond a megabyte: the log is
  expect(spawnSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${1 << 20}`]).status).toBe(0);
  expect([503, 'gone']).toContain(await writeUntilRefused(address, prepared, acknowledged));
  const { status, stdout } = await server.ended;
  expect([status, stdout]).toEqual([70, expect.stringContaining('the log of the database cannot be written')]);
  const { orders, fault } = await read(env);
  const kept = new Set(orders.map(({ no }) => no));
  expect(acknowledged.length).toBeGreaterThan(1);
  expect(acknowledged.filter((no) => !kept.has(no))).toEqual([]);
  expect(fault).toBeNull();
}, 900_000);

test('a migration that is killed anywhere is gone on with at the next start', async () => {
  const DATA_DIR = join(kit.folder, 'cut');
  const env = { ...PRODUCTION, DATA_DIR };
  // among its statements, and when all of them are there but their end
  for (const at of ['200', 'commit']) {
    expect((await kit.run([at], env, 'cut.mjs')).status).toBe(null);
    expect(existsSync(join(DATA_DIR, 'pg.lock'))).toBe(true);
  }
  const { address, stop } = await kit.serve(env);
  expect((await fetch(`${address}readyz`)).status).toBe(200);
  // the engine makes its files for everybody: its folder lets nobody else of this machine in, nor does the one around it
  expect([DATA_DIR, join(DATA_DIR, 'pg')].map((dir) => statSync(dir).mode & 0o777)).toEqual([0o700, 0o700]);
  expect((await stop()).status).toBe(0);
  expect((await read(env)).fault).toBeNull();
}, 900_000);

/** A folder whose path has so many bytes; its parts are no longer than a file system takes. */
const longPlace = (bytes: number): string => {
  let path = kit.folder;
  while (path.length < bytes) path = join(path, 'x'.repeat(Math.min(200, bytes - path.length - 1)));
  return path;
};
const sockets = (): string[] => readdirSync(kit.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isSocket()).map(({ name }) => name);
// 99: its own socket would just fit, 100 no more on Linux; a copy of it, whose path is longer, has none from 83 on
test.each([99, 100, 700])('a folder whose path has %i bytes is begun, and left without a socket', async (bytes) => {
  const env = { ...PRODUCTION, DATA_DIR: longPlace(bytes) };
  expect(env.DATA_DIR).toHaveLength(bytes);
  const made = await kit.run(['create-admin', '--username', 'boss'], env);
  expect([made.stderr, made.status]).toEqual(['', 0]);
  const { stop } = await kit.serve(env);
  const file = join(kit.folder, `${bytes}.backup`);
  const beside = await kit.run(['backup', file], env);
  // who cannot ask the server waits until it has stopped
  if (bytes < 100) expect([beside.stderr, beside.status]).toEqual(['', 0]);
  else expect(beside).toMatchObject({ status: 1, stderr: expect.stringMatching(/in use by process/) });
  expect(sockets()).toEqual(bytes < 100 ? ['pg.sock'] : []);
  expect((await stop()).status).toBe(0);
  if (bytes >= 100) expect(await kit.run(['backup', file], env)).toMatchObject({ status: 0 });
  expect(sockets()).toEqual([]);
}, 300_000);
