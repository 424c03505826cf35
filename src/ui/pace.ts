import { useEffect, useRef } from 'react';

/** Milliseconds: how long after a change it is asked, how far apart at least, and by how much tabs differ so that a house does not ask in one breath. */
const PACE = { after: 500, apart: 5_000, jitter: 1_000 } as const;
interface Pace {
  /** Milliseconds between two of them, at least. */
  apart?: number;
  /** How often it is asked without a change, for time itself moves figures; null: never. */
  every?: number | null;
  /** An answer is on its way: it is asked after that. */
  busy?: () => boolean;
}

/** Asks soon after each change and every minute, while the page is shown and the window can be seen. Gives what to call on a change; one that came while nobody looked is asked about later. */
export function usePace(ask: () => void, { apart = PACE.apart, every = 60_000, busy }: Pace = {}): () => void {
  const latest = useRef({ ask, busy });
  useEffect(() => void (latest.current = { ask, busy }));
  const pace = useRef({ stale: false, last: -Infinity, plan: (): void => {} });
  useEffect(() => {
    const own = pace.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // what is shown was read just now, or is read anew by the page itself
    own.last = performance.now() - apart;
    own.plan = () => {
      if (document.visibilityState !== 'visible') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        if (document.visibilityState !== 'visible') return;
        if (latest.current.busy?.() === true) return own.plan();
        own.stale = false;
        own.last = performance.now();
        latest.current.ask();
      }, Math.max(PACE.after, own.last + apart - performance.now()) + Math.random() * PACE.jitter);
    };
    const look = (): void => {
      if (own.stale || (every !== null && performance.now() - own.last > every)) own.plan();
    };
    const clock = every === null ? undefined : setInterval(() => own.plan(), every);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      clearTimeout(timer);
      clearInterval(clock);
      document.removeEventListener('visibilitychange', look);
      own.plan = () => {};
    };
  }, [apart, every]);
  return () => {
    pace.current.stale = true;
    pace.current.plan();
  };
}
