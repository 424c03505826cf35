import { afterAll, expect, test } from 'vitest';
import type { CaregiverRow } from '../src/areas/caregiver/contract.ts';
import type { Page } from '../src/kernel/endpoint.ts';
import type { Answer } from './kit/api.ts';
import { refused, startLife } from './kit/life.ts';

const life = await startLife();
const { api, kit, place, client } = life;
afterAll(() => api.close());
/** One process's memory has one connection: there, whoever comes second waits until the first is through. */
const ON_SERVER = process.env['TEST_DATABASE_URL'] !== undefined;

/** Asks while a transaction that has run `statement` is open: on a server until the answer waits for it, or, with `whole`, is there. */
async function beside(statement: string, values: unknown[], ask: () => Promise<Answer>, whole = false): Promise<Answer> {
  const other = await api.database.pool.connect();
  let asked: Promise<Answer>;
  try {
    await other.query('begin');
    await other.query(statement, values);
    asked = ask();
    if (ON_SERVER && whole) await asked;
    if (ON_SERVER && !whole) await expect.poll(async () => (await api.rows<{ n: number }>(`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))[0]!.n, { timeout: 10_000 }).toBe(1);
    await other.query('commit');
  } finally {
    other.release();
  }
  return asked;
}
const GONE = ON_SERVER ? '409 床位、病区或科室刚被删除' : '409 床位不在所选的病区';

test('a place that is removed while an order is made for it, or moved there, is told', async () => {
  const { id: departmentId, wardId } = place.departments[1]!;
  const bed = (no: string): Promise<string> => kit.insert('hospital_bed', { ward_id: wardId, hospital_id: place.hospitalId, bed_no: no });
  const remove = 'delete from hospital_bed where id = $1';
  const [first, second] = [await bed('91'), await bed('92')];
  expect(await refused(beside(remove, [first], () => client.ops.post('/orders', { body: life.form({ departmentId, wardId, bedId: first }) })))).toBe(GONE);
  const order = await life.made();
  expect(await refused(beside(remove, [second], () => client.ops.post(`/orders/${order}/edit`, { body: { version: 1, departmentId, wardId, bedId: second } })))).toBe(GONE);
  const ward = await kit.insert('hospital_ward', { hospital_id: place.hospitalId, department_id: departmentId, name: '空病区' });
  expect(await refused(beside('delete from hospital_ward where id = $1', [ward], () => client.ops.post('/orders', { body: life.form({ departmentId, wardId: ward, bedId: null }) })))).toBe(GONE);
  const department = await kit.insert('hospital_department', { hospital_id: place.hospitalId, code: 'X', name: '空科' });
  expect((await beside('delete from hospital_department where id = $1', [department], () => client.ops.post('/orders', { body: life.form({ departmentId: department, wardId: null, bedId: null }) }))).status).toBe(ON_SERVER ? 409 : 404);
});

test('a total that is counted while someone writes is counted again once that is done', async () => {
  const total = async (): Promise<number> => (await client.ops.get<Page<CaregiverRow>>('/caregivers', { query: { count: 'only' } })).body.result.total!;
  const before = await total();
  for (let n = 1; n <= 3; n++) {
    await beside(`insert into caregiver (staff_no, name, gender, mobile, status) values ($1, '新', 2, $2, 'active')`, [`ZZ${n}`, `1770000000${n}`], () => client.ops.get('/caregivers', { query: { count: 'only' } }), true);
    expect(await total()).toBe(before + n);
  }
});

if (ON_SERVER) test('a server that stands still in the middle of a transaction, as a paused machine does, holds up the others no longer than they can wait', async () => {
  const no = await life.made();
  const frozen = await api.database.pool.connect();
  await frozen.query('begin');
  // the lock under which lines of the audit are written (0005_audit.sql), the last that any write takes
  await frozen.query('select pg_advisory_xact_lock(73052027)');
  const [written, read] = await Promise.all([client.ops.post(`/orders/${no}/pay`, { body: { version: 1, amountFen: 100, method: 'cash' } }), client.ops.get(`/orders/${no}`)]);
  expect([written.status, read.status]).toEqual([200, 200]);
  await expect(frozen.query('commit')).rejects.toThrow();
  frozen.release(true);
}, 30_000);
