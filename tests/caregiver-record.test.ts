import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EvaluationRow, PayDay, PayMonth, Rating, WorkRow } from '../src/areas/caregiver/contract.ts';
import { readSheet } from '../src/host/sheet/read.ts';
import type { Page } from '../src/kernel/endpoint.ts';
import { dayFromNow, type Place } from './kit/care.ts';
import { startStaff, type Staff } from './kit/staff.ts';

let staff: Staff;
let no: string;
let id: string;
let other: string;
beforeAll(async () => {
  staff = await startStaff();
  no = await staff.worker();
  id = (await staff.see(no)).id;
  other = (await staff.see(await staff.worker())).id;
});
afterAll(() => staff.api.close());
const sqlRows = <T>(text: string, values: unknown[] = []): Promise<T[]> => staff.api.rows<T>(text, values);
const pages = async <T>(path: string, by = staff.client.ops): Promise<T[]> => {
  const all: T[] = [];
  for (let pageNum = 1; ; pageNum++) {
    const { body } = await by.get<Page<T>>(path, { query: { pageNum: String(pageNum), pageSize: '7' } });
    all.push(...body.result.list);
    if (body.result.list.length < 7) {
      expect(body.result.total).toBe(all.length);
      return all;
    }
  }
};
const order = async (place: Place): Promise<string> => staff.kit.orderId(await staff.kit.order(place, { service_state: 'completed' }));
/** A day of service. */
const day = (orderId: string, at: string, row: Record<string, unknown> = {}): Promise<unknown> => staff.api.rows('insert into order_service_day (order_id, day, fraction, multiplier_bp, unit_price_fen, amount_fen, caregiver_id, caregiver_pay_fen, relief_id, relief_pay_fen, attendance, period_id) values ($1, $2, $3, $4, 26000, $5, $6, $7, $8, $9, $10, $11)', [
  orderId, at, row['fraction'] ?? '1.0', row['multiplier'] ?? 10_000, row['amount'] ?? 26_000, row['carer'] ?? id, row['pay'] ?? 18_200, row['relief'] ?? null, row['reliefPay'] ?? 0, row['attendance'] ?? 'present', row['period'] ?? null,
]);

test('work history: every stint within reach, newest first in windows, with the days that are theirs', async () => {
  for (let i = 0; i < 20; i++) {
    const at = await order(i % 3 === 0 ? staff.there : staff.here);
    await staff.kit.stint(at, id, i === 5 ? 'void' : 'ended', -100 + (i * 7) % 90, -97 + (i * 7) % 90);
    for (let d = 0; d < 3; d++) await day(at, dayFromNow(-100 + ((i * 7) % 90) + d), { fraction: d === 2 ? '0.5' : '1.0', ...(i === 4 && d === 0 ? { relief: other, reliefPay: 9_100 } : {}) });
  }
  const expected = await sqlRows<{ no: string; hospital: string; days: number }>(`
    select o.order_no as no, h.name as hospital, (select sum(case when y.relief_id is null then fraction else 0.5 end)::float8 from order_service_day y where y.order_id = o.id) as days
    from order_assignment a join care_order o on o.id = a.order_id join hospital h on h.id = o.hospital_id where a.caregiver_id = $1 and a.status <> 'void' order by lower(a.during) desc, a.id desc`, [id]);
  expect(expected).toHaveLength(19);
  expect((await pages<WorkRow>(`/caregivers/${no}/work`)).map(({ orderNo, hospital, days }) => ({ no: orderNo, hospital, days }))).toEqual(expected);
  const own = await pages<WorkRow>(`/caregivers/${no}/work`, staff.client.hospital);
  expect(own.map(({ orderNo }) => orderNo)).toEqual(expected.filter(({ hospital }) => hospital === '第一医院').map((row) => row.no));
  expect(own.length).toBeGreaterThan(5);
});

test('evaluations: those within reach, newest first; their average is the rating, in the list too', async () => {
  const marks = [5, 4, 5, 3, 5, 4, 2, 5, 5];
  for (const [i, overall] of marks.entries()) await staff.kit.insert('order_evaluation', { order_id: await order(i % 3 === 0 ? staff.there : staff.here), caregiver_id: id, source: 'family', overall, content: i === 0 ? '细心' : null, tags: '{耐心}', created_by: '1' });
  await staff.api.rows('update caregiver c set (rating_avg, rating_count) = (select round(avg(v.overall), 2), count(*) from order_evaluation v where v.caregiver_id = c.id) where c.id = $1', [id]);
  const all = await pages<EvaluationRow>(`/caregivers/${no}/evaluations`);
  expect(all.map(({ overall }) => overall)).toEqual(marks.toReversed());
  expect(all.at(-1)).toMatchObject({ content: '细心', tags: ['耐心'], source: 'family', hospital: '第二医院' });
  const rating = (await staff.client.ops.get<Rating>(`/caregivers/${no}/rating`)).body.result;
  const average = Math.round((marks.reduce((sum, mark) => sum + mark, 0) / marks.length) * 100) / 100;
  expect(rating).toEqual({ average, count: marks.length, marks: [0, 1, 1, 2, 5] });
  expect((await staff.see(no)).ratingAvg).toBe(average);
  expect(await pages<EvaluationRow>(`/caregivers/${no}/evaluations`, staff.client.resident)).toHaveLength(6);
  expect((await staff.client.resident.get<Rating>(`/caregivers/${no}/rating`)).body.result).toEqual({ average: 4.67, count: 6, marks: [0, 0, 0, 2, 4] });
  // beside what was said here, what was said anywhere would tell what was said there
  expect((await staff.client.resident.get<{ ratingAvg: number; ratingCount: number }>(`/caregivers/${no}`)).body.result).toMatchObject({ ratingAvg: 4.67, ratingCount: 6 });
  const listed = async (...where: string[]) => (await staff.client.resident.get<{ list: object[] }>('/caregivers', { query: { where: [`staffNo:is:${no}`, ...where], sort: 'ratingAvg:desc' } })).body.result.list;
  expect(await listed()).toMatchObject([{ ratingAvg: 4.67, ratingCount: 6 }]);
  for (const [where, found] of [[`ratingAvg:is:${average}`, 0], ['ratingAvg:is:4.67', 1], ['ratingCount:is:9', 0], ['ratingCount:is:6', 1]] as const) expect([where, (await listed(where)).length]).toEqual([where, found]);
});

test('pay: months add up from their days to the fen, and a day that changed hands is split between two without a rest', async () => {
  const people = [await staff.made(), await staff.made()];
  const ids = await Promise.all(people.map(async (one) => (await staff.see(one)).id));
  await fc.assert(fc.asyncProperty(
    fc.array(fc.record({ back: fc.integer({ min: -40, max: 400 }), pay: fc.integer({ min: 0, max: 9_999_999 }), half: fc.boolean(), holiday: fc.constantFrom(10_000, 20_000, 30_000), who: fc.integer({ min: 0, max: 1 }), relief: fc.boolean(), part: fc.integer({ min: 0, max: 100 }), void: fc.integer({ min: 0, max: 9 }).map((n) => n === 0) }), { minLength: 1, maxLength: 40 }),
    async (days) => {
      await staff.api.rows('delete from order_service_day where caregiver_id = any($1) or relief_id = any($1)', [ids]);
      const at = await order(staff.here);
      const seen = new Set<number>();
      for (const one of days) {
        if (seen.has(one.back)) continue;
        seen.add(one.back);
        const relief = one.relief && !one.half;
        await day(at, dayFromNow(-one.back), { fraction: one.half ? '0.5' : '1.0', multiplier: one.holiday, pay: one.pay, carer: ids[one.who], relief: relief ? ids[1 - one.who] : null, reliefPay: relief ? Math.floor((one.pay * one.part) / 100) : 0, attendance: one.void ? 'void' : 'present' });
      }
      let total = 0;
      let length = 0;
      for (const [i, who] of people.entries()) {
        const months = (await staff.client.ops.get<PayMonth[]>(`/caregivers/${who}/pay`)).body.result;
        const plain = await sqlRows<{ month: string; amount: string; holidays: number }>(`
          select to_char(day, 'YYYY-MM') as month, sum(case when caregiver_id = $1 then caregiver_pay_fen - relief_pay_fen else relief_pay_fen end)::text as amount, sum(case when multiplier_bp = 10000 then 0 when relief_id is null then fraction else 0.5 end)::float8 as holidays
          from order_service_day where $1::bigint in (caregiver_id, relief_id) and attendance <> 'void' group by 1 order by 1 desc`, [ids[i]!]);
        expect(months.map(({ month, amountFen, holidays }) => ({ month, amount: String(amountFen), holidays }))).toEqual(plain);
        for (const { month, amountFen, days: served, holidays, aheadFen } of months) {
          const own = (await staff.client.ops.get<PayDay[]>(`/caregivers/${who}/pay/${month}`)).body.result;
          const sum = (of: (one: PayDay) => number): number => own.reduce((all, one) => all + of(one), 0);
          expect([sum((one) => one.payFen), sum((one) => one.days), sum((one) => (one.multiplierBp === 10_000 ? 0 : one.days)), sum((one) => (one.ahead ? one.payFen : 0))]).toEqual([amountFen, served, holidays, aheadFen]);
          total += amountFen;
          length += served;
        }
      }
      const [whole] = await sqlRows<{ pay: number; days: number }>(`select coalesce(sum(caregiver_pay_fen), 0)::float8 as pay, coalesce(sum(fraction), 0)::float8 as days from order_service_day where caregiver_id = any($1) and attendance <> 'void'`, [ids]);
      expect([total, length]).toEqual([whole!.pay, whole!.days]);
    },
  ), { numRuns: 8 });
});

test('pay: what has been paid out in a period, whose it is to see, and a month as a sheet', async () => {
  const who = await staff.made({ name: '何小满' });
  const own = (await staff.see(who)).id;
  const at = await order(staff.here);
  const period = await staff.kit.insert('settlement_period', { hospital_id: staff.here.hospitalId, days: '[2026-03-01,2026-04-01)' });
  await staff.kit.insert('caregiver_pay', { period_id: period, caregiver_id: own, days: 1, amount_fen: 18_201, status: 'paid' });
  await day(at, '2026-03-30', { carer: own, pay: 18_201, period });
  await day(at, '2026-03-31', { carer: own, pay: 36_400, multiplier: 20_000 });
  await day(at, '2026-04-01', { carer: own, pay: 100 });
  await staff.api.rows(`update settlement_period set status = 'closed' where id = $1`, [period]);
  expect((await staff.client.ops.get(`/caregivers/${who}/pay`)).body.result).toEqual([
    { month: '2026-04', days: 1, holidays: 0, amountFen: 100, paidFen: 0, aheadFen: 0 }, { month: '2026-03', days: 2, holidays: 1, amountFen: 54_601, paidFen: 18_201, aheadFen: 0 },
  ]);
  // today is earned, tomorrow is not yet
  const soon = await staff.made({ name: '何小暑' });
  const theirs = (await staff.see(soon)).id;
  const days = [-1, 0, 1].map(dayFromNow);
  for (const [i, on] of days.entries()) await day(at, on, { carer: theirs, pay: 10 ** i });
  const months = [...new Set(days.map((on) => on.slice(0, 7)))];
  const shown = await Promise.all(months.map(async (month) => (await staff.client.ops.get<PayDay[]>(`/caregivers/${soon}/pay/${month}`)).body.result));
  expect(shown.flat().map(({ day: on, ahead }) => [on, ahead])).toEqual(days.map((on, i) => [on, i === 2]));
  expect((await staff.client.ops.get<PayMonth[]>(`/caregivers/${soon}/pay`)).body.result.reduce((sum, { aheadFen }) => sum + aheadFen, 0)).toBe(100);
  expect((await staff.client.ops.get<PayDay[]>(`/caregivers/${who}/pay/2026-03`)).body.result.map(({ period: of }) => of)).toEqual([{ from: '2026-03-01', to: '2026-03-31', paid: true }, null]);
  for (const type of ['xlsx', 'csv'] as const) {
    const file = await staff.client.ops.get(`/caregivers/${who}/pay/2026-03/export`, { query: { type }, headers: { 'x-language': 'en' } });
    const cells = (await readSheet(file.bytes, 'en')).map((line) => line.cells);
    expect(cells[0]).toEqual(['Date', 'Order', 'Patient', 'Hospital', 'Days', 'Multiplier', 'Pay (CNY)', 'Settled']);
    expect(cells.slice(1).map((row) => row[6])).toEqual(['182.01', '364', '546.01']);
  }
  for (const path of ['pay', 'pay/2026-03', 'pay/2026-03/export']) for (const by of [staff.client.resident, staff.client.hospital]) expect((await by.get(`/caregivers/${who}/${path}`)).status).toBe(403);
  for (const path of ['pay/2026-13', 'pay/0000-01', 'pay/x']) expect((await staff.client.ops.get(`/caregivers/${who}/${path}`)).status).toBe(404);
  expect(await sqlRows(`select count(*)::int as n from audit_event where action = 'caregiver.pay' and entity_id = $1 and ok`, [who])).toEqual([{ n: 2 }]);
  // a sheet may bring any year
  for (const month of ['1999-12', '2100-01']) expect((await staff.client.ops.get(`/caregivers/${who}/pay/${month}`)).body.result).toEqual([]);
});

test('a caregiver out of reach does not exist here', async () => {
  const away = await staff.made({ hospitalId: staff.there.hospitalId });
  for (const path of ['work', 'rating', 'evaluations']) for (const by of [staff.client.resident, staff.client.hospital]) expect((await by.get(`/caregivers/${away}/${path}`)).status).toBe(404);
});
