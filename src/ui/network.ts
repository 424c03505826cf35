// Whether the server can be reached: by the browser's word, and by calls that brought nothing back. No imports: calls stand above it.

/** `since`: ms since 1970, when the connection was lost; null: it stands, as far as is known. `doubt`: a call failed, and nobody has looked again yet. */
export interface Network {
  since: number | null;
  doubt: boolean;
}
const STANDS: Network = { since: null, doubt: false };
let now: Network = STANDS;
const listeners = new Set<() => void>();
function put(next: Network): void {
  if (next.since === now.since && next.doubt === now.doubt) return;
  now = next;
  for (const listener of listeners) listener();
}
/** Calls back when that changes. */
export function onNetwork(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
/** See `Network`. */
export const network = (): Network => now;
/** Something was asked and nothing came: perhaps the connection is gone. */
export const connectionDoubted = (): void => put({ ...now, doubt: now.since === null });
/** The server does not answer. */
export const connectionLost = (): void => put({ since: now.since ?? Date.now(), doubt: false });
const returns = new Set<() => void>();
/** Calls back when the connection is there again: what failed or may be old is asked for once more. */
export function onBack(listener: () => void): () => void {
  returns.add(listener);
  return () => void returns.delete(listener);
}
/** The server has answered, or the browser says that it may be asked. */
export function connectionStands({ type }: { type?: string } = {}): void {
  const lost = now.since !== null || type === 'online';
  put(STANDS);
  if (lost) for (const listener of returns) listener();
}

let age: () => number | null = () => null;
/** Hands over how old the oldest answer is that the page shows. */
export const setReadAge = (asked: typeof age): void => void (age = asked);
/** When the oldest answer that the page shows was given, ms since 1970; null: it shows none. */
export const readAge = (): number | null => age();

if (typeof document !== 'undefined') {
  if (!navigator.onLine) connectionLost();
  addEventListener('offline', connectionLost);
  addEventListener('online', connectionStands);
}
