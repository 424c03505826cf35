import { sql, type SQL } from 'drizzle-orm';
import { dayText } from '../../host/calendar.ts';
import type { Reach, Source } from '../../host/reach.ts';
import { LIVING_ORDER, ORDERS } from '../order/tables.ts';
import type { Narrowed } from './contract.ts';
import type { Column } from './raw.ts';
import { partsOf, type Days } from './span.ts';
import { keySql, levelOf, percentiles, placed, read, stepSql, type Asked, type Key, type Period, type Summed } from './sum.ts';
import { STAT_CAREGIVERS, STAT_CAREGIVERS_NEW } from './tables.ts';

const KEPT = ['halves_normal', 'halves_holiday', 'halves_bedded', 'charged_fen', 'stars', 'evaluations', 'complaints', 'started', 'ended', 'cancelled', 'assigned', 'replaced', 'extended', 'ended_early', 'taken'] as const;
type Kept = (typeof KEPT)[number];
/** Sums that can be told of one caregiver; all of whose half days are someone's. */
export const CAREGIVER_SUMS: readonly Column[] = [...KEPT, 'halves_carer'];
const OF_CARER: readonly string[] = ['halves_normal', 'halves_holiday'] satisfies Kept[];
/** Which of KEPT are read for these sums. */
const keptFor = (needs: ReadonlySet<string>): Kept[] => KEPT.filter((column) => needs.has(column) || (needs.has('halves_carer') && OF_CARER.includes(column)));
/** The sums that are needed, of columns of KEPT. In floating point, which is exact far beyond any fen there is, and which adds faster. */
const sumsOf = (columns: readonly Column[]): SQL => sql.raw(columns.map((column) => `, sum((${column === 'halves_carer' ? OF_CARER.join(' + ') : column})::float8) as ${column}`).join(''));
const toldFor = (needs: ReadonlySet<string>) => CAREGIVER_SUMS.filter((column) => needs.has(column));
const onDay = (column: SQL, { from, to }: Days): SQL => sql`${column} between ${dayText(from)}::date and ${dayText(to)}::date`;
/** Some of these days, each table read once for all of them. */
const some = (spans: readonly Span[], on: (days: Days) => SQL): SQL => sql`(${sql.join(spans.map(({ days }) => on(days)), sql` or `)})`;
const onDays = (column: SQL, spans: readonly Span[]): SQL => some(spans, (days) => onDay(column, days));
/** The instants of these days by the hospital's clock; a day more either side first, which an index finds. */
const atDays = (column: SQL, spans: readonly Span[]): SQL =>
  sql`${some(spans, ({ from, to }) => sql`${column} >= ${dayText(from - 1)}::date and ${column} < ${dayText(to + 2)}::date`)} and ${onDays(sql`(${column} at time zone h.timezone)::date`, spans)}`;
/** Days with the period that they are read for. */
interface Span {
  tag: Period['tag'];
  days: Days;
}

/** The first time that an order was given to anyone, as event `x`; of an import nobody knows when. `event || ''` keeps the look back off the index by event, which holds every order's. */
const FIRST_GIVEN = sql`x.event = 'assign' and o.source <> 'import' and not exists (select 1 from order_event e where e.order_id = x.order_id and e.event || '' = 'assign' and e.id < x.id)`;
/** Each row's order by its number: of orders there are many times as many as of some days. */
const OF_ORDER = sql`cross join lateral (select * from care_order known where known.id = x.order_id offset 0) o`;
const within = (narrowed: Narrowed): (SQL | undefined)[] => [LIVING_ORDER, ...placed(narrowed).map((condition) => condition && sql`exists (select 1 from (select o.hospital_id, o.department_id, o.service_item_id) t where ${condition})`)];

/** What caregivers did on these days, by the rows themselves: `tag`, `caregiver_id`, `day`, `key` and what is kept. */
function acts(reach: Reach, spans: readonly Span[], narrowed: Narrowed, caregiver: string | undefined, kept: readonly Kept[], key?: Key): SQL {
  const where = within(narrowed);
  const is = (column: SQL): SQL | undefined => (caregiver === undefined ? undefined : sql`${column} = ${caregiver}::bigint`);
  type Said = Partial<Record<Kept, SQL>>;
  /** The columns that are kept, 0 but for those that are said; nothing where none of them is. */
  const told = (source: Source, who: SQL, day: SQL, said: Said, ...more: (SQL | undefined)[]): SQL[] => {
    if (!kept.some((column) => column in said)) return [];
    return [reach.select(source, { columns: sql`${who} as caregiver_id, ${day} as day, ${keySql(key, 'o')} as key, ${sql.join(kept.map((column) => sql`${said[column] ?? sql`0`} as ${sql.raw(column)}`), sql`, `)}`, where: [...where, ...more] })];
  };
  const from = (table: SQL, join = sql``): Source => ({ from: sql`${table} x ${OF_ORDER} ${join}`, scope: ORDERS.scope });
  const one = sql`1`;
  const served = (halves: SQL): Said => ({ halves_normal: sql`case when x.multiplier_bp <= 10000 then ${halves} else 0 end`, halves_holiday: sql`case when x.multiplier_bp > 10000 then ${halves} else 0 end`, halves_bedded: sql`case when o.bed_id is not null then ${halves} else 0 end`, charged_fen: sql`x.amount_fen` });
  const written = (table: SQL, instant: SQL, said: Said, ...more: SQL[]): SQL[] =>
    told(from(table, sql`join hospital h on h.id = o.hospital_id`), sql`x.caregiver_id`, sql`(${instant} at time zone h.timezone)::date`, said, atDays(instant, spans), sql`x.caregiver_id is not null`, is(sql`x.caregiver_id`), ...more);
  const turned = (who: SQL, instant: SQL, said: Said, more: SQL): SQL[] =>
    told({ from: sql`care_order o join hospital h on h.id = o.hospital_id`, scope: ORDERS.scope }, who, sql`(${instant} at time zone h.timezone)::date`, said, atDays(instant, spans), sql`${who} is not null`, is(who), more);
  const all = [
    // of nearly all days one has all: who shares them is looked at alone
    ...told(from(sql`order_service_day`), sql`x.caregiver_id`, sql`x.day`, served(sql`(x.fraction * 2)::int`), sql`x.attendance <> 'void' and x.relief_id is null and x.caregiver_id is not null`, onDays(sql`x.day`, spans), is(sql`x.caregiver_id`)),
    ...told(from(sql`caregiver_day`), sql`x.caregiver_id`, sql`x.day`, served(sql`x.halves`), sql`x.relief_id is not null`, onDays(sql`x.day`, spans), caregiver === undefined ? undefined : sql`(x.first_id = ${caregiver}::bigint or x.relief_id = ${caregiver}::bigint) and x.caregiver_id = ${caregiver}::bigint`),
    ...written(sql`order_evaluation`, sql`x.created_at`, { stars: sql`x.overall`, evaluations: one }),
    ...written(sql`order_complaint`, sql`x.created_at`, { complaints: one }, sql`x.kind = 'complaint'`),
    ...written(sql`order_assignment`, sql`lower(x.during)`, { taken: one }, sql`(x.status <> 'void' or x.replaced_by is not null)`),
    ...(['change', 'extend'] as const).flatMap((event) => written(sql`order_event`, sql`x.at`, { [event === 'change' ? 'replaced' : 'extended']: one }, sql`x.event = ${event} and not exists (select 1 from order_event u where u.undoes = x.id)`)),
    ...written(sql`order_event`, sql`x.at`, { assigned: one }, FIRST_GIVEN),
    ...told(ORDERS, sql`o.ended_carer`, sql`o.ended_on`, { ended: one, ended_early: sql`(o.end_reason is not null)::int` }, sql`o.service_state = 'completed' and o.ended_carer is not null`, onDays(sql`o.ended_on`, spans), is(sql`o.ended_carer`)),
    ...turned(sql`o.started_carer`, sql`o.actual_start_at`, { started: one }, sql`true`),
    ...turned(sql`o.cancelled_carer`, sql`o.cancelled_at`, { cancelled: one }, sql`o.service_state = 'cancelled'`),
  ];
  const tags = sql.join(spans.map(({ tag, days }) => sql`(${sql.raw(`'${tag}'`)}, ${dayText(days.from)}::date, ${dayText(days.to)}::date)`), sql`, `);
  return sql`select s.tag, r.* from (${sql.join(all, sql` union all `)}) r join (values ${tags}) s(tag, a, b) on r.day between s.a and s.b`;
}

/** Sums of one caregiver, by their rows: few enough. `caregiver`: the id. */
export async function sumCaregiver({ reach, periods, by, narrowed, key }: Asked, caregiver: string, needs: ReadonlySet<string>): Promise<Summed[]> {
  const columns = toldFor(needs);
  const step = stepSql(by, sql`t.day`);
  return read(await reach.run(sql`select t.tag, t.key::text as key, (${step})::text as at${sumsOf(columns)} from (${acts(reach, periods, narrowed, caregiver, keptFor(needs), key)}) t group by t.tag, t.key, ${step}`), columns);
}
/** Sums by caregiver: years, months and parts of months from the summary, the days at the ends of a range from their rows. The key is the caregiver's id. */
export async function sumCaregivers({ reach, periods, narrowed }: Asked, needs: ReadonlySet<string>): Promise<Summed[]> {
  const kept = keptFor(needs);
  if (kept.length === 0) return [];
  // of a hospital all together, or every place apart; parts of a month are kept apart alone
  const level = levelOf({ reach, narrowed }) === 3 ? '3' : '0';
  const parts: SQL[] = [];
  const spans: Span[] = [];
  for (const { tag, days } of periods)
    for (const { span, ...piece } of partsOf(days)) {
      if (span === 'd') {
        spans.push({ tag, days: piece });
        continue;
      }
      const where = [onDay(sql`t.day`, piece), ...placed(narrowed)];
      const columns = sql.raw([`'${tag}' as tag`, 't.caregiver_id', ...kept.map((column) => `t.${column}`)].join(', '));
      parts.push(reach.select(STAT_CAREGIVERS, { columns, where: [sql.raw(`t.span = '${span}' and t.level = ${span === 'p' ? '0' : level}`), ...where] }), reach.select(STAT_CAREGIVERS_NEW, { columns, where }));
    }
  if (spans.length > 0) parts.push(sql`select tag, caregiver_id, ${sql.raw(kept.join(', '))} from (${acts(reach, spans, narrowed, undefined, kept)}) r`);
  const columns = toldFor(needs);
  return read(await reach.run(sql`select tag, caregiver_id::text as key, '' as at${sumsOf(columns)} from (${sql.join(parts, sql` union all `)}) t group by tag, caregiver_id`), columns);
}
/** How long orders waited until they were given to one caregiver, or to each (`each`: the key is the id): by the rows, for the summary knows no minutes of anyone. */
export function waitsOf({ reach, periods, by, narrowed, key }: Asked, caregiver: string | undefined, each = false): Promise<Summed[]> {
  const rows = periods.map(({ tag, days }) => reach.select({ from: sql`order_event x ${OF_ORDER} join hospital h on h.id = o.hospital_id`, scope: ORDERS.scope }, {
    columns: sql`${sql.raw(`'${tag}'`)} as tag, ${each ? sql`x.caregiver_id` : keySql(key, 'o')} as key, ${stepSql(by, sql`(x.at at time zone h.timezone)::date`)} as at, greatest(0, floor(extract(epoch from x.at - o.created_at) / 60))::int as minutes, 1 as orders`,
    where: [...within(narrowed), atDays(sql`x.at`, [{ tag, days }]), caregiver === undefined ? sql`x.caregiver_id is not null` : sql`x.caregiver_id = ${caregiver}::bigint`, FIRST_GIVEN],
  }));
  return percentiles(reach, sql.join(rows, sql` union all `));
}
