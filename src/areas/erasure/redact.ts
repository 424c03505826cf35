/** What stands where something of a person stood. */
export const ERASED = '已抹除';

/** What a line of a story keeps: texts by these names, numbers and yes or no by any other than those. */
export interface Keeping {
  texts: ReadonlySet<string>;
  /** Names of numbers that tell of the person; `all`: every one that is not among `texts`. */
  lost: ReadonlySet<string> | 'all';
}
/** Of an order: money, days, places and who served; the rest may tell of the patient. */
export const OF_ORDER: Keeping = {
  texts: new Set(['event', 'serviceState', 'evaluationState', 'plannedStart', 'startHalf', 'plannedEnd', 'endHalf', 'actualStartAt', 'actualEndAt', 'hospitalName', 'departmentName', 'serviceName', 'caregiverName', 'caregiverNo', 'method', 'proofNo', 'renewedFrom', 'renewedBy', 'source', 'kind']),
  lost: new Set(['patientGender', 'infectious', 'prefGender']),
};
/** Of a caregiver: where they stood and worked, never who they were. */
export const OF_CAREGIVER: Keeping = { texts: new Set(['event', 'status', 'staffNo', 'level', 'employment', 'certificate', 'hospitalId', 'words', 'leaveFrom', 'leaveTo', 'hiredOn', 'leftOn', 'reviewOn', 'revealed']), lost: 'all' };

const each = (value: object, change: (part: unknown, name: string) => unknown): unknown => Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part, name)]));
/** A value of JSON without what tells of a person; what is new and unheard of is taken out too. */
export function redacted(value: unknown, keeping: Keeping, name = ''): unknown {
  if (Array.isArray(value)) return value.map((part) => redacted(part, keeping, name));
  if (typeof value === 'object' && value !== null) return each(value, (part, inner) => redacted(part, keeping, inner));
  if (value === null || value === undefined || keeping.texts.has(name)) return value;
  return typeof value === 'string' || keeping.lost === 'all' || keeping.lost.has(name) ? ERASED : value;
}
/** Words that may be looked for within texts: a single character would cut them all, and what is erased already is nobody's. */
export const telling = (words: readonly (string | null)[]): string[] => words.filter((word): word is string => word !== null && [...word].length > 1 && word !== ERASED);
/** A value of JSON with what is theirs taken out of its texts, of those by the names `only` if there are any; a name, kept as one (`…Name`) or told with others', goes only if it is one of `names`, for another's may begin with it. `place`: where it stands. */
export function without(value: unknown, blot: { out: (text: string, place: string) => string }, names: readonly string[], place: string, only?: ReadonlySet<string>, name = ''): unknown {
  if (Array.isArray(value)) return value.map((part) => without(part, blot, names, place, only, name));
  if (typeof value === 'object' && value !== null) return each(value, (part, inner) => without(part, blot, names, place, only, inner));
  if (typeof value !== 'string' || (only !== undefined && !only.has(name))) return value;
  if (name.endsWith('Name')) return names.includes(value) ? ERASED : value.split('、').map((one) => (names.includes(one) ? ERASED : one)).join('、');
  return blot.out(value, name === '' ? place : `${place} ${name}`);
}
