import { useEffect, useMemo, useRef, useState } from 'react';
import { match } from './palette/match.ts';

/** One thing to choose. */
export interface Choice {
  /** Unique among the choices. */
  value: string;
  label: string;
  /** The quiet second fact. */
  detail?: string | undefined;
  /** The fact at the right. */
  trailing?: string | undefined;
  /** Why it cannot be chosen. */
  refused?: string | undefined;
  /** Also found by these: pinyin and initials, words separated by spaces. */
  keywords?: readonly string[] | undefined;
}
export type Choices<T extends Choice> = readonly T[] | ((text: string, signal: AbortSignal) => Promise<readonly T[]>);

/** Milliseconds of rest before the server is asked. */
const REST = 120;
const TIERS = { exact: 0, prefix: 1, loose: 2, spread: 3 };
/** Those that answer what was typed, best first; all when nothing is typed. */
export function fitting<T extends Choice>(choices: readonly T[], text: string): readonly T[] {
  const query = text.trim();
  if (query === '') return choices;
  const tierOf = (one: T): number => {
    const hit = match(query, one.label, one.keywords ?? []) ?? (one.detail === undefined ? null : match(query, one.detail, []));
    return hit === null ? 4 : TIERS[hit.tier];
  };
  return choices.map((one) => ({ one, tier: tierOf(one) })).filter(({ tier }) => tier < 4).sort((a, b) => a.tier - b.tier).map(({ one }) => one);
}

interface Answer<T> {
  choices: Choices<T & Choice>;
  text: string;
  found: readonly T[];
  failure: string | null;
}
const NONE: readonly never[] = [];

/** The choices for what is typed. `asking`: what is `found` answers an older question. `awaitBest`: `take` is called with the first that may be chosen when the answer comes, or null; `forget` takes that back. */
export function useChoices<T extends Choice>(choices: Choices<T> | undefined, text: string, open: boolean, take: (choice: T | null) => void) {
  const [answer, setAnswer] = useState<Answer<T> | null>(null);
  const [waits, setWaits] = useState(false);
  const latest = useRef(take);
  useEffect(() => void (latest.current = take));
  const known = useMemo(() => (typeof choices === 'object' ? fitting(choices, text) : null), [choices, text]);
  const wanted = open || waits;
  useEffect(() => {
    if (typeof choices !== 'function' || !wanted) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      choices(text.trim(), stop.signal).then(
        (found) => void (stop.signal.aborted || setAnswer({ choices, text, found, failure: null })),
        (error: unknown) => void (stop.signal.aborted || setAnswer({ choices, text, found: NONE, failure: error instanceof Error ? error.message : String(error) })),
      );
    }, text === '' ? 0 : REST);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [choices, text, wanted]);
  const asking = known === null && wanted && (choices === undefined || answer === null || answer.text !== text || answer.choices !== choices);
  // an answer of another place is none
  const found = known ?? (answer !== null && answer.choices === choices ? answer.found : NONE);
  useEffect(() => {
    if (!waits || asking) return;
    setWaits(false);
    latest.current(found.find((one) => one.refused === undefined) ?? null);
  }, [waits, asking, found]);
  return { found, asking, waits, failure: known === null && !asking ? (answer?.failure ?? null) : null, awaitBest: () => setWaits(true), forget: () => setWaits(false) };
}
