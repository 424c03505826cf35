import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ACCOUNT_LINES, LIMITS, STRANGERS } from '../src/host/limit.ts';
import { formOf, PREFIX, startApi, type Api, type Client } from './kit/api.ts';
import { careKit } from './kit/care.ts';

interface Line {
  action: string;
  ok: boolean;
  error_code: string | null;
  actor: string | null;
  ip: string | null;
  after: { calls: number; from: Record<string, number>; accounts?: Record<string, number> } | null;
}
let api: Api;
let admin: Client;
let adminId: string;
let last = 0;
beforeAll(async () => {
  api = await startApi();
  adminId = await api.account({ username: 'admin', role: 1 });
  await api.account({ username: 'hospital', role: 4 });
  admin = await api.as('admin');
});
afterAll(() => api.close());
/** The lines since the last look. */
async function lines(): Promise<Line[]> {
  const rows = await api.rows<Line & { id: number }>('select id::int, action, ok, error_code, actor_id::text as actor, host(ip) as ip, after from audit_event where id > $1 order by id', [last]);
  last = rows.at(-1)?.id ?? last;
  return rows;
}
beforeEach(() => lines());
const told = async () => (await lines()).map(({ action, ok, error_code, actor }) => [action, ok, error_code, actor]);

describe('a refusal is a line of the audit', () => {
  test('also of calls that are not noted when they go well', async () => {
    const hospital = await api.as('hospital');
    await lines();
    for (const path of ['/hospitals', '/statistics/bands', '/sys/page']) await hospital.get(path);
    expect((await lines()).map(({ action, error_code }) => [action, error_code])).toEqual([['GET /hospitals', 'forbidden'], ['GET /statistics/bands', 'forbidden'], ['GET /sys/page', 'forbidden']]);
    await admin.get('/hospitals', { query: { wrong: 1 } });
    await admin.get('/sys/nowhere/items');
    expect(await told()).toEqual([['GET /hospitals', false, 'bad_input', adminId], ['GET /sys/:dictCode/items', false, 'not_found', adminId]]);
  });
  test('when the body cannot be read: no JSON, too large, of another type, no form', async () => {
    await admin.post('/sys', { raw: '{"code": ' });
    await admin.post('/sys', { raw: JSON.stringify('a'.repeat(300_000)) });
    await admin.post('/sys', { raw: 'code=a', headers: { 'content-type': 'text/plain' } });
    await admin.post('/sys/import', { body: {} });
    await admin.post('/sys/import', { ...formOf('a', { field: 'other' }) });
    expect(await told()).toEqual([['dict.add', false, 'bad_input', adminId], ['dict.add', false, 'too_large', adminId], ['dict.add', false, 'not_json', adminId], ['user.import', false, 'not_form', adminId], ['user.import', false, 'bad_input', adminId]]);
  });
  test('when a call is made too often', async () => {
    await api.rows(`insert into sys_counter (key, n, reset_at) values ('captcha:10.9.9.9', $1, now() + interval '1 minute')`, [LIMITS.captcha.calls]);
    expect((await api.anonymous.get('/sys/captcha/randomImage', { from: '10.9.9.9' })).status).toBe(429);
    expect(await lines()).toMatchObject([{ action: 'GET /sys/captcha/randomImage', ok: false, error_code: 'too_many', actor: null, ip: '10.9.9.9' }]);
  });
  test('of one\'s own account it names the account', async () => {
    const { body: { result: { version } } } = await admin.get<{ version: number }>('/sys/users/profile');
    await lines();
    await admin.put('/sys/password', { body: { oldPassword: 'wrong', newPassword: 'Other-reef-2026' } });
    await admin.put('/sys/mobile', { body: { mobile: '13911112222', code: '000000' } });
    await admin.put('/sys/email', { body: { email: 'a@example.org', code: '000000' } });
    await admin.put('/sys/users/profile', { body: { nickname: '我', gender: 0, version: version + 7 } });
    await admin.post('/sys/second-step/totp', { body: { password: 'wrong' } });
    await admin.put('/sys/second-step/totp', { body: { code: '000000' } });
    await admin.post('/sys/second-step/totp/off', { body: { password: 'wrong' } });
    await admin.put('/sys/second-step/sms', { body: { password: 'wrong', on: true } });
    const rows = await api.rows('select action, entity, entity_id as id, error_code as error from audit_event where id > $1 order by id', [last]);
    const found = [['password.change', 'wrong_password'], ['mobile.bind', 'bad_code'], ['email.bind', 'bad_code'], ['profile.edit', 'conflict'], ['totp.begin', 'wrong_password'], ['totp.on', 'bad_code'], ['totp.off', 'wrong_password'], ['sms-step.set', 'wrong_password']];
    expect(rows).toEqual(found.map(([action, error]) => ({ action, entity: 'user', id: adminId, error })));
  });
  test('of one\'s own account it names the account also where it was refused before anything was looked at', async () => {
    const password = () => admin.put('/sys/password', { body: { oldPassword: 1 } });
    await admin.put('/sys/mobile', { body: { mobile: 1 } });
    await admin.put('/sys/email', { raw: '{' });
    await api.rows('update sys_user set must_change_password = true where id = $1', [adminId]);
    await admin.post('/sys/second-step/totp', { body: {} });
    await api.rows('update sys_user set must_change_password = false where id = $1', [adminId]);
    for (let status = 0; status !== 429; ) ({ status } = await password());
    const rows = await api.rows('select action, entity, entity_id as id, error_code as error from audit_event where id > $1 group by 1, 2, 3, 4 order by min(id)', [last]);
    const found = [['mobile.bind', 'bad_input'], ['email.bind', 'bad_input'], ['totp.begin', 'must_change'], ['password.change', 'bad_input'], ['password.change', 'too_many']];
    expect(rows).toEqual(found.map(([action, error]) => ({ action, entity: 'user', id: adminId, error })));
  });
  test('an address that is no call of the table is none', async () => {
    await admin.get('/nowhere');
    await api.anonymous.send('GET', `${PREFIX}/openapi.json`);
    expect(await lines()).toEqual([]);
  });
});

test('a session that is renewed is a line, and one that cannot be', async () => {
  const { refreshToken } = await api.signIn('admin');
  await lines();
  await api.anonymous.post('/sys/refresh-token', { body: { refreshToken } });
  await api.anonymous.post('/sys/refresh-token', { body: { refreshToken: 'x'.repeat(43) } });
  expect(await told()).toEqual([['refresh', true, null, adminId], ['refresh', false, 'expired', null]]);
});

test('reading lists of persons is a line: how many rows and by what, never the words', async () => {
  const kit = await careKit(api.database);
  const place = await kit.place('第一医院');
  await kit.order(place, { patient: '张三' });
  await kit.caregiver('王芳', [place]);
  await lines();
  await admin.get('/sys/users/list', { query: { keywords: 'admin', role: 1 } });
  await admin.get('/orders', { query: { status: 'pending_assign' } });
  await admin.get('/orders/find', { query: { q: '张三' } });
  await admin.get('/caregivers');
  await admin.get('/caregivers/find', { query: { q: '王芳' } });
  expect((await lines()).map(({ action, ok, after }) => [action, ok, after])).toEqual([
    ['user.list', true, { rows: 1, by: ['keywords', 'role'] }], ['order.list', true, { rows: 1, by: ['status'] }], ['order.find', true, { rows: 1, by: ['q'] }], ['caregiver.list', true, { rows: 1, by: [] }], ['caregiver.find', true, { rows: 1, by: ['q'] }],
  ]);
  expect((await api.rows<{ t: string }>(`select a::text as t from audit_event a where action like '%.find' or action like '%.list'`)).map(({ t }) => t).join()).not.toMatch(/张三|王芳/);
});

describe('nobody can fill the audit with refusals', () => {
  const minute = () => vi.advanceTimersByTime(61_000);
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
    vi.advanceTimersByTime(24 * 3_600_000);
  });
  afterAll(() => void vi.useRealTimers());
  beforeEach(() => void minute());

  test('one address has so many lines a minute; the rest are counted, and told when it ends', async () => {
    for (let i = 0; i < STRANGERS.each + 15; i++) await api.anonymous.get('/orders', { from: '10.0.0.1' });
    for (let i = 0; i < 2; i++) await api.client('x'.repeat(43)).post('/sys', { raw: '{', from: '10.0.0.2' });
    const first = await lines();
    expect(first.filter(({ ip }) => ip === '10.0.0.1')).toHaveLength(STRANGERS.each);
    expect(first.filter(({ ip }) => ip === '10.0.0.2')).toMatchObject([{ action: 'dict.add', error_code: 'expired' }, { action: 'dict.add' }]);
    minute();
    await api.anonymous.get('/orders', { from: '10.0.0.1' });
    expect(await lines()).toMatchObject([{ action: 'refused.more', ok: false, actor: null, ip: null, after: { calls: 15, from: { '10.0.0.1': 15 } } }, { action: 'order.list', ip: '10.0.0.1' }]);
  });
  test('all addresses together have so many', async () => {
    for (let i = 0; i < STRANGERS.all + 50; i++) await api.anonymous.get('/orders', { from: `10.1.${i % 250}.${1 + Math.floor(i / 250)}` });
    expect(await lines()).toHaveLength(STRANGERS.all);
    minute();
    await api.anonymous.get('/sys/me', { from: '10.0.0.1' });
    const [more] = await lines();
    expect([more!.action, more!.after!.calls, Object.keys(more!.after!.from)]).toEqual(['refused.more', 50, expect.objectContaining({ length: 20 })]);
  });
  test('who is known is noted beside them, and so is every attempt to sign in', async () => {
    for (let i = 0; i < STRANGERS.each + 5; i++) await api.anonymous.get('/orders', { from: '10.0.0.3' });
    await lines();
    await admin.get('/hospitals', { query: { wrong: 1 }, from: '10.0.0.3' });
    await api.attempt('admin', 'wrong-wrong', {}, { from: '10.0.0.3' });
    expect(await told()).toEqual([['GET /hospitals', false, 'bad_input', adminId], ['sign-in', false, 'bad_sign_in', null]]);
  });
  test('one account has so many lines a minute, from whatever session and address; the rest are counted, and told when it ends', async () => {
    const [other, hospital] = [await api.as('admin'), await api.as('hospital')];
    await lines();
    const forbidden = () => hospital.get('/hospitals');
    const wrong = [() => admin.get('/hospitals', { query: { wrong: 1 }, from: '10.0.0.4' }), () => other.get('/orders/PH00000000000'), () => other.post('/sys', { raw: '{' })];
    for (let i = 0; i < ACCOUNT_LINES + 30; i++) await wrong[i % 3]!();
    await forbidden();
    const first = await lines();
    expect(first.filter(({ actor }) => actor === adminId)).toHaveLength(ACCOUNT_LINES);
    expect(first.filter(({ actor, action }) => actor !== adminId && action !== 'refused.more')).toMatchObject([{ action: 'GET /hospitals', error_code: 'forbidden' }]);
    // what goes well is noted as ever
    await admin.get('/orders');
    expect(await lines()).toMatchObject([{ action: 'order.list', ok: true }]);
    minute();
    await forbidden();
    const [more, next] = await lines();
    expect([more, next]).toMatchObject([{ action: 'refused.more', ok: false, actor: null, after: { calls: 30 } }, { action: 'GET /hospitals' }]);
    expect(more!.after).toEqual({ calls: 30, accounts: { [adminId]: 30 } });
  });
});
