// By the words of a reason: each line of a ranking opens its rows in the list of orders, whatever the words are.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DID, order } from '../src/areas/order/contract.ts';
import { readDid, writeDid } from '../src/kernel/did.ts';
import { statistics } from '../src/areas/statistics/contract.ts';
import { measureOf, type Figured, type Measure } from '../src/areas/statistics/measure.ts';
import { narrowsTo, rowsOf } from '../src/areas/statistics/opening.ts';
import { dayFromNow, door } from './kit/care.ts';
import type { Life } from './kit/life.ts';
import { night, scopes, startStatistics } from './kit/stat-life.ts';

type Reasoned = 'cancelled-reason' | 'ended-early-reason' | 'replaced-reason' | 'extended-reason';
const MEASURE: Record<Reasoned, Measure[]> = { 'cancelled-reason': ['cancelled'], 'ended-early-reason': ['endedEarly', 'endedEarlyRate'], 'replaced-reason': ['replaced', 'replacedRate'], 'extended-reason': ['extended', 'extendedRate'] };
const local = (instant: string): string => `(${instant} at time zone h.timezone)::date`;
const event = (name: string): string => `select o.id from order_event x join care_order o on o.id = x.order_id join hospital h on h.id = o.hospital_id where x.event = '${name}' and not exists (select from order_event u where u.undoes = x.id) and coalesce(x.reason, '') = $1 and ${local('x.at')}`;
/** The orders of a reason by plain SQL; $1 its words. */
const PLAIN: Record<Reasoned, string> = {
  'cancelled-reason': `select o.id from care_order o join hospital h on h.id = o.hospital_id where o.service_state = 'cancelled' and coalesce(o.cancel_reason, '') = $1 and ${local('o.cancelled_at')}`,
  'ended-early-reason': `select o.id from care_order o where o.service_state = 'completed' and o.end_reason = $1 and o.ended_on`,
  'replaced-reason': event('change'), 'extended-reason': event('extend'),
};
/** What people write, and what they do not. */
const WORDS = ['转院：家属要求, 床位:3', '50% off & a=b?c#d', '🙂👨‍👩‍👧 出院', '甲'.repeat(200), ':', '::x:', "o'brien \\ \"x\"", '多行\n第二行\t尾', 'cancelled:2026-01-01:2026-01-02', '%20%00+', ' 前后有空格 ', '<b>x</b>', '', null];

let life: Life;
beforeAll(async () => {
  life = await startStatistics();
  const { rows } = life.api;
  // by the front door
  for (const reason of WORDS.filter((words) => words !== null && words.trim() !== '')) {
    const no = await life.made();
    await life.done(no, 'cancel', { reason: reason! });
  }
  // one ends early, after another had come
  const [first, second] = [await life.carer('早一'), await life.carer('早二')];
  const early = await life.made();
  for (const [name, body] of [['assign', { caregiverNo: first.no }], ['start', { reason: '先做' }], ['extend', { plannedEnd: dayFromNow(9), endHalf: 'PM', reason: '恢复慢：再看' }], ['change', { caregiverNo: second.no, reason: '家属：要求' }], ['complete', { reason: '转院：早' }]] as [string, object][]) await life.done(early, name, body);
  const ids = (await rows<{ id: string }>(`select id::text from care_order where deleted_at is null order by id`)).map(({ id }) => id);
  for (const [i, words] of WORDS.entries()) {
    // twice of one order: two of them, and one row
    for (const id of [ids[i]!, ids[i]!, ids[i + 5]!]) await rows(`insert into order_event (order_id, event, from_state, to_state, actor_id, actor_role, reason, at) select $1::bigint, e, 'in_service', 'in_service', $2::bigint, 2, $3::text, now() - interval '${i} days' from unnest(array['change', 'extend']) e`, [id, life.kit.actorId, words]);
    await rows(`update care_order set cancel_reason = $1 where id in (select id from care_order where service_state = 'cancelled' order by id limit 2 offset $2)`, [words, i]);
    if (words !== null) await rows(`update care_order set end_reason = $1 where id in (select id from care_order where end_reason is not null order by id limit 1 offset $2)`, [words, i]);
  }
}, 900_000);
afterAll(() => life.api.close());

/** What a list is asked that stands in an address. */
const asked = (address: string): Record<string, string> => Object.fromEntries(new URLSearchParams(address.slice(address.indexOf('?') + 1)));
const listed = (address: string): Record<string, string | string[]> => {
  const { 'where[0]': where, ...query } = asked(address);
  return { ...query, ...(where === undefined ? {} : { where: [where] }) };
};

test('each line opens exactly the rows that were counted, in every scope and however narrowed', async () => {
  const range = { from: dayFromNow(-75), to: dayFromNow(20) };
  const ways: { query: Partial<Figured>; where: string }[] = [
    { query: {}, where: 'true' }, { query: { hospital: life.place.hospitalId }, where: `o.hospital_id = ${life.place.hospitalId}` }, { query: { department: life.place.departments[0]!.id }, where: `o.department_id = ${life.place.departments[0]!.id}` }, { query: { service: night }, where: `o.service_item_id = ${night}` },
  ];
  const met = new Set<string>();
  for (const { name, scope, where } of scopes()) for (const way of name === 'all' ? ways : [ways[0]!]) for (const [group, measures] of Object.entries(MEASURE) as [Reasoned, Measure[]][]) {
    const ask = door(life.api.database, scope);
    const { rows, totals } = await ask(statistics.groups, { ...range, group, limit: '500', ...way.query });
    for (const { id, values } of rows) for (const measure of measures) {
      const address = rowsOf(measure, { ...range, ...way.query, ...narrowsTo(group, id) })!;
      const total = (await ask(order.list, { ...listed(address), count: 'only' })).total!;
      const [plain] = await life.api.rows<{ n: number }>(`select count(*)::int as n from care_order o where o.deleted_at is null and ${where} and ${way.where} and o.id in (${PLAIN[group]} between '${range.from}' and '${range.to}')`, [id]);
      const { opens } = measureOf(measure);
      expect([name, group, id, total]).toEqual([name, group, id, plain!.n]);
      if (opens !== null && 'exact' in opens && opens.exact && measureOf(measure).unit === 'count') expect([name, group, id, total]).toEqual([name, group, id, values[measure]]);
      else expect([group, id, total > 0]).toEqual([group, id, (values[measures[0]!] ?? 0) > 0]);
      met.add(`${group} ${id}`);
      // the address itself, as a browser sends it
      if (name === 'all') {
        const { status, body } = await life.client.admin.get<{ total: number }>(`/orders?${address.slice(address.indexOf('?') + 1)}&count=only`);
        expect([group, id, status, body.result.total]).toEqual([group, id, 200, total]);
      }
    }
    if (way.query.hospital === undefined) expect(rows.reduce((sum, { values }) => sum + values[measures[0]!]!, 0)).toBe(totals[measures[0]!]);
  }
  for (const words of WORDS) expect([words, met.has(`replaced-reason ${words ?? ''}`), met.has(`extended-reason ${words ?? ''}`)]).toEqual([words, true, true]);
  for (const words of WORDS.filter((one) => one !== null && one.trim() === one && one !== '')) expect([words, met.has(`cancelled-reason ${words}`)]).toEqual([words, true]);
});

test('of one caregiver too', async () => {
  const range = { from: dayFromNow(-75), to: dayFromNow(20) };
  const who = { 'cancelled-reason': 'o.cancelled_carer', 'ended-early-reason': 'case when o.end_reason is not null then o.ended_carer end', 'replaced-reason': 'x.caregiver_id', 'extended-reason': 'x.caregiver_id' } as const;
  const ask = door(life.api.database, 'all');
  for (const [group, column] of Object.entries(who) as [keyof typeof who, string][]) {
    const measure = MEASURE[group][0]!;
    const carers = await life.api.rows<{ id: string; no: string }>(`select distinct c.id::text, c.staff_no as no from caregiver c where exists (select from care_order o left join order_event x on x.order_id = o.id and x.event = '${group === 'replaced-reason' ? 'change' : 'extend'}' where ${column} = c.id and o.deleted_at is null) order by 2 limit 4`);
    expect(carers.length).toBeGreaterThan(0);
    let lines = 0;
    for (const { id: carer, no } of carers) for (const { id, values } of (await ask(statistics.groups, { ...range, group, limit: '500', caregiver: no })).rows.filter((row) => row.values[measure]! > 0)) {
      const total = (await ask(order.list, { ...listed(rowsOf(measure, { ...range, caregiver: no, reason: id })!), count: 'only' })).total!;
      const [plain] = await life.api.rows<{ n: number }>(`select count(*)::int as n from care_order o where o.deleted_at is null and o.id in (${PLAIN[group].replace(' where ', ` where ${column} = ${carer} and `)} between '${range.from}' and '${range.to}')`, [id]);
      expect([group, no, id, total]).toEqual([group, no, id, plain!.n]);
      if (group === 'ended-early-reason' || group === 'cancelled-reason') expect([no, id, total]).toEqual([no, id, values[measure]]);
      lines++;
    }
    expect([group, lines > 0]).toEqual([group, true]);
  }
});

test('what stands in the address is what was said, whatever it is', () => {
  fc.assert(fc.property(fc.constantFrom('cancelled' as const, 'replaced' as const), fc.option(fc.stringMatching(/^[\w-]{1,32}$/), { nil: undefined }), fc.string({ unit: 'binary', maxLength: 400 }).filter((words) => !/[\ud800-\udfff]/u.test(words)), (deed, key, reason) => {
    const did = { deed, from: '2026-11-01', to: '2026-11-30', ...(key === undefined ? {} : { key }), reason };
    expect(readDid(writeDid(did), DID)).toEqual(did);
    const address = rowsOf('cancelled', { from: '2026-11-01', to: '2026-11-30', reason })!;
    expect(readDid(asked(address)['did']!, DID)).toEqual({ deed: 'cancelled', from: '2026-11-01', to: '2026-11-30', reason });
  }));
});

test('what no figure opens is refused in words, and is no fault of the server', async () => {
  const days = '2026-11-01:2026-11-30';
  const refused = [`made:${days}::转院`, `cancelled:${days}::${'甲'.repeat(700)}`, `cancelled:2026-02-30:2026-03-01::转院`, `cancelled:${days}:a b:转院`, `cancelled:${days}:`, `cancelled::转院`, `Cancelled:${days}::转院`, `\ncancelled:${days}::转院`, `cancelled:${days}::a\0b`];
  for (const did of refused) {
    const { status, body } = await life.client.admin.get('/orders', { query: { did } });
    expect([did, status, body.message]).toEqual([did, 400, expect.stringMatching(/did|…/)]);
  }
  for (const raw of [`cancelled:${days}::%ED%A0%80`, `cancelled:${days}::%zz`, `cancelled:${days}::%00`]) expect([raw, (await life.client.admin.get(`/orders?did=${raw}`)).status]).toEqual([raw, 400]);
  for (const did of [[`cancelled:${days}::x`], `cancelled:${days}::\ud800`]) expect((await life.client.admin.post('/orders/selected', { body: { selection: { mode: 'exclude', ids: [], filter: { did } } } })).status).toBe(400);
  // what nobody ever wrote has no rows; quotes and signs of SQL are words
  for (const words of ["'; drop table care_order; --", '%', '_', '\\', 'null']) expect([words, (await life.client.admin.get<{ total: number }>('/orders', { query: { did: `cancelled:${days}::${words}` } })).body.result.total]).toEqual([words, 0]);
  expect((await life.client.admin.post('/orders/selected', { body: { selection: { mode: 'exclude', ids: [], filter: { did: `cancelled:${days}::转院：一:二` } } } })).status).toBe(200);
});
