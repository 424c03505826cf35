// PostgreSQL is killed under load and comes back: no wrong success, nothing lost, nothing twice, and no restart of ours.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { KeepingClient } from '../../src/host/db/keeping.ts';
import { faultOf } from '../../src/host/envelope.ts';
import { commandKit } from '../kit/command.ts';
import { emptyOnServer } from '../kit/database.ts';
import type { KeptData, Prepared } from '../kit/killed.ts';
import { SEVERAL } from '../kit/job.ts';
import { listen } from '../kit/listen.ts';
import { findBinaries, startPostgres } from '../kit/postgres.mjs';
import { remote, type Remote } from '../kit/remote.ts';

const KILLS = 2;
const WRITERS = 4;
/** How soon ours are to be back once PostgreSQL lets them in, ms: on average of the kills, and each on a machine that is three times as slow. */
const BACK = { mean: 5_000, ever: 15_000 };

test('whatever a lost PostgreSQL says is told as unavailable', () => {
  const says = [{ code: 'ECONNREFUSED' }, { code: 'ECONNRESET' }, { code: 'EPIPE' }, { code: '57P01' }, { code: '57P02' }, { code: '57P03' }, { code: '53300' }, { code: '08006' }, ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EAI_AGAIN', 'EAI_FAIL', 'ENOTFOUND', '28000', '28P01', '3D000', '57P04', '57P05', '25P03', '25P04', '25006'].map((code) => ({ code })), { message: 'Connection terminated unexpectedly' }, { message: 'Connection terminated due to connection timeout' }, { message: 'timeout exceeded when trying to connect' }, { message: 'Client has encountered a connection error and is not queryable' }];
  for (const { code, message = 'x' } of says) expect([code ?? message, faultOf(Object.assign(new Error(message), code === undefined ? {} : { code })).fault]).toEqual([code ?? message, 'unavailable']);
  expect(faultOf(new Error('x')).fault).toBe('broken');
  for (const code of ['42501', '42P01', '55000', 'ENOENT', 'EACCES']) expect([code, faultOf(Object.assign(new Error('x'), { code })).fault]).toEqual([code, 'broken']);
});
if (SEVERAL) test('so is a way there that is none, and a server that lets nobody in', async () => {
  const { databaseUrl, drop } = await emptyOnServer(process.env['TEST_DATABASE_URL']!);
  onTestFinished(drop);
  const at = (change: (url: URL) => void): string => {
    const url = new URL(databaseUrl);
    change(url);
    return url.href;
  };
  const failed = (connectionString: string): Promise<unknown> => new pg.Client({ connectionString }).connect().then(() => null, (error: unknown) => error);
  const server = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] });
  await server.connect();
  onTestFinished(() => server.end());
  await server.query(`alter database ${new URL(databaseUrl).pathname.slice(1)} allow_connections false`);
  for (const url of [databaseUrl, at((url) => void (url.pathname = '/nowhere')), at((url) => void (url.username = 'nobody')), at((url) => void (url.hostname = 'nowhere.invalid')), 'postgres:///x?host=/nowhere', 'postgres://x@127.0.0.1:1/x']) {
    const error = await failed(url);
    expect([(error as { code: string }).code, faultOf(error).fault]).toEqual([expect.any(String), 'unavailable']);
  }
});
// a certificate that is not to be trusted is refused on the same way
test.each([['without TLS', 'N'], ['with another than PostgreSQL behind it', 'Sno handshake']])('nor is a connection that cannot be made, %s, a fault of ours', async (_name, says) => {
  const server = createServer((socket) => socket.on('error', () => undefined).on('data', () => void socket.write(says))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const pool = new pg.Pool({ Client: KeepingClient, connectionString: `postgres://x@127.0.0.1:${(server.address() as AddressInfo).port}/x?sslmode=verify-full`, connectionTimeoutMillis: 5_000 });
  onTestFinished(() => pool.end());
  const client = new KeepingClient(pool.options);
  client.on('error', () => undefined);
  for (const ask of [() => pool.query('select 1'), () => client.connect()]) expect(faultOf(await ask().then(() => null, (error: unknown) => error)).fault).toBe('unavailable');
});

// once, beside PostgreSQL's own leg; a database from elsewhere is nobody's to kill
if (process.env['TEST_DATABASE_URL'] !== undefined && findBinaries() !== null)
  test('PostgreSQL killed twice under two servers', { timeout: 300_000 }, async () => {
    const postgres = (await startPostgres({ durable: true }))!;
    onTestFinished(() => postgres.stop());
    const kit = await commandKit('lost', { killed: 'tests/kit/killed.ts' });
    onTestFinished(() => kit.close());
    const { databaseUrl } = await emptyOnServer(postgres.url);
    const env = { NODE_ENV: 'production', SMS_GATEWAY_URL: 'http://127.0.0.1:9/', DATA_DIR: kit.folder, APP_SECRET: randomBytes(32).toString('hex'), DATABASE_URL: databaseUrl };
    const ask = async <T>(what: 'prepare' | 'read'): Promise<T> => {
      const { status, stdout, stderr } = await kit.run([what], env, 'killed.mjs');
      if (status !== 0) throw new Error(stderr);
      return JSON.parse(stdout) as T;
    };
    const { token, form } = await ask<Prepared>('prepare');
    const servers = await Promise.all([kit.serve(env), kit.serve(env)]);
    const people = servers.map(({ address }) => remote(address, token));
    let over = false;
    let written = 0;
    const acknowledged: { no: string; version: number; event: string }[] = [];
    const refused = { reads: 0, writes: 0 };
    const wrong: string[] = [];

    /** Sends one write, always with the same key and to the servers in turn, until one says that it is done. */
    async function send(path: string, body: object, event: string): Promise<{ no: string; version: number } | null> {
      const key = randomBytes(12).toString('hex');
      for (let tries = 0; ; tries++) {
        const { status, body: { result, message } } = await people[(tries + written) % people.length]!.post<{ row: { orderNo: string; version: number } } | null>(path, body, key);
        if (status === 503) {
          refused.writes += 1;
          await sleep(50);
          continue;
        }
        if (result === null || status !== 200) {
          wrong.push(`${event} ${status} ${message}`);
          return null;
        }
        written += 1;
        const { orderNo: no, version } = result.row;
        acknowledged.push({ no, version, event });
        return { no, version };
      }
    }
    async function writer(name: string): Promise<void> {
      for (let n = 0; !over; n++) {
        let at = await send('/orders', { ...form, patient: { name: `病人${name}${n}` } }, 'create');
        const steps: [event: string, body: object][] = [['pay', { amountFen: 5_000, method: 'cash' }], ['edit', { diagnosis: `骨折${n}` }], ['adjust', { kind: 'discount', amountFen: -100, reason: '优惠' }], ['cancel', { reason: '患者转院' }]];
        for (const [event, body] of steps) if (at !== null && !over) at = await send(`/orders/${at.no}/${event}`, { ...body, version: at.version }, event);
      }
    }
    async function reader(at: Remote): Promise<void> {
      while (!over) {
        const { status, body } = await at.get('/orders?pageNum=1&pageSize=20');
        if (status === 503) refused.reads += 1;
        else if (status !== 200) wrong.push(`list ${status} ${body.message}`);
        await sleep(50);
      }
    }
    /** Waits for what is told of any order; the stream is opened anew, as a console does, until it stands. */
    async function hears(address: string): Promise<void> {
      for (;;) {
        const stream = await listen(`${address}admin-api/live`, token).catch(() => null);
        const heard = await stream?.next().then((said) => said !== null, () => false);
        stream?.leave();
        if (heard) return;
        await sleep(100);
      }
    }
    /** Until that is so, or something was wrong. */
    const until = (so: () => boolean): Promise<void> => expect.poll(() => wrong.length > 0 || so(), { timeout: 60_000, interval: 20 }).toBe(true);
    const work = Promise.all([...Array.from({ length: WRITERS }, (_, i) => writer('甲乙丙丁'[i]!)), ...people.map(reader)]);
    const taken: string[] = [];
    const back: Record<string, number[]> = {};
    try {
      for (let kill = 0; kill < KILLS && wrong.length === 0; kill++) {
        await Promise.all(servers.map(({ address }) => hears(address)));
        await until(() => written >= 20 * (kill + 1));
        await postgres.kill();
        const before = { ...refused };
        await until(() => refused.writes > before.writes + WRITERS && refused.reads > before.reads);
        // the process lives, and says that it cannot serve
        for (const { address } of servers) {
          expect((await fetch(`${address}healthz`)).status).toBe(200);
          expect((await fetch(`${address}readyz`)).status).toBe(503);
        }
        await postgres.start();
        const began = performance.now();
        const told = (what: string): void => {
          const ms = performance.now() - began;
          (back[what] ??= []).push(ms);
          taken.push(`${what} after ${(ms / 1000).toFixed(1)} s`);
        };
        const again = written;
        await until(() => written > again + WRITERS);
        told('writes');
        for (const { address } of servers) await expect.poll(async () => (await fetch(`${address}readyz`)).status, { timeout: 60_000, interval: 20 }).toBe(200);
        told('ready');
        await Promise.all(servers.map(({ address }) => hears(address)));
        told('live events');
      }
    } catch (error) {
      wrong.push(String(error));
    }
    over = true;
    await work.catch((error: unknown) => wrong.push(String(error)));
    console.log(`PostgreSQL killed ${KILLS} times: ${taken.join(', ')}; ${acknowledged.length} writes acknowledged, ${refused.writes} refused meanwhile`);
    expect(wrong).toEqual([]);
    expect(Object.entries(back).filter(([, ms]) => ms.length !== KILLS || ms.reduce((sum, one) => sum + one, 0) / KILLS > BACK.mean || Math.max(...ms) > BACK.ever)).toEqual([]);
    expect(Object.keys(back)).toHaveLength(3);
    for (const { server } of servers) expect(server.said()).not.toMatch(/"status":500/);

    // what was acknowledged is there, and each of it once: every write was asked again until it was
    const { orders, keys, fault } = await ask<KeptData>('read');
    const events = new Map(orders.map(({ no, events }) => [no, events]));
    expect(acknowledged.filter(({ no, version, event }) => events.get(no)?.[version - 1] !== event)).toEqual([]);
    for (const { no, version, events: own, audited, payable, due, paid, ledger, payments } of orders)
      expect({ no, version, audited, payable, paid, payments }).toEqual({ no, version: own.length, audited: own.map((event) => `order.${event}`), payable: due, paid: ledger, payments: own.filter((event) => event === 'pay').length });
    expect(orders.reduce((sum, order) => sum + order.events.length, 0)).toBe(acknowledged.length);
    expect(keys).toBe(acknowledged.length);
    expect(fault).toBeNull();
    expect((await Promise.all(servers.map(({ stop }) => stop()))).map(({ status }) => status)).toEqual([0, 0]);
  });
