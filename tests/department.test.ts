import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBedNumbers } from '../src/areas/department/bed-number.ts';
import type { BedRow, DepartmentRow, WardRow } from '../src/areas/department/contract.ts';
import { startApi, type Answer, type Api, type Client } from './kit/api.ts';
import { careKit, dayFromNow, type Place } from './kit/care.ts';

interface List<T> {
  list: T[];
  total: number;
}
let api: Api;
let kit: Awaited<ReturnType<typeof careKit>>;
let admin: Client;
let place: Place;
beforeAll(async () => {
  api = await startApi();
  kit = await careKit(api.database);
  place = await kit.place('第一医院', ['骨科', '内科']);
  for (const [username, role] of [['admin', 1], ['ops', 2], ['resident', 3]] as const) await api.account({ username, role, hospitals: role === 3 ? [place.hospitalId] : [] });
  admin = await api.as('admin');
});
afterAll(() => api.close());

async function fine<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { status, text, body } = await answer;
  expect([status, text]).toEqual([200, text]);
  return body.result;
}
const code = async (answer: Promise<Answer>): Promise<number> => (await answer).body.code;
const said = async (answer: Promise<Answer>): Promise<string> => (await answer).body.message;
let n = 0;
const department = (more: object = {}): Promise<DepartmentRow> => fine(admin.post<DepartmentRow>('/hospitals/departments', { body: { hospitalId: place.hospitalId, name: `新科${++n}`, sort: 1, status: 1, ...more } }));
const ward = async (more: object = {}): Promise<WardRow> => fine(admin.post<WardRow>('/hospitals/wards', { body: { departmentId: (await department()).id, name: '一病区', status: 1, ...more } }));
const beds = (wardId: string, query: object = {}): Promise<List<BedRow>> => fine(admin.get<List<BedRow>>('/hospitals/beds', { query: { wardId, ...query } }));
const add = (wardId: string, numbers: string, more: object = {}): Promise<{ ids: string[]; there: number }> => fine(admin.post<{ ids: string[]; there: number }>('/hospitals/beds', { body: { wardId, numbers, ...more } }));

describe('bed numbers as they are typed', () => {
  const list = (text: string): string => {
    const read = readBedNumbers(text);
    return 'numbers' in read ? read.numbers.join(' ') : read.fault === 'form' ? `? ${read.part}` : '>';
  };
  test.each([
    ['1-40床', Array.from({ length: 40 }, (_, i) => i + 1).join(' ')], ['1-3', '1 2 3'], ['1床', '1'], ['12号床', '12'], ['01-03床', '01 02 03'], ['098-101', '098 099 100 101'], ['１－３床', '1 2 3'], ['1 - 3', '1 2 3'], ['1床至3床', '1 2 3'], ['2到4', '2 3 4'], ['5~6', '5 6'], ['7—8', '7 8'],
    ['A1-A3', 'A1 A2 A3'], ['A1-3', 'A1 A2 A3'], ['加1-加2', '加1 加2'], ['10A-12A', '10A 11A 12A'], ['1-2、5，7;8 9', '1 2 5 7 8 9'], ['1-3,2', '1 2 3'], ['ICU-3', 'ICU-3'], ['抢救床', '抢救'], ['1-100', Array.from({ length: 100 }, (_, i) => i + 1).join(' ')],
    ['3-1', '? 3-1'], ['A1-B3', '? A1-B3'], ['1-', '? 1-'], ['1-x', '? 1-x'], ['床', '? 床'], ['', '? '], ['5, 3-1', '? 3-1'], ['1-101', '>'], ['1-999999', '>'], ['x'.repeat(21), `? ${'x'.repeat(21)}`],
  ])('%s', (text, numbers) => expect(list(text)).toBe(numbers));
});

describe('a department', () => {
  test('is made with a code of its initials, changed, found and listed in its order', async () => {
    const made = await department({ name: '心血管内科', sort: 0 });
    expect(made).toMatchObject({ hospitalName: '第一医院', code: 'XXGNK', wards: 0, beds: 0, liveOrders: 0, version: 1 });
    expect(await department({ name: '心血管内课' })).toMatchObject({ code: 'XXGNK2' });
    const edited = await fine(admin.put<DepartmentRow>(`/hospitals/departments/${made.id}`, { body: { name: '心内科', sort: 5, status: 0, version: 1 } }));
    expect(edited).toEqual({ ...made, name: '心内科', sort: 5, status: 0, version: 2 });
    expect(await fine(admin.get(`/hospitals/departments/${made.id}`))).toEqual(edited);
    // of which nobody says where it goes stands last in its hospital
    expect((await Promise.all([department({ sort: undefined }), department({ sort: undefined })])).map(({ sort }) => sort).toSorted()).toEqual([6, 7]);
    const listed = async (query: object) => (await fine(admin.get<List<DepartmentRow>>('/hospitals/departments', { query: { hospitalId: place.hospitalId, ...query } }))).list.map(({ name }) => name);
    expect((await listed({})).slice(0, 2)).toEqual(['骨科', '内科']);
    expect(await listed({ keywords: '心内' })).toEqual(['心内科']);
    expect(await listed({ status: 0 })).toEqual(['心内科']);
    expect((await fine(admin.get<List<DepartmentRow>>('/hospitals/departments', { query: { pageSize: 1, pageNum: 2 } }))).list).toMatchObject([{ name: '内科', wards: 1, beds: 1 }]);
    const [line] = await api.rows(`select actor_id is not null as actor, entity, entity_id, hospital_id::text, before->>'name' as before, after->>'name' as after from audit_event where action = 'department.edit' order by id desc limit 1`);
    expect(line).toEqual({ actor: true, entity: 'department', entity_id: made.id, hospital_id: place.hospitalId, before: '心血管内科', after: '心内科' });
  });
  test('name and code stand once in a hospital, and again in another; in a race too', async () => {
    const other = await kit.place('第二医院', ['外科']);
    const { id } = await department({ name: '独一科', code: 'ONE' });
    const body = { hospitalId: place.hospitalId, name: '独一科', sort: 0, status: 1 };
    expect(await said(admin.post('/hospitals/departments', { body }))).toBe('已被使用：名称');
    expect(await said(admin.post('/hospitals/departments', { body: { ...body, name: '别的科', code: 'ONE' } }))).toBe('已被使用：编码');
    expect(await said(admin.post('/hospitals/departments', { body, headers: { 'x-language': 'en' } }))).toMatch(/name|名称/);
    await department({ hospitalId: other.hospitalId, name: '独一科', code: 'ONE' });
    expect(await code(admin.put(`/hospitals/departments/${id}`, { body: { name: '骨科', sort: 0, status: 1, version: 1 } }))).toBe(40903);
    const raced = await Promise.all([1, 2, 3].map(() => admin.post('/hospitals/departments', { body: { ...body, name: '抢科' } })));
    expect(raced.map((answer) => answer.body.code).sort()).toEqual([0, 40903, 40903]);
  });
  test('of two at one version one wins; what does not exist is not found', async () => {
    const { id } = await department();
    const answers = await Promise.all(['甲', '乙'].map((name) => admin.put(`/hospitals/departments/${id}`, { body: { name: name + id, sort: 0, status: 1, version: 1 } })));
    expect(answers.map((answer) => answer.body.code).sort()).toEqual([0, 40900]);
    for (const path of ['departments', 'wards', 'beds']) for (const id404 of ['0', '99999999']) expect([path, (await admin.get(`/hospitals/${path}/${id404}`)).status, (await admin.del(`/hospitals/${path}/${id404}`)).status]).toEqual([path, 404, 404]);
    expect((await admin.post('/hospitals/departments', { body: { hospitalId: '999999', name: '无', sort: 0, status: 1 } })).status).toBe(404);
    expect((await admin.post('/hospitals/wards', { body: { departmentId: '999999', name: '无', status: 1 } })).status).toBe(404);
    expect((await admin.post('/hospitals/beds', { body: { wardId: '999999', numbers: '1' } })).status).toBe(404);
  });
  test('goes with its wards and beds, unless an order was made for it or an account has it alone', async () => {
    const bound = await department();
    await api.rows(`insert into sys_user_hospital (user_id, hospital_id, department_ids) values ($1, $2, $3)`, [kit.actorId, place.hospitalId, [bound.id]]);
    const deleted = (ago: string | null) => api.rows('update sys_user set deleted_at = now() - $2::interval where id = $1', [kit.actorId, ago]);
    // a deletion can be taken back for ten minutes, which may be under way
    for (const ago of [null, '9 minutes', '10 minutes 10 seconds']) {
      await deleted(ago);
      expect(await said(admin.del(`/hospitals/departments/${bound.id}`))).toContain('有账号只负责这个科室');
    }
    await deleted('12 minutes');
    await fine(admin.del(`/hospitals/departments/${bound.id}`));
    await deleted(null);
    await kit.order(place, { department: 0 });
    expect(await said(admin.del(`/hospitals/departments/${place.departments[0]!.id}`))).toContain('有订单用过，不能删除');
    expect(await api.rows('select count(*)::int as n from hospital_bed where ward_id = $1', [place.departments[0]!.wardId])).toEqual([{ n: 1 }]);
    const made = await ward();
    await add(made.id, '1-3');
    await fine(admin.del(`/hospitals/departments/${made.departmentId}`));
    expect(await api.rows('select (select count(*)::int from hospital_ward where id = $1) as wards, (select count(*)::int from hospital_bed where ward_id = $1) as beds', [made.id])).toEqual([{ wards: 0, beds: 0 }]);
  });
});

describe('a ward', () => {
  test('is made, changed and listed with how many of its beds are taken', async () => {
    const made = await ward({ building: 'A座', floor: '3楼', nursePhone: '8123-4567' });
    expect(made).toMatchObject({ hospitalId: place.hospitalId, name: '一病区', building: 'A座', floor: '3楼', nursePhone: '8123-4567', beds: 0, taken: 0 });
    expect(await fine(admin.put<WardRow>(`/hospitals/wards/${made.id}`, { body: { name: '二病区', status: 0, version: 1 } }))).toEqual({ ...made, name: '二病区', status: 0, version: 2 });
    expect(await fine(admin.put<WardRow>(`/hospitals/wards/${made.id}`, { body: { name: '二病区', building: null, nursePhone: null, status: 0, version: 2 } }))).toEqual({ ...made, name: '二病区', building: null, nursePhone: null, status: 0, version: 3 });
    expect(await said(admin.post('/hospitals/wards', { body: { departmentId: made.departmentId, name: '二病区', status: 1 } }))).toBe('已被使用：名称');
    await kit.order(place, { department: 1, service_state: 'in_service' });
    expect((await fine(admin.get<List<WardRow>>('/hospitals/wards', { query: { departmentId: place.departments[1]!.id } }))).list).toMatchObject([{ name: '内科一病区', beds: 1, taken: 1 }]);
    expect(await said(admin.del(`/hospitals/wards/${place.departments[1]!.wardId}`))).toContain('有订单用过');
    await fine(admin.del(`/hospitals/wards/${made.id}`));
  });
});

describe('beds', () => {
  test('are made many at once; those that are there stay, and all come in the order of their numbers', async () => {
    const { id } = await ward();
    expect((await add(id, '8-11床、加1')).ids).toHaveLength(5);
    const again = await add(id, '1-12', { kind: 'extra' });
    expect([again.ids.length, again.there]).toEqual([8, 4]);
    const { list, total } = await beds(id);
    expect([total, list.map(({ bedNo }) => bedNo).join(' ')]).toEqual([13, '1 2 3 4 5 6 7 8 9 10 11 12 加1']);
    expect([list.find(({ bedNo }) => bedNo === '8')!.kind, list.find(({ bedNo }) => bedNo === '7')!.kind]).toEqual(['normal', 'extra']);
    for (const numbers of ['3-1', '1-999', '床']) expect([numbers, await code(admin.post('/hospitals/beds', { body: { wardId: id, numbers } }))]).toEqual([numbers, 40000]);
    await fine(admin.del(`/hospitals/beds/${again.ids.join(',')}`));
    expect((await beds(id)).total).toBe(5);
  });
  test('with one key are made once', async () => {
    const { id } = await ward();
    const answers = [1, 2].map(() => admin.post('/hospitals/beds', { body: { wardId: id, numbers: '1-5' }, key: `beds-${id}-once` }));
    const [one, two] = await Promise.all(answers);
    expect(two!.body).toEqual(one!.body);
  });
  test('show who has them, change by version, and go only when no order was made for them, all or none', async () => {
    const at = place.departments[0]!;
    const { ids } = await add(at.wardId, '80-81');
    const no = await kit.order(place, { patient: '赵六', bed_id: ids[0], service_state: 'assigned', planned_start: dayFromNow(1), planned_end: dayFromNow(4) });
    await kit.order(place, { patient: '钱七', bed_id: ids[1], service_state: 'cancelled' });
    const [taken, free] = (await beds(at.wardId, { keywords: '8' })).list;
    expect([taken!.order, free!.order]).toEqual([{ orderNo: no, patientName: '赵六', from: dayFromNow(1), to: dayFromNow(4) }, null]);
    const edited = await fine(admin.put<BedRow>(`/hospitals/beds/${ids[0]}`, { body: { bedNo: '80A', kind: 'extra', status: 0, version: 1 } }));
    expect(edited).toMatchObject({ bedNo: '80A', kind: 'extra', status: 0, version: 2 });
    expect(await code(admin.put(`/hospitals/beds/${ids[0]}`, { body: { bedNo: '80B', kind: 'extra', status: 0, version: 1 } }))).toBe(40900);
    expect(await said(admin.put(`/hospitals/beds/${ids[0]}`, { body: { bedNo: '81', kind: 'extra', status: 0, version: 2 } }))).toBe('已被使用：床号');
    // as many are made and imported: one bed has no second name
    for (const [bedNo, now] of [['81 号床', '已被使用：床号'], ['床', '填写有误：bedNo'], [' ８２床 ', '82']] as const) {
      const { status, body } = await admin.put<BedRow>(`/hospitals/beds/${ids[0]}`, { body: { bedNo, kind: 'extra', status: 0, version: 2 } });
      expect([bedNo, status === 200 ? body.result.bedNo : body.message]).toEqual([bedNo, now]);
    }
    const { ids: fresh } = await add(at.wardId, '90');
    expect(await code(admin.del(`/hospitals/beds/${fresh[0]},${ids[1]}`))).toBe(40901);
    expect(await code(admin.del(`/hospitals/beds/${fresh[0]},999999`))).toBe(40400);
    expect((await beds(at.wardId, { keywords: '90' })).total).toBe(1);
    expect((await api.rows<{ t: string }>(`select coalesce(before::text, '') || coalesce(after::text, '') as t from audit_event where action like 'bed.%'`)).map(({ t }) => t).join()).not.toContain('赵六');
  });
  test('that are off take no new order', async () => {
    const at = place.departments[1]!;
    const { ids } = await add(at.wardId, '70');
    await fine(admin.put(`/hospitals/beds/${ids[0]}`, { body: { bedNo: '70', kind: 'normal', status: 0, version: 1 } }));
    await kit.insert('service_price', { hospital_id: place.hospitalId, service_item_id: (await api.rows<{ id: string }>('select id::text from service_item'))[0]!.id, price_fen: 100, valid: '[2020-01-01,)' });
    const [service] = await api.rows<{ id: string }>('select id::text from service_item');
    const body = { hospitalId: place.hospitalId, departmentId: at.id, wardId: at.wardId, bedId: ids[0], patient: { name: '孙八', gender: 1 }, serviceItemId: service!.id, plannedStart: dayFromNow(0), startHalf: 'AM', plannedEnd: dayFromNow(1), endHalf: 'PM' };
    expect(await said(admin.post('/orders', { body }))).toContain('床位、病区或科室已停用');
  });
});

test('a form comes back as it was read, with what it does not change as it is', async () => {
  const made = await ward({ building: 'A座' });
  const { ids } = await add(made.id, '1');
  for (const [path, other] of [[`departments/${made.departmentId}`, { hospitalId: '1999' }], [`wards/${made.id}`, { departmentId: '1999' }], [`beds/${ids[0]}`, { wardId: '1999' }]] as const) {
    const read = await fine(admin.get<object>(`/hospitals/${path}`));
    for (const more of [{ id: '1999' }, other]) expect((await admin.put(`/hospitals/${path}`, { body: { ...read, ...more } })).body).toMatchObject({ code: 40000, message: `填写有误：${Object.keys(more)[0]} 不能改` });
    expect(await fine(admin.put(`/hospitals/${path}`, { body: { ...read, status: 0 } }))).toEqual({ ...read, status: 0, version: 2 });
    // nor does it stand against it that the places around it are called otherwise since
    if ('hospitalName' in read) expect(await fine(admin.put(`/hospitals/${path}`, { body: { ...read, hospitalName: '旧院名', ...('departmentName' in read && { departmentName: '旧科名' }), version: 2 } }))).toEqual({ ...read, version: 3 });
  }
});
test('only role 1 sees and changes them', async () => {
  for (const username of ['ops', 'resident']) {
    const client = await api.as(username);
    for (const path of ['/hospitals/departments', '/hospitals/wards', `/hospitals/beds?wardId=${place.departments[0]!.wardId}`, `/hospitals/departments/${place.departments[0]!.id}`]) expect([username, path, (await client.get(path)).status]).toEqual([username, path, 403]);
    expect((await client.post('/hospitals/departments', { body: { hospitalId: place.hospitalId, name: '偷', sort: 0, status: 1 } })).status).toBe(403);
  }
});
