import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NoticeKind } from '../src/areas/notice/contract.ts';
import { LONG_WAIT_HOURS } from '../src/areas/order/contract.ts';
import { formOf } from './kit/api.ts';
import { dayFromNow } from './kit/care.ts';
import { booked, CARER_HEAD, carer, importRows } from './kit/intake.ts';
import { ago, LONG, ROLES, startNotices } from './kit/notice.ts';

const { api, kit, places, ids, clients, read, told, seen, listed, pass, close } = await startNotices();
afterAll(close);

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
      // kept out: looked at again today, since long, tomorrow; and who is gone, or kept out no longer
      for (const [n, more] of [{ review_on: dayFromNow(0) }, { review_on: dayFromNow(-40) }, { review_on: dayFromNow(1) }, { review_on: dayFromNow(0), deleted_at: ago(60) }, { review_on: dayFromNow(0), status: 'active' }].entries()) await kit.caregiver(`黑${i}${n}`, [place], { status: 'blacklisted', ...more });
      // renewed: of its kind another lasts longer
      const { id } = await kit.caregiver(`续${i}`, [place], { certificate: dayFromNow(9) });
      await kit.insert('caregiver_certificate', { caregiver_id: id, kind: 'health', expires_on: dayFromNow(300) });
      // of another kind, or what was revoked, renews nothing
      const other = await kit.caregiver(`旧${i}`, [place], { certificate: dayFromNow(0) });
      await kit.insert('caregiver_certificate', { caregiver_id: other.id, kind: 'training', expires_on: dayFromNow(300) });
      await kit.insert('caregiver_certificate', { caregiver_id: other.id, kind: 'health', expires_on: dayFromNow(300), revoked_at: ago(60) });
    }
  });
  // the hospital side keeps nobody out, so nothing is there for them to look at again
  const WANT: Record<keyof typeof ROLES, Partial<Record<NoticeKind, number>>> = {
    admin: { waits_long: 6, ends_today: 6, certificates_ending: 4, reviews_due: 4, mine: 6 },
    ops: { waits_long: 6, ends_today: 6, certificates_ending: 4, reviews_due: 4, mine: 6 },
    resident: { waits_long: 2, ends_today: 2, certificates_ending: 2, reviews_due: 2, mine: 2 },
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
  test('asked at one moment, whatever is counted once for many, everyone is told of their own', async () => {
    const everyone = Object.keys(ROLES) as (keyof typeof ROLES)[];
    const told = await Promise.all(everyone.map((by) => read(by)));
    expect(told.map(({ kinds }) => Object.fromEntries(kinds.map(({ kind, total }) => [kind, total])))).toEqual(everyone.map((by) => WANT[by]));
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
  const south = await api.account({ username: 'south', role: 3, hospitals: [place.hospitalId] });
  clients['south'] = await api.as('south');
  await kit.order(place, { created_at: ago(LONG - 5) });
  expect(await told('south', 'waits_long')).toEqual({ total: 0, unread: 0 });
  await kit.order(place, { created_at: ago(LONG + 60) });
  expect(await told('south', 'waits_long')).toEqual({ total: 1, unread: 1 });
  // too long from the middle of a minute on, and told with the next: who looked between has not seen it
  const past = (seconds: number) => `date_trunc('minute', now()) - interval '1 minute' + interval '${seconds} seconds'`;
  await seen('south');
  await api.rows(`update care_order set created_at = ${past(20)} - make_interval(hours => ${LONG_WAIT_HOURS}) where hospital_id = $1`, [place.hospitalId]);
  await api.rows(`update notice_seen set seen_at = ${past(40)} where account_id = $1`, [south]);
  expect(await told('south', 'waits_long')).toEqual({ total: 2, unread: 2 });
  await api.rows('update care_order set deleted_at = now() where hospital_id = $1', [place.hospitalId]);
});

describe('unread', () => {
  test('what was seen is read until something comes to be; kinds apart, persons apart', async () => {
    for (const by of Object.keys(ROLES)) await seen(by);
    expect((await read('ops')).kinds.map(({ unread }) => unread)).toEqual([0, 0, 0, 0, 0]);
    await kit.order(places[1]!, { created_at: ago(LONG - 60) });
    expect(await told('ops', 'waits_long')).toEqual({ total: 6, unread: 0 });
    await pass(5);
    expect(await told('ops', 'waits_long')).toEqual({ total: 7, unread: 1 });
    // not of their hospital
    expect(await told('hospital', 'waits_long')).toEqual({ total: 4, unread: 0 });
    const { kinds } = await seen('ops', ['ends_today']);
    expect(kinds.map(({ unread }) => unread)).toEqual([1, 0, 0, 0, 0]);
    expect((await seen('ops', ['waits_long'])).kinds.map(({ unread }) => unread)).toEqual([0, 0, 0, 0, 0]);
    expect(await told('admin', 'waits_long')).toEqual({ total: 7, unread: 1 });
  });
  test('an older word does not make unread what was seen, and none is later than now', async () => {
    await seen('admin');
    await clients['admin']!.put('/notices/seen', { body: { kinds: ['ends_today', 'ends_today'], at: '2020-01-01T00:00:00Z' } });
    expect(await told('admin', 'ends_today')).toMatchObject({ unread: 0 });
    await clients['admin']!.put('/notices/seen', { body: { kinds: ['mine'], at: '2999-01-01T00:00:00Z' } });
    expect(await api.rows(`select 1 from notice_seen where seen_at > now()`)).toEqual([]);
    for (const body of [{ kinds: [], at: ago(0) }, { kinds: ['other'], at: ago(0) }, { kinds: ['mine'], at: '2026-13-45T00:00:00Z' }, { kinds: 'mine' }]) expect((await clients['admin']!.put('/notices/seen', { body })).body.code).toBe(40_000);
  });
  test('without an instant it is now', async () => {
    await pass(5);
    expect((await clients['hospital']!.put('/notices/seen', { body: { kinds: ['waits_long'] } })).status).toBe(200);
    expect(await told('hospital', 'waits_long')).toMatchObject({ unread: 0 });
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
  test('waits again as long as before what was taken back, and is unread; another undo of one that waits makes nothing unread', async () => {
    const no = await kit.order(places[0]!, { created_at: ago(LONG + 7_200), version: 1 });
    const does = async (verb: string, body: object): Promise<number> => {
      const { status, body: { result }, text } = await clients['ops']!.post<{ row: { version: number } }>(`/orders/${no}/${verb}`, { body });
      expect(status, text).toBe(200);
      return result.row.version;
    };
    const { total } = await told('ops', 'waits_long');
    const cancelled = await does('cancel', { version: 1, reason: '误' });
    await seen('ops');
    expect(await told('ops', 'waits_long')).toEqual({ total: total - 1, unread: 0 });
    const back = await does('undo', { version: cancelled });
    expect(await told('ops', 'waits_long')).toEqual({ total, unread: 1 });
    await seen('ops');
    await does('undo', { version: await does('edit', { version: back, diagnosis: '骨折' }) });
    expect(await told('ops', 'waits_long')).toEqual({ total, unread: 0 });
  });
  test('an order that is moved into one’s departments is unread there, and not to whoever had it before', async () => {
    const made = { department: 1, created_at: ago(LONG + 7_200), service_state: 'pending_assign', version: 1 };
    const nos = [await kit.order(places[0]!, made), await kit.order(places[0]!, { ...made, service_state: 'in_service', planned_end: dayFromNow(0) })];
    for (const by of ['resident', 'hospital']) await seen(by);
    const kinds = ['waits_long', 'ends_today'] as const;
    const all = async (by: string) => Promise.all(kinds.map(async (kind) => told(by, kind)));
    const [theirs, others] = [await all('resident'), await all('hospital')];
    const { id: departmentId, wardId, bedId } = places[0]!.departments[0]!;
    for (const no of nos) {
      const moved = await clients['ops']!.post(`/orders/${no}/edit`, { body: { version: 1, departmentId, wardId, bedId } });
      expect(moved.status, moved.text).toBe(200);
    }
    expect(await all('resident')).toEqual(theirs.map(({ total }) => ({ total: total + 1, unread: 1 })));
    expect(await all('hospital')).toEqual(others);
  });
  test('caregivers who are imported with a certificate that ends soon are unread', async () => {
    for (const by of ['ops', 'resident']) await seen(by);
    const before = [await told('ops', 'certificates_ending'), await told('resident', 'certificates_ending')];
    const sheet = [CARER_HEAD, carer(900, { 健康证到期: dayFromNow(10), 服务医院: '东院' })].map((cells) => cells.join(',')).join('\n');
    const came = await clients['ops']!.post('/caregivers/import', { ...formOf(sheet, { name: '护工.csv' }), query: { dryRun: 'false' } });
    expect(came.body.result, came.text).toMatchObject({ created: 1, faults: [] });
    expect([await told('ops', 'certificates_ending'), await told('resident', 'certificates_ending')]).toEqual(before.map(({ total }) => ({ total: total + 1, unread: 1 })));
  });
  test('orders that are imported and have waited for long already are unread', async () => {
    await seen('ops');
    const { total } = await told('ops', 'waits_long');
    const came = await importRows(api.database, 'orders', [booked(900, { 医院: '东院', 开始日期: dayFromNow(-1), 结束日期: dayFromNow(1), 订单状态: '待派单', 实收款: '0', 支付方式: '', 收据号: '' })]);
    expect(came.said, JSON.stringify(came.report)).toContain('1 loaded');
    expect(await told('ops', 'waits_long')).toEqual({ total: total + 1, unread: 1 });
  });
  test('whose posting has begun since is unread where they are posted, and not to whoever had them before', async () => {
    for (const by of ['ops', 'resident']) await seen(by);
    await api.rows(`update notice_seen set seen_at = seen_at - interval '1 day'`);
    const kinds = ['certificates_ending', 'reviews_due'] as const;
    const all = async () => Promise.all(['ops', 'resident'].flatMap((by) => kinds.map(async (kind) => told(by, kind))));
    const before = await all();
    const posted = `[${dayFromNow(0)},)`;
    await kit.caregiver('新证', [places[0]!], { certificate: dayFromNow(9), posted });
    await kit.caregiver('新黑', [places[0]!], { status: 'blacklisted', review_on: dayFromNow(-40), posted });
    expect(await all()).toEqual(before.map(({ total, unread }, i) => ({ total: total + 1, unread: unread + (i < 2 ? 0 : 1) })));
  });
  test('who is kept out is told of when the day has come on which that is looked at again, until it was', async () => {
    await seen('ops');
    const { total } = await told('ops', 'reviews_due');
    const { id, no } = await kit.caregiver('钱进', [places[0]!], { status: 'blacklisted', version: 1, review_on: dayFromNow(1) });
    expect(await told('ops', 'reviews_due')).toEqual({ total, unread: 0 });
    // a day goes by
    await api.rows('update caregiver set review_on = $2::date where id = $1', [id, dayFromNow(0)]);
    await api.rows(`update notice_seen set seen_at = seen_at - interval '1 day' where account_id = $1 and kind = 'reviews_due'`, [ids['ops']]);
    // and those whose day is today as well
    expect(await told('ops', 'reviews_due')).toEqual({ total: total + 1, unread: 3 });
    expect(await listed('ops', 'reviews_due')).toBe(total + 1);
    const kept = await clients['ops']!.post(`/caregivers/${no}/blacklist`, { body: { version: 1, reason: '打架', reviewOn: dayFromNow(30) } });
    expect(kept.status, kept.text).toBe(200);
    expect(await told('ops', 'reviews_due')).toMatchObject({ total });
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
