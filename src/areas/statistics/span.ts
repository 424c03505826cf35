import { dayOf, dayText } from '../../host/calendar.ts';
import type { Step } from './contract.ts';

/** Days by their numbers (host/calendar.ts), both included. */
export interface Days {
  from: number;
  to: number;
}
/** Days of a range that stand in the summary as days (`d`), or as whole months by their first days (`m`). */
export interface Piece extends Days {
  span: 'd' | 'm';
}
const monthOf = (day: number): [year: number, month: number] => {
  const at = new Date(day * 86_400_000);
  return [at.getUTCFullYear(), at.getUTCMonth() + 1];
};
/** The first day of the month that is `more` months after the one of a day. */
const firstOf = (day: number, more = 0): number => {
  const [year, month] = monthOf(day);
  const months = year * 12 + month - 1 + more;
  return dayOf(Math.floor(months / 12), (months % 12) + 1, 1)!;
};

/** The first day of the step that a day is in; weeks begin on Monday. */
export const stepOf = (by: Step, day: number): number => (by === 'day' ? day : by === 'week' ? day - ((((day + 3) % 7) + 7) % 7) : firstOf(day));
const after = (by: Step, step: number): number => (by === 'day' ? step + 1 : by === 'week' ? step + 7 : firstOf(step, 1));
/** The steps of a range, each with those of its days that are in the range. */
export function stepsOf(by: Step, { from, to }: Days): { at: number; days: Days }[] {
  const steps = [];
  for (let at = stepOf(by, from); at <= to; at = after(by, at)) steps.push({ at, days: { from: Math.max(from, at), to: Math.min(to, after(by, at) - 1) } });
  return steps;
}
/** A step of the calendar by its first day; any other, and where the range has a part of it alone, by its days. */
export const stepText = (by: Step, { at, days }: { at: number; days: Days }): string => (at === stepOf(by, at) && days.from === at && days.to === after(by, at) - 1 ? dayText(at) : `${dayText(days.from)} – ${dayText(days.to)}`);
/** The same day so many months later, or the last day of a shorter month. */
const sameIn = (day: number, months: number): number => Math.min(firstOf(day, months) + day - firstOf(day), firstOf(day, months + 1) - 1);
/**
 * The period that a range is compared with: as many days from `against` on. Else days from the first of a month on, within it, with the same days of
 * the month before; from New Year on, within the year, with those of the year before; whole months with as many before; any other with as many days right before.
 */
export function previousOf({ from, to }: Days, against?: number): Days {
  if (against !== undefined) return { from: against, to: against + to - from };
  const [[year, month], [lastYear, lastMonth]] = [monthOf(from), monthOf(to)];
  const whole = to === firstOf(to, 1) - 1;
  const months = (lastYear - year) * 12 + lastMonth - month + 1;
  // a day is compared with the day before, whichever it is
  const back = from !== firstOf(from) || from === to ? 0 : months === 1 ? 1 : month === 1 && year === lastYear ? 12 : whole ? months : 0;
  if (back === 0) return { from: from - (to - from + 1), to: from - 1 };
  return { from: firstOf(from, -back), to: whole ? firstOf(to, 1 - back) - 1 : sameIn(to, -back) };
}
/**
 * The steps of the period that a range is compared with: cut where the range's are, so that each has as many days as the one beside it. What that period
 * has more is a step of its own; where it is shorter, its last step is, or there are fewer. Days, and months that both begin with the first of one, are those of the calendar.
 */
export function stepsBeside(by: Step, now: Days, before: Days): { at: number; days: Days }[] {
  if (by === 'day' || (by === 'month' && now.from === firstOf(now.from) && before.from === firstOf(before.from))) return stepsOf(by, before);
  const back = before.from - now.from;
  const steps = stepsOf(by, now).flatMap(({ at, days }) => (days.from + back > before.to ? [] : [{ at: at + back, days: { from: days.from + back, to: Math.min(days.to + back, before.to) } }]));
  const more = now.to + back + 1;
  return more > before.to ? steps : [...steps, { at: more, days: { from: more, to: before.to } }];
}
/** A range in as few pieces as there are: its whole months, and the days at its ends. `whole` false: days alone. */
export function piecesOf({ from, to }: Days, whole: boolean): Piece[] {
  const first = from === firstOf(from) ? from : firstOf(from, 1);
  const end = firstOf(to + 1);
  if (!whole || first >= end) return [{ span: 'd', from, to }];
  return [...(from < first ? [{ span: 'd' as const, from, to: first - 1 }] : []), { span: 'm', from: first, to: firstOf(end, -1) }, ...(end <= to ? [{ span: 'd' as const, from: end, to }] : [])];
}
/** Days of a range as the summary by caregiver has them: years, months, parts of a month (0030_statistics_part.sql), or not (`d`). */
export interface Part extends Days {
  span: 'd' | 'p' | 'm' | 'y';
}
/** The first day of the part of a month that a day is in; the last has what is left of the month. */
const partOf = (day: number): number => firstOf(day) + Math.min(5, Math.floor((day - firstOf(day)) / 5)) * 5;
const yearOf = (day: number): number => dayOf(monthOf(day)[0], 1, 1)!;
/** From the widest: the first day of the span that a day is in, and of the next one. */
const SPANS = [
  { span: 'y', first: yearOf, next: (day: number) => dayOf(monthOf(day)[0] + 1, 1, 1)! },
  { span: 'm', first: (day: number) => firstOf(day), next: (day: number) => firstOf(day, 1) },
  { span: 'p', first: partOf, next: (day: number) => (partOf(day) === firstOf(day) + 25 ? firstOf(day, 1) : partOf(day) + 5) },
] as const;
/** A range in as few parts as there are: whole years, the whole months around them, the whole parts around those, and the days at its ends. */
export function partsOf({ from, to }: Days, widest = 0): Part[] {
  const kind = SPANS[widest];
  if (from > to) return [];
  if (kind === undefined) return [{ span: 'd', from, to }];
  const first = from === kind.first(from) ? from : kind.next(from);
  const end = kind.first(to + 1);
  if (first >= end) return partsOf({ from, to }, widest + 1);
  return [...partsOf({ from, to: first - 1 }, widest + 1), { span: kind.span, from: first, to: end - 1 }, ...partsOf({ from: end, to }, widest + 1)];
}
/** The same in words. */
export const said = ({ from, to }: Days): { from: string; to: string } => ({ from: dayText(from), to: dayText(to) });
