/** The caregiver's share of a day's amount where nothing else is agreed, in basis points. */
export const CAREGIVER_SHARE_BP = 7000;
/** A share of an amount in basis points, rounded half up to the fen (domain.md, "Price"). */
export const share = (fen: number, basisPoints: number): number => Math.floor((fen * basisPoints) / 10_000 + 0.5);

/** Half of a day: before or after noon. */
export type Half = 'AM' | 'PM';
/** From a half of its first day to a half of its last. Days as whole numbers (days since the epoch); the morning begins, the afternoon ends a whole day. */
export interface StayDays {
  first: number;
  startHalf: Half;
  last: number;
  endHalf: Half;
}
/** Days on which a hospital asks more or less; 10,000 is the usual price. The first that covers a day counts. */
export interface HolidayDays {
  first: number;
  last: number;
  multiplierBp: number;
  name: string;
}
/** One day's price: unit × halves/2 × multiplier. `halves`: 0 where a stay of one day would begin after noon and end before it. */
export interface DayPrice {
  day: number;
  halves: 0 | 1 | 2;
  unitPriceFen: number;
  multiplierBp: number;
  holiday: string | null;
  amountFen: number;
}

/** A day's amount in fen, rounded half up once. */
export const dayAmount = (unitPriceFen: number, halves: number, multiplierBp: number): number => Math.floor((unitPriceFen * halves * multiplierBp + 10_000) / 20_000);

/** Every day of a stay with its price (domain.md, "Price"), first day first; none when it ends on a day before it begins. */
export function pricedStay({ first, startHalf, last, endHalf }: StayDays, unitPriceFen: number, holidays: readonly HolidayDays[]): DayPrice[] {
  const days: DayPrice[] = [];
  for (let day = first; day <= last; day++) {
    const halves = (2 - Number(day === first && startHalf === 'PM') - Number(day === last && endHalf === 'AM')) as 0 | 1 | 2;
    const holiday = holidays.find((h) => h.first <= day && day <= h.last);
    const multiplierBp = holiday?.multiplierBp ?? 10_000;
    days.push({ day, halves, unitPriceFen, multiplierBp, holiday: holiday?.name ?? null, amountFen: dayAmount(unitPriceFen, halves, multiplierBp) });
  }
  return days;
}
