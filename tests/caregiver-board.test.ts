import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CERTIFICATE_KINDS, ENDINGS, type Ending, type EndingCard } from '../src/areas/caregiver/contract.ts';
import { Random } from '../src/areas/demo/random.ts';
import type { Page } from '../src/kernel/endpoint.ts';
import type { Client } from './kit/api.ts';
import { dayFromNow } from './kit/care.ts';
import { health, startStaff, type Staff } from './kit/staff.ts';

let staff: Staff;
const random = new Random('board');
beforeAll(async () => {
  staff = await startStaff();
  const { kit, here, there } = staff;
  for (let i = 0; i < 60; i++) {
    const status = random.pick(['active', 'active', 'on_leave', 'suspended', 'pending', 'left', 'blacklisted']);
    const { id } = await kit.caregiver(`护工${i}`, [here, there].filter(() => random.chance(0.6)), { status, ...(random.chance(0.1) ? { deleted_at: new Date().toISOString() } : {}), ...(random.chance(0.1) ? { posted: '[2020-01-01,2021-01-01)' } : {}) });
    for (let k = random.whole(0, 4); k > 0; k--)
      await kit.insert('caregiver_certificate', { caregiver_id: id, kind: random.pick(['health', 'health', 'training', 'insurance', 'id_card']), number: random.pick([null, 'JK20260001234', '310101198001011234', '12']), expires_on: random.chance(0.9) ? dayFromNow(random.pick([-40, -1, 0, 29, 30, 31, 59, 60, 61, 90, 91, 200])) : null, revoked_at: random.chance(0.15) ? new Date().toISOString() : null });
  }
}, 60_000);
afterAll(() => staff.api.close());

const read = async (within: Ending, by: Client = staff.client.ops, query: object = {}): Promise<Page<EndingCard>> => {
  const { status, text, body } = await by.get<Page<EndingCard>>('/caregivers/board', { query: { within, pageSize: '200', ...query } });
  if (status !== 200) throw new Error(text);
  return body.result;
};
const PLAIN: Record<Ending, string> = { expired: 'left_days < 0', 30: 'left_days >= 0 and left_days <= 30', 60: 'left_days > 30 and left_days <= 60', 90: 'left_days > 60 and left_days <= 90' };
/** Ids of a column, in its order: of each kind the one that lasts longest, asked by rank and not by what is missing. */
const plainly = async (within: Ending, { scope = null, kind = null, hospital = null }: { scope?: string | null; kind?: string | null; hospital?: string | null } = {}): Promise<string[]> =>
  (
    await staff.api.rows<{ id: string }>(
      `with today as (select (now() at time zone 'Asia/Shanghai')::date as day), ranked as (
         select k.*, k.expires_on - today.day as left_days, row_number() over (partition by k.caregiver_id, k.kind order by k.expires_on desc nulls first, k.id desc) as turn from caregiver_certificate k, today where k.revoked_at is null)
       select r.id::text from ranked r join caregiver c on c.id = r.caregiver_id, today where r.turn = 1 and ${PLAIN[within]} and c.deleted_at is null and c.status in ('pending', 'active', 'on_leave', 'suspended') and ($1::text is null or r.kind = $1)
         and not exists (select 1 from unnest(array[$2, $3]::bigint[]) wanted(id) where wanted.id is not null and not exists (select 1 from caregiver_hospital h where h.caregiver_id = c.id and h.hospital_id = wanted.id and h.during @> today.day))
       order by abs(r.left_days), case when r.left_days < 0 then -r.id else r.id end`,
      [kind, scope, hospital],
    )
  ).map(({ id }) => id);

describe.each(ENDINGS)('the column %s', (within) => {
  test.each(['ops', 'resident', 'hospital'] as const)('is what plain SQL says, for %s', async (who) => {
    const scope = who === 'ops' ? null : staff.here.hospitalId;
    const { list, total } = await read(within, staff.client[who]);
    const expected = await plainly(within, { scope });
    expect(list.map(({ id }) => id)).toEqual(expected);
    expect(total).toBe(expected.length);
    if (who === 'ops') expect(expected.length).toBeGreaterThan(2);
    for (const { daysLeft, expiresOn } of list) expect(expiresOn).toBe(dayFromNow(daysLeft));
  });
  test('is narrowed by kind and hospital alike in rows and total', async () => {
    for (const kind of CERTIFICATE_KINDS) {
      const { list, total } = await read(within, staff.client.ops, { kind, hospitalId: staff.there.hospitalId });
      const expected = await plainly(within, { kind, hospital: staff.there.hospitalId });
      expect([list.map(({ id }) => id), total]).toEqual([expected, expected.length]);
    }
    // a hospital out of scope has nobody
    expect(await read(within, staff.client.resident, { hospitalId: staff.there.hospitalId })).toMatchObject({ list: (await plainly(within, { scope: staff.here.hospitalId, hospital: staff.there.hospitalId })).length === 0 ? [] : expect.anything() });
  });
});
test('windows join', async () => {
  const all = await read('30');
  const parts = await Promise.all([1, 2, 3].map((pageNum) => read('30', staff.client.ops, { pageNum: String(pageNum), pageSize: '2', count: '0' })));
  expect(parts.flatMap(({ list }) => list)).toEqual(all.list.slice(0, 6));
});
test('numbers are masked, and what may be done travels with the card', async () => {
  const cards = (await Promise.all(ENDINGS.map((within) => read(within)))).flatMap(({ list }) => list);
  expect(new Set(cards.map(({ number }) => number))).toEqual(new Set([null, 'JK2******1234', '310***********1234', '****']));
  expect(cards.some(({ caregiver }) => caregiver.can.includes('certify'))).toBe(true);
  const reading = (await Promise.all(ENDINGS.map((within) => read(within, staff.client.hospital)))).flatMap(({ list }) => list);
  expect(reading.flatMap(({ caregiver }) => caregiver.can)).toEqual([]);
});
test('who renews leaves the board', async () => {
  const no = await staff.made({ name: '续证' });
  await staff.done(no, 'certify', health(12));
  const has = async (within: Ending): Promise<boolean> => (await read(within)).list.some(({ caregiver }) => caregiver.staffNo === no);
  expect(await has('30')).toBe(true);
  await staff.done(no, 'certify', health(75));
  expect([await has('30'), await has('90')]).toEqual([false, true]);
  await staff.done(no, 'certify', health(300));
  expect([await has('30'), await has('60'), await has('90'), await has('expired')]).toEqual([false, false, false, false]);
});
