import { href } from '../../kernel/href.ts';
import { opened, type Figured, type Measure } from './measure.ts';
import type { Ranking } from './question.ts';

/** The address of the list that a figure opens; null: it opens none. */
export function rowsOf(measure: Measure, asked: Figured): string | null {
  const list = opened(measure, asked);
  if (list === null) return null;
  const query = Object.entries(list.query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : value.map((each, i) => [`${name}[${i}]`, each])) as [string, string][]);
  return href(list.path, {}, Object.fromEntries(query));
}
/** The same, where there is a figure. */
export const listOf = (measure: Measure, value: number | null | undefined, asked: Figured): string | null => (value === null || value === undefined ? null : rowsOf(measure, asked));
/** What a line of a ranking narrows its rows to. */
export const narrowsTo = (group: Exclude<Ranking, 'age'>, id: string): Partial<Figured> => ({ [isReason(group) ? 'reason' : group]: id });
/** By the words of a reason: the page itself has no filter for them. */
export const isReason = (group: Ranking): boolean => group.endsWith('-reason');
