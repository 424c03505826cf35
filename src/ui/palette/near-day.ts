import type { Choice } from '../../kernel/area.ts';
import { dayAfter, todayThere } from '../parse-day.ts';
import { match } from './match.ts';

const DAYS = [['今天', 'jin tian', 'today'], ['明天', 'ming tian', 'tomorrow'], ['后天', 'hou tian', 'day after']];
/** The next days that are called so or sound so, also while that is composed: `mt`, `ming'tian`. `parts`: of each day what can be chosen, and what is said for it behind the day's own words. */
export const nearDays = (text: string, parts: readonly { said: readonly string[]; choice: (day: string) => Choice }[]): Choice[] =>
  DAYS.flatMap((day, days) => parts.flatMap(({ said, choice }) => {
    const one = choice(dayAfter(todayThere(), days));
    return match(text, one.label, day.map((word, i) => word + said[i]!)) === null ? [] : [one];
  }));
