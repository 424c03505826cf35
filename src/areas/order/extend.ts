import { sql } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import { parseDay } from '../../host/calendar.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { pricedStay } from '../../kernel/price.ts';
import { act, refuse, type Held } from './act.ts';
import { tellBooked } from './assign.ts';
import { fitsOrRefuse } from './candidate.ts';
import type { Acted, order } from './contract.ts';
import { tellClash } from './create.ts';
import { readDays, sumOf, wholeDay, writeDays, type StayDay } from './day.ts';
import { holidaysOf, stayDays, type Stay } from './quote.ts';
import { ending } from './situation.ts';
import { ahead, giveDays, place, type Ahead } from './stint.ts';

/** The new end of a stay. */
export type NewEnd = Pick<Stay, 'plannedEnd' | 'endHalf'>;

/**
 * What the days become when a stay goes on to a later end: those that are new, and the last one where it was half a day, at the
 * price that the order has. @throws Fault bad_input for what is no day; refused when the end is not later, or the stay too long
 */
export async function lengthened(reach: Reach, held: Held, { plannedEnd, endHalf }: NewEnd, from: Ask['from']): Promise<{ days: StayDay[]; changed: StayDay[]; addedFen: number }> {
  if (parseDay(plannedEnd) === null) throw new Fault('bad_input', { detail: 'plannedEnd' });
  if (ending(plannedEnd, endHalf) <= ending(held.plannedEnd, held.endHalf)) refuse('ends_earlier', from);
  const { last } = stayDays({ plannedStart: held.plannedStart, startHalf: held.startHalf, plannedEnd, endHalf }, from);
  const old = parseDay(held.plannedEnd)!;
  const days = await readDays(reach, held.id);
  const noon = days.find(({ day }) => day === old && held.endHalf === 'AM');
  if (noon?.closed) refuse('period_closed', from);
  if (noon?.confirmed) refuse('day_confirmed', from);
  const added = pricedStay({ first: old + 1, startHalf: 'AM', last, endHalf }, held.unitPriceFen, await holidaysOf(reach, held.hospitalId, old, last)).map((day) => ({ ...day, confirmed: false, closed: false }));
  const changed = [...(noon === undefined ? [] : [wholeDay(noon)]), ...added];
  const all = [...days.filter((day) => day !== noon), ...changed];
  return { days: all, changed, addedFen: sumOf(all).amountFen - sumOf(days).amountFen };
}
/** The stint that reaches furthest. */
export const lastStint = async (tx: Runner, orderId: string): Promise<Ahead | undefined> => (await ahead(tx, orderId, '-infinity')).reduce<Ahead | undefined>((a, b) => (a === undefined || b.to >= a.to ? b : a), undefined);

/** Service goes on: days are added and whoever serves at the end serves them, or someone else. An order without a caregiver keeps the gap. @throws Fault like `act`; refused with the reason, also a caregiver's */
export const extend = (ask: Ask<typeof order.extend>): Promise<Acted> =>
  act(ask, 'extend', async (tx, held) => {
    const { viewer, from, body: { plannedEnd, endHalf, reason = null, caregiverNo, expectFen } } = ask;
    const { changed, addedFen } = await lengthened(new Reach(tx, ask.reach.scope), held, { plannedEnd, endHalf }, from);
    const payableFen = held.payableFen + addedFen;
    if (expectFen !== undefined && expectFen !== payableFen) refuse('price_changed', from);
    await writeDays(tx, held, changed);
    await tx.execute(sql`
      insert into order_extension (order_id, old_end, old_half, new_end, new_half, added_fen, reason, created_by) values (${held.id}, ${held.plannedEnd}, ${held.endHalf}, ${plannedEnd}, ${endHalf}, ${addedFen}, ${reason}, ${viewer.userId})`);
    const part = { from: ending(held.plannedEnd, held.endHalf), to: ending(plannedEnd, endHalf) };
    const longer = { ...held, plannedEnd, endHalf };
    const last = await lastStint(tx, held.id);
    const before = { plannedEnd: held.plannedEnd, endHalf: held.endHalf, payableFen: held.payableFen };
    const after = { plannedEnd, endHalf, payableFen };
    const set = [sql`planned_end = ${plannedEnd}::date`, sql`end_half = ${endHalf}`];
    const who = caregiverNo ?? last?.staffNo;
    if (who === undefined) return { set, before, after };

    const carer = await fitsOrRefuse(tx, ask, longer, who, part);
    if (last !== undefined && carer.id === last.caregiverId && last.to === part.from) {
      await tx.execute(sql`update order_assignment set during = tstzrange(lower(during), ${part.to}) where id = ${last.id}`);
      await giveDays(tx, longer, carer.id, part);
      return { set, before, after };
    }
    await place(tx, longer, carer, part, { userId: viewer.userId });
    // the end had passed already: who served until then is done
    if (Date.parse(part.from) <= Date.now()) await tx.execute(sql`update order_assignment set status = 'ended' where order_id = ${held.id} and status = 'serving' and upper(during) <= ${part.from}::timestamptz`);
    return { set, before: { ...before, caregiverName: last?.name ?? null }, after: { ...after, caregiverName: carer.name } };
  }).catch(tellBooked(ask.from)).catch(tellClash(ask.from));
