import { sql, type SQL } from 'drizzle-orm';
import { TODAY } from '../../host/column.ts';
import { endsWith, fold, gather, isOneOf, literal, LOOKED, meansMasked, piecewise, waysOfName, type Way } from '../../host/find.ts';
import type { Reach } from '../../host/reach.ts';
import type { FoundCaregiver } from './contract.ts';
import { CAREGIVERS, hospitalsOf, LIVING_CAREGIVER } from './tables.ts';

const MOST = 10;
type Why = FoundCaregiver['why'];

/** The ways in which `q` may name a caregiver, best first. */
function waysOf(q: string): Way<Why>[] {
  const staff = sql`c.staff_no`;
  const upper = q.toUpperCase();
  if (!/^[a-z0-9-]*\d[a-z0-9-]*$/.test(q)) return [...(/^[a-z-]{3,32}$/.test(q) ? [{ why: 'staff' as const, where: sql`${staff} = ${upper}` }] : []), ...waysOfName(sql`c`, q)];
  return [
    { why: 'staff', where: sql`${staff} = ${upper}` },
    ...(q.length < 3 ? [] : [{ why: 'staff' as const, where: endsWith(staff, upper) }]),
    ...(/^\d{4,}$/.test(q) ? [{ why: 'phone' as const, where: meansMasked(sql`c.mobile`, q) }] : []),
    ...(/^\d{3,17}[\dx]$/.test(q) ? [{ why: 'identity' as const, where: meansMasked(sql`c.id_no`, upper) }] : []),
    ...(q.length < 3 ? [] : [{ why: 'staff' as const, where: sql`${staff} like ${`%${literal(upper)}%`}` }]),
  ];
}
/** The same as conditions on a caregiver `c`. */
export const waysToCaregiver = (q: string): SQL[] => waysOf(q).map(({ where }) => where);

/** The newest caregivers within reach; of a scope the newest of each of its hospitals, for who belongs to it is told by postings alone. */
function newest(reach: Reach): SQL {
  if (reach.scope === 'all') return sql`select c.* from caregiver c where ${LIVING_CAREGIVER} order by c.id desc limit ${LOOKED.newest}`;
  return sql`select c.* from caregiver c where ${LIVING_CAREGIVER} and c.id = any(array(
    select posted.caregiver_id from hospital h cross join lateral (select ch.caregiver_id from caregiver_hospital ch where ch.hospital_id = h.id and ch.during @> ${TODAY} order by ch.caregiver_id desc limit ${LOOKED.newest}) posted where ${reach.match(sql`h.id`)}))`;
}
/** The caregivers that `q` may mean, at most 10: by rank, those at work first, then the newest. */
export async function findCaregivers(reach: Reach, q: string): Promise<Omit<FoundCaregiver, 'marks'>[]> {
  const folded = fold(q);
  if (folded === '') return [];
  const found = new Map<string, Omit<FoundCaregiver, 'marks'>>();
  for (const { why, where, pieces = [where] } of waysOf(folded)) {
    const order = sql`c.status = 'active' desc, c.id desc`;
    const { near, broad } = await gather(reach, piecewise(pieces.map((piece) => sql`select c.id::text from caregiver c where ${LIVING_CAREGIVER} and ${piece}`)));
    if (near.length === 0) continue;
    const walked = broad ? sql`or c.id = any(array(select c.id from (${newest(reach)} offset 0) c where ${where} order by ${order} limit ${MOST}))` : sql``;
    const rows = await reach.rows<FoundCaregiver['row']>(CAREGIVERS, {
      columns: sql`c.id::text, c.staff_no as "staffNo", c.name, c.gender, c.level, c.status, ${hospitalsOf(reach)}`,
      where: [LIVING_CAREGIVER, sql`(${isOneOf(sql`c.id`, near)} ${walked})`],
      order,
      limit: MOST,
      ...(broad ? {} : { kept: true }),
    });
    for (const row of rows) if (found.size < MOST && !found.has(row.id)) found.set(row.id, { row, why });
    if (found.size >= MOST) break;
  }
  return [...found.values()];
}
