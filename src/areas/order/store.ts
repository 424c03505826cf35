import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { STATUSES, type Status } from '../../../machines/order.ts';
import type { Reach } from '../../host/reach.ts';
import type { Page } from '../../kernel/endpoint.ts';
import type { order, orderQuery, OrderRow } from './contract.ts';
import { rowsOf } from './row.ts';
import type { Actor } from './situation.ts';
import { DUE_TODAY, ENDED, LIVING_ORDER, ORDERS, WAITING_SINCE } from './tables.ts';

type Query = z.output<typeof orderQuery>;
type Filter = Omit<Query, 'pageNum' | 'pageSize'>;

/** The conditions that the filters of a list say; each stands on an index of its own. */
function conditions({ status, hospitalId, departmentId, due, from, to, caregiverNo, unpaid }: Filter): (SQL | undefined)[] {
  return [
    LIVING_ORDER,
    status && sql`o.status = ${status}`,
    hospitalId === undefined ? undefined : sql`o.hospital_id = ${hospitalId}::bigint`,
    departmentId === undefined ? undefined : sql`o.department_id = ${departmentId}::bigint`,
    due && DUE_TODAY[due],
    from === undefined ? undefined : sql`o.planned_end >= ${from}::date`,
    to === undefined ? undefined : sql`o.planned_start <= ${to}::date`,
    caregiverNo === undefined ? undefined : sql`o.id in (select a.order_id from order_assignment a join caregiver g on g.id = a.caregiver_id where g.staff_no = ${caregiverNo} and a.status <> 'void')`,
    unpaid && sql`o.balance_fen > 0`,
  ];
}
const NEWEST = sql`o.id desc`;
const LONGEST = sql`(${ENDED}), (${WAITING_SINCE}), o.id`;

/** A window of the orders, newest or longest waiting first; the total is exact. Ids are found first, by index alone, and only the window is joined. */
export async function listOrders(reach: Reach, actor: Actor, { pageNum, pageSize, ...filter }: Query): Promise<Page<OrderRow>> {
  const where = conditions(filter);
  const [ids, total] = await Promise.all([
    reach.rows<{ id: string }>(ORDERS, { columns: sql`o.id::text`, where, order: filter.sort === 'waiting' ? LONGEST : NEWEST, limit: pageSize, offset: (pageNum - 1) * pageSize }),
    reach.count(ORDERS, where),
  ]);
  return { list: await rowsOf(reach, actor, ids.map((row) => row.id)), total, pageNum, pageSize };
}

/** How many orders stand in each status, whichever status the filter names. */
export async function countOrders(reach: Reach, { status: _any, ...filter }: Filter): Promise<Record<Status, number>> {
  const counted = await reach.run<{ status: Status; n: number }>(sql`${reach.select(ORDERS, { columns: sql`o.status, count(*)::int as n`, where: conditions(filter) })} group by o.status`);
  const known = new Map(counted.map(({ status, n }) => [status, n]));
  return Object.fromEntries(STATUSES.map((status) => [status, known.get(status) ?? 0])) as Record<Status, number>;
}

/** These orders, newest first, as far as they are in reach and the filter leaves them. */
export async function pickOrders(reach: Reach, actor: Actor, { nos, ...filter }: z.output<NonNullable<typeof order.rows.query>>): Promise<OrderRow[]> {
  const ids = await reach.rows<{ id: string }>(ORDERS, { columns: sql`o.id::text`, where: [sql`o.order_no = any(${sql.param(nos.split(','))}::text[])`, ...conditions(filter)], order: NEWEST });
  return rowsOf(reach, actor, ids.map((row) => row.id));
}
