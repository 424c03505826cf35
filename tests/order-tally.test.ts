import { afterAll, beforeAll, expect, test } from 'vitest';
import { STATUSES } from '../machines/order.ts';
import { order } from '../src/areas/order/contract.ts';
import type { Scope } from '../src/host/reach.ts';
import { foldStatistics } from '../src/host/stat-count.ts';
import { sweep } from '../src/host/sweep.ts';
import { dayFromNow, door } from './kit/care.ts';
import { startLife, type Life } from './kit/life.ts';

/* How many orders there are by status, which is tallied as they change, beside the same question counted row by row. */
let life: Life;
beforeAll(async () => void (life = await startLife()));
afterAll(() => life.api.close());
/** Says of every order what is true of it, and is nothing that orders are tallied by. */
const COUNTED = { where: ['plannedStart:from:2000-01-01'] };
const scopes = (): Scope[] => {
  const [first, second] = life.place.departments;
  return ['all', [], [{ hospitalId: life.place.hospitalId, departments: [] }], [{ hospitalId: life.place.hospitalId, departments: [first!.id] }], [{ hospitalId: life.place.hospitalId, departments: [second!.id] }, { hospitalId: life.foreign.hospitalId, departments: [] }]];
};
const filters = () => [{}, { hospitalId: life.place.hospitalId }, { departmentId: life.place.departments[0]!.id }, { departmentId: life.foreign.departments[0]!.id }, { hospitalId: life.foreign.hospitalId, status: 'closed' }, { status: 'pending_assign', sort: 'plannedStart:desc' }, { where: [] as string[] }];
/** Every scope by every filter: tallied, and counted. */
async function agree(): Promise<number> {
  let most = 0;
  for (const scope of scopes()) {
    const ask = door(life.api.database, scope);
    for (const filter of filters()) {
      const [tallied, counted] = [await ask(order.counts, filter), await ask(order.counts, { ...filter, ...COUNTED })];
      const totals = [filter, { ...filter, ...COUNTED }].map(async (query) => (await ask(order.list, { ...query, pageNum: '1', pageSize: '10', count: 'only' })).total);
      expect([scope, filter, tallied, await totals[0]]).toEqual([scope, filter, counted, await totals[1]]);
      most = Math.max(most, Object.values(tallied).reduce((a, b) => a + b));
    }
  }
  return most;
}
const lines = async (): Promise<number> => (await life.api.rows<{ n: number }>('select count(*)::int as n from order_tally'))[0]!.n;

test('orders are tallied as they are made, go on, move and go, within every scope', async () => {
  const { rows } = life.api;
  expect(await agree()).toBe(0);
  const carer = await life.carer('冯甲');
  const [home, beside] = life.place.departments;
  const [abroad] = life.foreign.departments;
  const stay = (n: number) => ({ plannedStart: dayFromNow(n), plannedEnd: dayFromNow(n + 2) });
  const [a, b, c] = [await life.made(stay(-2)), await life.made(stay(4)), await life.made({ ...stay(8), hospitalId: life.foreign.hospitalId, departmentId: abroad!.id, wardId: abroad!.wardId, bedId: null })];
  expect(await agree()).toBe(3);
  await life.done(a, 'assign', { caregiverNo: carer.no });
  await life.done(a, 'start', { reason: '补录' });
  await life.done(b, 'cancel', { reason: '转院' });
  await agree();
  await life.done(b, 'undo');
  await life.done(a, 'complete', { end: { day: dayFromNow(-1), half: 'PM' }, reason: '出院' });
  await life.done(a, 'settle', { method: 'cash' });
  await agree();
  await foldStatistics(life.api.database.db);
  expect(await agree()).toBe(3);
  // what nobody does at the console: many at once, from one department to another, gone and back
  await rows('update care_order set department_id = $2, ward_id = null, bed_id = null where department_id = $1', [home!.id, beside!.id]);
  await agree();
  await rows('update care_order set deleted_at = now() where order_no = $1', [c]);
  expect(await agree()).toBe(2);
  await rows('update care_order set deleted_at = null, planned_end = planned_end + 1 where order_no = $1', [c]);
  expect(await agree()).toBe(3);
  await foldStatistics(life.api.database.db);
  expect([await agree(), await lines()]).toEqual([3, (await rows('select distinct department_id, status from care_order')).length]);
});
test('what is rolled back was never tallied', async () => {
  const before = await agree();
  const client = await life.api.database.pool.connect();
  await client.query('begin');
  await client.query(`update care_order set deleted_at = now()`);
  await client.query('rollback');
  client.release();
  expect(await agree()).toBe(before);
});
test('what came past the triggers is tallied at the next sweep', async () => {
  const before = await agree();
  await life.api.rows('alter table care_order disable trigger user');
  await life.api.rows(`update care_order set deleted_at = now() where order_no = (select min(order_no) from care_order)`);
  await life.api.rows('alter table care_order enable trigger user');
  expect(Object.keys(await door(life.api.database, 'all')(order.counts, {}))).toEqual([...STATUSES]);
  await expect(agree()).rejects.toThrow();
  await sweep(life.api.database.db);
  expect(await agree()).toBe(before - 1);
});
