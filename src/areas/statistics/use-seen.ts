import type { Question } from './question.ts';
import type { Seen } from './seen.ts';
import { useSeenHeat } from './seen-heat.tsx';
import { useSeenRank } from './seen-rank.tsx';
import { useSeenTime } from './seen-time.tsx';

/** The measure as it is asked for; only that way is read. */
export function useSeen(asked: Question, title: string): Seen {
  const time = useSeenTime(asked, title);
  const heat = useSeenHeat(asked, title);
  const rank = useSeenRank(asked);
  if (asked.view === 'heat') return heat;
  return asked.view === 'rank' ? rank : { title, ...time };
}
