import type { Row } from '../../host/bulk.ts';
import { dayText } from '../../host/calendar.ts';
import { CAREGIVER_SHARE_BP, share } from '../../kernel/price.ts';

/** A stay: first and last day as day numbers, each perhaps half. */
export interface Stay {
  first: number;
  startHalf: 'AM' | 'PM';
  last: number;
  endHalf: 'AM' | 'PM';
}
interface Holiday {
  first: number;
  last: number;
  multiplierBp: number;
}
/** Who serves from which day on; the last that has begun. */
export type Served = readonly { carer: number; from: number }[];

/**
 * The priced days of a stay, like ones joined (domain.md, "Price"): unit price × fraction × holiday multiplier, rounded half up
 * once per day. `total` in fen.
 */
export function priceDays(order: number, stay: Stay, unitFen: number, feeBp: number, holidays: readonly Holiday[], served: Served, presentBefore: number): { runs: Row[]; total: number } {
  const runs: (Record<string, string | number | null> & { last_day: string })[] = [];
  let total = 0;
  for (let day = stay.first; day <= stay.last; day++) {
    let halves = 2;
    if (day === stay.first && stay.startHalf === 'PM') halves--;
    if (day === stay.last && stay.endHalf === 'AM') halves--;
    const multiplier = holidays.find((h) => h.first <= day && day <= h.last)?.multiplierBp ?? 10_000;
    const amount = share(unitFen * halves, multiplier / 2);
    const carer = served.findLast((s) => s.from <= day)?.carer ?? null;
    total += amount;
    const before = runs[runs.length - 1];
    const attendance = carer !== null && day < presentBefore ? 'present' : 'planned';
    if (before && before['halves'] === halves && before['multiplier_bp'] === multiplier && before['caregiver_id'] === carer && before['attendance'] === attendance) {
      before.last_day = dayText(day);
      continue;
    }
    runs.push({
      order_id: order, first_day: dayText(day), last_day: dayText(day), halves, fraction: halves / 2, multiplier_bp: multiplier, unit_price_fen: unitFen, amount_fen: amount,
      caregiver_id: carer, caregiver_pay_fen: share(amount, CAREGIVER_SHARE_BP), hospital_fee_fen: share(amount, feeBp), attendance,
    });
  }
  return { runs, total };
}
