import { useEffect, useState } from 'react';

/** Whole seconds left, 0 when it is over, and how to begin anew. */
export function useCountdown(): [left: number, begin: (seconds: number) => void] {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (end === 0) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= end) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [end]);
  const begin = (seconds: number): void => {
    setNow(Date.now());
    setEnd(Date.now() + seconds * 1000);
  };
  return [Math.max(0, Math.ceil((end - now) / 1000)), begin];
}
