import { sql, type SQL } from 'drizzle-orm';
import type { Ask, Written } from '../../host/answer.ts';
import { parseDay } from '../../host/calendar.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { toldWords, type ToldName } from '../../kernel/refusal.ts';
import { HOSPITALS, LIVING_HOSPITAL } from '../hospital/tables.ts';
import type { BookPage, HolidayRange, PriceRange, ShiftTimes } from './contract.ts';
import { HOLIDAY, PRICE } from './tables.ts';

type From = Ask['from'];
/** A part of the book before and after (contract.ts). */
interface Changed<T> {
  was: T;
  now: T;
}
interface Head {
  id: string;
  name: string;
  status: number;
}
const HEAD = sql`h.id::text, h.name, h.status`;
async function find(reach: Reach, id: string): Promise<Head> {
  const hospital = await reach.one<Head>(HOSPITALS, { columns: HEAD, where: [LIVING_HOSPITAL, sql`h.id = ${id}::bigint`] });
  if (hospital === undefined) throw new Fault('not_found');
  return hospital;
}
/** The hospital, its book locked: who changes it does so one after the other, while orders go on being made. */
async function hold(reach: Reach, id: string): Promise<void> {
  const [hospital] = await reach.run(sql`${reach.select(HOSPITALS, { columns: sql`h.id`, where: [LIVING_HOSPITAL, sql`h.id = ${id}::bigint`] })} for no key update`);
  if (hospital === undefined) throw new Fault('not_found');
}
const pricesOf = (reach: Reach, hospitalId: string, serviceId: string): Promise<PriceRange[]> =>
  reach.run<PriceRange>(sql`select ${PRICE} from service_price c where c.hospital_id = ${hospitalId} and c.service_item_id = ${serviceId} order by c.valid`);
const ofHospital = (id: string | null): SQL => (id === null ? sql`y.hospital_id is null` : sql`y.hospital_id = ${id}`);
const holidaysOf = (reach: Reach, hospitalId: string | null): Promise<HolidayRange[]> => reach.run<HolidayRange>(sql`select ${HOLIDAY} from hospital_holiday y where ${ofHospital(hospitalId)} order by y.days`);
async function shiftsOf(reach: Reach, hospitalId: string): Promise<ShiftTimes> {
  const rows = await reach.run<{ shift: 'day' | 'night'; start: string; end: string }>(sql`select x.shift, to_char(x.start_time, 'HH24:MI') as start, to_char(x.end_time, 'HH24:MI') as "end" from hospital_shift x where x.hospital_id = ${hospitalId}`);
  const of = (name: string) => rows.filter(({ shift }) => shift === name).map(({ start, end }) => ({ start, end }))[0] ?? null;
  return { day: of('day'), night: of('night') };
}

/** Prices, holidays and shifts of a hospital. @throws Fault not_found, also when it is out of scope */
export async function readBook(reach: Reach, id: string): Promise<BookPage> {
  const hospital = await find(reach, id);
  const [services, holidays, common, shifts] = await Promise.all([
    reach.run<BookPage['services'][number]>(sql`
      select s.id::text, s.code, s.name, s.status, coalesce((select json_agg(p order by p.from) from (select ${PRICE} from service_price c where c.hospital_id = ${id} and c.service_item_id = s.id) p), '[]') as prices
      from service_item s order by s.code, s.id`),
    holidaysOf(reach, id), holidaysOf(reach, null), shiftsOf(reach, id),
  ]);
  return { ...hospital, services, holidays, common, shifts };
}

/** A range by what it says. */
const textOf = (row: object): string => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
const without = <T extends object>(rows: readonly T[], others: readonly T[]): T[] => {
  const there = new Set(others.map(textOf));
  return rows.filter((row) => !there.has(textOf(row)));
};
/** What of a list goes and what comes. @throws Fault conflict where it is not what was seen, bad_input for a range that is none, or one that stands there twice */
function difference<T extends { from: string; to: string | null }>(seen: readonly T[], { was, now }: Changed<readonly T[]>): { gone: T[]; come: T[] } {
  if (was.length !== seen.length || without(was, seen).length > 0) throw new Fault('conflict');
  for (const { from, to } of now) if (parseDay(from) === null || (to !== null && (parseDay(to) === null || to < from))) throw new Fault('bad_input', { detail: parseDay(from) === null ? 'from' : 'to' });
  if (new Set(now.map(textOf)).size !== now.length) throw new Fault('bad_input', { detail: 'now' });
  return { gone: without(seen, now), come: without(now, seen) };
}
/** Runs a statement that the tables may refuse for days that overlap. @throws Fault refused */
async function fitting(tx: Runner, statement: SQL, why: ToldName, from: From): Promise<void> {
  try {
    await tx.execute(statement);
  } catch (error) {
    if ((((error as Error).cause ?? error) as { code?: string }).code === '23P01') throw new Fault('refused', { detail: toldWords(why, from.language) });
    throw error;
  }
}

/** Writes the prices of one service in one hospital. @throws Fault not_found, conflict, bad_input, refused where a day would have two prices */
export async function changePrices(tx: Runner, reach: Reach, { id, serviceId, from, ...change }: Changed<PriceRange[]> & { id: string; serviceId: string; from: From }): Promise<Written<PriceRange[]>> {
  const inside = new Reach(tx, reach.scope);
  await hold(inside, id);
  const [service] = await inside.run<{ name: string }>(sql`select s.name from service_item s where s.id = ${serviceId}`);
  if (service === undefined) throw new Fault('not_found');
  const { gone, come } = difference(await pricesOf(inside, id, serviceId), change);
  for (const range of gone) await tx.execute(sql`delete from service_price where hospital_id = ${id} and service_item_id = ${serviceId} and lower(valid) = ${range.from}::date`);
  for (const range of come) {
    await fitting(tx, sql`
      insert into service_price (hospital_id, service_item_id, price_fen, caregiver_share_bp, valid)
      values (${id}, ${serviceId}, ${range.priceFen}, ${range.shareBp}, daterange(${range.from}::date, ${range.to}::date, '[]'))`, 'price_overlap', from);
  }
  return { result: await pricesOf(inside, id, serviceId), entity: 'hospital', entityId: id, hospitalId: id, before: { serviceName: service.name, prices: gone }, after: { serviceName: service.name, prices: come } };
}
/** Writes the holidays of one hospital, or with null those of every hospital. @throws Fault not_found, conflict, bad_input, refused where days overlap */
export async function changeHolidays(tx: Runner, reach: Reach, { id, from, ...change }: Changed<HolidayRange[]> & { id: string | null; from: From }): Promise<Written<HolidayRange[]>> {
  const inside = new Reach(tx, reach.scope);
  if (id === null) await tx.execute(sql`lock table hospital_holiday in share row exclusive mode`);
  else await hold(inside, id);
  const { gone, come } = difference(await holidaysOf(inside, id), change);
  for (const range of gone) await tx.execute(sql`delete from hospital_holiday y where ${ofHospital(id)} and lower(y.days) = ${range.from}::date`);
  for (const range of come) await fitting(tx, sql`insert into hospital_holiday (hospital_id, name, days, multiplier_bp) values (${id}, ${range.name}, daterange(${range.from}::date, ${range.to}::date, '[]'), ${range.multiplierBp})`, 'holiday_overlap', from);
  return { result: await holidaysOf(inside, id), entity: 'hospital', entityId: id ?? '0', ...(id === null ? {} : { hospitalId: id }), before: { holidays: gone }, after: { holidays: come } };
}
/** Writes when the shifts of a hospital begin and end. @throws Fault not_found, conflict */
export async function changeShifts(tx: Runner, reach: Reach, { id, was, now }: Changed<ShiftTimes> & { id: string }): Promise<Written<ShiftTimes>> {
  const inside = new Reach(tx, reach.scope);
  await hold(inside, id);
  const seen = await shiftsOf(inside, id);
  const same = (a: ShiftTimes, b: ShiftTimes): boolean => (['day', 'night'] as const).every((name) => a[name]?.start === b[name]?.start && a[name]?.end === b[name]?.end);
  if (!same(seen, was)) throw new Fault('conflict');
  await tx.execute(sql`delete from hospital_shift where hospital_id = ${id}`);
  for (const name of ['day', 'night'] as const) {
    const times = now[name];
    if (times !== null) await tx.execute(sql`insert into hospital_shift (hospital_id, shift, start_time, end_time) values (${id}, ${name}, ${times.start}::time, ${times.end}::time)`);
  }
  return { result: await shiftsOf(inside, id), entity: 'hospital', entityId: id, hospitalId: id, before: { shifts: seen }, after: { shifts: now } };
}
