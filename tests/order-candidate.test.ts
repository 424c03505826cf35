import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Candidate } from '../src/areas/order/contract.ts';
import { startApi, type Api, type Client } from './kit/api.ts';
import { assignKit } from './kit/assign.ts';
import { dayFromNow, type Place } from './kit/care.ts';

let api: Api;
let kit: Awaited<ReturnType<typeof assignKit>>;
let ops: Client;
let resident: Client;
let hospital: Client;
let place: Place;
let other: Place;
beforeAll(async () => {
  api = await startApi();
  kit = await assignKit(api);
  [place, other] = [await kit.place('第一医院', ['骨科', '内科']), await kit.place('第二医院')];
  await api.account({ username: 'ops', role: 2 });
  await api.account({ username: 'resident', role: 3, hospitals: [place.hospitalId] });
  await api.account({ username: 'hospital', role: 4, hospitals: [place.hospitalId] });
  [ops, resident, hospital] = [await api.as('ops'), await api.as('resident'), await api.as('hospital')];
});
afterAll(() => api.close());

const ask = async (client: Client, no: string, query: Record<string, unknown> = { event: 'assign' }) => (await client.get<Candidate[]>(`/orders/${no}/candidates`, { query })).body.result;
const brief = (found: Candidate[]) => found.map(({ name, fits, blocks }) => `${name}: ${blocks.length > 0 ? `not ${blocks.join()}` : fits.join()}`);
interface Verdict {
  orderNo: string;
  version: number;
  patientName: string;
  refusal: string | null;
}
const check = async (client: Client, body: object) => (await client.post<Verdict[]>('/orders/check', { body })).body.result;

test('candidates: best first, each with its reasons; those who may not come last, with why and what stands in the way', async () => {
  const patient_id = await kit.patient('冯病人');
  const wishes = { pref_gender: 2, pref_language: '上海话', pref_level: 'senior', patient_id };
  const no = await kit.stay(place, { from: 2, to: 6, ...wishes });
  const abroad = await kit.stay(other, { from: 4, to: 9 });
  const known = await kit.stay(place, { from: -20, to: -15, patient_id });
  const carers = {
    plain: await kit.fit('陈平', [place], { rating_avg: 4.9, rating_count: 3 }),
    speaks: await kit.fit('陈语', [place], { languages: ['普通话', '上海话'] }),
    // to the last day of the stay, that one included
    knows: await kit.fit('陈熟', [place], { certificate: dayFromNow(6) }),
    ends: await kit.fit('陈期', [place], { languages: ['上海话'], level: 'expert', certificate: dayFromNow(4) }),
    man: await kit.fit('陈男', [place], { gender: 1 }),
    busy: await kit.fit('陈忙', [place, other]),
    leaving: await kit.fit('陈离', [place], { posted: `[2020-01-01,${dayFromNow(4)})` }),
    gone: await kit.fit('陈走', [place], { posted: `[2020-01-01,${dayFromNow(1)})` }),
    elsewhere: await kit.fit('陈远', [other]),
    off: await kit.fit('陈停', [place], { status: 'suspended', certificate: dayFromNow(1) }),
  };
  await kit.stint(await kit.orderId(known), carers.knows.id, 'ended', -20, -14);
  await kit.verb(ops, 'assign', abroad, { caregiverNo: carers.busy.no });

  const before = await kit.all();
  const found = await ask(ops, no);
  expect(brief(found)).toEqual([
    '陈语: posted,free,certificate,gender,language', '陈熟: posted,free,certificate,gender,knows_patient', '陈平: posted,free,certificate,gender,rating', '陈期: posted,free,gender,language,level',
    '陈男: not gender', '陈忙: not booked', '陈离: not not_posted', '陈停: not no_health,not_active',
  ]);
  expect(found.find(({ name }) => name === '陈期')).toMatchObject({ caregiverNo: carers.ends.no, gender: 2, level: 'expert', languages: ['上海话'], ratingAvg: null, ratingCount: 0, patientsNow: 0, certificateEndsOn: dayFromNow(4), blockedBy: null });
  expect(found.find(({ name }) => name === '陈忙')!.blockedBy).toBe(abroad);
  // what is out of scope stands in the way, but is not named
  expect((await ask(resident, no)).find(({ name }) => name === '陈忙')).toMatchObject({ blocks: ['booked'], blockedBy: null });
  // and of how one is rated, what was said within reach
  for (const [who, rated] of [[ops, { ratingAvg: 4.9, ratingCount: 3 }], [resident, { ratingAvg: null, ratingCount: 0 }]] as const) expect((await ask(who, no)).find(({ name }) => name === '陈平')).toMatchObject(rated);
  // whoever is asked for by name is told why not, within reach
  expect(brief(await ask(ops, no, { event: 'assign', q: 'chenyuan' }))).toEqual(['陈远: not not_posted']);
  expect(brief(await ask(ops, no, { event: 'assign', q: 'cyuan' }))).toEqual(['陈远: not not_posted']);
  // as an input method composes it: a syllable ends where it says so
  for (const q of ["chen'yuan", "chen'yu", "c'y", "Chen’yuan"]) expect(brief(await ask(ops, no, { event: 'assign', q })), q).toContain('陈远: not not_posted');
  for (const q of ["che'nyuan", "chenyu'an"]) expect(await ask(ops, no, { event: 'assign', q }), q).toEqual([]);
  expect(brief(await ask(ops, no, { event: 'assign', q: carers.elsewhere.no.toLowerCase() }))).toEqual(['陈远: not not_posted']);
  expect(await ask(resident, no, { event: 'assign', q: '陈远' })).toEqual([]);
  expect(await kit.all()).toEqual(before);
  expect((await hospital.get(`/orders/${no}/candidates`, { query: { event: 'assign' } })).status).toBe(403);
  expect((await resident.get(`/orders/${abroad}/candidates`, { query: { event: 'assign' } })).status).toBe(404);
});

test('how many patients a caregiver has, and whether they know this one, is told within reach', async () => {
  const patient_id = await kit.patient('冯双处');
  const no = await kit.stay(place, { from: 12, to: 14, patient_id });
  const twice = await kit.fit('陈双', [place, other]);
  const [theirs, past] = [await kit.stay(other, { from: -1, to: 1 }), await kit.stay(other, { from: -9, to: -6, patient_id })];
  await kit.stint(await kit.orderId(theirs), twice.id, 'serving', -1, 2);
  await kit.stint(await kit.orderId(past), twice.id, 'ended', -9, -5);
  for (const [who, shown] of [[ops, [1, true]], [resident, [0, false]]] as const) {
    const one = (await ask(who, no)).find(({ name }) => name === '陈双')!;
    expect([one.patientsNow, one.fits.includes('knows_patient')]).toEqual(shown);
  }
});
test('candidates for a change and for an extension are asked for that part alone', async () => {
  const no = await kit.stay(place, { from: -1, to: 3 });
  const [one, late] = [await kit.fit('褚一', [place]), await kit.fit('褚晚', [place], { posted: `[${dayFromNow(3)},)` })];
  await kit.verb(ops, 'assign', no, { caregiverNo: one.no });
  await kit.verb(ops, 'start', no, { reason: '先开始' });
  const blocks = async (query: Record<string, unknown>) => (await ask(ops, no, { ...query, q: '褚晚' }))[0]!.blocks;
  expect(await blocks({ event: 'change' })).toEqual(['not_posted']);
  expect((await ask(ops, no, { event: 'change', q: '褚一' }))[0]!.blocks).toEqual(['same_caregiver']);
  expect(await blocks({ event: 'change', day: dayFromNow(3), half: 'AM' })).toEqual([]);
  expect(await blocks({ event: 'extend', plannedEnd: dayFromNow(6), endHalf: 'AM' })).toEqual([]);
  const status = async (query: Record<string, unknown>) => (await ops.get(`/orders/${no}/candidates`, { query })).status;
  expect([await status({ event: 'change', day: dayFromNow(4) }), await status({ event: 'extend', plannedEnd: dayFromNow(3), endHalf: 'PM' })]).toEqual([409, 409]);
  expect([await status({ event: 'extend' }), await status({ event: 'extend', plannedEnd: '2026-02-30' }), await status({ event: 'change', day: '2026-13-01' }), await status({ event: 'start' })]).toEqual([400, 400, 400, 400]);
  const { no: freed } = late;
  expect((await kit.verb(ops, 'change', no, { caregiverNo: freed, reason: '到岗', since: { day: dayFromNow(3), half: 'AM' } })).status).toBe(200);
});

test('who still serves past the planned end is not free in this half day, whichever way they are booked; who handed over is', async () => {
  const { no: late } = await kit.fit('蒋迟', [place]);
  const serving = async (to: number, carer: string) => {
    const no = await kit.stay(place, { from: -3, to });
    for (const [verb, body] of [['assign', { caregiverNo: carer }], ['start', { reason: '先开始' }]] as const) expect((await kit.verb(ops, verb, no, body)).status).toBe(200);
    return no;
  };
  const [today, tomorrow] = [await kit.stay(place, { from: 0, to: 2 }), await kit.stay(place, { from: 1, to: 2 })];
  // who was booked before they were late stays so, also where that is taken back
  const did = async (verb: string, no: string, body = {}) => expect([verb, (await kit.verb(ops, verb, no, body)).status]).toEqual([verb, 200]);
  await did('assign', today, { caregiverNo: late });
  const over = await serving(-1, late);
  for (const verb of ['unassign', 'undo', 'unassign']) await did(verb, today);
  const [running, ended] = [await serving(2, (await kit.fit('蒋换', [place])).no), await serving(-1, (await kit.fit('蒋长', [place])).no)];
  const longer = { plannedEnd: dayFromNow(1), endHalf: 'PM' };
  for (const [no, query] of [[today, { event: 'assign' }], [running, { event: 'change' }], [ended, { event: 'extend', ...longer }]] as const) expect([query, (await ask(ops, no, { ...query, q: '蒋迟' }))[0]]).toMatchObject([query, { blocks: ['booked'], blockedBy: over, patientsNow: 1 }]);
  expect((await check(ops, { event: 'assign', nos: [today, tomorrow], caregiverNo: late })).map(({ refusal }) => refusal)).toEqual(['booked', null]);
  expect((await check(ops, { event: 'change', nos: [running], caregiverNo: late })).map(({ refusal }) => refusal)).toEqual(['booked']);
  for (const [verb, no, body] of [['assign', today, {}], ['change', running, { reason: '家属要求' }], ['extend', ended, longer]] as const) expect([verb, (await kit.verb(ops, verb, no, { caregiverNo: late, ...body })).status]).toEqual([verb, 409]);
  expect((await kit.verb(ops, 'assign', tomorrow, { caregiverNo: late })).status).toBe(200);
  // another has come, which the next sweep will tell
  await kit.insert('order_assignment', { order_id: await kit.orderId(over), caregiver_id: (await kit.fit('蒋接', [place])).id, during: `[${dayFromNow(0)} 00:00+08,${dayFromNow(1)} 00:00+08)`, exclusive: true, status: 'planned', assigned_by: kit.actorId });
  expect((await ask(ops, running, { event: 'change', day: dayFromNow(0), half: 'PM', q: '蒋迟' }))[0]).toMatchObject({ blocks: ['booked'], blockedBy: tomorrow, patientsNow: 0 });
});

test('a dry run says of each order what the event would meet; one caregiver has room but once; nothing is written', async () => {
  const [first, overlapping, later, foreign] = [await kit.stay(place, { from: 1, to: 3, patient: '卫甲' }), await kit.stay(place, { from: 2, to: 4 }), await kit.stay(place, { from: 5, to: 6 }), await kit.stay(other)];
  const begun = await kit.stay(place, { service_state: 'in_service' });
  const { no: carer } = await kit.fit('卫护', [place]);
  const before = await kit.all();
  const nos = [first, overlapping, later, begun, foreign, 'PH0', first];
  expect((await check(resident, { event: 'assign', nos, caregiverNo: carer })).map(({ orderNo, refusal }) => [orderNo, refusal])).toEqual([[first, null], [overlapping, 'booked'], [later, null], [begun, 'is_in_service']]);
  // what comes in pieces is one selection: they have no room twice, and an order that a piece before was told it may not have takes none
  expect((await check(resident, { event: 'assign', nos: [overlapping, later], booked: [first, begun, foreign], caregiverNo: carer })).map(({ orderNo, refusal }) => [orderNo, refusal])).toEqual([[overlapping, 'booked'], [later, null]]);
  expect((await check(resident, { event: 'assign', nos: [first], caregiverNo: 'PY0' }))[0]!.refusal).toBe('no_caregiver');
  expect(await check(resident, { event: 'assign', nos: [first] })).toEqual([{ id: await kit.orderId(first), orderNo: first, version: 1, patientName: '卫甲', refusal: null }]);
  expect((await check(ops, { event: 'start', nos: [first, begun] })).map(({ refusal }) => refusal)).toEqual(['is_pending_assign', 'is_in_service']);
  expect((await check(ops, { event: 'cancel', nos: [first, begun] })).map(({ refusal }) => refusal)).toEqual([null, 'is_in_service']);
  expect((await check(ops, { event: 'change', nos: [begun], caregiverNo: carer })).map(({ refusal }) => refusal)).toEqual([null]);
  expect(await kit.all()).toEqual(before);
  expect((await hospital.post('/orders/check', { body: { event: 'assign', nos: [first] } })).status).toBe(403);
  // what the dry run said is what happens
  expect((await kit.verb(resident, 'assign', first, { caregiverNo: carer })).status).toBe(200);
  expect((await kit.verb(resident, 'assign', overlapping, { caregiverNo: carer })).status).toBe(409);
  expect((await kit.verb(resident, 'assign', later, { caregiverNo: carer })).status).toBe(200);
});

test('places of a hospital: departments, wards and beds with who lies there, as far as one reaches', async () => {
  const mine = await kit.place('第三医院', ['外科', '儿科']);
  const [surgery, children] = mine.departments as [Place['departments'][number], Place['departments'][number]];
  for (const bed_no of ['10', '2', '加1']) await kit.insert('hospital_bed', { ward_id: surgery.wardId, hospital_id: mine.hospitalId, bed_no, status: bed_no === '2' ? 0 : 1 });
  const coming = await kit.stay(mine, { from: 5, to: 6, patient: '来者' });
  const there = await kit.stay(mine, { from: 0, to: 2, patient: '住者', service_state: 'in_service' });
  await kit.stay(mine, { service_state: 'completed', patient: '走者', bed_id: children.bedId, department_id: children.id, ward_id: children.wardId });
  const { body } = await ops.get(`/hospitals/${mine.hospitalId}/places`);
  const order = { orderNo: there, patientName: '住者', from: dayFromNow(0), to: dayFromNow(2) };
  expect(coming).not.toBe(there);
  expect(body.result).toMatchObject({
    id: mine.hospitalId, name: '第三医院', status: 1,
    departments: [
      { id: surgery.id, name: '外科', wards: [{ id: surgery.wardId, name: '外科一病区', beds: [{ bedNo: '2', status: 0, order: null }, { bedNo: '10', order: null }, { id: surgery.bedId, bedNo: '11', order }, { bedNo: '加1', order: null }] }] },
      { id: children.id, name: '儿科', wards: [{ beds: [{ order: null }] }] },
    ],
  });
  const user = await api.account({ username: 'surgeon', role: 3 });
  await api.rows('insert into sys_user_hospital (user_id, hospital_id, department_ids) values ($1, $2, $3)', [user, mine.hospitalId, [children.id]]);
  const bound = await api.as('surgeon');
  expect((await bound.get<{ departments: { name: string }[] }>(`/hospitals/${mine.hospitalId}/places`)).body.result.departments.map(({ name }) => name)).toEqual(['儿科']);
  for (const id of [place.hospitalId, '0', '999999999999']) expect((await bound.get(`/hospitals/${id}/places`)).status).toBe(404);
});

test('hospitals, departments and wards come with how their names are typed', async () => {
  const mine = await kit.place('清江医院', ['骨科']);
  await api.rows("update hospital set name_pinyin = 'qingjiangyiyuan qingjiangyiyuen', name_initials = 'qjyy' where id = $1", [mine.hospitalId]);
  const typed = async (path: string) => (await ops.get<unknown>(path)).body.result;
  expect(await typed('/hospitals/options')).toEqual(expect.arrayContaining([{ id: mine.hospitalId, name: '清江医院', keywords: ['qingjiangyiyuan', 'qjyy'] }]));
  expect(await typed(`/hospitals/${mine.hospitalId}/places`)).toMatchObject({ departments: [{ name: '骨科', keywords: ['guke', 'gk'], wards: [{ name: '骨科一病区', keywords: ['gukeyibingqu', 'gkybq'] }] }] });
});

test('services of a hospital on a day: those that are on and have a price then', async () => {
  const mine = await kit.place('第四医院');
  const price = (service_item_id: string, price_fen: number, valid: string, hospital_id = mine.hospitalId) => kit.insert('service_price', { hospital_id, service_item_id, price_fen, valid });
  await price(kit.two, 18_000, '[2026-01-01,2026-07-01)');
  await price(kit.two, 19_000, '[2026-07-01,)');
  await price(kit.three, 12_000, '[2026-01-01,)', place.hospitalId);
  await price(await kit.insert('service_item', { code: 'off', name: '停', care_mode: 'one_to_one', coverage: 'day', status: 0 }), 1, '[2026-01-01,)');
  const on = async (day: string) => (await ops.get<{ priceFen: number }[]>(`/hospitals/${mine.hospitalId}/services`, { query: { day } })).body.result;
  expect(await on('2026-06-30')).toEqual([{ id: kit.two, code: 's-one_to_many-2', name: 'one_to_many 2', careMode: 'one_to_many', maxPatients: 2, coverage: 'full24', dependency: null, priceFen: 18_000 }]);
  expect((await on('2026-07-01')).map(({ priceFen }) => priceFen)).toEqual([19_000]);
  expect(await on('2025-12-31')).toEqual([]);
  expect((await ops.get(`/hospitals/${mine.hospitalId}/services`, { query: { day: '2026-02-30' } })).status).toBe(400);
  expect((await resident.get(`/hospitals/${mine.hospitalId}/services`, { query: { day: '2026-07-01' } })).status).toBe(404);
});
