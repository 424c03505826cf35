import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type Answer, type Api, type Client } from './kit/api.ts';
import { careKit } from './kit/care.ts';

let api: Api;
let admin: Client;
let ops: Client;
let adminId: string;
let hospitals: string[];
let n = 0;
beforeAll(async () => {
  api = await startApi();
  const kit = await careKit(api.database);
  hospitals = [(await kit.place('第一医院')).hospitalId, (await kit.place('第二医院')).hospitalId];
  adminId = await api.account({ username: 'admin', role: 1 });
  await api.account({ username: 'ops', role: 2 });
  [admin, ops] = [await api.as('admin'), await api.as('ops')];
});
afterAll(() => api.close());

const fresh = (role: number): Promise<string> => api.account({ username: `user${++n}`, role });
const LEFT = { query: { reason: '离职' } };
const dict = async (): Promise<string> => (await admin.post<{ id: string }>('/sys', { body: { code: `made_${++n}`, name: '新字典' } })).body.result.id;
const item = (id: string) => api.rows<{ id: string }>(`insert into sys_dict_item (dict_code, value, label) select dict_code, 'a', '甲' from sys_dict where id = $1 returning id::text`, [id]);
const living = (ids: readonly string[]) => api.rows('select (select count(*)::int from sys_user where id = any($1) and deleted_at is null) as accounts, (select count(*)::int from sys_dict where id = any($1)) as dictionaries', [ids]).then(([row]) => row);
const audits = (ids: readonly string[]) => api.rows<{ entity: string; entity_id: string; ok: boolean; error_code: string | null; after: unknown }>(`select entity, entity_id, ok, error_code, after from audit_event where action in ('entity.delete', 'entity.read') and entity_id = any($1) order by id`, [ids]);
const code = ({ status, body }: Answer) => [status, body.code];

describe('the form', () => {
  test('of an account or of a dictionary, by the right of its kind, each reading audited', async () => {
    const [user, made] = [await fresh(3), await dict()];
    expect((await ops.get(`/sys/${user}/form`)).body.result).toMatchObject({ id: user, username: expect.stringMatching(/^user/), role: 3, hospitals: [], version: 1 });
    expect((await admin.get(`/sys/${made}/form`)).body.result).toMatchObject({ id: made, name: '新字典', items: 0 });
    expect(code(await ops.get(`/sys/${made}/form`))).toEqual([403, 40300]);
    expect(await audits([user, made])).toMatchObject([{ entity: 'user', entity_id: user, ok: true }, { entity: 'dict', entity_id: made, ok: true }, { ok: false, error_code: 'forbidden' }]);
    for (const id of ['98765432', '0', 'x', `${user},${made}`, '999999999999999999']) expect((await admin.get(`/sys/${id}/form`)).status).toBe(404);
  });
});

test('what an edit of an account leaves out stays as it is, one\'s own too; a role without hospitals has none', async () => {
  const id = await api.account({ username: `user${++n}`, role: 3, hospitals: [hospitals[0]!] });
  await api.rows(`update sys_user set mobile = '13700008888', email = 'left@example.com', gender = 2, sms_step = true where id = $1`, [id]);
  const contact = async () => (await api.rows<{ version: number }>('select version, mobile, email::text, gender, sms_step as step, array(select hospital_id::text from sys_user_hospital h where h.user_id = u.id) as hospitals from sys_user u where id = $1', [id]))[0]!;
  const { version: _, ...before } = await contact();
  const put = async (more: object, who = ops) => (await who.post('/sys/users/update', { body: { id, nickname: '改名', role: 3, version: (await contact()).version, ...more } })).status;
  expect([await put({}), await contact()]).toMatchObject([200, before]);
  expect([await put({ email: null, hospitals: [] }), await contact()]).toMatchObject([200, { ...before, email: null, hospitals: [] }]);
  const there = { hospitals: [{ hospitalId: hospitals[1], departmentIds: [] }] };
  expect([await put({ mobile: null, gender: 1, ...there }), await contact()]).toMatchObject([200, { mobile: null, email: null, gender: 1, step: false, hospitals: [hospitals[1]] }]);
  expect([await put({ role: 2 }), await contact()]).toMatchObject([200, { hospitals: [] }]);
  await api.rows(`update sys_user set mobile = '13700009999' where id = $1`, [id]);
  expect([await put({ role: 2 }, await api.as(`user${n}`)), await contact()]).toMatchObject([200, { mobile: '13700009999' }]);
  // no default is told where there is none
  const { paths } = JSON.parse((await api.anonymous.send('GET', '/admin-api/openapi.json')).text) as { paths: Record<string, { post: { requestBody: { content: Record<string, { schema: { properties: Record<string, { default?: unknown }> } }> } } }> };
  const told = (path: string) => ['mobile', 'email', 'hospitals', 'gender'].map((name) => paths[`/admin-api/sys/users/${path}`]!.post.requestBody.content['application/json']!.schema.properties[name]!.default);
  expect([told('create'), told('update')]).toEqual([[null, null, [], 0], [undefined, undefined, undefined, undefined]]);
});

describe('removing', () => {
  test('at most a hundred at once, and it says so', async () => {
    const user = await fresh(3);
    const { status, body } = await admin.del(`/sys/${Array<string>(101).fill(user).join(',')}`, LEFT);
    expect([status, body.code, body.message]).toEqual([400, 40000, '填写有误：ids ≤ 100']);
    expect(await living([user])).toMatchObject({ accounts: 1 });
  });
  test('accounts: gone for everyone, signed out, their name free, the reason kept', async () => {
    const ids = [await fresh(3), await fresh(4)];
    const name = `user${n}`;
    const their = await api.as(name);
    expect((await ops.del(`/sys/${ids[0]},${ids[1]},0${ids[0]}`, { query: { reason: '离职' } })).status).toBe(200);
    expect([(await their.get('/sys/me')).status, (await api.attempt(name)).status, (await admin.get(`/sys/${ids[0]}/form`)).status]).toEqual([401, 400, 404]);
    expect((await audits(ids)).filter((row) => row.ok)).toMatchObject(ids.map((id) => ({ entity: 'user', entity_id: id, after: { deleted: true, reason: '离职' } })));
    expect((await ops.post('/sys/users/create', { body: { username: name, nickname: '后来', role: 4 } })).status).toBe(200);
  });
  test('accounts only with a reason', async () => {
    const id = await fresh(3);
    for (const query of [{}, { reason: '' }, { reason: '  ' }]) expect(code(await ops.del(`/sys/${id}`, { query }))).toEqual([400, 40000]);
    expect((await ops.del(`/sys/${id}`)).body.message).toBe('填写有误：删除账号须写明原因');
    expect((await ops.get(`/sys/${id}/form`)).status).toBe(200);
  });
  test('dictionaries with their items, and their id names nothing more', async () => {
    const id = await dict();
    await item(id);
    expect((await admin.del(`/sys/${id}`)).status).toBe(200);
    expect(await api.rows(`select before from audit_event where action = 'entity.delete' and entity_id = $1`, [id])).toMatchObject([{ before: { id, name: '新字典', items: [{ value: 'a', label: '甲' }] } }]);
    expect(await api.rows('select 1 from sys_entity where id = $1', [id])).toEqual([]);
    expect(await api.rows(`select 1 from sys_dict_item where value = 'a' and dict_code like 'made_%'`)).toEqual([]);
    expect((await admin.del(`/sys/${id}`)).status).toBe(404);
  });
  test('is all or nothing: one that is not there, above, oneself, or of another kind, and none goes', async () => {
    const [user, other, made] = [await fresh(3), await fresh(4), await dict()];
    const all = [user, other, made];
    const before = await living(all);
    for (const [who, ids, status, fault] of [
      [ops, [user, '98765432', other], 404, 40400], [ops, [user, adminId], 404, 40400], [admin, [user, adminId, other], 409, 40905], [admin, [user, made], 400, 40000], [ops, [made], 403, 40300], [ops, [user, made], 400, 40000],
    ] as const) expect([ids, ...code(await who.del(`/sys/${ids.join(',')}`, LEFT))]).toEqual([ids, status, fault]);
    expect(await living(all)).toEqual(before);
  });
  test('at most a hundred at once', async () => {
    const ids = await Promise.all(Array.from({ length: 101 }, () => fresh(4)));
    expect((await ops.del(`/sys/${ids.join(',')}`, LEFT)).status).toBeGreaterThanOrEqual(400);
    expect(await living(ids)).toMatchObject({ accounts: 101 });
    expect((await ops.del(`/sys/${ids.slice(0, 100).join(',')}`, LEFT)).status).toBe(200);
    expect(await living(ids)).toMatchObject({ accounts: 1 });
  });
  test('is taken back within ten minutes, by whom it was', async () => {
    const id = await fresh(4);
    const name = `user${n}`;
    const { token } = await api.signIn(name);
    expect((await api.client(token).get('/sys/me')).status).toBe(200);
    await ops.del(`/sys/${id}`, LEFT);
    expect((await admin.post(`/sys/users/restore/${id}`)).status).toBe(404);
    expect((await ops.post(`/sys/users/restore/${id}`)).status).toBe(200);
    expect(await api.rows(`select before, after from audit_event where action = 'user.restore' and entity_id = $1 and ok`, [id])).toMatchObject([{ before: { id, username: name, deleted: true }, after: { id, username: name } }]);
    // whoever was signed in signs in anew
    expect((await api.client(token).get('/sys/me')).status).toBe(401);
    expect((await api.attempt(name)).status).toBe(200);
    expect((await ops.post(`/sys/users/restore/${id}`)).status).toBe(404);
    await ops.del(`/sys/${id}`, LEFT);
    await api.rows(`update sys_user set deleted_at = deleted_at - interval '10 minutes' where id = $1`, [id]);
    expect(code(await ops.post(`/sys/users/restore/${id}`))).toEqual([409, 40901]);
  });
  test('is not taken back by who has come to stand below it', async () => {
    const [id, low] = [await fresh(1), await api.account({ username: 'lowered', role: 1 })];
    const lowered = await api.as('lowered');
    expect((await lowered.del(`/sys/${id}`, LEFT)).status).toBe(200);
    await api.rows('update sys_user set role = 2 where id = $1', [low]);
    for (const age of ['0', '20 minutes']) {
      await api.rows(`update sys_user set deleted_at = now() - $2::interval where id = $1`, [id, age]);
      expect((await lowered.post(`/sys/users/restore/${id}`)).status).toBe(404);
    }
    expect(await living([id])).toMatchObject({ accounts: 0 });
  });
  test('is not taken back where the name is another\'s by now', async () => {
    const id = await fresh(4);
    await ops.del(`/sys/${id}`, LEFT);
    await api.account({ username: `user${n}`, role: 3 });
    const { status, body } = await ops.post(`/sys/users/restore/${id}`);
    expect([status, body.message]).toEqual([409, '已被使用：账号']);
  });
  test('a repeat with the same key removes once', async () => {
    const id = await fresh(4);
    for (let i = 0; i < 2; i++) expect((await ops.del(`/sys/${id}`, { ...LEFT, key: 'remove-once-1' })).status).toBe(200);
    expect((await audits([id])).filter((row) => row.ok)).toHaveLength(1);
  });
});

describe('the last super administrator stays', () => {
  const enabled = async (): Promise<string[]> => (await api.rows<{ id: string }>(`select id::text from sys_user where role = 1 and status = 1 and deleted_at is null and password_hash <> '!' order by id`)).map(({ id }) => id);
  const demote = (who: Client, id: string, version = 1) => who.post('/sys/users/update', { body: { id, nickname: '降', role: 2, version } });
  const WAYS: [string, (who: Client, id: string) => Promise<Answer>][] = [
    ['removed', (who, id) => who.del(`/sys/${id}`, LEFT)], ['disabled', (who, id) => who.post(`/sys/users/status/${id}`, { query: { status: 0 } })], ['demoted', (who, id) => demote(who, id)],
  ];
  test.each(WAYS)('%s by each other at the same moment, one of two is left', async (_how, take) => {
    for (let round = 0; round < 4; round++) {
      await api.rows(`update sys_user set status = 0 where role = 1`);
      const ids = [await fresh(1), await fresh(1)];
      const [a, b] = [await api.as(`user${n - 1}`), await api.as(`user${n}`)];
      const answers = await Promise.all([take(a, ids[1]!), take(b, ids[0]!)]);
      expect(await enabled()).toHaveLength(1);
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    }
    await api.rows(`update sys_user set status = 1 where id = $1`, [adminId]);
  });
  test('many who remove each other in a ring leave one who can still sign in', async () => {
    await api.rows(`update sys_user set status = 0 where role = 1`);
    const ids = await Promise.all(Array.from({ length: 6 }, () => fresh(1)));
    const clients = await Promise.all(ids.map((_, i) => api.as(`user${n - 5 + i}`)));
    await Promise.all(clients.map((who, i) => WAYS[i % 3]![1](who, ids[(i + 1) % 6]!)));
    expect((await enabled()).length).toBeGreaterThan(0);
    await api.rows(`update sys_user set status = 1 where id = $1`, [adminId]);
  });
  test('one without a password that works does not count, and one may go while another is there', async () => {
    await api.rows(`update sys_user set status = 0 where role = 1 and id <> $1`, [adminId]);
    const [idle, other] = [await fresh(1), await fresh(1)];
    const [last, their] = [await api.as(`user${n - 1}`), await api.as(`user${n}`)];
    await api.rows(`update sys_user set password_hash = '!' where id = $1`, [idle]);
    // of two the other one could never sign in again
    await api.rows(`update sys_user set status = 0 where id = $1`, [adminId]);
    for (const [how, take] of WAYS) expect([how, ...code(await take(last, other))]).toEqual([how, 409, 40904]);
    // nor one with a one-time password that has ended
    const late = await fresh(1);
    await api.rows(`update sys_user set must_change_password = true, one_time_at = now() - interval '8 days' where id = $1`, [late]);
    for (const [how, take] of WAYS) expect([how, ...code(await take(last, other))]).toEqual([how, 409, 40904]);
    await api.rows(`update sys_user set status = 0 where id = $1`, [late]);
    await api.rows(`update sys_user set status = 1 where id = $1`, [adminId]);
    expect((await their.del(`/sys/${adminId}`, LEFT)).status).toBe(200);
    await api.rows(`update sys_user set deleted_at = null where id = $1`, [adminId]);
    const again = await api.as('admin');
    expect((await again.del(`/sys/${idle}`, LEFT)).status).toBe(200);
    expect((await again.post(`/sys/users/status/${other}`, { query: { status: 0 } })).status).toBe(200);
    expect(await enabled()).toEqual([adminId]);
  });
});
