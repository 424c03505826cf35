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
import { fitOf, servesAlready, type Carer } from './fit.ts';
import { ORDER_LIST } from './list.ts';
import { refusedBy, rightOf, type Actor } from './situation.ts';
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
/** What an event would meet at this order, as it is now. */
const refusal = (held: Held, actor: Actor, event: OrderEvent, caregiverNo: string | undefined, carer: Carer | undefined): RefusalName | null => {
  const why = refusedBy(event, held, actor);
  if (why !== null || caregiverNo === undefined) return why;
  return carer === undefined ? 'no_caregiver' : book(carer, held, event);
};
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
 * reason is taken as given. Orders that are gone or out of scope are left out. Of a selection the next `AT_ONCE`. @throws Fault forbidden when the event is not for this role
 */
export async function check({ reach, viewer, body: { event, nos, selection, after, caregiverNo } }: Ask<typeof order.check>): Promise<Checked> {
  if (!may(viewer, rightOf(event))) throw new Fault('forbidden');
  const orders = selection === undefined ? await named(reach, nos!) : await chosenBy(reach, selection, after);
  const chosen = event === 'assign' || event === 'change' ? caregiverNo : undefined;
  const carer = chosen === undefined ? undefined : await carerFor(reach, chosen, orders, event);
  return orders.map((held) => ({ id: held.id, orderNo: held.orderNo, version: held.version, patientName: held.patientName, refusal: refusal(held, viewer, event, chosen, carer) }));
}
