import { afterAll, beforeAll, expect, test } from 'vitest';
import { caregiver } from '../src/areas/caregiver/contract.ts';
import { dashboard } from '../src/areas/dashboard/contract.ts';
import { hospital } from '../src/areas/hospital/contract.ts';
import { order } from '../src/areas/order/contract.ts';
import { statistics } from '../src/areas/statistics/contract.ts';
import type { Database } from '../src/host/db/open.ts';
import type { Scope } from '../src/host/reach.ts';
import { careKit, dayFromNow, door, type Place } from './kit/care.ts';
import { testDatabase } from './kit/database.ts';

// what the resident manager of 本院 must never meet carries the sign 外
let database: Database;
let own: Place;
let foreign: Place;
let ownNo: string;
let foreignNo: string;
let sharedNo: string;
let ownCarer: string;
let foreignCarer: string;
let movedCarer: string;
let secondNo: string;
let scope: Scope;
/** A service that the foreign hospital alone has, one that it no longer has a price for at one's own, and a department there of a name of one's own; its id. */
let pricedNames: () => Promise<string>;
beforeAll(async () => {
  database = await testDatabase();
  const kit = await careKit(database);
  own = await kit.place('本院', ['骨科', '内科']);
  foreign = await kit.place('外院', ['外科']);
  scope = [{ hospitalId: own.hospitalId, departments: [] }];
  const today = { planned_start: dayFromNow(0), planned_end: dayFromNow(0) };
  // one patient who lay in both hospitals, and one caregiver who serves in both
  const both = await kit.patient('双院', { contact_mobile: '13800007777' });
  ownNo = await kit.order(own, { patient_id: both, order_no: 'PH26110110001', service_state: 'in_service', ...today, planned_start: dayFromNow(-2) });
  foreignNo = await kit.order(foreign, { patient_id: both, order_no: 'PH26110120001', service_state: 'in_service', planned_start: dayFromNow(1), planned_end: dayFromNow(50) });
  await kit.order(foreign, { patient: '外人', order_no: 'PH26110120002', payable_fen: 100, service_state: 'completed', created_by: kit.actorId });
  await kit.order(foreign, { patient: '外人', order_no: 'PH26110120003', ...today });
  await kit.order(foreign, { patient: '外人', order_no: 'PH26110120004', service_state: 'assigned', ...today });
  secondNo = await kit.order(own, { patient: '内科人', department: 1, order_no: 'PH26110110002' });
  const shared = await kit.caregiver('两处', [own, foreign], { certificate: dayFromNow(3) });
  sharedNo = shared.no;
  await kit.stint(await kit.orderId(ownNo), shared.id, 'serving', -2, 1);
  await kit.stint(await kit.orderId(foreignNo), shared.id, 'serving', 0, 50);
  ownCarer = (await kit.caregiver('本护', [own])).no;
  foreignCarer = (await kit.caregiver('外护', [foreign], { certificate: dayFromNow(3), mobile: '13800008888' })).no;
  const moved = await kit.caregiver('外移', [own], { posted: '[2020-01-01,2021-01-01)', mobile: '13800009999' });
  movedCarer = moved.no;
  await kit.insert('caregiver_hospital', { caregiver_id: moved.id, hospital_id: foreign.hospitalId, during: '[2021-01-01,)' });
  pricedNames = async () => {
    const theirs = await kit.insert('service_item', { code: 's2', name: '外院专陪', care_mode: 'one_to_one', coverage: 'full24' });
    const { rows: [first] } = await database.pool.query<{ id: string }>(`select id::text from service_item where code = 's1'`);
    await kit.insert('service_price', { hospital_id: own.hospitalId, service_item_id: first!.id, price_fen: 1, valid: '[2020-01-01,2021-01-01)' });
    await kit.insert('service_price', { hospital_id: foreign.hospitalId, service_item_id: theirs, price_fen: 1, valid: '[2020-01-01,)' });
    return kit.insert('hospital_department', { hospital_id: foreign.hospitalId, code: 'D99', name: '内科' });
  };
});
afterAll(() => database.close());

test("a foreign order's record does not exist, in the very words of one that never did", async () => {
  const ask = door(database, scope);
  const refusal = (no: string) => ask(order.detail, {}, { no }).then(() => 'shown', (error: Error & { status: number }) => [error.message, error.status, JSON.stringify(error)]);
  expect(await refusal(foreignNo)).toEqual(await refusal('PH99999999999'));
  expect((await ask(order.detail, {}, { no: ownNo })).orderNo).toBe(ownNo);
});

test('lists, totals and filters stop at the scope, whatever hospital is asked for', async () => {
  const ask = door(database, scope);
  expect((await ask(order.list)).list.map((row) => row.orderNo)).toEqual([secondNo, ownNo]);
  expect((await ask(order.list)).total).toBe(2);
  expect(await ask(order.list, { hospitalId: foreign.hospitalId })).toMatchObject({ list: [], total: 0 });
  expect(await ask(order.list, { status: 'pending_payment' })).toMatchObject({ list: [], total: 0 });
  expect(await ask(order.list, { due: 'starts_today' })).toMatchObject({ list: [], total: 0 });
  expect((await ask(caregiver.list)).list.map((row) => row.staffNo).sort()).toEqual([sharedNo, ownCarer].sort());
  expect(await ask(caregiver.list, { hospitalId: foreign.hospitalId })).toMatchObject({ list: [], total: 0 });
  expect((await ask(hospital.options)).map((row) => row.name)).toEqual(['本院']);
});

test('the filters are called by the names of one\'s own places: services that were ever priced there or asked for, and departments of one name together', async () => {
  const kit = await pricedNames();
  const all = await door(database, 'all')(order.names);
  expect([all.services.map(({ name }) => name), all.departments]).toEqual([['一对一全天陪护', '外院专陪'], [{ name: '骨科', ids: [own.departments[0]!.id] }, { name: '内科', ids: [own.departments[1]!.id, kit] }, { name: '外科', ids: [foreign.departments[0]!.id] }]]);
  const ask = door(database, scope);
  expect((await ask(order.names)).services.map(({ name }) => name)).toEqual(['一对一全天陪护']);
  // an import makes services without a price
  await database.pool.query(`insert into service_item (code, name, care_mode, coverage) values ('s3', '导入的服务', 'one_to_one', 'full24')`);
  const imported = (at: string): Promise<unknown> => database.pool.query(`insert into stat_day (span, level, day, hospital_id, department_id, service_item_id, made) select 'd', 3, current_date, d.hospital_id, d.id, s.id, 1 from hospital_department d, service_item s where d.id = $1 and s.code = 's3'`, [at]);
  await imported(foreign.departments[0]!.id);
  expect((await ask(order.names)).services.map(({ name }) => name)).toEqual(['一对一全天陪护']);
  await imported(own.departments[1]!.id);
  expect((await ask(order.names)).services.map(({ name }) => name)).toEqual(['一对一全天陪护', '导入的服务']);
  expect((await ask(order.names)).departments).toEqual(own.departments.map(({ id }, at) => ({ name: ['骨科', '内科'][at], ids: [id] })));
  expect((await ask(order.names, { hospitalId: foreign.hospitalId })).departments).toEqual([]);
  expect((await door(database, [{ hospitalId: own.hospitalId, departments: [own.departments[1]!.id] }])(order.names)).departments).toEqual([{ name: '内科', ids: [own.departments[1]!.id] }]);
  expect((await door(database, 'all')(order.names, { hospitalId: foreign.hospitalId })).departments.map(({ name, ids }) => [name, ids.length])).toEqual([['外科', 1], ['内科', 1]]);
});

test('the search finds nothing beyond the scope by number, name, reading, phone, bed or place', async () => {
  const ask = door(database, scope);
  for (const q of [foreignNo, '20001', '2000', '外人', 'wairen', 'wr', '外', '外科', '外科 11床', '外院 外人', '双院 外院']) expect([q, await ask(order.find, { q })]).toEqual([q, []]);
  for (const q of ['双院', 'shuangyuan', 'sy', '7777', '11床']) expect([q, (await ask(order.find, { q })).map(({ row }) => row.orderNo)]).toEqual([q, [ownNo]]);
  for (const q of ['外护', 'waihu', 'wh', '8888', foreignCarer, '外移', '9999', movedCarer]) expect([q, await ask(caregiver.find, { q })]).toEqual([q, []]);
});

test('a caregiver who serves in both is shown without the other', async () => {
  const ask = door(database, scope);
  const detail = await ask(caregiver.detail, {}, { no: sharedNo });
  expect(detail).toMatchObject({ hospitals: ['本院'], postings: [{ hospital: '本院' }], stints: [{ orderNo: ownNo }], servingUntil: dayFromNow(0) });
  const everywhere = JSON.stringify([detail, await ask(caregiver.list), await ask(caregiver.find, { q: '两处' }), await ask(order.detail, {}, { no: ownNo }), await ask(statistics.groups, { from: dayFromNow(-9), to: dayFromNow(9), group: 'hospital' }), await ask(statistics.heat, { from: dayFromNow(-9), to: dayFromNow(9), measure: 'made' }), await ask(hospital.list)]);
  expect(everywhere).not.toContain('外');
  expect(everywhere).not.toContain(foreignNo);
  for (const no of [foreignCarer, movedCarer]) await expect(ask(caregiver.detail, {}, { no })).rejects.toMatchObject({ fault: 'not_found' });
});

test('counts know nothing of the rest', async () => {
  expect(await door(database, scope)(dashboard.today)).toMatchObject({ toAssign: 1, startsToday: 0, endsToday: 1, toSettle: 0, certificatesEnding: 1 });
  expect(await door(database, 'all')(dashboard.today)).toMatchObject({ toAssign: 2, startsToday: 2, endsToday: 2, toSettle: 1, certificatesEnding: 2 });
});

test('a scope of one department sees its orders and the whole hospital\'s caregivers', async () => {
  const ask = door(database, [{ hospitalId: own.hospitalId, departments: [own.departments[1]!.id] }]);
  expect((await ask(order.list)).list.map((row) => row.orderNo)).toEqual([secondNo]);
  await expect(ask(order.detail, {}, { no: ownNo })).rejects.toMatchObject({ fault: 'not_found' });
  expect(await ask(order.find, { q: '双院' })).toEqual([]);
  expect((await ask(caregiver.list)).total).toBe(2);
  expect((await ask(caregiver.detail, {}, { no: sharedNo })).stints).toEqual([]);
  expect((await ask(hospital.list)).list).toMatchObject([{ name: '本院', liveOrders: 1 }]);
});

test('an empty scope sees nothing at all', async () => {
  const ask = door(database, []);
  expect([(await ask(order.list)).total, (await ask(caregiver.list)).total, await ask(hospital.options), await ask(order.find, { q: '双院' }), await ask(caregiver.find, { q: '两处' })]).toEqual([0, 0, [], [], []]);
  expect(await ask(dashboard.today)).toMatchObject({ toAssign: 0, startsToday: 0, endsToday: 0, toSettle: 0, certificatesEnding: 0 });
});
