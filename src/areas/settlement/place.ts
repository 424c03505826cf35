import { href } from '../../kernel/href.ts';
import { todayThere } from '../../ui/parse-day.ts';
import type { MonthVerb } from './contract.ts';

/** Which statement an address is of: all hospitals or one, all caregivers or one. `does`: what is being done to it. */
export interface At {
  month: string;
  by: 'hospital' | 'caregiver';
  hospital: string | null;
  caregiver: string | null;
  does: MonthVerb | null;
}
/** A month so many months later. */
export function monthAfter(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const n = year * 12 + number - 1 + months;
  return `${Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`;
}
/** The month that runs, by the hospitals' clock. */
export const running = (): string => todayThere().slice(0, 7);
/** The month that is to be closed next: the last one that is over. */
export const lastMonth = (): string => monthAfter(running(), -1);
/** Whether a text is a month, as the server takes it. */
const isMonth = (text: string): boolean => /^20\d{2}-(0[1-9]|1[0-2])$/.test(text);
/** Why the month of an address cannot be shown, so that the last one is: it is none, or yet to come. Null: it can, or none is named. */
export function wrongMonth(query: URLSearchParams): 'none' | 'future' | null {
  const month = query.get('month');
  return month === null ? null : !isMonth(month) ? 'none' : month > running() ? 'future' : null;
}
/** What the address says; what it does not, or says wrong, is the last month of all hospitals. */
export function atOf(query: URLSearchParams): At {
  const named = (name: string, form: RegExp): string | null => {
    const value = query.get(name);
    return value !== null && form.test(value) ? value : null;
  };
  const [hospital, caregiver] = [named('hospital', /^\d{1,18}$/), named('caregiver', /^[\w-]{1,32}$/)];
  return {
    month: (wrongMonth(query) === null ? query.get('month') : null) ?? lastMonth(), by: caregiver !== null || query.get('by') === 'caregiver' ? 'caregiver' : 'hospital',
    hospital: caregiver === null && query.get('by') !== 'caregiver' ? hospital : null, caregiver, does: named('does', /^(close|reopen|pay|unpay)$/) as At['does'],
  };
}
/** The address of a statement. */
export const addressOf = ({ month, by, hospital, caregiver, does }: At): string =>
  href('/statistics/month', {}, { month, by: by === 'caregiver' && caregiver === null ? by : undefined, hospital: hospital ?? undefined, caregiver: caregiver ?? undefined, does: does ?? undefined });
/** The list that a statement is of. */
export const listOf = (at: At): At => ({ ...at, hospital: null, caregiver: null, does: null });
