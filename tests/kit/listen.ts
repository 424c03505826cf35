/** An open stream of changes. */
export interface Listener {
  headers: Headers;
  /** The next message; fails after twenty seconds of silence, or at the end. */
  next: () => Promise<unknown>;
  /** Settles when the server has ended the stream. */
  over: Promise<void>;
  leave: () => void;
}

/** Opens a stream as the console does. @throws Error when it is refused */
export async function listen(address: string, token: string): Promise<Listener> {
  const hold = new AbortController();
  const reply = await fetch(address, { headers: { accept: 'text/event-stream', 'x-access-token': token }, signal: hold.signal });
  if (!reply.ok || reply.body === null) {
    hold.abort();
    throw new Error(`refused: ${reply.status}`);
  }
  const heard: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  const over = (async () => {
    let text = '';
    for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const events = text.split('\n\n');
      text = events.pop()!;
      for (const event of events) {
        if (!event.startsWith('data: ')) continue;
        const message: unknown = JSON.parse(event.slice(6));
        const first = waiting.shift();
        if (first === undefined) heard.push(message);
        else first(message);
      }
    }
  })().catch(() => undefined);
  return {
    headers: reply.headers,
    over,
    leave: () => hold.abort(),
    next: () =>
      new Promise((done, failed) => {
        if (heard.length > 0) return done(heard.shift());
        waiting.push(done);
        setTimeout(() => failed(new Error('nothing was heard')), 20_000).unref();
        void over.then(() => failed(new Error('the stream has ended')));
      }),
  };
}
