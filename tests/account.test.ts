import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { account } from '../src/areas/account/contract.ts';
import { createAdmin } from '../src/areas/account/create-admin.ts';
import type { Served } from '../src/host/answer.ts';
import { endpoint, type Reply } from '../src/kernel/endpoint.ts';
import * as z from 'zod/mini';
import { joined, shown } from '../src/kernel/shape.ts';
import { PASSWORD, startApi, type Api, type Client } from './kit/api.ts';
import { careKit } from './kit/care.ts';

type Profile = Reply<typeof account.profile>;
interface AuditRow {
  action: string;
  ok: boolean;
  error_code: string | null;
  actor_id: string | null;
  actor_role: number | null;
  entity: string | null;
  entity_id: string | null;
  before: unknown;
  after: unknown;
}
const FORBIDDEN: Served = { endpoint: endpoint('POST /test/forbidden/:id', { may: 'sys:dict:add', audit: 'test.forbid', summary: 'not for zhou', reply: z.null() }), run: async () => null };
const FAILING: Served = { endpoint: endpoint('POST /test/failing', { may: 'signed-in', audit: 'test.fail', summary: 'fails', reply: z.null() }), run: async () => Promise.reject(new Error('unforeseen')) };

let api: Api;
let zhou: Client;
let id: string;
let orderNo: string;
let version: number;
beforeAll(async () => {
  api = await startApi([FAILING, FORBIDDEN]);
  const kit = await careKit(api.database);
  const [one, two] = [await kit.place('第一医院'), await kit.place('第二医院')];
  orderNo = await kit.order(one);
  for (const [username, role] of [['admin', 1], ['ops', 2], ['hospital', 4]] as const) await api.account({ username, role });
  id = await api.account({ username: 'zhou', role: 3, hospitals: [one.hospitalId, two.hospitalId] });
  await api.rows(`update sys_user set mobile = '13812345678', email = 'zhou.wu@example.com' where id = $1`, [id]);
  zhou = await api.as('zhou');
});
afterAll(() => api.close());
beforeEach(async () => void (version = await current()));

const current = async (): Promise<number> => (await zhou.get<Profile>('/sys/users/profile')).body.result.version;
const audits = (action: string): Promise<AuditRow[]> => api.rows('select action, ok, error_code, actor_id::text, actor_role, entity, entity_id, before, after from audit_event where action = $1 order by id', [action]);
/** The audit rows that `work` adds. */
async function added(action: string, work: () => Promise<unknown>): Promise<AuditRow[]> {
  const before = (await audits(action)).length;
  await work();
  return (await audits(action)).slice(before);
}
const save = (edit: object, key?: string) => zhou.put<Profile>('/sys/users/profile', { body: { nickname: '小周', gender: 1, version, ...edit }, ...(key === undefined ? {} : { key }) });

describe('reading accounts', () => {
  test('the list is for super administrators and operations, phones masked, the deleted left out', async () => {
    for (const [username, status] of [['admin', 200], ['ops', 200], ['zhou', 403], ['hospital', 403]] as const) expect([username, (await (await api.as(username)).get('/sys/users/list')).status]).toEqual([username, status]);
    const gone = await api.account({ username: 'gone', role: 2 });
    await api.rows('update sys_user set deleted_at = now() where id = $1', [gone]);
    const { text, body } = await (await api.as('ops')).get<Reply<typeof account.list>>('/sys/users/list', { query: { pageSize: 100 } });
    expect(body.result.list.map((row) => row.username)).toEqual(['clerk', 'ops', 'hospital', 'zhou']);
    expect(body.result).toMatchObject({ total: 4, pageNum: 1, pageSize: 100 });
    expect(body.result.list.at(-1)).toMatchObject({ mobile: '138****5678', hospitals: ['第一医院', '第二医院'], role: 3, status: 1 });
    expect(text).not.toMatch(/13812345678|argon2|example\.com/);
    // one so short that its ends would be nearly all of it is hidden whole
    await api.rows(`update sys_user set mobile = '87654321' where username = 'clerk'`);
    expect((await (await api.as('ops')).get<Reply<typeof account.list>>('/sys/users/list', { query: { keywords: 'clerk' } })).body.result.list.map(({ mobile }) => mobile)).toEqual(['****']);
    await api.rows(`update sys_user set mobile = null where username = 'clerk'`);
    const second = (await (await api.as('ops')).get<Reply<typeof account.list>>('/sys/users/list', { query: { pageNum: 2, pageSize: 2 } })).body.result;
    expect([second.list.map((row) => row.username), second.total]).toEqual([['hospital', 'zhou'], 4]);
    // nobody sees those above their own role
    expect((await (await api.as('admin')).get<Reply<typeof account.list>>('/sys/users/list')).body.result.list.map((row) => row.username)).toContain('admin');
  });
  test('is never that of another role or status than the one that was asked for', async () => {
    const admin = await api.as('admin');
    for (const query of ['role=5', 'role=0', 'role=04', 'status=2', 'status=00']) for (const path of ['/sys/users/list', '/sys/export']) expect([query, (await admin.get(`${path}?${query}`)).status]).toEqual([query, 400]);
    for (const path of ['/sys/page', '/sys/order_status/items/page', '/hospitals/departments', '/hospitals/wards']) expect([path, (await admin.get(`${path}?status=2`)).status, (await admin.get(`${path}?status=0`)).status]).toEqual([path, 400, 200]);
  });
  test('one reads one\'s own record, phone and e-mail masked', async () => {
    const { body, text } = await zhou.get<Profile>('/sys/users/profile');
    expect(body.result).toMatchObject({ id, username: 'zhou', role: 3, mobile: '138****5678', email: 'z***@example.com', hospitals: ['第一医院', '第二医院'] });
    expect(text).not.toMatch(/12345678|zhou\.wu|argon2/);
  });
});

describe('editing one\'s own record', () => {
  test('changes it and audits before and after in one row', async () => {
    const rows = await added('profile.edit', async () => expect((await save({ nickname: '  周周 ', gender: 2 })).body.result).toMatchObject({ nickname: '周周', gender: 2, version: version + 1 }));
    expect(rows).toEqual([{ action: 'profile.edit', ok: true, error_code: null, actor_id: id, actor_role: 3, entity: 'user', entity_id: id, before: { nickname: 'zhou的昵称', gender: 0, version }, after: { nickname: '周周', gender: 2, version: version + 1 } }]);
    expect((await zhou.get<Profile>('/sys/users/profile')).body.result).toMatchObject({ nickname: '周周', gender: 2 });
  });
  test('a version that has moved on is a conflict, with nothing written but the audit of the refusal', async () => {
    const stored = () => api.rows('select to_jsonb(u) as u from sys_user u where id = $1', [id]);
    const before = await stored();
    const rows = await added('profile.edit', async () => {
      for (const stale of [version - 1, version + 1, 0, -1]) expect((await save({ nickname: '别人', version: stale })).body).toMatchObject({ success: false, code: 40900 });
    });
    expect(await stored()).toEqual(before);
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatchObject({ ok: false, error_code: 'conflict', actor_id: id, before: null, after: null });
  });
  test('comes back as it was read; what it does not change is refused by name, with the call that does', async () => {
    const read = (await zhou.get<Profile>('/sys/users/profile')).body.result;
    for (const [more, words] of [[{ mobile: '13900000000' }, 'PUT /sys/mobile'], [{ email: null }, 'PUT /sys/email'], [{ role: 1 }, 'role'], [{ hospitals: [] }, 'hospitals']] as const) expect((await save({ ...read, ...more })).body).toMatchObject({ code: 40000, message: expect.stringContaining(words) });
    expect((await save({ ...read, gender: 2 })).body).toMatchObject({ code: 0, result: { ...read, gender: 2, version: read.version + 1 } });
    // who signs in elsewhere meanwhile takes nothing from the one who edits
    const again = (await zhou.get<Profile>('/sys/users/profile')).body.result;
    await api.as('zhou');
    expect((await save({ ...again, gender: 1 })).status).toBe(200);
  });
  test('takes only its own fields: role, status and others are refused', async () => {
    for (const more of [{ role: 1 }, { status: 1 }, { id: '1' }, { username: 'root' }, { mobile: '13900000000' }, { password: 'x' }]) expect([more, (await save(more)).status]).toEqual([more, 400]);
    for (const wrong of [{ nickname: '' }, { nickname: '   ' }, { nickname: '\u202e\u200b' }, { nickname: '字'.repeat(33) }, { nickname: 'a\0b' }, { nickname: 'a\ud800' }, { nickname: '\udc00b' }, { gender: 3 }, { gender: '1' }, { version: String(version) }, { version: 1.5 }]) expect([wrong, (await save(wrong)).status]).toEqual([wrong, 400]);
    expect(await current()).toBe(version);
  });
  test('any name of 1 to 32 characters comes back as it was written, but for what nobody sees in it and what aligns Chinese signs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 16 }), fc.string({ unit: fc.nat(0xffff).map((n) => String.fromCharCode(n)), minLength: 1, maxLength: 40 })), async (name) => {
        const now = await current();
        const { status, body } = await save({ nickname: name, version: now });
        // of characters, whatever the units of a text: one of music or of an old script has two
        const fits = name.trim() !== '' && [...name].length <= 32 && !/\p{Cs}/u.test(name) && !name.includes('\0') && /[^\p{C}\p{Z}]/u.test(name);
        expect([name, status]).toEqual([name, fits ? 200 : 400]);
        if (fits) expect(body.result).toMatchObject({ nickname: joined(shown(name).trim()), version: now + 1 });
      }),
      { numRuns: 80, examples: [['㐀\t㐀'], ['\u{1d158}'.repeat(32)], ['\u{1d158}'.repeat(33)], ['字'.repeat(33)]] },
    );
  });
});

describe('Idempotency-Key', () => {
  test('a repeat gets the first answer, and there is one effect and one audit row', async () => {
    const rows = await added('profile.edit', async () => {
      const first = await save({ nickname: '一次' }, 'key-repeat-1');
      const again = await save({ nickname: '一次' }, 'key-repeat-1');
      const turned = await zhou.put('/sys/users/profile', { body: { version, gender: 1, nickname: '一次' }, key: 'key-repeat-1' });
      expect(first.status).toBe(200);
      expect([again.status, again.body]).toEqual([200, first.body]);
      expect(turned.body).toEqual(first.body);
    });
    expect([rows.length, await current()]).toEqual([1, version + 1]);
  });
  test('with other content is refused, and nothing of it happens', async () => {
    await save({ nickname: '甲' }, 'key-reused-1');
    const other = await save({ nickname: '乙', version: version + 1 }, 'key-reused-1');
    expect(other).toMatchObject({ status: 409, body: { code: 40902 } });
    expect((await zhou.get<Profile>('/sys/users/profile')).body.result).toMatchObject({ nickname: '甲', version: version + 1 });
  });
  test('many at once have one effect and one answer', async () => {
    const rows = await added('profile.edit', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => save({ nickname: '同时' }, 'key-at-once-1')));
      expect(new Set(answers.map((a) => a.text)).size).toBe(1);
      expect(answers[0]!.status).toBe(200);
    });
    expect([rows.length, await current()]).toEqual([1, version + 1]);
  });
  test('without one, one of two at once wins and the other is told', async () => {
    const answers = await Promise.all([save({ nickname: '左' }), save({ nickname: '右' })]);
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409]);
    const winner = answers.find((a) => a.status === 200)!.body.result.nickname;
    expect((await zhou.get<Profile>('/sys/users/profile')).body.result).toMatchObject({ nickname: winner, version: version + 1 });
  });
  test('of a call that failed is free again; another person\'s is another key; a malformed one is refused', async () => {
    expect((await save({ version: version + 9 }, 'key-failed-1')).status).toBe(409);
    expect((await save({}, 'key-failed-1')).status).toBe(200);
    const ops = await api.as('ops');
    const own = (await ops.get<Profile>('/sys/users/profile')).body.result;
    expect((await ops.put<Profile>('/sys/users/profile', { body: { nickname: '运营', gender: 0, version: own.version }, key: 'key-failed-1' })).body.result).toMatchObject({ username: 'ops', nickname: '运营' });
    for (const bad of ['short', 'a'.repeat(101), 'with space', "';--aaaaaa", 'é'.repeat(9)]) expect([bad, (await save({ version: version + 1 }, bad)).status]).toEqual([bad, 400]);
  });
});

describe('the audit', () => {
  test('records refusals and failures too', async () => {
    const bad = await added('profile.edit', () => save({ gender: 7 }));
    expect(bad).toMatchObject([{ ok: false, error_code: 'bad_input', actor_id: id }]);
    const stranger = await added('profile.edit', () => api.anonymous.put('/sys/users/profile', { body: {} }));
    expect(stranger).toMatchObject([{ ok: false, error_code: 'expired', actor_id: null }]);
    const failed = await added('test.fail', async () => expect((await zhou.post('/test/failing')).body).toEqual({ success: false, code: 50000, message: '系统出错', result: null }));
    expect(failed).toMatchObject([{ ok: false, error_code: 'broken', actor_id: id, entity: 'test' }]);
  });
  test('records who was kept out, and who read a record or tried to', async () => {
    const kept = await added('test.forbid', async () => expect((await zhou.post('/test/forbidden/7')).status).toBe(403));
    expect(kept).toMatchObject([{ ok: false, error_code: 'forbidden', actor_id: id, actor_role: 3, entity: 'test', entity_id: '7' }]);
    const read = await added('order.read', async () => {
      for (const no of [orderNo, 'PH00000000000']) await zhou.get(`/orders/${no}`);
    });
    expect(read).toMatchObject([{ ok: true, actor_id: id, entity: 'order', entity_id: orderNo }, { ok: false, error_code: 'not_found', actor_id: id, entity_id: 'PH00000000000' }]);
  });
  test('holds what the request was: its id, address and client', async () => {
    const { headers } = await zhou.put('/sys/users/profile', { body: { nickname: '记', gender: 0, version }, from: '10.1.2.3', headers: { 'user-agent': 'Tester/1' } });
    expect(await api.rows(`select host(ip) as ip, user_agent, session_id is not null as session from audit_event where request_id = $1`, [headers['x-request-id']])).toEqual([{ ip: '10.1.2.3', user_agent: 'Tester/1', session: true }]);
  });
  test.each(['update audit_event set ok = true', 'delete from audit_event', 'truncate audit_event', 'delete from audit_event where false'])('refuses to be changed: %s', async (statement) => {
    const count = () => api.rows('select count(*) as n from audit_event');
    const before = await count();
    await expect(api.rows(statement)).rejects.toThrow('audit_event is append-only');
    expect(await count()).toEqual(before);
  });
});

describe('create-admin', () => {
  const make = async (username: string, password?: string | Uint8Array): Promise<string> => {
    const lines: string[] = [];
    // byte by byte: a pipe may cut a sign anywhere
    const input = (async function* () { for (const byte of Buffer.concat([Buffer.from(password ?? ''), Buffer.from('\nsecond line\0')])) yield Buffer.of(byte); })();
    await createAdmin(api.database, ['--username', username, ...(password === undefined ? [] : ['--password-stdin'])], input, (line) => void lines.push(line));
    return lines.join('\n');
  };
  test('makes a super administrator whose one-time password is told once and signs in', async () => {
    const told = await make('chief');
    const password = /shown only now: (\S+)$/.exec(told)![1]!;
    expect(password.length).toBeGreaterThanOrEqual(16);
    const { status, body } = await api.attempt('chief', password);
    expect([status, body.result.userInfo]).toMatchObject([200, { role: 1, roles: ['ROOT'] }]);
    expect(await api.rows(`select must_change_password, password_hash like '$argon2id$%' as hashed from sys_user where username = 'chief'`)).toEqual([{ must_change_password: true, hashed: true }]);
    expect(await audits('user.create')).toMatchObject([{ ok: true, entity: 'user', after: { role: 1 } }]);
    expect(told).toContain('7 天内有效');
    expect(await api.rows(`update sys_user set one_time_at = one_time_at - interval '8 days' where username = 'chief' returning true as given`)).toEqual([{ given: true }]);
    expect((await api.attempt('chief', password)).status).toBe(400);
  });
  test('takes a password from standard input, and does not tell it', async () => {
    const told = await make('second', '海上明月共潮生啊');
    expect(told).not.toContain('海上明月');
    expect((await api.attempt('second', '海上明月共潮生啊')).status).toBe(200);
    expect((await api.attempt('second', PASSWORD)).status).toBe(400);
  });
  test('takes none that is made of the name', async () => {
    await expect(make('nwrds44', 'nwrds44Nwrds44')).rejects.toThrow();
    expect(await api.rows(`select 1 from sys_user where username = 'nwrds44'`)).toEqual([]);
  });
  test.each([['Abc\0defghijk1'], ['Abc\tdefghijk1'], ['Abc\rdefghijk1'], ['Abc\u0085defghijk1'], [Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from('Other-pond-2027')])], [Buffer.concat([Buffer.from('Other-pond-2027'), Buffer.from('海').subarray(0, 2)])]])('refuses %j, which nobody could sign in with', async (password) => {
    await expect(make('third', password)).rejects.toThrow(/密码.*control signs/);
    expect(await api.rows(`select 1 from sys_user where username = 'third'`)).toEqual([]);
  });
  test.each(['zhou', 'ZHOU', 'Admin'])('refuses the taken name %s', async (name) => {
    const accounts = () => api.rows('select count(*) as n, max(version) as v from sys_user');
    const before = await accounts();
    await expect(make(name, 'Other-pond-2027')).rejects.toThrow('已存在');
    expect(await accounts()).toEqual(before);
  });
  test.each(['', 'short', '1234567', '12345678', '88888888', 'password1', 'P@ssw0rd!', 'P@ssw0rd2026', '@dmin123', 'Qwertyuiop', 'third-one1', 'Third-one1!', '海'.repeat(7), 'a1Bc'.repeat(33)])('refuses the password "%s"', async (password) => {
    await expect(make('third-one1', password)).rejects.toThrow('密码');
    expect(await api.rows(`select 1 from sys_user where username = 'third-one1'`)).toEqual([]);
  });
  test.each(['', 'ab', '1abc', 'a b', "a';--", 'é'.repeat(4), 'a'.repeat(33)])('refuses the account name "%s"', async (name) => {
    await expect(make(name, 'Other-pond-2027')).rejects.toThrow(/账号|usage/);
  });
});
