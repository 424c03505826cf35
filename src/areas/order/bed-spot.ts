import type { Spot } from './bed-cell.tsx';
import { newest } from './bed-follow.ts';
import type { OrderRow, WardBeds } from './contract.ts';

const alive = ({ serviceState }: OrderRow): boolean => serviceState !== 'completed' && serviceState !== 'cancelled';
/** Who is there on `today`: who is served, or whose stay has begun. */
const isHere = (row: OrderRow, today: string): boolean => row.serviceState === 'in_service' || row.plannedStart <= today;

/** The places of a ward in their order, each with the newest that is known of its orders: beds, then who has none. */
export function spotsOf({ beds, bedless }: WardBeds, today: string): Spot[] {
  const living = (rows: readonly OrderRow[]): OrderRow[] => rows.map(newest).filter(alive);
  return [
    ...beds.map(({ id, bedNo, kind, status, orders }): Spot => {
      const rows = living(orders);
      const now = rows.find((row) => isHere(row, today)) ?? null;
      return { key: `bed ${id}`, bedId: id, bedNo, extra: kind === 'extra', off: status === 0, now, next: rows.find((row) => row !== now) ?? null, rows };
    }),
    ...living(bedless).map((row): Spot => ({ key: `order ${row.orderNo}`, bedId: null, bedNo: row.bedNo, extra: false, off: false, now: isHere(row, today) ? row : null, next: isHere(row, today) ? null : row, rows: [row] })),
  ];
}
