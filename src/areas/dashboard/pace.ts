import { useEffect, useRef } from 'react';

/** Milliseconds: how long after a change it is asked, how far apart at least, by how much tabs differ so that a house does not ask in one breath, and how often without a change, for time itself moves figures. */
const PACE = { after: 500, apart: 5_000, jitter: 1_000, minute: 60_000 } as const;

/** Asks soon after each change and every minute, while the page is shown and the window can be seen. Gives what to call on a change; one that came while nobody looked is asked about later. */
export function usePace(ask: () => void): () => void {
  const latest = useRef(ask);
  useEffect(() => void (latest.current = ask));
  const pace = useRef({ stale: false, last: -Infinity, plan: (): void => {} });
  useEffect(() => {
    const own = pace.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // what is shown was read just now, or is read anew by the page itself
    own.last = performance.now() - PACE.apart;
    own.plan = () => {
      if (document.visibilityState !== 'visible') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        own.stale = false;
        own.last = performance.now();
        latest.current();
      }, Math.max(PACE.after, own.last + PACE.apart - performance.now()) + Math.random() * PACE.jitter);
    };
    const look = (): void => {
      if (own.stale || performance.now() - own.last > PACE.minute) own.plan();
    };
    const clock = setInterval(() => own.plan(), PACE.minute);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      clearTimeout(timer);
      clearInterval(clock);
      document.removeEventListener('visibilitychange', look);
      own.plan = () => {};
    };
  }, []);
  return () => {
    pace.current.stale = true;
    pace.current.plan();
  };
}
