/** What the boot script has asked for while the console's code was on its way (build/boot-head.js), by address. `answer` is null where nothing came; `stop` ends it, also in the middle of its body. */
export interface Early {
  token: string;
  /** Of the document by then. */
  lang: string;
  calls: { [address: string]: { answer: Promise<Response | null>; stop: AbortController } };
}
/** Milliseconds since the page began after which such an answer is too old: a stream tells again what happened in the last 10 s before it is heard (live-channel.ts). */
const WITHIN = 8_000;

/** Fetches; an answer that the boot script asked for as the same person, in the same language, is taken instead, once. Where that brought nothing it is asked as ever. @throws as fetch does */
export const earlyFetch: typeof fetch = async (request, init) => {
  const { early } = globalThis as { early?: Early };
  const { signal, headers } = (init ?? {}) as { signal?: AbortSignal; headers?: Headers };
  const call = early?.calls[String(request)];
  if (call === undefined || signal?.aborted === true || performance.now() > WITHIN || headers?.get('X-Access-Token') !== early!.token || document.documentElement.lang !== early!.lang) return fetch(request, init);
  delete early!.calls[String(request)];
  // it began without the caller's signal, and its body may still be on the way when it is given up
  signal?.addEventListener('abort', () => call.stop.abort(), { once: true });
  return (await call.answer) ?? fetch(request, init);
};
