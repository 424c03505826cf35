import { useEffect, useState } from 'react';
import style from './progress.module.css';

/** Figures of spec section 9: where the bar begins, how long it takes to leave, how often it creeps. Times in milliseconds. */
const MINIMUM = 0.3;
const SPEED = 500;
const TRICKLE = 200;

/** The thin bar at the top, the only sign of a navigation. `busy` shows it; when it ends the bar runs full and goes. */
export function Progress({ busy }: { busy: boolean }) {
  // nothing at first, so that prerendered HTML holds no bar (its style attribute would offend the content security policy)
  const [{ was, part }, set] = useState({ was: busy, part: 0 });
  if (was !== busy) set({ was: busy, part: busy ? MINIMUM : part > 0 ? 1 : 0 });
  useEffect(() => {
    const timer = busy ? setInterval(() => set((now) => (now.was ? { ...now, part: Math.max(MINIMUM, now.part + (0.994 - now.part) * 0.1) } : now)), TRICKLE) : setTimeout(() => set((now) => ({ ...now, part: 0 })), SPEED);
    return () => clearTimeout(timer);
  }, [busy]);
  return part === 0 ? null : <div className={style.bar} data-full={part === 1} style={{ transform: `scaleX(${part})` }} aria-hidden="true" />;
}
