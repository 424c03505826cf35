import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FoundPatient } from '../src/areas/patient/contract.ts';
import type { OrderRow } from '../src/areas/order/contract.ts';
import { startLife } from './kit/life.ts';

// Finding a patient as a person, and the list of one patient's orders.
const { api, kit, place, foreign, client } = await startLife();
afterAll(() => api.close());

const found = async (by: typeof client.ops, q: string) => (await by.get<FoundPatient[]>('/patients/find', { query: { q } })).body.result;
const listed = async (by: typeof client.ops, patientId: string) => (await by.get<{ list: OrderRow[]; total: number }>('/orders', { query: { patientId } })).body.result.list.map(({ orderNo }) => orderNo);
let one: string;
let two: string;
beforeAll(async () => {
  one = await kit.patient('欧阳修', { mobile: '13800001234' });
  two = await kit.patient('欧阳修', { mobile: '13900005678' });
  await kit.order(place, { patient_id: one, order_no: 'PH26010170001' });
  await kit.order(place, { patient_id: two, order_no: 'PH26010170002', service_state: 'completed', eval_state: 'done' });
  await kit.order(foreign, { patient_id: one, order_no: 'PH26010170003', service_state: 'completed', eval_state: 'done' });
});

test('two of one name are two; whether an order is the only one is said of what is within reach; phones stay masked', async () => {
  for (const q of ['欧阳修', 'ouyangxiu', 'oyx', '欧y', '欧yang', 'o阳x', 'ouyangx', 'ouyx', 'oyxiu']) {
    const of = async (by: typeof client.ops) => (await found(by, q)).map(({ id, several, lastOrderNo }) => [id, several, lastOrderNo]);
    expect([q, await of(client.ops)]).toEqual([q, [[two, false, 'PH26010170002'], [one, true, 'PH26010170003']]]);
    expect([q, await of(client.resident)]).toEqual([q, [[two, false, 'PH26010170002'], [one, false, 'PH26010170001']]]);
  }
  expect((await found(client.ops, '5678')).map(({ id, mobile }) => [id, mobile])).toEqual([[two, '139****5678']]);
  expect(await found(client.ops, '欧z')).toEqual([]);
  expect((await client.resident.get('/patients/find', { query: { q: '欧阳修' } })).text).not.toMatch(/13800001234|13900005678/);
});
test('the list of one patient, as far as it is within reach', async () => {
  expect(await listed(client.ops, one)).toEqual(['PH26010170003', 'PH26010170001']);
  expect(await listed(client.resident, one)).toEqual(['PH26010170001']);
  expect(await listed(client.ops, '999999')).toEqual([]);
  expect((await client.ops.get('/orders', { query: { patientId: 'x' } })).status).toBe(400);
});
test('patients by their ids, as they are found; those out of reach are left out', async () => {
  const far = await kit.patient('欧阳远');
  await kit.order(foreign, { patient_id: far, order_no: 'PH26010170004' });
  const rows = async (by: typeof client.ops, ids: string) => (await by.get<FoundPatient[]>('/patients/rows', { query: { ids } })).body.result;
  expect((await rows(client.ops, `${one},${far},999999`)).map(({ id, several }) => [id, several])).toEqual([[far, false], [one, true]]);
  expect(await rows(client.resident, `${one},${far}`)).toEqual((await found(client.resident, '欧阳修')).filter(({ id }) => id === one).map((row) => ({ ...row, marks: [] })));
  expect((await client.ops.get('/patients/rows', { query: { ids: '1,x' } })).status).toBe(400);
});
