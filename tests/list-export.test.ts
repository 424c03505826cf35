import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORDER_EXPORTED, type OrderRow } from '../src/areas/order/contract.ts';
import { exporting } from '../src/areas/export/contract.ts';
import type { Page, Reply } from '../src/kernel/endpoint.ts';
import { readSheet } from '../src/host/sheet/read.ts';
import { PREFIX, startApi, type Answer, type Api, type Client } from './kit/api.ts';
import { careKit, type Place } from './kit/care.ts';

let api: Api;
let ops: Client;
let resident: Client;
let here: Place;
const MANY = 25_000;
/** So many at a time: a statement has 15 s, and a machine may be busy. */
const PIECE = 2_500;
/** Orders by the thousand, each for a patient of its own; two hospitals by turns. */
async function multiply(no: string, places: readonly Place[], count: number): Promise<void> {
  await api.rows(`insert into patient (id, name, gender) overriding system value select 1000000 + n, '病人' || n, 1 from generate_series(1, $1::int) n`, [count]);
  for (let from = 1; from <= count; from += PIECE) await api.rows(
    `insert into care_order (order_no, hospital_id, department_id, patient_id, service_item_id, care_mode, coverage, unit_price_fen, caregiver_share_bp, hospital_fee_bp, planned_start, planned_end, payable_fen, created_by)
     select 'PX' || n, h.id, h.department, 1000000 + n, o.service_item_id, o.care_mode, o.coverage, o.unit_price_fen, 7000, 500, date '2026-01-01' + (n::bigint * 7919 % 500)::int, date '2026-01-01' + (n::bigint * 7919 % 500)::int + 3, ((n::bigint * 104729) % 9973) * 100, o.created_by
     from care_order o, generate_series($7::int, $2::int) n join (select $3::bigint as id, $4::bigint as department, 0 as turn union all select $5, $6, 1) h on h.turn = n % 2 where o.order_no = $1`,
    [no, Math.min(count, from + PIECE - 1), places[0]!.hospitalId, places[0]!.departments[0]!.id, places[1]!.hospitalId, places[1]!.departments[0]!.id, from],
  );
}
beforeAll(async () => {
  api = await startApi();
  const kit = await careKit(api.database);
  here = await kit.place('第一医院');
  const there = await kit.place('第二医院');
  await api.account({ username: 'ops', role: 2 });
  await api.account({ username: 'resident', role: 3, hospitals: [here.hospitalId] });
  await api.account({ username: 'viewer', role: 4, hospitals: [here.hospitalId] });
  [ops, resident] = [await api.as('ops'), await api.as('resident')];
  for (const patient of ['=1+1', '张三, "三"', '李四', '王五']) await kit.order(here, { patient, payable_fen: 12_345, planned_start: '2025-03-01', planned_end: '2025-03-04' });
  const no = await kit.order(there, { patient: '外院', planned_start: '2025-03-01', planned_end: '2025-03-04' });
  await multiply(no, [here, there], MANY);
}, 300_000);
afterAll(() => api.close());

const few = { where: ['plannedStart:before:2025-12-31'] };
const window = async (by: Client, query: Record<string, unknown>): Promise<Page<OrderRow>> => (await by.get<Page<OrderRow>>('/orders', { query })).body.result;
const exported = (by: Client, body: object, given: object = {}): Promise<Answer> => by.post('/orders/export', { body, ...given });
const lines = ({ text }: Answer): string[] => text.replace('\ufeff', '').trim().split('\r\n');

test('what is filtered, in the columns asked for, in their order and the order of the list, in the reader\'s language', async () => {
  const body = { selection: { mode: 'exclude', ids: [], filter: few }, columns: ['balance', 'patient', 'status'], sort: 'orderNo:desc', type: 'csv' };
  const answer = await exported(ops, body);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(lines(answer)).toEqual(['待收（元）,患者,状态', '0,外院,待派单', '123.45,王五,待派单', '123.45,李四,待派单', '123.45,"张三, ""三""",待派单', `123.45,'=1+1,待派单`]);
  expect(lines(await exported(ops, body, { headers: { 'x-language': 'en' } }))[0]).toBe('Balance (CNY),Patient,Status');
  const { bytes } = await exported(ops, { ...body, columns: [...ORDER_EXPORTED], type: 'xlsx' });
  const sheet = await readSheet(bytes, 'zh-cn');
  expect(sheet.map(({ cells }) => cells.length)).toEqual(expect.arrayContaining([ORDER_EXPORTED.length]));
  expect(sheet).toHaveLength(6);
});
test('what is selected: these, or all but these; nothing out of reach', async () => {
  const all = (await window(ops, few)).list;
  const patients = async (by: Client, selection: object): Promise<string[]> => lines(await exported(by, { selection, columns: ['no'], type: 'csv' })).slice(1);
  const ids = all.slice(1, 3).map((row) => row.id);
  expect(await patients(ops, { mode: 'include', ids, filter: { status: 'closed' } })).toEqual(all.slice(1, 3).map((row) => row.orderNo));
  expect(await patients(ops, { mode: 'exclude', ids, filter: few })).toEqual(all.filter((row) => !ids.includes(row.id)).map((row) => row.orderNo));
  expect(await patients(resident, { mode: 'include', ids: all.map((row) => row.id), filter: {} })).toEqual(all.filter((row) => row.hospitalId === here.hospitalId).map((row) => row.orderNo));
  // what was deleted since it was chosen is gone from it
  await api.rows('update care_order set deleted_at = now() where id = $1', [ids[0]]);
  expect(await patients(ops, { mode: 'include', ids, filter: {} })).toEqual([all[2]!.orderNo]);
  await api.rows('update care_order set deleted_at = null where id = $1', [ids[0]]);
  expect(await patients(resident, { mode: 'include', ids: all.map((row) => row.id), filter: {} })).toHaveLength(4);
  expect((await exported(await api.as('viewer'), { selection: { mode: 'exclude', ids: [], filter: {} }, columns: ['no'] })).body.code).toBe(40_300);
  const noted = await api.rows<{ after: object }>(`select after from audit_event where action = 'order.export' and ok order by audit_event.seq desc limit 1`);
  expect(noted[0]!.after).toEqual({ rows: 4, columns: ['no'], type: 'csv', chosen: true, filtered: [] });
});
test('a selection is read piece by piece, and what is done to some moves none of the others', async () => {
  const filter = { where: ['plannedStart:before:2026-01-10'] };
  const expected = await api.rows<{ id: string }>(`select id::text from care_order where planned_start < '2026-01-10' order by care_order.id`);
  const seen: string[] = [];
  for (let after: string | undefined; ; ) {
    const { body } = await ops.post<OrderRow[]>('/orders/selected', { body: { selection: { mode: 'exclude', ids: [expected[3]!.id], filter }, ...(after === undefined ? {} : { after }) } });
    seen.push(...body.result.map((row) => row.id));
    if (body.result.length < 200) break;
    after = seen.at(-1)!;
    // out of the filter, while the rest is still to be read
    await api.rows(`update care_order set planned_start = '2026-02-01', planned_end = '2026-02-04' where id = $1`, [seen[0]]);
  }
  expect(seen).toEqual(expected.map(({ id }) => id).filter((id) => id !== expected[3]!.id));
  await api.rows(`update care_order set planned_start = '2025-03-01' where id = $1 and planned_start = '2026-02-01'`, [seen[0]]);
  const check = await ops.post<{ id: string; refusal: string | null }[]>('/orders/check', { body: { event: 'cancel', selection: { mode: 'exclude', ids: [expected[0]!.id], filter }, after: expected[1]!.id } });
  expect(check.body.result.slice(0, 3).map(({ id, refusal }) => [id, refusal])).toEqual(expected.slice(2, 5).map(({ id }) => [id, null]));
  for (const body of [{ event: 'cancel' }, { event: 'cancel', nos: ['PX1'], selection: { mode: 'include', ids: [], filter: {} } }]) expect((await ops.post('/orders/check', { body })).status).toBe(400);
});

test('every deep window is what plain SQL says, with marks and without, also after a change', async () => {
  const plain = (order: string): Promise<string[]> => api.rows<{ id: string }>(`select o.id::text from care_order o where o.deleted_at is null order by ${order}`).then((rows) => rows.map(({ id }) => id));
  const sorts: [sort: string | undefined, order: string][] = [[undefined, 'o.id desc'], ['plannedStart:desc,balance', 'planned_start desc, balance_fen, o.id'], ['actualEnd,payable:desc', 'actual_end_at nulls last, payable_fen desc, o.id desc'],
    ['actualStart', 'actual_start_at nulls last, o.id'], ['actualStart:desc', 'actual_start_at desc nulls last, o.id desc']];
  // half of them have begun
  await api.rows(`update care_order set actual_start_at = timestamptz '2026-01-01' + (id % 997) * interval '1 hour' where id % 2 = 0`);
  for (const [sort, order] of sorts) {
    const question = { ...(sort === undefined ? {} : { sort }), pageSize: '200' };
    expect((await window(ops, question)).total).toBe(MANY + 5);
    const same = async (): Promise<void> => {
      const all = await plain(order);
      for (const pageNum of [1, 5, 6, 33, 62, 63, 64, 101, 126, 127]) expect((await window(ops, { ...question, pageNum: String(pageNum), count: '0' })).list.map((row) => row.id)).toEqual(all.slice((pageNum - 1) * 200, pageNum * 200));
      // one that begins before a mark and ends behind it
      for (const pageNum of [14, 107]) expect((await window(ops, { ...question, pageSize: '150', pageNum: String(pageNum), count: '0' })).list.map((row) => row.id)).toEqual(all.slice((pageNum - 1) * 150, pageNum * 150));
      const at = 23_456;
      const found = await ops.get<{ index: number; id: string }>('/orders/find-in', { query: { ...(sort === undefined ? {} : { sort }), q: 'PX12345', row: String(at) } });
      expect(all[found.body.result.index]).toBe(found.body.result.id);
    };
    await same();
    // by now the list is marked
    await sleep(2_500);
    await same();
    await api.rows(`update care_order set payable_fen = payable_fen + 100 where id % 3 = 0`);
    await sleep(2_100);
    await same();
  }
}, 300_000);

test('progress is told to who asked; who stops reading stops the work', async () => {
  const key = 'export-key-000001';
  const body = { selection: { mode: 'exclude', ids: [], filter: {} }, columns: ['no', 'patient', 'place'], type: 'xlsx' };
  const progress = async (by: Client, of: string) => (await by.get<Reply<typeof exporting.progress>>(`/exports/${of}`)).body.result;
  expect(await progress(ops, key)).toBeNull();
  await exported(ops, { ...body, selection: { ...body.selection, filter: few } }, { key });
  expect(await progress(ops, key)).toMatchObject({ rows: 5, total: 5, state: 'done' });
  expect(await progress(resident, key)).toBeNull();

  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { token } = await api.signIn('ops');
  const call = request({ port: (api.app.server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST', path: `${PREFIX}/orders/export`, headers: { 'content-type': 'application/json', 'x-access-token': token, 'idempotency-key': 'export-key-000002' } });
  call.end(JSON.stringify(body));
  const [answer] = (await once(call, 'response')) as [import('node:http').IncomingMessage];
  // into the rows, which are packed some at a time
  await expect.poll(async () => (answer.read(), (await progress(ops, 'export-key-000002'))?.rows), { timeout: 10_000 }).toBeGreaterThan(0);
  answer.destroy();
  await expect.poll(() => progress(ops, 'export-key-000002'), { timeout: 10_000 }).toMatchObject({ state: 'failed', total: MANY + 5 });
  const { rows } = (await progress(ops, 'export-key-000002'))!;
  await sleep(300);
  expect((await progress(ops, 'export-key-000002'))!.rows).toBe(rows);
  expect(rows).toBeLessThan(MANY);
});
