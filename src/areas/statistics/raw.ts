import type { Values } from './contract.ts';
import { MEASURES, type Measure } from './measure.ts';

/** Sums of the summary's days (0023_statistics.sql names them so). */
export const DAY_SUMS = ['made', 'started', 'ended', 'cancelled', 'halves_normal', 'halves_holiday', 'halves_bedded', 'halves_carer', 'replaced', 'extended', 'ended_early', 'assigned', 'stars', 'evaluations', 'complaints', 'charged_fen'] as const;
export const MONEY_SUMS = ['received_fen', 'refunded_fen'] as const;
/** What is no sum of the summary: percentiles, what there is of beds and posted days, and what is so now. */
export const OTHERS = ['wait_half', 'wait_most', 'bed_days', 'posted_days', 'owed_fen', 'certificates'] as const;
/** `taken`: what caregivers alone have, orders that they took on. */
export type Column = (typeof DAY_SUMS)[number] | (typeof MONEY_SUMS)[number] | (typeof OTHERS)[number] | 'taken';
/** What figures are made of; what is missing was not asked for, or cannot be told. */
export type Raw = Partial<Record<Column, number | null>>;

const whole = (column: Column) => ({ needs: [column], of: (raw: Raw) => raw[column] ?? null });
const days = (...needs: Column[]) => ({ needs, of: (raw: Raw) => (needs.every((column) => raw[column] === undefined) ? null : needs.reduce((sum, column) => sum + (raw[column] ?? 0), 0) / 2) });
const ratio = (times: number, above: Column, ...below: Column[]) => ({
  needs: [above, ...below],
  of: (raw: Raw) => {
    const divisor = below.reduce((sum, column) => sum + (raw[column] ?? 0), 0);
    const part = raw[above];
    return part === undefined || part === null || divisor === 0 ? null : Math.round((part * times) / divisor);
  },
});
/** A part of the orders that began, or ended; of a caregiver, of those that they took on. */
const rate = (above: Column, begun: 'started' | 'ended') => {
  const [of, ofTaken] = [ratio(10_000, above, begun).of, ratio(10_000, above, 'taken').of];
  return { needs: [above, begun, 'taken'] as const, of: (raw: Raw) => (raw.taken === undefined ? of : ofTaken)(raw) };
};
/** How each measure is made of sums. A half day is half a day; basis points and hundredths are rounded. */
const FIGURES: Record<Measure, { needs: readonly Column[]; of: (raw: Raw) => number | null }> = {
  made: whole('made'), started: whole('started'), ended: whole('ended'), cancelled: whole('cancelled'),
  serviceDays: days('halves_normal', 'halves_holiday'), serviceDaysNormal: days('halves_normal'), serviceDaysHoliday: days('halves_holiday'),
  coveredBedDays: days('halves_bedded'), bedDays: whole('bed_days'), bedCover: ratio(5_000, 'halves_bedded', 'bed_days'),
  receivable: whole('charged_fen'), received: whole('received_fen'), refunded: whole('refunded_fen'), outstanding: whole('owed_fen'),
  utilisation: ratio(5_000, 'halves_carer', 'posted_days'),
  replaced: whole('replaced'), replacedRate: rate('replaced', 'started'), extended: whole('extended'), extendedRate: rate('extended', 'started'),
  endedEarly: whole('ended_early'), endedEarlyRate: rate('ended_early', 'ended'),
  assigned: whole('assigned'), waitHalf: whole('wait_half'), waitMost: whole('wait_most'),
  satisfaction: ratio(100, 'stars', 'evaluations'), evaluations: whole('evaluations'), complaints: whole('complaints'), complaintRate: ratio(200_000, 'complaints', 'halves_normal', 'halves_holiday'),
  certificatesEnding: whole('certificates'),
};
/** The sums that these measures are made of. */
export const neededBy = (measures: readonly Measure[]): ReadonlySet<Column> => new Set(measures.flatMap((measure) => FIGURES[measure].needs));
/** The figures that sums make; `applies`: whether a measure can be told at all of what was asked. */
export function figuresOf(raw: Raw, measures: readonly Measure[], applies: (measure: Measure) => boolean): Values {
  const values: Values = {};
  for (const measure of measures) values[measure] = applies(measure) ? FIGURES[measure].of(raw) : null;
  return values;
}
/** What of two parts together is not known from them: percentiles, and people who may be in both. */
const ALONE: ReadonlySet<Column> = new Set(['wait_half', 'wait_most', 'certificates']);
/** Sums of several parts, as far as they are sums. */
export function joined(parts: Iterable<Raw>): Raw {
  const all: Raw = {};
  for (const part of parts) for (const column of Object.keys(part) as Column[]) all[column] = ALONE.has(column) ? null : (all[column] ?? 0) + (part[column] ?? 0);
  return all;
}
/** What was asked for, in the order of the table; all without a wish. */
export const chosen = (measures: readonly Measure[] | undefined): Measure[] => (measures === undefined ? [...MEASURES] : MEASURES.filter((measure) => measures.includes(measure)));
