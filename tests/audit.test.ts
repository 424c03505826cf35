import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runVerify, verifyAudit } from '../src/areas/audit/verify.ts';
import { AUDIT_EXPORTED, type AuditDetail, type AuditRow } from '../src/areas/audit/contract.ts';
import { audit, type AuditRow as Written } from '../src/host/audit.ts';
import { startApi, type Api, type Client } from './kit/api.ts';
import { careKit } from './kit/care.ts';

let api: Api;
let admin: Client;
let adminId: string;
beforeAll(async () => {
  api = await startApi();
  adminId = await api.account({ username: 'admin', role: 1 });
  await api.account({ username: 'ops', role: 2 });
  admin = await api.as('admin');
});
afterAll(() => api.close());

const note = (more: Partial<Written> = {}) =>
  audit(api.database.db, { actor: { userId: adminId, role: 1, sessionId: '' }, action: 'test.note', entity: 'test', entityId: '7', ok: true, before: { 名: '旧', n: 1.5 }, after: [null, '新"\\'], from: { ip: '10.0.0.9', userAgent: '测/1', requestId: 'r-1', language: 'zh-cn' }, ...more });
const verify = () => verifyAudit(api.database);
const last = async (): Promise<{ id: string; seq: string }> => (await api.rows<{ id: string; seq: string }>('select id::text, seq::text from audit_event order by audit_event.seq desc limit 1'))[0]!;
/** Whoever owns the database may switch triggers off; the change is undone afterwards so that each test starts sound. */
async function tampered<T>(statement: string, look: () => Promise<T>): Promise<T> {
  const rows = await api.rows('select * from audit_event');
  const [head] = await api.rows<{ seq: string; hash: Buffer }>('select * from audit_head');
  await api.rows(`create table kept as select * from audit_event`);
  await api.rows('alter table audit_event disable trigger all, alter column seq drop not null');
  await api.rows('alter table audit_head disable trigger all');
  await api.rows(statement);
  const seen = await look();
  await api.rows('delete from audit_event');
  await api.rows('insert into audit_event overriding system value select * from kept');
  await api.rows('delete from audit_head');
  await api.rows('insert into audit_head (seq, hash) values ($1, $2)', [head!.seq, head!.hash]);
  await api.rows('alter table audit_event enable trigger all, alter column seq set not null');
  await api.rows('alter table audit_head enable trigger all');
  await api.rows('drop table kept');
  expect(await api.rows('select * from audit_event')).toHaveLength(rows.length);
  expect((await verify()).fault).toBeNull();
  return seen;
}

describe('the chain', () => {
  beforeEach(async () => {
    for (let i = 0; i < 3; i += 1) await note({ entityId: String(i) });
  });
  test('holds over every line, whatever is in it', async () => {
    await note({ actor: { userId: '', role: 0, sessionId: '' }, ok: false, error: 'expired', before: undefined, after: undefined, entity: undefined, entityId: undefined });
    const { n } = (await api.rows<{ n: number }>('select count(*)::int as n from audit_event'))[0]!;
    expect(await verify()).toEqual({ sound: n, hash: expect.stringMatching(/^[0-9a-f]{64}$/), fault: null });
    expect(await api.rows('select count(distinct seq)::int as seqs, min(seq)::int as first, max(seq)::int as last from audit_event')).toEqual([{ seqs: n, first: 1, last: n }]);
  });
  test('holds when many write at once, in transactions that end either way', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, i) =>
      api.database.db.transaction(async (tx) => {
        await audit(tx, { actor: { userId: adminId, role: 1, sessionId: '' }, action: 'test.race', ok: true, from: { ip: '10.0.0.9', userAgent: '', requestId: String(i), language: 'zh-cn' } });
        if (i % 4 === 0) throw new Error('given up');
      }).catch(() => undefined),
    ));
    expect((await api.rows(`select from audit_event where action = 'test.race'`)).length).toBe(30);
    expect((await verify()).fault).toBeNull();
  });
  test.each([
    ['action', `'other'`], ['ok', 'not ok'], ['at', `at + interval '1 microsecond'`], ['actor_id', 'actor_id + 1'], ['ip', `'10.0.0.8'`], ['user_agent', `user_agent || ' '`], ['entity', `'test '`], ['entity_id', `'8'`], ['session_id', 'gen_random_uuid()'],
    ['before', `'{"n": 1.6}'`], ['after', 'null'], ['request_id', 'null'], ['error_code', `'x'`], ['actor_role', '2'], ['hospital_id', '3'], ['ms', '1'], ['hash', `sha256('x')`],
  ])('a changed %s is named', async (column, value) => {
    const { id, seq } = await last();
    expect(await tampered(`update audit_event set ${column} = ${value} where id = ${id}`, verify)).toMatchObject({ sound: Number(seq) - 1, fault: { kind: 'changed', seq, id } });
  });
  test('the first of several changed lines is named', async () => {
    const { seq } = await last();
    const at = Number(seq) - 2;
    expect(await tampered(`update audit_event set action = 'x' where seq >= ${at}`, verify)).toMatchObject({ sound: at - 1, fault: { kind: 'changed', seq: String(at) } });
  });
  test('a removed line is named: in the middle, the first, the last', async () => {
    const seq = Number((await last()).seq);
    for (const gone of [seq - 1, 1, seq]) expect(await tampered(`delete from audit_event where seq = ${gone}`, verify)).toMatchObject({ sound: gone - 1, fault: { kind: 'removed', seq: String(gone), id: null } });
    expect(await tampered(`delete from audit_event`, verify)).toMatchObject({ sound: 0, fault: { kind: 'removed', seq: '1' } });
  });
  test('an inserted line is named: after the end, without a place, or among the others', async () => {
    const seq = Number((await last()).seq);
    const line = (place: string): string => `insert into audit_event (action, ok, seq, hash) values ('forged', true, ${place}, sha256('x'))`;
    expect(await tampered(line(String(seq + 1)), verify)).toMatchObject({ sound: seq, fault: { kind: 'inserted', seq: String(seq + 1) } });
    for (const place of ['null', '0', '-5']) expect(await tampered(line(place), verify)).toMatchObject({ sound: seq, fault: { kind: 'inserted', seq: place === 'null' ? null : place, id: expect.any(String) } });
    expect(await tampered(`insert into audit_event (id, action, ok, seq, hash) overriding system value values (-7, 'forged', true, null, '')`, verify)).toMatchObject({ sound: seq, fault: { kind: 'inserted', seq: null, id: '-7' } });
    // room is made by moving the last line up
    expect(await tampered(`with moved as (update audit_event set seq = ${seq + 1} where seq = ${seq}) ${line('0')}`, verify)).toMatchObject({ sound: seq - 1, fault: { kind: 'removed', seq: String(seq) } });
  });
  test('the end of the chain cannot be moved unnoticed', async () => {
    const seq = Number((await last()).seq);
    expect(await tampered(`with gone as (delete from audit_event where seq = ${seq}) update audit_head set seq = ${seq - 1}`, verify)).toMatchObject({ fault: { kind: 'changed', seq: String(seq - 1) } });
  });
  test('the command says how many are sound, or names the line and fails', async () => {
    const said: string[] = [];
    await runVerify(api.database, (line) => void said.push(line));
    const { seq, id } = await last();
    expect(said[0]).toBe(`审计日志无误 The audit is sound: ${seq}`);
    expect(said[1]).toMatch(new RegExp(`^  ${seq}:[0-9a-f]{64}$`));
    await tampered(`update audit_event set ok = false where id = ${id}`, () => expect(runVerify(api.database, () => undefined)).rejects.toThrow(`seq ${seq}, id ${id} was changed`));
  });
  test('the end of the chain is moved by a new line and by nothing else', async () => {
    for (const statement of [`update audit_head set seq = seq - 1`, `update audit_head set hash = ''`, 'delete from audit_head', 'truncate audit_head', `insert into audit_head (one, seq, hash) values (false, 1, '')`]) await expect(api.rows(statement)).rejects.toThrow('audit_head is moved by audit_event alone');
    expect(await tampered('delete from audit_head', verify)).toMatchObject({ sound: 0, fault: { kind: 'removed' } });
    expect((await verify()).fault).toBeNull();
  });
  test('lines from before there was a chain are its begin: one that was changed since is named', async () => {
    const [, begun] = readFileSync(new URL('../src/host/migrations/0005_audit.sql', import.meta.url), 'utf8').match(/(DO \$\$[^]*?\$\$;)/)!;
    const again = `update audit_event set seq = null, hash = null where seq is not null; alter table audit_event alter column hash drop not null; ${begun}`;
    await api.rows('alter table audit_event alter column hash drop not null');
    const { n } = (await api.rows<{ n: number }>('select count(*)::int as n from audit_event'))[0]!;
    expect(await tampered(again, verify)).toMatchObject({ sound: n, fault: null });
    expect(await tampered(`${again} update audit_event set ok = not ok where seq = 2`, verify)).toMatchObject({ sound: 1, fault: { kind: 'changed', seq: '2' } });
    await api.rows('alter table audit_event alter column hash set not null');
  });
});

describe('reading the audit', () => {
  const list = async (query: object = {}) => (await admin.get<{ list: AuditRow[]; total: number }>('/audit', { query: { ...query } })).body.result;
  test('is for super administrators', async () => {
    for (const path of ['/audit', '/audit/1']) expect([path, (await (await api.as('ops')).get(path)).status, (await api.anonymous.get(path)).status]).toEqual([path, 403, 401]);
  });
  test('newest first, by who, what, about what, how it ended and when', async () => {
    await note({ action: 'test.find', entity: 'thing', entityId: 'T-1' });
    await note({ action: 'test.find', entity: 'thing', entityId: 'T-2', ok: false, error: 'conflict' });
    const found = await list({ action: 'test.find' });
    expect(found.list.map((row) => [row.entityId, row.ok, row.error, row.actor, row.actorRole, row.ip])).toEqual([['T-2', false, 'conflict', 'admin的昵称', 1, '10.0.0.9'], ['T-1', true, null, 'admin的昵称', 1, '10.0.0.9']]);
    for (const query of [{ actor: 'ADMIN' }, { actor: 'admin的' }, { entity: 'thing' }, {}]) expect([query, (await list({ action: 'test.find', ...query })).total]).toEqual([query, 2]);
    for (const query of [{ ok: 'false' }, { entityId: 'T-2' }]) expect([query, (await list({ action: 'test.find', ...query })).list.map((row) => row.entityId)]).toEqual([query, ['T-2']]);
    expect((await list({ action: 'test.find', actor: 'ops' })).total).toBe(0);
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    expect([(await list({ action: 'test.find', at: [today, today] })).total, (await list({ action: 'test.find', at: ['2020-01-01', '2020-12-31'] })).total]).toEqual([2, 0]);
    expect((await admin.get('/audit', { query: { at: ['2020-13-45', '2020-12-31'] } })).status).toBe(400);
  });
  test('who did it is found by any part of the account, as of the name', async () => {
    await api.rows(`update sys_user set nickname = '王芳' where username = 'ops'`);
    await (await api.as('ops')).get('/audit');
    const totals = await Promise.all(['OPS', 'op', '芳', 'o_s'].map(async (actor) => (await list({ actor })).total > 0));
    expect(totals).toEqual([true, true, true, false]);
  });
  test('one line whole, and that it was read is a line of its own', async () => {
    await note({ action: 'test.one' });
    const [{ id }] = (await list({ action: 'test.one' })).list as [AuditRow];
    const { body } = await admin.get<AuditDetail>(`/audit/${id}`);
    expect(body.result).toMatchObject({ id, action: 'test.one', before: { 名: '旧', n: 1.5 }, after: [null, '新"\\'], userAgent: '测/1', requestId: 'r-1', seq: expect.stringMatching(/^\d+$/), hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await list({ action: 'audit.read' })).list[0]).toMatchObject({ entity: 'audit', entityId: id, actorId: adminId });
    for (const absent of ['999999999', 'abc']) expect((await admin.get(`/audit/${absent}`)).status).toBe(404);
  });
});

/** Every column of the lines that a filter fits. */
const exported = (filter: object, type: 'csv' | 'xlsx') => ({ selection: { mode: 'exclude', ids: [], filter }, columns: AUDIT_EXPORTED, type });
test('an export holds what the filter fits, in the reader\'s language, and is noted itself', async () => {
  for (let i = 0; i < 3; i += 1) await note({ action: 'test.export', entityId: `=1+${i}` });
  const { status, headers, text } = await admin.post('/audit/export', { body: exported({ action: 'test.export' }, 'csv'), headers: { 'x-language': 'en' } });
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const lines = text.trim().split(/\r?\n/);
  expect(lines[0]).toMatch(/No\..*Action.*Before.*Hash/);
  expect(lines.slice(1).map((line) => /1\+\d/.exec(line)?.[0])).toEqual(['1+2', '1+1', '1+0']);
  expect(text).not.toMatch(/(^|[,"])=1/m);
  expect(await api.rows(`select ok from audit_event where action = 'audit.export'`)).toEqual([{ ok: true }]);
  const none = await (await api.as('ops')).post('/audit/export', { body: exported({}, 'csv') });
  expect([none.status, none.body.code]).toEqual([403, 40300]);
  expect((await admin.post('/audit/export', { body: exported({ action: 'test.export' }, 'xlsx') })).text.startsWith('PK')).toBe(true);
});
test('an export says who, how it ended and why in words; what the catalogue does not know stands as it is', async () => {
  await note({ action: 'test.words', ok: false, error: 'wrong_password', entityId: '7' });
  await note({ action: 'test.words', ok: true });
  await api.rows(`insert into audit_event (action, ok, actor_role, error_code) values ('test.words', false, 9, 'ages_ago')`);
  const said = async (language: string) => (await admin.post('/audit/export', { body: { ...exported({ action: 'test.words' }, 'csv'), columns: ['role', 'ok', 'error'], sort: 'at' }, headers: { 'x-language': language } })).text.replace('\ufeff', '').trim().split(/\r?\n/).slice(1);
  expect([(await said('zh-cn')).sort(), (await said('en')).sort()]).toEqual([['9,未成功,ages_ago', '超级管理员,未成功,密码不正确', '超级管理员,成功,'].sort(), ['9,Failed,ages_ago', 'Super administrator,Failed,The password is not correct.', 'Super administrator,Succeeded,'].sort()]);
});
test('an export longer than one page of lines has each of them once', async () => {
  await api.rows(`insert into audit_event (action, ok, entity_id) select 'test.long', true, n from generate_series(1, 2500) n`);
  const { text } = await admin.post('/audit/export', { body: exported({ action: 'test.long' }, 'csv') });
  expect(new Set(text.trim().split(/\r?\n/).slice(1).map((line) => line.split(',')[0])).size).toBe(2500);
  expect((await verify()).fault).toBeNull();
});

test('reading one person or order is noted, also in vain', async () => {
  const kit = await careKit(api.database);
  const place = await kit.place('第一医院');
  const no = await kit.order(place, { patient: '张三' });
  for (const path of [`/orders/${no}`, '/orders/PH00000000000', '/caregivers/H000']) await admin.get(path);
  expect(await api.rows(`select action, entity, entity_id, ok, error_code from audit_event where action in ('order.read', 'caregiver.read') order by id`)).toEqual([
    { action: 'order.read', entity: 'order', entity_id: no, ok: true, error_code: null }, { action: 'order.read', entity: 'order', entity_id: 'PH00000000000', ok: false, error_code: 'not_found' }, { action: 'caregiver.read', entity: 'caregiver', entity_id: 'H000', ok: false, error_code: 'not_found' },
  ]);
});
