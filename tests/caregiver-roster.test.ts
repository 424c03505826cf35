import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RosterRow } from '../src/areas/caregiver/contract.ts';
import { Random } from '../src/areas/demo/random.ts';
import type { Page } from '../src/kernel/endpoint.ts';
import type { Client } from './kit/api.ts';
import { dayFromNow, type Place } from './kit/care.ts';
import { startStaff, type Staff } from './kit/staff.ts';

let staff: Staff;
/** All of both places, so that a scope cuts through the middle. */
const PEOPLE = 40;
const random = new Random('roster');
const span = (from: number, to: number): string => `[${dayFromNow(from)},${dayFromNow(to)}]`;
const between = (from: string, to: string): string => `[${from}+08,${to}+08)`;
const hour = (): string => random.pick(['00:00', '12:00']);

beforeAll(async () => {
  staff = await startStaff();
  const { kit, here, there } = staff;
  for (let i = 0; i < PEOPLE; i++) {
    const status = random.pick(['active', 'active', 'active', 'on_leave', 'suspended', 'pending', 'left', 'blacklisted']);
    const { id } = await kit.caregiver(random.pick(['王芳', '陈桂英', '单秀兰', '周无证', '李敏']) + i, [], { status, ...(random.chance(0.1) ? { deleted_at: new Date().toISOString() } : {}) });
    for (const place of [here, there]) {
      if (!random.chance(0.6)) continue;
      const first = random.whole(-20, 5);
      await kit.insert('caregiver_hospital', { caregiver_id: id, hospital_id: place.hospitalId, during: random.chance(0.4) ? `[${dayFromNow(first)},)` : span(first, first + random.whole(1, 30)) });
    }
    for (let k = random.whole(0, 2); k > 0; k--) {
      const end = random.whole(-10, 20);
      await kit.insert('caregiver_certificate', { caregiver_id: id, kind: random.pick(['health', 'health', 'training']), number: 'JK1', issued_on: random.chance(0.5) ? dayFromNow(end - random.whole(0, 15)) : null, expires_on: random.chance(0.9) ? dayFromNow(end) : null, revoked_at: random.chance(0.15) ? new Date().toISOString() : null });
    }
    let day = random.whole(-12, 0);
    for (let s = random.whole(0, 4); s > 0; s--) {
      const place: Place = random.pick([here, there]);
      const order = await kit.order(place, { patient: `病人${i}-${s}`, coverage: random.pick(['full24', 'day', 'night']), ...(random.chance(0.1) ? { deleted_at: new Date().toISOString() } : {}) });
      const to = day + random.whole(0, 6);
      const during = between(`${dayFromNow(day)} ${hour()}`, `${dayFromNow(to + 1)} ${hour()}`);
      await kit.insert('order_assignment', { order_id: await kit.orderId(order), caregiver_id: id, during, exclusive: false, status: random.pick(['planned', 'serving', 'ended', 'void']), assigned_by: kit.actorId });
      // some overlap, some leave days free
      day = to + random.whole(-1, 4);
    }
    if (random.chance(0.4)) await kit.insert('caregiver_leave', { caregiver_id: id, during: between(`${dayFromNow(day + 1)} ${hour()}`, `${dayFromNow(day + 4)} ${hour()}`), reason: '回家' });
  }
}, 120_000);
afterAll(() => staff.api.close());

const read = async (by: Client, query: object): Promise<Page<RosterRow>> => {
  const { status, text, body } = await by.get<Page<RosterRow>>('/caregivers/roster', { query: { from: dayFromNow(-4), pageSize: '200', ...query } });
  if (status !== 200) throw new Error(text);
  return body.result;
};
type Told = Record<'stints' | 'leave' | 'unhealthy' | 'unposted', string | boolean>;
/** What is true of one caregiver on one day, asked of the tables in the plainest words. `scope`: hospitals that the reader sees; null for all. */
async function plainly(id: string, day: string, scope: string[] | null, hospital: string | null): Promise<Told> {
  const [row] = await staff.api.rows<Told>(
    `with d as (select ($2 || ' 00:00+08')::timestamptz as a, ($2 || ' 00:00+08')::timestamptz + interval '24 hours' as z, (now() at time zone 'Asia/Shanghai')::date as today)
     select coalesce((select string_agg(concat_ws(' ', case when $3::bigint[] is null or o.hospital_id = any($3) then o.order_no || ' ' || p.name || ' ' || o.coverage else '—' end, a.status), '; ' order by a.id) from order_assignment a join care_order o on o.id = a.order_id join patient p on p.id = o.patient_id, d
         where a.caregiver_id = $1 and a.status <> 'void' and o.deleted_at is null and lower(a.during) < d.z and (upper(a.during) > d.a or (a.status = 'serving' and $2::date <= d.today))), '') as stints,
       exists (select 1 from caregiver_leave l, d where l.caregiver_id = $1 and lower(l.during) < d.z and upper(l.during) > d.a) as leave,
       not exists (select 1 from caregiver_certificate k where k.caregiver_id = $1 and k.kind = 'health' and k.revoked_at is null and k.expires_on >= $2::date and coalesce(k.issued_on <= $2::date, true)) as unhealthy,
       not exists (select 1 from caregiver_hospital h where h.caregiver_id = $1 and h.during @> $2::date and ($3::bigint[] is null or h.hospital_id = any($3)) and ($4::bigint is null or h.hospital_id = $4)) as unposted`,
    [id, day, scope, hospital],
  );
  return row!;
}
const covers = (day: string) => ({ from, to }: { from: string; to: string }): boolean => from <= day && day <= to;
function told({ stints, leaves, unhealthy, unposted }: RosterRow, day: string): Told {
  const on = stints.filter(covers(day)).map(({ orderNo, patientName, coverage, status }) => [orderNo === null ? '—' : `${orderNo} ${patientName} ${coverage}`, status].join(' '));
  // the plain words stand in the order of ids, the roster in the order of days
  return { stints: on.sort().join('; '), leave: leaves.some(covers(day)), unhealthy: unhealthy.some(covers(day)), unposted: unposted.some(covers(day)) };
}
const sorted = (one: Told): Told => ({ ...one, stints: String(one.stints).split('; ').sort().join('; ') });

describe.each([['ops', null, null], ['resident', 'here', null], ['hospital', 'here', 'here'], ['ops', null, 'there']] as const)('for %s, in %s, asked for %s', (who, own, asked) => {
  const idOf = (which: 'here' | 'there' | null): string | null => (which === null ? null : staff[which].hospitalId);
  test.each([-4, 9])('from day %i on, each cell is what plain SQL says, and the people are those who are posted on one of the days', async (first) => {
    const [scope, hospital] = [own === null ? null : [idOf(own)!], idOf(asked)];
    const days = Array.from({ length: 12 }, (_, i) => dayFromNow(i + first));
    const query = { from: days[0]!, days: '12', ...(hospital === null ? {} : { hospitalId: hospital }) };
    const { list, total } = await read(staff.client[who], query);
    const expected = await staff.api.rows<{ id: string }>(
      `select c.id::text from caregiver c where c.deleted_at is null and c.status not in ('left', 'blacklisted') and ($1::bigint[] is null or exists (select 1 from caregiver_hospital h where h.caregiver_id = c.id and h.hospital_id = any($1) and h.during @> (now() at time zone 'Asia/Shanghai')::date))
         and (($1::bigint[] is null and $2::bigint is null) or exists (select 1 from caregiver_hospital h where h.caregiver_id = c.id and ($1::bigint[] is null or h.hospital_id = any($1)) and ($2::bigint is null or h.hospital_id = $2) and h.during && daterange($3::date, $4::date, '[]'))) order by c.name_pinyin collate "C", c.name collate "C", c.id`,
      [scope, hospital, days[0], days.at(-1)],
    );
    expect(list.map(({ caregiver }) => caregiver.id)).toEqual(expected.map(({ id }) => id));
    expect(total).toBe(expected.length);
    expect(list.length).toBeGreaterThan(5);
    // find in list counts the same rows
    const last = list.at(-1)!.caregiver;
    const found = await staff.client[who].get<{ index: number }>('/caregivers/find-in', { query: { ...query, q: last.staffNo, row: '-1', where: ['status:in:pending|active|on_leave|suspended'], sort: 'name' } });
    expect(found.body.result?.index).toBe(list.length - 1);
    for (const row of list) for (const day of days) expect([row.caregiver.name, day, told(row, day)]).toEqual([row.caregiver.name, day, sorted(await plainly(row.caregiver.id, day, scope, hospital))]);
    // nothing reaches beyond the days that were asked for
    for (const row of list) for (const { from, to } of [...row.stints, ...row.leaves, ...row.unhealthy, ...row.unposted]) expect([from >= days[0]!, to <= days.at(-1)!, from <= to]).toEqual([true, true, true]);
  }, 60_000);
});
test('windows join, and the total can be asked for alone or left out', async () => {
  const all = await read(staff.client.ops, {});
  const parts = await Promise.all([1, 2, 3].map((pageNum) => read(staff.client.ops, { pageNum: String(pageNum), pageSize: '4', count: '0' })));
  expect(parts.flatMap(({ list }) => list)).toEqual(all.list.slice(0, 12));
  expect(parts.map(({ total }) => total)).toEqual([null, null, null]);
  expect(await read(staff.client.ops, { count: 'only' })).toMatchObject({ list: [], total: all.total });
});
test('halves are told where a stint begins or ends within the days', async () => {
  const { kit, here } = staff;
  const { id, no } = await kit.caregiver('半天', [here], { certificate: dayFromNow(90) });
  const order = await kit.order(here, { patient: '张三', coverage: 'day' });
  await kit.insert('order_assignment', { order_id: await kit.orderId(order), caregiver_id: id, during: between(`${dayFromNow(1)} 12:00`, `${dayFromNow(3)} 12:00`), exclusive: false, status: 'planned', assigned_by: kit.actorId });
  const stints = async (query: object) => (await read(staff.client.ops, query)).list.find(({ caregiver }) => caregiver.staffNo === no)!.stints;
  expect(await stints({ from: dayFromNow(0), days: '7' })).toEqual([{ orderNo: order, patientName: '张三', coverage: 'day', status: 'planned', from: dayFromNow(1), to: dayFromNow(3), begins: 'PM', ends: 'AM' }]);
  expect(await stints({ from: dayFromNow(2), days: '1' })).toMatchObject([{ from: dayFromNow(2), to: dayFromNow(2), begins: 'AM', ends: 'PM' }]);
  expect(await stints({ from: dayFromNow(4), days: '3' })).toEqual([]);
});
test('of a leave that was ended early the half day is left in which they are back', async () => {
  const { kit, here } = staff;
  const { id, no } = await kit.caregiver('早归', [here], { certificate: dayFromNow(90) });
  for (const [from, to] of [[`${dayFromNow(-3)} 00:00`, `${dayFromNow(-1)} 09:00`], [`${dayFromNow(0)} 00:00`, `${dayFromNow(0)} 09:00`], [`${dayFromNow(1)} 00:00`, `${dayFromNow(2)} 15:00`], [`${dayFromNow(2)} 15:00`, `${dayFromNow(4)} 00:00`]]) await kit.insert('caregiver_leave', { caregiver_id: id, during: between(from!, to!) });
  const { leaves } = (await read(staff.client.ops, { days: '14' })).list.find(({ caregiver }) => caregiver.staffNo === no)!;
  expect(leaves).toEqual([{ from: dayFromNow(-3), to: dayFromNow(-2), begins: 'AM', ends: 'PM' }, { from: dayFromNow(1), to: dayFromNow(2), begins: 'AM', ends: 'AM' }, { from: dayFromNow(2), to: dayFromNow(3), begins: 'PM', ends: 'PM' }]);
});
test('whoever is on leave without days written down, as a sheet says it, is free on no day', async () => {
  const { kit, here } = staff;
  const away = (during: string | null) => kit.caregiver('休假', [here], { status: 'on_leave', certificate: dayFromNow(90) }).then(async ({ id, no }) => {
    if (during !== null) await kit.insert('caregiver_leave', { caregiver_id: id, during, reason: '回家' });
    return no;
  });
  const nos = [await away(null), await away(between(`${dayFromNow(-1)} 00:00`, `${dayFromNow(3)} 00:00`)), await away(between(`${dayFromNow(5)} 00:00`, `${dayFromNow(7)} 00:00`))];
  const { list } = await read(staff.client.ops, {});
  expect(nos.map((no) => list.find(({ caregiver }) => caregiver.staffNo === no)!.caregiver.nextFree)).toEqual([null, dayFromNow(3), null]);
});
test('what is no day is refused, and so is a stranger', async () => {
  const status = async (query: object, by: Client = staff.client.ops): Promise<number> => (await by.get('/caregivers/roster', { query: query as Record<string, unknown> })).status;
  expect([await status({ from: '9999-12-31', days: '31' }), await status({ from: '9999-12-02', days: '31' }), await status({ from: '9999-12-01', days: '31' }), await status({ from: '9999-12-31', days: '1' })]).toEqual([400, 400, 200, 200]);
  expect([await status({ from: '2026-02-30' }), await status({ from: 'x' }), await status({}), await status({ from: dayFromNow(0) }, staff.api.anonymous)]).toEqual([400, 400, 400, 401]);
  // beyond the bound it is the bound
  expect((await read(staff.client.ops, { days: '500' })).list.flatMap(({ unhealthy }) => unhealthy).every(({ to }) => to <= dayFromNow(26))).toBe(true);
});
