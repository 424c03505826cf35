// What changes while a call waits for a password to be hashed: the hash is made slow here, so that there is time for it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setTimeout as wait } from 'node:timers/promises';
import { hashPassword } from '../src/host/password.ts';
import { PASSWORD, startApi, type Answer, type Api, type Client, type Pair } from './kit/api.ts';

const SLOW = { memoryCost: 65_536, timeCost: 6, parallelism: 1 };
let api: Api;
let ids: Record<'admin' | 'second' | 'person', string>;
beforeAll(async () => {
  api = await startApi([], SLOW);
  ids = { admin: await api.account({ username: 'admin', role: 1 }), second: await api.account({ username: 'second', role: 1 }), person: await api.account({ username: 'person', role: 3 }) };
});
afterAll(() => api.close());

/** Begins a call, lets it come as far as the hash, and does something else meanwhile. */
async function meanwhile<T>(call: () => Promise<T>, work: () => Promise<unknown>): Promise<T> {
  const answer = call();
  await wait(60);
  await work();
  return answer;
}
const alive = async ({ body }: Answer<Pair>): Promise<boolean> => body.success && (await api.client(body.result.token).get('/sys/me')).status === 200;

describe('signing in with a password that is replaced while it is looked at', () => {
  let token: string;
  beforeEach(async () => {
    await api.rows(`update sys_user set status = 1, deleted_at = null, must_change_password = false, sms_step = false, mobile = '13800001234' where id = $1`, [ids.person]);
    await api.rows('delete from sys_counter');
    token = (await api.signIn('admin')).token;
  });
  test.each<[string, () => Promise<unknown>]>([
    ['reset', () => api.client(token).post(`/sys/users/reset/${ids.person}`)],
    ['disabled', () => api.client(token).post(`/sys/users/status/${ids.person}`, { query: { status: 0 } })],
    ['deleted', () => api.client(token).del(`/sys/${ids.person}`, { query: { reason: '离职' } })],
    ['another password', () => api.rows(`update sys_user set password_hash = '!' where id = $1`, [ids.person])],
  ])('%s: no session of it is alive', async (_how, work) => {
    const [{ hash }] = await api.rows<{ hash: string }>('select password_hash as hash from sys_user where id = $1', [ids.person]) as [{ hash: string }];
    const answer = await meanwhile(() => api.attempt('person'), work);
    expect(await alive(answer)).toBe(false);
    expect(answer.status === 400 ? answer.body.code : 200).not.toBe(50000);
    await api.rows('update sys_user set password_hash = $2 where id = $1', [ids.person, hash]);
  });
  test('a second step that is switched on meanwhile is asked for', async () => {
    const { body } = await meanwhile(() => api.attempt('person'), () => api.rows('update sys_user set sms_step = true where id = $1', [ids.person]));
    expect(body.result).toHaveProperty('second');
  });
  test('many at once with a hash of an older cost all come in', async () => {
    await api.rows(`update sys_user set password_hash = $2 where id = $1`, [ids.person, await hashPassword(PASSWORD, { memoryCost: 32, timeCost: 1, parallelism: 1 })]);
    expect((await Promise.all([1, 2, 3].map(() => api.attempt('person')))).map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await api.rows<{ hash: string }>('select password_hash as hash from sys_user where id = $1', [ids.person]))[0]!.hash).toContain(`m=${SLOW.memoryCost}`);
  });
});

describe('an administrator who stops being one while a call of theirs waits', () => {
  let their: Client;
  const hold = (change: string) => () => api.rows(`update sys_user set ${change} where id = $1`, [ids.second]);
  beforeEach(async () => {
    await hold('role = 1, status = 1, deleted_at = null')();
    their = await api.as('second');
  });
  test.each([['role = 2', 403], ['status = 0', 401], ['deleted_at = now()', 401]])('%s: grants nothing, resets nothing', async (change, status) => {
    const made = await meanwhile(() => their.post('/sys/users/create', { body: { username: 'late.one', nickname: '晚', role: 1 } }), hold(change));
    expect([made.status, await api.rows(`select 1 from sys_user where username = 'late.one'`)]).toEqual([status, []]);
    await hold('role = 1, status = 1, deleted_at = null')();
    const before = await api.rows('select password_hash from sys_user where id = $1', [ids.admin]);
    expect((await meanwhile(() => their.post(`/sys/users/reset/${ids.admin}`), hold(change))).status).toBe(status);
    expect(await api.rows('select password_hash from sys_user where id = $1', [ids.admin])).toEqual(before);
  });
});

test('an account without a password takes as long as one with a wrong one', async () => {
  await api.account({ username: 'blank', role: 4 });
  await api.rows(`update sys_user set password_hash = '!' where username = 'blank'`);
  const took = async (username: string): Promise<number> => {
    const { captchaKey, captchaCode } = await api.captcha();
    const began = performance.now();
    expect((await api.anonymous.post('/sys/login', { body: { username, password: 'wrong-wrong', captchaKey, captchaCode } })).body.code).toBe(40001);
    return performance.now() - began;
  };
  const best = async (username: string): Promise<number> => Math.min(await took(username), await took(username), await took(username));
  const [blank, wrong] = [await best('blank'), await best('admin')];
  expect(blank).toBeGreaterThan(wrong / 2);
});
