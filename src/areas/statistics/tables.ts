import { sql } from 'drizzle-orm';
import type { Source } from '../../host/reach.ts';

// The summary (0023_statistics.sql), alias `t`: `span` d or m, `level` what it is summed over. Rows that are summed over departments belong to who sees whole hospitals.
const scope: Source['scope'] = (match) => match(sql`t.hospital_id`, sql`t.department_id`);
export const STAT_DAYS: Source = { from: sql`stat_day t`, scope };
export const STAT_DAYS_NEW: Source = { from: sql`stat_day_delta t`, scope };
export const STAT_MONEY: Source = { from: sql`stat_money t`, scope };
export const STAT_MONEY_NEW: Source = { from: sql`stat_money_delta t`, scope };
export const STAT_WAITS: Source = { from: sql`stat_wait t`, scope };
export const STAT_WAITS_NEW: Source = { from: sql`stat_wait_delta t`, scope };
/** Hospitals whose clock was changed: their figures are counted anew by the next sweep. */
export const STAT_STALE: Source = { from: sql`stat_stale t`, scope: (match) => match(sql`t.hospital_id`) };
export const STAT_CAREGIVERS: Source = { from: sql`stat_caregiver t`, scope };
export const STAT_CAREGIVERS_NEW: Source = { from: sql`stat_caregiver_delta t`, scope };
