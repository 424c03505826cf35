import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CaregiverLine, CaregiverMonth, HospitalMonth, OrderLine, Statement, Sums } from '../src/areas/settlement/contract.ts';
import { readSheet } from '../src/host/sheet/read.ts';
import type { Client } from './kit/api.ts';
import { bareKit } from './kit/bare.ts';
import { dayFromNow } from './kit/care.ts';
import { closingKit, dayIn, monthBefore } from './kit/closing.ts';
import { startLife, type Life } from './kit/life.ts';

/* Random lives over three months in two hospitals and three departments; beside the server's sums a reckoning of plain rows in whole numbers of any size. */
const MONTHS = [monthBefore(2), monthBefore(1), monthBefore(0)];
let life: Life;
let bare: Awaited<ReturnType<typeof bareKit>>['bare'];
let carers: { id: string; no: string }[];
/** Who asks, what is theirs, and whether they see pay. */
let readers: { by: Client; pay: boolean; mine: (row: { hospital: string; department: string }) => boolean }[];
beforeAll(async () => {
  life = await startLife();
  ({ bare } = await bareKit(life));
  const { place, foreign, kit, api } = life;
  carers = [];
  for (const name of ['孙一', '周二', '吴三', '郑四']) carers.push(await kit.caregiver(name, [place, foreign], { certificate: '2099-01-01' }));
  const own = await api.account({ username: 'ward', role: 3, hospitals: [place.hospitalId] });
  await api.rows('update sys_user_hospital set department_ids = array[$2::bigint] where user_id = $1', [own, place.departments[1]!.id]);
  readers = [
    { by: life.client.ops, pay: true, mine: () => true },
    { by: life.client.resident, pay: false, mine: ({ hospital }) => hospital === place.hospitalId },
    { by: await api.as('ward'), pay: false, mine: ({ department }) => department === place.departments[1]!.id },
  ];
});
afterAll(() => life.api.close());

interface Day {
  hospital: string;
  department: string;
  order: string;
  day: string;
  halves: number;
  bp: number;
  amount: string;
  pay: string;
  fee: string;
  relief_pay: string;
  carer: string | null;
  relief: string | null;
}
interface Dated {
  hospital: string;
  department: string;
  order: string;
  kind: string;
  amount: string;
  at: string;
}
/** The month of an instant by the hospitals' clock. */
const monthOf = (at: string): string => new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 7);
const total = (values: readonly string[]): number => Number(values.reduce((sum, value) => sum + BigInt(value), 0n));
async function plain() {
  const days = await life.api.rows<Day>(`
    select o.hospital_id::text as hospital, o.department_id::text as department, o.order_no as order, y.day::text as day, (y.fraction * 2)::int as halves, y.multiplier_bp as bp, y.amount_fen::text as amount, y.caregiver_pay_fen::text as pay, y.hospital_fee_fen::text as fee, y.relief_pay_fen::text as relief_pay, c.staff_no as carer, r.staff_no as relief
    from order_service_day y join care_order o on o.id = y.order_id left join caregiver c on c.id = y.caregiver_id left join caregiver r on r.id = y.relief_id where y.attendance <> 'void' and o.deleted_at is null`);
  const dated = (table: string, at: string, kind: string) => life.api.rows<Dated>(`select o.hospital_id::text as hospital, o.department_id::text as department, o.order_no as order, ${kind} as kind, x.amount_fen::text as amount, to_char(x.${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from ${table} x join care_order o on o.id = x.order_id where o.deleted_at is null`);
  return { days, ledger: await dated('order_payment', 'received_at', 'x.kind'), adjusted: await dated('order_adjustment', 'created_at', "''") };
}
type Plain = Awaited<ReturnType<typeof plain>>;
/** What of a day someone serves: all, or what comes after a morning that was nobody's. */
function servedPart(day: Day): Day[] {
  if (day.carer !== null) return [day];
  const half = (fen: string): string => String(BigInt(fen) / 2n);
  return day.relief === null ? [] : [{ ...day, halves: Math.floor(day.halves / 2), amount: half(day.amount), pay: day.relief_pay, fee: half(day.fee) }];
}
function sumsOf({ days, ledger, adjusted }: Plain, pay: boolean): Sums {
  return {
    orders: new Set(days.map((one) => one.order)).size, days: days.reduce((sum, { halves }) => sum + halves, 0) / 2, holidayDays: days.reduce((sum, { halves, bp }) => sum + (bp > 10_000 ? halves : 0), 0) / 2,
    amountFen: total(days.map(({ amount }) => amount)), payFen: pay ? total(days.flatMap(servedPart).map((one) => one.pay)) : null, feeFen: total(days.map(({ fee }) => fee)), adjustedFen: total(adjusted.map(({ amount }) => amount)),
    receivedFen: total(ledger.filter(({ kind }) => kind !== 'refund').map(({ amount }) => amount)), refundedFen: -total(ledger.filter(({ kind }) => kind === 'refund').map(({ amount }) => amount)) || 0,
  };
}
const within = (all: Plain, mine: (row: { hospital: string; department: string }) => boolean, month: string): Plain => ({
  days: all.days.filter((row) => mine(row) && row.day.startsWith(month)), ledger: all.ledger.filter((row) => mine(row) && monthOf(row.at) === month), adjusted: all.adjusted.filter((row) => mine(row) && monthOf(row.at) === month),
});
const pick = <T extends object>(row: T): object => Object.fromEntries(['days', 'holidayDays', 'amountFen', 'payFen', 'feeFen', 'adjustedFen', 'receivedFen', 'refundedFen'].filter((name) => name in row).map((name) => [name, row[name as keyof T]]));
const add = (rows: readonly object[], pay: boolean): Record<string, number | null> => Object.fromEntries(['days', 'holidayDays', 'amountFen', 'payFen', 'feeFen', 'adjustedFen', 'receivedFen', 'refundedFen'].filter((name) => rows.length === 0 || name in rows[0]!).map((name) => [name, name === 'payFen' && !pay ? null : rows.reduce((sum, row) => sum + Number(row[name as keyof typeof row]), 0)]));

/** Everything that is told of a month equals the plain rows, for each who asks. */
async function agrees(): Promise<void> {
  const all = await plain();
  for (const { by, pay, mine } of readers) for (const month of MONTHS) {
    const get = async <T>(path: string, query: object = {}): Promise<T> => {
      const { status, text, body } = await by.get<T>(`/settlements${path}`, { query: { month, ...query } });
      if (status !== 200) throw new Error(text);
      return body.result;
    };
    const own = within(all, mine, month);
    const { list, total: sum } = await get<{ list: HospitalMonth[]; total: Sums }>('');
    expect({ ...sum }).toEqual(sumsOf(own, pay));
    for (const row of list) {
      const here = within(all, (at) => mine(at) && at.hospital === row.hospitalId, month);
      expect({ ...pick(row), orders: row.orders }).toEqual(sumsOf(here, pay));
      const statement = await get<Statement>('/hospital', { hospitalId: row.hospitalId });
      const halves = (days: readonly Day[]): number => days.reduce((sum, one) => sum + one.halves, 0);
      expect([pick(statement), statement.uncovered]).toEqual([pick(row), (halves(here.days) - halves(here.days.flatMap(servedPart))) / 2]);
      const { list: lines, total: count } = await get<{ list: OrderLine[]; total: number }>('/orders', { hospitalId: row.hospitalId });
      expect(count).toBe(lines.length);
      for (const line of lines) expect(pick(line)).toEqual(pick(sumsOf({ days: here.days.filter(({ order }) => order === line.orderNo), ledger: here.ledger.filter(({ order }) => order === line.orderNo), adjusted: here.adjusted.filter(({ order }) => order === line.orderNo) }, pay)));
      if (lines.length > 0) expect(add(lines, pay)).toEqual(pick(row));
    }
    const { list: people, sums } = await get<{ list: CaregiverMonth[]; sums: object }>('/caregivers');
    const served = own.days.flatMap(servedPart);
    expect(new Set(people.map(({ caregiverNo }) => caregiverNo))).toEqual(new Set(served.flatMap(({ carer, relief }) => [carer, relief].filter((who) => who !== null))));
    expect(pick(sums)).toEqual(Object.fromEntries(Object.entries(pick(sumsOf({ days: served, ledger: [], adjusted: [] }, pay))).filter(([name]) => !/adjusted|received|refunded/.test(name))));
    for (const person of people) {
      const mineDays = served.filter(({ carer, relief }) => carer === person.caregiverNo || relief === person.caregiverNo);
      const expected = mineDays.reduce((all, one) => all + one.halves / (one.relief === null || one.carer === null ? 1 : 2), 0) / 2;
      const earned = total(mineDays.map(({ carer, relief, pay: whole, relief_pay: part }) => String((carer === person.caregiverNo ? BigInt(whole) - BigInt(part) : 0n) + (relief === person.caregiverNo ? BigInt(part) : 0n))));
      expect([person.days, person.payFen]).toEqual([expected, pay ? earned : null]);
      const { lines, ...head } = await get<CaregiverMonth & { lines: CaregiverLine[] }>('/caregiver', { caregiverNo: person.caregiverNo });
      expect({ ...pick(head), orders: head.orders }).toEqual({ ...pick(person), orders: person.orders });
      expect(add(lines, pay)).toEqual(pick(person));
    }
    if (people.length > 0) expect(add(people, pay)).toEqual(pick(sums));
  }
}

test('whatever lives orders had, each sum of each month is that of the plain rows, for whoever asks', { timeout: 300_000 }, async () => {
  const day = fc.record({ month: fc.nat(1), day: fc.integer({ min: 1, max: 26 }) });
  const step = fc.record({ what: fc.constantFrom('assign', 'start', 'change', 'extend', 'complete', 'pay', 'adjust', 'cancel', 'undo', 'refund'), n: fc.nat(30), half: fc.constantFrom('AM', 'PM') });
  const one = fc.record({ at: day, length: fc.nat(40), startHalf: fc.constantFrom('AM', 'PM'), endHalf: fc.constantFrom('AM', 'PM'), where: fc.nat(2), bare: fc.boolean(), steps: fc.array(step, { minLength: 2, maxLength: 8 }) });
  await fc.assert(fc.asyncProperty(fc.array(one, { minLength: 3, maxLength: 5 }), async (orders) => {
    for (const { at, length, startHalf, endHalf, where, bare: nobodys, steps } of orders) {
      const first = dayIn(MONTHS[at.month]!, at.day);
      const planned = new Date(Date.parse(`${first}T00:00:00Z`) + (length + 1) * 86_400_000).toISOString().slice(0, 10);
      // nobody's goes on until someone may come
      const until = nobodys && planned < dayFromNow(1) ? dayFromNow(1) : planned;
      const { hospitalId, departments } = where === 2 ? life.foreign : life.place;
      const { id: departmentId, wardId, bedId } = departments[where === 2 ? 0 : where]!;
      const no = nobodys ? await bare(first, until, where === 2 ? { 医院: '第二医院', 科室: '外科' } : { 医院: '第一医院', 科室: where === 0 ? '骨科' : '内科' }) : await life.made({ hospitalId, departmentId, wardId, bedId, plannedStart: first, startHalf, plannedEnd: until, endHalf });
      for (const { what, n, half } of [...(nobodys ? [{ what: 'noon', n: length, half: 'PM' }] : [{ what: 'assign', n: 0, half: 'AM' }, { what: 'start', n: 0, half: 'AM' }]), ...steps]) {
        const carer = carers[n % carers.length]!.no;
        const within = new Date(Date.parse(`${first}T00:00:00Z`) + (n % (length + 2)) * 86_400_000).toISOString().slice(0, 10);
        const later = new Date(Date.parse(`${until}T00:00:00Z`) + (n + 1) * 86_400_000).toISOString().slice(0, 10);
        const asked: Record<string, object> = {
          assign: { caregiverNo: carer }, start: { reason: '补录' }, change: { caregiverNo: carer, reason: '换', since: { day: n % 2 === 0 ? dayFromNow(n % 4) : within, half } }, noon: { caregiverNo: carer, reason: '换', since: { day: dayFromNow(n % 2), half } }, extend: { plannedEnd: later, endHalf: half }, complete: { reason: '出院', end: { day: within, half } },
          pay: { amountFen: 1_001 + n * 7, method: 'cash' }, adjust: { kind: 'correction', amountFen: n % 2 === 0 ? -n - 1 : n + 1, reason: '补' }, cancel: { reason: '取消' }, undo: {},
        };
        if (what !== 'refund') {
          // a refusal is part of a life; anything else is none
          const { status, text } = await life.does(no, what === 'noon' ? 'change' : what, asked[what]);
          if (status !== 200 && status !== 409) throw new Error(text);
          continue;
        }
        const { balanceFen } = await life.see(no);
        if (balanceFen >= 0) continue;
        await life.does(no, 'refund-request', { amountFen: -balanceFen, reason: '退' });
        await life.does(no, 'refund-approve', {}, life.client.admin);
        await life.does(no, 'refund-pay', { method: 'cash' }, life.client.admin);
      }
    }
    // pay that stands on a day, as sheets have brought it, is nobody's until someone serves
    await life.api.rows('update order_service_day set caregiver_pay_fen = amount_fen / 2 where caregiver_id is null and relief_id is null');
    // money of other months, on both sides of their borders by the hospitals' clock
    const [id] = await life.api.rows<{ id: string }>('select max(id)::text as id from care_order');
    const border = `${MONTHS[1]}-01T00:00:00+08:00`;
    for (const seconds of [-1, 0]) await life.api.rows(`insert into order_payment (order_id, kind, method, amount_fen, received_by, received_at, idempotency_key) values ($1, 'topup', 'cash', 17, 1, $2::timestamptz + make_interval(secs => $3), gen_random_uuid()::text)`, [id!.id, border, seconds]);
    for (const seconds of [-1, 0]) await life.api.rows(`insert into order_adjustment (order_id, amount_fen, kind, reason, created_by, created_at) values ($1, 19, 'correction', 'x', 1, $2::timestamptz + make_interval(secs => $3))`, [id!.id, border, seconds]);
    await agrees();
  }), { numRuns: 3 });
});

test('a sheet says the same, to the fen, with its sum below; closing changes none of it', async () => {
  const kit = closingKit(life);
  const [, month] = MONTHS as [string, string];
  const cells = async (by: Client, query: object): Promise<string[][]> => {
    const all = (await readSheet((await by.get('/settlements/export', { query: { month, ...query }, headers: { 'x-language': 'en' } })).bytes, 'en')).map((line) => line.cells);
    // what stands below the sum says what the sheet is of (settlement-sheet.test.ts)
    return all.slice(0, all.findIndex(([first]) => first?.startsWith('Total') === true) + 1);
  };
  const whole = await kit.statement(month);
  const sheet = await cells(life.client.ops, { by: 'hospital', hospitalId: life.place.hospitalId });
  const at = (name: string): number => sheet[0]!.indexOf(name);
  const [sum, lines] = [sheet.at(-1)!, sheet.slice(1, -1)];
  for (const [name, fen] of [['Charged (CNY)', whole.amountFen], ['Caregiver share (CNY)', whole.payFen!], ['Hospital fee (CNY)', whole.feeFen], ['Adjusted (CNY)', whole.adjustedFen], ['Received (CNY)', whole.receivedFen], ['Refunded (CNY)', whole.refundedFen]] as const) {
    expect([name, Math.round(Number(sum[at(name)]) * 100)]).toEqual([name, fen]);
    expect([name, lines.reduce((all, line) => all + Math.round(Number(line[at(name)]) * 100), 0)]).toEqual([name, fen]);
  }
  // a month in which nothing was comes to nothing
  const nothing = await cells(life.client.ops, { by: 'hospital', hospitalId: life.place.hospitalId, month: '2001-01' });
  expect([nothing.length, nothing[0]!.map((_, i) => nothing[1]![i] ?? '').join()]).toEqual([2, 'Total,,,,,,,0,0,0,0,0,0,0,0,0']);
  expect((await cells(life.client.resident, { by: 'hospital' }))[0]).not.toContain('Caregiver share (CNY)');
  expect((await cells(life.client.ops, { by: 'caregiver' })).at(-1)![0]).toBe('Total');
  expect((await cells(life.client.ops, { by: 'caregiver', caregiverNo: carers[0]!.no }))[0]).toContain('Hospital');
  // nothing may hinder it: what still waits is called off, what still runs is ended on its last day
  for (const { no, state, last } of await life.api.rows<{ no: string; state: string; last: string }>(`select order_no as no, service_state as state, planned_end::text as last from care_order o where hospital_id = $1 and service_state in ('pending_assign', 'assigned', 'in_service') and planned_start < $2::date + interval '1 month'`, [life.place.hospitalId, `${month}-01`])) {
    if (state === 'in_service') {
      if (last < dayFromNow(0)) await life.done(no, 'complete', { reason: '到期', end: { day: last, half: (await life.see(no)).endHalf } });
    } else await life.done(no, 'cancel', { reason: '清理' }, life.client.admin);
  }
  const before = await kit.statement(month);
  expect((await kit.close(month)).body.message).toBe('');
  expect(await kit.statement(month)).toMatchObject({ ...pick(before), state: 'closed' });
  const paid = await life.api.rows<{ fen: string }>('select amount_fen::text as fen from caregiver_pay');
  expect(total(paid.map(({ fen }) => fen))).toBe(before.payFen);
  await agrees();
});
