import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { day, digits, fen, glanced, id, instant, most } from '../../kernel/shape.ts';
import { sheetType } from '../../kernel/sheet.ts';
import { BAND_NAMES, PAY_METHODS } from '../order/contract.ts';

/** Every measure, in the order in which a page shows them; measure.ts says what each is. */
export const MEASURES = [
  'made', 'started', 'ended', 'cancelled', 'serviceDays', 'serviceDaysNormal', 'serviceDaysHoliday', 'coveredBedDays', 'bedDays', 'bedCover',
  'receivable', 'received', 'refunded', 'outstanding', 'utilisation', 'replaced', 'replacedRate', 'extended', 'extendedRate', 'endedEarly', 'endedEarlyRate',
  'assigned', 'waitHalf', 'waitMost', 'satisfaction', 'evaluations', 'complaints', 'complaintRate', 'certificatesEnding',
] as const;
/** The name of a measure. */
export type Measure = (typeof MEASURES)[number];
/** Days of a range, at most: five years, each as long as a year can be, and a day. */
export const RANGE_MOST = 5 * 366 + 1;
/** A series by day or week has no percentiles beyond so many days (waitHalf, waitMost are null in its points; the totals have them). */
export const PERCENTILE_DAYS = 400;
/** Waits by caregiver are told of so many days at most: beyond, each line's are null, the totals stand. */
export const WAIT_DAYS = 31;
/** Points of a heat map's day axis, at most. */
export const HEAT_MOST = 400;
/** What the page is cut into. Weeks begin on Monday. */
export const STEPS = ['day', 'week', 'month'] as const;
export type Step = (typeof STEPS)[number];
/** What figures are grouped by; the last four by the words of the reason, each with its measure and rate: replaced, extended, endedEarly; cancelled alone. */
export const GROUPS = ['hospital', 'department', 'service', 'method', 'caregiver', 'replaced-reason', 'extended-reason', 'ended-early-reason', 'cancelled-reason'] as const;
export type Group = (typeof GROUPS)[number];

const measure = z.enum(MEASURES);
/** `made,started`: several measures in an address. */
const measures = z.optional(z.pipe(z.string().check(most(600)), z.pipe(z.transform((text: string) => [...new Set(text.split(','))]), z.array(measure).check(z.minLength(1)))));
/** To what the figures are narrowed; `caregiver` is a staff number. What a measure cannot be narrowed by (measure.ts, `by`) makes it null. */
const narrowed = { hospital: z.optional(id), department: z.optional(id), service: z.optional(id), method: z.optional(z.enum(PAY_METHODS)), caregiver: z.optional(z.string().check(z.regex(/^[\w-]{1,32}$/))) };
export type Narrowed = { [K in keyof typeof narrowed]?: z.output<(typeof narrowed)[K]> | undefined };
/** Days on the hospitals' own calendars, both included. `against`: the first day of the period that is compared; absent, span.ts says which (`previousOf`). */
const range = { from: day, to: day, against: z.optional(day) };
const NAMES: ReadonlySet<string> = new Set(MEASURES);
const isValues = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype && Object.entries(value).every(([name, figure]) => NAMES.has(name) && (figure === null || Number.isFinite(figure)));
// an object of known names is checked many times faster than a record, and at a glance faster again: an answer by day has thousands
const values = glanced(z.strictObject(Object.fromEntries(MEASURES.map((name) => [name, z.optional(z.nullable(z.number()))])) as Record<Measure, z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniNumber>>>), isValues);
/** A figure for each measure that was asked for; null where it does not apply or there is nothing to divide by. */
export type Values = { [M in Measure]?: number | null | undefined };
const days = z.strictObject({ from: day, to: day });

/** `earlier`: the steps of the period before are wanted too. */
export const measuresQuery = z.strictObject({ ...range, by: z._default(z.enum(STEPS), 'day'), measures, earlier: z.optional(z.literal('1')), ...narrowed });
const steps = z.array(z.strictObject({ at: day, values }));
/** `recounting`: some hospital's clock was changed, and its figures, still by the old one, are still to be counted anew. `at`: the first day of each step; a week or month may begin before the range, its figures do not. `earlier`: the steps of the period before, each until the next begins, cut so that each has as many days as the one of `series` it stands beside; what that period has more comes last. `hospital`: of the department, where that is asked for alone. */
const measured = z.strictObject({ from: day, to: day, previous: days, totals: values, before: values, series: steps, earlier: z.optional(steps), hospital: z.optional(id), recounting: z.boolean(), at: instant });
/** `sort`: a measure, `-` before it for the largest first; absent, by name. `limit`: rows, 1 to 500, beyond these bounds the bound (kernel/shape.ts); the others are summed in `rest`. */
export const groupsQuery = z.strictObject({ ...range, group: z.enum(GROUPS), measures, sort: z.optional(z.string().check(z.regex(/^-?[a-zA-Z]{1,32}$/))), limit: z._default(digits(500), 100), ...narrowed });
/** `id`: of a caregiver the staff number, of a reason its words, of a method its name. `hospital`: of a department. `rest`: what the rows beyond `limit` come to, where they add up; null without any. */
const grouped = z.strictObject({ from: day, to: day, previous: days, rows: z.array(z.strictObject({ id: z.string(), name: z.string(), hospital: z.optional(id), values, before: values })), rest: z.nullable(z.strictObject({ rows: z.int(), values })), totals: values, before: values, recounting: z.boolean(), at: instant });
export const heatQuery = z.strictObject({ from: day, to: day, by: z._default(z.enum(STEPS), 'day'), measure, hospital: narrowed.hospital, department: narrowed.department, service: narrowed.service });
/** One row for each hospital in reach, or for the one that is asked for, `values[i]` on `days[i]`. */
const heated = z.strictObject({ days: z.array(day), rows: z.array(z.strictObject({ id, name: z.string(), values: z.array(z.nullable(z.number())) })), recounting: z.boolean(), at: instant });
export const bandsQuery = z.strictObject({ hospital: narrowed.hospital, department: narrowed.department, service: narrowed.service });
/** What is owed now, by age; each opens the order list with `owed=<band>`. */
const banded = z.strictObject({ rows: z.array(z.strictObject({ band: z.enum(BAND_NAMES), orders: z.int(), fen })), orders: z.int(), fen, at: instant });

/** What a page shows, as a sheet: the query of that page with the kind of file; of groups all rows, whatever its `limit`. Each query is known by what it must have, `what` says it once more. */
export const statisticsExport = z.strictObject({ what: z.enum(['measures', 'groups', 'heat', 'bands']), query: z.union([measuresQuery, groupsQuery, heatQuery, bandsQuery]), type: sheetType })
  .check(z.refine(({ what, query }) => what === ('group' in query ? 'groups' : 'measure' in query ? 'heat' : 'from' in query ? 'measures' : 'bands'), { path: ['query'] }));

export const statistics = {
  /** The figures of a range, of the period before it, and of each step. @throws bad_input where `from` is after `to`, or the range too long */
  measures: endpoint('GET /statistics/measures', { may: 'biz:stat:view', summary: '统计指标', query: measuresQuery, reply: measured }),
  /** The same by hospital, department, service, method, caregiver or reason. */
  groups: endpoint('GET /statistics/groups', { may: 'biz:stat:view', summary: '分组统计', query: groupsQuery, reply: grouped }),
  /** One measure by hospital and step; one that adds up (measure.ts, `adds`). */
  heat: endpoint('GET /statistics/heat', { may: 'biz:stat:view', summary: '热力图', query: heatQuery, reply: heated }),
  bands: endpoint('GET /statistics/bands', { may: 'biz:stat:view', summary: '待收账龄', query: bandsQuery, reply: banded }),
  export: endpoint('POST /statistics/export', { may: 'biz:stat:view', audit: 'statistics.export', limit: 'read', summary: '导出统计', body: statisticsExport, file: 'statistics', reply: z.null() }),
};
