import { sql, type SQL } from 'drizzle-orm';
import { ageOf, iso, TODAY } from '../../host/column.ts';
import type { Reach, Source } from '../../host/reach.ts';
import type { Carer } from './fit.ts';
import { ORDERS } from './tables.ts';

/** Caregivers (alias `c`) that a scope may choose from: posted to one of its hospitals today or from a later day on. */
const CARERS: Source = { from: sql`caregiver c`, scope: (match) => sql`exists (select 1 from caregiver_hospital ch where ch.caregiver_id = c.id and (upper_inf(ch.during) or upper(ch.during) > ${TODAY}) and ${match(sql`ch.hospital_id`)})` };
const list = (row: SQL, from: SQL): SQL => sql`(select coalesce(json_agg(json_build_object(${row})), '[]') from ${from})`;

/**
 * The caregivers that `where` allows, within the reader's scope, with what decides whether they may serve between two instants;
 * patients they served are told of `patients` alone.
 */
export function readCarers(reach: Reach, { where, from, to, patients }: { where: readonly SQL[]; from: string; to: string; patients: readonly string[] }): Promise<Carer[]> {
  const during = sql`tstzrange(${from}, ${to})`;
  const mine = ORDERS.scope(reach.match);
  return reach.rows<Carer>(CARERS, {
    columns: sql`c.id::text, c.staff_no as "staffNo", c.name, c.gender, ${ageOf(sql`c.birthday`)} as age, c.level, c.languages, c.rating_avg::float8 as "ratingAvg", c.rating_count as "ratingCount", c.status,
      (select count(distinct a.order_id)::int from order_assignment a where a.caregiver_id = c.id and a.status in ('planned', 'serving') and a.during @> now()) as "patientsNow",
      ${list(sql`'hospitalId', ch.hospital_id::text, 'from', coalesce(lower(ch.during)::text, ''), 'to', (upper(ch.during) - 1)::text`, sql`caregiver_hospital ch where ch.caregiver_id = c.id`)} as postings,
      ${list(sql`'from', coalesce(${iso(sql`lower(l.during)`)}, ''), 'to', coalesce(${iso(sql`upper(l.during)`)}, '9999')`, sql`caregiver_leave l where l.caregiver_id = c.id and l.during && ${during}`)} as leaves,
      ${list(sql`'from', k.issued_on::text, 'to', k.expires_on::text`, sql`caregiver_certificate k where k.caregiver_id = c.id and k.kind = 'health' and k.revoked_at is null`)} as health,
      ${list(
        sql`'orderId', o.id::text, 'orderNo', case when ${mine} then o.order_no end, 'from', ${iso(sql`lower(a.during)`)}, 'to', ${iso(sql`upper(a.during)`)}, 'exclusive', a.exclusive, 'most', s.max_patients`,
        sql`order_assignment a join care_order o on o.id = a.order_id join service_item s on s.id = o.service_item_id where a.caregiver_id = c.id and a.status <> 'void' and a.during && ${during}`,
      )} as stints,
      array(select distinct o.patient_id::text from care_order o join order_assignment a on a.order_id = o.id where o.patient_id = any(${sql.param(patients)}::bigint[]) and a.caregiver_id = c.id and a.status in ('serving', 'ended')) as served`,
    where: [sql`c.deleted_at is null`, ...where],
  });
}
