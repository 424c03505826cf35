import { randomInt } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import { Fault } from '../kernel/error.ts';
import type { Feed, Tuned } from './answer.ts';
import type { Database } from './db/open.ts';
import { allow, findViewers, maySee, type Seen } from './guard.ts';
import { reaches } from './reach.ts';
import { hashToken } from './token.ts';

/** How many streams one person and one instance may have open (some 40 kB each), and how many bytes may wait for a reader who does not read. */
export const STREAMS = { person: 20, all: 10_000, bytes: 64 * 1024 } as const;
/** How often it is asked whether the sessions behind the streams still live, and how often a silent stream gives a sign of life, ms. */
export const PACE = { look: 3_000, beat: 15_000 } as const;
/** About how far apart one stream is told something, ms: what comes after a silence is told at once, what follows it together, for a write to each of 500 sockets costs more than all that is said in it. */
const APART = 250;
/** Streams that are written to before anything else has its turn. */
const AT_ONCE = 50;
/** For how long that may stay unknown, ms: a database that is busy for a moment is not to have all consoles come back at once. */
const UNKNOWN = 10_000;

interface Stream {
  endpoint: Endpoint;
  hash: string;
  seen: Seen;
  feeds: readonly Feed<unknown>[];
  out: PassThrough;
  /** What waits to be told, and when it was last told something, ms. */
  waiting: string[];
  told: number;
}
/** The streams of one instance. */
export interface Streams {
  /** Answers with what was told before and what the feed tells from now on, for as long as the token lives. @throws Fault too_many, stopping */
  send: (reply: FastifyReply, endpoint: Endpoint, token: string, seen: Seen, tuned: Tuned) => Promise<FastifyReply>;
  /** How many there are. */
  count: () => number;
  /** Ends them all, and tells each when to come back: not all at once. */
  close: () => void;
}

/** What a payload says, or null when some was missed: by the line, or because another version of this program said it. */
function understood(feed: Feed<unknown>, payload: string): ReturnType<Feed<unknown>['read']> | null {
  if (payload === '') return null;
  try {
    return feed.read(payload);
  } catch {
    return null;
  }
}
/** Streams over one database: one ear a channel, one look at all sessions every three seconds, and no timer while nobody watches. */
export function openStreams({ pool, listen }: Pick<Database, 'pool' | 'listen'>, pace: typeof PACE | { look: number; beat: number } = PACE): Streams {
  const open = new Set<Stream>();
  const ofPerson = new Map<string, number>();
  const ears = new Map<string, Promise<() => void>>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let looking = false;
  let looked = 0;
  let beaten = 0;
  let closed = false;

  const write = ({ out }: Stream, text: string): void => {
    // one that was ended stays here until its reader has read to the end
    if (out.writableEnded || out.destroyed) return;
    // a reader who does not read is dropped: it comes back and asks for what it missed
    if (out.writableLength > STREAMS.bytes) out.destroy();
    else out.write(text);
  };
  let telling: ReturnType<typeof setTimeout> | undefined;
  function tell(stream: Stream, text: string): void {
    const now = performance.now();
    if (stream.waiting.length === 0 && now - stream.told >= APART) {
      stream.told = now;
      return write(stream, text);
    }
    stream.waiting.push(text);
    telling ??= setTimeout(tellAll, APART).unref();
  }
  /** Does this with each stream, `AT_ONCE` at a time: thousands in a row would keep everybody else waiting. It answers whether there was anything to do. */
  async function inTurn(work: (stream: Stream) => boolean): Promise<void> {
    let done = 0;
    for (const stream of open) if (work(stream) && ++done % AT_ONCE === 0) await setImmediate();
  }
  function tellAll(): void {
    telling = undefined;
    void inTurn((stream) => {
      if (stream.waiting.length === 0) return false;
      stream.told = performance.now();
      write(stream, stream.waiting.splice(0).join(''));
      return true;
    });
  }
  const textOf = ({ reply }: Endpoint, message: unknown): string => `data: ${JSON.stringify(z.parse(reply, message))}\n\n`;
  const say = (stream: Stream, message: unknown): void => write(stream, textOf(stream.endpoint, message));
  const hear = (channel: string, payload: string): void => {
    // read, checked and written down once a feed, whoever hears it
    const known = new Map<Feed<unknown>, { text: string; places: ReturnType<Feed<unknown>['read']>['places'] | null }>();
    for (const stream of open) {
      for (const feed of stream.feeds) {
        if (feed.channel !== channel || !maySee(feed.may, stream.seen.viewer)) continue;
        let told = known.get(feed);
        if (told === undefined) {
          const said = understood(feed, payload);
          known.set(feed, (told = { text: textOf(stream.endpoint, said === null ? feed.missed : said.message), places: said?.places ?? null }));
        }
        if (told.places === null || reaches(stream.seen.scope, told.places)) tell(stream, told.text);
      }
    }
  };
  const listening = (channel: string): Promise<unknown> => {
    const known = ears.get(channel) ?? listen(channel, (payload) => hear(channel, payload));
    ears.set(channel, known);
    return known.catch((error: unknown) => {
      if (ears.get(channel) === known) ears.delete(channel);
      throw error;
    });
  };
  /** Ends the streams of sessions that are over, and gives the others the scope of today; of what another scope holds nothing was told. When that cannot be known for a while, all end. */
  async function look(): Promise<void> {
    const asked = [...open];
    const living = await findViewers(pool, [...new Set(asked.map(({ hash }) => hash))]).catch(() => null);
    if (living !== null) looked = performance.now();
    else if (performance.now() - looked < UNKNOWN) return;
    for (const stream of asked) {
      const seen = living?.get(stream.hash);
      try {
        if (seen === undefined) throw new Fault('expired');
        allow(stream.endpoint, seen);
        const moved = JSON.stringify(seen.scope) !== JSON.stringify(stream.seen.scope);
        stream.seen = seen;
        // what waits is of the scope before, and is read again all the same
        if (moved) stream.waiting = [];
        if (moved) for (const feed of stream.feeds) if (maySee(feed.may, seen.viewer)) say(stream, feed.missed);
      } catch {
        stream.out.end();
      }
    }
  }
  function tick(): void {
    if (performance.now() - beaten >= pace.beat) {
      beaten = performance.now();
      void inTurn((stream) => {
        write(stream, ':\n\n');
        return true;
      });
    }
    if (looking) return;
    looking = true;
    void look().finally(() => (looking = false));
  }

  return {
    async send(reply, endpoint, token, seen, { feeds, before }) {
      const { userId } = seen.viewer;
      if (closed) throw new Fault('stopping');
      const own = ofPerson.get(userId) ?? 0;
      if (open.size >= STREAMS.all || own >= STREAMS.person) throw new Fault('too_many', { seconds: 60 });
      const out = new PassThrough();
      const stream: Stream = { endpoint, hash: hashToken(token).toString('hex'), seen, feeds, out, waiting: [], told: -Infinity };
      open.add(stream);
      ofPerson.set(userId, own + 1);
      if (timer === undefined) looked = performance.now();
      timer ??= setInterval(tick, pace.look).unref();
      // a line that breaks ends its stream, not the process
      out.on('error', () => undefined).once('close', () => {
        open.delete(stream);
        const left = ofPerson.get(userId)! - 1;
        if (left > 0) ofPerson.set(userId, left);
        else ofPerson.delete(userId);
        if (open.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
      try {
        for (const { channel } of feeds) await listening(channel);
        for (const message of await before()) say(stream, message);
      } catch (error) {
        out.destroy();
        throw error;
      }
      // the first bytes carry the headers out; no proxy may hold the rest back
      out.write(':\n\n');
      return reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(out);
    },
    count: () => open.size,
    close() {
      closed = true;
      for (const { out } of open) out.end(`retry: ${randomInt(500, 3_000)}\n\n`);
    },
  };
}
