import { sql } from 'drizzle-orm';
import { act, refuse, type Act } from './act.ts';
import { fitsOrRefuse } from './candidate.ts';
import type { Acted } from './contract.ts';
import { ahead, cut, place, remainder, stayOf } from './stint.ts';

const ALONE = new Set(['assignment_one_to_one', 'assignment_alone_or_shared']);
/** Where the database itself refuses to book someone twice (an import does not wait for our lock): in words. @throws Fault refused, or what it was */
export const tellBooked = (from: Act<unknown>['from']) => (error: unknown): never => {
  if (ALONE.has((error as { cause?: { constraint?: string } }).cause?.constraint ?? '')) refuse('booked', from);
  throw error;
};

/** Gives the whole stay to a caregiver. @throws Fault as `act`, refused when they may not serve */
export const assign = (ask: Act<{ caregiverNo: string }>): Promise<Acted> =>
  act(ask, 'assign', async (tx, held) => {
    const stay = stayOf(held);
    const carer = await fitsOrRefuse(tx, ask, held, ask.body.caregiverNo, stay);
    // what an import planned for an order that waits is not what was decided now
    await cut(tx, await ahead(tx, held.id, stay.from), stay.from);
    await place(tx, held, carer, stay, { userId: ask.viewer.userId });
    return { before: { caregiverName: null, caregiverNo: null }, after: { caregiverName: carer.name, caregiverNo: carer.staffNo } };
  }).catch(tellBooked(ask.from));

/** Gives what is left of the stay, from a half day on, to another caregiver. @throws Fault as `act`, refused when they may not serve or the half day is past */
export const change = (ask: Act<{ reason: string; caregiverNo: string; since?: { day: string; half: 'AM' | 'PM' } | undefined }>): Promise<Acted> =>
  act(ask, 'change', async (tx, held) => {
    const { caregiverNo, reason, since } = ask.body;
    const part = remainder(held, since, Date.now()) ?? refuse('shift_past', ask.from);
    const stints = await ahead(tx, held.id, part.from);
    if (stints.some((stint) => stint.staffNo === caregiverNo && stint.from <= part.from && stint.to >= part.to)) refuse('same_caregiver', ask.from);
    const { rows: [confirmed] } = await tx.execute(sql`select 1 from order_service_day y where y.order_id = ${held.id} and y.confirmed_at is not null and y.day >= (${part.from}::timestamptz at time zone 'Asia/Shanghai')::date limit 1`);
    if (confirmed !== undefined) refuse('day_confirmed', ask.from);
    const carer = await fitsOrRefuse(tx, ask, held, caregiverNo, part);
    await cut(tx, stints, part.from);
    const made = await place(tx, held, carer, part, { userId: ask.viewer.userId, reason });
    for (const { id } of stints) await tx.execute(sql`update order_assignment set replaced_by = ${made} where id = ${id}`);
    return { before: { caregiverName: stints[0]?.name ?? null, caregiverNo: stints[0]?.staffNo ?? null }, after: { caregiverName: carer.name, caregiverNo: carer.staffNo, since: part.from } };
  }).catch(tellBooked(ask.from));
