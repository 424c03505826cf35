import { sql, type SQL } from 'drizzle-orm';
import { endsWith, fold, literal, meansMasked, waysOfName, type Way } from '../../host/find.ts';
import type { Reach } from '../../host/reach.ts';
import type { FoundCaregiver } from './contract.ts';
import { CAREGIVERS, hospitalsOf, LIVING_CAREGIVER } from './tables.ts';

const MOST = 10;
type Why = FoundCaregiver['why'];

/** The ways in which `q` may name a caregiver, best first. */
function waysOf(q: string): Way<Why>[] {
  const staff = sql`c.staff_no`;
  const upper = q.toUpperCase();
  if (!/^[a-z0-9-]*\d[a-z0-9-]*$/.test(q)) return waysOfName(sql`c`, q);
  return [
    { why: 'staff', where: sql`${staff} = ${upper}` },
    ...(q.length < 3 ? [] : [{ why: 'staff' as const, where: endsWith(staff, upper) }]),
    ...(/^\d{4,}$/.test(q) ? [{ why: 'phone' as const, where: meansMasked(sql`c.mobile`, q) }] : []),
    ...(q.length < 3 ? [] : [{ why: 'staff' as const, where: sql`${staff} like ${`%${literal(upper)}%`}` }]),
  ];
}
/** The same as conditions on a caregiver `c`. */
export const waysToCaregiver = (q: string): SQL[] => waysOf(q).map(({ where }) => where);

/** The caregivers that `q` may mean, at most 10: by rank, those at work first, then the newest. */
export async function findCaregivers(reach: Reach, q: string): Promise<FoundCaregiver[]> {
  const folded = fold(q);
  if (folded === '') return [];
  const found = new Map<string, FoundCaregiver>();
  for (const { why, where } of waysOf(folded)) {
    const half = (working: boolean): SQL => reach.select(CAREGIVERS, { columns: sql`c.id, ${working} as working`, where: [LIVING_CAREGIVER, sql`(c.status = 'active') = ${working}`, where], order: sql`c.id desc`, limit: MOST });
    const ids = sql`select hit.id from ((${half(true)}) union all (${half(false)})) hit order by hit.working desc, hit.id desc limit ${MOST}`;
    const rows = await reach.rows<FoundCaregiver['row']>(CAREGIVERS, {
      columns: sql`c.id::text, c.staff_no as "staffNo", c.name, c.gender, c.level, c.status, ${hospitalsOf(reach)}`,
      where: [sql`c.id = any(array(${ids}))`],
      order: sql`c.status = 'active' desc, c.id desc`,
    });
    for (const row of rows) if (found.size < MOST && !found.has(row.id)) found.set(row.id, { row, why });
    if (found.size >= MOST) break;
  }
  return [...found.values()];
}
