import { useEffect, useRef } from 'react';
import { ofetch } from 'ofetch';
import type { Endpoint, Reply } from '../kernel/endpoint.ts';
import { prefix, quietFor } from './call.ts';
import { Channel, Refused } from './live-channel.ts';
import { onSignedOut } from './session.ts';
import { storedToken } from './vault.ts';

interface Check {
  safeParse: (value: unknown) => { success: boolean; data?: unknown };
}
const channels = new Map<string, Channel<unknown>>();
onSignedOut(() => {
  for (const channel of channels.values()) channel.close();
  channels.clear();
  calm?.end.abort();
  calm = undefined;
});
if (typeof document !== 'undefined') {
  const look = (): void => channels.forEach((channel) => channel.follow());
  document.addEventListener('visibilitychange', look);
  addEventListener('online', look);
}

/** Milliseconds of rest before the first stream, and how long that is waited for: a page loads first, and comes to an end with it. */
const CALM = { rest: 700, most: 5_000 } as const;
let calm: { comes: Promise<void>; end: AbortController } | undefined;
/** Settles when the page has been quiet for a while, or does not come to rest; never once `signal` is given up: nobody looks any more. */
export function rested(signal: AbortSignal): Promise<void> {
  const began = Date.now();
  return new Promise((done) => {
    if (signal.aborted) return;
    signal.addEventListener('abort', () => clearInterval(look), { once: true });
    const look = setInterval(() => {
      if (Date.now() - began < CALM.most && (document.readyState !== 'complete' || Math.min(quietFor(), Date.now() - began) < CALM.rest)) return;
      clearInterval(look);
      done();
    }, 100);
  });
}
function calms(): Promise<void> {
  if (calm === undefined) {
    const end = new AbortController();
    calm = { comes: rested(end.signal), end };
  }
  return calm.comes;
}
/** EventSource cannot send the token, so the stream is read from a plain call. */
async function open(path: string, signal: AbortSignal, ago: number): Promise<ReadableStream<Uint8Array>> {
  await calms();
  const token = storedToken();
  if (token === null) throw new Refused();
  const { ok, status, _data: body } = await ofetch.raw<ReadableStream<Uint8Array>, 'stream'>(`${prefix()}${path}?ago=${Math.round(ago)}`, { responseType: 'stream', retry: false, ignoreResponseError: true, signal, headers: { Accept: 'text/event-stream', 'X-Access-Token': token } });
  if (ok && body instanceof ReadableStream) return body;
  void body?.cancel();
  throw status >= 400 && status < 500 ? new Refused() : new Error(String(status));
}
function read(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
function channelOf({ path, within = path }: Pick<Endpoint, 'path' | 'within'>): Channel<unknown> {
  const known = channels.get(within) ?? new Channel<unknown>({ open: (signal, ago) => open(within, signal, ago), read, missed: null, visible: () => document.visibilityState === 'visible' });
  channels.set(within, known);
  return known;
}
/** What of a stream's messages is this endpoint's, in its shape, given to the listener. */
function sift<E extends Endpoint>({ path, within, reply }: E, listener: (message: Reply<E>) => void): (message: unknown) => void {
  return (message) => {
    const { of, said } = within === undefined || message === null ? { of: path, said: message } : (message as { of?: unknown; said?: unknown });
    if (of !== path) return;
    // a built console has no schemas of answers (src/build/plain-contract.ts)
    const checked = typeof reply !== 'object' ? said : (reply as unknown as Check).safeParse(said).data;
    if (checked !== undefined) listener(checked as Reply<E>);
  };
}

/** Hears what a stream tells from now on, outside of any page, until what is returned is called; null as with `useLive`. The session's end ends it too. */
export function hear<E extends Endpoint>(endpoint: E, listener: (message: Reply<E>) => void): () => void {
  const leave = channelOf(endpoint).subscribe(sift(endpoint, listener), null);
  return () => void leave();
}
/**
 * Hears what a stream tells while the page is shown, and what it told meanwhile when a hidden page is shown again; something twice
 * at times. Null: some may have been missed. Without a stream nothing is heard and nothing is said: what one sees is then as old as the list says.
 */
export function useLive<E extends Endpoint>(endpoint: E, heard: (message: Reply<E>) => void): void {
  const latest = useRef(heard);
  const seen = useRef<number | null>(null);
  useEffect(() => void (latest.current = heard));
  useEffect(() => {
    const leave = channelOf(endpoint).subscribe(sift(endpoint, (message) => latest.current(message)), seen.current);
    return () => void (seen.current = leave());
  }, [endpoint]);
}
