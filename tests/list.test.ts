import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { ORDER_FIELDS, type OrderRow } from '../src/areas/order/contract.ts';
import type { Page } from '../src/kernel/endpoint.ts';
import { operatorsOf, parseClause, parseSort, writeClause, writeSort, type Clause, type ListField, type Operator } from '../src/kernel/list.ts';
import { startApi, type Api, type Client } from './kit/api.ts';
import { careKit, dayFromNow, type Place } from './kit/care.ts';

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

/** What each field is in plain SQL over `plain`, written without the kit. */
const PLAIN = `(select o.*, o.id as oid, p.name as patient, p.name_pinyin as pinyin, p.name_initials as initials, coalesce(b.bed_no, o.bed_text) as bed,
  case when o.paid_fen = 0 and o.payable_fen > 0 then 'unpaid' when o.balance_fen > 0 then 'partial' when o.balance_fen = 0 then 'paid' else 'refund_due' end as payment,
  coalesce(o.waiting_since, o.actual_end_at, o.actual_start_at, o.created_at) as since,
  array(select g.name from order_assignment a join caregiver g on g.id = a.caregiver_id where a.order_id = o.id and a.status <> 'void') as carers,
  array(select g.staff_no from order_assignment a join caregiver g on g.id = a.caregiver_id where a.order_id = o.id and a.status <> 'void') as carer_nos
  from care_order o join patient p on p.id = o.patient_id left join hospital_bed b on b.id = o.bed_id where o.deleted_at is null) x`;
const VALUE: Record<keyof typeof ORDER_FIELDS, string> = {
  orderNo: 'order_no', patientName: 'patient', status: 'status', paymentState: 'payment', hospitalId: 'hospital_id', departmentId: 'department_id', wardId: 'ward_id', bedNo: 'bed', serviceItemId: 'service_item_id', careMode: 'care_mode', coverage: 'coverage', source: 'source',
  caregiverName: 'carers', caregiverNo: 'carer_nos', infectious: 'infectious', plannedStart: 'planned_start', plannedEnd: 'planned_end', actualStart: 'actual_start_at', actualEnd: 'actual_end_at', createdAt: 'created_at', payable: 'payable_fen', balance: 'balance_fen', waiting: 'since',
};
type Name = keyof typeof ORDER_FIELDS;
const fieldOf = (name: string): ListField => ORDER_FIELDS[name as Name];
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const dayIn = (value: string): string => (value.startsWith('today') ? dayFromNow(Number(value.slice(5) || 0)) : value);
const ofDay = (column: string): string => `(${column} at time zone 'Asia/Shanghai')::date`;
/** A condition in plain SQL, by cases and not by the kit's ways. */
function plain({ field, operator, values }: Clause): string {
  const { type } = fieldOf(field);
  const column = VALUE[field as Name];
  const many = column === 'carers' || column === 'carer_nos';
  const any = (test: (value: string) => string): string => (many ? `exists (select 1 from unnest(${column}) v where ${test('v')})` : test(type === 'instant' ? ofDay(column) : column));
  const value = type === 'day' || type === 'instant' ? `${quoted(dayIn(values[0] ?? ''))}::date` : type === 'flag' ? values[0]! : quoted(values[0] ?? '');
  const like = (pattern: string): string => quoted(pattern.replace(/[\\%_]/g, '\\$&').replace(/^|$/g, '')).slice(1, -1);
  const compare = (sign: string): string => any((v) => `(${v} ${sign} ${value})`);
  switch (operator) {
    case 'empty': return many ? `cardinality(${column}) = 0` : `${column} is null`;
    case 'filled': return many ? `cardinality(${column}) > 0` : `${column} is not null`;
    case 'is': return compare('=');
    case 'not': return `(${compare('=')}) is not true`;
    case 'in': return any((v) => `${v}::text in (${values.map(quoted).join(', ')})`);
    case 'starts': return any((v) => `lower(${v}) like lower('${like(values[0]!)}%')`);
    case 'has': {
      const read = /^[a-z ]+$/i.test(values[0]!) && field === 'patientName' ? ` or pinyin like '%${values[0]!.toLowerCase()}%' and length('${values[0]!}') >= 3 or pinyin ~ '(^| )${values[0]!.toLowerCase()}' or initials like '${values[0]!.toLowerCase()}%' or '${values[0]!.toLowerCase()}' = any(string_to_array(initials, ' '))` : '';
      return any((v) => `(lower(${v}) like lower('%${like(values[0]!)}%')${read})`);
    }
    default: return compare({ before: '<', below: '<', after: '>', above: '>', from: '>=', to: '<=' }[operator]);
  }
}
const SORTED: Partial<Record<Name, string[]>> = {
  status: [`array_position(array['pending_assign', 'pending_service', 'in_service', 'pending_payment', 'pending_evaluation', 'refunding', 'closed', 'cancelled'], status)`],
  patientName: [`coalesce(nullif(pinyin, ''), lower(patient)) collate "C"`, 'patient collate "C"'], waiting: [`(status in ('closed', 'cancelled'))`, 'since'], orderNo: ['order_no collate "C"'],
};
const plainOrder = (keys: readonly { field: string; desc: boolean }[]): string => [...keys.flatMap(({ field, desc }) => (SORTED[field as Name] ?? [VALUE[field as Name]]).map((key) => `${key} ${desc ? 'desc' : 'asc'} nulls last`)), `oid ${keys.at(-1)?.desc ?? true ? 'desc' : 'asc'}`].join(', ');
const expected = (where: readonly Clause[], keys: readonly { field: string; desc: boolean }[], hospital?: string): Promise<string[]> =>
  api.rows<{ no: string }>(`select order_no as no from ${PLAIN} where ${[...(hospital === undefined ? [] : [`hospital_id = ${hospital}`]), ...where.map((clause) => `(${plain(clause)})`)].join(' and ') || 'true'} order by ${plainOrder(keys)}`).then((rows) => rows.map(({ no }) => no));

const VALUES: Record<string, readonly string[]> = {
  orderNo: ['PH26', '0000', '_', 'ph261'], patientName: ['李', '张三丰', 'shan', 'sxx', 'danxiong', 'é', '%', '_', '王 芳', 'z'], caregiverName: ['王', '单雄信', '芳'], caregiverNo: ['PY100', 'PY'], bedNo: ['加1床', '1', '11'],
};
const values = (name: string, { type, values: choices }: ListField): readonly string[] =>
  choices ?? VALUES[name] ?? (type === 'flag' ? ['true', 'false'] : type === 'id' ? [here.hospitalId, there.hospitalId, here.departments[1]!.id, here.departments[0]!.wardId, '1'] : type === 'day' || type === 'instant' ? [dayFromNow(-3), dayFromNow(0), 'today', 'today-20', 'today+4', '2020-02-29'] : ['0', '10000', '-10000', '15050', '25050']);
const clauses = (): fc.Arbitrary<Clause> =>
  fc.constantFrom(...(Object.keys(ORDER_FIELDS) as Name[]).filter((name) => fieldOf(name).filter !== false)).chain((field) =>
    fc.constantFrom(...operatorsOf(fieldOf(field))).chain((operator: Operator) => {
      const from = fc.constantFrom(...values(field, fieldOf(field)).filter((value) => operator !== 'in' || !value.includes('|')));
      const given = operator === 'empty' || operator === 'filled' ? fc.constant([]) : operator === 'in' ? fc.uniqueArray(from, { minLength: 1, maxLength: 3 }) : fc.tuple(from);
      return given.map((list) => ({ field, operator, values: list as string[] }));
    }),
  );
const sorts = fc.uniqueArray(fc.record({ field: fc.constantFrom(...(Object.keys(ORDER_FIELDS) as Name[]).filter((name) => fieldOf(name).sort === true)), desc: fc.boolean() }), { maxLength: 3, selector: ({ field }) => field });

const window = async (by: Client, query: object): Promise<Page<OrderRow>> => {
  const { body, status, text } = await by.get<Page<OrderRow>>('/orders', { query: query as Record<string, unknown> });
  expect(status, text).toBe(200);
  return body.result;
};
const questionOf = (where: readonly Clause[], keys: readonly { field: string; desc: boolean }[]) => ({ where: where.map(writeClause), ...(keys.length === 0 ? {} : { sort: writeSort(keys) }) });

test('every field with every operator, and every sort either way, as plain SQL says', async () => {
  const names = Object.keys(ORDER_FIELDS) as Name[];
  let asked = 0;
  for (const field of names.filter((name) => fieldOf(name).filter !== false)) {
    for (const operator of operatorsOf(fieldOf(field))) {
      const all = values(field, fieldOf(field));
      for (const value of operator === 'empty' || operator === 'filled' ? [[]] : operator === 'in' ? [all.slice(0, 2)] : all.map((each) => [each])) {
        const clause = { field, operator, values: value };
        const { list, total } = await window(ops, { ...questionOf([clause], []), pageSize: '200' });
        expect([writeClause(clause), list.map((row) => row.orderNo)]).toEqual([writeClause(clause), await expected([clause], [])]);
        expect(total).toBe(list.length);
        asked++;
      }
    }
  }
  expect(asked).toBeGreaterThan(200);
  for (const field of names.filter((name) => fieldOf(name).sort === true)) {
    for (const desc of [false, true]) {
      const { list } = await window(ops, { sort: writeSort([{ field, desc }]), pageSize: '200' });
      expect([field, list.map((row) => row.orderNo)]).toEqual([field, await expected([], [{ field, desc }])]);
    }
  }
}, 120_000);

test('several conditions, several keys, any window, any scope: as plain SQL says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(clauses(), { maxLength: 2 }), sorts, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 60 }), fc.boolean(), async (where, keys, pageNum, pageSize, bound) => {
      const all = await expected(where, keys, bound ? here.hospitalId : undefined);
      const { list, total } = await window(bound ? resident : ops, { ...questionOf(where, keys), pageNum: String(pageNum), pageSize: String(pageSize) });
      expect(list.map((row) => row.orderNo)).toEqual(all.slice((pageNum - 1) * pageSize, pageNum * pageSize));
      expect(total).toBe(all.length);
    }),
    { numRuns: 60, seed: 5 },
  );
}, 120_000);

test('find in list goes through every row that is meant, in order, either way and round the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('李四', 'sxx', '加1床', '王芳', '单雄信', '内科', 'PH26', '没有'), fc.array(clauses(), { maxLength: 1 }), sorts, fc.boolean(), fc.integer({ min: -1, max: 200 }), async (q, where, keys, back, row) => {
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
