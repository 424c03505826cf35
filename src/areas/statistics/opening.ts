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
/** What a line of a ranking narrows the page to; null: a list has no filter for it, as for the words of a reason. */
export const narrowsTo = (group: Ranking, id: string): Partial<Figured> | null => (group === 'age' || group.endsWith('-reason') || id === '' ? null : { [group]: id });
