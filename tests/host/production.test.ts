import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverBundle } from '../../src/build/bundle.mjs';
import { emptyOnServer } from '../kit/database.ts';

// Real processes over a real database: the embedded one, or a fresh one of the server that TEST_DATABASE_URL names.
const out = fileURLToPath(new URL('../../node_modules/.cache/production-test', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nursing-production-'));
const url = process.env['TEST_DATABASE_URL'];
let server: ChildProcess | undefined;
let drop = async (): Promise<void> => {};
let place: Record<string, string> = { DATA_DIR: folder };
const PRODUCTION = { NODE_ENV: 'production', APP_SECRET: 'b3f1'.repeat(16), SMS_GATEWAY_URL: 'http://127.0.0.1:9/', PORT: '0' };

beforeAll(async () => {
  await build(serverBundle(out));
  if (url === undefined) return;
  const made = await emptyOnServer(url);
  drop = made.drop;
  place = { ...place, DATABASE_URL: made.databaseUrl };
});
afterAll(async () => {
  server?.kill('SIGKILL');
  await drop();
  rmSync(folder, { recursive: true, force: true });
});
const environment = (more: Record<string, string>) => ({ PATH: process.env['PATH'], ...place, ...more });
const run = (args: string[], more: Record<string, string> = {}, input = '') => spawnSync(process.execPath, [join(out, 'server.mjs'), ...args], { encoding: 'utf8', input, timeout: 300_000, env: environment(more) });

test('production makes no demonstration accounts, and does not start over a database that has them', async () => {
  const seed = ['seed', '--orders', '1', '--caregivers', '1', '--hospitals', '2'];
  const refused = run(seed, PRODUCTION);
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('--no-accounts')]);
  expect(run(seed)).toMatchObject({ status: 0 });

  const served = run(['serve'], PRODUCTION);
  expect(served.status).toBe(1);
  expect(served.stderr).toContain('数据库中有演示账号（admin、ops、resident、hospital），生产环境不能启动。');
  expect(served.stderr).toContain('production does not start with it');
  // it never listened, and its message gives no password away
  expect(served.stdout).not.toContain('http:');
  expect(served.stdout + served.stderr).not.toContain('Peihu-2026!');
}, 400_000);

test('the same database starts where it is no production, and says who is there', async () => {
  const started = spawn(process.execPath, [join(out, 'server.mjs'), 'serve'], { stdio: ['ignore', 'pipe', 'inherit'], env: environment({ PORT: '0' }) });
  server = started;
  let said = '';
  started.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await expect.poll(() => said, { timeout: 30_000 }).toContain('admin, ops, resident, hospital');
  started.kill('SIGTERM');
  expect(await new Promise((done) => started.once('exit', done))).toBe(0);
}, 60_000);
