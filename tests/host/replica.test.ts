// A real streaming replica on loopback: what is read there, what never is, and what becomes of readers when it lags, dies or stands still.
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Reach } from '../../src/host/reach.ts';
import { readSettings } from '../../src/host/settings.ts';
import { listen } from '../kit/listen.ts';
import { startPostgres } from '../kit/postgres.mjs';
import { remote, type Remote } from '../kit/remote.ts';
import { PACE, replicated } from '../kit/replicated.ts';

// once, where PostgreSQL is tested
const postgres = process.env['TEST_DATABASE_URL'] === undefined ? null : await startPostgres({ durable: true });
const kit = postgres === null ? null : await replicated(postgres);

test('a replica without its database is refused, and one that is no address', () => {
  expect(() => readSettings({ DATABASE_REPLICA_URL: 'postgres://nobody:secret@127.0.0.1/x' })).toThrow(/DATABASE_REPLICA_URL=postgres:\/\/\*\*\* .*needs DATABASE_URL/);
  expect(() => readSettings({ DATABASE_URL: 'postgres://127.0.0.1/x', DATABASE_REPLICA_URL: 'here' })).toThrow(/DATABASE_REPLICA_URL=\*\*\* .*postgres:/);
});

if (postgres !== null && kit !== null)
  describe('with a replica', () => {
    const { standby, instances, instance, care, place, colleague, tokens, up, fromReplica, pause, resume, level, reading, both } = kit;

    // a busy machine may have taken it out of use for a moment
    beforeEach(() => expect.poll(() => instances.every(up)).toBe(true));
    // one that fails while it is paused is the only one
    afterEach(() => resume().then(() => undefined, () => undefined));
    afterAll(kit.close);

    test('lists, totals and statistics come from the replica', async () => {
      const before = await care.order(place);
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

    test('what is kept without a transaction is read at once by its author: a draft', async () => {
      const at = both(tokens.ops);
      const drafts = (): Promise<unknown[]> => Promise.all(at.map(async (one) => (await one.get<{ value: unknown } | null>('/drafts/order.new')).body.result?.value ?? null));
      await level();
      await pause();
      expect((await at[0].put('/drafts/order.new', { value: '骨折' })).status).toBe(200);
      expect(await drafts()).toEqual(['骨折', '骨折']);
      expect((await at[1].del('/drafts/order.new')).status).toBe(200);
      expect(await drafts()).toEqual([null, null]);
    });

    test('what says of which instant it is has all from before that', async () => {
      const [at] = both(tokens.colleague);
      const read = async <T>(path: string): Promise<T> => (await at.get<T>(path)).body.result;
      const mine = async (): Promise<unknown> => (await read<{ kinds: { kind: string; unread: number }[] }>('/notices')).kinds.find(({ kind }) => kind === 'mine');
      await level();
      const { at: since } = await read<{ at: string }>('/orders/index');
      await pause();
      const no = await care.order(place, { keeper_id: colleague, handed_at: new Date() });
      expect((await reading(at)).nos).not.toContain(no);
      expect((await read<{ text: string }>(`/orders/index?since=${since}`)).text).toContain(no);
      expect((await read<{ text: string }>(`/orders/lines?nos=${no}`)).text).not.toBe(`-${no}`);
      expect(await mine()).toMatchObject({ total: 1, unread: 1 });
      // who writes now dates it on the database itself
      const writer = await instances[0].database.pool.connect();
      try {
        const { rows: [began] } = await writer.query<{ at: Date }>('begin; select now() as at').then((all) => (all as unknown as { rows: { at: Date }[] }[])[1]!);
        await writer.query('update care_order set updated_at = now() where order_no = $1', [no]);
        expect(Date.parse((await read<{ at: string }>('/orders/index')).at)).toBeLessThanOrEqual(began!.at.getTime() + 1);
      } finally {
        await writer.query('rollback');
        writer.release();
      }
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
      await expect.poll(() => new Reach(copy, 'all').caughtUp()).toBe(true);
      await pause();
      await care.order(place);
      expect(await new Reach(copy, 'all').caughtUp()).toBe(false);
      await resume();
    });

    test('a replica that is late is left alone until it has caught up; log and figures say so', async () => {
      const hasty = await instance({ ...PACE, late: 2_000 });
      await expect.poll(() => up(hasty)).toBe(true);
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

    test('one that is behind when it is seen first, as after an outage, is not read before it is level: how late it is nobody knows', async () => {
      await level();
      await pause();
      await care.order(place);
      const seen = await instance();
      expect(up(seen)).toBe(false);
      // those that have seen it all the while know that it is not too late
      expect(instances.every(up)).toBe(true);
      await resume();
      await expect.poll(() => up(seen)).toBe(true);
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
      for (const [address, why] of [[postgres.url, 'it is no standby'], ['postgres://postgres@127.0.0.1:9/postgres', 'connect ECONNREFUSED 127.0.0.1:9'], [`${standby.url.replace(/\/postgres$/, '')}/template1`, 'it is of another database']] as const) {
        const wrong = await instance(PACE, address);
        expect(up(wrong)).toBe(false);
        expect(wrong.log).toContainEqual({ at: expect.any(String), level: 'error', replica: 'out of use', why, lag: 0 });
        expect((await reading(remote(wrong.address, tokens.ops))).total).toBeGreaterThan(0);
      }
    });
  });
