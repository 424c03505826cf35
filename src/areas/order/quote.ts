import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask } from '../../host/answer.ts';
import { dayText, parseDay } from '../../host/calendar.ts';
import type { Reach } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { pricedStay, type DayPrice, type HolidayDays, type StayDays } from '../../kernel/price.ts';
import { HOSPITALS, LIVING_HOSPITAL } from '../hospital/tables.ts';
import { refuse } from './act.ts';
import type { PricedDay, quoteQuery, quoted } from './contract.ts';

/** Days of the longest stay. */
const LONGEST_STAY = 400;
/** A stay as it crosses the wire. */
export type Stay = Pick<z.output<typeof quoteQuery>, 'plannedStart' | 'startHalf' | 'plannedEnd' | 'endHalf'>;
/** What a new order copies: the price of its first day for all its days, shares in basis points, money in fen. */
export interface Quote {
  days: DayPrice[];
  unitPriceFen: number;
  caregiverShareBp: number;
  hospitalFeeBp: number;
  totalFen: number;
  prepayFen: number;
}

/** A stay in day numbers. @throws Fault bad_input for what is no day, refused when it ends before it begins or lasts too long */
export function stayDays({ plannedStart, startHalf, plannedEnd, endHalf }: Stay, from: Ask['from']): StayDays {
  const [first, last] = [parseDay(plannedStart), parseDay(plannedEnd)];
  if (first === null || last === null) throw new Fault('bad_input', { detail: first === null ? 'plannedStart' : 'plannedEnd' });
  if (last < first || (last === first && startHalf === 'PM' && endHalf === 'AM')) refuse('ends_before', from);
  if (last - first >= LONGEST_STAY) refuse('too_long', from);
  return { first, startHalf, last, endHalf };
}
/** The days on which this hospital asks more, between two day numbers; its own come before those of every hospital. */
export function holidaysOf(reach: Reach, hospitalId: string, first: number, last: number): Promise<HolidayDays[]> {
  return reach.run<HolidayDays>(sql`
    select y.name, lower(y.days) - date '1970-01-01' as first, upper(y.days) - 1 - date '1970-01-01' as last, y.multiplier_bp as "multiplierBp"
    from hospital_holiday y where (y.hospital_id = ${hospitalId} or y.hospital_id is null) and y.days && daterange(${dayText(first)}, ${dayText(last)}, '[]')
    order by y.hospital_id nulls last, lower(y.days)`);
}

/** The price of a stay day by day, as an order made now would keep it. @throws Fault not_found for a hospital out of scope, refused with the reason */
export async function quoteStay(reach: Reach, { hospitalId, serviceItemId, ...stay }: Stay & { hospitalId: string; serviceItemId: string }, from: Ask['from']): Promise<Quote> {
  const days = stayDays(stay, from);
  const hospital = await reach.one<{ hospitalFeeBp: number; prepayDays: number; isOn: boolean }>(HOSPITALS, {
    columns: sql`h.fee_bp as "hospitalFeeBp", h.prepay_days as "prepayDays", h.status = 1 as "isOn"`,
    where: [LIVING_HOSPITAL, sql`h.id = ${hospitalId}`],
  });
  if (hospital === undefined) throw new Fault('not_found');
  if (!hospital.isOn) refuse('hospital_off', from);
  const [closed] = await reach.run(sql`select 1 from settlement_period c where c.hospital_id = ${hospitalId} and c.status = 'closed' and c.days && daterange(${stay.plannedStart}::date, ${stay.plannedEnd}::date, '[]')`);
  if (closed !== undefined) refuse('period_closed', from);
  const [price] = await reach.run<{ unitPriceFen: number; caregiverShareBp: number; isOn: boolean }>(sql`
    select p.price_fen::float8 as "unitPriceFen", p.caregiver_share_bp as "caregiverShareBp", s.status = 1 as "isOn"
    from service_price p join service_item s on s.id = p.service_item_id
    where p.hospital_id = ${hospitalId} and p.service_item_id = ${serviceItemId} and p.valid @> ${stay.plannedStart}::date`);
  if (price === undefined) refuse('no_price', from);
  if (!price.isOn) refuse('service_off', from);
  const { unitPriceFen, caregiverShareBp } = price;
  const priced = pricedStay(days, unitPriceFen, await holidaysOf(reach, hospitalId, days.first, days.last));
  const totalFen = priced.reduce((sum, { amountFen }) => sum + amountFen, 0);
  return { days: priced, unitPriceFen, caregiverShareBp, hospitalFeeBp: hospital.hospitalFeeBp, totalFen, prepayFen: Math.min(hospital.prepayDays * unitPriceFen, totalFen) };
}
/** A priced day as it crosses the wire. */
const dayOnWire = ({ day, ...price }: DayPrice): PricedDay => ({ day: dayText(day), ...price });
/** The answer to whoever plans a stay. */
export async function quote({ reach, query, from }: Pick<Ask, 'reach' | 'from'> & { query: z.output<typeof quoteQuery> }): Promise<z.output<typeof quoted>> {
  const { days, unitPriceFen, totalFen, prepayFen } = await quoteStay(reach, query, from);
  return { days: days.map(dayOnWire), unitPriceFen, totalFen, prepayFen };
}
