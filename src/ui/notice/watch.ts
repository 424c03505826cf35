import { gathering } from '../gather.ts';
import { rested } from '../live.ts';
import { readAgain } from './state.ts';
import { noticeSource } from './source.ts';

/** Milliseconds: how long after a change it is asked (the server's counts hold two seconds), seldomer while changes do not stop; and how often without a change, for time itself makes notices. */
const PACE = { first: 2_500, most: 15_000, minute: 60_000 } as const;

/** Keeps the counts while the page can be seen, until what is returned is called. The first are asked for once the page has come to rest. */
export function watchNotices(): () => void {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = -Infinity;
  let stale = false;
  const wait = gathering(PACE);
  const ask = (): void => {
    clearTimeout(timer);
    timer = undefined;
    stale = false;
    last = performance.now();
    // what could not be had is asked for as if something had changed: else a change would be told a minute late
    void readAgain().then((read) => read || over.signal.aborted || soon());
  };
  const soon = (): void => {
    if (document.visibilityState !== 'visible') stale = true;
    else timer ??= setTimeout(ask, wait());
  };
  const look = (): void => {
    if (document.visibilityState === 'visible' && (stale || performance.now() - last > PACE.minute)) soon();
  };
  let deaf = (): void => {};
  let clock: ReturnType<typeof setInterval> | undefined;
  void rested(over.signal).then(() => {
    if (over.signal.aborted) return;
    ask();
    deaf = noticeSource()!.follow(soon);
    clock = setInterval(() => (document.visibilityState === 'visible' ? soon() : undefined), PACE.minute);
    document.addEventListener('visibilitychange', look);
  });
  return () => {
    over.abort();
    clearTimeout(timer);
    clearInterval(clock);
    document.removeEventListener('visibilitychange', look);
    deaf();
  };
}
