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
/** A value of JSON with these words taken out of its texts. */
export function without(value: unknown, words: readonly string[]): unknown {
  if (typeof value === 'string') return words.reduce((text, word) => text.replaceAll(word, ERASED), value);
  if (Array.isArray(value)) return value.map((part) => without(part, words));
  return typeof value === 'object' && value !== null ? each(value, (part) => without(part, words)) : value;
}
