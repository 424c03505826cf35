import { sql, type SQL } from 'drizzle-orm';
import { TODAY } from '../../host/column.ts';
import { Reach, type Match, type Runner, type Source } from '../../host/reach.ts';

const postedOn = (day: SQL, match: Match): SQL => sql`ch.caregiver_id = c.id and ch.during @> ${day} and ${match(sql`ch.hospital_id`)}`;
/** Where a caregiver `c` is posted today, as far as `match` reaches: a condition on `ch`. */
export const postedToday = (match: Match): SQL => postedOn(TODAY, match);
/** Caregivers (alias `c`); one belongs to a scope by a posting that covers today. */
export const CAREGIVERS: Source = { from: sql`caregiver c`, scope: (match) => sql`exists (select 1 from caregiver_hospital ch where ${postedToday(match)})` };
/** Condition "this event (`e`) changed where a caregiver was posted, which was within the scope until then": another posting, or taking one back. */
export const postedBefore = (match: Match): SQL => sql`exists (select 1 from jsonb_array_elements(e.before->'postings') x where ${match(sql`(x->>'hospitalId')::bigint`)})`;

/** Caregiver `c` is posted to this hospital today, as far as the reader's scope goes; undefined for any. */
export const postedTo = (reach: Reach, hospitalId: string | undefined): SQL | undefined =>
  hospitalId === undefined ? undefined : sql`exists (select 1 from caregiver_hospital ch where ${postedToday(reach.match)} and ch.hospital_id = ${hospitalId}::bigint)`;

/** Caregiver `c` is posted within the reader's scope on some of these days, to this hospital or to any; undefined for everyone. */
export const postedOver = (reach: Reach, hospitalId: string | undefined, { from, to }: { from: string; to: string }): SQL | undefined =>
  hospitalId === undefined && reach.scope === 'all' ? undefined : sql`exists (select 1 from caregiver_hospital ch where ch.caregiver_id = c.id and ch.during && daterange(${from}::date, ${to}::date, '[]') and ${reach.match(sql`ch.hospital_id`)}${hospitalId === undefined ? sql`` : sql` and ch.hospital_id = ${hospitalId}::bigint`})`;

/** Of this staff number. Whoever types one need not mind its case; what was imported in lower case is found as it stands, where `asWritten` comes first. */
export const numbered = (no: string): SQL => sql`c.staff_no in (${no}, ${no.toUpperCase()}, ${no.toLowerCase()})`;
export const asWritten = (no: string): SQL => sql`c.staff_no = ${no} desc, c.id`;
/** Not deleted. */
export const LIVING_CAREGIVER = sql`c.deleted_at is null`;
/** No other of the kind of certificate `k` lasts longer: what has been renewed is not at issue. */
export const LASTS = sql`not exists (select 1 from caregiver_certificate n where n.caregiver_id = k.caregiver_id and n.kind = k.kind and n.revoked_at is null and (n.expires_on is null or (n.expires_on, n.id) > (k.expires_on, k.id)))`;
const ENDS_SOON = sql`k.revoked_at is null and k.expires_on between ${TODAY} and ${TODAY} + 30 and ${LASTS}`;
/** At work, and some certificate that was not renewed ends today or within the next 30 days. */
export const CERTIFICATE_ENDING = sql`c.status in ('active', 'on_leave') and c.id in (select k.caregiver_id from caregiver_certificate k where ${ENDS_SOON})`;
/** The day of an instant, in China. */
export const dayOf = (instant: SQL): SQL => sql`((${instant}) at time zone 'Asia/Shanghai')::date`;
/** Caregiver `c`, who is within the scope, was not on the day of the instant `seen`: a posting has begun since. */
const cameSince = (seen: SQL, { scope, match }: Reach): SQL => (scope === 'all' ? sql`false` : sql`not exists (select 1 from caregiver_hospital ch where ${postedOn(dayOf(seen), match)})`);
/** Of those: came to be so after the instant `seen`, by a day that began or by what happened to them. */
export const certificateSince = (seen: SQL, reach: Reach): SQL => sql`(${cameSince(seen, reach)} or c.id in (
  select k.caregiver_id from caregiver_certificate k where ${ENDS_SOON} and k.expires_on > ${dayOf(seen)} + 30
  union all select e.caregiver_id from caregiver_event e where e.at > ${seen} and e.event in ('create', 'approve', 'reinstate', 'health', 'certify', 'certificate-edit', 'certificate-revoke', 'post', 'undo')))`;
/** The leave that caregiver `c` is on has days, and counts for those alone; without days, as a sheet says it, nobody knows when they are back. */
export const LEAVE_HAS_DAYS = sql`c.status = 'on_leave' and exists (select from caregiver_leave l where l.caregiver_id = c.id and lower(l.during) <= now())`;
/** Kept out, and the day has come on which that is looked at again. */
export const REVIEW_DUE = sql`c.status = 'blacklisted' and c.review_on <= ${TODAY}`;
/** Of those: came to be so after the instant `seen`. */
export const reviewSince = (seen: SQL, reach: Reach): SQL => sql`(${cameSince(seen, reach)} or c.review_on > ${dayOf(seen)} or c.id in (select e.caregiver_id from caregiver_event e where e.at > ${seen} and e.event in ('blacklist', 'post', 'undo')))`;
/** Names of the hospitals a caregiver is posted to today, within the reader's scope. */
export const hospitalsOf = (reach: Reach): SQL => sql`array(select h.name from caregiver_hospital ch join hospital h on h.id = ch.hospital_id where ${postedToday(reach.match)} order by h.id) as hospitals`;

/** A hospital is called otherwise: those who are posted there count as written, each of the same version, and who watches asks what changed. */
export async function touchCaregivers(tx: Runner, hospitalId: string): Promise<void> {
  await tx.execute(sql`update caregiver t set updated_at = now() from (select c.id from caregiver c where ${LIVING_CAREGIVER} and c.status not in ('left', 'blacklisted') and ${postedTo(new Reach(tx, 'all'), hospitalId)!} order by c.id for no key update) c where t.id = c.id`);
  await tx.execute(sql`select pg_notify('caregiver', '')`);
}
