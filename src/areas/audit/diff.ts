/** One field before and after, as text; null where it was not there. */
export interface Change {
  field: string;
  before: string | null;
  after: string | null;
  changed: boolean;
}
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | null => (value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value, null, 1));

/** The fields of what was written down before and after, in their order; what is no record is one field without a name. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const pair = (field: string, was: unknown, is: unknown): Change => ({ field, before: textOf(was), after: textOf(is), changed: textOf(was) !== textOf(is) });
  if ((before ?? null) === null && (after ?? null) === null) return [];
  if ([before, after].some((side) => (side ?? null) !== null && !isRecord(side))) return [pair('', before, after)];
  const [was, is] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((field) => pair(field, Object.hasOwn(was, field) ? was[field] : undefined, Object.hasOwn(is, field) ? is[field] : undefined));
}
