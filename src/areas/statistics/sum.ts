import { sql, type SQL } from 'drizzle-orm';
import { dayText } from '../../host/calendar.ts';
import type { Reach, Source } from '../../host/reach.ts';
import type { Narrowed, Step } from './contract.ts';
import type { Column, Raw } from './raw.ts';
import type { Days, Piece } from './span.ts';
import { STAT_DAYS, STAT_DAYS_NEW, STAT_MONEY, STAT_MONEY_NEW, STAT_WAITS, STAT_WAITS_NEW } from './tables.ts';

/** What sums are kept apart by: a column of the summary. */
export type Key = 'hospital_id' | 'department_id' | 'service_item_id' | 'method';
/** A period with the pieces that it is read in; `now` the one that was asked for, `before` the one it is compared with. */
export interface Period {
  tag: 'now' | 'before';
  days: Days;
  pieces: readonly Piece[];
}
/** Steps of the calendar, or any, by the numbers of their first days. */
export type Steps = Step | readonly number[];
/** What is summed: over which days, in which steps (absent: each period as one), kept apart by what. */
export interface Asked {
  reach: Reach;
  periods: readonly Period[];
  by?: Steps | undefined;
  key?: Key | undefined;
  narrowed: Narrowed;
}
/** A sum, by its period, its key ('' without one) and the first day of its step ('' without steps). */
export interface Summed {
  tag: 'now' | 'before';
  key: string;
  at: string;
  raw: Raw;
}

/** The column of a key; without one, one for all. */
export const keySql = (key: Key | undefined, alias: 't' | 'o'): SQL => (key === undefined ? sql`''::text` : sql.raw(`${alias}.${key}`));
/** Whether a scope sees only departments of some hospital: what is summed over departments is then not its own. */
export const isPartial = ({ scope }: Reach): boolean => scope !== 'all' && scope.some(({ departments }) => departments.length > 0);
/** What has been summed over is as little as the question allows: 2 for departments, 1 for services. */
export const levelOf = ({ reach, key, narrowed }: Pick<Asked, 'reach' | 'key' | 'narrowed'>): number =>
  (narrowed.department !== undefined || key === 'department_id' || isPartial(reach) ? 0 : 2) + (narrowed.service !== undefined || key === 'service_item_id' ? 0 : 1);
/** Days from the first to the last of some periods. */
export const spreadOf = (periods: readonly Pick<Period, 'days'>[]): Days => ({ from: Math.min(...periods.map(({ days }) => days.from)), to: Math.max(...periods.map(({ days }) => days.to)) });
/** To which places a row `t` is narrowed. */
export const placed = ({ hospital, department, service }: Narrowed): (SQL | undefined)[] => [
  hospital === undefined ? undefined : sql`t.hospital_id = ${hospital}::bigint`,
  department === undefined ? undefined : sql`t.department_id = ${department}::bigint`,
  service === undefined ? undefined : sql`t.service_item_id = ${service}::bigint`,
];
const during = (column: SQL, { from, to }: Days): SQL => sql`${column} between ${dayText(from)}::date and ${dayText(to)}::date`;
/** The first day of the step of a day: its text is for whoever reads. `date_trunc` takes Mondays for weeks. */
export function stepSql(by: Steps | undefined, column: SQL): SQL {
  if (by === undefined) return sql`''::text`;
  if (by === 'day') return column;
  if (typeof by === 'string') return sql`date_trunc(${sql.raw(`'${by}'`)}, ${column}::timestamp)::date`;
  // as text: what is selected and what it is grouped by must be one
  const firsts = sql.raw(`'{${by.map(dayText).join(',')}}'::date[]`);
  return sql`(${firsts})[width_bucket(${column}, ${firsts})]`;
}

/** What is asked of the summary and of what is not in it yet, each part with its period: `tag`, `key`, `at` (the first day of the step) and `columns`. `summed`: a row for each key and step of a part. */
function rowsOf({ reach, periods, narrowed, by, key }: Asked, [summary, fresh]: readonly [Source, Source], columns: SQL, { summed = false, more = [] }: { summed?: boolean; more?: readonly (SQL | undefined)[] } = {}): SQL {
  const level = sql.raw(String(levelOf({ reach, narrowed, key })));
  // grouped by what it is and not by its text, of which there would be one for each row
  const place = sql`${keySql(key, 't')}, ${stepSql(by, sql`t.day`)}`;
  const parts = periods.flatMap(({ tag, days, pieces }) => {
    const of = (source: Source, ...where: SQL[]): SQL => {
      const selected = reach.select(source, { columns: sql`${sql.raw(`'${tag}'`)} as tag, ${keySql(key, 't')} as key, ${stepSql(by, sql`t.day`)} as at, ${columns}`, where: [...where, ...placed(narrowed), ...more] });
      return summed ? sql`${selected} group by ${place}` : selected;
    };
    return [...pieces.map((piece) => of(summary, sql`t.span = ${sql.raw(`'${piece.span}'`)}`, sql`t.level = ${level}`, during(sql`t.day`, piece))), of(fresh, during(sql`t.day`, days))];
  });
  return sql.join(parts, sql` union all `);
}
/** Rows as sums of these columns. */
export const read = (rows: readonly Record<string, unknown>[], columns: readonly Column[]): Summed[] =>
  rows.map((row) => {
    const raw: Raw = {};
    for (const column of columns) raw[column] = row[column] as number | null;
    return { tag: row['tag'] as Summed['tag'], key: String(row['key'] ?? ''), at: String(row['at']), raw };
  });
async function sum(asked: Asked, sources: readonly [Source, Source], columns: readonly Column[], more?: readonly (SQL | undefined)[]): Promise<Summed[]> {
  if (columns.length === 0) return [];
  // in floating point, which is exact far beyond any fen there is, and adds faster; each part by itself first, whose rows come by days
  const within = sql.raw(columns.map((column) => `sum(t.${column}::float8) as ${column}`).join(', '));
  const sums = sql.raw(columns.map((column) => `sum(t.${column}) as ${column}`).join(', '));
  return read(await asked.reach.run(sql`select t.tag, t.key::text as key, t.at::text as at, ${sums} from (${rowsOf(asked, sources, within, { summed: true, ...(more && { more }) })}) t group by t.tag, t.key, t.at`), columns);
}
/** Sums of days. */
export const sumDays = (asked: Asked, columns: readonly Column[]): Promise<Summed[]> => sum(asked, [STAT_DAYS, STAT_DAYS_NEW], columns);
/** Sums of the ledger, of one way of paying where it is narrowed to it. */
export const sumMoney = (asked: Asked, columns: readonly Column[]): Promise<Summed[]> =>
  sum(asked, [STAT_MONEY, STAT_MONEY_NEW], columns, [asked.narrowed.method === undefined ? undefined : sql`t.method = ${asked.narrowed.method}`]);
/** The minutes that half and nine tenths of the orders waited at most: the least of those that so many reach (discrete percentiles). `rows`: `tag`, `key`, `at`, `minutes`, `orders`. */
export async function percentiles(reach: Reach, rows: SQL): Promise<Summed[]> {
  return read(await reach.run(sql`
    select tag, key, at, min(minutes) filter (where run >= 0.5 * n) as wait_half, min(minutes) filter (where run >= 0.9 * n) as wait_most from (
      select tag, key, at, minutes, sum(orders) over (partition by tag, key, at order by minutes) as run, sum(orders) over (partition by tag, key, at) as n from (
        select t.tag, t.key::text as key, t.at::text as at, t.minutes, sum(t.orders) as orders from (${rows}) t group by t.tag, t.key, t.at, t.minutes having sum(t.orders) > 0) w) r
    group by 1, 2, 3`), ['wait_half', 'wait_most']);
}
/** How long orders waited until they were first given to anyone, whoever that was. */
export const waits = (asked: Asked): Promise<Summed[]> => percentiles(asked.reach, rowsOf(asked, [STAT_WAITS, STAT_WAITS_NEW], sql`t.minutes, t.orders`));
