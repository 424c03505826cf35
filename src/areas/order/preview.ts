import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask } from '../../host/answer.ts';
import type { Reach } from '../../host/reach.ts';
import { refuse, seeOne, type Held } from './act.ts';
import type { order, preview as previewed, TimelineRow } from './contract.ts';
import { endOf, shortened } from './course.ts';
import { readDays, sumOf } from './day.ts';
import { timelineOf } from './detail.ts';
import { lengthened } from './extend.ts';
import { idOf } from './number.ts';
import { refusedBy } from './situation.ts';

/** What an event would make payable, and of how many days. */
async function outcome(reach: Reach, held: Held, { event, plannedEnd, endHalf }: Ask<typeof order.preview>['query'], from: Ask['from']): Promise<Pick<z.output<typeof previewed>, 'newPayableFen' | 'newDays' | 'early'>> {
  if (event === 'cancel') return { newPayableFen: 0, newDays: 0, early: false };
  if (event === 'extend') {
    const { days, addedFen } = await lengthened(reach, held, { plannedEnd: plannedEnd ?? held.plannedEnd, endHalf: endHalf ?? 'PM' }, from);
    return { newPayableFen: held.payableFen + addedFen, newDays: sumOf(days).length, early: false };
  }
  const { end, early } = endOf(held, plannedEnd === undefined ? undefined : { day: plannedEnd, half: endHalf ?? 'PM' }, from);
  const { days, payableFen } = await shortened(reach, held, end, from);
  return { newPayableFen: payableFen, newDays: sumOf(days).length, early };
}
/** What an event would change; nothing is written. @throws Fault as the event itself would, but for its reason */
export async function preview({ reach, viewer, params, query, from }: Ask<typeof order.preview>): Promise<z.output<typeof previewed>> {
  const held = await seeOne(reach, params['no']);
  const refusal = refusedBy(query.event, held, viewer);
  if (refusal !== null) refuse(refusal, from);
  const [now, next] = await Promise.all([readDays(reach, held.id), outcome(reach, held, query, from)]);
  return { payableFen: held.payableFen, days: sumOf(now).length, newBalanceFen: next.newPayableFen - held.paidFen + held.refundedFen, ...next };
}

/** What happened to an order after a version of it, oldest first. @throws Fault not_found, also when it is out of scope */
export async function changes({ reach, params, query }: Ask<typeof order.changes>): Promise<TimelineRow[]> {
  return timelineOf(reach, sql`o.id = ${await idOf(reach, params['no'])}::bigint`, query.since);
}
