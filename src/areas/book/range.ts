import { dayAfter } from '../../ui/parse-day.ts';

/** From a day to a day, both included; `to` null: until further notice. */
export interface Span {
  from: string;
  to: string | null;
}
/** Whether two have a day in common. */
export const overlap = (a: Span, b: Span): boolean => (b.to === null || a.from <= b.to) && (a.to === null || b.from <= a.to);
export const byDay = (a: Span, b: Span): number => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0);

/** Whether the one says what the other does. */
export const same = <T extends Span>(a: T, b: T): boolean => (Object.keys(b) as (keyof T)[]).every((key) => a[key] === b[key]);
/** One's own write, though its answer was lost: of what is there what says the same as one of those that were sent. */
export const ownOf = <T extends Span>(there: readonly T[], sent: readonly T[] = []): T | undefined => there.find((one) => sent.some((other) => same(one, other)));

/** What is left of a range when the days of another are taken out. */
function rest<T extends Span>(range: T, taken: Span): T[] {
  const before = range.from < taken.from ? [{ ...range, to: dayAfter(taken.from, -1) }] : [];
  const after = taken.to !== null && (range.to === null || range.to > taken.to) ? [{ ...range, from: dayAfter(taken.to, 1) }] : [];
  return [...before, ...after];
}
/** Puts a range among others so that no day has two: what it covers of the others makes way. `instead`: the one it replaces. `cut`: what becomes of the others. */
export function withRange<T extends Span>(all: readonly T[], next: T, instead: T | null): { now: T[]; cut: { before: T; after: T[] }[] } {
  const others = all.filter((one) => one !== instead);
  const cut = others.filter((one) => overlap(one, next)).map((before) => ({ before, after: rest(before, next) }));
  return { now: [...others.filter((one) => !overlap(one, next)), ...cut.flatMap(({ after }) => after), next].sort(byDay), cut };
}
/** The first day from `day` on that no range covers; null where each has one. */
export function firstGap(all: readonly Span[], day: string): string | null {
  const on = all.find(({ from, to }) => from <= day && (to === null || day <= to));
  if (on === undefined) return day;
  return on.to === null ? null : firstGap(all, dayAfter(on.to, 1));
}

/** A share as one types it, `70` or `70.5%`, in basis points; null when it is none. */
export function parsePercent(text: string): number | null {
  const found = /^(\d{1,3}(?:\.\d{1,2})?)%?$/.exec(text.normalize('NFKC').trim());
  const points = found === null ? null : Math.round(Number(found[1]) * 100);
  return points !== null && points <= 10_000 ? points : null;
}
/** `2`, `1.5倍` in basis points, from once to ten times the price; null when it is none. */
export function parseTimes(text: string): number | null {
  const found = /^(\d{1,2}(?:\.\d{1,4})?)[倍x]?$/.exec(text.normalize('NFKC').trim().toLowerCase());
  const points = found === null ? null : Math.round(Number(found[1]) * 10_000);
  return points !== null && points >= 10_000 && points <= 100_000 ? points : null;
}
/** Basis points as one types them: 7,050 → `70.5` of a hundred, 15,000 → `1.5` of one. */
export const ofPoints = (points: number, whole: 100 | 1): string => String((points * whole) / 10_000);
/** A time of day as one types it, `7:30`, `730` or `19`, as `HH:mm`; null when it is none. */
export function parseClock(text: string): string | null {
  const found = /^(\d{1,2})(?::?(\d\d))?$/.exec(text.normalize('NFKC').trim());
  if (found === null || Number(found[1]) > 23 || Number(found[2] ?? 0) > 59) return null;
  return `${found[1]!.padStart(2, '0')}:${found[2] ?? '00'}`;
}
