import { sql, type SQL } from 'drizzle-orm';
import { ageOf, iso, TODAY } from '../../host/column.ts';
import { keepPlan } from '../../host/db/keeping.ts';
import type { Reach, Source } from '../../host/reach.ts';
import { LEAVE_HAS_DAYS } from '../caregiver/tables.ts';
import type { Carer } from './fit.ts';
import { halfDayEnd } from './stint.ts';
import { LIVING_ORDER, ORDERS, ratingOf } from './tables.ts';

/** Caregivers (alias `c`) that a scope may choose from: posted to one of its hospitals today or from a later day on. */
const CARERS: Source = { from: sql`caregiver c`, scope: (match) => sql`exists (select 1 from caregiver_hospital ch where ch.caregiver_id = c.id and (upper_inf(ch.during) or upper(ch.during) > ${TODAY}) and ${match(sql`ch.hospital_id`)})` };
/** Serves (stint `a` of order `o`) past the planned end: nobody has come after them. */
const LATE = sql`a.status = 'serving' and upper(a.during) <= now() and ${LIVING_ORDER} and not exists (select from order_assignment n where n.order_id = a.order_id and n.status <> 'void' and lower(n.during) >= upper(a.during))`;
/** Rows of those who were picked, a list for each, made in one pass over all of them: one by one, hundreds would take ten times as long. */
const lists = (of: SQL, row: SQL, from: SQL): SQL => sql`(select ${of} as of, json_agg(json_build_object(${row})) as list from ${from} group by ${of})`;

/**
 * The caregivers that `where` allows, within the reader's scope, with what decides whether they may serve between two instants;
 * patients they served are told of `patients` alone, and these and how many they have now as far as the scope goes. `kept`: `where` names them,
 * so that one plan serves all values. `planned`: a stint lasts as long as was planned, and no longer where it is late.
 */
export function readCarers(reach: Reach, { where, from, to, patients, kept, planned }: { where: readonly SQL[]; from: string; to: string; patients: readonly string[]; kept?: true; planned?: true }): Promise<Carer[]> {
  const during = sql`tstzrange(${from}, ${to})`;
  const picked = (of: SQL): SQL => sql`${of} in (select id from picked)`;
  const mine = ORDERS.scope(reach.match);
  const rating = ratingOf(reach);
  const postings = lists(sql`ch.caregiver_id`, sql`'hospitalId', ch.hospital_id::text, 'from', coalesce(lower(ch.during)::text, ''), 'to', (upper(ch.during) - 1)::text`, sql`caregiver_hospital ch where ${picked(sql`ch.caregiver_id`)}`);
  const leaves = lists(sql`l.caregiver_id`, sql`'from', coalesce(${iso(sql`lower(l.during)`)}, ''), 'to', coalesce(${iso(sql`upper(l.during)`)}, '9999')`, sql`caregiver_leave l where l.during && ${during} and ${picked(sql`l.caregiver_id`)}`);
  const health = lists(sql`k.caregiver_id`, sql`'from', k.issued_on::text, 'to', k.expires_on::text`, sql`caregiver_certificate k where k.kind = 'health' and k.revoked_at is null and ${picked(sql`k.caregiver_id`)}`);
  // who is late serves in this half day too; of the next nothing is known
  const late = sql`${planned ? from : halfDayEnd(Date.now())}::timestamptz`;
  // each half by its own index
  const near = sql`select * from order_assignment a where a.status <> 'void' and a.during && ${during} and ${picked(sql`a.caregiver_id`)}
    union all select * from order_assignment a where a.status = 'serving' and upper(a.during) <= ${from}::timestamptz and ${from}::timestamptz < ${late} and ${picked(sql`a.caregiver_id`)}`;
  const stints = lists(
    sql`a.caregiver_id`,
    sql`'orderId', o.id::text, 'orderNo', case when ${mine} then o.order_no end, 'from', ${iso(sql`lower(a.during)`)}, 'to', ${iso(sql`case when ${LATE} then greatest(upper(a.during), ${late}) else upper(a.during) end`)}, 'exclusive', a.exclusive, 'most', s.max_patients`,
    sql`(${near}) a join care_order o on o.id = a.order_id join service_item s on s.id = o.service_item_id`,
  );
  const statement = sql`
    with picked as materialized (${reach.select(CARERS, { columns: sql`c.id`, where: [sql`c.deleted_at is null`, ...where] })})
    select c.id::text, c.staff_no as "staffNo", c.name, c.gender, ${ageOf(sql`c.birthday`)} as age, c.level, c.languages, ${rating.average}::float8 as "ratingAvg", ${rating.count} as "ratingCount", case when ${LEAVE_HAS_DAYS} then 'active' else c.status end as status,
      coalesce(busy.n, 0) as "patientsNow", coalesce(p.list, '[]') as postings, coalesce(l.list, '[]') as leaves, coalesce(k.list, '[]') as health, coalesce(t.list, '[]') as stints, coalesce(known.list, '{}') as served
    from caregiver c left join ${postings} p on p.of = c.id left join ${leaves} l on l.of = c.id left join ${health} k on k.of = c.id left join ${stints} t on t.of = c.id
    left join (select a.caregiver_id as of, count(distinct a.order_id)::int as n from order_assignment a join care_order o on o.id = a.order_id where ${mine} and a.status in ('planned', 'serving') and (a.during @> now() or ${LATE}) and ${picked(sql`a.caregiver_id`)} group by 1) busy on busy.of = c.id
    left join (
      select a.caregiver_id as of, array_agg(distinct o.patient_id::text) as list from care_order o join order_assignment a on a.order_id = o.id where ${mine} and o.patient_id = any(array(select unnest(${sql.param(patients)}::bigint[]))) and a.status in ('serving', 'ended') group by 1
    ) known on known.of = c.id
    where ${picked(sql`c.id`)}`;
  return reach.run<Carer>(kept ? keepPlan(statement) : statement);
}
