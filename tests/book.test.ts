import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BookPage, HolidayRange, PriceRange, ServiceRow } from '../src/areas/book/contract.ts';
import { toldWords, type ToldName } from '../src/kernel/refusal.ts';
import { startApi, type Answer, type Api, type Client } from './kit/api.ts';
import { careKit, dayFromNow, type Place } from './kit/care.ts';

let api: Api;
let kit: Awaited<ReturnType<typeof careKit>>;
let place: Place;
let admin: Client;
let ops: Client;
beforeAll(async () => {
  api = await startApi();
  kit = await careKit(api.database);
  place = await kit.place('第一医院');
  await api.account({ username: 'admin', role: 1 });
  await api.account({ username: 'ops', role: 2 });
  [admin, ops] = [await api.as('admin'), await api.as('ops')];
});
afterAll(() => api.close());

const said = ({ status, body }: Answer): string => `${status} ${body.message.replace('当前状态不能这样做：', '')}`;
const why = (name: ToldName): string => `409 ${toldWords(name, 'zh-cn')}`;
const CONFLICT = '409 内容已被他人修改，刷新后再试';
const range = (from: string, to: string | null, priceFen = 26_000, shareBp = 7000): PriceRange => ({ from, to, priceFen, shareBp });
const service = (more: Partial<ServiceRow> = {}) => ({ code: `S${Math.random().toString(36).slice(2, 8)}`, name: '一对一', careMode: 'one_to_one', maxPatients: 1, coverage: 'full24', dependency: null, description: null, status: 1, ...more });
const made = async (more: Partial<ServiceRow> = {}): Promise<ServiceRow> => {
  const { status, text, body } = await admin.post<ServiceRow>('/services', { body: service(more) });
  if (status !== 200) throw new Error(text);
  return body.result;
};
const bookOf = async (hospitalId = place.hospitalId): Promise<BookPage> => (await admin.get<BookPage>(`/hospitals/${hospitalId}/book`)).body.result;
const pricesOf = async (serviceId: string): Promise<PriceRange[]> => (await bookOf()).services.find(({ id }) => id === serviceId)!.prices;
const price = (serviceId: string, was: readonly PriceRange[], now: readonly PriceRange[], by = admin) => by.put<PriceRange[]>(`/hospitals/${place.hospitalId}/prices/${serviceId}`, { body: { was, now } });

describe('the catalogue', () => {
  test('a service is made, changed by its version, and shown by code', async () => {
    const row = await made({ code: 'FW-A', name: ' 夜间陪护 ', coverage: 'night' });
    expect(row).toMatchObject({ code: 'FW-A', name: '夜间陪护', coverage: 'night', used: false, version: 1 });
    const edit = async (more: object) => admin.put<ServiceRow>(`/services/${row.id}`, { body: { ...service({ code: 'FW-A', name: '夜班陪护' }), version: 1, ...more } });
    expect((await edit({})).body.result).toMatchObject({ name: '夜班陪护', coverage: 'full24', version: 2 });
    // a row of the list comes back as it was read
    expect((await edit({ ...row, description: '注', version: 2 })).body.result).toEqual({ ...row, description: '注', version: 3 });
    expect(said(await edit({ id: '1999', version: 3 }))).toBe('400 填写有误：id 不能改');
    expect(said(await edit({}))).toBe(CONFLICT);
    expect((await admin.get<ServiceRow[]>('/services')).body.result.map(({ code }) => code)).toEqual([...(await api.rows<{ code: string }>('select code from service_item order by code'))].map(({ code }) => code));
    expect((await api.rows(`select before ->> 'name' as was, after ->> 'name' as is from audit_event where action = 'service.edit' and ok order by id`))).toEqual([{ was: '夜间陪护', is: '夜班陪护' }, { was: '夜班陪护', is: '夜间陪护' }]);
  });
  test('a code that is taken, one to one with two patients, and rubbish are refused', async () => {
    await made({ code: 'FW-B' });
    expect(said(await admin.post('/services', { body: service({ code: 'FW-B' }) }))).toBe('409 已被使用：FW-B');
    for (const more of [{ maxPatients: 2 }, { careMode: 'one_to_many', maxPatients: 13 }, { careMode: 'x' }, { name: ' ' }, { code: '一' }, { status: 2 }]) expect([more, (await admin.post('/services', { body: service(more as Partial<ServiceRow>) })).status]).toEqual([more, 400]);
    expect((await admin.put('/services/999999', { body: { ...service(), version: 1 } })).status).toBe(404);
  });
  test('what orders were made by stands; name and status may change', async () => {
    const row = await made({ careMode: 'one_to_many', maxPatients: 2 });
    await kit.order(place, { service_item_id: row.id });
    const facts = { ...service({ code: row.code, careMode: 'one_to_many', maxPatients: 2 }), version: 1 };
    for (const more of [{ maxPatients: 3 }, { coverage: 'day' }, { careMode: 'one_to_one', maxPatients: 1 }]) expect(said(await admin.put(`/services/${row.id}`, { body: { ...facts, ...more } }))).toBe(why('service_used'));
    expect((await admin.put<ServiceRow>(`/services/${row.id}`, { body: { ...facts, name: '一对二', status: 0 } })).body.result).toMatchObject({ name: '一对二', status: 0, used: true, version: 2 });
  });
});

describe('prices', () => {
  test('are written as a whole, and asked by the day', async () => {
    const { id } = await made();
    const now = [range('2026-01-01', '2026-11-30'), range('2026-12-01', null, 28_000, 7200)];
    expect((await price(id, [], now)).body.result).toEqual(now);
    expect(await pricesOf(id)).toEqual(now);
    const on = async (day: string): Promise<number | undefined> => (await ops.get<{ id: string; priceFen: number }[]>(`/hospitals/${place.hospitalId}/services`, { query: { day } })).body.result.find((one) => one.id === id)?.priceFen;
    expect([await on('2025-12-31'), await on('2026-11-30'), await on('2026-12-01'), await on('2030-01-01')]).toEqual([undefined, 26_000, 28_000, 28_000]);
    expect(await api.rows(`select before, after, hospital_id::text from audit_event where action = 'hospital.price' and ok order by id desc limit 1`)).toEqual([{ before: { serviceName: '一对一', prices: [] }, after: { serviceName: '一对一', prices: now }, hospital_id: place.hospitalId }]);
  });
  test('no day has two, nothing is written then, and what stays is not touched', async () => {
    const { id } = await made();
    const first = [range('2026-01-01', null)];
    await price(id, [], first);
    const before = await api.rows('select id from service_price where service_item_id = $1', [id]);
    for (const now of [[range('2026-01-01', null), range('2026-06-01', '2026-06-01', 1)], [range('2026-01-01', '2026-06-30'), range('2026-06-30', null, 1)]]) expect(said(await price(id, first, now))).toBe(why('price_overlap'));
    expect(await pricesOf(id)).toEqual(first);
    expect((await price(id, first, [range('2025-01-01', '2025-12-31', 1), ...first])).status).toBe(200);
    expect(await api.rows('select id from service_price where service_item_id = $1 and lower(valid) = $2', [id, '2026-01-01'])).toEqual(before);
  });
  test('what is no longer what was seen is refused; of two at once exactly one wins', async () => {
    const { id } = await made();
    const first = [range('2026-01-01', null)];
    await price(id, [], first);
    expect(said(await price(id, [], [range('2026-02-01', null)]))).toBe(CONFLICT);
    expect(said(await price(id, [range('2026-01-01', null, 25_999)], []))).toBe(CONFLICT);
    const both = await Promise.all([price(id, first, [range('2026-01-01', null, 1)]), price(id, first, [range('2026-01-01', null, 2)])]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await pricesOf(id)).toEqual(both.find(({ status }) => status === 200)!.body.result);
  });
  test('what is no range is refused', async () => {
    const { id } = await made();
    for (const now of [[range('2026-02-30', null)], [range('2026-01-02', '2026-01-01')], [range('2026-01-01', '2026-13-01')], [range('2026-01-01', null, 0)], [range('2026-01-01', null, 1, 10_001)], [range('2026-01-01', null), range('2026-01-01', null)]]) expect([now, (await price(id, [], now)).status]).toEqual([now, 400]);
    expect((await price('999999', [], [])).status).toBe(404);
    expect((await admin.put(`/hospitals/999999/prices/${id}`, { body: { was: [], now: [] } })).status).toBe(404);
    await expect(api.database.pool.query(`insert into service_price (hospital_id, service_item_id, price_fen, valid) values ($1, $2, 1, 'empty')`, [place.hospitalId, id])).rejects.toThrow(/service_price_days/);
  });
  test('any ranges are taken if and only if no day has two', async () => {
    const { id } = await made();
    const spot = fc.record({ from: fc.integer({ min: 0, max: 30 }), length: fc.option(fc.integer({ min: 0, max: 10 })), priceFen: fc.integer({ min: 1, max: 3 }) });
    await fc.assert(fc.asyncProperty(fc.uniqueArray(spot, { maxLength: 5, selector: ({ from }) => from }), async (spots) => {
      const now = spots.map(({ from, length, priceFen }) => range(dayFromNow(from), length === null ? null : dayFromNow(from + length), priceFen));
      const counts = Array.from({ length: 60 }, (_, i) => dayFromNow(i)).map((day) => now.filter(({ from, to }) => from <= day && (to === null || day <= to)).length);
      const was = await pricesOf(id);
      const { status, body } = await price(id, was, now);
      if (!counts.every((n) => n < 2)) return status === 409 && JSON.stringify(await pricesOf(id)) === JSON.stringify(was);
      return status === 200 && JSON.stringify(body.result) === JSON.stringify(now.toSorted((a, b) => (a.from < b.from ? -1 : 1)));
    }), { numRuns: 40 });
  });
});

describe('holidays and shifts', () => {
  const day = (name: string, from: string, to: string, multiplierBp = 20_000): HolidayRange => ({ name, from, to, multiplierBp });
  test('a hospital has its own beside those of every hospital, and its own come first', async () => {
    const common = [day('国庆节', '2027-10-01', '2027-10-03')];
    const own = [day('院庆', '2027-10-02', '2027-10-02', 15_000)];
    expect((await admin.put<HolidayRange[]>('/holidays', { body: { was: [], now: common } })).body.result).toEqual(common);
    expect((await admin.put<HolidayRange[]>(`/hospitals/${place.hospitalId}/holidays`, { body: { was: [], now: own } })).body.result).toEqual(own);
    expect(await bookOf()).toMatchObject({ holidays: own, common });
    const { id } = await made();
    await price(id, [], [range('2027-01-01', null, 10_000)]);
    const { body } = await ops.get<{ days: { amountFen: number }[] }>('/orders/quote', { query: { hospitalId: place.hospitalId, serviceItemId: id, plannedStart: '2027-09-30', startHalf: 'AM', plannedEnd: '2027-10-03', endHalf: 'PM' } });
    expect(body.result.days.map(({ amountFen }) => amountFen)).toEqual([10_000, 20_000, 15_000, 20_000]);
    expect(said(await admin.put(`/hospitals/${place.hospitalId}/holidays`, { body: { was: own, now: [...own, day('别的', '2027-10-01', '2027-10-02')] } }))).toBe(why('holiday_overlap'));
    expect(said(await admin.put('/holidays', { body: { was: [], now: [] } }))).toBe(CONFLICT);
    expect((await admin.put('/holidays', { body: { was: common, now: [] } })).body.result).toEqual([]);
    for (const now of [[day('', '2027-01-01', '2027-01-01')], [day('减价', '2027-01-01', '2027-01-01', 9_999)], [day('反', '2027-01-02', '2027-01-01')]]) expect((await admin.put('/holidays', { body: { was: [], now } })).status).toBe(400);
  });
  test('shifts are set, changed and cleared', async () => {
    const put = (was: object, now: object) => admin.put(`/hospitals/${place.hospitalId}/shifts`, { body: { was, now } });
    const [none, set] = [{ day: null, night: null }, { day: { start: '07:30', end: '19:30' }, night: { start: '19:30', end: '07:30' } }];
    expect((await put(none, set)).body.result).toEqual(set);
    expect(said(await put(none, none))).toBe(CONFLICT);
    expect((await bookOf()).shifts).toEqual(set);
    expect((await put(set, { ...set, night: null })).body.result).toEqual({ ...set, night: null });
    expect((await put(set, { day: { start: '24:00', end: '07:00' }, night: null })).status).toBe(400);
  });
});

test('only role 1 reads and writes the book', async () => {
  const calls = async (by: Client) => [await by.get('/services'), await by.get(`/hospitals/${place.hospitalId}/book`), await by.post('/services', { body: service() }), await price('1', [], [], by), await by.put('/holidays', { body: { was: [], now: [] } })].map(({ status }) => status);
  expect(await calls(ops)).toEqual([403, 403, 403, 403, 403]);
  expect(await calls(api.anonymous)).toEqual([401, 401, 401, 401, 401]);
  expect((await admin.get('/hospitals/999999/book')).status).toBe(404);
});
