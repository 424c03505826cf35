import { sql } from 'drizzle-orm';
import { dayText, parseDay } from '../../host/calendar.ts';
import type { Reach } from '../../host/reach.ts';
import { CAREGIVERS, CERTIFICATE_ENDING, LIVING_CAREGIVER, postedTo, postedToday } from '../caregiver/tables.ts';
import { LIVING_ORDER, ORDERS } from '../order/tables.ts';
import type { Narrowed } from './contract.ts';
import type { Days } from './span.ts';
import { isPartial } from './sum.ts';

/** So many on each of some days, by hospital or department: what there is to divide by. */
export interface Plenty {
  /** How many on all of these days together, of one key or of all. */
  on: (days: Days, key?: string) => number;
  keys: readonly string[];
}
const NONE: Plenty = { on: () => 0, keys: [] };

/** Beds that are in use now, on every day of a range, by hospital or department. */
export async function countBeds(reach: Reach, by: 'hospital_id' | 'department_id', { hospital, department }: Narrowed): Promise<Plenty> {
  const beds = reach.select({ from: sql`hospital_bed b join hospital_ward w on w.id = b.ward_id`, scope: (match) => match(sql`b.hospital_id`, sql`w.department_id`) }, {
    columns: sql`${by === 'hospital_id' ? sql`b.hospital_id` : sql`w.department_id`}::text as key`,
    where: [sql`b.status = 1 and w.status = 1`, hospital === undefined ? undefined : sql`b.hospital_id = ${hospital}::bigint`, department === undefined ? undefined : sql`w.department_id = ${department}::bigint`],
  });
  const rows = await reach.run<{ key: string; n: number }>(sql`select key, count(*)::int as n from (${beds}) t group by 1`);
  const known = new Map(rows.map(({ key, n }) => [key, n]));
  const all = rows.reduce((sum, { n }) => sum + n, 0);
  return { on: ({ from, to }, key) => (key === undefined ? all : (known.get(key) ?? 0)) * (to - from + 1), keys: [...known.keys()] };
}

/**
 * Days on which caregivers were posted to a hospital and employed, without whole days of leave, by hospital. Someone posted to two
 * hospitals counts in each; who only applied, or is blacklisted, in none. None for who sees departments alone: a posting names none.
 */
export async function countPosted(reach: Reach, { from, to }: Days, { hospital }: Narrowed): Promise<Plenty> {
  if (isPartial(reach)) return NONE;
  const zone = sql`at time zone h.timezone`;
  const posts = reach.select({ from: sql`caregiver_hospital p join caregiver c on c.id = p.caregiver_id join hospital h on h.id = p.hospital_id`, scope: (match) => match(sql`p.hospital_id`) }, {
    columns: sql`p.hospital_id, p.caregiver_id, h.timezone, greatest(coalesce(lower(p.during), '-infinity'), coalesce(c.hired_on, (c.created_at ${zone})::date), ${dayText(from)}::date) as a, least(coalesce(upper(p.during), 'infinity'), coalesce(c.left_on + 1, 'infinity'), ${dayText(to + 1)}::date) as b`,
    where: [LIVING_CAREGIVER, sql`c.status not in ('pending', 'blacklisted')`, hospital === undefined ? undefined : sql`p.hospital_id = ${hospital}::bigint`],
  });
  // a leave counts by its whole days
  const turns = await reach.run<{ key: string; day: string; n: number }>(sql`
    with post as materialized (select * from (${posts}) p where p.a < p.b),
    away as (select p.hospital_id, greatest(p.a, v.a) as a, least(p.b, v.b) as b from post p join caregiver_leave l on l.caregiver_id = p.caregiver_id
      cross join lateral (select lower(l.during) at time zone p.timezone as low, upper(l.during) at time zone p.timezone as high) i
      cross join lateral (select coalesce(i.low::date + (i.low > i.low::date)::int, '-infinity') as a, coalesce(i.high::date, 'infinity') as b) v where greatest(p.a, v.a) < least(p.b, v.b))
    select hospital_id::text as key, day::text, sum(n)::int as n from (
      select hospital_id, a as day, 1 as n from post union all select hospital_id, b, -1 from post union all select hospital_id, a, -1 from away union all select hospital_id, b, 1 from away) t group by 1, 2`);
  return running(turns, { from, to });
}
/** How many there were on each day, from how many came and went on it; then the sums up to each. */
function running(turns: readonly { key: string; day: string; n: number }[], { from, to }: Days): Plenty {
  const upTo = new Map<string, Float64Array>();
  for (const key of new Set(turns.map((turn) => turn.key))) upTo.set(key, new Float64Array(to - from + 3));
  for (const { key, day, n } of turns) upTo.get(key)![parseDay(day)! - from + 1]! += n;
  for (const sums of upTo.values()) {
    for (let round = 0; round < 2; round++) for (let i = 1; i < sums.length; i++) sums[i]! += sums[i - 1]!;
  }
  const one = (sums: Float64Array | undefined, days: Days): number => {
    const [a, b] = [Math.max(days.from, from), Math.min(days.to, to)];
    return sums === undefined || a > b ? 0 : sums[b - from + 1]! - sums[a - from]!;
  };
  return { on: (days, key) => (key === undefined ? [...upTo.values()].reduce((sum, sums) => sum + one(sums, days), 0) : one(upTo.get(key), days)), keys: [...upTo.keys()] };
}

/** What is owed now, by place; one row with an empty key without one. */
export async function owed(reach: Reach, key: 'hospital_id' | 'department_id' | 'service_item_id' | undefined, { hospital, department, service }: Narrowed): Promise<{ key: string; fen: number }[]> {
  const column = key === undefined ? sql`''` : sql.raw(`o.${key}::text`);
  const owing = reach.select(ORDERS, {
    columns: sql`${column} as key, o.balance_fen as fen`,
    where: [LIVING_ORDER, sql`o.balance_fen > 0`, hospital === undefined ? undefined : sql`o.hospital_id = ${hospital}::bigint`, department === undefined ? undefined : sql`o.department_id = ${department}::bigint`, service === undefined ? undefined : sql`o.service_item_id = ${service}::bigint`],
  });
  return reach.run(sql`select key, sum(fen)::float8 as fen from (${owing}) t group by 1`);
}
/** Caregivers at work one of whose certificates ends soon: as the caregivers' own list counts them. */
export async function endingCertificates(reach: Reach, byHospital: boolean, { hospital }: Narrowed): Promise<{ key: string; n: number }[]> {
  const where = [LIVING_CAREGIVER, CERTIFICATE_ENDING, postedTo(reach, hospital)];
  if (!byHospital) return [{ key: '', n: await reach.count(CAREGIVERS, where) }];
  return reach.run(sql`select ch.hospital_id::text as key, count(distinct c.id)::int as n from (${reach.select(CAREGIVERS, { columns: sql`c.id`, where })}) c join caregiver_hospital ch on ${postedToday(reach.match)} group by 1`);
}
