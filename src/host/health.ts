import { sql, type SQL } from 'drizzle-orm';
import { TODAY } from './column.ts';
import type { Runner } from './reach.ts';

const living = sql`k.kind = 'health' and k.revoked_at is null`;
/** Caregiver `c` has a health certificate that is valid today. */
export const HEALTHY = sql`exists (select 1 from caregiver_certificate k where k.caregiver_id = c.id and ${living} and k.expires_on >= ${TODAY} and (k.issued_on is null or k.issued_on <= ${TODAY}))`;
/** Caregiver `c` had one, and none is valid today. Who never had one is not at issue here: nobody can be given an order without. `lost`: they had one until just now. */
const lapsed = (lost: SQL): SQL => sql`(${lost} or exists (select 1 from caregiver_certificate k where k.caregiver_id = c.id and ${living} and k.expires_on < ${TODAY})) and not ${HEALTHY}`;
/** Caregiver `c` is on leave at this moment. */
const AWAY = sql`exists (select 1 from caregiver_leave l where l.caregiver_id = c.id and l.during @> now())`;
const BACK = sql`exists (select 1 from caregiver_leave l where l.caregiver_id = c.id and upper(l.during) <= now()) and not ${AWAY}`;

/** Caregiver `c` was on leave when they were suspended, as who came by a sheet may be without days of it. */
const WAS_AWAY = sql`(select e.from_status from caregiver_event e where e.caregiver_id = c.id and e.to_status = 'suspended' and e.from_status <> 'suspended' order by e.id desc limit 1) = 'on_leave'`;

/** What moves a caregiver on by itself (domain.md): a health certificate that ended or was taken away suspends, one that is renewed brings back to where they were; a leave begins and ends. */
const next = (lost: SQL): SQL => sql`case
  when c.status in ('active', 'on_leave') and ${lapsed(lost)} then 'suspended'
  when c.status = 'suspended' and c.suspended_for = 'health' and ${HEALTHY} then case when ${AWAY} or (${WAS_AWAY} and not (${BACK})) then 'on_leave' else 'active' end
  when c.status = 'active' and ${AWAY} then 'on_leave'
  when c.status = 'on_leave' and ${BACK} then 'active' end`;
const MOVED = sql`status = due.next, suspended_for = case when due.next = 'suspended' then 'health' end, status_reason = case when due.next in ('suspended', 'active') then null else c.status_reason end, updated_at = now()`;

/** Moves these caregivers on, whose rows are held by the transaction; where those who moved stand then, by id. `were`: they had a valid health certificate until now. */
export async function followRules(tx: Runner, ids: readonly string[], were = false): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ id: string; next: string }>(sql`
    with due as (select c.id, ${next(sql`${were}::boolean`)} as next from caregiver c where c.id = any(${sql.param([...ids])}::bigint[])) update caregiver c set ${MOVED} from due where c.id = due.id and due.next is not null returning c.id::text, due.next`);
  return new Map(rows.map(({ id, next }) => [id, next]));
}
/** Moves one caregiver on, whose row is held by the transaction; where they stand then, or null when they stay. */
export const followRule = async (tx: Runner, id: string, was: boolean): Promise<string | null> => (await followRules(tx, [id], was)).get(id) ?? null;

/** The hospitals that caregiver `c` is posted to today, as JSON: who hears of a change. */
export const POSTED_NOW: SQL = sql`(select coalesce(json_agg(ch.hospital_id::text), '[]') from caregiver_hospital ch where ch.caregiver_id = c.id and ch.during @> ${TODAY})`;

const DUE = next(sql`false`);
/** Moves on whomever time has moved on, with a line in each one's story and word to whoever watches. Someone who is being written to waits for the next time. */
export async function sweepCaregivers(runner: Runner): Promise<void> {
  await runner.execute(sql`
    with due as (
      select c.id, c.status as was, ${DUE} as next from caregiver c where c.status in ('active', 'on_leave', 'suspended') and c.deleted_at is null and (${DUE}) is not null for update of c skip locked
    ), moved as (
      update caregiver c set ${MOVED}, version = version + 1 from due where c.id = due.id returning c.id, c.staff_no, c.version, due.was, due.next, ${POSTED_NOW} as posted
    ), told as (
      insert into caregiver_event (caregiver_id, version, event, from_status, to_status, before, after)
      select id, version, case when 'suspended' in (was, next) then 'health' else 'leave-turn' end, was, next, jsonb_build_object('status', was), jsonb_build_object('status', next) from moved
    )
    select pg_notify('caregiver', json_build_object('no', staff_no, 'version', version, 'hospitalIds', posted)::text) from moved`);
}
