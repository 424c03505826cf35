import { dayAfter, daysBetween } from '../../ui/parse-day.ts';
import type { RosterRow } from './contract.ts';

/** Days that are shown at once where there is room: two weeks from a Monday. */
export const WIDE = 14;
export type Stint = RosterRow['stints'][number];
/** What a caregiver has on one day, the first that fits: `elsewhere` a service out of the reader's scope; `idle` no work by status; `lapsed` no valid health certificate. */
export const DAY_KINDS = ['stint', 'several', 'elsewhere', 'leave', 'idle', 'lapsed', 'unposted', 'free'] as const;
export type DayKind = (typeof DAY_KINDS)[number];
/** One day of one caregiver. `stints`: those within the reader's scope. `clash`: served although on leave or without a certificate. */
export interface RosterDay {
  kind: DayKind;
  stints: readonly Stint[];
  /** All there are, those elsewhere too. */
  count: number;
  clash: 'leave' | 'lapsed' | null;
}

type Halves = RosterRow['leaves'][number];

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => dayAfter(day, -((daysBetween('2024-01-01', day) % 7) + 7) % 7);
/** The days from one on. */
export const daysFrom = (from: string, count: number): string[] => Array.from({ length: count }, (_, i) => dayAfter(from, i));

/** What a row says of a day. A status counts from today on: what it was before is not known. */
export function dayOf({ caregiver, stints, leaves, unhealthy, unposted }: RosterRow, day: string, today: string): RosterDay {
  const on = ({ from, to }: { from: string; to: string }): boolean => from <= day && day <= to;
  const served = stints.filter(on);
  const own = served.filter(({ orderNo }) => orderNo !== null);
  // on leave and never free: without days, as a sheet brings them
  const off = leaves.filter(on);
  const endless = day >= today && caregiver.status === 'on_leave' && caregiver.nextFree === null;
  const away = off.length > 0 || endless;
  const late = ({ from, begins }: Halves): boolean => from === day && begins === 'PM';
  const early = ({ to, ends }: Halves): boolean => to === day && ends === 'AM';
  // who is back at noon may serve from then on
  const met = endless || off.some((one) => served.some((stint) => !(early(one) && late(stint)) && !(late(one) && early(stint))));
  const lapsed = unhealthy.some(on);
  const idle = day >= today && (caregiver.status === 'pending' || (caregiver.status === 'suspended' && caregiver.suspendedFor !== 'health'));
  const kind: DayKind = own.length > 0 ? (served.length > 1 ? 'several' : 'stint') : served.length > 0 ? 'elsewhere' : away ? 'leave' : idle ? 'idle' : lapsed ? 'lapsed' : unposted.some(on) ? 'unposted' : 'free';
  return { kind, stints: own, count: served.length, clash: served.length === 0 ? null : met ? 'leave' : lapsed ? 'lapsed' : null };
}
