import type { ClientBase } from 'pg';

/** When a caregiver is taken alone: from and until in milliseconds, and by which order of this run. */
type Taken = [from: number, until: number, by: string][];

/**
 * The times at which caregivers serve one patient alone, so that an import never books one twice. A sheet that does (days without
 * hours, a caregiver lent out) keeps its caregiver on the order, as a stay that is not alone.
 */
export class Bookings {
  constructor(private readonly taken: Map<string, Taken>) {}
  /** Takes the caregiver alone for an order's time; false if another has them. An order may ask again. */
  take(by: string, carerId: string, from: string, until: string): boolean {
    const [start, end] = [Date.parse(from), Date.parse(until)];
    const times = (this.taken.get(carerId) ?? []).filter(([, , holder]) => holder !== by);
    if (times.some(([a, b]) => a < end && start < b)) return false;
    this.taken.set(carerId, [...times, [start, end, by]]);
    return true;
  }
}
/** The bookings that the database holds of these caregivers: those alone, and those shared that were decided here, beside which nobody serves alone. */
export async function openBookings(client: ClientBase, carerIds: readonly string[]): Promise<Bookings> {
  const { rows } = await client.query<{ id: string; from: string; until: string }>(
    `SELECT caregiver_id::text AS id, extract(epoch FROM lower(during)) * 1000 AS from, extract(epoch FROM upper(during)) * 1000 AS until
     FROM order_assignment WHERE caregiver_id = ANY($1::bigint[]) AND (exclusive OR NOT tolerated) AND status <> 'void'`,
    [carerIds],
  );
  const taken = new Map<string, Taken>();
  for (const row of rows) taken.set(row.id, [...(taken.get(row.id) ?? []), [Number(row.from), Number(row.until), '']]);
  return new Bookings(taken);
}
/** Staff numbers of those of these caregivers who by now serve, or are to serve, one patient alone and another besides: a sheet may say so, somebody has to look at it. */
export async function bookedTwice(client: ClientBase, carerIds: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ no: string }>(
    `SELECT c.staff_no AS no FROM caregiver c WHERE c.id = ANY($1::bigint[]) AND EXISTS (SELECT FROM order_assignment a JOIN order_assignment b ON b.caregiver_id = a.caregiver_id AND b.id <> a.id AND b.during && a.during
       WHERE a.caregiver_id = c.id AND a.exclusive AND a.status IN ('planned', 'serving') AND b.status IN ('planned', 'serving')) ORDER BY c.staff_no`,
    [carerIds],
  );
  return rows.map(({ no }) => no);
}
