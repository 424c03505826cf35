import { useState } from 'react';
import { call } from '../../ui/call.ts';
import { recall } from '../../ui/known.ts';
import { outdated } from '../../ui/read.ts';
import { noteRows } from './acted.ts';
import { order, type OrderRow, type WardBeds } from './contract.ts';
import { useBatches } from './follow.ts';

/** More changes at once, and the ward is read again. */
const MOST = 200;
const ALIVE: readonly OrderRow['serviceState'][] = ['pending_assign', 'assigned', 'in_service'];

/** The newest that is known of an order. */
export function newest(row: OrderRow): OrderRow {
  const known = recall<OrderRow>('order', row.orderNo);
  return known !== undefined && known.version > row.version ? known : row;
}
const ordersOf = (ward: WardBeds): OrderRow[] => [...ward.beds.flatMap(({ orders }) => orders), ...ward.bedless];
/** Whether an order belongs into this ward as it is now. */
const isIn = (ward: WardBeds, row: OrderRow | undefined): boolean =>
  row !== undefined && ALIVE.includes(row.serviceState) && row.hospitalId === ward.hospitalId && row.departmentName === ward.departmentName && row.wardName === ward.name;

/** Keeps a bed map as its orders are: they change in their places, and the ward is read again when one comes, leaves or moves. */
export function useFollowWard(ward: WardBeds | undefined, again: () => void): void {
  const [, draw] = useState(0);
  useBatches(async ({ changes, all }) => {
    outdated([order.wards]);
    if (ward === undefined) return;
    if (all || changes.size > MOST) return again();
    const shown = new Map(ordersOf(ward).map((row) => [row.orderNo, newest(row)]));
    const old = [...changes].flatMap(([no, version]) => {
      const known = shown.get(no)?.version;
      return known !== undefined && version !== null && known >= version ? [] : [no];
    });
    if (old.length > 0) {
      const rows = await call(order.rows, { query: { nos: old.join(',') } });
      noteRows(rows);
      const now = new Map(rows.map((row) => [row.orderNo, row]));
      const moved = (no: string): boolean => {
        const [before, after] = [shown.get(no), now.get(no)];
        return before === undefined ? isIn(ward, after) : !isIn(ward, after) || after!.bedNo !== before.bedNo;
      };
      if (old.some(moved)) again();
    }
    draw((n) => n + 1);
  });
}
