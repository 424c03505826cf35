import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { session } from '../src/areas/session/contract.ts';
import type { Reply } from '../src/kernel/endpoint.ts';
import { startApi, type Api, type Client } from './kit/api.ts';

type Place = Reply<typeof session.places>[number];
let api: Api;
const ids: Record<string, string> = {};
const clients: Record<string, Client> = {};
beforeAll(async () => {
  api = await startApi();
  for (const [username, role] of [['admin', 1], ['ops', 2], ['ops2', 2], ['resident', 3], ['hospital', 4]] as const) {
    ids[username] = await api.account({ username, role });
    clients[username] = await api.as(username);
  }
});
afterAll(() => api.close());

const alive = async (client: Client): Promise<number> => (await client.get('/sys/me')).status;
const mine = async (client: Client): Promise<Place[]> => (await client.get<Place[]>('/sys/sessions')).body.result;

describe('one\'s own', () => {
  test('are listed, the living ones, and which is this one', async () => {
    await api.account({ username: 'walker', role: 3 });
    const { token } = (await api.attempt('walker', undefined, { rememberMe: true }, { headers: { 'user-agent': 'Phone/1.0' }, from: '10.0.0.7' })).body.result;
    const here = await api.as('walker');
    const gone = await api.as('walker');
    await gone.post('/sys/logout');
    const list = await mine(here);
    expect(list).toHaveLength(2);
    expect(list.filter((p) => p.current)).toHaveLength(1);
    expect(list.find((p) => !p.current)).toMatchObject({ ip: '10.0.0.7', userAgent: 'Phone/1.0', rememberMe: true });
    expect((await mine(api.client(token))).find((p) => p.current)).toMatchObject({ ip: '10.0.0.7' });
    await api.later('31 minutes');
    expect(await api.rows(`select count(*)::int as n from sys_session s join sys_user u on u.id = s.user_id where u.username = 'walker' and s.revoked_at is null`)).toEqual([{ n: 2 }]);
    expect((await mine(await api.as('walker'))).filter((p) => !p.current)).toMatchObject([{ ip: '10.0.0.7' }]);
    for (const name of Object.keys(clients)) clients[name] = await api.as(name);
  });
  test('each can be ended; another\'s, an ended one and nonsense do not exist', async () => {
    const two = await api.as('resident');
    const other = (await mine(clients['resident']!)).find((p) => !p.current)!;
    const theirs = (await mine(clients['ops']!))[0]!;
    for (const id of [theirs.id, 'nonsense', '1', '00000000-0000-0000-0000-000000000000', `${other.id}%20`]) expect([id, (await clients['resident']!.del(`/sys/sessions/${id}`)).status]).toEqual([id, 404]);
    expect(await alive(two)).toBe(200);
    const id = (await mine(two)).find((p) => p.current)!.id;
    expect((await clients['resident']!.del(`/sys/sessions/${id}`)).body).toEqual({ success: true, code: 0, message: '', result: null });
    expect([await alive(two), await alive(clients['resident']!), await alive(clients['ops']!)]).toEqual([401, 200, 200]);
    expect((await clients['resident']!.del(`/sys/sessions/${id}`)).status).toBe(404);
    expect(await api.rows(`select ok, entity, actor_id::text from audit_event where action = 'session.end' and entity_id = $1 order by id`, [id])).toEqual([{ ok: true, entity: 'session', actor_id: ids['resident'] }, { ok: false, entity: 'session', actor_id: ids['resident'] }]);
  });
});

describe('another\'s', () => {
  const see = async (by: string, of: string): Promise<number> => (await clients[by]!.get(`/sys/users/${ids[of]}/sessions`)).status;
  const end = async (by: string, of: string): Promise<number> => (await clients[by]!.del(`/sys/users/${ids[of]}/sessions`)).status;
  test('are seen at or below one\'s own role, and ended below it', async () => {
    expect([await see('admin', 'ops'), await see('ops', 'ops2'), await see('ops', 'hospital'), await see('admin', 'admin')]).toEqual([200, 200, 200, 200]);
    expect([await see('ops', 'admin'), await see('resident', 'hospital'), await see('hospital', 'hospital')]).toEqual([404, 403, 403]);
    expect([await end('ops', 'admin'), await end('ops', 'ops2'), await end('resident', 'hospital'), await end('admin', 'admin')]).toEqual([404, 403, 403, 409]);
    expect((await api.rows<{ error_code: string }>(`select error_code from audit_event where action = 'session.end' and entity_id = $1`, [ids['ops2']]))).toEqual([{ error_code: 'forbidden' }]);
    for (const id of ['999999', '0', 'x']) expect([(await clients['admin']!.get(`/sys/users/${id}/sessions`)).status, (await clients['admin']!.del(`/sys/users/${id}/sessions`)).status]).toEqual([404, 404]);
    expect([await alive(clients['admin']!), await alive(clients['hospital']!)]).toEqual([200, 200]);
    const { refreshToken } = await api.signIn('hospital');
    expect(await end('ops', 'hospital')).toBe(200);
    expect([await alive(clients['hospital']!), (await api.anonymous.post('/sys/refresh-token', { body: { refreshToken } })).status]).toEqual([401, 401]);
    expect((await clients['ops']!.get<Place[]>(`/sys/users/${ids['hospital']}/sessions`)).body.result).toEqual([]);
    expect((await clients['admin']!.get<Place[]>(`/sys/users/${ids['ops']}/sessions`)).body.result.every((p) => !p.current)).toBe(true);
    expect(await api.rows(`select action, ok from audit_event where entity_id = $1 and action = 'session.end' order by id desc limit 1`, [ids['hospital']])).toEqual([{ action: 'session.end', ok: true }]);
  });
});
