import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverBundle } from '../../src/build/bundle.mjs';
import { embedded } from '../../src/host/db/open.ts';
import type { Engine } from '../../src/host/db/pglite-stream.ts';
import { watch } from '../../src/host/db/watchdog.ts';
import { faultOf } from '../../src/host/envelope.ts';
import { readPlace, readSettings } from '../../src/host/settings.ts';

const out = fileURLToPath(new URL('../../node_modules/.cache/engine-test', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nursing-engine-'));
const children = new Set<ChildProcess>();

beforeAll(async () => {
  const bundle = serverBundle(out);
  await build({ ...bundle, entryPoints: { ...bundle.entryPoints, writer: 'tests/kit/writer.ts' } });
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const run = (script: string, args: string[], env: Record<string, string> = {}) => spawnSync(process.execPath, [join(out, script), ...args], { encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } });
function start(script: string, args: string[], env: Record<string, string> = {}): { child: ChildProcess; heard: string[]; until: (sign: RegExp) => Promise<void>; end: (signal: NodeJS.Signals) => Promise<number | null> } {
  const child = spawn(process.execPath, [join(out, script), ...args], { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env['PATH'], ...env } });
  children.add(child);
  const heard: string[] = [];
  const lines = createInterface({ input: child.stdout! });
  lines.on('line', (line) => heard.push(line));
  const over = new Promise<void>((done) => lines.once('close', done));
  const exit = new Promise<number | null>((done) => child.once('exit', done));
  return {
    child,
    heard,
    until: (sign) =>
      new Promise((done, failed) => {
        const look = (): void => void (heard.some((line) => sign.test(line)) && done());
        look();
        lines.on('line', look);
        void exit.then(() => failed(new Error(`ended before ${sign}: ${heard.join('\n')}`)));
      }),
    end: async (signal) => {
      child.kill(signal);
      await over;
      return exit;
    },
  };
}

test('a second process is refused the folder, in words that name the first', async () => {
  const dir = join(folder, 'two');
  const first = start('writer.mjs', ['hold', dir]);
  await first.until(/^open$/);
  const second = run('writer.mjs', ['read', dir]);
  expect(second.status).toBe(1);
  expect(second.stdout).toContain(`正被进程 ${first.child.pid}`);
  expect(second.stdout).toContain(`in use by process ${first.child.pid}`);
  await first.end('SIGKILL');
  expect(run('writer.mjs', ['read', dir]).status).toBe(0);
}, 60_000);

test('kill -9 during writes loses no acknowledged row and leaves none half done', async () => {
  const dir = join(folder, 'killed');
  const acknowledged: string[] = [];
  for (let round = 0; round < 5; round++) {
    const writer = start('writer.mjs', ['write', dir]);
    await writer.until(new RegExp(` ${40 + round * 7}$`));
    await writer.end('SIGKILL');
    acknowledged.push(...writer.heard);
  }
  const kept = JSON.parse(run('writer.mjs', ['read', dir]).stdout) as { whole: string[]; torn: number; fsync: string };
  const whole = new Set(kept.whole);
  expect(acknowledged.length).toBeGreaterThan(200);
  expect(acknowledged.filter((row) => !whole.has(row))).toEqual([]);
  expect(kept.torn).toBe(0);
  expect(kept.fsync).toBe('on');
}, 120_000);

test('every acknowledgement comes after a flush to the disk', async () => {
  const log = join(folder, 'fsync');
  const preload = fileURLToPath(new URL('../kit/fsync-log.cjs', import.meta.url));
  const writer = start('writer.mjs', ['write', join(folder, 'killed')], { NODE_OPTIONS: `--require ${preload}`, FSYNC_LOG: log });
  await writer.until(/^\d+ 50$/);
  const flushed = writer.heard.flatMap((line) => (line.startsWith('flushed ') ? [Number(line.slice(8))] : []));
  expect(flushed.length).toBeGreaterThan(50);
  for (const [n, count] of flushed.entries()) if (n > 0) expect(count).toBeGreaterThan(flushed[n - 1]!);
  await writer.end('SIGKILL');
}, 60_000);

test('a database that does not answer fails whoever waits, and says that the process is to end', async () => {
  const silent: Engine = { run: () => new Promise(() => undefined), copy: async () => undefined, close: async () => undefined, died: new Promise(() => undefined) };
  const database = embedded(watch(silent, () => 100));
  const answers = await Promise.allSettled([database.pool.query('select 1'), database.pool.query('select 2')]);
  expect(answers.map((a) => (a.status === 'rejected' ? faultOf(a.reason).fault : 'answered'))).toEqual(['unavailable', 'unavailable']);
  expect((await database.down).message).toMatch(/has not answered/);
});

test('a folder that another process has taken meanwhile is neither read nor written any more, not even to close it', async () => {
  let [mine, asked] = [true, 0];
  const count = async (): Promise<Uint8Array> => (asked++, new Uint8Array());
  const engine = watch({ run: count, copy: async () => void (await count()), close: async () => void (await count()), died: new Promise(() => undefined) }, () => 60_000, () => mine);
  await engine.run(new Uint8Array());
  await engine.copy('beside');
  mine = false;
  await engine.close();
  await expect(engine.copy('beside')).rejects.toThrow(/taken/);
  expect(faultOf(await engine.run(new Uint8Array()).catch((error: unknown) => error)).fault).toBe('unavailable');
  expect([(await engine.died).message, asked]).toEqual([expect.stringMatching(/taken/), 2]);
});

test('nothing stays of what a database has answered', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const one: Engine = { run: async () => new Uint8Array(1024 * 1024), copy: async () => undefined, close: async () => undefined, died: new Promise(() => undefined) };
  const { run } = watch(one, () => 60_000);
  const held = (): number => (collect(), process.memoryUsage().arrayBuffers);
  const before = held();
  for (let n = 0; n < 100; n++) await run(new Uint8Array());
  // what is free is swept beside
  await expect.poll(() => held() - before).toBeLessThan(10 * 1024 * 1024);
});
test('whoever waits in line behind a batch that is not answered fails with it', async () => {
  const silent: Engine = { run: () => new Promise(() => undefined), copy: async () => undefined, close: async () => undefined, died: new Promise(() => undefined) };
  const engine = watch(silent, () => 300);
  const failed = (): Promise<number> => engine.run(new Uint8Array()).then(() => NaN, () => performance.now());
  const first = failed();
  await sleep(200);
  const [one, other] = await Promise.all([first, failed()]);
  expect(Math.abs(other - one)).toBeLessThan(100);
});

test('what begins while one is patient may take longer than what is served', async () => {
  let most = 10_000;
  const slow: Engine = { run: async () => sleep(400).then(() => new Uint8Array()), copy: async () => undefined, close: async () => undefined, died: new Promise(() => undefined) };
  const engine = watch(slow, () => most);
  const begun = engine.run(new Uint8Array());
  most = 100;
  expect(await begun).toHaveLength(0);
  await expect(engine.run(new Uint8Array())).rejects.toThrow(/has not answered/);
});

test('every bad setting is named at once, without its secrets', () => {
  const bad = { PORT: '80a80', HOST: 'a b', DATABASE_URL: 'mysql://me:hidden@host/db', SMS_GATEWAY_URL: 'nowhere', API_PREFIX: 'api/', APP_SECRET: 'short-secret', DATA_DIR: join(folder, 'unused') };
  let said = '';
  try {
    readSettings(bad);
  } catch (error) {
    said = (error as Error).message;
  }
  for (const name of ['PORT', 'HOST', 'DATABASE_URL', 'SMS_GATEWAY_URL', 'API_PREFIX', 'APP_SECRET']) expect(said).toContain(`${name}=`);
  expect(said).not.toMatch(/hidden|short-secret/);
});

test.each(['postgres://nursing@/nursing?host=/var/run/postgresql', 'postgres:///nursing?host=/var/run/postgresql', 'postgresql://nursing@%2Fvar%2Frun%2Fpostgresql/nursing'])('a database behind a socket may be named: %s', (DATABASE_URL) => {
  expect(readPlace({ DATA_DIR: folder, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  expect(() => readPlace({ DATA_DIR: folder, DATABASE_URL: DATABASE_URL.replace(/^postgres\w*/, 'mysql') })).toThrow('DATABASE_URL');
});

test('an empty environment is a working one, and the secret is kept', () => {
  const env = { DATA_DIR: join(folder, 'fresh') };
  const first = readSettings(env);
  expect(first).toMatchObject({ port: 8080, host: '127.0.0.1', apiPrefix: '/admin-api', production: false, outboxDir: join(folder, 'fresh/outbox') });
  expect(first.secret.length).toBe(32);
  expect(readSettings(env).secret).toEqual(first.secret);
});

test('production on a server needs its own secret, and refuses the outbox', () => {
  const production = { NODE_ENV: 'production', DATA_DIR: join(folder, 'production') };
  expect(() => readSettings({ ...production, DATABASE_URL: 'postgres://localhost/x' })).toThrow(/APP_SECRET/);
  const refused = run('server.mjs', ['serve'], production);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('SMS_GATEWAY_URL');
  expect(existsSync(join(folder, 'production/pg'))).toBe(false);
});

test('the server starts on an empty folder, is ready, and stops cleanly when told to', async () => {
  const dataDir = join(folder, 'served');
  const server = start('server.mjs', ['serve'], { NODE_ENV: 'production', SMS_GATEWAY_URL: 'http://127.0.0.1:9/', DATA_DIR: dataDir, PORT: '0' });
  await server.until(/http:/);
  const address = /http:\/\/[^\s"]+/.exec(server.heard.join('\n'))![0];
  expect((await fetch(`${address}readyz`)).status).toBe(200);
  expect(server.heard.join('\n')).not.toMatch(/演示/);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(existsSync(join(dataDir, 'pg.lock'))).toBe(false);
}, 180_000);
test('nor does it wait until it serves: the first process of a container hears no signal that it does not ask for', async () => {
  const dataDir = join(folder, 'begun');
  const server = start('server.mjs', ['serve'], { DATA_DIR: dataDir, PORT: '0' });
  await expect.poll(() => existsSync(join(dataDir, 'pg.lock')), { timeout: 60_000 }).toBe(true);
  expect([await server.end('SIGTERM'), server.heard]).toEqual([0, ['正在停止 Stopping…']]);
  expect(existsSync(join(dataDir, 'pg.lock'))).toBe(false);
}, 90_000);
