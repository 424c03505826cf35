import { sql } from 'drizzle-orm';
import { tailsOf, type Lined } from '../../host/lines.ts';
import type { Reach } from '../../host/reach.ts';
import { CAREGIVERS, LIVING_CAREGIVER, postedBefore, postedToday } from './tables.ts';

/** The caregivers who have not left and are not blacklisted, as lines of the palette's index; where they are posted is told as far as the reader's scope goes. One leaves a reach by another posting, or by taking one back. */
export const caregiverLines = ({ match }: Reach): Lined => ({
  source: CAREGIVERS, row: sql`c`, no: sql`c.staff_no`, kept: sql`${LIVING_CAREGIVER} and c.status not in ('left', 'blacklisted')`, changedAt: sql`c.updated_at`,
  beside: sql``,
  columns: {
    name: sql`c.name`, tails: tailsOf(sql`c.mobile`), bed: sql`''`, place: sql`(select string_agg(h.name, ' · ' order by h.id) from caregiver_hospital ch join hospital h on h.id = ch.hospital_id where ${postedToday(match)})`,
    status: sql`c.status`, begins: sql`null`, ends: sql`null`, version: sql`c.version`,
  },
  left: (since) => sql`exists (select 1 from caregiver_event e join caregiver c on c.id = e.caregiver_id
    where e.at >= ${since} and ${postedBefore(match)} and not ${CAREGIVERS.scope(match)})`,
});
