import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LONG_WAIT_HOURS } from '../src/areas/order/contract.ts';
import { NOTICE_KINDS, type NoticeKind } from '../src/areas/notice/contract.ts';
import { careKit, dayFromNow, type Place } from './kit/care.ts';
import { startApi, type Api, type Client } from './kit/api.ts';

interface Notices {
  kinds: { kind: NoticeKind; total: number; unread: number; rows: { no: string; name: string }[] }[];
  at: string;
}
const ROLES = { admin: 1, ops: 2, resident: 3, hospital: 4 } as const;
const ids: Record<string, string> = {};
let api: Api;
let kit: Awaited<ReturnType<typeof careKit>>;
let places: Place[];
let clients: Record<string, Client>;
beforeAll(async () => {
  api = await startApi();
  kit = await careKit(api.database);
  places = [await kit.place('东院', ['骨科', '内科']), await kit.place('西院')];
  for (const [username, role] of Object.entries(ROLES)) ids[username] = await api.account({ username, role, hospitals: role === 4 ? [places[0]!.hospitalId] : [] });
  // one department of one hospital only
  await api.rows('insert into sys_user_hospital (user_id, hospital_id, department_ids) values ($1, $2, $3)', [ids['resident'], places[0]!.hospitalId, [places[0]!.departments[0]!.id]]);
  clients = Object.fromEntries(await Promise.all(Object.keys(ROLES).map(async (name) => [name, await api.as(name)] as const)));
});
afterAll(() => api.close());
// totals hold two seconds: each question here comes later than that
beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterAll(() => void vi.useRealTimers());

async function read(by: string, query: object = {}): Promise<Notices> {
  vi.advanceTimersByTime(2_000);
  const { status, body, text } = await clients[by]!.get<Notices>('/notices', { query: { ...query } });
  expect(status, text).toBe(200);
  return body.result;
}
const of = ({ kinds }: Notices, kind: NoticeKind): { total: number; unread: number } => {
  const { total, unread } = kinds.find((one) => one.kind === kind)!;
  return { total, unread };
};
const told = async (by: string, kind: NoticeKind) => of(await read(by), kind);
const seen = async (by: string, kinds: readonly NoticeKind[] = NOTICE_KINDS): Promise<Notices> => {
  const { at } = await read(by);
  const { status, body, text } = await clients[by]!.put<Notices>('/notices/seen', { body: { kinds, at } });
  expect(status, text).toBe(200);
  return body.result;
};
/** What the list that a notice opens says of its length. */
async function listed(by: string, kind: NoticeKind): Promise<number> {
  const [path, query] = kind === 'certificates_ending' ? ['/caregivers', { certificate: 'ending' }] : ['/orders', kind === 'mine' ? { keeperId: ids[by] } : { due: kind }];
  const { body } = await clients[by]!.get<{ total: number; list: unknown[] }>(path as string, { query: { pageNum: '1', pageSize: '200', ...(query as object) } });
  expect(body.result.list).toHaveLength(body.result.total);
  return body.result.total;
}
const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
const LONG = LONG_WAIT_HOURS * 3600;
/** Lets minutes pass for what waits and for what was seen. */
async function pass(minutes: number): Promise<void> {
  await api.rows(`update care_order set created_at = created_at - make_interval(mins => ${minutes}), waiting_since = waiting_since - make_interval(mins => ${minutes}), handed_at = handed_at - make_interval(mins => ${minutes}) where status in ('pending_assign', 'in_service')`);
  await api.rows(`update notice_seen set seen_at = seen_at - make_interval(mins => ${minutes})`);
}

describe('each count is the length of the list that it opens', () => {
  beforeAll(async () => {
    for (const place of places)
      for (const department of place.departments.keys()) {
        for (const created_at of [ago(LONG + 120), ago(LONG - 1800), ago(90_000)]) await kit.order(place, { department, created_at });
        // put back an hour ago, long after it was made; and one that nobody waits for any more
        await kit.order(place, { department, created_at: ago(90_000), waiting_since: ago(3600) });
        await kit.order(place, { department, created_at: ago(90_000), deleted_at: ago(60) });
        for (const service_state of ['pending_assign', 'assigned', 'in_service', 'completed', 'cancelled']) await kit.order(place, { department, service_state, planned_end: dayFromNow(0) });
        await kit.order(place, { department, service_state: 'in_service', planned_end: dayFromNow(0), deleted_at: ago(60) });
        for (const keeper of Object.keys(ROLES)) {
          const kept = { department, keeper_id: ids[keeper], handed_at: ago(60) };
          for (const row of [{}, { service_state: 'in_service' }, { service_state: 'completed' }, { service_state: 'cancelled' }, { deleted_at: ago(60) }]) await kit.order(place, { ...kept, ...row });
        }
      }
    for (const [i, place] of places.entries()) {
      await kit.caregiver(`证${i}`, [place], { certificate: dayFromNow(30) });
      await kit.caregiver(`迟${i}`, [place], { certificate: dayFromNow(31) });
      await kit.caregiver(`停${i}`, [place], { certificate: dayFromNow(9), status: 'suspended' });
      await kit.caregiver(`删${i}`, [place], { certificate: dayFromNow(9), deleted_at: ago(60) });
      // renewed: of its kind another lasts longer
      const { id } = await kit.caregiver(`续${i}`, [place], { certificate: dayFromNow(9) });
      await kit.insert('caregiver_certificate', { caregiver_id: id, kind: 'health', expires_on: dayFromNow(300) });
      // of another kind, or what was revoked, renews nothing
      const other = await kit.caregiver(`旧${i}`, [place], { certificate: dayFromNow(0) });
      await kit.insert('caregiver_certificate', { caregiver_id: other.id, kind: 'training', expires_on: dayFromNow(300) });
      await kit.insert('caregiver_certificate', { caregiver_id: other.id, kind: 'health', expires_on: dayFromNow(300), revoked_at: ago(60) });
    }
  });
  const WANT: Record<keyof typeof ROLES, Record<NoticeKind, number>> = {
    admin: { waits_long: 6, ends_today: 6, certificates_ending: 4, mine: 6 },
    ops: { waits_long: 6, ends_today: 6, certificates_ending: 4, mine: 6 },
    resident: { waits_long: 2, ends_today: 2, certificates_ending: 2, mine: 2 },
    hospital: { waits_long: 4, ends_today: 4, certificates_ending: 2, mine: 4 },
  };
  test.each(Object.keys(ROLES) as (keyof typeof ROLES)[])('%s', async (by) => {
    const { kinds } = await read(by, { rows: '1' });
    expect(Object.fromEntries(kinds.map(({ kind, total }) => [kind, total]))).toEqual(WANT[by]);
    for (const { kind, total, unread, rows } of kinds) {
      expect([kind, await listed(by, kind)]).toEqual([kind, total]);
      // nothing of it was seen yet
      expect([kind, unread]).toEqual([kind, total]);
      expect(rows).toHaveLength(Math.min(3, total));
    }
  });
  test('rows that are named are the first of the list, and only they are a line of the audit', async () => {
    const lines = async () => (await api.rows<{ n: number }>(`select count(*)::int as n from audit_event where action = 'notice.read' and ok`))[0]!.n;
    const before = await lines();
    expect((await read('resident')).kinds.flatMap(({ rows }) => rows)).toEqual([]);
    expect(await lines()).toBe(before);
    const { kinds } = await read('resident', { rows: '1' });
    expect(await lines()).toBe(before + 1);
    const { body } = await clients['resident']!.get<{ list: { orderNo: string; patientName: string }[] }>('/orders', { query: { due: 'ends_today', pageNum: '1', pageSize: '3' } });
    expect(kinds.find(({ kind }) => kind === 'ends_today')!.rows).toEqual(body.result.list.map(({ orderNo: no, patientName: name }) => ({ no, name })));
  });
});

test('the edge: an order waits too long from the minute that is over', async () => {
  const place = await kit.place('南院');
  await api.account({ username: 'south', role: 3, hospitals: [place.hospitalId] });
  clients['south'] = await api.as('south');
  await kit.order(place, { created_at: ago(LONG - 5) });
  expect(await told('south', 'waits_long')).toEqual({ total: 0, unread: 0 });
  await kit.order(place, { created_at: ago(LONG + 60) });
  expect(await told('south', 'waits_long')).toEqual({ total: 1, unread: 1 });
  await api.rows('update care_order set deleted_at = now() where hospital_id = $1', [place.hospitalId]);
});

describe('unread', () => {
  test('what was seen is read until something comes to be; kinds apart, persons apart', async () => {
    for (const by of Object.keys(ROLES)) await seen(by);
    expect((await read('ops')).kinds.map(({ unread }) => unread)).toEqual([0, 0, 0, 0]);
    await kit.order(places[1]!, { created_at: ago(LONG - 60) });
    expect(await told('ops', 'waits_long')).toEqual({ total: 6, unread: 0 });
    await pass(5);
    expect(await told('ops', 'waits_long')).toEqual({ total: 7, unread: 1 });
    // not of their hospital
    expect(await told('hospital', 'waits_long')).toEqual({ total: 4, unread: 0 });
    const { kinds } = await seen('ops', ['ends_today']);
    expect(kinds.map(({ unread }) => unread)).toEqual([1, 0, 0, 0]);
    expect((await seen('ops', ['waits_long'])).kinds.map(({ unread }) => unread)).toEqual([0, 0, 0, 0]);
    expect(await told('admin', 'waits_long')).toEqual({ total: 7, unread: 1 });
  });
  test('an older word does not make unread what was seen, and none is later than now', async () => {
    await seen('admin');
    await clients['admin']!.put('/notices/seen', { body: { kinds: ['ends_today', 'ends_today'], at: '2020-01-01T00:00:00Z' } });
    expect(await told('admin', 'ends_today')).toMatchObject({ unread: 0 });
    await clients['admin']!.put('/notices/seen', { body: { kinds: ['mine'], at: '2999-01-01T00:00:00Z' } });
    expect(await api.rows(`select 1 from notice_seen where seen_at > now()`)).toEqual([]);
    for (const body of [{ kinds: [], at: ago(0) }, { kinds: ['other'], at: ago(0) }, { kinds: ['mine'], at: '2026-13-45T00:00:00Z' }, { kinds: ['mine'] }]) expect((await clients['admin']!.put('/notices/seen', { body })).body.code).toBe(40_000);
  });
  test('yesterday’s reading does not hold today', async () => {
    await seen('resident');
    await api.rows(`update notice_seen set seen_at = seen_at - interval '1 day' where account_id = $1`, [ids['resident']]);
    expect(await told('resident', 'ends_today')).toEqual({ total: 2, unread: 2 });
    await seen('resident');
  });
  test('extended away and undone, it ends today again and is unread', async () => {
    const no = await kit.order(places[0]!, { service_state: 'in_service', planned_start: dayFromNow(-3), planned_end: dayFromNow(0), version: 1 });
    await api.rows(`insert into service_price (hospital_id, service_item_id, price_fen, valid) select $1, id, 26000, '[2020-01-01,)' from service_item on conflict do nothing`, [places[0]!.hospitalId]);
    const { id: carerId } = await kit.caregiver('吴兰', [places[0]!], { certificate: dayFromNow(300) });
    await kit.stint(await kit.orderId(no), carerId, 'serving', -3, 1);
    await seen('ops');
    const before = await told('ops', 'ends_today');
    expect(before.unread).toBe(0);
    const extended = await clients['ops']!.post<{ row: { version: number } }>(`/orders/${no}/extend`, { body: { version: 1, plannedEnd: dayFromNow(1), endHalf: 'PM' } });
    expect(extended.status, extended.text).toBe(200);
    expect(await told('ops', 'ends_today')).toEqual({ total: before.total - 1, unread: 0 });
    const undone = await clients['ops']!.post(`/orders/${no}/undo`, { body: { version: extended.body.result.row.version } });
    expect(undone.status, undone.text).toBe(200);
    expect(await told('ops', 'ends_today')).toEqual({ total: before.total, unread: 1 });
  });
  test('put back to waiting, it waits anew and is told when that has been too long', async () => {
    const no = await kit.order(places[0]!, { service_state: 'assigned', created_at: ago(90_000), version: 1 });
    await seen('ops');
    const { total } = await told('ops', 'waits_long');
    const back = await clients['ops']!.post(`/orders/${no}/unassign`, { body: { version: 1 } });
    expect(back.status, back.text).toBe(200);
    expect(await told('ops', 'waits_long')).toEqual({ total, unread: 0 });
    await api.rows(`update care_order set waiting_since = waiting_since - make_interval(hours => ${LONG_WAIT_HOURS}, mins => -1) where order_no = $1`, [no]);
    await pass(5);
    expect(await told('ops', 'waits_long')).toEqual({ total: total + 1, unread: 1 });
  });
  test('a certificate: its thirtieth day, one that is written down later, and one whose successor was revoked', async () => {
    await seen('ops');
    const { total } = await told('ops', 'certificates_ending');
    const { id, no } = await kit.caregiver('孙梅', [places[0]!], { certificate: dayFromNow(400) });
    const version = async () => (await api.rows<{ v: number }>('select version as v from caregiver where id = $1', [id]))[0]!.v;
    const wrote = await clients['ops']!.post(`/caregivers/${no}/certify`, { body: { version: await version(), kind: 'training', expiresOn: dayFromNow(10), verified: false } });
    expect(wrote.status, wrote.text).toBe(200);
    expect(await told('ops', 'certificates_ending')).toEqual({ total: total + 1, unread: 1 });
    await seen('ops');
    const renewed = await clients['ops']!.post(`/caregivers/${no}/certify`, { body: { version: await version(), kind: 'training', expiresOn: dayFromNow(300), verified: false } });
    expect(renewed.status, renewed.text).toBe(200);
    expect(await told('ops', 'certificates_ending')).toEqual({ total, unread: 0 });
    const undone = await clients['ops']!.post(`/caregivers/${no}/undo`, { body: { version: await version() } });
    expect(undone.status, undone.text).toBe(200);
    expect(await told('ops', 'certificates_ending')).toEqual({ total: total + 1, unread: 1 });
    await seen('ops');
    await api.rows(`update notice_seen set seen_at = seen_at - interval '21 days' where account_id = $1`, [ids['ops']]);
    // its thirtieth day was twenty days ago; that of the ones that end on the thirtieth day is today
    expect((await told('ops', 'certificates_ending')).unread).toBeGreaterThan(1);
  });
});

describe('handed over', () => {
  const hand = (by: string, no: string, keeperId: string | null) => clients[by]!.post<{ row: { version: number } }>(`/orders/${no}/hand`, { body: { keeperId } });
  const names = async (by: string, no: string) => (await clients[by]!.get<{ id: string; name: string }[]>(`/orders/${no}/keepers`)).body.result.map(({ name }) => name.replace('的昵称', '')).sort();
  test('to those who see the order, who are told once; taken over by oneself, nobody is', async () => {
    for (const by of ['ops', 'resident', 'hospital']) await seen(by);
    const bone = await kit.order(places[0]!);
    const inner = await kit.order(places[0]!, { department: 1 });
    const west = await kit.order(places[1]!);
    expect([await names('ops', bone), await names('ops', inner), await names('ops', west)]).toEqual([['admin', 'hospital', 'ops', 'resident', '小周'], ['admin', 'hospital', 'ops', '小周'], ['admin', 'ops', '小周']]);
    expect((await clients['resident']!.get(`/orders/${inner}/keepers`)).status).toBe(404);
    const before = await told('resident', 'mine');
    expect((await hand('ops', bone, ids['resident']!)).status).toBe(200);
    expect(await told('resident', 'mine')).toEqual({ total: before.total + 1, unread: 1 });
    expect(await listed('resident', 'mine')).toBe(before.total + 1);
    expect((await clients['resident']!.get<{ keeperName: string; version: number }>(`/orders/${bone}`)).body.result).toMatchObject({ keeperId: ids['resident'], keeperName: 'resident的昵称', version: 1 });
    await seen('resident');
    expect(await told('resident', 'mine')).toEqual({ total: before.total + 1, unread: 0 });
    // away and back again: told again
    expect((await hand('resident', bone, ids['hospital']!)).status).toBe(200);
    expect([await told('resident', 'mine'), (await told('hospital', 'mine')).unread]).toEqual([{ total: before.total, unread: 0 }, 1]);
    expect((await hand('ops', bone, ids['resident']!)).status).toBe(200);
    expect([await told('resident', 'mine'), (await told('hospital', 'mine')).unread]).toEqual([{ total: before.total + 1, unread: 1 }, 0]);
    const own = await told('ops', 'mine');
    expect((await hand('ops', bone, ids['ops']!)).status).toBe(200);
    expect(await told('ops', 'mine')).toEqual({ total: own.total + 1, unread: 0 });
    expect((await hand('ops', bone, null)).status).toBe(200);
    expect(await told('ops', 'mine')).toEqual(own);
    expect((await api.rows<{ after: unknown }>(`select before, after from audit_event where action = 'order.hand' and ok order by id desc limit 2`))).toEqual([{ before: { keeperName: 'ops的昵称' }, after: { keeperName: null } }, { before: { keeperName: 'resident的昵称' }, after: { keeperName: 'ops的昵称' } }]);
  });
  test('refused: to who does not see it, of what has ended, out of scope, by who may not, to the same', async () => {
    const west = await kit.order(places[1]!);
    for (const to of ['resident', 'hospital']) expect((await hand('ops', west, ids[to]!)).body.code).toBe(40_000);
    expect((await hand('ops', west, '999999')).body.code).toBe(40_000);
    expect((await hand('resident', west, ids['resident']!)).status).toBe(404);
    expect((await hand('hospital', await kit.order(places[0]!), ids['hospital']!)).status).toBe(403);
    expect((await hand('ops', west, null)).status).toBe(409);
    for (const service_state of ['completed', 'cancelled']) expect((await hand('ops', await kit.order(places[0]!, { service_state }), ids['ops']!)).status).toBe(409);
  });
  test('an undo of the order’s last event leaves it where it was handed to', async () => {
    const no = await kit.order(places[0]!, { version: 1 });
    const edited = await clients['ops']!.post<{ row: { version: number } }>(`/orders/${no}/edit`, { body: { version: 1, diagnosis: '骨折' } });
    expect(edited.status, edited.text).toBe(200);
    await hand('ops', no, ids['resident']!);
    expect((await clients['ops']!.post(`/orders/${no}/undo`, { body: { version: 2 } })).status).toBe(200);
    expect(await api.rows('select keeper_id::text as keeper, diagnosis from care_order where order_no = $1', [no])).toEqual([{ keeper: ids['resident'], diagnosis: null }]);
  });
});
