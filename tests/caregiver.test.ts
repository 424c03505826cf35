import { afterAll, beforeAll, expect, test } from 'vitest';
import { caregiver } from '../src/areas/caregiver/contract.ts';
import type { Database } from '../src/host/db/open.ts';
import { careKit, dayFromNow, door, type Place } from './kit/care.ts';
import { testDatabase } from './kit/database.ts';

let database: Database;
let kit: Awaited<ReturnType<typeof careKit>>;
let ask: ReturnType<typeof door>;
let place: Place;
let other: Place;
beforeAll(async () => {
  database = await testDatabase();
  kit = await careKit(database);
  ask = door(database, 'all');
  place = await kit.place('第一医院');
  other = await kit.place('第二医院');
});
afterAll(() => database.close());

test('a row counts the days of the health certificate that lasts longest, and hides the phone', async () => {
  const { id, no } = await kit.caregiver('陈秀英', [place, other], { mobile: '13912345678', birthday: '1975-01-01', level: 'senior', rating_avg: 4.75, rating_count: 8, certificate: dayFromNow(12) });
  await kit.insert('caregiver_certificate', { caregiver_id: id, kind: 'health', expires_on: dayFromNow(-20) });
  await kit.insert('caregiver_certificate', { caregiver_id: id, kind: 'health', expires_on: dayFromNow(400), revoked_at: new Date() });
  const row = (await ask(caregiver.list, {})).list.find((r) => r.staffNo === no);
  expect(row).toMatchObject({ name: '陈秀英', gender: 2, level: 'senior', status: 'active', hospitals: ['第一医院', '第二医院'], servingUntil: null, healthExpiresOn: dayFromNow(12), healthDaysLeft: 12, ratingAvg: 4.75, ratingCount: 8, mobile: '139****5678' });
  expect(row!.age).toBeGreaterThan(50);
  // a phone that is typed whole is asked whole, in part as it is shown
  for (const [where, found] of [['mobile:has:13912345678', 1], ['mobile:is:13912345678', 1], ['mobile:has:5678', 1], ['mobile:has:13912340678', 0], ['mobile:has:1234567', 0]] as const) expect([where, (await ask(caregiver.list, { where: [where] })).total]).toEqual([where, found]);
});

test('a name that was kept with a blank between its signs is found without, and without one with; blanks of Latin names are theirs', async () => {
  const nos = [];
  for (const name of ['欧阳　雪', '欧阳雪', 'Ouyang Xue 雪']) nos.push((await kit.caregiver(name, [place], {})).no);
  for (const typed of ['欧阳雪', '欧阳 雪', '欧阳　雪']) {
    expect((await ask(caregiver.find, { q: typed })).map(({ row }) => row.staffNo).sort()).toEqual(nos.slice(0, 2));
    expect((await ask(caregiver.list, { where: [`name:has:${typed}`] })).list.map(({ staffNo }) => staffNo).sort()).toEqual(nos.slice(0, 2));
  }
  expect((await ask(caregiver.list, { where: ['name:has:xue 雪'] })).list.map(({ staffNo }) => staffNo)).toEqual(nos.slice(2));
});

test('no certificate, an ended posting and an unknown birthday are told as such', async () => {
  const { no } = await kit.caregiver('周无证', [place], { posted: '[2020-01-01,2021-01-01)' });
  expect(await ask(caregiver.detail, {}, { no })).toMatchObject({ hospitals: [], healthExpiresOn: null, healthDaysLeft: null, age: null, ratingAvg: null, certificates: [], postings: [{ hospital: '第一医院', from: '2020-01-01', to: '2020-12-31' }] });
});

test('windows join, and filters by status, hospital and ending certificate narrow list and total alike', async () => {
  const today = await kit.caregiver('证今天', [place], { certificate: dayFromNow(0) });
  const month = await kit.caregiver('证月底', [other], { certificate: dayFromNow(30), status: 'on_leave' });
  for (const [name, row] of [['证过期', { certificate: dayFromNow(-1) }], ['证还早', { certificate: dayFromNow(31) }], ['证已离', { certificate: dayFromNow(5), status: 'left' }]] as const) await kit.caregiver(name, [place], row);
  const ending = await ask(caregiver.list, { certificate: 'ending' });
  expect(ending.list.map((row) => row.staffNo)).toEqual(expect.arrayContaining([today.no, month.no]));
  expect(ending.list.map((row) => row.name).filter((name) => name.startsWith('证')).sort()).toEqual(['证今天', '证月底']);
  expect(ending.total).toBe(ending.list.length);
  expect((await ask(caregiver.list, { certificate: 'ending', hospitalId: other.hospitalId, status: 'on_leave' })).list.map((row) => row.staffNo)).toEqual([month.no]);

  const all = await ask(caregiver.list, { pageSize: '200' });
  const pages = [1, 2, 3, 4].map((pageNum) => ask(caregiver.list, { pageNum: String(pageNum), pageSize: '2' }));
  expect((await Promise.all(pages)).flatMap((page) => page.list.map((row) => row.id))).toEqual(all.list.slice(0, 8).map((row) => row.id));
  expect(all.list).toHaveLength(all.total!);
});

test('the record: masked identity, certificates by their end, postings and stints newest first', async () => {
  const { id, no } = await kit.caregiver('吴桂花', [place], { id_no: '110105196601012745', origin_province: '江苏', origin_city: '盐城', languages: ['普通话', '上海话'], hired_on: '2018-03-23', certificate: dayFromNow(40) });
  await kit.insert('caregiver_certificate', { caregiver_id: id, kind: 'training', issued_on: '2019-01-01', verified_at: new Date() });
  const [older, newer] = [await kit.order(place, { patient: '甲一', service_state: 'completed' }), await kit.order(place, { patient: '乙二', service_state: 'in_service', planned_end: dayFromNow(6) })];
  await kit.stint(await kit.orderId(older), id, 'ended', -30, -20);
  await kit.stint(await kit.orderId(newer), id, 'serving', -2, 7);
  await kit.stint(await kit.orderId(older), id, 'void', -50, -40);
  expect(await ask(caregiver.detail, {}, { no: no.toLowerCase() })).toMatchObject({
    staffNo: no, idNo: '110***********2745', origin: '江苏盐城', languages: ['普通话', '上海话'], hiredOn: '2018-03-23', servingUntil: dayFromNow(6),
    certificates: [{ kind: 'health', number: 'JK1', daysLeft: 40, verified: false }, { kind: 'training', issuedOn: '2019-01-01', expiresOn: null, daysLeft: null, verified: true }],
    postings: [{ hospital: '第一医院', from: '2020-01-01', to: null }],
    stints: [{ orderNo: newer, patientName: '乙二', status: 'serving' }, { orderNo: older, patientName: '甲一', status: 'ended' }],
  });
});

test('of a municipality, whose province is its city, the home region is said once', async () => {
  for (const [province, city, origin] of [['重庆市', '重庆市', '重庆市'], ['四川省', null, '四川省'], [null, '南充市', '南充市'], [null, null, null]]) {
    const { no } = await kit.caregiver('归属地', [place], { origin_province: province, origin_city: city });
    expect(await ask(caregiver.detail, {}, { no })).toMatchObject({ origin });
  }
});
test('what no staff number is, or is gone, is not found', async () => {
  const { no } = await kit.caregiver('已删除', [place], { deleted_at: new Date() });
  for (const wrong of [no, 'x'.repeat(10_000), 'PY1\0', '', '1 or 1=1']) await expect(ask(caregiver.detail, {}, { no: wrong })).rejects.toMatchObject({ fault: 'not_found' });
});

test('found by number, name, reading, initials and phone tail, those at work first', async () => {
  const rested = await kit.caregiver('单雄信', [place], { mobile: '13700006677', status: 'left' });
  const active = await kit.caregiver('单雄', [place], { mobile: '13700006688', id_no: '31010119800101772X' });
  const names = async (q: string) => (await ask(caregiver.find, { q })).map(({ row, why }) => `${row.name} ${why}`);
  expect(await names('单雄')).toEqual(['单雄 name', '单雄信 name']);
  expect(await names('shanxiong')).toEqual(['单雄 pinyin', '单雄信 pinyin']);
  expect(await names('DanXiong')).toEqual(['单雄 pinyin', '单雄信 pinyin']);
  expect(await names('dx')).toEqual(['单雄 initials']);
  expect(await names('6677')).toEqual(['单雄信 phone']);
  expect([await names('772x'), await names('31010119800101772X'), await names('01772x')]).toEqual([['单雄 identity'], ['单雄 identity'], []]);
  expect(await names(active.no.toLowerCase())).toEqual(['单雄 staff']);
  expect((await ask(caregiver.find, { q: rested.no.slice(-4) }))[0]).toMatchObject({ row: { staffNo: rested.no }, why: 'staff' });
  expect(await names('雄信')).toEqual(['单雄信 name']);
  for (const nothing of ['　', '%', '_', '\u0000', 'zzzzzz', '不存在']) expect(await names(nothing)).toEqual([]);
});
