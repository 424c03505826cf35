import { sql } from 'drizzle-orm';
import { dayText } from '../../host/calendar.ts';
import type { Reach, Runner } from '../../host/reach.ts';
import { dayAmount, share, type Half } from '../../kernel/price.ts';
import type { Held } from './act.ts';

/** A day of an order as it stands; `day`: days since 1970-01-01, money in fen. `confirmed`: its attendance was, or it is closed. `closed`: its month is. */
export interface StayDay {
  day: number;
  halves: number;
  unitPriceFen: number;
  multiplierBp: number;
  amountFen: number;
  confirmed: boolean;
  closed: boolean;
}
/** The last half day that is served. */
export interface End {
  day: number;
  half: Half;
}

const DAY = sql`
  y.day - date '1970-01-01' as day, (y.fraction * 2)::int as halves, y.unit_price_fen::float8 as "unitPriceFen", y.multiplier_bp as "multiplierBp", y.amount_fen::float8 as "amountFen", y.confirmed_at is not null or y.period_id is not null as confirmed, y.period_id is not null as closed`;
/** The days of an order that count, first day first. */
export const readDays = (reach: Reach, orderId: string): Promise<StayDay[]> => reach.run<StayDay>(sql`select ${DAY} from order_service_day y where y.order_id = ${orderId} and y.attendance <> 'void' order by y.day`);
/** The same of several orders, by their ids. */
export async function readDaysOf(reach: Reach, orderIds: readonly string[]): Promise<ReadonlyMap<string, StayDay[]>> {
  const days = await reach.run<StayDay & { of: string }>(sql`select y.order_id::text as of, ${DAY} from order_service_day y where y.order_id = any(${sql.param(orderIds)}::bigint[]) and y.attendance <> 'void' order by y.day`);
  const byOrder = new Map<string, StayDay[]>();
  for (const day of days) byOrder.set(day.of, [...(byOrder.get(day.of) ?? []), day]);
  return byOrder;
}
/** Adds days, or prices those that are there anew; who serves them stays. */
export async function writeDays(tx: Runner, { id, hospitalFeeBp }: Pick<Held, 'id' | 'hospitalFeeBp'>, days: readonly Omit<StayDay, 'confirmed' | 'closed'>[]): Promise<void> {
  const rows = days.map(({ day, halves, unitPriceFen, multiplierBp, amountFen }) => ({ day: dayText(day), fraction: halves / 2, multiplier_bp: multiplierBp, unit_price_fen: unitPriceFen, amount_fen: amountFen, hospital_fee_fen: share(amountFen, hospitalFeeBp) }));
  await tx.execute(sql`
    insert into order_service_day as y (order_id, day, fraction, holiday, multiplier_bp, unit_price_fen, amount_fen, hospital_fee_fen)
    select ${id}::bigint, r.day, r.fraction, r.multiplier_bp <> 10000, r.multiplier_bp, r.unit_price_fen, r.amount_fen, r.hospital_fee_fen
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(day date, fraction numeric, multiplier_bp int, unit_price_fen bigint, amount_fen bigint, hospital_fee_fen bigint)
    on conflict (order_id, day) do update set fraction = excluded.fraction, amount_fen = excluded.amount_fen, hospital_fee_fen = excluded.hospital_fee_fen`);
}
const totalOf = (days: readonly StayDay[]): number => days.reduce((sum, day) => sum + day.amountFen, 0);
/** Half of the day priced as a whole day, or whole as half: `halves` of it with its own price and holiday. */
const withHalves = (day: StayDay, halves: number): StayDay => ({ ...day, halves, amountFen: dayAmount(day.unitPriceFen, halves, day.multiplierBp) });

/** What is left of days that end with `end` (its half included), what falls away, and the last day if it became half a day. Pure. */
export function cutDays(days: readonly StayDay[], end: End): { kept: StayDay[]; gone: StayDay[]; halved: StayDay | null } {
  const last = days.find(({ day }) => day === end.day);
  // an afternoon alone has no morning to be left with: then the day was never reached, and callers refuse such an end
  const halved = last !== undefined && end.half === 'AM' && last.halves === 2 ? withHalves(last, 1) : null;
  const kept = days.filter(({ day }) => day <= end.day).map((day) => (day === last && halved !== null ? halved : day));
  return { kept, gone: days.filter(({ day }) => day > end.day), halved };
}
/** A half day that ended at noon, as the whole day that it becomes when service goes on. Pure. */
export const wholeDay = (day: StayDay): StayDay => withHalves(day, day.halves + 1);
/** Sum and length of days. */
export const sumOf = (days: readonly StayDay[]): { amountFen: number; length: number } => ({ amountFen: totalOf(days), length: days.reduce((sum, day) => sum + day.halves / 2, 0) });
