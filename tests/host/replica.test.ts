// A real streaming replica on loopback: what is read there, what never is, and what becomes of readers when it lags, dies or stands still.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../src/host/app.ts';
import { migrateDatabase } from '../../src/host/db/migrate.ts';
import { openDatabase, type Database } from '../../src/host/db/open.ts';
import { memoryMessenger } from '../../src/host/messenger.ts';
import { Reach } from '../../src/host/reach.ts';
import { readSettings } from '../../src/host/settings.ts';
import { served } from '../../src/served.gen.ts';
import { assignKit } from '../kit/assign.ts';
import type { Place } from '../kit/care.ts';
import { listen } from '../kit/listen.ts';
import { startPostgres, type PrivatePostgres } from '../kit/postgres.mjs';
import { remote, type Remote } from '../kit/remote.ts';
import { signedIn } from '../kit/signed-in.ts';
import { startStandby, type Standby } from '../kit/standby.mjs';

// once, where PostgreSQL is tested
const postgres = process.env['TEST_DATABASE_URL'] === undefined ? null : await startPostgres({ durable: true });

test('a replica without its database is refused, and one that is no address', () => {
  expect(() => readSettings({ DATABASE_REPLICA_URL: 'postgres://nobody:secret@127.0.0.1/x' })).toThrow(/DATABASE_REPLICA_URL=postgres:\/\/nobody:\*\*\*@127\.0\.0\.1\/x .*needs DATABASE_URL/);
  expect(() => readSettings({ DATABASE_URL: 'postgres://127.0.0.1/x', DATABASE_REPLICA_URL: 'here' })).toThrow(/DATABASE_REPLICA_URL=here .*postgres:/);
});

interface Instance {
  database: Database;
  app: FastifyInstance;
  address: string;
  log: Record<string, unknown>[];
}
const PACE = { look: 50, late: 600_000, answer: 2_000 };

if (postgres !== null)
  describe('with a replica', () => {
    const primary: PrivatePostgres = postgres;
    let standby: Standby;
    let care: Awaited<ReturnType<typeof assignKit>>;
    let place: Place;
    let beside: pg.Client;
    let instances: [Instance, Instance];
    const more: Instance[] = [];
    let tokens: { ops: string; colleague: string };
    const secret = randomBytes(32);

    async function instance(pace = PACE, replicaUrl = standby.url): Promise<Instance> {
      const database = await openDatabase({ databaseUrl: primary.url, replicaUrl, dataDir: '' }, 'serving', pace);
      const log: Instance['log'] = [];
      const app = await buildApp({ database, settings: { apiPrefix: '/admin-api', secret }, served, messenger: memoryMessenger(), log: (line) => void log.push(line) });
      const made = { database, app, log, address: `${await app.listen({ port: 0, host: '127.0.0.1' })}/` };
      more.push(made);
      return made;
    }
    const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> => (await instances[0].database.pool.query(text, values)).rows as T[];
    const up = ({ database }: Instance): boolean => database.replica!.figures().up;
    const fromReplica = (): number => instances.reduce((n, { database }) => n + database.replica!.figures().reads.replica, 0);
    const pause = async (): Promise<void> => {
      await beside.query('select pg_wal_replay_pause()');
      await expect.poll(async () => (await beside.query(`select pg_get_wal_replay_pause_state() as state`)).rows).toEqual([{ state: 'paused' }]);
    };
    const resume = (): Promise<unknown> => beside.query('select pg_wal_replay_resume()');
    const level = async (): Promise<void> => {
      const [{ at }] = (await rows<{ at: string }>('select pg_current_wal_flush_lsn()::text as at')) as [{ at: string }];
      await expect.poll(async () => (await beside.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as is', [at])).rows).toEqual([{ is: true }]);
    };
    const reading = async (at: Remote): Promise<{ nos: string[]; total: number }> => {
      const { status, body } = await at.get<{ list: { orderNo: string }[]; total: number }>('/orders?pageSize=100');
      expect(status).toBe(200);
      return { nos: body.result.list.map(({ orderNo }) => orderNo), total: body.result.total };
    };
    const both = (token: string): [Remote, Remote] => [remote(instances[0].address, token), remote(instances[1].address, token)];

    beforeAll(async () => {
      const bare = await openDatabase({ databaseUrl: primary.url, dataDir: '' }, 'batch');
      await migrateDatabase(bare);
      await bare.close();
      standby = await startStandby(primary.url);
      beside = new pg.Client({ connectionString: standby.url });
      beside.on('error', () => undefined);
      await beside.connect();
      instances = [await instance(), await instance()];
      care = await assignKit({ database: instances[0].database, rows });
      place = await care.place('第一医院');
      const colleague = await care.insert('sys_entity', { kind: 'user' });
      await care.insert('sys_user', { id: colleague, username: 'colleague', nickname: '小吴', password_hash: '!', role: 1 });
      tokens = { ops: await signedIn(instances[0].database.pool, care.actorId), colleague: await signedIn(instances[0].database.pool, colleague) };
    });
    // one that fails while it is paused is the only one
    afterEach(() => resume().then(() => undefined, () => undefined));
    afterAll(async () => {
      await beside.end().catch(() => undefined);
      for (const { app, database } of more) {
        await app.close();
        await database.close();
      }
      await standby.stop();
      await primary.stop();
    });

    test('lists, totals and statistics come from the replica', async () => {
      const before = await care.order(place);
      await expect.poll(() => instances.every(up)).toBe(true);
      await level();
      await pause();
      const later = await care.order(place);
      for (const at of both(tokens.colleague)) expect(await reading(at)).toEqual({ nos: [before], total: 1 });
      const began = fromReplica();
      const [one] = both(tokens.colleague);
      for (const path of ['/orders/counts', '/statistics/measures?from=2026-01-01&to=2026-12-31&by=month', '/dashboard', '/notices', `/orders/find?q=${later}`, '/caregivers']) expect([path, (await one.get(path)).status]).toEqual([path, 200]);
      expect(fromReplica() - began).toBe(6);
      await resume();
      await level();
      for (const at of both(tokens.colleague)) expect(await reading(at)).toEqual({ nos: [later, before], total: 2 });
    });

    test('who has written reads it at once, at every instance; others when it has arrived', async () => {
      const no = await care.stay(place);
      const { no: carer } = await care.fit('王芳', [place]);
      await level();
      await pause();
      const [one, two] = both(tokens.ops);
      const [other] = both(tokens.colleague);
      const state = async (at: Remote): Promise<unknown> => {
        const { body } = await at.get<{ list: { orderNo: string; status: string }[] }>(`/orders?pageSize=100`);
        return body.result.list.find(({ orderNo }) => orderNo === no)!.status;
      };
      expect(await Promise.all([one, two, other].map(state))).toEqual(Array(3).fill('pending_assign'));
      expect((await one.post(`/orders/${no}/assign`, { version: 1, caregiverNo: carer })).status).toBe(200);
      expect(await Promise.all([one, two, other].map(state))).toEqual(['pending_service', 'pending_service', 'pending_assign']);
      await resume();
      await level();
      const began = fromReplica();
      expect(await Promise.all([one, two, other].map(state))).toEqual(Array(3).fill('pending_service'));
      expect(fromReplica() - began).toBe(3);
    });

    test('who is refused because something has changed sees what', async () => {
      const no = await care.stay(place);
      const carers = [await care.fit('李秀英', [place]), await care.fit('陈桂英', [place])];
      await level();
      await pause();
      const [one] = both(tokens.ops);
      const [other] = both(tokens.colleague);
      expect((await one.post(`/orders/${no}/assign`, { version: 1, caregiverNo: carers[0]!.no })).status).toBe(200);
      const version = async (): Promise<number> => (await other.get<{ version: number }>(`/orders/${no}`)).body.result.version;
      expect(await version()).toBe(1);
      expect((await other.post(`/orders/${no}/assign`, { version: 1, caregiverNo: carers[1]!.no })).status).toBe(409);
      expect(await version()).toBe(2);
      await resume();
    });

    test('a change is told when it can be read', async () => {
      const no = await care.stay(place);
      const { no: carer } = await care.fit('赵敏', [place]);
      await level();
      const ear = await listen(`${instances[1].address}admin-api/live`, tokens.colleague);
      await pause();
      const [one] = both(tokens.ops);
      const [, other] = both(tokens.colleague);
      const seen = (async () => {
        for (;;) {
          const message = (await ear.next()) as { no?: string };
          if (JSON.stringify(message).includes(no)) return (await other.get<{ version: number }>(`/orders/${no}`)).body.result.version;
        }
      })();
      expect((await one.post(`/orders/${no}/assign`, { version: 1, caregiverNo: carer })).status).toBe(200);
      // what would be told too soon is told while these are answered
      for (let i = 0; i < 20; i++) expect((await reading(other)).nos).toContain(no);
      await resume();
      expect(await seen).toBe(2);
      ear.leave();
    });

    test('what was counted on the replica before it had all is not kept', async () => {
      const copy = (await instances[0].database.replica!.copyFor('0', null))!;
      await level();
      expect(await new Reach(copy, 'all').caughtUp()).toBe(true);
      await pause();
      await care.order(place);
      expect(await new Reach(copy, 'all').caughtUp()).toBe(false);
      await resume();
    });

    test('a replica that is late is left alone until it has caught up; log and figures say so', async () => {
      const hasty = await instance({ ...PACE, late: 200 });
      expect(up(hasty)).toBe(true);
      const at = remote(hasty.address, tokens.colleague);
      await pause();
      const no = await care.order(place);
      await expect.poll(() => up(hasty)).toBe(false);
      expect((await reading(at)).nos).toContain(no);
      expect(await hasty.app.meter.text()).toMatch(/\ndb_replica_up 0\n[^]*\ndb_replica_lag_seconds [\d.]+\n[^]*\ndb_replica_reads_total\{to="primary"\} 1\n/);
      expect(hasty.log).toContainEqual({ at: expect.any(String), level: 'error', replica: 'out of use', why: 'it is late', lag: expect.any(Number) });
      // those who wait longer for it read it still
      expect((await reading(both(tokens.colleague)[0])).nos).not.toContain(no);
      await resume();
      await expect.poll(() => up(hasty)).toBe(true);
      expect(hasty.log.at(-1)).toMatchObject({ level: 'info', replica: 'in use' });
      expect((await reading(at)).nos).toContain(no);
    });

    test('killed, or standing still, in the middle of reading: every call is answered, and it is read again when it is back', async () => {
      const all = [...both(tokens.colleague), ...both(tokens.ops)];
      for (const [fall, rise] of [[() => standby.kill(), () => standby.start()], [async () => standby.freeze(), async () => standby.thaw()]] as const) {
        await expect.poll(() => instances.every(up)).toBe(true);
        let over = false;
        let answered = 0;
        const readers = all.map(async (at) => {
          while (!over) {
            await reading(at);
            answered++;
          }
        });
        await expect.poll(() => answered).toBeGreaterThan(20);
        const before = answered;
        await fall();
        await expect.poll(() => instances.some(up)).toBe(false);
        await expect.poll(() => answered).toBeGreaterThan(before + 20);
        await rise();
        await expect.poll(() => instances.every(up)).toBe(true);
        const back = fromReplica();
        await expect.poll(fromReplica).toBeGreaterThan(back + 20);
        over = true;
        await Promise.all(readers);
      }
      for (const { log } of instances) expect(log.filter(({ status }) => Number(status) >= 500)).toEqual([]);
    });

    test('what fails there alone is read on the primary', async () => {
      const copy = (await instances[0].database.replica!.copyFor('0', null))!;
      const { rows: [row] } = await copy.execute<{ there: boolean }>(sql`select pg_is_in_recovery() as there`);
      expect(row).toEqual({ there: true });
      const before = instances[0].database.replica!.figures().reads.failed;
      expect((await copy.execute<{ there: boolean }>(sql`select pg_is_in_recovery() as there, pg_current_wal_flush_lsn()`)).rows).toMatchObject([{ there: false }]);
      expect(instances[0].database.replica!.figures().reads.failed).toBe(before + 1);
    });

    test('an address that is no replica of this database is not read, and the server starts without it', async () => {
      for (const [address, why] of [[primary.url, 'it is no standby'], ['postgres://postgres@127.0.0.1:9/postgres', 'connect ECONNREFUSED 127.0.0.1:9'], [`${standby.url.replace(/\/postgres$/, '')}/template1`, 'it is of another database']] as const) {
        const wrong = await instance(PACE, address);
        expect(up(wrong)).toBe(false);
        expect(wrong.log).toContainEqual({ at: expect.any(String), level: 'error', replica: 'out of use', why, lag: 0 });
        expect((await reading(remote(wrong.address, tokens.ops))).total).toBeGreaterThan(0);
      }
    });
  });
