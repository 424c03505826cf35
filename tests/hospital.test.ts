import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HospitalForm } from '../src/areas/hospital/contract.ts';
import { startApi, type Answer, type Api, type Client } from './kit/api.ts';
import { careKit, type Place } from './kit/care.ts';

let api: Api;
let admin: Client;
let place: Place;
beforeAll(async () => {
  api = await startApi();
  place = await (await careKit(api.database)).place('第一医院', ['骨科', '内科']);
  await api.account({ username: 'admin', role: 1 });
  await api.account({ username: 'ops', role: 2 });
  admin = await api.as('admin');
});
afterAll(() => api.close());

async function fine<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { status, text, body } = await answer;
  expect([status, text]).toEqual([200, text]);
  return body.result;
}
let n = 0;
const form = (more: object = {}): object => ({ code: `NEW${++n}`, name: `新院${n}`, feeBp: 1250, prepayDays: 3, ...more });
const create = (more: object = {}): Promise<HospitalForm> => fine(admin.post<HospitalForm>('/hospitals', { body: form(more) }));

test('a hospital is made open, with what was typed and its pinyin, and changed as it was read', async () => {
  const more = { name: '青石湾中心医院', shortName: '青石湾', level: '3A', kind: 'general', province: '上海市', city: '上海市', district: '浦东新区', address: '云台路358号', contactName: '周主任', contactPhone: '021-81234567', contractNo: 'HT-1', contractStart: '2026-01-01', contractEnd: '2027-12-31' };
  const made = await create(more);
  expect(made).toMatchObject({ ...more, feeBp: 1250, prepayDays: 3, status: 1, version: 1 });
  expect(await api.rows('select name_pinyin, name_initials from hospital where id = $1', [made.id])).toEqual([{ name_pinyin: expect.stringContaining('qingshiwan'), name_initials: expect.stringContaining('qsw') }]);
  const { id } = made;
  const edited = await fine(admin.put<HospitalForm>(`/hospitals/${id}`, { body: { ...made, name: '青石湾医院', contractNo: null, feeBp: 0 } }));
  expect(edited).toEqual({ ...made, name: '青石湾医院', contractNo: null, feeBp: 0, version: 2 });
  expect(await fine(admin.get(`/hospitals/${id}`))).toEqual(edited);
  const { list } = await fine(admin.get<{ list: { id: string }[] }>('/hospitals'));
  expect(list.find((row) => row.id === id)).toMatchObject({ name: '青石湾医院', contractEnd: '2027-12-31', version: 2, can: ['edit', 'status', 'price'] });
  const [line] = await api.rows(`select entity, entity_id, hospital_id::text, before->>'name' as before, after->>'name' as after from audit_event where action = 'hospital.edit' order by id desc limit 1`);
  expect(line).toEqual({ entity: 'hospital', entity_id: id, hospital_id: id, before: '青石湾中心医院', after: '青石湾医院' });
});
test('an edit keeps what it leaves out, and clears what is null; what it does not change is refused where it is another', async () => {
  const made = await create({ shortName: '简', level: '3A', kind: 'general', city: '上海市', address: '路1号', contactName: '周', contactPhone: '021-1', contractNo: 'HT', contractStart: '2026-02-01', contractEnd: '2026-12-31' });
  const edit = (more: object): Promise<Answer<HospitalForm>> => admin.put<HospitalForm>(`/hospitals/${made.id}`, { body: { code: made.code, name: made.name, feeBp: 1, prepayDays: 1, ...more } });
  expect(await fine(edit({ version: 1 }))).toEqual({ ...made, feeBp: 1, prepayDays: 1, version: 2 });
  // also with what stands there already
  expect((await edit({ contractEnd: '2026-01-31', version: 2 })).body.message).toBe('填写有误：contractEnd');
  expect(await fine(edit({ contractStart: null, contractEnd: '2026-01-31', address: null, version: 2 }))).toMatchObject({ level: '3A', contractStart: null, contractEnd: '2026-01-31', address: null, version: 3 });
  // what stands there already hinders nobody who changes something else
  await api.rows(`update hospital set contract_start = '2026-03-01' where id = $1`, [made.id]);
  expect(await fine(edit({ feeBp: 2, version: 3 }))).toMatchObject({ feeBp: 2, contractStart: '2026-03-01', contractEnd: '2026-01-31', version: 4 });
  expect((await edit({ status: 0, version: 4 })).body.message).toBe('填写有误：status 不在这里改，用 PUT /hospitals/{id}/status');
});
test.each([
  ['no name', { name: ' ' }], ['no code', { code: '' }], ['a fee above all', { feeBp: 10_001 }], ['half a basis point', { feeBp: 0.5 }], ['days before none', { prepayDays: -1 }], ['an end before its begin', { contractStart: '2026-02-02', contractEnd: '2026-02-01' }],
  ['a day that is none', { contractEnd: '2026-02-30' }], ['a phone of letters', { contactPhone: 'call me' }], ['an unknown field', { status: 0 }],
])('%s is refused', async (_name, more) => {
  expect((await admin.post('/hospitals', { body: form(more) })).status).toBe(400);
});
test('code and name are taken once, in a race too; a name that was deleted is free', async () => {
  const { code, name, id } = await create();
  expect((await admin.post('/hospitals', { body: form({ code }) })).body.message).toBe('已被使用：编码');
  expect((await admin.post('/hospitals', { body: form({ name }) })).body.message).toBe('已被使用：名称');
  const raced = await Promise.all([1, 2, 3].map(() => admin.post('/hospitals', { body: form({ name: '抢名医院' }) })));
  expect(raced.map((answer) => answer.body.code).sort()).toEqual([0, 40903, 40903]);
  await api.rows('update hospital set deleted_at = now() where id = $1', [id]);
  await create({ name });
  expect((await admin.get(`/hospitals/${id}`)).status).toBe(404);
});
test('of two at one version one wins; one key makes one hospital', async () => {
  const { id, status: _status, ...typed } = await create();
  const answers = await Promise.all(['甲院', '乙院'].map((name) => admin.put(`/hospitals/${id}`, { body: { ...typed, name } })));
  expect(answers.map((answer) => answer.body.code).sort()).toEqual([0, 40900]);
  const body = form();
  const twice = [await admin.post('/hospitals', { body, key: 'one-hospital' }), await admin.post('/hospitals', { body, key: 'one-hospital' })];
  expect(twice[1]!.body).toEqual(twice[0]!.body);
});
test('switched off it takes no new order, and on again it does; a version is used up', async () => {
  const { id, version } = await create();
  expect(await fine(admin.put(`/hospitals/${id}/status`, { body: { status: 0 } }))).toMatchObject({ status: 0, version: version + 1 });
  expect(await fine(admin.put(`/hospitals/${id}/status`, { body: { status: 0 } }))).toMatchObject({ status: 0, version: version + 1 });
  expect((await admin.put(`/hospitals/${id}/status`, { body: { status: 2 } })).status).toBe(400);
  expect(await fine(admin.put(`/hospitals/${id}/status`, { body: { status: 1 } }))).toMatchObject({ status: 1 });
});
test('who has access: the accounts bound to it, with their departments; deleted ones are gone', async () => {
  const whole = await api.account({ username: 'whole', role: 3, hospitals: [place.hospitalId] });
  const part = await api.account({ username: 'part', role: 4 });
  await api.rows('insert into sys_user_hospital (user_id, hospital_id, department_ids) values ($1, $2, $3)', [part, place.hospitalId, [place.departments[1]!.id]]);
  const gone = await api.account({ username: 'gone', role: 4, hospitals: [place.hospitalId] });
  await api.rows('update sys_user set deleted_at = now() where id = $1', [gone]);
  expect(await fine(admin.get(`/hospitals/${place.hospitalId}/accounts`))).toEqual([
    { id: whole, username: 'whole', nickname: 'whole的昵称', role: 3, status: 1, departments: [] },
    { id: part, username: 'part', nickname: 'part的昵称', role: 4, status: 1, departments: ['内科'] },
  ]);
  expect((await admin.get('/hospitals/999999/accounts')).status).toBe(404);
  expect(await api.rows(`select entity_id, after->>'rows' as rows from audit_event where action = 'hospital.accounts' and ok`)).toEqual([{ entity_id: place.hospitalId, rows: '2' }]);
});
test('operations may not', async () => {
  const ops = await api.as('ops');
  const answers = [ops.post('/hospitals', { body: form() }), ops.get(`/hospitals/${place.hospitalId}`), ops.put(`/hospitals/${place.hospitalId}/status`, { body: { status: 0 } }), ops.get(`/hospitals/${place.hospitalId}/accounts`)];
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});
