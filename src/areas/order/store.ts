import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Reach } from '../../host/reach.ts';
import type { Page } from '../../kernel/endpoint.ts';
import type { orderQuery, OrderRow } from './contract.ts';
import { rowsOf } from './row.ts';
import type { Actor } from './situation.ts';
import { DUE_TODAY, LIVING_ORDER, ORDERS } from './tables.ts';

type Query = z.output<typeof orderQuery>;

/** A window of the orders, newest first; the total is exact. Ids are found first, by index alone, and only the window is joined. */
export async function listOrders(reach: Reach, actor: Actor, { pageNum, pageSize, status, hospitalId, due }: Query): Promise<Page<OrderRow>> {
  const where = [
    LIVING_ORDER,
    status && sql`o.status = ${status}`,
    hospitalId === undefined ? undefined : sql`o.hospital_id = ${hospitalId}::bigint`,
    due && DUE_TODAY[due],
  ];
  const [ids, total] = await Promise.all([
    reach.rows<{ id: string }>(ORDERS, { columns: sql`o.id::text`, where, order: sql`o.id desc`, limit: pageSize, offset: (pageNum - 1) * pageSize }),
    reach.count(ORDERS, where),
  ]);
  return { list: await rowsOf(reach, actor, ids.map((row) => row.id)), total, pageNum, pageSize };
}
