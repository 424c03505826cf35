import { sql, type SQL } from 'drizzle-orm';
import { CAREGIVER_UNDO_WITHIN } from '../../../machines/caregiver.ts';
import { iso, maskedIdentity, maskedPhone, TODAY } from '../../host/column.ts';
import { isName } from '../../host/find.ts';
import type { Reach, Source } from '../../host/reach.ts';
import { may } from '../../kernel/access.ts';
import { Fault } from '../../kernel/error.ts';
import { LIVING_ORDER, ORDERS, STINTS } from '../order/tables.ts';
import { CERTIFICATES } from './certificate.ts';
import type { CaregiverDetail, CaregiverLine } from './contract.ts';
import { CAREGIVER_ROWS, rowColumns } from './row.ts';
import { offered, type Actor, type Facts } from './situation.ts';
import { asWritten, CAREGIVERS, LIVING_CAREGIVER, numbered } from './tables.ts';

const POSTINGS: Source = { from: sql`caregiver_hospital ch join hospital h on h.id = ch.hospital_id`, scope: (match) => match(sql`ch.hospital_id`) };
const LEAVES: Source = { ...CAREGIVERS, from: sql`caregiver_leave l join caregiver c on c.id = l.caregiver_id` };
const EVENTS: Source = { ...CAREGIVERS, from: sql`caregiver_event e join caregiver c on c.id = e.caregiver_id left join sys_user u on u.id = e.actor_id` };
const SERVED: Source = { ...STINTS, from: sql`${STINTS.from} join patient p on p.id = o.patient_id join hospital h on h.id = o.hospital_id` };
const COMPLAINTS: Source = { ...ORDERS, from: sql`order_complaint x join care_order o on o.id = x.order_id` };
/** What an event kept of postings, in words, as far as the reader's scope goes. */
const postedIn = (reach: Reach, side: SQL): SQL => sql`(select coalesce(string_agg(p.one->>'words', '；' order by p.place), '') from jsonb_path_query(${side}, '$.postings[*]') with ordinality p(one, place) where ${reach.match(sql`(p.one->>'hospitalId')::bigint`)})`;
const toldIn = (reach: Reach, side: SQL): SQL => sql`case when ${side}->'postings' is null then coalesce(${side}, '{}') else ${side} || jsonb_build_object('postings', ${postedIn(reach, side)}) end`;
/** Lines of the story that are told. */
const LINES = 50;

type Parts = 'certificates' | 'postings' | 'leaves' | 'stints' | 'complaints' | 'timeline' | 'undoUntil';
/** The whole record as this person sees it; personal numbers masked. @throws Fault not_found, also for one out of scope */
export async function readCaregiver(reach: Reach, actor: Actor, no: string | undefined): Promise<CaregiverDetail> {
  if (!isName(no)) throw new Fault('not_found');
  const found = await reach.one<Omit<CaregiverDetail, Parts> & Facts>(CAREGIVER_ROWS, {
    columns: sql`${rowColumns(reach)}, ${maskedIdentity(sql`c.id_no`)} as "idNo", nullif(concat(nullif(c.origin_province, c.origin_city), c.origin_city), '') as origin, c.birthday::text, c.languages, c.skills, c.hired_on::text as "hiredOn", c.left_on::text as "leftOn",
      c.status_reason as "statusReason", c.review_on::text as "reviewOn", c.education, c.marital, c.height_cm as "heightCm", c.weight_kg as "weightKg", c.years_experience as "yearsExperience",
      c.emergency_name as "emergencyName", ${maskedPhone(sql`c.emergency_phone`)} as "emergencyPhone", c.bank_name as "bankName", ${maskedIdentity(sql`c.bank_account`)} as "bankAccount"`,
    where: [LIVING_CAREGIVER, numbered(no)], kept: true,
    order: asWritten(no),
  });
  if (found === undefined) throw new Fault('not_found');
  const { lastMs } = found;
  const row = offered(found, actor);
  const id = sql`${row.id}::bigint`;
  const [certificates, postings, leaves, stints, complaints, timeline] = await Promise.all([
    reach.rows<CaregiverDetail['certificates'][number]>({ ...CERTIFICATES, from: sql`${CERTIFICATES.from} left join sys_user u on u.id = k.verified_by` }, {
      columns: sql`k.id::text, k.kind, case when k.kind = 'id_card' then ${maskedIdentity(sql`k.number`)} else k.number end as number, k.issuer, k.issued_on::text as "issuedOn", k.expires_on::text as "expiresOn", k.expires_on - ${TODAY} as "daysLeft", k.verified_at is not null as verified, coalesce(u.nickname, u.username::text) as "verifiedBy",
        case when (k.kind <> 'id_card' or ${may(actor, 'biz:caregiver:reveal')}) and exists (select 1 from caregiver_certificate_file f where f.certificate_id = k.id) then k.file end as file`,
      where: [sql`k.caregiver_id = ${id}`, sql`k.revoked_at is null`], kept: true,
      order: sql`k.expires_on nulls last, k.id`,
    }),
    reach.rows<CaregiverDetail['postings'][number]>(POSTINGS, {
      // ranges are half open; a posting is told by its last day
      columns: sql`h.id::text as "hospitalId", h.name as hospital, lower(ch.during)::text as "from", (upper(ch.during) - 1)::text as "to"`,
      where: [sql`ch.caregiver_id = ${id}`, sql`lower(ch.during) is not null`], kept: true,
      order: sql`lower(ch.during) desc, ch.id desc`,
    }),
    reach.rows<CaregiverDetail['leaves'][number]>(LEAVES, {
      columns: sql`l.id::text, (lower(l.during) at time zone 'Asia/Shanghai')::date::text as "from", ((upper(l.during) - interval '1 microsecond') at time zone 'Asia/Shanghai')::date::text as "to", l.reason, upper(l.during) <= now() as over`,
      where: [sql`l.caregiver_id = ${id}`, sql`not lower_inf(l.during)`, sql`not upper_inf(l.during)`], kept: true,
      order: sql`lower(l.during) desc`,
      limit: 20,
    }),
    reach.rows<CaregiverDetail['stints'][number]>(SERVED, {
      columns: sql`o.order_no as "orderNo", p.name as "patientName", h.name as hospital, ${iso(sql`lower(a.during)`)} as "from", ${iso(sql`upper(a.during)`)} as "to", a.status`,
      where: [LIVING_ORDER, sql`a.caregiver_id = ${id}`, sql`a.status <> 'void'`], kept: true,
      // what is still to be seen to is never behind what is over
      order: sql`a.status = 'ended', lower(a.during) desc, a.id desc`,
      limit: 20,
    }),
    reach.count(COMPLAINTS, [LIVING_ORDER, sql`x.caregiver_id = ${id}`, sql`x.kind = 'complaint'`]),
    reach.rows<CaregiverLine>(EVENTS, {
      columns: sql`e.id::text, e.version, e.event, e.from_status as "from", e.to_status as "to", coalesce(u.nickname, u.username::text) as actor, e.actor_role as "actorRole", e.reason, ${iso(sql`e.at`)} as at, ${toldIn(reach, sql`e.before`)} as before, ${toldIn(reach, sql`e.after`)} as after,
        exists (select 1 from caregiver_event x where x.undoes = e.id) as undone`,
      // of what was about other hospitals alone there is no line
      where: [sql`e.caregiver_id = ${id}`, sql`(e.before->'postings' is null or e.from_status <> e.to_status or ${postedIn(reach, sql`e.before`)} <> ${postedIn(reach, sql`e.after`)})`], kept: true,
      order: sql`e.id desc`,
      limit: LINES,
    }),
  ]);
  const undoUntil = row.can.includes('undo') && lastMs !== null ? new Date(lastMs + CAREGIVER_UNDO_WITHIN).toISOString() : null;
  return { ...row, undoUntil, certificates, postings, leaves, stints, complaints, timeline: timeline.toReversed() } as CaregiverDetail;
}
