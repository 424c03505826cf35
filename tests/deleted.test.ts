import { afterAll, beforeAll, expect, test } from 'vitest';
import { caregiver } from '../src/areas/caregiver/contract.ts';
import { dashboard } from '../src/areas/dashboard/contract.ts';
import { hospital } from '../src/areas/hospital/contract.ts';
import { order } from '../src/areas/order/contract.ts';
import { statistics } from '../src/areas/statistics/contract.ts';
import type { Database } from '../src/host/db/open.ts';
import { careKit, dayFromNow, door, type Place } from './kit/care.ts';
import { testDatabase } from './kit/database.ts';

// What was deleted is nowhere: each row here stands beside a living one of the same kind, so that nothing is empty by accident.
let database: Database;
let kit: Awaited<ReturnType<typeof careKit>>;
let ask: ReturnType<typeof door>;
let place: Place;
const gone = { deleted_at: new Date() };
let living: { order: string; caregiver: string };
let deleted: { order: string; caregiver: string };
beforeAll(async () => {
  database = await testDatabase();
  kit = await careKit(database);
  ask = door(database, 'all');
  place = await kit.place('第一医院');
  await kit.place('旧医院', ['骨科'], gone);
  const today = { planned_start: dayFromNow(0), planned_end: dayFromNow(0) };
  const make = async (row: object) => {
    const carer = await kit.caregiver('单雄', [place], { certificate: dayFromNow(5), ...row });
    const no = await kit.order(place, { patient: '张三', bed_id: null, bed_text: '加3', service_state: 'in_service', ...today, ...row });
    for (const service_state of ['pending_assign', 'assigned']) await kit.order(place, { patient: '李四', service_state, ...today, ...row });
    await kit.order(place, { patient: '李四', service_state: 'completed', payable_fen: 100, ...row });
    return { order: no, caregiver: carer.no };
  };
  living = await make({});
  deleted = await make(gone);
});
afterAll(() => database.close());

test('a deleted order is not found by number, name, pinyin, initials or bed, nor by two words', async () => {
  for (const q of ['张三', '张', 'zhangsan', 'zhang', 'zs', '加3床', '加3', '张三 骨科', 'PH26']) {
    const numbers = (await ask(order.find, { q })).map(({ row }) => row.orderNo);
    expect([q, numbers.includes(living.order), numbers.includes(deleted.order)]).toEqual([q, true, false]);
  }
  for (const q of [deleted.order, deleted.order.slice(-5)]) expect((await ask(order.find, { q })).map(({ row }) => row.orderNo)).not.toContain(deleted.order);
  expect((await ask(order.find, { q: living.order.slice(-5) }))[0]!.row.orderNo).toBe(living.order);
});
test('nor listed under any filter, nor opened', async () => {
  for (const query of [{}, { status: 'in_service' }, { hospitalId: place.hospitalId }, { due: 'ends_today' }]) {
    const { list, total } = await ask(order.list, query);
    expect([query, total, list.some((row) => row.orderNo === living.order), list.some((row) => row.orderNo === deleted.order)]).toEqual([query, list.length, true, false]);
  }
  expect((await ask(order.list, { due: 'starts_today' })).list.map((row) => row.patientName)).toEqual(['李四', '李四']);
  await expect(ask(order.detail, {}, { no: deleted.order })).rejects.toMatchObject({ fault: 'not_found' });
});
test('a deleted caregiver is not found, listed or opened', async () => {
  for (const q of ['单雄', 'danxiong', 'shan', 'dx', 'PY1']) expect((await ask(caregiver.find, { q })).map(({ row }) => row.staffNo)).toEqual([living.caregiver]);
  for (const q of [deleted.caregiver, deleted.caregiver.slice(-4)]) expect((await ask(caregiver.find, { q })).map(({ row }) => row.staffNo)).not.toContain(deleted.caregiver);
  for (const query of [{}, { status: 'active' }, { hospitalId: place.hospitalId }, { certificate: 'ending' }]) {
    const { list, total } = await ask(caregiver.list, query);
    expect([query, total, list.map((row) => row.staffNo)]).toEqual([query, 1, [living.caregiver]]);
  }
  await expect(ask(caregiver.detail, {}, { no: deleted.caregiver })).rejects.toMatchObject({ fault: 'not_found' });
});
test("a caregiver's record tells no stint of a deleted order, and nobody serves one", async () => {
  const carer = await kit.caregiver('吴桂花', [place]);
  await kit.stint(await kit.orderId(deleted.order), carer.id, 'serving', -1, 2);
  expect(await ask(caregiver.detail, {}, { no: carer.no })).toMatchObject({ servingUntil: null, stints: [] });
  const other = await kit.caregiver('吴兰花', [place]);
  await kit.stint(await kit.orderId(living.order), other.id, 'serving', -1, 2);
  expect(await ask(caregiver.detail, {}, { no: other.no })).toMatchObject({ servingUntil: dayFromNow(1), stints: [{ orderNo: living.order }] });
});
test('what is counted is alive', async () => {
  expect(await ask(dashboard.today)).toMatchObject({ toAssign: 1, startsToday: 2, endsToday: 2, toSettle: 1, certificatesEnding: 1 });
  const { rows } = await ask(statistics.groups, { from: dayFromNow(-9), to: dayFromNow(9), group: 'hospital', measures: 'made,ended,outstanding' });
  expect(rows.map(({ name, values }) => ({ name, ...values }))).toEqual([{ name: '第一医院', made: 4, ended: 0, outstanding: 100 }]);
  expect(await ask(statistics.bands)).toMatchObject({ orders: 1, fen: 100 });
  expect((await ask(hospital.list)).list).toMatchObject([{ name: '第一医院', liveOrders: 3 }]);
  expect((await ask(hospital.options)).map(({ name }) => name)).toEqual(['第一医院']);
});
test('of more namesakes than are shown, those at work come before any who are not, however new', async () => {
  const early: string[] = [];
  for (let i = 0; i < 3; i++) early.push((await kit.caregiver('同名', [place])).no);
  const late: string[] = [];
  for (let i = 0; i < 12; i++) late.push((await kit.caregiver('同名', [place], { status: 'left' })).no);
  for (const q of ['同名', 'tongming', 'tm']) expect((await ask(caregiver.find, { q })).map(({ row }) => row.staffNo)).toEqual([...early.toReversed(), ...late.slice(-7).toReversed()]);
});
