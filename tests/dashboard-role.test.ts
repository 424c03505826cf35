// The first page as each role has it, over HTTP: every figure is the total of the list that it opens, in scope and right.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMPARED, dashboard, FIGURES, type Compared, type Figure } from '../src/areas/dashboard/contract.ts';
import { LONG_WAIT_HOURS } from '../src/areas/order/contract.ts';
import type { Ask } from '../src/host/answer.ts';
import { Reach } from '../src/host/reach.ts';
import { namesOf, rightsOf } from '../src/kernel/access.ts';
import { served } from '../src/served.gen.ts';
import { startApi, type Client } from './kit/api.ts';
import { careKit, dayFromNow, type Place } from './kit/care.ts';

const ROLES = { admin: 1, ops: 2, resident: 3, hospital: 4 } as const;
type Today = Record<Figure, number | null> & { at: string };
interface Week {
  day: string;
  against: string;
  rows: { what: Compared; now: number; before: number }[];
}
let api: Awaited<ReturnType<typeof startApi>>;
let kit: Awaited<ReturnType<typeof careKit>>;
let places: Place[];
const ids: Record<string, string> = {};
const clients: Record<string, Client> = {};
const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
/** An instant of the day, so many days ago, that is that day in every part of it: an hour past midnight UTC+8. */
const on = (daysAgo: number): string => `${dayFromNow(-daysAgo)}T01:00:00+08:00`;
const lived = { service_state: 'completed', actual_start_at: on(9) };

beforeAll(async () => {
  api = await startApi();
  kit = await careKit(api.database);
  places = [await kit.place('东院', ['骨科', '内科']), await kit.place('西院')];
  for (const [username, role] of Object.entries(ROLES)) ids[username] = await api.account({ username, role, hospitals: role === 4 ? [places[0]!.hospitalId] : [] });
  // the resident manager sees one department of the first hospital
  await api.rows('insert into sys_user_hospital (user_id, hospital_id, department_ids) values ($1, $2, $3)', [ids['resident'], places[0]!.hospitalId, [places[0]!.departments[0]!.id]]);
  for (const name of Object.keys(ROLES)) clients[name] = await api.as(name);
  for (const [p, place] of places.entries())
    for (const department of place.departments.keys()) {
      const own = { department, created_at: on(30) };
      // as many of each as no other department has, so that no total fits by chance
      const times = async (n: number, row: object): Promise<void> => { for (let i = 0; i < n; i += 1) await kit.order(place, { ...own, ...row }); };
      const n = 1 + p * 2 + department;
      await times(n, { created_at: ago(LONG_WAIT_HOURS + 1) });
      await times(n + 1, { created_at: ago(LONG_WAIT_HOURS - 1) });
      await times(n, { created_at: ago(LONG_WAIT_HOURS + 1), deleted_at: ago(1) });
      await times(n, { service_state: 'assigned', planned_start: dayFromNow(0), planned_end: dayFromNow(2) });
      await times(n + 2, { service_state: 'in_service', actual_start_at: on(2), planned_end: dayFromNow(0) });
      await times(n, { ...lived, actual_end_at: on(8), payable_fen: 100 });
      // what happened: on the day, a week before, and on the days beside them
      for (const [days, many] of [[0, n], [7, n + 1], [1, 1], [6, 1], [8, 1]] as const) {
        await times(many, { created_at: on(days), service_state: 'assigned' });
        await times(many, { ...lived, actual_start_at: on(days), actual_end_at: null, service_state: 'in_service' });
        await times(many, { ...lived, actual_end_at: on(days) });
        await times(many, { service_state: 'cancelled', updated_at: on(days) });
      }
      for (const name of Object.keys(ROLES)) for (const row of [{}, { service_state: 'in_service', actual_start_at: on(2) }, { service_state: 'cancelled' }, { deleted_at: ago(1) }]) await times(n, { ...row, keeper_id: ids[name] });
      await kit.caregiver(`证${p}${department}`, [place], { certificate: dayFromNow(30) });
      await kit.caregiver(`停${p}${department}`, [place], { certificate: dayFromNow(9), status: 'suspended' });
    }
  // the first assignment of an order counts, on its own day
  const orders = await api.rows<{ id: string }>(`select id::text from care_order where service_state = 'assigned' and deleted_at is null order by id`);
  for (const [i, { id }] of orders.entries()) await kit.insert('order_event', { order_id: id, event: 'assign', from_state: 'pending_assign', to_state: 'assigned', actor_id: kit.actorId, actor_role: 2, at: on([0, 7, 1][i % 3]!) });
}, 120_000);
afterAll(() => api.close());

const get = async <T>(by: string, path: string, query: Record<string, string> = {}): Promise<T> => {
  const { status, text, body } = await clients[by]!.get<T>(path, { query });
  expect([path, query, status], text).toEqual([path, query, 200]);
  return body.result;
};
/** How many the list has that is opened so. */
const listed = async (by: string, path: string, query: Record<string, string>): Promise<number> => (await get<{ total: number }>(by, path, { ...query, pageSize: '1' })).total;
const opens = (by: string): Record<Figure, [path: string, query: Record<string, string>]> => ({
  toAssign: ['/orders', { status: 'pending_assign' }], waitsLong: ['/orders', { due: 'waits_long' }], startsToday: ['/orders', { due: 'starts_today' }], endsToday: ['/orders', { due: 'ends_today' }], overdue: ['/orders', { due: 'overdue' }],
  toSettle: ['/orders', { status: 'pending_payment' }], mine: ['/orders', { keeperId: ids[by]! }], certificatesEnding: ['/caregivers', { certificate: 'ending' }],
});

describe.each(Object.keys(ROLES))('%s', (by) => {
  test('each figure is the total of the list that it opens', async () => {
    const today = await get<Today>(by, '/dashboard');
    const lists = opens(by);
    for (const name of FIGURES) expect([name, today[name]]).toEqual([name, await listed(by, ...lists[name])]);
    // and none of them is nothing, which would be equal to anything that is missing
    for (const name of FIGURES) expect([name, today[name]! > 0]).toEqual([name, true]);
  });
  test('so is each of today and of the same weekday last week', async () => {
    const { day, against, rows } = await get<Week>(by, '/dashboard/week');
    expect([day, against, rows.map(({ what }) => what)]).toEqual([dayFromNow(0), dayFromNow(-7), [...COMPARED]]);
    for (const { what, now, before } of rows) {
      expect([what, now, before]).toEqual([what, await listed(by, '/orders', { did: `${what}:${day}:${day}` }), await listed(by, '/orders', { did: `${what}:${against}:${against}` })]);
      expect([what, now > 0, before > 0]).toEqual([what, true, true]);
    }
  });
});

test('what one sees depends on where one works, and on nobody else', async () => {
  const [all, department, hospital] = await Promise.all((['admin', 'resident', 'hospital'] as const).map((by) => get<Today>(by, '/dashboard')));
  // n long and n + 1 shortly waiting ones, and n of each of four keepers
  expect([department!.toAssign, hospital!.toAssign, all!.toAssign]).toEqual([7, 7 + 13, 7 + 13 + 19]);
  expect([department!.mine, hospital!.mine]).toEqual([2, 6]);
});

test('a role that may open no list is told nothing', async () => {
  // no account can have such a role: what stands in the database is checked there, and what is answered here
  const own = served.find(({ endpoint }) => endpoint === dashboard.today)!;
  const viewer = { userId: ids['admin']!, sessionId: '', username: 'x', nickname: '', role: 99, roles: namesOf(99), perms: rightsOf(99) };
  const { at: _at, ...today } = (await own.run({ viewer, reach: new Reach(api.database.db, 'all') } as unknown as Ask, undefined as never)) as Today;
  expect(today).toEqual(Object.fromEntries(FIGURES.map((name) => [name, null])));
  expect((await api.anonymous.get('/dashboard/week')).status).toBe(401);
});

test('what is done tells at once: a figure is never older than its list', async () => {
  const [{ no, version }] = await api.rows<{ no: string; version: number }>(`select order_no as no, version from care_order where service_state = 'assigned' and deleted_at is null and hospital_id = $1 order by id limit 1`, [places[0]!.hospitalId]) as [{ no: string; version: number }];
  const before = await get<Week>('ops', '/dashboard/week');
  expect((await clients['ops']!.post(`/orders/${no}/cancel`, { body: { version, reason: '家属改了主意' } })).status).toBe(200);
  const after = await get<Week>('ops', '/dashboard/week');
  const of = ({ rows }: Week): number => rows.find(({ what }) => what === 'cancelled')!.now;
  expect([of(after), of(after)]).toEqual([of(before) + 1, await listed('ops', '/orders', { did: `cancelled:${after.day}:${after.day}` })]);
});
