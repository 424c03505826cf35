// Whether the server can be reached: by calls that brought nothing back, and by the browser's word until the server itself has
// answered: a server on the same machine does so without any network. While it cannot, it is asked again and again, whatever is
// drawn. No imports: calls stand above it.

/** `since`: ms since 1970, when the connection was lost; null: it stands, as far as is known. `doubt`: a call failed, and nobody has looked again yet. */
export interface Network {
  since: number | null;
  doubt: boolean;
}
const STANDS: Network = { since: null, doubt: false };
let now: Network = STANDS;
const listeners = new Set<() => void>();
/** Milliseconds between two looks whether the server is back. */
const LOOK = 5_000;
let timer: ReturnType<typeof setInterval> | undefined;
function put(next: Network): void {
  if (next.since === now.since && next.doubt === now.doubt) return;
  if (next.since === null) {
    clearInterval(timer);
    timer = undefined;
  } else timer ??= setInterval(() => void lookAgain(), LOOK);
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
/** The browser has no network, and the server has not answered since it lost it: nothing that is sent now arrives. */
export const cutOff = (): boolean => now.since !== null && !navigator.onLine;
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
/** How often it was found to stand: a look that began before the last time tells nothing of now. */
let stood = 0;
/** The server has answered, or the browser says that it may be asked. */
export function connectionStands({ type }: { type?: string } = {}): void {
  stood += 1;
  const lost = now.since !== null || type === 'online';
  put(STANDS);
  if (lost) for (const listener of returns) listener();
}

/** Whether the server is there at all: what is missing then is a file, not the network. */
export const serverAnswers = (): Promise<boolean> => fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(10_000) }).then((reply) => reply.ok, () => false);
/** Looks whether the server can be reached. */
export async function lookAgain(): Promise<void> {
  const before = stood;
  if (await serverAnswers()) connectionStands();
  else if (stood === before || now.doubt) connectionLost();
}

const ages = new Set<() => number | null>();
/** Adds something the page shows: when it was read, ms since 1970; null while it shows nothing. Returns how to take it away. */
export function addReadAge(asked: () => number | null): () => void {
  ages.add(asked);
  return () => void ages.delete(asked);
}
/** When the oldest answer that the page shows was given, ms since 1970; null: it shows none. */
export const readAge = (): number | null => [...ages].reduce<number | null>((oldest, asked) => {
  const at = asked();
  return at === null ? oldest : Math.min(oldest ?? Infinity, at);
}, null);

const unplugged = (): void => {
  connectionLost();
  void lookAgain();
};
if (typeof document !== 'undefined') {
  if (!navigator.onLine) unplugged();
  addEventListener('offline', unplugged);
  addEventListener('online', connectionStands);
}
