import { afterAll, beforeAll, expect, test } from 'vitest';
import type { account } from '../src/areas/account/contract.ts';
import type { Reply } from '../src/kernel/endpoint.ts';
import { served } from '../src/served.gen.ts';
import { pathOf, PREFIX, startApi, type Api, type Client } from './kit/api.ts';

const OPEN = ['GET /sys/users/profile', 'PUT /sys/password', 'POST /sys/logout', 'GET /sys/me', 'GET /sys/routes'];
let api: Api;
let their: Client;
let password: string;
beforeAll(async () => {
  api = await startApi();
  await api.account({ username: 'admin', role: 1 });
  const made = await (await api.as('admin')).post<Reply<typeof account.create>>('/sys/users/create', { body: { username: 'newcomer', nickname: '新人', role: 1 } });
  password = made.body.result.password;
  their = api.client((await api.attempt('newcomer', password)).body.result.token);
});
afterAll(() => api.close());

const guarded = served.filter(({ endpoint }) => endpoint.may !== 'open').map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
test.each(guarded)('with a one-time password %s', async (name, endpoint) => {
  const { status, body } = await their.send(endpoint.method, PREFIX + pathOf(endpoint), { query: { unknown: '1' } });
  expect([status, body.code]).toEqual(OPEN.includes(name) ? [400, 40000] : [403, 40301]);
  if (!OPEN.includes(name)) expect(await api.rows(`select ok, error_code from audit_event where action = $1 order by id desc limit 1`, [endpoint.audit ?? name])).toEqual([{ ok: false, error_code: 'must_change' }]);
});
test('changed, everything is open at once, in the same session', async () => {
  expect((await their.get('/sys/users/list')).body.message).toBe('先把一次性密码改成自己的密码');
  expect((await their.get('/sys/users/list', { headers: { 'x-language': 'en' } })).body.message).toMatch(/^Change the one-time password/);
  expect((await their.get<{ mustChangePassword: boolean }>('/sys/users/profile')).body.result.mustChangePassword).toBe(true);
  expect((await their.put('/sys/password', { body: { oldPassword: password, newPassword: 'Mein-Eigenes-7' } })).status).toBe(200);
  expect((await their.get('/sys/users/list')).status).toBe(200);
});
test('and a reset closes it again', async () => {
  const [{ id }] = await api.rows<{ id: string }>(`select id::text from sys_user where username = 'newcomer'`) as [{ id: string }];
  const { body } = await (await api.as('admin')).post<{ password: string }>(`/sys/users/reset/${id}`);
  const again = await api.attempt('newcomer', body.result.password);
  const pair = (await api.anonymous.post<{ token: string }>('/sys/refresh-token', { body: { refreshToken: again.body.result.refreshToken } })).body.result;
  expect([(await api.client(pair.token).get('/sys/users/list')).body.code, (await api.client(pair.token).post('/sys/logout')).status]).toEqual([40301, 200]);
});
test('one that nobody replaced ends after seven days, in the words of a wrong one; a reset gives another, and one of one\'s own has no end', async () => {
  // time ends sessions too
  const ask = async (path: string, body?: object) => (await (await api.as('admin')).post<Reply<typeof account.create>>(path, body === undefined ? {} : { body })).body.result;
  const said = async (word: string) => (({ status, body: { code, message } }) => ({ status, code, message }))(await api.attempt('slow.one', word));
  const { id, password: first } = await ask('/sys/users/create', { username: 'slow.one', nickname: '新人', role: 4 });
  const wrong = await said('wrong-wrong');
  await api.later('6 days 23 hours');
  expect((await said(first)).status).toBe(200);
  await api.later('2 hours');
  expect(await said(first)).toEqual(wrong);
  const { password: second } = await ask(`/sys/users/reset/${id}`);
  const own = api.client((await api.attempt('slow.one', second)).body.result.token);
  expect((await own.put('/sys/password', { body: { oldPassword: second, newPassword: 'Other-reef-2026' } })).status).toBe(200);
  await api.later('400 days');
  expect((await said('Other-reef-2026')).status).toBe(200);
  const { password: third } = await ask(`/sys/users/reset/${id}`);
  await api.later('8 days');
  expect(await said(third)).toEqual(wrong);
});
