import { sql } from 'drizzle-orm';
import type { Reach } from '../../host/reach.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { CAREGIVERS, CERTIFICATE_ENDING, LIVING_CAREGIVER } from '../caregiver/tables.ts';
import { DUE_TODAY, LIVING_ORDER, ORDERS } from '../order/tables.ts';
import type { dashboard } from './contract.ts';

/** Today's counts; their conditions are those of the lists they open. */
export async function countToday(reach: Reach): Promise<Reply<typeof dashboard.today>> {
  const [toAssign, startsToday, endsToday, toSettle, certificatesEnding] = await Promise.all([
    reach.count(ORDERS, [LIVING_ORDER, sql`o.status = 'pending_assign'`]),
    reach.count(ORDERS, [LIVING_ORDER, DUE_TODAY.starts_today]),
    reach.count(ORDERS, [LIVING_ORDER, DUE_TODAY.ends_today]),
    reach.count(ORDERS, [LIVING_ORDER, sql`o.status = 'pending_payment'`]),
    reach.count(CAREGIVERS, [LIVING_CAREGIVER, CERTIFICATE_ENDING]),
  ]);
  return { toAssign, startsToday, endsToday, toSettle, certificatesEnding, at: new Date().toISOString() };
}
