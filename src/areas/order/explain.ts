import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Viewer } from '../../host/answer.ts';
import { iso } from '../../host/column.ts';
import type { Reach } from '../../host/reach.ts';
import { may } from '../../kernel/access.ts';
import { Fault } from '../../kernel/error.ts';
import type { adjustmentRow, explained } from './contract.ts';
import { idOf } from './number.ts';
import { LIVING_ORDER, ORDERS } from './tables.ts';

type Explained = z.output<typeof explained>;
type PaidDay = Explained['days'][number] & { caregiverPayFen: number; reliefPayFen: number };
type Sums = Pick<Explained, 'payableFen' | 'paidFen' | 'refundedFen' | 'balanceFen'>;

/** Why an order's amounts are what they are; what it lists adds up to what the order says. What caregivers get is told who may see it elsewhere too (areas/settlement/month.ts). @throws Fault not_found, also when it is out of scope */
export async function explain(reach: Reach, viewer: Viewer, no: string | undefined): Promise<Explained> {
  const isPaySeen = may(viewer, 'biz:caregiver:reveal');
  const id = await idOf(reach, no);
  // a holiday that costs otherwise came since the day was priced. One statement, so that a payment in between does not come apart from its sum
  const found = await reach.one<Sums & { days: PaidDay[]; adjustments: z.output<typeof adjustmentRow>[] }>(ORDERS, {
    columns: sql`o.payable_fen::float8 as "payableFen", o.paid_fen::float8 as "paidFen", o.refunded_fen::float8 as "refundedFen", o.balance_fen::float8 as "balanceFen",
      (select coalesce(jsonb_agg(jsonb_build_object('day', y.day, 'halves', (y.fraction * 2)::int, 'unitPriceFen', y.unit_price_fen, 'multiplierBp', y.multiplier_bp,
          'holiday', case when y.multiplier_bp <> 10000 then (select f.name from hospital_holiday f where f.days @> y.day and f.multiplier_bp = y.multiplier_bp and (f.hospital_id = o.hospital_id or f.hospital_id is null) order by f.hospital_id nulls last limit 1) end,
          'amountFen', y.amount_fen, 'counts', y.attendance <> 'void', 'attendance', y.attendance, 'caregiverName', g.name, 'caregiverPayFen', y.caregiver_pay_fen, 'reliefName', r.name, 'reliefPayFen', y.relief_pay_fen, 'hospitalFeeFen', y.hospital_fee_fen) order by y.day), '[]')
        from order_service_day y left join caregiver g on g.id = y.caregiver_id left join caregiver r on r.id = y.relief_id where y.order_id = o.id) as days,
      (select coalesce(jsonb_agg(jsonb_build_object('id', j.id::text, 'kind', j.kind, 'amountFen', j.amount_fen, 'reason', j.reason, 'by', coalesce(u.nickname, u.username::text, ''), 'at', ${iso(sql`j.created_at`)}) order by j.id), '[]')
        from order_adjustment j left join sys_user u on u.id = j.created_by where j.order_id = o.id) as adjustments`,
    where: [LIVING_ORDER, sql`o.id = ${id}::bigint`],
  });
  if (found === undefined) throw new Fault('not_found');
  const { days, adjustments, payableFen, paidFen, refundedFen, balanceFen } = found;
  const counting = days.filter((day) => day.counts);
  const sum = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((total, row) => total + of(row), 0);
  return {
    days: isPaySeen ? days : days.map((day) => ({ ...day, caregiverPayFen: null, reliefPayFen: null })), adjustments, payableFen, paidFen, refundedFen, balanceFen,
    daysFen: sum(counting, (day) => day.amountFen), adjustedFen: sum(adjustments, (row) => row.amountFen), caregiverPayFen: isPaySeen ? sum(counting, (day) => day.caregiverPayFen) : null, hospitalFeeFen: sum(counting, (day) => day.hospitalFeeFen),
  };
}
