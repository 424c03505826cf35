/** Milliseconds of silence after which a stream is taken for dead (the server gives a sign every 15 s), and for which one that nobody hears stays open. */
const SILENCE = 40_000;
const LINGER = 10_000;
/** Milliseconds between tries: doubled each time up to the most; the longest where the server refuses. */
const PAUSE = { first: 1_000, most: 30_000, refused: 60_000 } as const;
/** Milliseconds by which what is asked for overlaps with what is known: an event bears the time at which its work began. */
const OVERLAP = 10_000;
/** The longest that can be asked for, ms: then all is read again. */
const LONGEST = 999_999_999;
/** How long ago to ask for, `ms` after what is known. Before it, the clock was put back, and nobody knows how far. */
const agoOf = (ms: number): number => (ms < 0 ? LONGEST : Math.min(ms + OVERLAP, LONGEST));
/** Messages kept for those who look away for a while. */
const KEPT = 500;

/** What a channel needs of its world. */
export interface ChannelWorld<M> {
  /** Opens the stream, which first tells what happened in the last `ago` ms. @throws Refused when the server does not want to, anything else when it is not there */
  open: (signal: AbortSignal, ago: number) => Promise<ReadableStream<Uint8Array>>;
  /** The message in one event, or undefined when it is none of the contract. */
  read: (data: string) => M | undefined;
  /** What stands for "some may have been missed". */
  missed: M;
  /** Whether anyone can see the page. */
  visible: () => boolean;
}
/** The server was there and said no. */
export class Refused extends Error {}

/** The data of each event in a stream of server-sent events; `sign` at every sign of life, `rest` with the pause that it asks for, ms. */
async function* eventsOf(stream: ReadableStream<Uint8Array>, sign: () => void, rest: (ms: number) => void): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    sign();
    text += decoder.decode(value, { stream: true });
    const events = text.split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      const data = event.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []));
      if (data.length > 0) yield data.join('\n');
      const [, ms] = /^retry: ?(\d+)$/m.exec(event) ?? [];
      if (ms) rest(Number(ms));
    }
  }
}

/**
 * One stream of this tab and those who hear it. It is open while someone listens and the page can be seen: a browser has six
 * connections to a server for all its tabs. It comes back by itself, and then asks for what happened meanwhile.
 */
export class Channel<M> {
  private readonly ears = new Set<(message: M) => void>();
  private log: M[] = [];
  /** Messages that have left the log. */
  private base = 0;
  private running: AbortController | null = null;
  private connected = false;
  /** Until when all is known, ms since the epoch. */
  private sure = Date.now();
  private leaving: ReturnType<typeof setTimeout> | undefined;
  private wake: () => void = () => {};

  constructor(private readonly world: ChannelWorld<M>) {}

  /** Calls back with each message from now on, or with those since `seen`, where it stopped before. What is returned stops it and says where it stood. */
  subscribe(heard: (message: M) => void, seen: number | null): () => number {
    if (seen === null && this.ears.size === 0 && !this.connected) {
      // what the first who comes shows was read just now; who comes back later has missed something
      this.sure = Date.now();
      this.keep(this.world.missed);
    }
    // one and the same function may listen twice
    const ear = (message: M): void => heard(message);
    this.ears.add(ear);
    this.follow();
    if (seen !== null) for (const message of seen < this.base ? [this.world.missed] : this.log.slice(seen - this.base)) heard(message);
    return () => {
      this.ears.delete(ear);
      this.follow();
      return this.base + this.log.length;
    };
  }
  /** Opens or ends the stream as the world now is; called when the page is shown or hidden, and when the network is back. */
  follow(): void {
    clearTimeout(this.leaving);
    if (this.ears.size > 0 && this.world.visible()) {
      this.wake();
      if (this.running === null) void this.run((this.running = new AbortController()).signal);
    } else this.leaving = setTimeout(() => this.close(), LINGER);
  }
  close(): void {
    clearTimeout(this.leaving);
    this.running?.abort();
    this.running = null;
    this.connected = false;
  }

  private keep(message: M): void {
    this.log.push(message);
    if (this.log.length > KEPT) this.base += this.log.splice(0, this.log.length - KEPT).length;
  }
  private async run(signal: AbortSignal): Promise<void> {
    let tries = 0;
    // as a server said that went: each is told another time
    let told = 0;
    while (!signal.aborted) {
      let refused = false;
      const once = new AbortController();
      const give = (): void => once.abort();
      signal.addEventListener('abort', give);
      let silence = setTimeout(give, SILENCE);
      try {
        const stream = await this.world.open(once.signal, agoOf(Date.now() - this.sure));
        this.connected = true;
        tries = 0;
        for await (const data of eventsOf(stream, () => {
          this.sure = Date.now();
          clearTimeout(silence);
          silence = setTimeout(give, SILENCE);
        }, (ms) => (told = ms))) {
          const message = this.world.read(data);
          if (message === undefined) continue;
          this.keep(message);
          for (const ear of this.ears)
            try {
              ear(message);
            } catch (error) {
              // the others hear it all the same
              reportError(error);
            }
        }
      } catch (error) {
        refused = error instanceof Refused;
      }
      // a browser has six connections: one that is read no longer is not kept
      give();
      clearTimeout(silence);
      signal.removeEventListener('abort', give);
      if (signal.aborted) return;
      this.connected = false;
      tries += 1;
      const pause = refused ? PAUSE.refused : Math.min(PAUSE.most, (told || PAUSE.first) * 2 ** (tries - 1));
      // not all tabs of a house at the same moment
      await this.rest(told && !refused ? pause : pause * (0.75 + Math.random() / 2), signal);
    }
  }
  /** Waits, unless someone wakes it or it is over. */
  private rest(pause: number, signal: AbortSignal): Promise<void> {
    return new Promise((done) => {
      const over = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', over);
        this.wake = () => {};
        done();
      };
      const timer = setTimeout(over, pause);
      signal.addEventListener('abort', over);
      this.wake = over;
    });
  }
}
