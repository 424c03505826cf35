import { sql } from 'drizzle-orm';
import type { Reach, Source } from '../../host/reach.ts';
import { ORDERS } from '../order/tables.ts';
import type { OrderChange } from './contract.ts';

/** More orders, or longer ago (ms), and it is better to read all again. */
const MOST = 200;
const LONGEST = 15 * 60_000;
const CHANGES: Source = { from: sql`order_event e join care_order o on o.id = e.order_id`, scope: ORDERS.scope };

/** The orders that changed within the last `ago` ms, each with the version it has now; one null where they are too many to tell. */
export async function changedWithin(reach: Reach, ago: number): Promise<OrderChange[]> {
  if (ago === 0) return [];
  if (ago > LONGEST) return [null];
  const found = await reach.rows<NonNullable<OrderChange>>(CHANGES, { columns: sql`distinct o.order_no as no, o.version`, where: [sql`e.at > now() - make_interval(secs => ${ago / 1000})`], limit: MOST + 1 });
  return found.length > MOST ? [null] : found;
}
