import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ACCOUNT_FIELDS } from '../src/areas/account/contract.ts';
import { AUDIT_FIELDS } from '../src/areas/audit/contract.ts';
import { CAREGIVER_LEVELS, EMPLOYMENTS } from '../src/areas/caregiver/contract.ts';
import { DICT_FIELDS, ITEM_FIELDS } from '../src/areas/dictionary/contract.ts';
import { HOSPITAL_FIELDS } from '../src/areas/hospital/contract.ts';
import type { Page } from '../src/kernel/endpoint.ts';
import { writeClause } from '../src/kernel/list.ts';
import { served } from '../src/served.gen.ts';
import { startApi, type Api, type Client } from './kit/api.ts';
import { careKit, dayFromNow, type Place } from './kit/care.ts';
import { everyClause, everySort, plainIds, questionOf, type Plain } from './kit/list-oracle.ts';
import { CAREGIVERS_PLAIN, same } from './kit/list-plain.ts';

let api: Api;
let admin: Client;
let resident: Client;
let places: Place[];
/** The same dice for every run. */
let seed = 11;
const roll = (): number => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff;
const one = <T>(of: readonly T[]): T => of[Math.floor(roll() * of.length)]!;
beforeAll(async () => {
  api = await startApi();
  const kit = await careKit(api.database);
  places = [await kit.place('第一医院', ['骨科', '内科'], { level: '3A', kind: 'general', city: '上海', contract_end: dayFromNow(4) }), await kit.place('Second', ['外科'], { status: 0, level: '2B' }), await kit.place('三院', [], { city: '苏州', contract_end: dayFromNow(-20) })];
  for (let n = 0; n < 40; n++) {
    const { id } = await kit.caregiver(one(['王芳', '单雄信', '李四', 'Anna', '王芳']), roll() < 0.7 ? [one(places)] : [], {
      level: one(CAREGIVER_LEVELS), employment: one(EMPLOYMENTS), status: one(['pending', 'active', 'on_leave', 'suspended', 'left']), gender: one([1, 2]), rating_avg: one([null, 4.5, 3, 4.25]), rating_count: one([0, 0, 3]), hired_on: one([null, dayFromNow(-20), '2020-02-29']),
      origin_province: one([null, '江苏']), origin_city: one([null, '盐城']), created_at: new Date(Date.now() - n * 40_000_000), ...(roll() < 0.6 ? { certificate: dayFromNow(one([-3, 0, 4, 40])) } : {}),
    });
    if (roll() < 0.4) await kit.stint(await kit.orderId(await kit.order(places[0]!, { service_state: 'in_service', planned_end: dayFromNow(one([0, 4, 9])) })), id, one(['serving', 'ended']), -2, 9, { exclusive: true });
    await api.account({ username: `u${n}.${one(['Ann', 'bob', 'cé'])}`, role: one([2, 3, 4]), hospitals: roll() < 0.6 ? [one(places).hospitalId] : [] });
  }
  await api.rows(`update sys_user set gender = id % 3, status = (id % 5 <> 0)::int, last_login_at = case when id % 2 = 0 then now() - (id % 30) * interval '1 day' end, created_at = now() - (id % 37) * interval '17 hours', mobile = case when id % 4 = 0 then '1381234' || id end, nickname = case when id % 7 = 0 then null when id % 3 = 0 then '单_%' else nickname end`);
  await api.rows(`insert into audit_event (at, actor_id, actor_role, ip, action, entity, entity_id, ok, error_code) select now() - n * interval '9 hours', case when n % 3 > 0 then u.id end, case when n % 3 > 0 then 1 + n % 4 end, case when n % 5 > 0 then ('10.0.0.' || n)::inet end, (array['order.read', 'test.%_', 'user.list'])[1 + n % 3], case when n % 4 > 0 then 'order' end, case when n % 4 > 1 then 'PH' || n end, n % 2 = 0, case when n % 2 = 1 then 'forbidden' end from generate_series(1, 60) n join (select id, row_number() over (order by id) as k from sys_user) u on u.k = 1 + n % 7`);
  await api.account({ username: 'root', role: 1 });
  admin = await api.as('root');
  // one that both hospitals see, and who serves longer at the other
  const { id: both } = await kit.caregiver('两院', places.slice(0, 2));
  for (const [place, days] of [[places[0]!, 3], [places[1]!, 30]] as const) await kit.stint(await kit.orderId(await kit.order(place, { service_state: 'in_service', planned_end: dayFromNow(days) })), both, 'serving', -2, days);
  // who is known in both, and evaluated in both; of every third there is nothing
  await api.rows(`insert into order_evaluation (order_id, caregiver_id, overall, source, created_by) select o.id, c.id, 1 + (o.id * 7 + c.id * 3) % 5, 'family', 1 from care_order o cross join caregiver c where (o.id + c.id) % 4 = 0 and c.id % 3 <> 0`);
  await api.account({ username: 'resident', role: 3, hospitals: [places[0]!.hospitalId] });
  resident = await api.as('resident');
});
afterAll(() => api.close());

const collated = (...names: string[]): Record<string, readonly string[]> => Object.fromEntries(names.map((name) => [name, [`${name} collate "C"`]]));
const caregiverValues = (): NonNullable<Plain['values']> => ({ staffNo: ['PY10', 'PY100001', '0', 'py'], name: ['王芳', '雄', 'sxx', 'shan', 'an', 'wang'], mobile: ['138', '****0', '13800000001', '0001'], origin: ['江苏', '盐', '江苏盐城'], hospitalId: [...places.map(({ hospitalId }) => hospitalId), '99'], ratingAvg: ['4.5', '3', '0', '4.2'], ratingCount: ['0', '3'] });
/** Each list: where it is asked, by whom, and what it is in plain SQL. */
const LISTS: Record<string, () => Plain & { path: string; by?: Client }> = {
  caregivers: () => ({ path: '/caregivers', ...CAREGIVERS_PLAIN, values: caregiverValues() }),
  'caregivers, bound to a hospital': () => ({
    path: '/caregivers', by: resident, ...CAREGIVERS_PLAIN, values: { ...caregiverValues(), ratingAvg: ['3', '2.5', '0'], ratingCount: ['0', '2'] },
    columns: { ...CAREGIVERS_PLAIN.columns, ratingAvg: 'own_avg', ratingCount: 'own_count' },
    from: `select seen.*, (select round(avg(v.overall), 2) from order_evaluation v join care_order o on o.id = v.order_id where v.caregiver_id = seen.id and o.hospital_id = ${places[0]!.hospitalId}) as own_avg,
      (select count(*) from order_evaluation v join care_order o on o.id = v.order_id where v.caregiver_id = seen.id and o.hospital_id = ${places[0]!.hospitalId}) as own_count from (${CAREGIVERS_PLAIN.from.replace('ch.during @>', `ch.hospital_id = ${places[0]!.hospitalId} and ch.during @>`).replace("a.status = 'serving'", `a.status = 'serving' and o.hospital_id = ${places[0]!.hospitalId}`)}) seen where cardinality(posted) > 0`,
  }),
  accounts: () => ({
    path: '/sys/users/list', fields: ACCOUNT_FIELDS, own: 'x.id',
    from: `select u.*, u.username::text as account, array(select h.hospital_id from sys_user_hospital h where h.user_id = u.id) as places from sys_user u where u.deleted_at is null`,
    columns: same(ACCOUNT_FIELDS, { id: 'x.id', username: 'account', hospitalId: '{places}', lastLoginAt: 'last_login_at', createdAt: 'created_at' }),
    sorts: { id: ['x.id'], username: ['lower(account) collate "C"'], ...collated('nickname') },
    values: { username: ['u1', 'U1', 'ANN', 'cé', 'root', '.'], nickname: ['单_%', '单', '_', '的'], mobile: ['138', '13812341008'], hospitalId: places.map(({ hospitalId }) => hospitalId) },
  }),
  audit: () => ({
    path: '/audit', fields: AUDIT_FIELDS, own: 'x.id desc',
    from: `select a.*, host(a.ip) as address, array_remove(array[u.nickname, u.username::text], null) as who from audit_event a left join sys_user u on u.id = a.actor_id where a.at < now() - interval '2 hours'`,
    columns: same(AUDIT_FIELDS, { actor: '{who}', actorRole: 'actor_role', entityId: 'entity_id', error: 'error_code', ip: 'address' }),
    values: { actor: ['u1', '的昵称', '单_%', 'ann'], action: ['order.read', 'test.%_', 'o', '_'], entity: ['order', 'or'], entityId: ['PH', 'PH7', '1'], error: ['forbidden', 'f'], ip: ['10.0.0.1', '10.', '3'] },
  }),
  hospitals: () => ({
    path: '/hospitals', fields: HOSPITAL_FIELDS, own: 'x.id',
    from: `select h.*, (select count(*) from hospital_department d where d.hospital_id = h.id) as departments, (select count(*) from hospital_bed b where b.hospital_id = h.id) as beds, (select count(*) from care_order o where o.hospital_id = h.id and o.service_state = 'in_service') as live from hospital h`,
    columns: same(HOSPITAL_FIELDS, { liveOrders: 'live', contractEnd: 'contract_end' }), sorts: collated('code', 'name', 'level', 'kind', 'city'),
    values: { code: ['H', 'H1', '1'], name: ['医院', 'second', '三'], level: ['3A', 'b'], kind: ['general', 'g'], city: ['上海', '州'], departments: ['0', '1', '2'], beds: ['0', '1', '2'], liveOrders: ['0', '1'] },
  }),
  dictionaries: () => ({
    path: '/sys/page', fields: DICT_FIELDS, own: 'dict_code collate "C", x.id', from: 'select * from sys_dict', columns: same(DICT_FIELDS, { code: 'dict_code' }), sorts: { code: ['dict_code collate "C"'], name: ['name collate "C"'] },
    values: { code: ['care_mode', 'CARE', '_'], name: ['护工', '等级'], remark: ['无'] },
  }),
  items: () => ({
    path: '/sys/order_status/items/page', fields: ITEM_FIELDS, own: 'sort, x.id', from: `select * from sys_dict_item where dict_code = 'order_status'`, columns: same(ITEM_FIELDS, { labelEn: 'label_en' }), sorts: { value: ['value collate "C"'], label: ['label collate "C"'], labelEn: ['label_en collate "C"'] },
    values: { value: ['closed', 'pending', '_'], label: ['待', '已取消'], labelEn: ['to', 'Closed'], remark: ['x'], sort: ['1', '4', '0'] },
  }),
};

test.each(Object.keys(LISTS))('%s: every field with every operator, and every sort either way, as plain SQL says', async (name) => {
  const { path, by = admin, ...plain } = LISTS[name]!();
  // the audit grows with every question; what is new is left out on either side
  const old = name === 'audit' ? ['at:before:today'] : [];
  const more = name === 'audit' ? [`(at at time zone 'Asia/Shanghai')::date < '${dayFromNow(0)}'`] : [];
  const rows = async (question: Record<string, unknown>): Promise<string[]> => {
    const { body, status, text } = await by.get<Page<{ id: string }>>(path, { query: { ...question, where: [...((question['where'] as string[] | undefined) ?? []), ...old], pageSize: '200' } });
    expect(status, text).toBe(200);
    expect(body.result.total).toBe(body.result.list.length);
    return body.result.list.map(({ id }) => id);
  };
  const expected = async (...asked: [Parameters<typeof plainIds>[1], Parameters<typeof plainIds>[2]]): Promise<string[]> => (await api.rows<{ row: string }>(plainIds(plain, ...asked, more))).map(({ row }) => row);
  for (const clause of everyClause(plain)) expect([writeClause(clause), await rows(questionOf([clause], []))]).toEqual([writeClause(clause), await expected([clause], [])]);
  for (const key of everySort(plain)) expect([key, await rows(questionOf([], [key]))]).toEqual([key, await expected([], [key])]);
  expect((await rows({})).length).toBeGreaterThan(2);
}, 180_000);

test.each([['/caregivers', '单雄信'], ['/caregivers', "shan'xiong’xin"], ['/caregivers', "shan'"], ['/sys/users', 'bob'], ['/hospitals', '三院'], ['/audit', 'test.']])('%s: find goes from match to match, and its index is true', async (path, q) => {
  const listed = path === '/sys/users' ? '/sys/users/list' : path;
  const where = path === '/audit' ? ['at:before:today'] : [];
  const all = (await admin.get<Page<{ id: string }>>(listed, { query: { pageSize: '200', where } })).body.result.list;
  let at = -1;
  let n = 0;
  for (;;) {
    const { body } = await admin.get<{ index: number; id: string; wrapped: boolean }>(`${path}/find-in`, { query: { q, row: String(at), where } });
    expect(all[body.result.index]!.id).toBe(body.result.id);
    if (body.result.wrapped) break;
    expect(body.result.index).toBeGreaterThan(at);
    at = body.result.index;
    n++;
  }
  expect(n).toBeGreaterThan(0);
  const back = await admin.get<{ index: number; wrapped: boolean }>(`${path}/find-in`, { query: { q, row: '0', back: '1', where } });
  expect(back.body.result).toMatchObject({ index: at, wrapped: true });
});

test('a whole mobile is asked for as people type it, alone, among others or not at all', async () => {
  const people = await api.rows<{ no: string; mobile: string }>(`select staff_no as no, mobile from caregiver where deleted_at is null order by staff_no limit 2`);
  const [first, second] = people as [typeof people[0], typeof people[0]];
  const [dashed, spaced] = [first.mobile.replace(/^(...)(....)/, '$1-$2-'), `+86 ${first.mobile.replace(/^(...)(....)/, '$1 $2 ')}`];
  const nos = async (clause: string) => (await admin.get<Page<{ staffNo: string }>>('/caregivers', { query: { pageSize: '200', where: [clause] } })).body.result.list.map(({ staffNo }) => staffNo);
  for (const said of [first.mobile, dashed, spaced]) expect([said, await nos(`mobile:has:${said}`), await nos(`mobile:is:${said}`)]).toEqual([said, [first.no], [first.no]]);
  expect((await nos(`mobile:in:${dashed}|${second.mobile}|13999999999`)).sort()).toEqual([first.no, second.no].sort());
  const all = await nos('mobile:has:1');
  expect((await nos(`mobile:not:${spaced}`)).sort()).toEqual(all.filter((no) => no !== first.no).sort());
});

test('the end of the health certificate that is kept beside a caregiver follows whatever happens to the certificates', async () => {
  const strays = (): Promise<{ n: number; filled: number }[]> => api.rows(`select count(*) filter (where c.health_until is distinct from k.until)::int as n, count(c.health_until)::int as filled from caregiver c left join (select caregiver_id, max(expires_on) as until from caregiver_certificate where kind = 'health' and revoked_at is null group by 1) k on k.caregiver_id = c.id`);
  const [{ filled }] = (await strays()) as [{ n: number; filled: number }];
  for (const [work, more] of [
    [`insert into caregiver_certificate (caregiver_id, kind, expires_on) select id, case when id % 2 = 0 then 'health' else 'training' end, date '2030-01-01' + id::int from caregiver`, 1],
    [`update caregiver_certificate set revoked_at = now() where caregiver_id % 3 = 0`, -1],
    [`update caregiver_certificate set kind = 'training' where caregiver_id % 5 = 0`, -1],
    [`delete from caregiver_certificate where caregiver_id % 7 = 0`, -1],
  ] as const) {
    const [before] = await strays();
    await api.rows(work);
    const [after] = await strays();
    expect([work, after!.n, Math.sign(after!.filled - before!.filled)]).toEqual([work, 0, more]);
  }
  expect(filled).toBeGreaterThan(0);
});

test.each([['/sys/users/list', 'sys_user where deleted_at is null'], ['/sys/page', 'sys_dict'], ['/orders', 'care_order where deleted_at is null'], ['/caregivers', 'caregiver where deleted_at is null'], ['/hospitals', 'hospital where deleted_at is null'], ['/audit', 'audit_event']])('%s: createTime is the first and the last day of the making', async (path, from) => {
  if (path !== '/audit') await api.rows(`update ${from.split(' ')[0]!} set created_at = timestamptz '2024-02-28 16:00+00' + (id % 4) * interval '8 hours' where id % 3 > 0`);
  else await api.rows(`insert into audit_event (at, action, ok) select timestamptz '2024-02-28 16:00+00' + n * interval '8 hours', 'test.day', true from generate_series(0, 3) n`);
  const asked = async (...createTime: string[]) => (await admin.get<Page<{ id: string }>>(path, { query: { createTime, pageSize: '200' } })).body.result;
  const made = path === '/audit' ? 'at' : 'created_at';
  const expected = async (first: string, last: string): Promise<string[]> => (await api.rows<{ id: string }>(`select id::text from ${from.includes('where') ? `${from} and` : `${from} where`} (${made} at time zone 'Asia/Shanghai')::date between '${first}' and '${last}'`)).map(({ id }) => id).sort();
  for (const [first, last] of [['2024-02-29', '2024-02-29'], ['2024-03-01', '2024-03-01'], ['2024-02-29', '2024-03-01'], ['2024-02-28', '2024-02-28'], ['2024-03-01', '2024-02-29']] as const) {
    const ids = await expected(first, last);
    const { list, total } = await asked(first, last);
    expect([first, last, list.map(({ id }) => id).sort(), total]).toEqual([first, last, ids, ids.length]);
    if (first === '2024-02-29') expect(ids.length).toBeGreaterThan(0);
  }
  for (const createTime of [['2024-03-01'], ['2024-13-01', '2024-13-02'], ['x', 'y']]) expect((await admin.get(path, { query: { createTime } })).status).toBe(400);
});
test.each([['/sys/users', '/list', 'bob'], ['/orders', '', '第一医院'], ['/orders', '', '两院'], ['/caregivers', '', '单雄信'], ['/caregivers', '', "shan'xiong’xin"], ['/hospitals', '', '三院'], ['/audit', '', 'test.']])('%s%s: keywords leaves the rows that find goes to (%s)', async (path, list, q) => {
  const { list: kept, total } = (await admin.get<Page<{ id: string }>>(path + list, { query: { keywords: q, pageSize: '200' } })).body.result;
  const found: string[] = [];
  for (let row = -1, wrapped = false; !wrapped; ) {
    const { result } = (await admin.get<{ index: number; id: string; wrapped: boolean }>(`${path}/find-in`, { query: { q, row: String(row) } })).body;
    [row, wrapped] = [result.index, result.wrapped];
    if (!wrapped) found.push(result.id);
  }
  expect(found.length).toBeGreaterThan(0);
  expect([kept.map(({ id }) => id), total]).toEqual([found, found.length]);
  expect((await admin.get<Page<unknown>>(path + list, { query: { keywords: '%%' } })).body.result.list).toEqual([]);
});
test('keywords tells nobody of what is out of scope, and stands beside the other filters', async () => {
  const nos = async (who: Client, query: object) => (await who.get<Page<{ orderNo: string; hospitalName: string }>>('/orders', { query: { pageSize: '200', ...query } })).body.result.list;
  const hospitals = async (who: Client) => [...new Set((await nos(who, { keywords: '两院' })).map(({ hospitalName }) => hospitalName))];
  expect([await hospitals(admin), await hospitals(resident)]).toEqual([['Second', '第一医院'], ['第一医院']]);
  expect(await nos(admin, { keywords: '两院', hospitalId: places[2]!.hospitalId })).toEqual([]);
});
test('words that may be of a hidden phone are answered by no call that the audit has no line of', async () => {
  const [{ no }] = (await api.rows('select order_no as no from care_order where deleted_at is null limit 1')) as [{ no: string }];
  for (const [path, query] of [['/orders/rows', { nos: no }], ['/orders/counts', {}], ['/caregivers/rows', { nos: 'x' }]] as const) {
    expect([path, (await admin.get(path, { query })).status, (await admin.get(path, { query: { ...query, keywords: '1381' } })).status]).toEqual([path, 200, 400]);
  }
  const searched = served.filter(({ endpoint: { query, body } }) => /"keywords"/.test(JSON.stringify([query, body].map((shape) => shape && z.toJSONSchema(shape as never, { io: 'input', unrepresentable: 'any' })))));
  // of these nothing that is searched is hidden
  expect(searched.flatMap(({ endpoint: { path, audit } }) => (audit === undefined ? [path] : [])).sort()).toEqual(['/audit', '/audit/find-in', '/hospitals', '/hospitals/departments', '/hospitals/find-in', '/hospitals/wards', '/sys/:dictCode/items/page', '/sys/page']);
});

test('a form of filters that nobody has touched filters nothing, in no list; what is malformed, or must be there, is refused as ever', async () => {
  const lists = served.flatMap(({ endpoint: { method, path, query } }) => (method === 'GET' && query !== undefined && 'pageNum' in (query as never as { shape: object }).shape && !path.includes('/:no') ? [{ path: path.replace(':dictCode', 'gender'), names: Object.entries((query as never as { shape: Record<string, { _zod: { def: { type: string } } }> }).shape).flatMap(([name, { _zod: { def } }]) => (def.type === 'optional' ? [name] : [])) }] : []));
  const seen: string[] = [];
  for (const { path, names } of lists) {
    const query = path === '/caregivers/roster' ? { from: dayFromNow(0) } : path === '/caregivers/board' ? { within: '30' } : {};
    const plain = await admin.get<Page<unknown>>(path, { query });
    // one that has to be told of what
    if (plain.status === 400) continue;
    seen.push(path);
    const empty = await admin.get<Page<unknown>>(path, { query: { ...Object.fromEntries(names.filter((name) => !['ids', 'sort', 'where'].includes(name)).map((name) => [name, ''])), ...query } });
    expect([path, empty.status, path === '/audit' || path === '/sys/export' || empty.body.result]).toEqual([path, 200, path === '/audit' || path === '/sys/export' || plain.body.result]);
  }
  expect(seen).toEqual(expect.arrayContaining(['/sys/users/list', '/sys/page', '/sys/gender/items/page', '/orders', '/caregivers', '/caregivers/roster', '/caregivers/board', '/hospitals', '/audit']));
  for (const query of ['pageNum=x', 'status=%20', 'createTime[0]=&createTime[1]=2026-01-01', 'nothing=', 'pageNum[a]=']) expect([query, (await admin.get('/sys/users/list', { query })).status]).toEqual([query, 400]);
  expect((await admin.get('/sys/users/list', { query: 'createTime[0]=&createTime[1]=' })).status).toBe(200);
  expect((await admin.get('/sys/users/find-in', { query: { row: '', q: 'a' } })).status).toBe(400);
  // a write is never another for what stands empty in it: an import that is to be tried is not done
  expect((await admin.post('/sys/import', { query: { dryRun: '' } })).body.code).toBe(40000);
});
test('the query of the list may be handed to its export, which has every row; a choice of none is no choice of all', async () => {
  const lines = async (query: object): Promise<number> => (await admin.get('/sys/export', { query: { type: 'csv', role: '3', ...query } })).text.trim().split('\n').length;
  const all = await lines({});
  expect(all).toBeGreaterThan(3);
  expect(await lines({ pageNum: 2, pageSize: 1, count: '0', keywords: '', where: ['role:is:3'] })).toBe(all);
  for (const query of [{ pageNum: 'x' }, { ids: '' }]) expect((await admin.get('/sys/export', { query })).status).toBe(400);
});
