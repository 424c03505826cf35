import { sql, type SQL } from 'drizzle-orm';
import { ageOf, maskedPhone, TODAY } from '../../host/column.ts';
import { isOneOf } from '../../host/find.ts';
import type { Reach, Source } from '../../host/reach.ts';
import { LAST_SERVED, LIVING_ORDER, ratingOf, STINTS } from '../order/tables.ts';
import type { CaregiverRow } from './contract.ts';
import { FACTS_COLUMNS, FACTS_FROM, offered, type Actor, type Facts } from './situation.ts';
import { CAREGIVERS, dayOf, hospitalsOf, LEAVE_HAS_DAYS } from './tables.ts';

/** Days before its end from which another certificate than the health certificate is told in the list. */
const SOON = 90;
/** Caregivers with everything a row shows. */
export const CAREGIVER_ROWS: Source = { from: sql`caregiver c ${FACTS_FROM}`, scope: CAREGIVERS.scope };

// one without an end lasts for ever, whatever else there is of its kind
const OTHERS = sql`(select coalesce(json_agg(json_build_object('kind', e.kind, 'daysLeft', e.days) order by e.days, e.kind), '[]') from (
  select k.kind, max(k.expires_on) - ${TODAY} as days from caregiver_certificate k where k.caregiver_id = c.id and k.kind <> 'health' and k.revoked_at is null
  group by k.kind having bool_and(k.expires_on is not null) and max(k.expires_on) - ${TODAY} <= ${SOON}::int) e)`;
/** Days on which caregiver `c` has a patient or a leave, from now on; a service that goes on past its end goes on today too. */
const TAKEN = sql`
  select daterange(${dayOf(sql`lower(b.during)`)}, greatest(${dayOf(sql`upper(b.during) - interval '1 microsecond'`)}, case b.status when 'serving' then ${TODAY} else ${dayOf(sql`lower(b.during)`)} end), '[]') as days
  from order_assignment b where b.caregiver_id = c.id and b.status in ('planned', 'serving') and (upper(b.during) > now() or b.status = 'serving')
  union all select daterange(${dayOf(sql`lower(l.during)`)}, ${dayOf(sql`upper(l.during) - interval '1 microsecond'`)}, '[]') from caregiver_leave l where l.caregiver_id = c.id and upper(l.during) > now()`;
/** The first day from today on that is not taken; null for who is not at work, and for who is on leave without days: until somebody says that they are back. */
const NEXT_FREE = sql`case when c.status = 'active' or (${LEAVE_HAS_DAYS}) then lower(datemultirange(daterange(${TODAY}, null)) - coalesce((select range_agg(taken.days) from (${TAKEN}) taken), '{}'::datemultirange)) end`;

/** Columns of what a row shows; where someone is posted and serves, and how they are rated, is told as far as the reader's scope goes. */
function shownColumns(reach: Reach): SQL {
  const serving = reach.select(STINTS, { columns: sql`${LAST_SERVED}::text`, where: [LIVING_ORDER, sql`a.caregiver_id = c.id`, sql`a.status = 'serving'`] });
  const rating = ratingOf(reach);
  return sql`c.id::text, c.staff_no as "staffNo", c.name, c.gender, ${ageOf(sql`c.birthday`)} as age, c.level, c.employment, c.status, c.suspended_for as "suspendedFor", ${hospitalsOf(reach)}, (${serving}) as "servingUntil", ${NEXT_FREE}::text as "nextFree",
    c.health_until::text as "healthExpiresOn", c.health_until - ${TODAY} as "healthDaysLeft", ${OTHERS} as certificates, ${rating.average}::float8 as "ratingAvg", ${rating.count} as "ratingCount", ${maskedPhone(sql`c.mobile`)} as mobile, c.version`;
}
/** Columns of `caregiverRow` and the facts that its offers follow from. */
export const rowColumns = (reach: Reach): SQL => sql`${shownColumns(reach)}, ${FACTS_COLUMNS}`;
/** The rows of these ids for this person, in the order of the ids; those out of reach are left out. */
export async function rowsOf(reach: Reach, actor: Actor, ids: readonly string[]): Promise<CaregiverRow[]> {
  if (ids.length === 0) return [];
  const rows = await reach.rows<CaregiverRow & Facts>(CAREGIVER_ROWS, { columns: rowColumns(reach), where: [isOneOf(sql`c.id`, ids), sql`c.deleted_at is null`], kept: true });
  const known = new Map(rows.map((row) => [row.id, offered(row, actor) as CaregiverRow]));
  return ids.flatMap((id) => known.get(id) ?? []);
}
/** What a row shows, without what may be done to it: what a sheet has. */
export type ShownCaregiver = Omit<CaregiverRow, 'can' | 'cannot'>;
/** The same of these ids, in their order: half the work of `rowsOf`, which tells at a million. */
export async function shownOf(reach: Reach, ids: readonly string[]): Promise<ShownCaregiver[]> {
  const rows = await reach.rows<ShownCaregiver>(CAREGIVERS, { columns: shownColumns(reach), where: [sql`c.id = any(${sql.param(ids)}::bigint[])`] });
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}
