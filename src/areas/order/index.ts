import { sql } from 'drizzle-orm';
import { placeIn, tailsOf, type Lined } from '../../host/lines.ts';
import type { Reach } from '../../host/reach.ts';
import { ENDED, LIVING_ORDER, movedFrom, ORDERS } from './tables.ts';

/** The orders that wait for something, as lines of the palette's index. One leaves a reach by an edit, or by taking one back, that brings it to another department. */
export const orderLines = ({ match }: Reach): Lined => ({
  source: ORDERS, row: sql`o`, no: sql`o.order_no`, kept: sql`${LIVING_ORDER} and not (${ENDED})`, changedAt: sql`o.updated_at`,
  beside: sql`join patient p on p.id = o.patient_id join hospital h on h.id = o.hospital_id join hospital_department d on d.id = o.department_id left join hospital_ward w on w.id = o.ward_id left join hospital_bed b on b.id = o.bed_id`,
  columns: {
    name: sql`p.name`, tails: tailsOf(sql`p.mobile`, sql`p.contact_mobile`), bed: sql`coalesce(b.bed_no, o.bed_text)`, place: placeIn(sql`h.name`, sql`d.name`, sql`w.name`),
    status: sql`o.status`, begins: sql`o.planned_start`, ends: sql`o.planned_end`, version: sql`o.version`,
  },
  left: (since) => sql`exists (select 1 from order_event e join care_order o on o.id = e.order_id
    where e.at >= ${since} and ${movedFrom(match)} and not ${ORDERS.scope(match)})`,
});
