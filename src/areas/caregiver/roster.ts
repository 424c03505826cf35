import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { dayText, parseDay } from '../../host/calendar.ts';
import { beginOf, TODAY } from '../../host/column.ts';
import { listWindow, openList } from '../../host/list/list.ts';
import type { Reach } from '../../host/reach.ts';
import type { Page } from '../../kernel/endpoint.ts';
import { Fault } from '../../kernel/error.ts';
import { LIVING_ORDER } from '../order/tables.ts';
import type { caregiver, RosterRow } from './contract.ts';
import { caregiverFiltered, caregiverList } from './list.ts';
import { rowsOf } from './row.ts';
import type { Actor } from './situation.ts';

type Query = z.output<NonNullable<typeof caregiver.roster.query>>;
/** The days that are asked for, both ends included. */
interface Days {
  from: string;
  to: string;
  hospitalId: string | undefined;
}
type Spans = Omit<RosterRow, 'caregiver'>;
/** No text has a later day. */
const LAST_DAY = parseDay('9999-12-31')!;

const at = (instant: SQL): SQL => sql`((${instant}) at time zone 'Asia/Shanghai')`;
const dayOf = (instant: SQL): SQL => sql`${at(instant)}::date`;
/** The end of a range of instants belongs to the moment before it. */
const last = (during: SQL): SQL => sql`upper(${during}) - interval '1 microsecond'`;
const half = (instant: SQL): SQL => sql`case when extract(hour from ${at(instant)}) < 12 then 'AM' else 'PM' end`;
/** Those of `from`, as JSON, in the order of their days. */
const gathered = (facts: SQL, from: SQL): SQL => sql`(select coalesce(json_agg(json_build_object(${facts}) order by x."from", x."to", x.id), '[]') from (${from}) x)`;

type Stint = RosterRow['stints'][number] & { orderId: string };
/** As one what goes on at the noon at which it was to end: who came back to an order then never went. In the order of their days. */
function joined(stints: readonly Stint[]): RosterRow['stints'] {
  const all: Stint[] = [];
  for (const one of stints) {
    const before = all.find(({ orderId, to, ends }) => orderId === one.orderId && to === one.from && ends === 'AM' && one.begins === 'PM');
    if (before === undefined) all.push(one);
    else Object.assign(before, { to: one.to, ends: one.ends, status: before.status === 'ended' ? one.status : before.status });
  }
  return all.map(({ orderId: _, ...shown }) => shown);
}
/** What each of these caregivers has on these days: each fact by its own index, for these caregivers and days alone. */
async function spansOf(reach: Reach, ids: readonly string[], { from, to, hospitalId }: Days): Promise<Map<string, Spans>> {
  const window = sql`tstzrange(${beginOf(from)}, ${beginOf(to)} + interval '1 day')`;
  const days = sql`daterange(${from}::date, ${to}::date, '[]')`;
  const inside = sql`'from', greatest(x."from", ${from}::date), 'to', least(x."to", ${to}::date)`;
  const halves = sql`${inside}, 'begins', case when x."from" < ${from}::date then 'AM' else x.begins end, 'ends', case when x."to" > ${to}::date then 'PM' else x.ends end`;
  const mine = reach.match(sql`o.hospital_id`, sql`o.department_id`);
  const stint = (where: SQL): SQL => sql`
    select a.id, a.order_id, ${dayOf(sql`lower(a.during)`)} as "from", greatest(${dayOf(last(sql`a.during`))}, case a.status when 'serving' then ${TODAY} end) as "to", a.status, ${half(sql`lower(a.during)`)} as begins, case when a.status = 'serving' and upper(a.during) <= now() then 'PM' else ${half(last(sql`a.during`))} end as ends,
      case when ${mine} then o.order_no end as no, case when ${mine} then p.name end as patient, case when ${mine} then o.coverage end as coverage
    from order_assignment a join care_order o on o.id = a.order_id join patient p on p.id = o.patient_id where a.caregiver_id = c.id and ${LIVING_ORDER} and ${where}`;
  // one that goes on past its end goes on today too
  const stints = sql`${stint(sql`a.status <> 'void' and a.during && ${window}`)} union all ${stint(sql`a.status = 'serving' and upper(a.during) <= ${beginOf(from)} and ${TODAY} >= ${from}::date`)}`;
  // who is back within a half day serves from its beginning (order/fit.ts)
  const leave = sql`select l.id, tstzrange(least(lower(l.during), back), back) as during from caregiver_leave l, lateral (select (date_trunc('day', ${at(sql`upper(l.during)`)}) + floor(extract(hour from ${at(sql`upper(l.during)`)}) / 12) * interval '12 hours') at time zone 'Asia/Shanghai' as back) half where l.caregiver_id = c.id and l.during && ${window}`;
  const leaves = sql`select l.id, ${dayOf(sql`lower(l.during)`)} as "from", ${dayOf(last(sql`l.during`))} as "to", ${half(sql`lower(l.during)`)} as begins, ${half(last(sql`l.during`))} as ends from (${leave}) l where l.during && ${window}`;
  /** The days that none of these ranges covers. */
  const beside = (ranges: SQL): SQL => sql`select 0 as id, lower(r) as "from", upper(r) - 1 as "to" from unnest(datemultirange(${days}) - coalesce((${ranges}), '{}'::datemultirange)) r`;
  const health = sql`select range_agg(daterange(k.issued_on, k.expires_on, '[]')) from caregiver_certificate k where k.caregiver_id = c.id and k.kind = 'health' and k.revoked_at is null and k.expires_on >= coalesce(k.issued_on, k.expires_on)`;
  const posted = sql`select range_agg(ch.during) from caregiver_hospital ch where ch.caregiver_id = c.id and ${reach.match(sql`ch.hospital_id`)}${hospitalId === undefined ? sql`` : sql` and ch.hospital_id = ${hospitalId}::bigint`}`;
  const rows = await reach.run<Omit<Spans, 'stints'> & { id: string; stints: Stint[] }>(sql`
    select c.id::text, ${gathered(sql`${halves}, 'orderId', x.order_id::text, 'orderNo', x.no, 'patientName', x.patient, 'coverage', x.coverage, 'status', x.status`, stints)} as stints,
      ${gathered(halves, leaves)} as leaves, ${gathered(inside, beside(health))} as unhealthy, ${gathered(inside, beside(posted))} as unposted
    from unnest(${sql.param(ids)}::bigint[]) c(id)`);
  return new Map(rows.map(({ id, stints: each, ...spans }) => [id, { ...spans, stints: joined(each) }]));
}

/** First and last day. @throws Fault bad_input for what is no day, or days beyond the calendar */
export function daysOf({ from, days }: Pick<Query, 'from' | 'days'>): { from: string; to: string } {
  const first = parseDay(from);
  if (first === null || first + days - 1 > LAST_DAY) throw new Fault('bad_input', { detail: 'from' });
  return { from, to: dayText(first + days - 1) };
}
/** A window of the roster: who is at work, and posted on some of the days where a hospital or the reader's scope asks for that, by name. @throws Fault as `daysOf` */
export function readRoster(reach: Reach, actor: Actor, { from, days, hospitalId, ...window }: Query): Promise<Page<RosterRow>> {
  const over = daysOf({ from, days });
  const asked = caregiverFiltered(reach, { hospitalId, where: [{ field: 'status', operator: 'in', values: ['pending', 'active', 'on_leave', 'suspended'] }], sort: [{ field: 'name', desc: false }] }, over);
  return listWindow(openList(reach, caregiverList(reach), asked), window, async (ids) => {
    // within the scope already: these are ids that the list has found
    const [rows, spans] = await Promise.all([rowsOf(reach, actor, ids), spansOf(reach, ids, { ...over, hospitalId })]);
    return rows.map((row) => ({ caregiver: row, ...spans.get(row.id)! }));
  });
}
