import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { STATUSES, type Status } from '../../../machines/order.ts';
import { isOneOf } from '../../host/find.ts';
import type { Reach, Source } from '../../host/reach.ts';
import { filterOf, findInList, listWindow, openList, selectedIds, selectionWhere, type Asked } from '../../host/list/list.ts';
import type { Page, Reply } from '../../kernel/endpoint.ts';
import type { order, orderQuery, OrderRow } from './contract.ts';
import { didWhere } from './deed.ts';
import { ORDER_LIST } from './list.ts';
import { rowsOf } from './row.ts';
import type { Actor } from './situation.ts';
import { DUE_TODAY, keptBy, ORDERS, owedFor, servedBy, waitsLong } from './tables.ts';

type Query = z.output<typeof orderQuery>;
type Filter = Omit<Query, 'pageNum' | 'pageSize' | 'count'>;

/** What the contract's own filters say; each stands on an index of its own. */
function named({ status, patientId, hospitalId, departmentId, due, from, to, caregiverNo, servedBy: carer, unpaid, keeperId, did, owed }: Filter): (SQL | undefined)[] {
  return [
    status && sql`o.status = ${status}`,
    patientId === undefined ? undefined : sql`o.patient_id = ${patientId}::bigint`,
    hospitalId === undefined ? undefined : sql`o.hospital_id = ${hospitalId}::bigint`,
    departmentId === undefined ? undefined : sql`o.department_id = ${departmentId}::bigint`,
    due && (due === 'waits_long' ? waitsLong() : DUE_TODAY[due]),
    from === undefined ? undefined : sql`o.planned_end >= ${from}::date`,
    to === undefined ? undefined : sql`o.planned_start <= ${to}::date`,
    caregiverNo === undefined ? undefined : sql`o.id in (select a.order_id from order_assignment a join caregiver g on g.id = a.caregiver_id where g.staff_no = ${caregiverNo} and a.status <> 'void')`,
    carer === undefined ? undefined : servedBy(sql`(select g.id from caregiver g where g.staff_no = ${carer})`),
    unpaid && sql`o.balance_fen > 0`,
    keeperId === undefined ? undefined : keptBy(keeperId),
    did === undefined ? undefined : didWhere(did),
    owed && owedFor(owed),
  ];
}
/** A filter of the contract as the list kit takes it. */
export const orderFiltered = (filter: Filter): Asked => ({ ...filter, named: named(filter) });
const conditions = (filter: Filter): SQL[] => filterOf(ORDER_LIST, orderFiltered(filter));

/** How many orders stand in which status, by department (0034_order_tally.sql). */
const TALLY: Source = { from: sql`order_tally o`, scope: ORDERS.scope };
/** The conditions of a filter that asks for nothing but what orders are tallied by; null for any other. */
function tallied({ where, sort: _order, status, hospitalId, departmentId, ...others }: Filter): (SQL | undefined)[] | null {
  return (where ?? []).length === 0 && Object.values(others).every((value) => value === undefined) ? named({ status, hospitalId, departmentId }) : null;
}
/** A window of the orders; ids are found first, by index alone, and only the window is joined. */
export function listOrders(reach: Reach, actor: Actor, { pageNum, pageSize, count, ...filter }: Query): Promise<Page<OrderRow>> {
  const opened = openList(reach, ORDER_LIST, orderFiltered(filter));
  const where = tallied(filter);
  return listWindow(where === null ? opened : { ...opened, count: reach.select(TALLY, { columns: sql`coalesce(sum(o.n), 0)::int as n`, where }) }, { pageNum, pageSize, count }, (ids) => rowsOf(reach, actor, ids));
}
/** The next order that `q` means. */
export const findInOrders = (reach: Reach, { row, q, back, ...filter }: z.output<NonNullable<typeof order.findIn.query>>): Promise<Reply<typeof order.findIn>> => findInList(openList(reach, ORDER_LIST, orderFiltered(filter)), { row, q, back });
/** The next rows of a selection. */
export async function selectedOrders(reach: Reach, actor: Actor, { selection, after }: z.output<NonNullable<typeof order.selected.body>>): Promise<OrderRow[]> {
  return rowsOf(reach, actor, await selectedIds(reach, ORDER_LIST, selectionWhere(ORDER_LIST, selection, orderFiltered(selection.filter)), after));
}

/** How many orders stand in each status, whichever status the filter names. */
export async function countOrders(reach: Reach, { status: _any, ...filter }: Filter): Promise<Record<Status, number>> {
  const where = tallied(filter);
  const counts = where === null ? reach.select(ORDERS, { columns: sql`o.status, count(*)::int as n`, where: conditions(filter) }) : reach.select(TALLY, { columns: sql`o.status, sum(o.n)::int as n`, where });
  const counted = await reach.run<{ status: Status; n: number }>(sql`${counts} group by o.status`);
  const known = new Map(counted.map(({ status, n }) => [status, n]));
  return Object.fromEntries(STATUSES.map((status) => [status, known.get(status) ?? 0])) as Record<Status, number>;
}

/** These orders, newest first, as far as they are in reach and the filter leaves them. */
export async function pickOrders(reach: Reach, actor: Actor, { nos, ...filter }: z.output<NonNullable<typeof order.rows.query>>): Promise<OrderRow[]> {
  const ids = await reach.rows<{ id: string }>(ORDERS, { columns: sql`o.id::text`, where: [isOneOf(sql`o.order_no`, nos.split(','), 'text'), ...conditions(filter)], order: sql`o.id desc` });
  return rowsOf(reach, actor, ids.map((row) => row.id));
}
