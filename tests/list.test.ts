import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { ORDER_FIELDS, type OrderRow } from '../src/areas/order/contract.ts';
import type { Page } from '../src/kernel/endpoint.ts';
import { parseClause, parseSort, writeClause, writeSort, type Clause, type SortKey } from '../src/kernel/list.ts';
import { startApi, type Api, type Client } from './kit/api.ts';
import { careKit, dayFromNow, type Place } from './kit/care.ts';
import { anyClause, anySort, everyClause, everySort, plainIds, questionOf, type Plain } from './kit/list-oracle.ts';
import { ORDERS_PLAIN } from './kit/list-plain.ts';

let api: Api;
let here: Place;
let there: Place;
let ops: Client;
let resident: Client;
const ORDERS = 90;
/** The same dice for every run. */
const dice = (seed: number) => () => ((seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff);
beforeAll(async () => {
  api = await startApi();
  const kit = await careKit(api.database);
  [here, there] = [await kit.place('第一医院', ['骨科', '内科']), await kit.place('第二医院')];
  await api.account({ username: 'ops', role: 2 });
  await api.account({ username: 'resident', role: 3, hospitals: [here.hospitalId] });
  [ops, resident] = [await api.as('ops'), await api.as('resident')];
  const carers = [await kit.caregiver('王芳', [here]), await kit.caregiver('单雄信', [here]), await kit.caregiver('Anna|B', [there])];
  const roll = dice(7);
  const one = <T>(of: readonly T[]): T => of[Math.floor(roll() * of.length)]!;
  for (let n = 0; n < ORDERS; n++) {
    const state = one(['pending_assign', 'assigned', 'in_service', 'completed', 'cancelled']);
    const from = Math.floor(roll() * 60) - 40;
    const place = one([here, here, there]);
    const no = await kit.order(place, {
      department: place === here ? one([0, 1]) : 0, patient: one(['李四', '张三丰', '单雄信', 'Émile', 'O_Neil%', '王 芳']), service_state: state, planned_start: dayFromNow(from), planned_end: dayFromNow(from + Math.floor(roll() * 9)),
      payable_fen: one([0, 10_000, 10_000, 25_050]), paid_fen: one([0, 0, 10_000]), actual_start_at: one([null, new Date(Date.now() + from * 86_400_000 + n * 1_000)]), actual_end_at: state === 'completed' ? new Date(Date.now() - n * 3_600_000) : null,
      created_at: new Date(Date.now() - one([1, 1, 2, 30]) * 86_400_000 - n), source: one(['console', 'phone', 'hospital']), infectious: roll() < 0.3, ...one([{}, {}, { bed_id: null, bed_text: '加1床' }, { bed_id: null, ward_id: null }]),
    });
    const id = await kit.orderId(no);
    if (roll() < 0.5) await kit.stint(id, one(carers).id, one(['planned', 'void', 'ended']), from, from + 1 + n * 0.001);
  }
  await api.rows(`update care_order set deleted_at = now() where id % 29 = 0`);
});
afterAll(() => api.close());

/** Places are known once they are made. */
const plain = (): Plain => ({
  ...ORDERS_PLAIN,
  values: {
    orderNo: ['PH26', '0000', '_', 'ph261'], patientName: ['李', '张三丰', 'shan', 'sxx', 'danxiong', 'é', '%', '_', '王 芳', 'z'], caregiverName: ['王', '单雄信', '芳'], caregiverNo: ['PY100', 'PY'], bedNo: ['加1床', '1', '11'],
    hospitalId: [here.hospitalId, there.hospitalId, '1'], departmentId: here.departments.map(({ id }) => id), wardId: [here.departments[0]!.wardId, '1'], serviceItemId: ['1', '2'],
  },
});
const expected = (where: readonly Clause[], keys: readonly SortKey[], hospital?: string): Promise<string[]> => api.rows<{ row: string }>(plainIds(plain(), where, keys, hospital === undefined ? [] : [`hospital_id = ${hospital}`])).then((rows) => rows.map(({ row }) => row));

const window = async (by: Client, query: object): Promise<Page<OrderRow>> => {
  const { body, status, text } = await by.get<Page<OrderRow>>('/orders', { query: query as Record<string, unknown> });
  expect(status, text).toBe(200);
  return body.result;
};

test('every field with every operator, and every sort either way, as plain SQL says', async () => {
  for (const clause of everyClause(plain())) {
    const { list, total } = await window(ops, { ...questionOf([clause], []), pageSize: '200' });
    expect([writeClause(clause), list.map((row) => row.id)]).toEqual([writeClause(clause), await expected([clause], [])]);
    expect(total).toBe(list.length);
  }
  expect(everyClause(plain()).length).toBeGreaterThan(200);
  for (const key of everySort(plain())) {
    const { list } = await window(ops, { sort: writeSort([key]), pageSize: '200' });
    expect([key, list.map((row) => row.id)]).toEqual([key, await expected([], [key])]);
  }
}, 180_000);

test('several conditions, several keys, any window, any scope: as plain SQL says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyClause(plain()), { maxLength: 2 }), anySort(plain()), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 60 }), fc.boolean(), async (where, keys, pageNum, pageSize, bound) => {
      const all = await expected(where, keys, bound ? here.hospitalId : undefined);
      const { list, total } = await window(bound ? resident : ops, { ...questionOf(where, keys), pageNum: String(pageNum), pageSize: String(pageSize) });
      expect(list.map((row) => row.id)).toEqual(all.slice((pageNum - 1) * pageSize, pageNum * pageSize));
      expect(total).toBe(all.length);
    }),
    { numRuns: 60, seed: 5 },
  );
}, 120_000);

test('find in list goes through every row that is meant, in order, either way and round the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('李四', 'sxx', '加1床', '王芳', '单雄信', '内科', 'PH26', '没有'), fc.array(anyClause(plain()), { maxLength: 1 }), anySort(plain()), fc.boolean(), fc.integer({ min: -1, max: 200 }), async (q, where, keys, back, row) => {
      const question = questionOf(where, keys);
      const all = (await window(ops, { ...question, pageSize: '200' })).list;
      const found = new Map<number, string>();
      let at = -1;
      for (let n = 0; n <= all.length; n++) {
        const { body } = await ops.get<{ index: number; id: string; wrapped: boolean } | null>('/orders/find-in', { query: { ...question, q, row: String(at) } });
        if (body.result === null || body.result.wrapped) break;
        expect(body.result.index).toBeGreaterThan(at);
        found.set((at = body.result.index), body.result.id);
      }
      for (const [index, id] of found) expect(all[index]!.id).toBe(id);
      if (q === 'PH26') expect(found.size).toBe(all.length);
      if (q === '李四') expect([...found.keys()]).toEqual(all.flatMap((each, index) => (each.patientName === q ? [index] : [])));
      const { body: { result } } = await ops.get<{ index: number; wrapped: boolean } | null>('/orders/find-in', { query: { ...question, q, row: String(row), ...(back ? { back: '1' } : {}) } });
      const places = [...found.keys()];
      const next = back ? places.findLast((place) => place < row) : places.find((place) => place > row);
      expect(result === null ? null : [result.index, result.wrapped]).toEqual(places.length === 0 ? null : next === undefined ? [back ? places.at(-1) : places[0], true] : [next, false]);
    }),
    { numRuns: 6, seed: 3 },
  );
}, 120_000);

describe('what the contract refuses', () => {
  test.each(['status:is:gone', 'status:above:1', 'plannedStart:after:2026-13-01', 'plannedStart:is:2026-02-30', 'plannedStart:is:today+', 'balance:is:1.5', 'orderNo:empty', 'waiting:is:today', 'constructor:is:1', 'infectious:is:1', 'hospitalId:is:x', 'orderNo', '', 'patientName:has: ', 'wardId:empty:1'])('the condition %j', async (clause) => {
    expect(parseClause(ORDER_FIELDS, clause)).toBeNull();
    expect((await ops.get('/orders', { query: { where: [clause] } })).body.code).toBe(40_000);
  });
  test.each(['', 'status:up', 'bedNo', 'status,status:desc', 'status:asc:1', 'constructor', 'password_hash'])('the sort %j', async (sort) => {
    expect(parseSort(ORDER_FIELDS, sort)).toBeNull();
    if (sort !== '') expect((await ops.get('/orders', { query: { sort } })).body.code).toBe(40_000);
  });
  test('more conditions than twenty', async () => {
    expect((await ops.get('/orders', { query: { where: Array.from({ length: 21 }, () => 'balance:above:0') } })).status).toBe(400);
  });
});

test('what is written is what is read: a value may hold the signs that part it', () => {
  for (const text of ['patientName:is:a:b|c', 'orderNo:in:a|b', 'wardId:empty', 'createdAt:to:today-3']) expect(writeClause(parseClause(ORDER_FIELDS, text)!)).toBe(text);
  expect(writeSort(parseSort(ORDER_FIELDS, 'plannedStart:desc,balance:asc')!)).toBe('plannedStart:desc,balance');
});

test('rows before totals: `count=0` leaves the total out, `count=only` the rows', async () => {
  const whole = await window(ops, {});
  expect(await window(ops, { count: '0' })).toEqual({ ...whole, total: null });
  expect(await window(ops, { count: 'only' })).toEqual({ ...whole, list: [] });
  const { id } = whole.list[0]!;
  await api.rows('update care_order set deleted_at = now() where id = $1', [id]);
  expect((await window(ops, { count: 'only' })).total).toBe(whole.total! - 1);
  await api.rows('update care_order set deleted_at = null where id = $1', [id]);
  expect((await window(ops, { count: 'only' })).total).toBe(whole.total);
});
