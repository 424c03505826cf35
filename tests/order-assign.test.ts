import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Candidate } from '../src/areas/order/contract.ts';
import { fitOf, type Carer, type Need } from '../src/areas/order/fit.ts';
import { sweep } from '../src/host/sweep.ts';
import { toldWords, type ToldName } from '../src/kernel/refusal.ts';
import { startApi, type Api, type Client } from './kit/api.ts';
import { assignKit } from './kit/assign.ts';
import { dayFromNow, type Place } from './kit/care.ts';

let api: Api;
let kit: Awaited<ReturnType<typeof assignKit>>;
let ops: Client;
let resident: Client;
let place: Place;
let other: Place;
beforeAll(async () => {
  api = await startApi();
  kit = await assignKit(api);
  place = await kit.place('第一医院');
  other = await kit.place('第二医院');
  await api.account({ username: 'ops', role: 2 });
  await api.account({ username: 'resident', role: 3, hospitals: [place.hospitalId] });
  await api.account({ username: 'hospital', role: 4, hospitals: [place.hospitalId] });
  [ops, resident] = [await api.as('ops'), await api.as('resident')];
});
afterAll(() => api.close());

const why = (name: ToldName) => [409, `当前状态不能这样做：${toldWords(name, 'zh-cn')}`];
const said = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message];
const noon = (day: number) => `${dayFromNow(day)}T04:00:00.000Z`;
const midnight = (day: number) => `${dayFromNow(day - 1)}T16:00:00.000Z`;
const assign = (no: string, caregiverNo: string, client = ops) => kit.verb(client, 'assign', no, { caregiverNo });

test('assigned: a stint over the whole stay, its half days and pay, one event, one more version', async () => {
  const no = await kit.stay(place, { from: 2, to: 4, start_half: 'PM', end_half: 'AM', patient: '赵甲' });
  const { no: carer } = await kit.fit('孙一', [place]);
  const { status, body } = await assign(no, carer, resident);
  expect([status, body.result.row]).toMatchObject([200, { orderNo: no, version: 2, status: 'pending_service', caregiverName: '孙一' }]);
  expect(await kit.read(resident, no)).toMatchObject({
    gap: null, payableFen: 20_003, stints: [{ caregiverName: '孙一', from: noon(2), to: noon(4), status: 'planned', exclusive: true, reason: null }],
    timeline: [{ event: 'create' }, { event: 'assign', from: 'pending_assign', to: 'assigned', actor: 'resident的昵称', before: { caregiverName: null }, after: { caregiverName: '孙一', caregiverNo: carer } }],
  });
  expect(await kit.days(no)).toEqual(['0.5 孙一/ 3501/0', '1.0 孙一/ 7001/0', '0.5 孙一/ 3501/0']);
  expect(await api.rows(`select ok from audit_event where action = 'order.assign' and entity_id = $1`, [no])).toEqual([{ ok: true }]);
  expect(said(await assign(no, carer))).toEqual([409, '当前状态不能这样做：订单现在是“待服务”']);
});

describe('each guard refuses with its reason and changes nothing', () => {
  const cases: [ToldName, Record<string, unknown>][] = [
    ['not_active', { status: 'suspended' }], ['not_active', { status: 'pending' }], ['blacklisted', { status: 'blacklisted' }],
    ['not_posted', { posted: `[2020-01-01,${dayFromNow(3)})` }], ['not_posted', { posted: `[${dayFromNow(1)},)` }], ['no_health', { certificate: dayFromNow(-1) }], ['no_health', { certificate: undefined }], ['gender', { gender: 1 }],
  ];
  test.each(cases)('%s %j', async (name, row) => {
    const no = await kit.stay(place, { pref_gender: 2 });
    const { no: carer } = await kit.fit('周二', [place], row);
    const before = await kit.all();
    expect(said(await assign(no, carer))).toEqual(why(name));
    expect(await kit.all()).toEqual(before);
  });
  test('on leave for a part of it; the day after, and postings that follow one another, are fine', async () => {
    const { id, no: carer } = await kit.fit('周三', [place], { posted: `[2020-01-01,${dayFromNow(2)})` });
    await kit.insert('caregiver_hospital', { caregiver_id: id, hospital_id: place.hospitalId, during: `[${dayFromNow(2)},)` });
    await kit.insert('caregiver_leave', { caregiver_id: id, during: `[${midnight(1)},${noon(1)})` });
    expect(said(await assign(await kit.stay(place), carer))).toEqual(why('on_leave'));
    expect((await assign(await kit.stay(place, { from: 1, start_half: 'PM' }), carer)).status).toBe(200);
  });
  test('who is on leave today for some days is away on these alone, in the list, among the candidates and for the server; without days, as a sheet says it, on every day', async () => {
    const [dated, open] = [await kit.fit('周假', [place], { status: 'on_leave' }), await kit.fit('周久', [place], { status: 'on_leave' })];
    await kit.insert('caregiver_leave', { caregiver_id: dated.id, during: `[${midnight(-1)},${midnight(2)})` });
    const stays = [await kit.stay(place, { from: 1, to: 3 }), await kit.stay(place, { from: 2, to: 4 })];
    const seen = await Promise.all(stays.map(async (no) => (await ops.get<Candidate[]>(`/orders/${no}/candidates`, { query: { event: 'assign', q: '周' } })).body.result));
    const blocks = [dated, open].map(({ no }) => seen.map((found) => found.find(({ caregiverNo }) => caregiverNo === no)!.blocks.join()));
    expect(blocks).toEqual([['on_leave', ''], ['not_active', 'not_active']]);
    for (const no of stays) expect(said(await assign(no, open.no))).toEqual(why('not_active'));
    expect(said(await assign(stays[0]!, dated.no))).toEqual(why('on_leave'));
    const free = async ({ no }: { no: string }) => (await ops.get<{ nextFree: string | null }>(`/caregivers/${no}`)).body.result.nextFree;
    expect([await free(dated), await free(open)]).toEqual([dayFromNow(2), null]);
    expect((await assign(stays[1]!, dated.no)).status).toBe(200);
  });
  test('a health certificate that ends on the first day is valid on it; one that ended the day before is not, nor one that begins the day after', async () => {
    const tries = [dayFromNow(2), dayFromNow(1)].map(async (certificate, i) => assign(await kit.stay(place, { from: 2 }), (await kit.fit(`周五${i}`, [place], { certificate })).no));
    const [valid, over] = await Promise.all(tries);
    expect([valid!.status, said(over!)]).toEqual([200, why('no_health')]);
    const { id, no: carer } = await kit.fit('周六', [place]);
    await api.rows(`update caregiver_certificate set issued_on = $2 where caregiver_id = $1 returning id`, [id, dayFromNow(3)]);
    expect(said(await assign(await kit.stay(place, { from: 2 }), carer))).toEqual(why('no_health'));
    await api.rows(`update caregiver_certificate set issued_on = $2 where caregiver_id = $1 returning id`, [id, dayFromNow(2)]);
    expect((await assign(await kit.stay(place, { from: 2 }), carer)).status).toBe(200);
  });
  test('nobody, and somebody of another hospital, are the same', async () => {
    const { no: carer } = await kit.fit('周四', [other]);
    const no = await kit.stay(place);
    expect(said(await assign(no, 'PY0', resident))).toEqual(why('no_caregiver'));
    expect(said(await assign(no, carer, resident))).toEqual(why('no_caregiver'));
    expect(said(await assign(no, carer))).toEqual(why('not_posted'));
  });
});

describe('room', () => {
  test('one to one until noon leaves the afternoon free, not an hour more', async () => {
    const { no: carer } = await kit.fit('吴一', [place]);
    expect((await assign(await kit.stay(place, { from: 1, to: 3, end_half: 'AM' }), carer)).status).toBe(200);
    expect(said(await assign(await kit.stay(place, { from: 3, to: 5 }), carer))).toEqual(why('booked'));
    expect((await assign(await kit.stay(place, { from: 3, to: 5, start_half: 'PM' }), carer)).status).toBe(200);
    expect(said(await assign(await kit.stay(place, { from: 0, to: 9, ...kit.shared(kit.three) }), carer))).toEqual(why('booked'));
  });
  test('shared: as many at any moment as the stricter service allows; nobody beside them alone', async () => {
    const { no: carer } = await kit.fit('吴二', [place]);
    const three = (from: number, to: number) => kit.stay(place, { from, to, ...kit.shared(kit.three) });
    for (const [from, to] of [[0, 2], [3, 5], [0, 5]] as const) expect((await assign(await three(from, to), carer)).status).toBe(200);
    // two at any moment, though three touch these days: a third place is left for three, none for two
    expect(said(await assign(await kit.stay(place, { from: 1, to: 4, ...kit.shared(kit.two) }), carer))).toEqual(why('full'));
    expect((await assign(await three(1, 4), carer)).status).toBe(200);
    expect(said(await assign(await three(5, 8), carer))).toEqual([200, '']);
    expect(said(await assign(await three(2, 3), carer))).toEqual(why('full'));
    expect(said(await assign(await kit.stay(place, { from: 6, to: 8 }), carer))).toEqual(why('shared'));
  });
  test('the database itself refuses both ways, but for what an import tells', async () => {
    const { id } = await kit.fit('吴三', [place]);
    const order = await kit.orderId(await kit.stay(place));
    const second = await kit.orderId(await kit.stay(place));
    await kit.stint(order, id, 'planned', 1, 3, { exclusive: true });
    await expect(kit.stint(second, id, 'planned', 2, 4)).rejects.toThrow('assignment_alone_or_shared');
    await kit.stint(second, id, 'planned', 2, 4, { tolerated: true });
    await kit.stint(second, id, 'planned', 6, 8);
    await expect(kit.stint(order, id, 'planned', 7, 9, { exclusive: true })).rejects.toThrow('assignment_alone_or_shared');
  });
  test('property: a place is given exactly when every half day has one', () => {
    const at = (half: number) => new Date(Date.UTC(2026, 0, 1) + half * 43_200_000).toISOString();
    const stint = fc.record({ from: fc.nat(9), length: fc.integer({ min: 1, max: 6 }), exclusive: fc.boolean(), most: fc.integer({ min: 1, max: 3 }) });
    fc.assert(
      fc.property(fc.array(stint, { maxLength: 5 }), stint, (there, wanted) => {
        const covers = (s: typeof wanted, half: number) => s.from <= half && half < s.from + s.length;
        const room = Array.from({ length: wanted.length }, (_, i) => there.filter((s) => covers(s, wanted.from + i))).every(
          (others) => others.length === 0 || (!wanted.exclusive && others.every((s) => !s.exclusive) && others.length < Math.min(wanted.most, ...others.map((s) => s.most))),
        );
        const stints = there.map((s, i) => ({ orderId: String(i), orderNo: null, from: at(s.from), to: at(s.from + s.length), exclusive: s.exclusive, most: s.exclusive ? 1 : s.most }));
        const carer: Carer = { id: '1', staffNo: 'P', name: '', gender: 2, age: null, level: 'junior', languages: [], ratingAvg: null, ratingCount: 0, patientsNow: 0, status: 'active', postings: [{ hospitalId: '1', from: '', to: null }], leaves: [], health: [{ from: null, to: '2099-01-01' }], stints, served: [] };
        const need: Need = { orderId: 'x', hospitalId: '1', patientId: '1', from: at(wanted.from), to: at(wanted.from + wanted.length), firstDay: '2026-01-01', lastDay: '2026-01-09', exclusive: wanted.exclusive, maxPatients: wanted.exclusive ? 1 : wanted.most, prefGender: null, prefLevel: null, prefLanguage: null };
        expect(fitOf(carer, need).blocks.length === 0).toBe(room);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('change', () => {
  const half = () => (new Date(Date.now() + 8 * 3_600_000).getUTCHours() < 12 ? 'AM' : 'PM');
  async function serving(to = 3): Promise<{ no: string; first: string }> {
    const no = await kit.stay(place, { from: -1, to });
    const { no: first } = await kit.fit('郑一', [place]);
    await assign(no, first);
    expect((await kit.verb(ops, 'start', no, { reason: '家属已在途' })).status).toBe(200);
    return { no, first };
  }
  const change = (no: string, caregiverNo: string, more = {}) => kit.verb(ops, 'change', no, { caregiverNo, reason: '家属要求', ...more });

  test('from the half day it is: the old stint is cut, the new one serves, a day that changes at noon is split to the fen', async () => {
    const { no } = await serving();
    const { no: second } = await kit.fit('郑二', [place]);
    expect((await change(no, second)).body.result.row).toMatchObject({ version: 4, caregiverName: '郑二', status: 'in_service' });
    const at = half() === 'AM' ? midnight(0) : noon(0);
    expect(await kit.read(ops, no)).toMatchObject({
      gap: null, stints: [{ caregiverName: '郑一', from: midnight(-1), to: at, status: 'ended' }, { caregiverName: '郑二', from: at, to: midnight(4), status: 'serving', reason: '家属要求' }],
    });
    expect(await kit.days(no)).toEqual(['1.0 郑一/ 7001/0', half() === 'AM' ? '1.0 郑二/ 7001/0' : '1.0 郑一/郑二 7001/3500', ...Array.from({ length: 3 }, () => '1.0 郑二/ 7001/0')]);
  });
  test('from a later half day, then from an earlier one: what nothing remains of is void, and the first may come back', async () => {
    const { no, first } = await serving();
    const { no: second } = await kit.fit('郑三', [place]);
    expect((await change(no, second, { since: { day: dayFromNow(2), half: 'PM' } })).status).toBe(200);
    expect(await kit.days(no)).toEqual([...Array.from({ length: 3 }, () => '1.0 郑一/ 7001/0'), '1.0 郑一/郑三 7001/3500', '1.0 郑三/ 7001/0']);
    expect(await kit.read(ops, no)).toMatchObject({ caregiverName: '郑一', stints: [{ status: 'serving', to: noon(2) }, { status: 'planned', from: noon(2) }] });
    // who hands over serves until then, not until the order ends
    const until = async (where: string) => (await ops.get<{ list: { servingUntil: string }[] }>('/caregivers', { query: { where: [`staffNo:is:${first}`, where], sort: 'servingUntil' } })).body.result.list.map(({ servingUntil }) => servingUntil);
    expect([await until(`servingUntil:is:${dayFromNow(2)}`), await until(`servingUntil:is:${dayFromNow(3)}`)]).toEqual([[dayFromNow(2)], []]);
    expect((await ops.get(`/caregivers/${first}`)).body.result).toMatchObject({ servingUntil: dayFromNow(2) });
    expect((await change(no, second, { since: { day: dayFromNow(1), half: 'AM' } })).status).toBe(200);
    expect((await kit.read(ops, no)).stints.map(({ caregiverName, status }) => `${caregiverName} ${status}`)).toEqual(['郑一 serving', '郑三 planned', '郑三 void']);
    expect((await change(no, first, { since: { day: dayFromNow(2), half: 'PM' } })).status).toBe(200);
    expect(await kit.days(no)).toEqual(['1.0 郑一/ 7001/0', '1.0 郑一/ 7001/0', '1.0 郑三/ 7001/0', '1.0 郑三/郑一 7001/3500', '1.0 郑一/ 7001/0']);
  });
  test('who comes back at the noon at which they were to go serves that day once, on the roster in one stay', async () => {
    const { no, first } = await serving();
    const { no: second } = await kit.fit('郑九', [place]);
    for (const one of [second, first]) expect((await change(no, one, { since: { day: dayFromNow(2), half: 'PM' } })).status).toBe(200);
    const { list: work } = (await ops.get<{ list: { orderNo: string; days: number }[] }>(`/caregivers/${first}/work`)).body.result;
    expect(work.map(({ orderNo, days }) => [orderNo, days])).toEqual([[no, 1.5], [no, 3.5]]);
    const { list: rows } = (await ops.get<{ list: { caregiver: { staffNo: string }; stints: unknown[] }[] }>('/caregivers/roster', { query: { from: dayFromNow(-2), pageSize: '200' } })).body.result;
    expect(rows.find(({ caregiver }) => caregiver.staffNo === first)!.stints).toEqual([{ orderNo: no, patientName: '李四', coverage: 'full24', status: 'serving', from: dayFromNow(-1), to: dayFromNow(3), begins: 'AM', ends: 'PM' }]);
  });
  test('time hands over by itself: who was planned serves, and who served is done once another has come', async () => {
    const { no } = await serving();
    const { no: second } = await kit.fit('郑八', [place]);
    expect((await change(no, second, { since: { day: dayFromNow(2), half: 'AM' } })).status).toBe(200);
    const states = async () => (await kit.read(ops, no)).stints.map(({ caregiverName, status }) => `${caregiverName} ${status}`);
    await sweep(api.database.db);
    expect(await states()).toEqual(['郑一 serving', '郑八 planned']);
    const id = await kit.orderId(no);
    const pass = (days: number) => api.rows(`update order_assignment set during = tstzrange(lower(during) - interval '${days} days', upper(during) - interval '${days} days') where order_id = $1`, [id]);
    await pass(2);
    expect((await kit.read(ops, no)).caregiverName).toBe('郑八');
    await sweep(api.database.db);
    expect(await states()).toEqual(['郑一 ended', '郑八 serving']);
    await pass(9);
    await sweep(api.database.db);
    expect(await states()).toEqual(['郑一 ended', '郑八 serving']);
  });
  test('before service it is the whole stay', async () => {
    const no = await kit.stay(place, { from: 1, to: 2 });
    const [first, second] = [await kit.fit('郑四', [place]), await kit.fit('郑五', [place])];
    await assign(no, first.no);
    expect((await change(no, second.no)).body.result.row).toMatchObject({ status: 'pending_service', caregiverName: '郑五' });
    expect((await kit.read(ops, no)).stints.map(({ caregiverName, status }) => `${caregiverName} ${status}`).toSorted()).toEqual(['郑五 planned', '郑四 void']);
    expect((await assign(await kit.stay(place, { from: 1, to: 2 }), first.no)).status).toBe(200);
  });
  test('refused: the same one, a half day that is past or beyond the end, a confirmed day, whom a guard refuses; no reason is bad input', async () => {
    const { no, first } = await serving();
    const { no: second } = await kit.fit('郑六', [place]);
    const before = await kit.all();
    expect(said(await change(no, first))).toEqual(why('same_caregiver'));
    for (const since of [{ day: dayFromNow(-1), half: 'PM' }, { day: dayFromNow(4), half: 'AM' }]) expect(said(await change(no, second, { since }))).toEqual(why('shift_past'));
    expect((await change(no, second, { since: { day: '2026-02-30', half: 'AM' } })).status).toBe(400);
    expect((await change(no, second, { reason: undefined })).status).toBe(400);
    expect(said(await change(no, (await kit.fit('郑七', [place], { status: 'left' })).no))).toEqual(why('not_active'));
    await api.rows(`delete from caregiver_hospital where caregiver_id in (select id from caregiver where name = '郑七')`);
    await api.rows(`delete from caregiver_certificate where caregiver_id in (select id from caregiver where name = '郑七')`);
    await api.rows(`delete from caregiver where name = '郑七'`);
    expect(await kit.all()).toEqual(before);
    await api.rows(`update order_service_day set confirmed_at = now() where day = $1 and order_id = $2`, [dayFromNow(1), await kit.orderId(no)]);
    expect(said(await change(no, second))).toEqual(why('day_confirmed'));
    expect((await change(no, second, { since: { day: dayFromNow(2), half: 'AM' } })).status).toBe(200);
  });
});
