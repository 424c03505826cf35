import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { ageOf, iso, maskedIdentity, maskedPhone, TODAY } from '../../host/column.ts';
import { isName } from '../../host/find.ts';
import type { Reach, Source } from '../../host/reach.ts';
import type { Page } from '../../kernel/endpoint.ts';
import { Fault } from '../../kernel/error.ts';
import { LIVING_ORDER, STINTS } from '../order/tables.ts';
import type { CaregiverDetail, caregiverQuery, CaregiverRow } from './contract.ts';
import { CAREGIVERS, CERTIFICATE_ENDING, LIVING_CAREGIVER, postedToday } from './tables.ts';

type Query = z.output<typeof caregiverQuery>;

/** Names of the hospitals a caregiver is posted to today, within the reader's scope. */
export const hospitalsOf = (reach: Reach): SQL =>
  sql`array(select h.name from caregiver_hospital ch join hospital h on h.id = ch.hospital_id where ${postedToday(reach.match)} order by h.id) as hospitals`;

/** Columns of `caregiverRow`; where someone is posted and serves is told as far as the reader's scope goes. */
function columns(reach: Reach): SQL {
  const serving = reach.select(STINTS, { columns: sql`max(o.planned_end)::text`, where: [LIVING_ORDER, sql`a.caregiver_id = c.id`, sql`a.status = 'serving'`] });
  const health = sql`(select max(k.expires_on) from caregiver_certificate k where k.caregiver_id = c.id and k.kind = 'health' and k.revoked_at is null)`;
  return sql`c.id::text, c.staff_no as "staffNo", c.name, c.gender, ${ageOf(sql`c.birthday`)} as age, c.level, c.employment, c.status, ${hospitalsOf(reach)}, (${serving}) as "servingUntil",
    ${health}::text as "healthExpiresOn", ${health} - ${TODAY} as "healthDaysLeft", c.rating_avg::float8 as "ratingAvg", c.rating_count as "ratingCount", ${maskedPhone(sql`c.mobile`)} as mobile`;
}

/** A window of the caregivers, newest first; the total is exact. */
export async function listCaregivers(reach: Reach, { pageNum, pageSize, status, hospitalId, certificate }: Query): Promise<Page<CaregiverRow>> {
  const where = [
    LIVING_CAREGIVER,
    status && sql`c.status = ${status}`,
    hospitalId === undefined ? undefined : sql`exists (select 1 from caregiver_hospital ch where ${postedToday(reach.match)} and ch.hospital_id = ${hospitalId}::bigint)`,
    certificate && CERTIFICATE_ENDING,
  ];
  const ids = reach.select(CAREGIVERS, { columns: sql`c.id`, where, order: sql`c.id desc`, limit: pageSize, offset: (pageNum - 1) * pageSize });
  const [list, total] = await Promise.all([
    reach.rows<CaregiverRow>(CAREGIVERS, { columns: columns(reach), where: [sql`c.id = any(array(${ids}))`], order: sql`c.id desc` }),
    reach.count(CAREGIVERS, where),
  ]);
  return { list, total, pageNum, pageSize };
}

const CERTIFICATES: Source = { ...CAREGIVERS, from: sql`caregiver_certificate k join caregiver c on c.id = k.caregiver_id` };
const POSTINGS: Source = { from: sql`caregiver_hospital ch join hospital h on h.id = ch.hospital_id`, scope: (match) => match(sql`ch.hospital_id`) };
const SERVED: Source = { ...STINTS, from: sql`${STINTS.from} join patient p on p.id = o.patient_id join hospital h on h.id = o.hospital_id` };

/** The whole record. @throws Fault not_found, also for one out of scope */
export async function readCaregiver(reach: Reach, no: string | undefined): Promise<CaregiverDetail> {
  if (!isName(no)) throw new Fault('not_found');
  const row = await reach.one<Omit<CaregiverDetail, 'certificates' | 'postings' | 'stints'>>(CAREGIVERS, {
    columns: sql`${columns(reach)}, ${maskedIdentity(sql`c.id_no`)} as "idNo", nullif(concat(c.origin_province, c.origin_city), '') as origin, c.languages, c.skills,
      c.hired_on::text as "hiredOn", c.status_reason as "statusReason", c.version`,
    where: [LIVING_CAREGIVER, sql`c.staff_no in (${no}, ${no.toUpperCase()}, ${no.toLowerCase()})`],
    order: sql`c.staff_no = ${no} desc, c.id`,
  });
  if (row === undefined) throw new Fault('not_found');
  const id = sql`${row.id}::bigint`;
  const [certificates, postings, stints] = await Promise.all([
    reach.rows<CaregiverDetail['certificates'][number]>(CERTIFICATES, {
      columns: sql`k.id::text, k.kind, k.number, k.issued_on::text as "issuedOn", k.expires_on::text as "expiresOn", k.expires_on - ${TODAY} as "daysLeft", k.verified_at is not null as verified`,
      where: [sql`k.caregiver_id = ${id}`, sql`k.revoked_at is null`],
      order: sql`k.expires_on nulls last, k.id`,
    }),
    reach.rows<CaregiverDetail['postings'][number]>(POSTINGS, {
      // ranges are half open; a posting is told by its last day
      columns: sql`h.name as hospital, lower(ch.during)::text as "from", (upper(ch.during) - 1)::text as "to"`,
      where: [sql`ch.caregiver_id = ${id}`, sql`lower(ch.during) is not null`],
      order: sql`lower(ch.during) desc, ch.id desc`,
    }),
    reach.rows<CaregiverDetail['stints'][number]>(SERVED, {
      columns: sql`o.order_no as "orderNo", p.name as "patientName", h.name as hospital, ${iso(sql`lower(a.during)`)} as "from", ${iso(sql`upper(a.during)`)} as "to", a.status`,
      where: [LIVING_ORDER, sql`a.caregiver_id = ${id}`, sql`a.status <> 'void'`],
      order: sql`lower(a.during) desc, a.id desc`,
      limit: 20,
    }),
  ]);
  return { ...row, certificates, postings, stints };
}
