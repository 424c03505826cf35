// Limits that nobody walks round: by another address of the same network, another session of the same account, a token that nobody knows, or many at once.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { KeepingClient } from '../src/host/db/keeping.ts';
import { callerOf, count, LIMITS } from '../src/host/limit.ts';
import { PASSWORD, startApi, type Api, type Client } from './kit/api.ts';
import { SEVERAL } from './kit/job.ts';
import { signedIn } from './kit/signed-in.ts';

const CAPTCHA = '/sys/captcha/randomImage';
let api: Api;
let admin: Client;
let other: Client;
let otherId: string;
beforeAll(async () => {
  Object.assign(LIMITS.stranger, { calls: 20 });
  Object.assign(LIMITS.note, { calls: 8 });
  api = await startApi();
  await api.account({ username: 'admin', role: 1 });
  otherId = await api.account({ username: 'other', role: 1 });
  [admin, other] = [await api.as('admin'), await api.as('other')];
  Object.assign(LIMITS.captcha, { calls: 6 });
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(24 * 3_600_000);
});
afterAll(async () => {
  vi.useRealTimers();
  await api.close();
});
/** Every window ends, here and in the database. */
beforeEach(async () => {
  vi.advanceTimersByTime(61_000);
  await api.later('61 seconds');
});
const times = <T>(n: number, call: (i: number) => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: n }, (_, i) => call(i)));
const statuses = async (n: number, call: (i: number) => Promise<{ status: number }>): Promise<Record<number, number>> => {
  const found: Record<number, number> = {};
  for (const { status } of await times(n, call)) found[status] = (found[status] ?? 0) + 1;
  return found;
};
/** How many questions that have this in them the database was asked meanwhile. */
async function asked(sign: string, work: () => Promise<unknown>, by: { query: unknown } = api.database.pool): Promise<number> {
  const query = vi.spyOn(by as Api['database']['pool'], 'query');
  await work();
  const found = query.mock.calls.filter(([what]) => (typeof what === 'string' ? what : (what as { text: string }).text).includes(sign)).length;
  query.mockRestore();
  return found;
}
const token = (i: number): Client => api.client(`unknown-${i}`.padEnd(43, 'x'));
const drawn = (from: string) => api.anonymous.get(CAPTCHA, { from });

describe('tokens that nobody knows', () => {
  test('are looked up so many times for one address, also when all come at once; who is known there goes on', async () => {
    expect((await admin.get('/sys/me', { from: '10.0.0.1' })).status).toBe(200);
    let heard: Record<number, number> = {};
    const looks = await asked('sys_token', async () => (heard = await statuses(50, (i) => token(i).get('/sys/me', { from: '10.0.0.1' }))));
    expect([heard, looks]).toEqual([{ 401: 20, 429: 30 }, 20]);
    expect((await admin.get('/sys/me', { from: '10.0.0.1' })).status).toBe(200);
    expect((await token(1).get('/sys/me', { from: '10.0.0.2' })).status).toBe(401);
    const refused = await api.anonymous.get('/orders', { from: '10.0.0.1' });
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    vi.advanceTimersByTime(LIMITS.stranger.seconds * 1_000);
    expect((await token(1).get('/sys/me', { from: '10.0.0.1' })).status).toBe(401);
  });
  test('who signs in anew is none, and a token that was good and has ended is one', async () => {
    expect(await statuses(30, () => other.get('/sys/me', { from: '10.0.0.3' }))).toEqual({ 200: 30 });
    const gone = await api.as('other');
    await gone.post('/sys/logout', { from: '10.0.0.4' });
    expect(await statuses(30, () => gone.get('/sys/me', { from: '10.0.0.4' }))).toEqual({ 401: 30 });
    expect(await statuses(30, () => gone.get('/sys/me', { from: '10.0.0.4' }))).toEqual({ 401: 20, 429: 10 });
    expect(await asked('sys_token', () => gone.get('/sys/me', { from: '10.0.0.4' }))).toBe(0);
    // many at once whose tokens are good are all let in, however few strangers would be
    const many = await times(25, () => signedIn(api.database.pool, otherId));
    expect(await statuses(25, (i) => api.client(many[i]!).get('/sys/me', { from: '10.0.0.5' }))).toEqual({ 200: 25 });
  });
});

describe('what is counted for all servers together', () => {
  test('is refused from memory once it is beyond its limit, and not counted on', async () => {
    const counts = await asked('sys_counter', async () => expect(await statuses(60, () => drawn('10.1.0.1'))).toEqual({ 200: 6, 429: 54 }));
    expect([counts, await api.rows(`select n from sys_counter where key = 'captcha:10.1.0.1'`)]).toEqual([6, [{ n: 6 }]]);
    vi.advanceTimersByTime(LIMITS.captcha.seconds * 1_000);
    await api.later('60 seconds');
    expect((await drawn('10.1.0.1')).status).toBe(200);
  });
  // the embedded database has one connection
  if (SEVERAL) test('has no more seconds left than its window, also for who began to ask before the first', () =>
    api.database.db.transaction(async (tx) => {
      await count(tx, 'captcha:one', 60);
      await count(api.database.db, 'captcha:two', 60);
      expect(await count(tx, 'captcha:two', 60)).toEqual({ n: 2, left: 60 });
    }));
  test('is refused by what other servers have counted, for as long as theirs lasts', async () => {
    await api.rows(`insert into sys_counter (key, n, reset_at) values ('captcha:10.1.0.2', $1, now() + interval '20 seconds')`, [LIMITS.captcha.calls]);
    const first = await drawn('10.1.0.2');
    expect([first.status, Number(first.headers['retry-after'])]).toEqual([429, expect.closeTo(20, -1)]);
    expect(await asked('sys_counter', () => times(20, () => drawn('10.1.0.2')))).toBe(0);
    vi.advanceTimersByTime(21_000);
    await api.later('21 seconds');
    expect((await drawn('10.1.0.2')).status).toBe(200);
  });
  test('is not used up while the database is away', async () => {
    const query = vi.spyOn(api.database.pool, 'query').mockImplementation((() => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))) as never);
    expect(await statuses(20, () => drawn('10.1.0.3'))).toEqual({ 503: 6, 429: 14 });
    expect((await drawn('10.1.0.3')).status).toBe(503);
    query.mockRestore();
    expect((await drawn('10.1.0.3')).status).toBe(200);
  });
});

test('a network of IPv6 is one caller, and an IPv4 address is one however it is written', async () => {
  expect(await statuses(10, (i) => drawn(`2001:db8:1:2:${i}::${i}`))).toEqual({ 200: 6, 429: 4 });
  expect((await drawn('2001:db8:1:3::1')).status).toBe(200);
  const same = ['10.2.0.9', '::ffff:10.2.0.9', '::FFFF:0a02:0009', '0:0:0:0:0:ffff:10.2.0.9'];
  expect(await statuses(12, (i) => drawn(same[i % 4]!))).toEqual({ 200: 6, 429: 6 });
  expect(['10.0.0.1', '::1', '::', 'fe80::1%eth0', '2001:db8::', '2001:DB8:0:0:1::1', '1:2:3:4:5:6:7:8', '64:ff9b::10.0.0.1', 'unknown', ''].map(callerOf))
    .toEqual(['10.0.0.1', '0:0:0:0::/64', '0:0:0:0::/64', 'fe80:0:0:0::/64', '2001:db8:0:0::/64', '2001:db8:0:0::/64', '1:2:3:4::/64', '64:ff9b:0:0::/64', 'unknown', '']);
});

test.each([['fe80::1%eth0', 'fe80::1'], ['unknown', null], ['203.0.113.5:51234', null]])('who comes from %j signs in like anyone, and is refused with a line of the audit, from %j', async (from, ip) => {
  expect((await api.attempt('admin', PASSWORD, {}, { from })).status).toBe(200);
  expect((await api.attempt('admin', `${PASSWORD}!`, {}, { from })).status).toBe(400);
  expect(await api.rows(`select host(ip) as ip, ok from audit_event where action = 'sign-in' order by seq desc limit 2`)).toEqual([{ ip, ok: false }, { ip, ok: true }]);
  expect(await api.rows('select host(s.ip) as session, host(u.last_login_ip) as last from sys_session s join sys_user u on u.id = s.user_id order by s.created_at desc limit 1')).toEqual([{ session: ip, last: ip }]);
});

test('an account is one caller, however many sessions it has', async () => {
  const again = api.client((await api.signIn('admin')).token);
  const tell = (client: Client) => client.post('/own/commands', { body: { id: 'a', on: [], count: 0 } });
  expect(await statuses(12, (i) => tell(i % 2 === 0 ? admin : again))).toEqual({ 200: 8, 429: 4 });
  expect([(await tell(again)).status, (await tell(other)).status]).toEqual([429, 200]);
});

// of the embedded database nobody asks by a statement (host/life.test.ts)
if (SEVERAL) test('whoever asks whether the server is ready shares one question to the database', async () => {
  expect(await asked(`select current_setting('transaction_read_only')`, async () => expect(await statuses(50, () => api.anonymous.send('GET', '/readyz'))).toEqual({ 200: 50 }), KeepingClient.prototype)).toBe(1);
});
