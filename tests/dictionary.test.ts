import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CAREGIVER_LEVELS, CERTIFICATE_KINDS } from '../src/areas/caregiver/contract.ts';
import type { dictionary, DictRow, ItemRow } from '../src/areas/dictionary/contract.ts';
import { firstSegments, RESERVED } from '../src/areas/dictionary/reserved.ts';
import { readersOf } from '../src/areas/intake/caregiver.ts';
import { ledgerRow } from '../src/areas/order/contract.ts';
import type { Reply } from '../src/kernel/endpoint.ts';
import { DICTIONARY_CODES } from '../src/kernel/dictionary.ts';
import { served } from '../src/served.gen.ts';
import { STATUSES } from '../machines/order.ts';
import { startApi, type Api, type Client } from './kit/api.ts';

type Items = Reply<typeof dictionary.items>;
let api: Api;
let admin: Client;
let hospital: Client;
let ops: Client;
beforeAll(async () => {
  api = await startApi();
  for (const [username, role] of [['admin', 1], ['ops', 2], ['hospital', 4]] as const) await api.account({ username, role });
  [admin, ops, hospital] = [await api.as('admin'), await api.as('ops'), await api.as('hospital')];
});
afterAll(() => api.close());

let n = 0;
async function add(body: object = {}): Promise<DictRow> {
  const { status, text, body: made } = await admin.post<DictRow>('/sys', { body: { code: `test_${++n}`, name: '测试', ...body } });
  expect([status, text]).toEqual([200, text]);
  return made.result;
}
const item = (more: object = {}) => ({ value: 'a', label: '甲', ...more });
const addItem = async (code: string, more: object = {}): Promise<ItemRow> => (await admin.post<ItemRow>(`/sys/${code}/items`, { body: item(more) })).body.result;
const versionOf = async (code: string): Promise<number> => (await hospital.get<Items>(`/sys/${code}/items`)).body.result.version;

describe('the standard dictionaries', () => {
  const values = async (code: string): Promise<string[]> => (await hospital.get<Items>(`/sys/${code}/items`)).body.result.items.map((i) => i.value).sort();
  test('hold what the tables hold', async () => {
    const { body } = await admin.get<{ list: DictRow[]; total: number }>('/sys/page', { query: { pageSize: 100 } });
    expect(body.result.list.map((d) => d.code)).toEqual(['care_level', 'care_mode', 'caregiver_level', 'certificate_kind', 'coverage', 'employment', 'gender', 'hospital_kind', 'hospital_level', 'order_status', 'pay_method', 'relation']);
    for (const [code, held] of [['order_status', STATUSES], ['caregiver_level', CAREGIVER_LEVELS], ['certificate_kind', CERTIFICATE_KINDS], ['pay_method', ledgerRow.shape.method.options]] as const) expect([code, await values(code)]).toEqual([code, [...held].sort()]);
    const checks = await api.rows<{ line: string }>(`select pg_get_constraintdef(oid) as line from pg_constraint where contype = 'c' and conrelid in ('service_item'::regclass, 'caregiver'::regclass)`);
    for (const [code, column] of [['care_mode', 'care_mode'], ['coverage', 'coverage'], ['employment', 'employment']] as const) {
      const { line } = checks.find((c) => c.line.startsWith(`CHECK ((${column} = ANY`))!;
      expect([code, await values(code)]).toEqual([code, [...line.matchAll(/'(\w+)'/g)].map((m) => m[1]).sort()]);
    }
  });
  test('are labelled in both languages', async () => {
    expect(await api.rows(`select * from sys_dict_item where label_en is null or label_en ~ '[一-龥]' or label = ''`)).toEqual([]);
    expect(await api.rows(`select d.dict_code from sys_dict d where not exists (select from sys_dict_item i where i.dict_code = d.dict_code)`)).toEqual([]);
  });
  test('kinds of hospitals do not say again that they are hospitals', async () => {
    expect((await api.rows<{ english: string }>(`select label_en as english from sys_dict_item where dict_code = 'hospital_kind' order by sort`)).map(({ english }) => english)).toEqual(['General', 'Specialist', 'Chinese medicine', 'Rehabilitation', 'Maternity']);
  });
  test.each([['caregiver_level', readersOf().等级], ['employment', readersOf().性质]])('a sheet of caregivers says %s in either language', async (code, read) => {
    const items = await api.rows<{ value: string; label: string; english: string }>('select value, label, label_en as english from sys_dict_item where dict_code = $1 order by sort', [code]);
    for (const { value, label, english } of items) expect([label, read(label), english, read(english)]).toEqual([label, { value }, english, { value }]);
    if (code === 'caregiver_level') expect([items.map(({ english }) => english), read('Middle'), read('Boss')]).toEqual([['Junior', 'Mid-level', 'Senior', 'Expert'], { value: 'middle' }, { fault: ['应为：初级、中级、高级、专家', 'must be one of: Junior, Mid-level, Senior, Expert'] }]);
  });
});

describe('a dictionary that the product itself asks for', () => {
  const needed = async (): Promise<DictRow[]> => (await admin.get<{ list: DictRow[] }>('/sys/page', { query: { pageSize: 100 } })).body.result.list.filter((row) => row.needed);
  test('is every one that a form, a list or a sheet asks for by its code, and every one that the schema brings', async () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file)).map((file) => readFileSync(`src/${file}`, 'utf8'));
    const asked = sources.flatMap((text) => [
      ...[...text.matchAll(/\b(?:useDictionary|labelWhenKnown)\('(\w+)'/g)].map((found) => found[1]!),
      ...[...text.matchAll(/\bwordsOf\(reach, \[([^\]]*)\]/g)].flatMap((found) => [...found[1]!.matchAll(/'(\w+)'/g)].map((code) => code[1]!)),
    ]);
    expect(asked.length).toBeGreaterThan(40);
    expect([...new Set(asked)].filter((code) => !DICTIONARY_CODES.some((known) => known === code))).toEqual([]);
    expect((await needed()).map((row) => row.code)).toEqual([...DICTIONARY_CODES].sort());
  });
  test('is not removed, alone or among others, nor switched off or given another code, as others are: the reason is said in both languages', async () => {
    const own = await add();
    expect(own.needed).toBe(false);
    const all = await needed();
    for (const { id, code, name, version } of all) {
      for (const ids of [id, `${own.id},${id}`]) expect(await admin.del(`/sys/${ids}`)).toMatchObject({ status: 409, body: { code: 40911, message: `系统要用字典 ${code}，不能删除、停用，也不能改编码；名称和字典项可以改` } });
      for (const more of [{ code: `${code}_x` }, { code, status: 0 }]) expect((await admin.put(`/sys/${id}`, { body: { name, version, ...more } })).body.code).toBe(40911);
    }
    expect((await admin.del(`/sys/${all[0]!.id},${all[1]!.id}`, { headers: { 'x-language': 'en' } })).body.message).toBe('The system uses the dictionary care_level, care_mode: it can be neither deleted, disabled nor given another code. Its name and its items can be changed.');
    expect([await needed(), (await admin.get(`/sys/${own.id}/form`)).body.result]).toEqual([all, own]);
    for (const status of [0, 1]) expect([await addItem(own.code, { value: `${status}` }), (await admin.put(`/sys/${own.id}`, { body: { code: own.code, name: own.name, status, version: await versionOf(own.code) } })).status, (await hospital.get<Items>(`/sys/${own.code}/items`)).body.result.items[0]]).toMatchObject([{}, 200, { label: '甲', status }]);
  });
  test('keeps its name and its items open to change', async () => {
    const { id, code, name, version, status, remark } = (await needed()).find((row) => row.code === 'relation')!;
    const { body } = await admin.put<DictRow>(`/sys/${id}`, { body: { code, name: '关系', status, remark, version } });
    expect(body.result).toMatchObject({ code, name: '关系', needed: true });
    const made = await addItem(code, { value: 'neighbour', label: '邻居' });
    expect((await admin.del(`/sys/${code}/items/${made.id}`)).status).toBe(200);
    expect((await admin.put(`/sys/${id}`, { body: { code, name, status, remark, version: (await needed()).find((row) => row.code === code)!.version } })).status).toBe(200);
  });
});

describe('a code', () => {
  test('that a call uses is refused: the table of calls says which', async () => {
    const derived = firstSegments(served.map((s) => s.endpoint));
    expect(derived.length).toBeGreaterThan(10);
    expect(derived.filter((code) => !RESERVED.has(code))).toEqual([]);
    for (const code of [...RESERVED].filter((c) => /^[a-z][a-z0-9_]{1,49}$/.test(c))) expect([code, (await admin.post('/sys', { body: { code, name: '影子' } })).body.code]).toEqual([code, 40906]);
    const { id, version } = await add();
    expect((await admin.put(`/sys/${id}`, { body: { code: 'users', name: '影子', version } })).body.code).toBe(40906);
  });
  test('that the table refuses is refused in our words too', async () => {
    const said = (await api.rows<{ line: string }>(`select pg_get_constraintdef(oid) as line from pg_constraint where conrelid = 'sys_dict'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%dict_code%'`)).flatMap(({ line }) => [...line.matchAll(/'(\w+)'/g)].map((m) => m[1]!));
    expect(said).toContain('users');
    for (const code of said) expect([code, (await admin.post('/sys', { body: { code, name: '影子' } })).body.code]).toEqual([code, 40906]);
  });
  test.each(['A', 'a', 'Users', '1a', 'a-b', '字典', 'a b', 'a'.repeat(51), ''])('%j is no code', async (code) => expect((await admin.post('/sys', { body: { code, name: '坏' } })).status).toBe(400));
  test('is taken once, in a race too', async () => {
    expect((await Promise.all([1, 2, 3, 4].map(() => admin.post('/sys', { body: { code: 'raced', name: '抢' } })))).map((a) => a.body.code).sort()).toEqual([0, 40903, 40903, 40903]);
    expect(await api.rows(`select count(*)::int as n from sys_entity e where kind = 'dict' and not exists (select from sys_dict d where d.id = e.id)`)).toEqual([{ n: 0 }]);
  });
});

describe('an edit', () => {
  test('moves the version, takes the items along to a new code, and is audited with before and after', async () => {
    const made = await add();
    await addItem(made.code);
    const version = await versionOf(made.code);
    const { body } = await admin.put<DictRow>(`/sys/${made.id}`, { body: { code: 'renamed', name: '改名', remark: '备注', status: 0, version } });
    expect(body.result).toEqual({ ...made, code: 'renamed', name: '改名', remark: '备注', status: 0, items: 1, version: version + 1 });
    expect((await hospital.get<Items>('/sys/renamed/items')).body.result.items).toEqual([{ value: 'a', label: '甲', labelEn: null, tag: null, status: 0 }]);
    expect((await hospital.get(`/sys/${made.code}/items`)).status).toBe(404);
    const [row] = await api.rows<{ before: DictRow; after: DictRow }>(`select entity, entity_id, before, after from audit_event where action = 'dict.edit' and ok order by id desc limit 1`);
    expect(row).toMatchObject({ entity: 'dict', entity_id: made.id, before: { code: made.code, name: '测试' }, after: { code: 'renamed' } });
  });
  test('of two at one version one wins', async () => {
    const { id, code, version } = await add();
    expect((await Promise.all(['一', '二'].map((name) => admin.put(`/sys/${id}`, { body: { code, name, version } })))).map((a) => a.body.code).sort()).toEqual([0, 40900]);
    const made = await addItem(code);
    expect((await Promise.all(['一', '二'].map((label) => admin.put(`/sys/${code}/items/${made.id}`, { body: item({ label, version: 1 }) })))).map((a) => a.body.code).sort()).toEqual([0, 40900]);
  });
  test('a form comes back as it was read, with what it does not change as it is; what is left out stays, null clears', async () => {
    const { id, code } = await add({ status: 0 });
    const { id: itemId } = await addItem(code, { labelEn: 'Ay', tag: 'danger', status: 0, sort: 7 });
    for (const [path, kept, named] of [[`/sys/${code}/items/${itemId}`, { id: '1', dictCode: 'gender' }, { ...item(), labelEn: null }], [`/sys/${id}`, { id: '1', items: 9, needed: true }, { code, name: '测试' }]] as const) {
      const read = (await admin.get<object>(`${path}/form`)).body.result;
      for (const [name, other] of Object.entries(kept)) expect((await admin.put(path, { body: { ...read, [name]: other } })).body).toMatchObject({ code: 40000, message: expect.stringContaining(name) });
      expect((await admin.put(path, { body: { ...read, remark: '改了' } })).body).toMatchObject({ code: 0, result: { ...read, remark: '改了', version: expect.any(Number) } });
      const now = (await admin.get<{ version: number }>(`${path}/form`)).body.result;
      const { body } = await admin.put<typeof now>(path, { body: { ...named, version: now.version } });
      expect(body.result).toEqual({ ...now, ...named, version: expect.any(Number) });
      expect((await admin.put(path, { body: { ...named, remark: null, version: body.result.version } })).body.result).toMatchObject({ remark: null, status: 0 });
    }
  });
  test('every change of an item moves the version of its dictionary; a refused one does not', async () => {
    const { code, version } = await add();
    const made = await addItem(code, { labelEn: 'A', tag: 'danger', sort: 3 });
    expect(made).toMatchObject({ dictCode: code, value: 'a', label: '甲', labelEn: 'A', tag: 'danger', sort: 3, status: 1, version: 1 });
    expect(await versionOf(code)).toBe(version + 1);
    const edited = (await admin.put<ItemRow>(`/sys/${code}/items/${made.id}`, { body: item({ label: '乙', status: 0, version: 1 }) })).body.result;
    expect(edited).toMatchObject({ label: '乙', status: 0, version: 2, tag: 'danger' });
    expect((await admin.get(`/sys/${code}/items/${made.id}/form`)).body.result).toEqual(edited);
    expect(await versionOf(code)).toBe(version + 2);
    expect((await admin.post(`/sys/${code}/items`, { body: item() })).body.code).toBe(40903);
    expect((await admin.put(`/sys/${code}/items/${made.id}`, { body: item({ version: 1 }) })).body.code).toBe(40900);
    expect(await versionOf(code)).toBe(version + 2);
    expect((await admin.del(`/sys/${code}/items/${made.id}`)).body.code).toBe(0);
    expect(await versionOf(code)).toBeGreaterThan(version + 2);
    expect((await hospital.get<Items>(`/sys/${code}/items`)).body.result).toEqual({ dictCode: code, version: expect.any(Number), items: [] });
    // of which nobody says where it goes stands last
    for (const [value, sort, at] of [['a', undefined, 1], ['b', 6, 6], ['c', 2, 2], ['d', undefined, 7]] as const) expect((await addItem(code, { value, sort })).sort).toBe(at);
  });
  test('a version never comes again, not even for a code that is made anew', async () => {
    const seen = new Set<number>();
    for (let i = 0; i < 3; i += 1) {
      const { body } = await admin.post<DictRow>('/sys', { body: { code: 'phoenix', name: '再来' } });
      await admin.post('/sys/phoenix/items', { body: item() });
      for (const version of [body.result.version, await versionOf('phoenix')]) {
        expect(seen.has(version)).toBe(false);
        seen.add(version);
      }
      expect((await admin.del(`/sys/${body.result.id}`)).status).toBe(200);
    }
  });
  test('what would show nothing is no label and no remark', async () => {
    const { id, code, version } = await add();
    for (const blank of ['', '  ', '\u200b']) {
      for (const more of [{ labelEn: blank }, { remark: blank }]) expect([more, (await admin.post(`/sys/${code}/items`, { body: item(more) })).status]).toEqual([more, 400]);
      expect((await admin.put(`/sys/${id}`, { body: { code, name: '名', remark: blank, version } })).status).toBe(400);
    }
  });
  test('with one key happens once', async () => {
    const { code } = await add();
    const answers = [await admin.post(`/sys/${code}/items`, { body: item(), key: 'same-key-1' }), await admin.post(`/sys/${code}/items`, { body: item(), key: 'same-key-1' })];
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    expect((await hospital.get<Items>(`/sys/${code}/items`)).body.result.items).toHaveLength(1);
  });
});

describe('removing items', () => {
  test('takes all of them or none, and only of the named dictionary', async () => {
    const [one, other] = [await add(), await add()];
    const [a, b, foreign] = [await addItem(one.code), await addItem(one.code, { value: 'b' }), await addItem(other.code)];
    for (const ids of [`${a.id},999999`, `${a.id},${foreign.id}`]) expect((await admin.del(`/sys/${one.code}/items/${ids}`)).status).toBe(404);
    expect((await hospital.get<Items>(`/sys/${one.code}/items`)).body.result.items).toHaveLength(2);
    expect((await admin.del(`/sys/${one.code}/items/${[a.id, b.id, a.id].join(',')}`)).status).toBe(200);
    expect((await hospital.get<Items>(`/sys/${one.code}/items`)).body.result.items).toEqual([]);
    expect((await admin.get(`/sys/${other.code}/items/${a.id}/form`)).status).toBe(404);
  });
  test('takes at most a hundred', async () => {
    const ids = (count: number): string => Array.from({ length: count }, (_, i) => 1_000_000 + i).join(',');
    expect((await admin.del(`/sys/gender/items/${ids(101)}`)).body).toMatchObject({ code: 40000, message: '填写有误：itemIds ≤ 100' });
    expect((await admin.del(`/sys/gender/items/${ids(100)}`)).status).toBe(404);
    expect((await hospital.get<Items>('/sys/gender/items')).body.result.items).toHaveLength(3);
  });
});

describe('paths that meet', () => {
  const reached = async (method: string, path: string, client = admin): Promise<string> => {
    const before = api.log.length;
    await client.send(method, `/admin-api${path}`, method === 'GET' || method === 'DELETE' ? {} : { body: {} });
    return String(api.log.slice(before).findLast((line) => line['level'] === 'info')!['route']);
  };
  test.each([
    ['GET', '/sys/page', '/sys/page'], ['GET', '/sys/7/form', '/sys/:id/form'], ['PUT', '/sys/7', '/sys/:id'], ['POST', '/sys', '/sys'],
    ['GET', '/sys/gender/items/page', '/sys/:dictCode/items/page'], ['GET', '/sys/gender/items', '/sys/:dictCode/items'], ['GET', '/sys/gender/items/7/form', '/sys/:dictCode/items/:itemId/form'],
    ['POST', '/sys/login', '/sys/login'], ['POST', '/sys/refresh-token', '/sys/refresh-token'], ['GET', '/sys/captcha/randomImage', '/sys/captcha/randomImage'], ['GET', '/sys/me', '/sys/me'], ['GET', '/sys/users/list', '/sys/users/list'],
    ['GET', '/sys/users/profile', '/sys/users/profile'], ['PUT', '/sys/users/profile', '/sys/users/profile'], ['DELETE', '/sys/gender/items/7', '/sys/:dictCode/items/:itemIds'],
  ])('%s %s is %s', async (method, path, route) => expect(await reached(method, path)).toBe(`/admin-api${route}`));
  test('no fixed path below /sys is ever taken for a parameter', async () => {
    for (const { method, path } of served.map((s) => s.endpoint).filter(({ path }) => path.startsWith('/sys/') && !path.includes(':') && path !== '/sys/logout')) expect([method, path, await reached(method, path)]).toEqual([method, path, `/admin-api${path}`]);
  });
  test('several ids are removed together, never changed', async () => expect((await admin.put('/sys/1,2', { body: { code: 'abc', name: '无', version: 1 } })).status).toBe(405));
  test.each([['PUT', '/sys/abc'], ['PUT', '/sys/1a'], ['PUT', '/sys/-1'], ['PUT', '/sys/9999999999999999999'], ['PUT', '/sys/0x10'], ['GET', '/sys/gender/items/abc/form'], ['PUT', '/sys/gender/items/1e3'], ['DELETE', '/sys/gender/items/1,'], ['DELETE', '/sys/gender/items/1,b'], ['GET', '/sys/nonesuch/items'], ['GET', '/sys/nonesuch/items/page'], ['GET', '/sys/users/items'], ['DELETE', '/sys/nonesuch/items/1']])('%s %s names nothing', async (method, path) => {
    expect((await admin.send(method, `/admin-api${path}`, method === 'PUT' ? { body: { code: 'abc', name: '无', version: 1 } } : {})).status).toBe(404);
  });
});

test('who may not change dictionaries may still read labels', async () => {
  for (const client of [ops, hospital]) {
    expect([(await client.get('/sys/page')).status, (await client.post('/sys', { body: { code: 'mine', name: '我' } })).status, (await client.get('/sys/gender/items/page')).status, (await client.del('/sys/gender/items/1')).status]).toEqual([403, 403, 403, 403]);
    expect((await client.get<Items>('/sys/gender/items')).body.result.items).toHaveLength(3);
  }
  expect((await api.anonymous.get('/sys/gender/items')).status).toBe(401);
});
test('lists are searched and filtered', async () => {
  const { code } = await add({ name: '百分%号', remark: null });
  const found = async (query: object) => (await admin.get<{ list: DictRow[] }>('/sys/page', { query: { ...query } })).body.result.list.map((d) => d.code);
  expect(await found({ keywords: '%' })).toEqual([code]);
  expect(await found({ keywords: 'GENDER' })).toEqual(['gender']);
  expect(await found({ keywords: '医院' })).toEqual(['hospital_kind', 'hospital_level']);
  await addItem(code, { value: 'on' });
  await addItem(code, { value: 'off', status: 0, labelEn: 'Switched off' });
  const items = async (query: object) => (await admin.get<{ list: ItemRow[]; total: number }>(`/sys/${code}/items/page`, { query: { ...query } })).body.result;
  expect([(await items({ status: '0' })).list.map((i) => i.value), (await items({ keywords: 'switched' })).total, (await items({ pageSize: '1', pageNum: '2' })).list.map((i) => i.value), (await items({})).total]).toEqual([['off'], 1, ['off'], 2]);
  expect((await hospital.get<Items>(`/sys/${code}/items`)).body.result.items.map((i) => i.status)).toEqual([1, 0]);
});
