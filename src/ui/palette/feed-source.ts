import type { Feed } from '../../kernel/area.ts';
import type { FeedQuestion } from '../../kernel/found.ts';

/** Records asked for at a time (kernel/indexed.ts). */
const PIECE = 200;

/** One kind of record: how far it is read, and what it still wants to ask. */
export interface Source {
  kind: string;
  feed: Feed;
  /** null: whole. */
  next: { after?: string } | null;
  /** As of when, and for whose eyes, the lines are; null: nothing is read yet. */
  known: { at: string; stamp: string } | null;
  /** Something may have changed unheard. */
  missed: boolean;
  /** Records that changed and are to be asked for, and those that are gathered still: what changes while others are asked for waits its time too, or a server that is late would be asked without a pause. */
  nos: Set<string>;
  gathered: Set<string>;
  /** Failures in a row, and when it is asked again. */
  fails: number;
  after: number;
}
/** Nothing is read yet. */
export const beginOf = (kind: string, feed: Feed): Source => ({ kind, feed, next: {}, known: null, missed: false, nos: new Set(), gathered: new Set(), fails: 0, after: 0 });
/** What changed since is asked for, whichever records those are. */
export function miss(source: Source): void {
  source.missed = true;
  source.nos.clear();
  source.gathered.clear();
}
/** It has something to ask. */
export const busy = ({ next, missed, nos }: Source): boolean => next !== null || missed || nos.size > 0;
/** What a source asks next. */
export function questionOf({ next, known, missed, nos }: Source): FeedQuestion {
  const stamp = known === null ? {} : { stamp: known.stamp };
  if (next !== null) return { ...next, ...stamp };
  return missed && known !== null ? { since: known.at, ...stamp } : { nos: [...nos].slice(0, PIECE), ...stamp };
}

/** What was gathered is asked for from here on. */
export function gather(source: Source): void {
  for (const no of source.gathered) source.nos.add(no);
  source.gathered.clear();
}
