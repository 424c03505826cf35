// Alive, ready, stopping; and the figures of it.
import { randomBytes } from 'node:crypto';
import fastify from 'fastify';
import type pg from 'pg';
import * as z from 'zod/mini';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { answer } from '../../src/host/answer.ts';
import { buildApp } from '../../src/host/app.ts';
import { embedded } from '../../src/host/db/open.ts';
import { keepAlive } from '../../src/host/life.ts';
import { serveMetrics } from '../../src/host/metric-server.ts';
import { readSettings } from '../../src/host/settings.ts';
import { endpoint } from '../../src/kernel/endpoint.ts';
import { served } from '../../src/served.gen.ts';
import { PREFIX, startApi, STILL, type Api } from '../kit/api.ts';
import { SEVERAL } from '../kit/job.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await api.account({ username: 'ops', role: 2 });
});
afterAll(() => api.close());

test('a server that stops ends what runs, sends streams away with a hint, and tells newcomers to come back', async () => {
  let release = (): void => undefined;
  let begun = (): void => undefined;
  const [gate, entered] = [new Promise<void>((done) => (release = done)), new Promise<void>((done) => (begun = done))];
  const slow = answer(endpoint('GET /test/slow', { may: 'open', summary: 'slow', reply: z.strictObject({ done: z.boolean() }) }), async () => {
    begun();
    await gate;
    return { done: true };
  });
  const log: Record<string, unknown>[] = [];
  const app = await buildApp({ database: api.database, settings: { apiPrefix: PREFIX, secret: randomBytes(32) }, served: [...served, slow], messenger: api.messenger, pace: STILL, log: (line) => void log.push(line) });
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const { token } = await api.signIn('ops');
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  const stream = await fetch(`${base}${PREFIX}/live`, { headers: { accept: 'text/event-stream', 'x-access-token': token } });
  const running = fetch(`${base}${PREFIX}/test/slow`);
  await entered;

  const closed = app.close();
  expect(await stream.text()).toMatch(/^:\n\n[^]*retry: \d{3,4}\n\n$/);
  const newcomer = await fetch(`${base}${PREFIX}/sys/me`, { headers: { 'x-access-token': token } });
  expect([newcomer.status, newcomer.headers.get('connection'), newcomer.headers.get('x-content-type-options')]).toEqual([503, 'close', 'nosniff']);
  expect(Number(newcomer.headers.get('retry-after'))).toBeGreaterThan(0);
  // nothing is wrong with the database
  expect(await newcomer.json()).toEqual({ success: false, code: 50302, message: '系统正在重启，稍后再试', result: null });
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  const ready = await fetch(`${base}/readyz`);
  for (const [path, status] of [['healthz', 200], ['readyz', 503]] as const) expect([path, (await fetch(`${base}/${path}`, { method: 'HEAD' })).status]).toEqual([path, status]);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'stopping' }]);
  release();
  expect(await (await running).json()).toMatchObject({ success: true, result: { done: true } });
  await closed;
  await expect(fetch(`${base}/healthz`)).rejects.toThrow();
  // nor is it told as an outage: each deploy would be one
  expect([log.filter(({ status }) => status === 503).length > 0, log.filter(({ level }) => level === 'error')]).toEqual([true, []]);
});

test('a database that does not answer makes the server alive but not ready', async () => {
  const app = fastify();
  let ready: () => Promise<boolean> = () => new Promise(() => undefined);
  keepAlive(app, { ready: () => ready() }, () => undefined);
  const status = async (url: string) => (await app.inject(url)).statusCode;
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
  ready = () => Promise.reject(new Error('gone'));
  expect(await status('/readyz')).toBe(503);
  ready = async () => false;
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'read-only database' });
  expect((await app.inject({ method: 'HEAD', url: '/readyz' })).statusCode).toBe(503);
  let asked = 0;
  ready = async () => (asked++, true);
  expect(await Promise.all(Array.from({ length: 50 }, () => status('/readyz')))).toEqual(Array(50).fill(200));
  // all of them by one question
  expect(asked).toBe(1);
  await app.close();
});

// the embedded database has one connection
if (SEVERAL) test('a pool whose connections all wait for somebody does not make the server look lost', async () => {
  const sleeping = Array.from({ length: 12 }, () => api.database.pool.query('select pg_sleep(3)'));
  await expect.poll(() => api.database.pool.waitingCount).toBeGreaterThan(0);
  expect((await api.anonymous.send('GET', '/readyz')).text).toBe('{"status":"ready"}');
  expect(api.database.pool.waitingCount).toBeGreaterThan(0);
  await Promise.all(sleeping);
});
else test('neither a transaction that holds the one connection nor a long statement makes the server look lost; one that never ends does', async () => {
  const ready = async () => (await api.anonymous.send('GET', '/readyz')).text;
  const holder = await api.database.pool.connect();
  await holder.query('begin');
  await expect(holder.query('select 1 / 0')).rejects.toThrow();
  expect(await ready()).toBe('{"status":"ready"}');
  // it was not touched by that
  await expect(holder.query('select 1')).rejects.toThrow(/aborted/);
  await holder.query('rollback');
  holder.release();

  let answer = (): void => undefined;
  const slow = embedded({ run: () => new Promise((done) => (answer = () => done(new Uint8Array()))), copy: async () => undefined, close: async () => undefined, died: new Promise(() => undefined) });
  // nothing runs, and it does not even say that it is free
  await expect(slow.ready()).rejects.toThrow();
  slow.pool.query('select 1').catch(() => undefined);
  await expect.poll(() => slow.ready()).toBe(true);
  const now = performance.now();
  const later = vi.spyOn(performance, 'now').mockReturnValue(now + 10_000);
  await expect(slow.ready()).rejects.toThrow();
  later.mockRestore();
  answer();
  // nor does a copy, which takes as long as its folder is large
  let copied = (): void => undefined;
  const copies = embedded({ run: () => new Promise(() => undefined), copy: () => new Promise((done) => (copied = done)), close: async () => undefined, died: new Promise(() => undefined) });
  const copy = copies.copy('beside');
  expect(await copies.ready()).toBe(true);
  const atLength = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 500_000);
  expect(await copies.ready()).toBe(true);
  atLength.mockReturnValue(performance.now() + 700_000);
  await expect(copies.ready()).rejects.toThrow();
  atLength.mockRestore();
  copied();
  await copy;
  await expect(copies.ready()).rejects.toThrow();
});

const LINE = /^([a-z_]+)(\{([a-z]+="(?:[^"\\\n]|\\["\\n])*"(?:,[a-z]+="(?:[^"\\\n]|\\["\\n])*")*)\})? (-?\d+(\.\d+)?(e[+-]?\d+)?)$/;
/** Every sample by its name and labels. */
function samplesOf(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.trimEnd().split('\n')) {
    if (line.startsWith('# ')) continue;
    const found = LINE.exec(line);
    expect([line, found !== null]).toEqual([line, true]);
    const key = `${found![1]}${found![2] ?? ''}`;
    expect([key, samples.has(key)]).toEqual([key, false]);
    samples.set(key, Number(found![4]));
  }
  return samples;
}
test('calls are counted by endpoint and status, in histograms that add up, under labels that name nobody', async () => {
  const ops = await api.as('ops');
  for (const no of ['PH1', 'PH2', '张秘密', '13912345678']) await ops.get(`/orders/${encodeURIComponent(no)}`);
  await api.anonymous.get('/orders/PH1');
  await api.anonymous.send('GET', '/13912345678/nothing');
  api.app.meter.job('sweep', true, 0.2);
  api.app.meter.job('sweep', false, 0.1);
  const text = await api.app.meter.text();
  const samples = samplesOf(text);
  const route = `method="GET",route="${PREFIX}/orders/:no"`;
  expect(samples.get(`http_requests_total{${route},status="404"}`)).toBe(4);
  expect(samples.get(`http_requests_total{${route},status="401"}`)).toBe(1);
  expect(samples.get('http_requests_total{method="GET",route="none",status="404"}')).toBe(1);
  const buckets = [...samples].filter(([key]) => key.startsWith(`http_request_duration_seconds_bucket{${route}`)).map(([, value]) => value);
  expect(buckets).toHaveLength(13);
  expect(buckets).toEqual([...buckets].sort((a, b) => a - b));
  expect([buckets.at(-1), samples.get(`http_request_duration_seconds_count{${route}}`)]).toEqual([5, 5]);
  expect([samples.get('job_runs_total{job="sweep",result="ok"}'), samples.get('job_runs_total{job="sweep",result="failed"}')]).toEqual([1, 1]);
  expect(samples.get('db_size_bytes')).toBeGreaterThan(100_000);
  expect([samples.get(`db_up{engine="${api.database.kind}"}`), samples.get('db_pool_waiting'), samples.get('live_streams')]).toEqual([1, 0, 0]);
  for (const name of ['nodejs_eventloop_lag_seconds{quantile="0.99"}', 'process_resident_memory_bytes', 'process_cpu_seconds_total']) expect(samples.get(name)).toBeGreaterThan(0);
  expect(text).not.toMatch(/PH1|张|13912345678|ops/);

  const hold = new AbortController();
  const base = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { token } = await api.signIn('ops');
  await fetch(`${base}${PREFIX}/live`, { headers: { accept: 'text/event-stream', 'x-access-token': token }, signal: hold.signal });
  expect(samplesOf(await api.app.meter.text()).get('live_streams')).toBe(1);
  hold.abort();
  // the console's own address tells no figures
  expect((await fetch(`${base}/metrics`)).status).toBe(404);
});
test('the database is up or not as it is at that moment, however busy the pool is, and whatever was known of its size', async () => {
  let up: boolean | null = true;
  const ready = async (): Promise<boolean> => (up === null ? Promise.reject(new Error('gone')) : api.database.ready().then((writable) => writable && up === true));
  const app = await buildApp({ database: { ...api.database, ready }, settings: { apiPrefix: PREFIX, secret: randomBytes(32) }, served, messenger: api.messenger, pace: STILL, log: () => undefined });
  const told = async (): Promise<unknown> => samplesOf(await app.meter.text()).get(`db_up{engine="${api.database.kind}"}`);
  const busy: pg.PoolClient[] = [];
  try {
    while (busy.length < api.database.pool.options.max) busy.push(await api.database.pool.connect());
    expect(await told()).toBe(1);
    for (const client of busy.splice(0)) client.release();
    expect(await told()).toBe(1);
    // one that takes nothing that is written is up for nobody (readyz)
    for (const state of [null, false]) {
      up = state;
      expect([state, await told()]).toEqual([state, 0]);
    }
    up = true;
    expect(await told()).toBe(1);
  } finally {
    for (const client of busy) client.release();
    await app.close();
  }
});
test('figures have an address of their own, and one that others can reach wants a token', async () => {
  const env = { DATA_DIR: '/tmp', APP_SECRET: 'x'.repeat(32), METRICS_PORT: '0' };
  expect(readSettings({ DATA_DIR: '/tmp', APP_SECRET: 'x'.repeat(32) }).metrics).toBeUndefined();
  expect(readSettings(env).metrics).toEqual({ host: '127.0.0.1', port: 0 });
  for (const host of ['0.0.0.0', '::', '10.0.0.1', 'example.org', '127.example.org']) expect(() => readSettings({ ...env, METRICS_HOST: host })).toThrow(/METRICS_HOST.*METRICS_TOKEN/);
  const { metrics } = readSettings({ ...env, METRICS_TOKEN: 'long-enough-a-token' });
  const { port, close } = await serveMetrics(metrics!, api.app.meter.text);
  const ask = async (path: string, authorization?: string, method = 'GET') => (await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(authorization === undefined ? {} : { headers: { authorization } }) })).status;
  expect([await ask('/metrics'), await ask('/metrics', 'Bearer wrong'), await ask('/metrics', 'Bearer long-enough-a-token')]).toEqual([401, 401, 200]);
  expect([await ask('/', 'Bearer long-enough-a-token'), await ask('/metrics', 'Bearer long-enough-a-token', 'POST')]).toEqual([404, 405]);
  const { headers } = await fetch(`http://127.0.0.1:${port}/`);
  expect([headers.get('x-content-type-options'), headers.get('content-security-policy')]).toEqual(['nosniff', expect.stringContaining("default-src 'none'")]);
  // a second server on this machine
  await expect(serveMetrics({ host: '127.0.0.1', port }, api.app.meter.text)).rejects.toThrow(new RegExp(`${port}.*已被占用.*Port ${port} .* is taken: each server on a machine needs a METRICS_PORT`));
  await close();
});
