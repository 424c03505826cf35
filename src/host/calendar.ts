/** Calendar days as whole numbers (days since 1970-01-01), so that stays are added and compared without clocks. */

const MS = 86_400_000;
/** The product's hospitals all keep UTC+8, without summer time. */
const OFFSET = 8 * 3_600_000;

/** The day number of year, month (1–12), day; null when the calendar has no such day, such as 30 February. */
export function dayOf(year: number, month: number, date: number): number | null {
  const at = new Date(Date.UTC(year, month - 1, date));
  return at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === date ? at.getTime() / MS : null;
}
/** `2026-03-28` → day number; null for anything else. */
export function parseDay(text: string): number | null {
  const m = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return m ? dayOf(Number(m[1]), Number(m[2]), Number(m[3])) : null;
}
/** Day number → `2026-03-28`. */
export const dayText = (day: number): string => new Date(day * MS).toISOString().slice(0, 10);
/** The day it is in UTC+8 at `now` (milliseconds). */
export const dayAt = (now: number): number => Math.floor((now + OFFSET) / MS);
/** Today in UTC+8, `2026-03-28`. */
export const today = (): string => dayText(dayAt(Date.now()));
/** The instant `minutes` after that day's midnight in UTC+8, as ISO 8601 in UTC. */
export const instantAt = (day: number, minutes: number): string => new Date(day * MS - OFFSET + Math.round(minutes * 60_000)).toISOString();
