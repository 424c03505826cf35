import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { dayOf, dayText, parseDay } from '../../host/calendar.ts';
import type { Ask } from '../../host/answer.ts';
import type { Reach } from '../../host/reach.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { Fault } from '../../kernel/error.ts';
import { DEPARTMENTS } from '../department/tables.ts';
import { PERCENTILE_DAYS, RANGE_MOST, type measuresQuery, type Narrowed, type statistics, type Values } from './contract.ts';
import { chosen, DAY_SUMS, figuresOf, joined, MONEY_SUMS, neededBy, type Column, type Raw } from './raw.ts';
import { DIMENSIONS, measureOf, type Measure } from './measure.ts';
import { countBeds, countPosted, endingCertificates, owed } from './plenty.ts';
import { CAREGIVER_SUMS, sumCaregiver, waitsOf } from './served.ts';
import { piecesOf, previousOf, said, stepOf, stepsBeside, stepsOf, type Days } from './span.ts';
import { STAT_STALE } from './tables.ts';
import { spreadOf, sumDays, sumMoney, waits, type Asked, type Period, type Summed } from './sum.ts';

const BACKWARDS = { 'zh-cn': '起始日期在结束日期之后', en: 'the first day is after the last' };
const NO_DAY = { 'zh-cn': '日期应在 1900 年至 2999 年之间', en: 'a day must be between 1900 and 2999' };
/** Days that are asked about, by their numbers: far enough, and each has a day before and after it. */
const DAYS = { first: dayOf(1900, 1, 1)!, last: dayOf(2999, 12, 31)! };
const TOO_LONG = { 'zh-cn': `区间最长 ${RANGE_MOST} 天，约五年`, en: `at most ${RANGE_MOST} days, about five years` };
/** The days of a question. @throws Fault bad_input in words where there are none, or too many */
export function rangeOf({ from, to, against }: { from: string; to: string; against?: string | undefined }, { language }: Pick<Ask['from'], 'language'>): { now: Days; before: Days } {
  const read = (text: string, detail: string): number => {
    const day = parseDay(text);
    if (day === null) throw new Fault('bad_input', { detail });
    if (day < DAYS.first || day > DAYS.last) throw new Fault('bad_input', { detail: NO_DAY[language] });
    return day;
  };
  const now = { from: read(from, 'from'), to: read(to, 'to') };
  if (now.from > now.to) throw new Fault('bad_input', { detail: BACKWARDS[language] });
  if (now.to - now.from >= RANGE_MOST) throw new Fault('bad_input', { detail: TOO_LONG[language] });
  return { now, before: previousOf(now, against === undefined ? undefined : read(against, 'against')) };
}
/** Whether a measure can be told of what was asked: narrowed, or grouped, by what it knows. */
export const telling = (narrowed: Narrowed, group?: (typeof DIMENSIONS)[number]) => (measure: Measure): boolean => {
  const by: readonly string[] = measureOf(measure).by;
  return DIMENSIONS.every((dimension) => (narrowed[dimension] === undefined && group !== dimension) || by.includes(dimension));
};
/** The id of a caregiver; of nobody, one that nobody has. */
export async function caregiverId(reach: Reach, staffNo: string): Promise<string> {
  const [row] = await reach.run<{ id: string }>(sql`select c.id::text from caregiver c where c.staff_no = ${staffNo}`);
  return row?.id ?? '0';
}

/** Whether figures within reach are about to be counted anew. */
export const isRecounting = async (reach: Reach, hospital: string | undefined): Promise<boolean> => (await reach.count(STAT_STALE, [hospital === undefined ? undefined : sql`t.hospital_id = ${hospital}::bigint`])) > 0;

/** Whether any of this tells how long orders waited. */
export const isWaited = (needs: ReadonlySet<string>): boolean => needs.has('wait_half') || needs.has('wait_most');
/** How long orders waited; those of one caregiver where there is one. */
export const waitedBy = (asked: Asked, caregiver: string | undefined): Promise<Summed[]> => (caregiver === undefined ? waits(asked) : waitsOf(asked, caregiver));
/** Sums of all kinds, as far as they are needed. */
export async function sums(asked: Asked, needs: ReadonlySet<string>, caregiver: string | undefined): Promise<Summed[]> {
  const of = (columns: readonly Column[]): Column[] => columns.filter((column) => needs.has(column));
  const waited = isWaited(needs) ? waitedBy(asked, caregiver) : [];
  const summed = caregiver === undefined ? [sumDays(asked, of(DAY_SUMS)), sumMoney(asked, of(MONEY_SUMS))] : of(CAREGIVER_SUMS).length === 0 ? [] : [sumCaregiver(asked, caregiver, needs)];
  return (await Promise.all([...summed, waited])).flat();
}
/** Rows by their key and step, each with all of its sums. */
export function byPlace(rows: readonly Summed[], tag: Summed['tag'], name: (row: Summed) => string): Map<string, Raw> {
  const found = new Map<string, Raw>();
  for (const row of rows) {
    if (row.tag !== tag) continue;
    const place = name(row);
    found.set(place, Object.assign(found.get(place) ?? {}, row.raw));
  }
  return found;
}

/** The figures of a range, of the period before, and of each step; of the steps of that period too where they are asked for. @throws Fault bad_input as `rangeOf` */
export async function readMeasures({ reach, query, from }: Pick<Ask<typeof statistics.measures>, 'reach' | 'from'> & { query: z.output<typeof measuresQuery> }): Promise<Reply<typeof statistics.measures>> {
  const { now, before } = rangeOf(query, from);
  const { by, measures: wished, earlier: wanted, from: _from, to: _to, against: _against, ...narrowed } = query;
  const measures = chosen(wished);
  const applies = telling(narrowed);
  const told = measures.filter(applies);
  const needs = neededBy(told);
  const percentiles = isWaited(needs);
  const caregiver = narrowed.caregiver === undefined ? undefined : await caregiverId(reach, narrowed.caregiver);
  const period = (tag: Period['tag'], days: Days, whole: boolean): Period => ({ tag, days, pieces: piecesOf(days, whole) });
  const summing = new Set([...needs].filter((column) => column !== 'wait_half' && column !== 'wait_most'));
  const stepwise = percentiles && (by === 'month' || now.to - now.from < PERCENTILE_DAYS) ? needs : summing;
  const beside = wanted === undefined ? null : stepsBeside(by, now, before);
  const cuts = (beside ?? []).map(({ days }) => days.from);
  // a month of the summary is in one step where all begin with a month
  const byMonths = cuts.slice(1).every((day) => day === stepOf('month', day));
  const [series, earlier, whole, beds, posted, debt, certificates, recounting, home] = await Promise.all([
    sums({ reach, narrowed, by, periods: [period('now', now, by === 'month')] }, stepwise, caregiver),
    sums({ reach, narrowed, by: beside === null ? undefined : by === 'day' ? by : cuts, periods: [period('before', before, byMonths)] }, beside === null ? summing : stepwise, caregiver),
    percentiles ? waitedBy({ reach, narrowed, periods: [period('now', now, true), period('before', before, true)] }, caregiver) : [],
    needs.has('bed_days') ? countBeds(reach, 'hospital_id', narrowed) : null,
    needs.has('posted_days') ? countPosted(reach, spreadOf([{ days: now }, { days: before }]), undefined, narrowed, caregiver) : null,
    needs.has('owed_fen') ? owed(reach, undefined, narrowed, caregiver) : [],
    needs.has('certificates') ? endingCertificates(reach, false, narrowed) : [],
    isRecounting(reach, narrowed.hospital),
    narrowed.department === undefined || narrowed.hospital !== undefined ? undefined : reach.one<{ hospital: string }>(DEPARTMENTS, { columns: sql`d.hospital_id::text as hospital`, where: [sql`d.id = ${narrowed.department}::bigint`] }),
  ]);
  const there = (days: Days): Raw => ({ ...(beds && { bed_days: beds.on(days) }), ...(posted && { posted_days: posted.on(days) }) });
  const steps = byPlace(series, 'now', ({ at }) => at);
  const past = byPlace(earlier, 'before', ({ at }) => at);
  const present: Raw = { owed_fen: debt[0]?.fen ?? 0, certificates: certificates[0]?.n ?? 0 };
  const zero: Raw = Object.fromEntries([...DAY_SUMS, ...MONEY_SUMS].filter((column) => needs.has(column)).map((column) => [column, 0]));
  const once = (raw: Raw | undefined, days: Days, more: Raw): Raw => Object.assign({ ...zero }, raw, there(days), more);
  const over = new Set(told.filter((measure) => measureOf(measure).now !== true));
  const lasting = (measure: Measure): boolean => over.has(measure);
  const figured = (known: typeof steps, first: number, days: Days): { at: string; values: Values } => ({ at: dayText(first), values: figuresOf(once(known.get(dayText(first)), days, {}), measures, lasting) });
  return {
    ...said(now), previous: said(before), ...home, recounting, at: new Date().toISOString(),
    totals: figuresOf(once(joined(steps.values()), now, { wait_half: null, wait_most: null, ...byPlace(whole, 'now', () => '').get(''), ...present }), measures, applies),
    before: figuresOf(once(joined(past.values()), before, { wait_half: null, wait_most: null, ...byPlace(whole, 'before', () => '').get('') }), measures, lasting),
    series: stepsOf(by, now).map(({ at, days }) => figured(steps, at, days)),
    ...(beside && { earlier: beside.map(({ days }) => figured(past, days.from, days)) }),
  };
}
