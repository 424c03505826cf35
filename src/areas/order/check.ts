import { sql } from 'drizzle-orm';
import type { OrderEvent } from '../../../machines/order.ts';
import type { Ask } from '../../host/answer.ts';
import { selectedIds, selectionWhere } from '../../host/list/list.ts';
import type { Reach } from '../../host/reach.ts';
import { may } from '../../kernel/access.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { Fault } from '../../kernel/error.ts';
import type { RefusalName } from '../../kernel/refusal.ts';
import { see, type Held } from './act.ts';
import { needOf } from './candidate.ts';
import { readCarers } from './carer.ts';
import type { order } from './contract.ts';
import { carersOut, endOf, shortenedTo } from './course.ts';
import { readDaysOf } from './day.ts';
import { fitOf, servesAlready, type Carer } from './fit.ts';
import { ORDER_LIST } from './list.ts';
import { refusedBy, rightOf } from './situation.ts';
import { orderFiltered } from './store.ts';
import { remainder, stayOf, type Part } from './stint.ts';

/** Orders of a selection that are looked at together (contract.ts). */
const AT_ONCE = 500;
type Checked = Reply<typeof order.check>;
const given = (held: Held, event: OrderEvent): Part | null => (event === 'assign' ? stayOf(held) : remainder(held, undefined, Date.now()));

/** The caregiver as far as these orders ask for; undefined for one whom the reader may not choose. */
async function carerFor(reach: Reach, caregiverNo: string, orders: readonly Held[], event: OrderEvent): Promise<Carer | undefined> {
  const parts = orders.flatMap((held) => given(held, event) ?? []);
  const [from, to] = [parts.map((part) => part.from).toSorted()[0], parts.map((part) => part.to).toSorted().at(-1)];
  if (from === undefined || to === undefined) return undefined;
  return (await readCarers(reach, { from, to, where: [sql`c.staff_no = ${caregiverNo}`], patients: [] }))[0];
}
/** Why a caregiver may not be given this order; where they may, their day has this stint more for the orders that come after it. */
function book(carer: Carer, held: Held, event: OrderEvent): RefusalName | null {
  const part = given(held, event);
  if (part === null) return 'shift_past';
  if (event === 'change' && servesAlready(carer, held.id, part)) return 'same_caregiver';
  const need = needOf(held, part);
  const [why = null] = fitOf(carer, need).blocks;
  if (why === null) carer.stints.push({ orderId: held.id, orderNo: held.orderNo, ...part, exclusive: need.exclusive, most: held.maxPatients });
  return why;
}
/** Why the event is certain to be refused where the chart lets it happen, besides a caregiver that is chosen; by ids. Names that the console has words for. */
async function hindered({ reach, body: { event }, from }: Ask<typeof order.check>, orders: readonly Held[]): Promise<ReadonlyMap<string, RefusalName>> {
  const ids = orders.map(({ id }) => id);
  if (event === 'start') return new Map([...(await carersOut(reach, ids))].map((id) => [id, 'not_active']));
  if (event !== 'complete') return new Map();
  const days = await readDaysOf(reach, ids);
  return new Map(orders.flatMap((held) => {
    const now = shortenedTo(days.get(held.id) ?? [], held, endOf(held, undefined, from).end);
    // a closed day counts as confirmed
    return typeof now === 'string' ? [[held.id, now === 'period_closed' ? 'day_confirmed' : now] as const] : [];
  }));
}
/** These orders, in the order given. */
async function named(reach: Reach, nos: readonly string[]): Promise<Held[]> {
  const known = new Map((await see(reach, sql`o.order_no = any(${sql.param(nos)})`)).map((held) => [held.orderNo, held]));
  return [...new Set(nos)].flatMap((no) => known.get(no) ?? []);
}
/** The next orders of a selection, in the order of their ids. */
async function chosenBy(reach: Reach, selection: NonNullable<Ask<typeof order.check>['body']['selection']>, after: string | undefined): Promise<Held[]> {
  const ids = await selectedIds(reach, ORDER_LIST, selectionWhere(ORDER_LIST, selection, orderFiltered(selection.filter)), after, AT_ONCE);
  const known = new Map((await see(reach, sql`o.id = any(${sql.param(ids)}::bigint[])`)).map((held) => [held.id, held]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/**
 * What an event would meet at each of these orders, one after the other in the order given: a caregiver has room but once. A
 * reason is taken as given, an end as now. Orders that are gone or out of scope are left out. Of a selection the next `AT_ONCE`. @throws Fault forbidden when the event is not for this role
 */
export async function check(ask: Ask<typeof order.check>): Promise<Checked> {
  const { reach, viewer, body: { event, nos, selection, after, caregiverNo, booked = [] } } = ask;
  if (!may(viewer, rightOf(event))) throw new Fault('forbidden');
  const orders = selection === undefined ? await named(reach, nos!) : await chosenBy(reach, selection, after);
  const chosen = event === 'assign' || event === 'change' ? caregiverNo : undefined;
  const before = chosen === undefined ? [] : await named(reach, booked);
  const carer = chosen === undefined ? undefined : await carerFor(reach, chosen, [...before, ...orders], event);
  const open = (held: Held): boolean => refusedBy(event, held, viewer) === null;
  if (carer !== undefined) for (const held of before.filter(open)) book(carer, held, event);
  const hinders = await hindered(ask, orders.filter(open));
  const refusal = (held: Held): RefusalName | null =>
    refusedBy(event, held, viewer) ?? hinders.get(held.id) ?? (chosen === undefined ? null : carer === undefined ? 'no_caregiver' : book(carer, held, event));
  return orders.map((held) => ({ id: held.id, orderNo: held.orderNo, version: held.version, patientName: held.patientName, refusal: refusal(held) }));
}
