import type { Reach } from './reach.ts';

/** How long one can ask how something went, ms; how many are told apart. */
const TOLD = 10 * 60_000;
const KEPT = 500;

/** How far an export or an import is: rows done, and how many there are; null until that is known. */
export interface Progress {
  rows: number;
  total: number | null;
  state: 'running' | 'done' | 'failed';
}
interface Running extends Progress {
  at: number;
}
const running = (): Map<string, Running> => new Map();
/** How far what a person asked for under this Idempotency-Key is; null for one that this instance does not know. */
export function progressOf(reach: Reach, userId: string, key: string): Progress | null {
  const found = reach.beside(running).get(`${userId} ${key}`);
  return found === undefined ? null : { rows: found.rows, total: found.total, state: found.state };
}
/** Begins something whose progress can be asked for under the key; whoever does it writes into what it answers. */
export function begin(reach: Reach, userId: string, key: string | undefined, total: number | null): Progress {
  const kept = reach.beside(running);
  const now = Date.now();
  for (const [name, { at }] of kept) if (now - at > TOLD || kept.size >= KEPT) kept.delete(name);
  const progress: Running = { rows: 0, total, state: 'running', at: now };
  if (key !== undefined) kept.set(`${userId} ${key}`, progress);
  return progress;
}
