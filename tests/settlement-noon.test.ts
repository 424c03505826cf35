import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { order, type explained } from '../src/areas/order/contract.ts';
import type { CaregiverMonth, HospitalMonth, OrderLine, Sums } from '../src/areas/settlement/contract.ts';
import { statistics } from '../src/areas/statistics/contract.ts';
import { opened } from '../src/areas/statistics/measure.ts';
import { verifyStatistics } from '../src/areas/statistics/verify.ts';
import { migrateDatabase } from '../src/host/db/migrate.ts';
import { foldStatistics } from '../src/host/stat-count.ts';
import { bareKit } from './kit/bare.ts';
import { careKit, dayFromNow, door } from './kit/care.ts';
import { closingKit, dayIn, monthBefore } from './kit/closing.ts';
import { bareDatabase } from './kit/database.ts';
import { startLife, type Life } from './kit/life.ts';

/* A sheet brings orders that are served by nobody known. Given to someone at noon, such a day is half theirs, and half nobody's: in every sum. */
let life: Life;
let kit: ReturnType<typeof closingKit>;
let ask: ReturnType<typeof door>;
let bare: Awaited<ReturnType<typeof bareKit>>['bare'];
beforeAll(async () => {
  life = await startLife();
  kit = closingKit(life);
  ask = door(life.api.database, 'all');
  ({ bare } = await bareKit(life));
});
afterAll(() => life.api.close());
const of = async <T>(path: string, query: Record<string, string>): Promise<T> => (await life.client.ops.get<T>(path, { query })).body.result;
const explain = async (no: string) => (await life.client.ops.get<z.output<typeof explained>>(`/orders/${no}/explain`)).body.result;

test('half of the day is theirs, half is nobody’s: the same on every statement, in the statistics, and where they lead', async () => {
  const carer = await life.carer('午间');
  const no = await bare(dayFromNow(-1), dayFromNow(1));
  const [day, month, hospitalId] = [dayFromNow(1), dayFromNow(1).slice(0, 7), life.place.hospitalId];
  const before = await kit.statement(month);
  expect([before.payFen, before.uncovered]).toEqual([0, before.days]);
  await life.done(no, 'change', { caregiverNo: carer.no, reason: '有人了', since: { day, half: 'PM' } });
  expect(await kit.statement(month)).toMatchObject({ payFen: 9_100, uncovered: before.days - 0.5 });
  const { list: months } = await of<{ list: HospitalMonth[] }>('/settlements', { month });
  expect(months.find((one) => one.hospitalId === hospitalId)!.payFen).toBe(9_100);
  expect((await of<{ list: OrderLine[] }>('/settlements/orders', { month, hospitalId })).list.map(({ orderNo, caregivers, payFen }) => [orderNo, caregivers, payFen])).toEqual([[no, '午间', 9_100]]);
  const people = await of<{ list: CaregiverMonth[]; sums: Sums }>('/settlements/caregivers', { month });
  expect([people.list.map(({ caregiverNo, days, payFen }) => [caregiverNo, days, payFen]), people.sums.payFen]).toEqual([[[carer.no, 0.5, 9_100]], 9_100]);
  expect(await of('/settlements/caregiver', { month, caregiverNo: carer.no })).toMatchObject({ days: 0.5, payFen: 9_100 });
  const { caregiverPayFen, days } = await explain(no);
  expect([caregiverPayFen, days.at(-1)]).toEqual([9_100, expect.objectContaining({ caregiverName: null, caregiverPayFen: 9_100, reliefName: '午间', reliefPayFen: 9_100 })]);

  const range = { from: day, to: day };
  for (const folded of [false, true]) {
    if (folded) await foldStatistics(life.api.database.db);
    const used = async (caregiver?: string) => (await ask(statistics.measures, { ...range, measures: 'utilisation', ...(caregiver === undefined ? {} : { caregiver }) })).totals.utilisation;
    // who alone is posted is at work for half of the day
    expect([folded, await used(), await used(carer.no)]).toEqual([folded, 5_000, 5_000]);
  }
  expect((await verifyStatistics(life.api.database)).differences).toEqual([]);
  for (const caregiver of [undefined, carer.no]) {
    const { did } = opened('utilisation', { ...range, ...(caregiver === undefined ? {} : { caregiver }) })!.query as { did: string };
    expect([did, (await ask(order.list, { did })).list.map(({ orderNo }) => orderNo)]).toEqual([did, [no]]);
  }
  // closed, it is what the caregiver is to be paid
  const [last, id] = [monthBefore(1), await life.kit.orderId(no)];
  await life.api.rows(`update order_service_day set day = $2::date + (day - $3::date) where order_id = $1`, [id, dayIn(last, 12), day]);
  await life.api.rows(`update care_order set service_state = 'completed', planned_start = $2, planned_end = $3 where id = $1`, [id, dayIn(last, 10), dayIn(last, 12)]);
  expect((await kit.close(last)).body.result).toMatchObject({ payFen: 9_100, days: 3, uncovered: 2.5 });
  expect(await life.api.rows('select days::float8, amount_fen::float8 as fen from caregiver_pay')).toEqual([{ days: 0.5, fen: 9_100 }]);
});

test('service that ends before noon is nobody’s: who would have come then is paid nothing, until that is undone', async () => {
  const carer = await life.carer('不来');
  const no = await bare(dayFromNow(-1), dayFromNow(1));
  await life.done(no, 'change', { caregiverNo: carer.no, reason: '有人了', since: { day: dayFromNow(0), half: 'PM' } });
  const given = (await explain(no)).caregiverPayFen;
  expect(given).toBe(9_100 + 18_200);
  await life.done(no, 'complete', { reason: '出院', end: { day: dayFromNow(0), half: 'AM' } });
  expect([(await explain(no)).caregiverPayFen, (await explain(no)).days.filter(({ reliefName }) => reliefName !== null)]).toEqual([0, []]);
  for (const month of new Set([dayFromNow(-1), dayFromNow(0)].map((day) => day.slice(0, 7)))) expect((await of<{ list: CaregiverMonth[] }>('/settlements/caregivers', { month })).list.map(({ caregiverNo }) => caregiverNo)).not.toContain(carer.no);
  expect((await verifyStatistics(life.api.database)).differences).toEqual([]);
  await life.done(no, 'undo');
  expect((await explain(no)).caregiverPayFen).toBe(given);
});

test('what was written before is put right: the share of the day, what nobody came for, and the figures; also in a month that is closed', async () => {
  const old = await bareDatabase();
  try {
    await migrateDatabase(old, '0030_statistics_part');
    const before = await careKit(old);
    const place = await before.place('旧院');
    const { id } = await before.caregiver('旧人', [place]);
    const query = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => old.pool.query(text, values).then(({ rows }) => rows as Record<string, unknown>[]);
    const at = await before.orderId(await before.order(place, { service_state: 'in_service', planned_start: '2026-03-30', planned_end: '2026-04-03' }));
    const day = (date: string, fraction: number): Promise<unknown> => query(`insert into order_service_day (order_id, day, fraction, unit_price_fen, amount_fen, caregiver_pay_fen, relief_id, relief_pay_fen) values ($1, $2, $3::numeric, 26000, 26000 * $3::numeric, 18200, $4, 9100)`, [at, date, fraction, id]);
    for (const [date, fraction] of [['2026-03-31', 1], ['2026-04-01', 1], ['2026-04-02', 0.5]] as const) await day(date, fraction);
    await query(`insert into settlement_period (hospital_id, days, status) values ($1, '[2026-03-01,2026-04-01)', 'closed')`, [place.hospitalId]);
    while ((await query('select stat_fold() as more'))[0]?.['more'] === true);
    await migrateDatabase(old);
    expect(await query('select day::text, caregiver_pay_fen::int as pay, relief_id is not null as relief, relief_pay_fen::int as part from order_service_day order by day')).toEqual([
      { day: '2026-03-31', pay: 9_100, relief: true, part: 9_100 }, { day: '2026-04-01', pay: 9_100, relief: true, part: 9_100 }, { day: '2026-04-02', pay: 0, relief: false, part: 0 },
    ]);
    expect((await verifyStatistics(old)).differences).toEqual([]);
    expect(await query(`select sum(halves_carer)::int as halves from (select halves_carer from stat_day_delta union all select halves_carer from stat_day where span = 'd' and level = 0) t`)).toEqual([{ halves: 2 }]);
    // the closed month is closed as before
    await expect(query(`update order_service_day set amount_fen = 1 where day = '2026-03-31'`)).rejects.toMatchObject({ code: '23C01' });
  } finally {
    await old.close();
  }
});
