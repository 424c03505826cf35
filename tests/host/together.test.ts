// Two processes of the server over one database: on PostgreSQL they share all that must be shared; embedded the second is refused.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount } from '../../src/areas/account/store.ts';
import type { Pair } from '../kit/api.ts';
import { openDatabase, type Database } from '../../src/host/db/open.ts';
import { TRIALS } from '../../src/host/limit.ts';
import { hashPassword } from '../../src/host/password.ts';
import { assignKit } from '../kit/assign.ts';
import type { Place } from '../kit/care.ts';
import { commandKit, type Commands, type Ended } from '../kit/command.ts';
import { emptyOnServer } from '../kit/database.ts';
import { listen } from '../kit/listen.ts';
import { remote, type Remote, type Told } from '../kit/remote.ts';
import { signedIn } from '../kit/signed-in.ts';

const url = process.env['TEST_DATABASE_URL'];
const PASSWORD = 'Tide-pool-2026';
let kit: Commands;
beforeAll(async () => {
  kit = await commandKit('together');
});
afterAll(() => kit.close());
const statuses = (told: readonly Told[]): number[] => told.map(({ status }) => status).sort();

if (url === undefined)
  test('a second process on one embedded database is refused, and the first goes on', async () => {
    const env = { NODE_ENV: 'production', SMS_GATEWAY_URL: 'http://127.0.0.1:9/', DATA_DIR: kit.folder };
    const { address, server, stop } = await kit.serve(env);
    const second = await kit.run(['serve'], { ...env, PORT: '0' });
    expect(second).toMatchObject({ status: 1, stderr: expect.stringContaining(String(server.child.pid)) });
    expect((await fetch(`${address}readyz`)).status).toBe(200);
    expect((await stop()).status).toBe(0);
  });
else
  describe('on PostgreSQL', () => {
    let database: Database;
    let care: Awaited<ReturnType<typeof assignKit>>;
    let place: Place;
    let env: Record<string, string>;
    let drop: () => Promise<void>;
    const outbox = (): string => join(kit.folder, 'outbox');
    let addresses: [string, string];
    const stops: (() => Promise<Ended>)[] = [];
    const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> => (await database.pool.query(text, values)).rows as T[];
    const start = async (more: Record<string, string>): Promise<[string, string]> => {
      const both = await Promise.all(['one', 'two'].map((name) => kit.serve({ ...env, ...more, DATA_DIR: join(kit.folder, name) })));
      stops.push(...both.map(({ stop }) => stop));
      return [both[0]!.address, both[1]!.address];
    };
    const stop = async (): Promise<void> => {
      expect((await Promise.all(stops.splice(0).map((end) => end()))).map(({ status }) => status)).toEqual([0, 0]);
    };
    /** The same person at both servers. */
    const atBoth = (token?: string): [Remote, Remote] => [remote(addresses[0], token), remote(addresses[1], token)];
    const account = async (username: string, role: number): Promise<string> => addAccount(database.db, { username, passwordHash: await hashPassword(PASSWORD), nickname: username, role, mustChangePassword: false });
    const sent = (): { kind: string; key?: string; to?: string; answer: string }[] => readFileSync(join(outbox(), 'outbox.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { kind: string; answer: string });
    /** A captcha drawn by one server, with its answer. */
    async function captcha(at: Remote): Promise<{ captchaKey: string; captchaCode: string }> {
      const { captchaKey } = (await at.get<{ captchaKey: string }>('/sys/captcha/randomImage')).body.result;
      return { captchaKey, captchaCode: sent().find(({ key }) => key === captchaKey)!.answer };
    }
    const attempt = async (at: Remote, username: string, password = PASSWORD): Promise<Told<Pair>> => at.post<Pair>('/sys/login', { username, password, rememberMe: false, ...(await captcha(at)) });
    let ops: [Remote, Remote];

    beforeAll(async () => {
      const made = await emptyOnServer(url);
      drop = made.drop;
      for (const name of ['one', 'two', 'outbox']) mkdirSync(join(kit.folder, name));
      env = { DATABASE_URL: made.databaseUrl, APP_SECRET: randomBytes(32).toString('hex'), OUTBOX_DIR: outbox() };
      // an empty database: both find no schema
      addresses = await start({ NODE_ENV: 'production', SMS_GATEWAY_URL: 'http://127.0.0.1:9/' });
      database = await openDatabase({ databaseUrl: made.databaseUrl, dataDir: '' });
      care = await assignKit({ database, rows });
      place = await care.place('第一医院');
    });
    afterAll(async () => {
      await Promise.all(stops.map((end) => end()));
      await database.close();
      await drop();
    });

    test('both started at once on an empty database: it is migrated once, and both serve', async () => {
      for (const address of addresses) expect((await fetch(`${address}readyz`)).status).toBe(200);
      const { entries } = JSON.parse(readFileSync(new URL('../../src/host/migrations/meta/_journal.json', import.meta.url), 'utf8')) as { entries: unknown[] };
      expect(await rows('select count(*)::int as n from drizzle.__drizzle_migrations')).toEqual([{ n: entries.length }]);
      await stop();
      // from here on with an outbox, where captchas can be read
      addresses = await start({});
      ops = atBoth(await signedIn(database.pool, care.actorId));
    });
    test('one with another secret, which could read none of the others\' captchas and codes, does not start beside them', async () => {
      const third = await kit.run(['serve'], { ...env, DATA_DIR: join(kit.folder, 'one'), PORT: '0', APP_SECRET: randomBytes(32).toString('hex') });
      expect(third).toMatchObject({ status: 1, stderr: expect.stringMatching(/another APP_SECRET/) });
      for (const address of addresses) expect((await fetch(`${address}readyz`)).status).toBe(200);
    });
    test('one that made its secret itself says so and serves', async () => {
      const { APP_SECRET: _, ...kept } = env;
      mkdirSync(join(kit.folder, 'own'));
      const own = await kit.serve({ ...kept, DATA_DIR: join(kit.folder, 'own') });
      expect((await fetch(`${own.address}readyz`)).status).toBe(200);
      expect((await own.stop()).stdout).toMatch(/another APP_SECRET/);
    });
    test('one order given to two caregivers: one of them has it', async () => {
      for (let i = 0; i < 10; i++) {
        const no = await care.stay(place);
        const carers = [await care.fit('王芳', [place]), await care.fit('李秀英', [place])];
        const told = await Promise.all(ops.map((at, n) => at.post(`/orders/${no}/assign`, { version: 1, caregiverNo: carers[n]!.no })));
        expect(statuses(told)).toEqual([200, 409]);
        expect(await rows(`select o.version, (select count(*)::int from order_assignment a where a.order_id = o.id) as stints from care_order o where order_no = $1`, [no])).toEqual([{ version: 2, stints: 1 }]);
      }
    });
    test('two orders of the same days given to one caregiver: one of them gets her', async () => {
      for (let i = 0; i < 10; i++) {
        const { id, no: caregiverNo } = await care.fit('陈桂英', [place]);
        const nos = [await care.stay(place), await care.stay(place, { from: 2, to: 6 })];
        const told = await Promise.all(ops.map((at, n) => at.post(`/orders/${nos[n]}/assign`, { version: 1, caregiverNo })));
        expect(statuses(told)).toEqual([200, 409]);
        expect(await rows(`select count(*)::int as n from order_assignment where caregiver_id = $1 and status <> 'void'`, [id])).toEqual([{ n: 1 }]);
      }
    });
    test('one intention sent to both servers: one effect, one answer', async () => {
      for (let i = 0; i < 10; i++) {
        const no = await care.stay(place);
        const key = randomBytes(12).toString('hex');
        const [first, second] = await Promise.all(ops.map((at) => at.post(`/orders/${no}/pay`, { version: 1, amountFen: 100, method: 'cash' }, key)));
        expect([first!.status, second!.status]).toEqual([200, 200]);
        expect(second!.body).toEqual(first!.body);
        expect(await rows(`select count(*)::int as n from order_payment p join care_order o on o.id = p.order_id where order_no = $1`, [no])).toEqual([{ n: 1 }]);
      }
    });
    test('two super administrators who remove each other at once: one of them stays', async () => {
      for (let i = 0; i < 5; i++) {
        const ids = [await account(`boss-a${i}`, 1), await account(`boss-b${i}`, 1)];
        const bosses = await Promise.all(ids.map(async (id, n) => remote(addresses[n]!, await signedIn(database.pool, id))));
        const told = await Promise.all(bosses.map((boss, n) => boss.del(`/sys/${ids[1 - n]}?reason=x`)));
        expect(statuses(told)[0]).toBe(200);
        expect([401, 403, 409]).toContain(statuses(told)[1]);
        expect(await rows(`select count(*)::int as n from sys_user where role = 1 and deleted_at is null`)).toEqual([{ n: 1 }]);
        await database.pool.query(`update sys_user set deleted_at = now() where role = 1`);
      }
    });
    test('a captcha serves once, whichever server drew it', async () => {
      await account('lin', 2);
      const [one, two] = atBoth();
      for (let i = 0; i < 3; i++) {
        const body = { username: 'lin', password: PASSWORD, rememberMe: false, ...(await captcha(i % 2 === 0 ? one : two)) };
        expect(statuses(await Promise.all([one.post('/sys/login', body), two.post('/sys/login', body)]))).toEqual([200, 400]);
      }
    });
    test('a code by SMS serves once, and only so many are sent', async () => {
      const [one, two] = atBoth(await signedIn(database.pool, await account('zhou', 2)));
      const mobile = '13900001234';
      const ask = (at: Remote): Promise<Told> => at.get(`/sys/send-verification-code?contact=${mobile}&contactType=MOBILE`);
      expect(statuses(await Promise.all([ask(one), ask(two)]))).toEqual([200, 429]);
      const body = { mobile, code: sent().find(({ to }) => to === mobile)!.answer };
      expect(statuses(await Promise.all([one.put('/sys/mobile', body), two.put('/sys/mobile', body)]))).toEqual([200, 400]);
    });
    test('trials of a password are counted together', async () => {
      await account('guessed', 2);
      const [one, two] = atBoth();
      const tries = await Promise.all(Array.from({ length: TRIALS.calls }, (_, i) => attempt(i % 2 === 0 ? one : two, 'guessed', `wrong-${i}`)));
      expect(new Set(statuses(tries)).size).toBe(1);
      // the right one is now one too many at either
      for (const at of [one, two]) expect((await attempt(at, 'guessed')).body).toEqual(tries[0]!.body);
      expect((await attempt(two, 'lin')).status).toBe(200);
    });
    test('two tabs that renew one session at different servers get the same successor', async () => {
      const [one, two] = atBoth();
      const { refreshToken } = (await attempt(one, 'lin')).body.result;
      const [first, second] = await Promise.all([one, two].map((at) => at.post<Pair>('/sys/refresh-token', { refreshToken })));
      expect([first!.status, second!.status]).toEqual([200, 200]);
      expect(second!.body.result.refreshToken).toBe(first!.body.result.refreshToken);
      for (const { token } of [first!.body.result, second!.body.result]) for (const at of atBoth(token)) expect((await at.get('/sys/me')).status).toBe(200);
    });
    test('a session that ends at one server is refused at the other on the next call', async () => {
      const { token } = (await attempt(remote(addresses[0]), 'lin')).body.result;
      const [one, two] = atBoth(token);
      expect((await two.get('/sys/me')).status).toBe(200);
      expect((await one.post('/sys/logout')).status).toBe(200);
      expect((await two.get('/sys/me')).status).toBe(401);
    });
    test('what is done at one server is told at the other, in the order in which it was done', async () => {
      const no = await care.stay(place);
      const token = await signedIn(database.pool, care.actorId);
      const streams = await Promise.all(addresses.map((address) => listen(`${address}admin-api/live`, token)));
      for (let version = 1; version <= 6; version++) {
        expect((await ops[version % 2]!.post(`/orders/${no}/pay`, { version, amountFen: 100, method: 'cash' })).status).toBe(200);
        for (const stream of streams) expect(await stream.next()).toEqual({ no, version: version + 1 });
      }
      for (const stream of streams) stream.leave();
    });
  });
