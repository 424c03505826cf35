import { useEffect, useState } from 'react';
import style from './progress.module.css';

/** Figures of spec section 9: where the bar begins, how long it takes to leave, how often it creeps. Times in milliseconds. */
const MINIMUM = 0.3;
const SPEED = 500;
const TRICKLE = 200;

/** Milliseconds that a navigation which waits for nothing shows where the bar begins: a frame or two. */
const GLIMPSE = 50;

/** The thin bar at the top, the only sign of a navigation: begun with every other `at`, creeping while it is `busy`; then it runs full and goes. */
export function Progress({ busy, at }: { busy: boolean; at: string }) {
  // nothing at first, so that prerendered HTML holds no bar (its style attribute would offend the content security policy)
  const [{ was, from, part }, set] = useState({ was: busy, from: at, part: 0 });
  if (was !== busy || from !== at) set({ was: busy, from: at, part: busy || from !== at ? part % 1 || MINIMUM : part && 1 });
  const full = part === 1;
  const idle = part === 0;
  useEffect(() => {
    const creep = (): void => set((now) => (now.was ? { ...now, part: Math.max(MINIMUM, now.part + (0.994 - now.part) * 0.1) } : now));
    const end = (): void => set((now) => ({ ...now, part: full ? 0 : 1 }));
    const timer = busy ? setInterval(creep, TRICKLE) : idle ? 0 : setTimeout(end, full ? SPEED : GLIMPSE);
    return () => clearTimeout(timer);
  }, [busy, at, idle, full]);
  return idle ? null : <div className={style.bar} data-full={full} style={{ transform: `scaleX(${part})` }} aria-hidden="true" />;
}
