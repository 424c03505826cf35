import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathOf, startApi, type Api, type Pair } from './kit/api.ts';
import { namesOf, rightsOf } from '../src/kernel/access.ts';
import { served } from '../src/served.gen.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  for (const [username, role] of [['admin', 1], ['ops', 2], ['resident', 3], ['hospital', 4]] as const) await api.account({ username, role });
});
afterAll(() => api.close());

const refresh = (refreshToken: string) => api.anonymous.post<Pair>('/sys/refresh-token', { body: { refreshToken } });
const me = async (token: string): Promise<number> => (await api.client(token).get('/sys/me')).status;
const ENDED = { success: false, code: 401, message: '当前页面已失效，请重新登录', result: null };

describe('who one is', () => {
  test('/sys/me tells rights of the role, and /sys/routes the menus of spec section 6', async () => {
    const [orders, carers] = ['订单管理: 订单管理', '护工管理: 护工管理'];
    const menus = { admin: [orders, carers, '数据统计: 数据统计', '系统管理: 账号管理, 医院管理'], ops: [orders, carers, '系统管理: 账号管理'], resident: [orders, carers], hospital: [orders, carers] };
    for (const [index, [username, menu]] of Object.entries(menus).entries()) {
      const client = await api.as(username);
      expect((await client.get('/sys/me')).body.result).toMatchObject({ username, role: index + 1, roles: namesOf(index + 1), perms: rightsOf(index + 1) });
      const { result } = (await client.get<{ meta: { title: string }; children?: { path: string; meta: { title: string; hidden?: boolean } }[] }[]>('/sys/routes')).body;
      expect(result.map((row) => `${row.meta.title}: ${row.children!.filter((c) => c.meta.hidden !== true).map((c) => c.meta.title).join(', ')}`)).toEqual(menu);
      expect(result.flatMap((row) => row.children!.map((c) => c.path)).includes('/system/hospital')).toBe(username === 'admin');
    }
  });

  test('signing out kills both tokens of this session at once, and no other', async () => {
    const [one, two] = [await api.signIn('ops'), await api.signIn('ops')];
    expect((await api.client(one.token).post('/sys/logout')).body).toEqual({ success: true, code: 0, message: '', result: null });
    const after = await api.client(one.token).get('/sys/me');
    expect([after.status, after.body]).toEqual([401, ENDED]);
    expect((await refresh(one.refreshToken)).body).toEqual(ENDED);
    expect([await me(two.token), (await refresh(two.refreshToken)).status]).toEqual([200, 200]);
  });

  test.each([['disabled', 'status = 0'], ['deleted', 'deleted_at = now()']])('a %s account is out on its very next call', async (name, change) => {
    const id = await api.account({ username: name, role: 2 });
    const { token, refreshToken } = await api.signIn(name);
    expect(await me(token)).toBe(200);
    await api.rows(`update sys_user set ${change} where id = $1`, [id]);
    expect((await api.client(token).get('/sys/me')).body).toEqual(ENDED);
    expect((await refresh(refreshToken)).body).toEqual(ENDED);
  });

  test('another role acts on the very next call', async () => {
    const id = await api.account({ username: 'mover', role: 2 });
    const client = await api.as('mover');
    expect((await client.get('/sys/users/list')).status).toBe(200);
    await api.rows('update sys_user set role = 4 where id = $1', [id]);
    expect((await client.get('/sys/users/list')).status).toBe(403);
    expect((await client.get('/sys/me')).body.result).toMatchObject({ role: 4, perms: rightsOf(4) });
    await api.rows('update sys_user set role = 1 where id = $1', [id]);
    expect((await client.get('/statistics/bands')).status).toBe(200);
  });
});

describe('tokens', () => {
  test('a refresh gives a successor; the session stays', async () => {
    const first = await api.signIn('ops');
    const second = (await refresh(first.refreshToken)).body.result;
    expect(new Set([first.token, first.refreshToken, second.token, second.refreshToken]).size).toBe(4);
    expect(await me(second.token)).toBe(200);
    const third = (await refresh(second.refreshToken)).body.result;
    expect(await me(third.token)).toBe(200);
    expect(await api.rows(`select count(*)::int as n from sys_session s join sys_token t on t.session_id = s.id where t.hash = sha256($1::bytea)`, [Buffer.from(third.token)])).toEqual([{ n: 1 }]);
  });

  test('twenty refreshes at once with one token all get the one successor', async () => {
    const { refreshToken, token } = await api.signIn('ops');
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
    expect(answers.map((a) => a.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map((a) => a.body.result.token + a.body.result.refreshToken)).size).toBe(1);
    const family = await api.rows(`select kind, count(*)::int as n, count(*) filter (where used_at is null)::int as unused from sys_token
      where session_id = (select session_id from sys_token where hash = sha256($1::bytea)) group by kind order by kind`, [Buffer.from(token)]);
    expect(family).toEqual([{ kind: 'access', n: 2, unused: 2 }, { kind: 'refresh', n: 2, unused: 1 }]);
  });

  test('a token used again within ten seconds gives the same successor; later it ends the family, and that is audited', async () => {
    const first = await api.signIn('resident');
    const second = (await refresh(first.refreshToken)).body.result;
    await api.later('8 seconds');
    expect((await refresh(first.refreshToken)).body.result).toMatchObject({ token: second.token, refreshToken: second.refreshToken });
    const third = (await refresh(second.refreshToken)).body.result;
    const bystander = await api.signIn('resident');
    expect(await me(third.token)).toBe(200);
    await api.later('3 seconds');
    const before = await api.rows(`select id from audit_event where action = 'refresh.replay'`);
    expect((await refresh(first.refreshToken)).body).toEqual(ENDED);
    expect(await Promise.all([first, second, third].map((pair) => me(pair.token)))).toEqual([401, 401, 401]);
    expect((await refresh(third.refreshToken)).body).toEqual(ENDED);
    expect(await me(bystander.token)).toBe(200);
    const replays = await api.rows<object>(`select actor_id::text, entity_id, ok, session_id is not null as session, ip::text from audit_event where action = 'refresh.replay' order by id`);
    expect(replays.slice(before.length)).toEqual([{ actor_id: first.userInfo.userId, entity_id: first.userInfo.userId, ok: false, session: true, ip: expect.stringContaining('127.0.0.1') as string }]);
  });

  test('an access token is no refresh token, nor the other way round; nothing stands for a token', async () => {
    const { token, refreshToken } = await api.signIn('ops');
    expect((await refresh(token)).body).toEqual(ENDED);
    expect(await me(refreshToken)).toBe(401);
    expect(await me(token)).toBe(200);
    for (const nothing of ['no-auth', '', ' ', 'null', 'undefined', 'Bearer', `Bearer ${token}`, `${token} `, token.slice(0, -1), token.toLowerCase(), 'a'.repeat(5000)]) expect([nothing, await me(nothing)]).toEqual([nothing, 401]);
  });

  test('is read from X-Access-Token and nowhere else', async () => {
    const { token } = await api.signIn('ops');
    const elsewhere = [{ headers: { authorization: `Bearer ${token}` } }, { headers: { cookie: `X-Access-Token=${token}; token=${token}` } }, { query: { token, 'X-Access-Token': token } }, { headers: { 'x-token': token } }];
    for (const given of elsewhere) expect((await api.anonymous.get('/sys/me', given)).status).toBe(401);
  });

  test('no-auth, which the console sends before sign-in, opens nothing', async () => {
    for (const { endpoint } of served) {
      if (endpoint.may === 'open') continue;
      const { status, body } = await api.client('no-auth').send(endpoint.method, `/admin-api${pathOf(endpoint)}`);
      expect([endpoint.path, status, body]).toEqual([endpoint.path, 401, ENDED]);
    }
  });
});
