import { useState } from 'react';

/** The place among lines that may come to stand in another order: it goes along with its line; once that is gone, with the one that stands there. */
export function usePlace(keys: readonly string[]): [at: number, move: (to: number) => void] {
  const [held, setHeld] = useState<{ key: string | null; at: number }>({ key: null, at: 0 });
  const found = held.key === null ? -1 : keys.indexOf(held.key);
  const at = found < 0 ? Math.max(0, Math.min(held.at, keys.length - 1)) : found;
  if (keys.length > 0 && (found < 0 || held.at !== at)) setHeld({ key: keys[at]!, at });
  return [at, (to) => setHeld({ key: keys[to] ?? null, at: to })];
}
