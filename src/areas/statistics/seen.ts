import type { ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { Shown } from '../../ui/chart/image.ts';
import type { statistics } from './contract.ts';
import type { Input } from '../../kernel/endpoint.ts';
import type { Question } from './question.ts';
import { useSeenHeat } from './seen-heat.tsx';
import { useSeenRank } from './seen-rank.tsx';
import { useSeenTime } from './seen-time.tsx';

type Body = NonNullable<Input<typeof statistics.export>['body']>;
/** The sheet of what is shown, without the kind of file. */
export type Sheet = Body extends infer B ? (B extends unknown ? Omit<B, 'type'> : never) : never;
/** What is shown of a measure, whatever the way. */
export interface Seen {
  title: string;
  busy: boolean;
  failure: Error | null;
  again: () => void;
  /** There is no figure at all. */
  none: boolean;
  picture: ReactNode;
  twin: { heads: readonly string[]; rows: readonly { key: string; cells: readonly string[] }[] };
  /** null: it has not come. */
  image: Shown | null;
  sheet: Sheet;
  /** What one should know of it. */
  note: string | null;
}
/** The measure as it is asked for; only that way is read. */
export function useSeen(asked: Question, title: string): Seen {
  const { t } = useLingui();
  const time = useSeenTime(asked, title);
  const heat = useSeenHeat(asked);
  const rank = useSeenRank(asked);
  if (asked.view === 'heat') return { title: t`${title}：各医院每天`, ...heat };
  return asked.view === 'rank' ? { title, ...rank } : { title, ...time };
}
