import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask } from '../../host/answer.ts';
import { parseDay, today } from '../../host/calendar.ts';
import { wordsOf } from '../../host/list/word.ts';
import type { Reach } from '../../host/reach.ts';
import type { Language } from '../../kernel/error.ts';
import { CAREGIVERS } from '../caregiver/tables.ts';
import { DEPARTMENTS } from '../department/tables.ts';
import { HOSPITALS } from '../hospital/tables.ts';
import { PERCENTILE_DAYS, WAIT_DAYS, type Narrowed, type statistics, type statisticsExport, type Step } from './contract.ts';
import { DIMENSIONS, measureOf, type Measure } from './measure.ts';
import { isRecounting } from './store.ts';
import { GROUPED, HEADINGS, type Both } from './sheet-words.ts';

const TITLES = { measures: ['统计', 'statistics'], bands: ['待收账龄', 'owed-by-age'] } as const;
const STEPS: Record<Step, Both> = { day: ['按天', 'by day'], week: ['按周', 'by week'], month: ['按月', 'by month'] };
const WORDS = { measure: ['指标', 'Figure'], range: ['时间', 'Days'], filters: ['筛选', 'Filters'], none: ['无', 'None'], at: ['截至', 'As of'], note: ['注', 'Note'], stale: ['有医院改了时区，统计待重算，现在还按旧时区。', 'A hospital changed its time zone: its figures will be counted again soon and still follow the old one.'] } as const;
/** What is said of figures that are not told, after their names. */
const LACKS = {
  long: ['：区间太长，这个指标不能这样看。', ': the period is too long to see this figure this way.'], now: ['只有现在的数，没有走势和上期。', ' as now only; no trend, no previous period.'],
  dimension: ['不分', ' not broken down by '], none: ['，这样筛选没有此数。', ', so no figure with this filter.'],
} as const;

const LOST: Both = ['：没有，或不在你的范围内', ': none such, or out of your scope'];
/** What the figures are narrowed to, by the names that this reader may know; anything else by its number, and that it is none. */
async function filtersOf(reach: Reach, { hospital, department, service, method, caregiver }: Narrowed, language: Language): Promise<[Both, string][]> {
  const named = async (id: string | undefined, find: (id: string) => Promise<{ name: string } | undefined>): Promise<string | null> => (id === undefined ? null : ((await find(id))?.name ?? `${id}${LOST[language === 'en' ? 1 : 0]}`));
  const [h, d, s, c] = await Promise.all([
    named(hospital, (id) => reach.one(HOSPITALS, { columns: sql`h.name`, where: [sql`h.id = ${id}::bigint`] })),
    named(department, (id) => reach.one(DEPARTMENTS, { columns: sql`d.name`, where: [sql`d.id = ${id}::bigint`, hospital === undefined ? undefined : sql`d.hospital_id = ${hospital}::bigint`] })),
    named(service, async (id) => (await reach.run<{ name: string }>(sql`select name from service_item where id = ${id}::bigint`))[0]),
    named(caregiver, (no) => reach.one(CAREGIVERS, { columns: sql`concat_ws(' ', c.name, c.staff_no) as name`, where: [sql`c.staff_no = ${no}`] })),
  ]);
  const m = method === undefined ? null : ((await wordsOf(reach, ['pay_method'], language))('pay_method', method) ?? method);
  const all: [Both, string | null][] = [[GROUPED.hospital, h], [GROUPED.department, d], [GROUPED.service, s], [GROUPED.method, m], [GROUPED.caregiver, c]];
  return all.flatMap(([label, value]) => (value === null ? [] : [[label, value] as [Both, string]]));
}
type Query = z.output<typeof statisticsExport>['query'];
/** Why cells of these are blank, as the page says it: each reason once, with what it is the reason of. */
function lacksOf(query: Query, measures: readonly Measure[], language: Language): string[] {
  if (!('from' in query)) return [];
  const english = language === 'en';
  const [word, list] = [([zh, en]: Both): string => (english ? en : zh), (names: readonly string[]): string => names.join(english ? ', ' : '、')];
  const long = parseDay(query.to)! - parseDay(query.from)!;
  const far = 'group' in query ? query.group === 'caregiver' && query.caregiver === undefined && long >= WAIT_DAYS : 'by' in query && query.by !== 'month' && long >= PERCENTILE_DAYS;
  const reasons = new Map<string, string[]>();
  for (const measure of measures) {
    const { by, now, unit } = measureOf(measure);
    const dims = DIMENSIONS.filter((one) => (query as Narrowed)[one] !== undefined && !by.includes(one)).map((one) => word(GROUPED[one])).toReversed();
    const why = dims.length > 0 ? `${word(LACKS.dimension)}${list(english ? dims.map((one) => one.toLowerCase()) : dims)}${word(LACKS.none)}` : far && unit === 'minutes' ? word(LACKS.long) : now === true && 'by' in query ? word(LACKS.now) : null;
    if (why !== null) reasons.set(why, [...(reasons.get(why) ?? []), word(HEADINGS[measure])]);
  }
  return [...reasons].map(([why, names]) => `${list(names)}${why}`);
}
/** What a sheet is of, for its file's name and for the lines below it: the figure with its unit, the days, the filters, the day on which it was made, and what it cannot tell of `measures`. */
export async function aboutOf({ reach, body: { query }, from }: Pick<Ask<typeof statistics.export>, 'reach' | 'body' | 'from'>, measures: readonly Measure[]): Promise<{ title: string; lines: [string, string][] }> {
  const word = ([zh, en]: Both): string => (from.language === 'en' ? en : zh);
  const filters = await filtersOf(reach, query, from.language as Language);
  const subject = 'measure' in query ? HEADINGS[query.measure] : 'group' in query ? GROUPED[query.group] : 'by' in query && measures.length === 1 ? HEADINGS[measures[0]!] : null;
  const days = 'from' in query ? [query.from, query.to] : null;
  const stale = days !== null && (await isRecounting(reach, query.hospital));
  const range = days === null ? null : `${days.join(' – ')}${'by' in query ? ` ${word(STEPS[query.by])}` : ''}`;
  return {
    title: [...new Set([word(days === null ? TITLES.bands : TITLES.measures), ...(subject === null ? [] : [word(subject)]), ...(days ?? [today()])])].join('-'),
    lines: [
      ...('measure' in query ? [[word(WORDS.measure), word(HEADINGS[query.measure])] as [string, string]] : []),
      ...(range === null ? [] : [[word(WORDS.range), range] as [string, string]]),
      ...(filters.length === 0 ? [[word(WORDS.filters), word(WORDS.none)] as [string, string]] : filters.map(([label, value]): [string, string] => [word(label), value])),
      [word(WORDS.at), today()],
      ...[...lacksOf(query, measures, from.language as Language), ...(stale ? [word(WORDS.stale)] : [])].map((note): [string, string] => [word(WORDS.note), note]),
    ],
  };
}
