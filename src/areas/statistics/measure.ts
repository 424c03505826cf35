import { writeDid } from '../../kernel/did.ts';
import type { Deed } from '../order/contract.ts';
import { MEASURES, type Measure } from './contract.ts';

export { MEASURES, type Measure };

// What is counted: data alone, for both wings. Titles and how each is computed: words.ts.

/** `days`: may end in .5; `fen`: integer fen; `bp`: basis points; `stars`: the mean × 100; `per1000`: per 1,000 service days, × 100. */
export const UNITS = ['count', 'days', 'fen', 'bp', 'minutes', 'stars', 'per1000'] as const;
export type Unit = (typeof UNITS)[number];
/** What figures can be narrowed to and grouped by besides hospitals. */
export const DIMENSIONS = ['department', 'service', 'method', 'caregiver'] as const;
export type Dimension = (typeof DIMENSIONS)[number];
interface Measured {
  unit: Unit;
  /** It can be narrowed to and grouped by these; by others it is null. Hospitals always. */
  by: readonly Dimension[];
  /** Which rows it opens: orders of a deed in the range (`exact`: the list's total is the figure; else these are the orders that it is made of), what is owed, or caregivers whose certificates end. null: none, see words.ts. */
  opens: { list: 'order'; deed: Deed; exact: boolean } | { list: 'order'; owed: true } | { list: 'caregiver'; certificate: 'ending' } | null;
  /** The parts of a range add up to the whole: it can be a heat map and stacked. */
  adds: boolean;
  /** As it is now, whatever the range; it has no period before it and no series. */
  now?: true;
}
const PLACE = ['department', 'service'] as const;
const WITH_CAREGIVER = ['department', 'service', 'caregiver'] as const;
const WITH_METHOD = ['department', 'service', 'method'] as const;
const orders = (deed: Deed, exact = false) => ({ list: 'order', deed, exact }) as const;

/** What is to be known of every measure. */
export const MEASURE_TABLE = {
  made: { unit: 'count', by: PLACE, opens: orders('made', true), adds: true },
  started: { unit: 'count', by: WITH_CAREGIVER, opens: orders('started', true), adds: true },
  ended: { unit: 'count', by: WITH_CAREGIVER, opens: orders('ended', true), adds: true },
  cancelled: { unit: 'count', by: WITH_CAREGIVER, opens: orders('cancelled', true), adds: true },
  serviceDays: { unit: 'days', by: WITH_CAREGIVER, opens: orders('served'), adds: true },
  serviceDaysNormal: { unit: 'days', by: WITH_CAREGIVER, opens: orders('served-normal'), adds: true },
  serviceDaysHoliday: { unit: 'days', by: WITH_CAREGIVER, opens: orders('served-holiday'), adds: true },
  coveredBedDays: { unit: 'days', by: WITH_CAREGIVER, opens: orders('bedded'), adds: true },
  bedDays: { unit: 'days', by: ['department'], opens: null, adds: true },
  bedCover: { unit: 'bp', by: ['department'], opens: orders('bedded'), adds: false },
  receivable: { unit: 'fen', by: WITH_CAREGIVER, opens: orders('charged'), adds: true },
  received: { unit: 'fen', by: WITH_METHOD, opens: orders('received'), adds: true },
  refunded: { unit: 'fen', by: WITH_METHOD, opens: orders('refunded'), adds: true },
  outstanding: { unit: 'fen', by: WITH_CAREGIVER, opens: { list: 'order', owed: true }, adds: false, now: true },
  utilisation: { unit: 'bp', by: ['caregiver'], opens: orders('attended'), adds: false },
  replaced: { unit: 'count', by: WITH_CAREGIVER, opens: orders('replaced'), adds: true },
  replacedRate: { unit: 'bp', by: WITH_CAREGIVER, opens: orders('replaced'), adds: false },
  extended: { unit: 'count', by: WITH_CAREGIVER, opens: orders('extended'), adds: true },
  extendedRate: { unit: 'bp', by: WITH_CAREGIVER, opens: orders('extended'), adds: false },
  endedEarly: { unit: 'count', by: WITH_CAREGIVER, opens: orders('ended-early', true), adds: true },
  endedEarlyRate: { unit: 'bp', by: WITH_CAREGIVER, opens: orders('ended-early'), adds: false },
  assigned: { unit: 'count', by: WITH_CAREGIVER, opens: orders('assigned', true), adds: true },
  waitHalf: { unit: 'minutes', by: WITH_CAREGIVER, opens: orders('assigned'), adds: false },
  waitMost: { unit: 'minutes', by: WITH_CAREGIVER, opens: orders('assigned'), adds: false },
  satisfaction: { unit: 'stars', by: WITH_CAREGIVER, opens: orders('evaluated'), adds: false },
  evaluations: { unit: 'count', by: WITH_CAREGIVER, opens: orders('evaluated'), adds: true },
  complaints: { unit: 'count', by: WITH_CAREGIVER, opens: orders('complained'), adds: true },
  complaintRate: { unit: 'per1000', by: WITH_CAREGIVER, opens: orders('complained'), adds: false },
  certificatesEnding: { unit: 'count', by: [], opens: { list: 'caregiver', certificate: 'ending' }, adds: false, now: true },
} as const satisfies Record<Measure, Measured>;
/** What the table says of a measure. */
export const measureOf = (measure: Measure): Measured => MEASURE_TABLE[measure];

/** The days of a figure and to what it is narrowed. `reason`: the words of one, empty where none was given. */
export interface Figured {
  from: string;
  to: string;
  hospital?: string | undefined;
  department?: string | undefined;
  service?: string | undefined;
  method?: string | undefined;
  caregiver?: string | undefined;
  reason?: string | undefined;
}
/** The list that a figure opens, with its filters as they stand in the address; null where it opens none. */
export function opened(measure: Measure, { from, to, hospital, department, service, method, caregiver, reason }: Figured): { path: '/order/index' | '/caregiver/index'; query: Record<string, string | string[]>; exact: boolean } | null {
  const { opens, by } = measureOf(measure);
  if (opens === null) return null;
  if (opens.list === 'caregiver') return { path: '/caregiver/index', query: { certificate: opens.certificate, ...(hospital === undefined ? {} : { hospitalId: hospital }) }, exact: true };
  const place = { ...(hospital === undefined ? {} : { hospitalId: hospital }), ...(department === undefined ? {} : { departmentId: department }), ...(service === undefined ? {} : { where: [`serviceItemId:is:${service}`] }) };
  if ('owed' in opens) return { path: '/order/index', query: { unpaid: '1', ...(caregiver === undefined ? {} : { servedBy: caregiver }), ...place }, exact: false };
  const key = by.includes('method') ? method : by.includes('caregiver') ? caregiver : undefined;
  return { path: '/order/index', query: { did: writeDid({ deed: opens.deed, from, to, key, reason }), ...place }, exact: opens.exact };
}
