import { afterAll, beforeAll, expect, test } from 'vitest';
import { caregiver } from '../src/areas/caregiver/contract.ts';
import { dashboard } from '../src/areas/dashboard/contract.ts';
import { hospital } from '../src/areas/hospital/contract.ts';
import { order } from '../src/areas/order/contract.ts';
import { statistics } from '../src/areas/statistics/contract.ts';
import type { Database } from '../src/host/db/open.ts';
import type { Scope } from '../src/host/reach.ts';
import { careKit, dayFromNow, door, type Place } from './kit/care.ts';
import { testDatabase } from './kit/database.ts';

let kit: Awaited<ReturnType<typeof careKit>>;
let database: Database;
let places: Place[];
beforeAll(async () => {
  database = await testDatabase();
  kit = await careKit(database);
  places = [await kit.place('东院'), await kit.place('西院', ['骨科', '内科'])];
  for (const [i, place] of places.entries()) {
    for (const department of place.departments.keys())
      for (const service_state of ['pending_assign', 'assigned', 'in_service', 'completed', 'cancelled'])
        for (const [start, end] of [[0, 0], [0, 2], [-2, 0], [-2, 2], [1, 3]] as const)
          await kit.order(place, { department, service_state, planned_start: dayFromNow(start), planned_end: dayFromNow(end), ...(service_state === 'completed' ? { payable_fen: 100 * (i + 1) } : {}) });
    await kit.caregiver(`证${i}`, [place], { certificate: dayFromNow(9) });
    await kit.caregiver(`停${i}`, [place], { certificate: dayFromNow(9), status: 'suspended' });
  }
  await kit.order(places[0]!);
  // and one of a hospital where it is already tomorrow, so that "today" is its own
  const ahead = await kit.place('东加', ['骨科'], { timezone: 'Pacific/Kiritimati' });
  const tomorrow = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(new Date());
  await kit.order(ahead, { service_state: 'assigned', planned_start: tomorrow, planned_end: tomorrow });
});
afterAll(() => database.close());

test('the counts are what was put in', async () => {
  expect(await door(database, 'all')(dashboard.today)).toMatchObject({ toAssign: 16, startsToday: 3 * 2 * 2 + 1, endsToday: 3 * 2 * 2 + 1, overdue: 3 * 2 * 2 + 1, toSettle: 15, certificatesEnding: 2 });
});

test('each count is the total of the list it opens, in every scope', async () => {
  const scopes: Scope[] = ['all', [], [{ hospitalId: places[0]!.hospitalId, departments: [] }], [{ hospitalId: places[1]!.hospitalId, departments: [places[1]!.departments[1]!.id] }], places.map(({ hospitalId }) => ({ hospitalId, departments: [] }))];
  const counts = new Set<string>();
  for (const scope of scopes) {
    const ask = door(database, scope);
    const { at: _at, ...today } = await ask(dashboard.today);
    counts.add(JSON.stringify(today));
    expect(today).toEqual({
      toAssign: (await ask(order.list, { status: 'pending_assign' })).total,
      startsToday: (await ask(order.list, { due: 'starts_today' })).total,
      endsToday: (await ask(order.list, { due: 'ends_today' })).total,
      overdue: (await ask(order.list, { due: 'overdue' })).total,
      toSettle: (await ask(order.list, { status: 'pending_payment' })).total,
      certificatesEnding: (await ask(caregiver.list, { certificate: 'ending' })).total,
      waitsLong: (await ask(order.list, { due: 'waits_long' })).total,
      mine: (await ask(order.list, { keeperId: '1' })).total,
    });
  }
  expect(counts.size).toBe(scopes.length);
});

test('statistics and hospitals count the same orders', async () => {
  const ask = door(database, 'all');
  expect(await ask(statistics.bands)).toMatchObject({ orders: 15, fen: 5 * 100 + 10 * 200 });
  const { rows } = await ask(statistics.groups, { from: dayFromNow(-2), to: dayFromNow(2), group: 'hospital', sort: 'made', measures: 'made,outstanding' });
  expect(rows.map(({ name, values }) => ({ name, ...values }))).toEqual([{ name: '东加', made: 1, outstanding: 0 }, { name: '东院', made: 26, outstanding: 500 }, { name: '西院', made: 50, outstanding: 2000 }]);
  expect((await ask(hospital.list)).list.map(({ name, departments, beds, liveOrders }) => ({ name, departments, beds, liveOrders }))).toEqual([{ name: '东院', departments: 1, beds: 1, liveOrders: 16 }, { name: '西院', departments: 2, beds: 2, liveOrders: 30 }, { name: '东加', departments: 1, beds: 1, liveOrders: 1 }]);
});

test('what was to begin or to end before today is overdue until it has', async () => {
  const place = await kit.place('逾期院');
  const own: Scope = [{ hospitalId: place.hospitalId, departments: [] }];
  const make = (service_state: string, from: number, to: number): Promise<string> => kit.order(place, { service_state, planned_start: dayFromNow(from), planned_end: dayFromNow(to) });
  const late = [await make('pending_assign', -1, 3), await make('assigned', -1, 0), await make('in_service', -3, -1)];
  for (const [state, from, to] of [['pending_assign', 0, 3], ['assigned', 0, 0], ['in_service', -3, 0], ['completed', -3, -1], ['cancelled', -3, -1]] as const) await make(state, from, to);
  expect((await door(database, own)(order.list, { due: 'overdue' })).list.map((row) => row.orderNo).sort()).toEqual(late.sort());
  expect(await door(database, own)(dashboard.today)).toMatchObject({ overdue: 3, startsToday: 2, endsToday: 3 });
});
