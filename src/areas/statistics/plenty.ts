import { sql, type SQL } from 'drizzle-orm';
import { dayText, parseDay } from '../../host/calendar.ts';
import type { Reach } from '../../host/reach.ts';
import { CAREGIVERS, CERTIFICATE_ENDING, LIVING_CAREGIVER, postedTo, postedToday } from '../caregiver/tables.ts';
import { BEDS } from '../department/tables.ts';
import { LIVING_ORDER, ORDERS, SERVED_BY, servedBy } from '../order/tables.ts';
import type { Narrowed } from './contract.ts';
import type { Days } from './span.ts';
import { isPartial, spreadOf, type Asked, type Period, type Summed } from './sum.ts';

/** So many on each of some days, by hospital or department: what there is to divide by. */
export interface Plenty {
  /** How many on all of these days together, of one key or of all. */
  on: (days: Days, key?: string) => number;
  keys: readonly string[];
}
const NONE: Plenty = { on: () => 0, keys: [] };

/** Beds that are in use now, as are the places that they are in, on every day of a range, by hospital or department. */
export async function countBeds(reach: Reach, by: 'hospital_id' | 'department_id', { hospital, department }: Narrowed): Promise<Plenty> {
  const beds = reach.select(BEDS, {
    columns: sql`${by === 'hospital_id' ? sql`b.hospital_id` : sql`w.department_id`}::text as key`,
    where: [sql`least(b.status, w.status, d.status, h.status) = 1`, hospital === undefined ? undefined : sql`b.hospital_id = ${hospital}::bigint`, department === undefined ? undefined : sql`w.department_id = ${department}::bigint`],
  });
  const rows = await reach.run<{ key: string; n: number }>(sql`select key, count(*)::int as n from (${beds}) t group by 1`);
  const known = new Map(rows.map(({ key, n }) => [key, n]));
  const all = rows.reduce((sum, { n }) => sum + n, 0);
  return { on: ({ from, to }, key) => (key === undefined ? all : (known.get(key) ?? 0)) * (to - from + 1), keys: [...known.keys()] };
}

/** Where nobody is at work. */
const OUT = sql.raw(`('pending', 'blacklisted', 'left')`);
/**
 * Days on which caregivers were posted and at work, without whole days of leave, as `free`: `hospital_id`, `caregiver_id`, `days`. Where
 * someone stood is told by the events: the day of leaving and that of an approval count, that of a blacklisting does not.
 */
function freeDays(reach: Reach, { from, to }: Days, { hospital }: Narrowed, caregiver: string | undefined): SQL {
  const zone = sql`at time zone h.timezone`;
  const posts = reach.select({ from: sql`caregiver_hospital p join caregiver c on c.id = p.caregiver_id join hospital h on h.id = p.hospital_id`, scope: (match) => match(sql`p.hospital_id`) }, {
    columns: sql`p.hospital_id, p.caregiver_id, h.timezone, greatest(coalesce(lower(p.during), '-infinity'), coalesce(c.hired_on, (c.created_at ${zone})::date), ${dayText(from)}::date) as a, least(coalesce(upper(p.during), 'infinity'), coalesce(c.left_on + 1, 'infinity'), coalesce((c.deleted_at ${zone})::date, 'infinity'), ${dayText(to + 1)}::date) as b`,
    // of a seed without a story it is known only where they stand now
    where: [sql`(c.status not in ('pending', 'blacklisted') or exists (select 1 from caregiver_event e where e.caregiver_id = c.id))`, hospital === undefined ? undefined : sql`p.hospital_id = ${hospital}::bigint`, caregiver === undefined ? undefined : sql`p.caregiver_id = ${caregiver}::bigint`],
  });
  // a leave counts by its whole days
  return sql`post as materialized (select * from (${posts}) p where p.a < p.b),
    away as (select p.hospital_id, p.caregiver_id, range_agg(daterange(v.a, v.b)) as days from post p join caregiver_leave l on l.caregiver_id = p.caregiver_id
      cross join lateral (select lower(l.during) at time zone p.timezone as low, upper(l.during) at time zone p.timezone as high) i
      cross join lateral (select greatest(p.a, coalesce(i.low::date + (i.low > i.low::date)::int, '-infinity')) as a, least(p.b, coalesce(i.high::date, 'infinity')) as b) v where v.a < v.b group by 1, 2),
    story as (select e.caregiver_id, e.event, e.from_status, e.to_status, e.at, lead(e.at) over (partition by e.caregiver_id order by e.id) as until, row_number() over (partition by e.caregiver_id order by e.id) as n
      from caregiver_event e where e.to_status is not null and e.from_status is distinct from e.to_status and e.caregiver_id in (select caregiver_id from post)),
    out as (select p.hospital_id, p.caregiver_id, range_agg(daterange(v.a, v.b)) as days from post p join story s using (caregiver_id)
      cross join lateral (
        select (s.at at time zone p.timezone)::date + (s.to_status = 'left' and coalesce(s.from_status, '') not in ${OUT})::int as a, coalesce((s.until at time zone p.timezone)::date, 'infinity') as b where s.to_status in ${OUT}
        union all select '-infinity', (s.at at time zone p.timezone)::date where s.n = 1 and (s.from_status in ('pending', 'blacklisted') or (s.event = 'create' and s.to_status = 'blacklisted'))) v
      where v.a < v.b group by 1, 2),
    free as (select p.hospital_id, p.caregiver_id, range_agg(daterange(p.a, p.b)) - coalesce(range_agg(v.days), '{}') - coalesce(range_agg(o.days), '{}') as days
      from post p left join away v using (hospital_id, caregiver_id) left join out o using (hospital_id, caregiver_id) group by 1, 2)`;
}
/**
 * Days on which caregivers were posted to a hospital and at work, without whole days of leave, by hospital or of all. Someone posted to two
 * hospitals counts in each, and once in all; who only applied in none, who is deleted until that day. None for who sees departments alone: a posting names none.
 */
export async function countPosted(reach: Reach, range: Days, by: 'hospital_id' | undefined, narrowed: Narrowed, caregiver?: string): Promise<Plenty> {
  if (isPartial(reach)) return NONE;
  const rows = by === undefined ? sql`select '' as key, range_agg(days) as days from free group by caregiver_id` : sql`select hospital_id::text as key, days from free`;
  return running(await reach.run(sql`with ${freeDays(reach, range, narrowed, caregiver)}, span as (select f.key, r from (${rows}) f cross join lateral unnest(f.days) r)
    select key, day::text, sum(n)::int as n from (select key, lower(r) as day, 1 as n from span union all select key, upper(r), -1 from span) t group by 1, 2`));
}
/** The same days by caregiver, each once, in each of some periods: the id, and by period how many. */
export async function postedByCaregiver({ reach, periods, narrowed }: Asked, caregiver: string | undefined): Promise<Summed[]> {
  if (isPartial(reach)) return [];
  const within = periods.map(({ tag, days: { from, to } }) => sql`sum(greatest(0, least(upper(r), ${dayText(to + 1)}::date) - greatest(lower(r), ${dayText(from)}::date)))::int as ${sql.raw(tag)}`);
  const rows = await reach.run<{ key: string } & Record<Period['tag'], number>>(sql`with ${freeDays(reach, spreadOf(periods), narrowed, caregiver)}
    select f.key, ${sql.join(within, sql`, `)} from (select caregiver_id::text as key, range_agg(days) as days from free group by 1) f cross join lateral unnest(f.days) r group by 1`);
  return rows.flatMap((row) => periods.map(({ tag }) => ({ tag, key: row.key, at: '', raw: { posted_days: row[tag] } })));
}
/** How many there were on some days, from how many came and went on each. */
function running(turns: readonly { key: string; day: string; n: number }[]): Plenty {
  const known = new Map<string, { day: number; n: number }[]>();
  for (const { key, day, n } of turns) {
    const some = known.get(key) ?? [];
    some.push({ day: parseDay(day)!, n });
    known.set(key, some);
  }
  const counts = new Map([...known].map(([key, some]) => [key, counted(some)]));
  return { on: (days, key) => (key === undefined ? [...counts.values()].reduce((all, count) => all + count(days), 0) : (counts.get(key)?.(days) ?? 0)), keys: [...known.keys()] };
}
/** The same of one key. Who came stays for the rest of the days: until each turn it is known how many days there had been, and how many there are from then on. */
function counted(turns: readonly { day: number; n: number }[]): (days: Days) => number {
  const points: { day: number; n: number; before: number }[] = [];
  for (const { day, n } of turns.toSorted((a, b) => a.day - b.day)) {
    const last = points.at(-1);
    points.push(last === undefined ? { day, n, before: 0 } : { day, n: last.n + n, before: last.before + last.n * (day - last.day) });
  }
  const until = (end: number): number => {
    let low = 0;
    for (let high = points.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (points[middle]!.day <= end) low = middle + 1;
      else high = middle;
    }
    const last = points[low - 1];
    return last === undefined ? 0 : last.before + last.n * (end - last.day + 1);
  };
  return ({ from, to }) => until(to) - until(from - 1);
}

/** What is owed now, by place or by who serves or served last; one row with an empty key without one. `caregiver`: the id of the one whose orders they are. */
export async function owed(reach: Reach, key: 'hospital_id' | 'department_id' | 'service_item_id' | 'caregiver' | undefined, { hospital, department, service }: Narrowed, caregiver?: string): Promise<{ key: string; fen: number }[]> {
  const column = key === undefined ? sql`''` : key === 'caregiver' ? sql`(${SERVED_BY})::text` : sql.raw(`o.${key}::text`);
  const owing = reach.select(ORDERS, {
    columns: sql`${column} as key, o.balance_fen as fen`,
    where: [LIVING_ORDER, sql`o.balance_fen > 0`, hospital === undefined ? undefined : sql`o.hospital_id = ${hospital}::bigint`, department === undefined ? undefined : sql`o.department_id = ${department}::bigint`, service === undefined ? undefined : sql`o.service_item_id = ${service}::bigint`, caregiver === undefined ? undefined : servedBy(sql`${caregiver}::bigint`)],
  });
  return reach.run(sql`select key, sum(fen)::float8 as fen from (${owing}) t where key is not null group by 1`);
}
/** Caregivers at work one of whose certificates ends soon: as the caregivers' own list counts them. */
export async function endingCertificates(reach: Reach, byHospital: boolean, { hospital }: Narrowed): Promise<{ key: string; n: number }[]> {
  const where = [LIVING_CAREGIVER, CERTIFICATE_ENDING, postedTo(reach, hospital)];
  if (!byHospital) return [{ key: '', n: await reach.count(CAREGIVERS, where) }];
  return reach.run(sql`select ch.hospital_id::text as key, count(distinct c.id)::int as n from (${reach.select(CAREGIVERS, { columns: sql`c.id`, where })}) c join caregiver_hospital ch on ${postedToday(reach.match)}${hospital === undefined ? sql`` : sql` and ch.hospital_id = ${hospital}::bigint`} group by 1`);
}
