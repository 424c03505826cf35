import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { account, AccountForm, AccountRow } from '../src/areas/account/contract.ts';
import type { Page, Reply } from '../src/kernel/endpoint.ts';
import { startApi, type Answer, type Api, type Client } from './kit/api.ts';
import { careKit, type Place } from './kit/care.ts';

type Secret = Reply<typeof account.create>;
let api: Api;
let one: Place;
let two: Place;
let closed: string;
let admin: Client;
let ops: Client;
let adminId: string;
let opsId: string;
let n = 0;
beforeAll(async () => {
  api = await startApi();
  const kit = await careKit(api.database);
  [one, two] = [await kit.place('第一医院', ['骨科', '内科']), await kit.place('第二医院')];
  closed = (await kit.place('已撤医院', ['外科'], { deleted_at: new Date() })).hospitalId;
  adminId = await api.account({ username: 'admin', role: 1 });
  opsId = await api.account({ username: 'ops', role: 2 });
  [admin, ops] = [await api.as('admin'), await api.as('ops')];
});
afterAll(() => api.close());

const fresh = (role: number, hospitals: readonly string[] = []): Promise<string> => api.account({ username: `u${++n}`, role, hospitals });
const make = (who: Client, more: object = {}): Promise<Answer<Secret>> => who.post('/sys/users/create', { body: { username: `made${++n}`, nickname: '新人', role: 4, ...more } });
const form = async (id: string, who = admin): Promise<AccountForm> => (await who.get<AccountForm>(`/sys/${id}/form`)).body.result;
const save = async (id: string, more: object = {}, who = admin): Promise<Answer<AccountForm>> => {
  const { username: _name, status: _status, ...now } = await form(id);
  return who.post('/sys/users/update', { body: { ...now, ...more } });
};
const setStatus = (who: Client, id: string, status: 0 | 1) => who.post(`/sys/users/status/${id}`, { query: { status } });
const stored = (id: string) => api.rows('select to_jsonb(u) - $2::text[] as u, (select jsonb_agg(h) from sys_user_hospital h where h.user_id = u.id) as places from sys_user u where id = $1', [id, ['last_login_at', 'last_login_ip']]);
const lastAudit = async (action: string) => (await api.rows<{ ok: boolean; actor_id: string; entity_id: string; error_code: string | null; before: unknown; after: unknown }>('select ok, actor_id::text, entity_id, error_code, before, after from audit_event where action = $1 order by id desc limit 1', [action]))[0]!;
const code = ({ status, body }: Answer) => [status, body.code];

describe('making accounts', () => {
  test('the password is the server\'s, shown once, to be changed, and signs in', async () => {
    const given = { username: 'hao.li', nickname: ' 李好 ', role: 3, gender: 2, mobile: '13811112222', email: 'Hao@Example.com', hospitals: [{ hospitalId: one.hospitalId, departmentIds: [one.departments[1]!.id] }] };
    const { status, body } = await make(ops, given);
    expect(status).toBe(200);
    const { id, password } = body.result;
    expect(password.length).toBeGreaterThanOrEqual(16);
    expect(await form(id)).toEqual({ id, ...given, nickname: '李好', status: 1, version: 1 });
    expect((await api.attempt('HAO.LI', password)).body.result.userInfo).toMatchObject({ userId: id, role: 3 });
    expect(await api.rows('select must_change_password from sys_user where id = $1', [id])).toEqual([{ must_change_password: true }]);
    expect(await lastAudit('user.add')).toMatchObject({ ok: true, actor_id: opsId, entity_id: id, before: null, after: { username: 'hao.li', role: 3, mobile: '138****2222', email: 'H***@Example.com' } });
    expect(await api.everything()).not.toContain(password);
  });
  test('a repeat makes no second one and does not show the password again', async () => {
    const body = { username: 'once', nickname: '一次', role: 4 };
    expect((await ops.post('/sys/users/create', { body, key: 'make-once-1' })).status).toBe(200);
    expect(code(await ops.post('/sys/users/create', { body, key: 'make-once-1' }))).toEqual([409, 40909]);
    expect(await api.rows(`select count(*)::int as n from sys_user where username = 'once'`)).toEqual([{ n: 1 }]);
  });
  test('nobody grants a role above their own', async () => {
    expect(code(await make(ops, { role: 1 }))).toEqual([403, 40300]);
    expect(await lastAudit('user.add')).toMatchObject({ ok: false, error_code: 'forbidden', actor_id: opsId });
    for (const role of [2, 3, 4]) expect((await make(ops, { role })).status).toBe(200);
    expect((await make(admin, { role: 1 })).status).toBe(200);
    const id = await fresh(3);
    expect(code(await save(id, { role: 1 }, ops))).toEqual([403, 40300]);
    for (const role of [0, 5, '2', 1.5, null]) expect((await make(admin, { role })).status).toBe(400);
  });
  test('name, phone and mailbox are one\'s own among the living, the field named in the reader\'s language', async () => {
    await make(admin, { username: 'taken1', mobile: '13900001111', email: 'taken@example.com' });
    for (const [more, zh, en] of [[{ username: 'TAKEN1' }, '账号', 'Account'], [{ mobile: '13900001111' }, '手机', 'Mobile'], [{ email: 'TAKEN@example.com' }, '邮箱', 'Email']] as const) {
      const answer = await make(admin, more);
      expect([...code(answer), answer.body.message]).toEqual([409, 40903, `已被使用：${zh}`]);
      const english = await admin.post('/sys/users/create', { body: { username: `made${++n}`, nickname: 'x', role: 4, ...more }, headers: { 'x-language': 'en' } });
      expect(english.body.message).toBe(`Already in use: ${en}`);
    }
    const id = await fresh(4);
    expect(code(await save(id, { mobile: '13900001111' }))).toEqual([409, 40903]);
    await api.rows(`update sys_user set deleted_at = now() where username = 'taken1'`);
    expect((await make(admin, { username: 'taken1', mobile: '13900001111' })).status).toBe(200);
  });
  test('hospitals and departments must be there and belong together; roles 1 and 2 carry none', async () => {
    const at = (hospitalId: string, ...departmentIds: string[]) => ({ role: 3, hospitals: [{ hospitalId, departmentIds }] });
    for (const wrong of [at('999999'), at('0'), at(closed), at(one.hospitalId, two.departments[0]!.id), at(one.hospitalId, '999999'), { role: 3, hospitals: [...at(one.hospitalId).hospitals, ...at(`0${one.hospitalId}`).hospitals] }, { ...at(one.hospitalId), role: 2 }, { ...at(one.hospitalId), role: 1 }]) {
      const answer = await make(admin, wrong);
      expect([wrong, ...code(answer)]).toEqual([wrong, 400, 40000]);
    }
    expect((await make(admin, at(one.hospitalId, one.departments[0]!.id, one.departments[0]!.id))).status).toBe(200);
  });
});

describe('changing accounts', () => {
  test('changes, audits before and after, and moves the person at once', async () => {
    const id = await fresh(3, [one.hospitalId]);
    const their = await api.as(`u${n}`);
    const seen = async () => (await their.get<{ name: string }[]>('/hospitals/options')).body.result.map((h) => h.name);
    expect(await seen()).toEqual(['第一医院']);
    const moved = await save(id, { nickname: '搬了', mobile: '13700007777', hospitals: [{ hospitalId: two.hospitalId, departmentIds: [] }] }, ops);
    expect([moved.status, moved.body.result]).toMatchObject([200, { nickname: '搬了', version: 2, mobile: '13700007777' }]);
    expect(await seen()).toEqual(['第二医院']);
    expect(await lastAudit('user.edit')).toMatchObject({ entity_id: id, before: { version: 1, mobile: null, hospitals: [{ hospitalId: one.hospitalId }] }, after: { version: 2, mobile: '137****7777', hospitals: [{ hospitalId: two.hospitalId }] } });
    for (const [mobile, email] of [['13711117777', 'zhangsan@hospital.cn'], ['13722227777', 'zhaoliu@hospital.cn']]) await save(id, { mobile, email });
    expect(await lastAudit('user.edit')).toMatchObject({ before: { mobile: '137****7777', email: 'z***@hospital.cn' }, after: { mobile: '137****7777（号码已改）', email: 'z***@hospital.cn（邮箱已改）' } });
    expect([(await save(id, { role: 4 })).status, (await their.get<{ role: number }>('/sys/me')).body.result.role]).toEqual([200, 4]);
  });
  test('a version that has moved on is a conflict and changes nothing', async () => {
    const id = await fresh(3, [one.hospitalId]);
    const before = await stored(id);
    expect(code(await save(id, { version: 7, nickname: '晚了', hospitals: [] }))).toEqual([409, 40900]);
    expect(await stored(id)).toEqual(before);
    const edit = { id, gender: 0, role: 3, version: 1 };
    const [a, b] = await Promise.all(['左', '右'].map((nickname) => ops.post('/sys/users/update', { body: { ...edit, nickname } })));
    expect([a!.status, b!.status].sort()).toEqual([200, 409]);
  });
  test('its form comes back as it was read; what the call does not change is refused by name, with the call that does', async () => {
    const id = await fresh(3, [one.hospitalId]);
    const read = await form(id);
    const send = (more: object, headers = {}) => admin.post<AccountForm>('/sys/users/update', { body: { ...read, nickname: '改了', ...more }, headers });
    const before = await stored(id);
    for (const [more, words] of [[{ username: 'other' }, 'username'], [{ status: 0 }, 'POST /sys/users/status/{id}']] as const) {
      for (const language of ['zh-cn', 'en']) {
        const { status, body } = await send(more, { 'x-language': language });
        expect([status, body.code, body.message]).toEqual([400, 40000, expect.stringContaining(words)]);
        expect(/[一-龥]/.test(body.message)).toBe(language === 'zh-cn');
      }
    }
    expect(await stored(id)).toEqual(before);
    expect(code(await send({ version: 9, status: 0 }))).toEqual([409, 40900]);
    expect((await send({})).body).toMatchObject({ code: 0, result: { ...read, nickname: '改了', version: read.version + 1 } });
  });
  test('those above do not exist: no form, no edit, no reset, no switch, no removal, in the very words of one that never was', async () => {
    const before = await stored(adminId);
    const calls: ((id: string) => Promise<Answer>)[] = [
      (id) => ops.get(`/sys/${id}/form`), (id) => ops.post('/sys/users/update', { body: { id, nickname: 'x', role: 2, version: 1 } }), (id) => ops.post(`/sys/users/reset/${id}`),
      (id) => setStatus(ops, id, 0), (id) => ops.del(`/sys/${id}`, { query: { reason: '离职' } }), (id) => ops.post(`/sys/users/restore/${id}`),
    ];
    for (const call of calls) {
      const [above, never] = [await call(adminId), await call('98765432')];
      expect([above.status, above.text]).toEqual([404, never.text]);
    }
    expect(await stored(adminId)).toEqual(before);
    expect((await ops.get<Page<AccountRow>>('/sys/users/list', { query: { keywords: 'admin' } })).body.result.list).toEqual([]);
  });
  test('switched off, a person is out at the next call and comes back by signing in only', async () => {
    const id = await fresh(3);
    const their = await api.as(`u${n}`);
    expect((await setStatus(ops, id, 0)).body).toMatchObject({ code: 0, result: null });
    // a second administrator's changes nothing, and is told so: there is nothing of it to take back
    expect((await setStatus(admin, id, 0)).body).toMatchObject({ code: 0, result: 'unchanged' });
    expect((await their.get('/sys/me')).status).toBe(401);
    expect((await api.attempt(`u${n}`)).status).toBe(400);
    expect((await setStatus(ops, id, 1)).status).toBe(200);
    expect([(await their.get('/sys/me')).status, (await api.attempt(`u${n}`)).status]).toEqual([401, 200]);
    expect(await lastAudit('user.status')).toMatchObject({ entity_id: id, before: { status: 0 }, after: { status: 1 } });
    for (const status of [2, '', '01', 'x']) expect((await ops.post(`/sys/users/status/${id}`, { query: { status } })).status).toBe(400);
  });
  test('a reset shows a new password once, ends every session and lifts the bar on trials', async () => {
    const id = await fresh(4);
    const name = `u${n}`;
    const their = await api.as(name);
    for (let i = 0; i < 11; i++) await api.attempt(name, 'wrong-wrong');
    const { body } = await ops.post<Secret>(`/sys/users/reset/${id}`);
    expect((await their.get('/sys/me')).status).toBe(401);
    expect([(await api.attempt(name)).status, (await api.attempt(name, body.result.password)).status]).toEqual([400, 200]);
    expect(await api.everything()).not.toContain(body.result.password);
    expect(await lastAudit('user.reset')).toMatchObject({ ok: true, entity_id: id, before: { totp: false, sms: false }, after: { mustChangePassword: true, totp: false, sms: false } });
  });
  test('a reset turns the second step off: whoever lost the phone and the recovery codes comes in again', async () => {
    const id = await fresh(3);
    await api.rows(`update sys_user set totp_secret = 'x', totp_confirmed_at = now(), totp_step = 1, sms_step = true, mobile = '13800009${String(n).padStart(3, '0')}' where id = $1`, [id]);
    await api.rows(`insert into sys_recovery_code (user_id, code_hash) values ($1, 'x')`, [id]);
    const { body } = await ops.post<Secret>(`/sys/users/reset/${id}`);
    expect((await api.attempt(`u${n}`, body.result.password)).body.result).toHaveProperty('token');
    expect(await api.rows('select totp_secret, totp_confirmed_at, totp_step, sms_step, (select count(*)::int from sys_recovery_code r where r.user_id = u.id) as codes from sys_user u where id = $1', [id])).toEqual([{ totp_secret: null, totp_confirmed_at: null, totp_step: null, sms_step: false, codes: 0 }]);
    expect((await lastAudit('user.reset')).before).toEqual({ totp: true, sms: true });
  });
  test('one\'s own phone and mailbox are changed by a code alone; another\'s without a phone loses the step by SMS', async () => {
    await api.rows(`update sys_user set mobile = '13800008888', email = 'Own@example.com', sms_step = true where id = $1`, [opsId]);
    const own = await stored(opsId);
    for (const edit of [{ mobile: null }, { mobile: '13800007777' }, { email: null }, { email: 'other@example.com' }]) expect([edit, code(await save(opsId, { mobile: '13800008888', email: 'own@example.com', ...edit }, ops))]).toEqual([edit, [409, 40905]]);
    expect(await stored(opsId)).toEqual(own);
    expect((await save(opsId, { nickname: '不变', mobile: '13800008888', email: 'Own@example.com' }, ops)).status).toBe(200);
    const step = () => api.rows('select mobile, sms_step from sys_user where id = $1', [opsId]);
    expect(await step()).toEqual([{ mobile: '13800008888', sms_step: true }]);
    expect((await save(opsId, { mobile: '13800006666', email: null, role: 2 })).status).toBe(200);
    expect(await step()).toEqual([{ mobile: '13800006666', sms_step: true }]);
    expect((await save(opsId, { mobile: null, email: null, role: 2 })).status).toBe(200);
    expect((await save(opsId, { mobile: '13800005555', email: null, role: 2 })).status).toBe(200);
    expect(await step()).toEqual([{ mobile: '13800005555', sms_step: false }]);
    await api.rows('update sys_user set mobile = null where id = $1', [opsId]);
  });
  test('one\'s own form, opened before one\'s phone or role was changed elsewhere, is a conflict like another\'s, not a try to change that', async () => {
    const read = await form(opsId);
    await api.rows(`update sys_user set mobile = '13800004444', version = version + 1 where id = $1`, [opsId]);
    expect(code(await save(opsId, { mobile: read.mobile, email: read.email, version: read.version }, ops))).toEqual([409, 40900]);
    expect(code(await save(opsId, { mobile: read.mobile, email: read.email, role: 1, version: read.version }, ops))).toEqual([409, 40900]);
    expect(code(await save(opsId, { mobile: read.mobile, email: read.email, version: read.version + 1 }, ops))).toEqual([409, 40905]);
    await api.rows('update sys_user set mobile = null where id = $1', [opsId]);
  });
  test('nobody disables, demotes, resets or removes themselves, however their id is spelt', async () => {
    const before = await stored(opsId);
    for (const id of [opsId, `000${opsId}`]) {
      expect(code(await setStatus(ops, id, 0))).toEqual([409, 40905]);
      expect(code(await save(opsId, { id, role: 3 }, ops))).toEqual([409, 40905]);
      expect(code(await ops.post(`/sys/users/reset/${id}`))).toEqual([409, 40905]);
      expect(code(await ops.del(`/sys/${id}`, { query: { reason: '离职' } }))).toEqual([409, 40905]);
    }
    expect(await stored(opsId)).toEqual(before);
    expect((await save(opsId, { nickname: '我自己' }, ops)).status).toBe(200);
  });
});

describe('choosing', () => {
  test('roles in the reader\'s language, only those one may grant', async () => {
    await api.account({ username: 'resident', role: 3 });
    for (const [who, roles] of [[admin, ['运营', '驻院管理', '医院方']], [ops, ['运营', '驻院管理', '医院方']], [await api.as('resident'), []]] as const) expect((await who.get<{ label: string }[]>('/sys/options')).body.result.map((o) => o.label)).toEqual(roles);
    expect((await ops.get('/sys/options', { headers: { 'x-language': 'en' } })).body.result).toEqual([{ id: 'operation', label: 'Operations' }, { id: 'inpatient_manager', label: 'Resident manager' }, { id: 'hospital', label: 'Hospital side' }]);
  });
  test('a hospital\'s departments; 0 is none, and what is not there is not found', async () => {
    expect((await ops.get(`/sys/users/getHospitalInfo/${one.hospitalId}`)).body.result).toEqual([{ value: one.hospitalId, label: '第一医院', children: one.departments.map(({ id }, i) => ({ value: id, label: ['骨科', '内科'][i] })) }]);
    await api.rows('update hospital_department set status = 0 where id = $1', [one.departments[1]!.id]);
    expect((await ops.get<Reply<typeof account.scope>>(`/sys/users/getHospitalInfo/${one.hospitalId}`)).body.result[0]!.children!.map(({ label, disabled }) => [label, disabled])).toEqual([['骨科', undefined], ['内科', true]]);
    await api.rows('update hospital_department set status = 1 where id = $1', [one.departments[1]!.id]);
    expect((await ops.get('/sys/users/getHospitalInfo/0')).body.result).toEqual([]);
    for (const id of ['999999', closed, 'x', '-1', '1e3']) expect((await ops.get(`/sys/users/getHospitalInfo/${id}`)).status).toBe(404);
  });
});

describe('the list', () => {
  const names = async (query: Record<string, unknown>, who = admin): Promise<string[]> => (await who.get<Page<AccountRow>>('/sys/users/list', { query: { pageSize: 200, ...query } })).body.result.list.map((row) => row.username);
  test('filters by words, role, status, hospital and day of making', async () => {
    const id = await api.account({ username: 'find.me', role: 4, hospitals: [two.hospitalId] });
    await api.rows(`update sys_user set nickname = '寻%找', mobile = '13512340000', status = 0, created_at = '2024-02-29 16:30+00' where id = $1`, [id]);
    for (const keywords of ['FIND', '寻%', '12340', 'ｆｉｎｄ.me']) expect([keywords, await names({ keywords })]).toEqual([keywords, ['find.me']]);
    expect(await names({ keywords: '%%' })).toEqual([]);
    expect(await names({ status: 0 })).toEqual(['find.me']);
    expect(await names({ role: 4, hospitalId: two.hospitalId, status: 0 })).toEqual(['find.me']);
    expect(await names({ hospitalId: '0' })).toEqual([]);
    expect(await names({ createTime: ['2024-03-01', '2024-03-01'] })).toEqual(['find.me']); // half past midnight of 1 March, there
    expect(await names({ createTime: ['2024-02-29', '2024-02-29'] })).toEqual([]);
    for (const query of [{ createTime: ['2024-13-01', '2024-13-02'] }, { createTime: ['2024-03-01'] }, { sort: 'password_hash' }, { sort: 'id:up' }, { sort: 'id; drop' }]) expect((await admin.get('/sys/users/list', { query })).status).toBe(400);
  });
  test('sorts by what it may, and tells what may be done to each', async () => {
    const up = await names({ sort: 'username' });
    expect(up).toEqual([...up].sort());
    expect(await names({ sort: 'username:desc' })).toEqual([...up].reverse());
    const { list } = (await ops.get<Page<AccountRow>>('/sys/users/list', { query: { pageSize: 200 } })).body.result;
    expect(Object.fromEntries(list.map((row) => [row.username, row.can]))).toMatchObject({ ops: ['edit'], 'find.me': ['edit', 'status', 'reset', 'delete'] });
    expect(list.every((row) => row.role >= 2)).toBe(true);
  });
});
