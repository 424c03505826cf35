// What the page asks, as it stands in its address. Pure.
import { dayAfter, daysBetween, parseDay } from '../../ui/parse-day.ts';
import { GROUPS, RANGE_MOST, STEPS, type Group, type Narrowed, type Step } from './contract.ts';
import { measureOf, MEASURES, type Measure } from './measure.ts';
import { PAY_METHODS } from '../order/contract.ts';

export const PATH = '/statistics/index';
/** Ranges that go with the day on which they are looked at. */
export const PRESETS = ['today', 'yesterday', '7d', '30d', '90d', 'week', 'last-week', 'month', 'last-month', 'year', 'last-year'] as const;
export type Preset = (typeof PRESETS)[number];
/** Days, both included. */
export interface Days {
  from: string;
  to: string;
}
export const VIEWS = ['line', 'bar', 'heat', 'rank'] as const;
export type View = (typeof VIEWS)[number];
/** What a ranking is by; `age`: what is owed, by how long. */
export type Ranking = Group | 'age';
/** Ways to narrow, as the address has them. */
export const NARROW = ['hospital', 'department', 'service', 'method', 'caregiver'] as const;

/** What of the filters a way of looking has: a heat map and the ages of what is owed know places and services alone. */
export const applied = ({ view, group }: Pick<Question, 'view' | 'group'>): readonly (typeof NARROW)[number][] => (view === 'heat' || (view === 'rank' && group === 'age') ? NARROW.filter((name) => name !== 'method' && name !== 'caregiver') : NARROW);
/** Whether what is seen is seen beside the period before. */
export const compares = ({ view, group, measure }: Pick<Question, 'view' | 'group' | 'measure'>): boolean => (view === 'rank' ? group !== 'age' && group !== 'caregiver' && measureOf(measure).now !== true : view !== 'heat');
/** The page's question. `days` null: `wrong` says why nothing can be asked. `step` is `auto` where nobody chose it. */
export interface Question {
  preset: Preset | null;
  days: Days | null;
  /** The first day of the period before, where the days alone do not say it. */
  against: string | undefined;
  wrong: 'order' | 'long' | null;
  step: Step;
  auto: boolean;
  narrowed: Narrowed;
  measure: Measure;
  view: View;
  group: Ranking;
  table: boolean;
}

const weekday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
/** The Monday of a day's week. */
export const mondayOf = (day: string): string => dayAfter(day, -weekday(day));
const monthAfter = (day: string, months: number): string => {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 10);
};
/** The days of a preset; those of a week, a month or a year that runs end today. */
export function presetDays(preset: Preset, today: string): Days {
  const monday = mondayOf(today);
  const month = monthAfter(today, 0);
  const year = `${today.slice(0, 4)}-01-01`;
  switch (preset) {
    case 'today': return { from: today, to: today };
    case 'yesterday': return { from: dayAfter(today, -1), to: dayAfter(today, -1) };
    case '7d': return { from: dayAfter(today, -6), to: today };
    case '30d': return { from: dayAfter(today, -29), to: today };
    case '90d': return { from: dayAfter(today, -89), to: today };
    case 'week': return { from: monday, to: today };
    case 'last-week': return { from: dayAfter(monday, -7), to: dayAfter(monday, -1) };
    case 'month': return { from: month, to: today };
    case 'last-month': return { from: monthAfter(today, -1), to: dayAfter(month, -1) };
    case 'year': return { from: year, to: today };
    case 'last-year': return { from: monthAfter(year, -12), to: dayAfter(year, -1) };
  }
}
const DEFAULT: Preset = '30d';
const lengthOf = ({ from, to }: Days): number => daysBetween(from, to) + 1;
/** What a preset is compared with where its days could be another's (server: `previousOf`): days and whole weeks with those right before, whatever day they begin on; a week that goes on, with the same days of the last; the first of a month, and a January as the year, as month and year. */
function againstOf(preset: Preset | null, days: Days): string | undefined {
  // a week has its rhythm: its first days are compared with the first days of the week before
  if (preset === 'week') return dayAfter(days.from, -7);
  const back = preset === 'month' && days.from === days.to ? 1 : preset === 'year' && days.to.slice(5, 7) === '01' ? 12 : 0;
  return back > 0 ? monthAfter(days.from, -back) : /d|week/.test(preset ?? '') ? dayAfter(days.from, -lengthOf(days)) : undefined;
}
/** Steps by which a range is best seen: some dozens of places. */
export const stepOf = (days: Days): Step => (lengthOf(days) <= 62 ? 'day' : lengthOf(days) <= 400 ? 'week' : 'month');
/** Columns of a heat map, at most; beyond them its steps are wider. */
const HEAT_COLUMNS = 62;
/** Steps of a heat map: those of the page, or the next wider ones. */
export function heatStep(days: Days, step: Step): Step {
  const least = Math.max(STEPS.indexOf(step), lengthOf(days) <= HEAT_COLUMNS ? 0 : lengthOf(days) <= HEAT_COLUMNS * 7 ? 1 : 2);
  return STEPS[least]!;
}
const isMonths = ({ from, to }: Days): boolean => from.endsWith('-01') && dayAfter(to, 1).endsWith('-01');
/** The same length right after (1) or before (−1): whole months move by months. */
export function moved(days: Days, way: 1 | -1): Days {
  if (!isMonths(days)) return { from: dayAfter(days.from, way * lengthOf(days)), to: dayAfter(days.to, way * lengthOf(days)) };
  const after = dayAfter(days.to, 1);
  const months = (Number(after.slice(0, 4)) - Number(days.from.slice(0, 4))) * 12 + Number(after.slice(5, 7)) - Number(days.from.slice(5, 7));
  return { from: monthAfter(days.from, way * months), to: dayAfter(monthAfter(after, way * months), -1) };
}
/** What runs, whole: the days that a week, a month or a year with `today` in it has had and will have. */
const wholeOf = (preset: Preset, today: string): Days | null => {
  const { from } = presetDays(preset, today);
  return preset === 'week' ? { from, to: dayAfter(from, 6) } : preset === 'month' ? { from, to: dayAfter(monthAfter(from, 1), -1) } : preset === 'year' ? { from, to: dayAfter(monthAfter(from, 12), -1) } : null;
};
/** What stands right after (1) or before (−1): of a week, a month or a year that runs the whole one; and of those that run what has been of them. `preset`: what those days are called. */
export function beside(days: Days, preset: Preset | null, way: 1 | -1, today: string): { preset: Preset | null; days: Days } {
  const to = moved((preset !== null && wholeOf(preset, today)) || days, way);
  const isIt = (days: Days | null): boolean => days?.from === to.from && days.to === to.to;
  const named = PRESETS.find((one) => isIt(wholeOf(one, today))) ?? PRESETS.find((one) => isIt(presetDays(one, today))) ?? null;
  return { preset: named, days: named === null ? to : presetDays(named, today) };
}
/** The days of a step that begins at `at`, as far as they are in the range. */
export function daysAt(at: string, step: Step, { from, to }: Days): Days {
  const last = step === 'day' ? at : step === 'week' ? dayAfter(at, 6) : dayAfter(monthAfter(at, 1), -1);
  return { from: at < from ? from : at, to: last > to ? to : last };
}

/** How a measure can be seen: over time, by hospital and day where its parts add up, by what it can be grouped by. */
export const viewsOf = (measure: Measure): readonly View[] => {
  const { now, adds } = measureOf(measure);
  return VIEWS.filter((view) => (view === 'rank' ? true : now !== true && (view !== 'heat' || adds)));
};
const REASONS: Partial<Record<Measure, Group>> = { replaced: 'replaced-reason', replacedRate: 'replaced-reason', extended: 'extended-reason', extendedRate: 'extended-reason', endedEarly: 'ended-early-reason', endedEarlyRate: 'ended-early-reason', cancelled: 'cancelled-reason' };
/** What a measure can be ranked by. */
export const groupsOf = (measure: Measure): readonly Ranking[] => [...(measure === 'outstanding' ? (['age'] as const) : []), ...GROUPS.filter((group) => group === 'hospital' || (measureOf(measure).by as readonly string[]).includes(group) || REASONS[measure] === group)];

const one = <T extends string>(all: readonly T[], value: string | null): T | null => all.find((known) => known === value) ?? null;
const isId = (value: string): boolean => /^[1-9]\d{0,17}$/.test(value);
const dayIn = (value: string | null): string | null => (value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) && parseDay(value, value) === value ? value : null);
/** What an address asks; what it does not know counts for nothing. */
export function readQuestion(query: URLSearchParams, today: string): Question {
  const typed = { from: dayIn(query.get('from')), to: dayIn(query.get('to')) };
  const whole = typed.from !== null && typed.to !== null ? { from: typed.from, to: typed.to } : null;
  const preset = whole === null ? (one(PRESETS, query.get('range')) ?? DEFAULT) : null;
  const days = whole ?? presetDays(preset!, today);
  const wrong = days.from > days.to ? 'order' : lengthOf(days) > RANGE_MOST ? 'long' : null;
  const chosen = one(STEPS, query.get('by'));
  const fits: Record<(typeof NARROW)[number], (value: string) => boolean> = { hospital: isId, department: isId, service: isId, method: (value) => one(PAY_METHODS, value) !== null, caregiver: (value) => /^[\w-]{1,32}$/.test(value) };
  const narrowed: Narrowed = Object.fromEntries(NARROW.flatMap((name): [string, string][] => {
    const value = query.get(name);
    return value !== null && fits[name](value) ? [[name, value]] : [];
  }));
  const measure = one(MEASURES, query.get('measure')) ?? MEASURES[0];
  const views = viewsOf(measure);
  const groups = groupsOf(measure);
  return {
    preset, days: wrong === null ? days : null, against: againstOf(preset, days), wrong, step: chosen ?? stepOf(days), auto: chosen === null, narrowed, measure,
    view: one(views, query.get('view')) ?? views[0]!, group: one(groups, query.get('group')) ?? groups[0]!, table: query.get('table') === '1',
  };
}
const KNOWN = ['range', 'from', 'to', 'by', ...NARROW, 'measure', 'view', 'group', 'table'];
/** The same question changed: null takes a part away. In one order, so that one question has one address. */
export function changed(query: URLSearchParams, change: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(KNOWN.flatMap((name): [string, string][] => {
    const value = Object.hasOwn(change, name) ? change[name]! : query.get(name);
    return value === null || value === '' ? [] : [[name, value]];
  }));
}
