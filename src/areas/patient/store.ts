import { sql } from 'drizzle-orm';
import { ageOf, maskedIdentity, maskedPhone } from '../../host/column.ts';
import { fold, gather, isOneOf, LOOKED, meansMasked, waysOfName, type Way } from '../../host/find.ts';
import type { Reach } from '../../host/reach.ts';
import { EACH_PATIENT, LIVING_ORDER, newestOrders, ORDERS } from '../order/tables.ts';
import type { FoundPatient } from './contract.ts';
import { PATIENTS } from './tables.ts';

const MOST = 20;

/** The ways in which `q` may mean a patient, best first; fewer than four digits are anybody's. */
function waysOf(q: string): Way<FoundPatient['why']>[] {
  const number = q.replaceAll(' ', '').toUpperCase();
  if (!/^\d{3,17}[\dX]$/.test(number)) return /\d/.test(q) ? [] : waysOfName(sql`p`, q);
  const phone: Way<FoundPatient['why']> = { why: 'phone', where: sql`(${meansMasked(sql`p.mobile`, number)} or ${meansMasked(sql`p.contact_mobile`, number)})` };
  return [...(number.length > 11 || number.endsWith('X') ? [] : [phone]), { why: 'identity', where: meansMasked(sql`p.id_no`, number) }];
}

/** These patients as whoever looks for one tells them apart, who came last first; those that are gone or out of reach are left out. */
export async function patientsOf(reach: Reach, ids: readonly string[], why: FoundPatient['why'] = 'name'): Promise<Omit<FoundPatient, 'marks'>[]> {
  const own = [LIVING_ORDER, sql`o.patient_id = p.id`];
  const several = sql`(select count(*) from (${reach.select(ORDERS, { columns: sql`o.id`, where: own, limit: 2 })}) own) > 1`;
  const last = reach.select(
    { ...ORDERS, from: sql`care_order o join hospital h on h.id = o.hospital_id` },
    { columns: sql`o.order_no, h.name, o.planned_start::text as planned_start`, where: own, order: sql`o.id desc`, limit: 1 },
  );
  return reach.rows<Omit<FoundPatient, 'marks'>>({ ...PATIENTS, from: sql`patient p left join lateral (${last}) latest on true` }, {
    columns: sql`p.id::text, p.name, coalesce(p.gender, 0) as gender, p.birthday::text, ${ageOf(sql`p.birthday`)} as age, ${maskedIdentity(sql`p.id_no`)} as "idNo", ${maskedPhone(sql`p.mobile`)} as mobile,
      p.contact_name as "contactName", p.contact_relation as "contactRelation", ${maskedPhone(sql`p.contact_mobile`)} as "contactMobile",
      latest.order_no as "lastOrderNo", latest.name as "lastHospital", latest.planned_start as "lastStart", ${several} as several, ${why} as why`,
    where: [sql`p.id = any(array(${reach.select(PATIENTS, { columns: sql`p.id`, where: [isOneOf(sql`p.id`, ids)], order: sql`p.id desc`, limit: MOST })}))`],
    order: sql`p.id desc`,
    limit: MOST,
  });
}

/** The patients that `q` may mean, at most 20: by rank, then the newest. Nothing for nothing. */
export async function findPatients(reach: Reach, q: string): Promise<Omit<FoundPatient, 'marks'>[]> {
  const folded = fold(q);
  if (folded === '') return [];
  // whom one looks for among too many has been here lately
  const lately = newestOrders(reach, [], LOOKED.newest);
  const found = new Map<string, Omit<FoundPatient, 'marks'>>();
  for (const { why, where } of waysOf(folded)) {
    const { near, broad } = await gather(reach, sql`select p.id::text from patient p where ${where}`);
    if (near.length === 0) continue;
    const walked = broad ? await reach.run<{ id: string }>(sql`select p.id::text from (${lately}) o ${EACH_PATIENT} where ${where} order by p.id desc limit ${MOST}`) : [];
    const rows = await patientsOf(reach, [...near, ...walked.map(({ id }) => id)], why);
    for (const row of rows) if (found.size < MOST && !found.has(row.id)) found.set(row.id, row);
    if (found.size >= MOST) break;
  }
  return [...found.values()];
}
