import type { Row } from '../../host/bulk.ts';
import { dayText } from '../../host/calendar.ts';
import { CAREGIVER_SHARE_BP, pricedStay, share, type HolidayDays, type StayDays } from '../../kernel/price.ts';

/** Who serves from which day on; the last that has begun. */
export type Served = readonly { carer: number; from: number }[];

/** The priced days of a stay (kernel/price.ts) as rows, like ones joined. `total` in fen. */
export function priceDays(order: number, stay: StayDays, unitFen: number, feeBp: number, holidays: readonly HolidayDays[], served: Served, presentBefore: number): { runs: Row[]; total: number } {
  const runs: (Record<string, string | number | null> & { last_day: string })[] = [];
  let total = 0;
  for (const { day, halves, multiplierBp, amountFen } of pricedStay(stay, unitFen, holidays)) {
    const carer = served.findLast((s) => s.from <= day)?.carer ?? null;
    total += amountFen;
    const before = runs[runs.length - 1];
    const attendance = carer !== null && day < presentBefore ? 'present' : 'planned';
    if (before && before['halves'] === halves && before['multiplier_bp'] === multiplierBp && before['caregiver_id'] === carer && before['attendance'] === attendance) {
      before.last_day = dayText(day);
      continue;
    }
    runs.push({
      order_id: order, first_day: dayText(day), last_day: dayText(day), halves, fraction: halves / 2, multiplier_bp: multiplierBp, unit_price_fen: unitFen, amount_fen: amountFen,
      caregiver_id: carer, caregiver_pay_fen: carer === null ? 0 : share(amountFen, CAREGIVER_SHARE_BP), hospital_fee_fen: share(amountFen, feeBp), attendance,
    });
  }
  return { runs, total };
}
