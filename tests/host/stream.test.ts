import type { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Feed } from '../../src/host/answer.ts';
import { NOBODY } from '../../src/host/guard.ts';
import { openStreams, PACE } from '../../src/host/live.ts';
import { hashToken } from '../../src/host/token.ts';
import { endpoint } from '../../src/kernel/endpoint.ts';

// Streams over a database that is told what to say, and readers who do not read: what real ones do only once in a while.
const what = endpoint('GET /told', { may: 'signed-in', summary: 'x', reply: z.string(), stream: true });
const feed: Feed<string> = { channel: 'x', may: 'signed-in', read: (payload) => ({ message: payload, places: [{ hospitalId: '1', departmentIds: null }] }), missed: 'missed' };
const seen = { ...NOBODY, viewer: { ...NOBODY.viewer, userId: '1', role: 1 }, scope: 'all' as const };
let sessions: 'live' | 'over' | 'unknown';
let tell: (payload: string) => void;
const errors: unknown[] = [];

/** Streams of one instance that nobody reads from. */
async function several(count: number): Promise<PassThrough[]> {
  const row = { ...seen.viewer, hash: hashToken('token').toString('hex'), mustChange: false, stale: false, places: [] };
  const pool = { query: async () => (sessions === 'unknown' ? Promise.reject(new Error('Connection terminated')) : { rows: sessions === 'live' ? [row] : [] }) };
  const listen = async (_channel: string, heard: typeof tell) => ((tell = heard), () => undefined);
  const streams = openStreams({ pool, listen } as never);
  const held: PassThrough[] = [];
  const reply = { header: () => reply, send: (out: PassThrough) => (held.push(out), reply) };
  for (let i = 0; i < count; i++) await streams.send(reply as unknown as FastifyReply, what, 'token', seen, { feeds: [feed], before: async () => [] });
  for (const out of held) out.on('error', (error) => errors.push(error));
  return held;
}
const open = async (): Promise<PassThrough> => (await several(1))[0]!;
const text = (out: PassThrough): string => String(out.read() ?? '');
beforeEach(() => {
  vi.useFakeTimers();
  sessions = 'live';
  errors.length = 0;
});
afterEach(() => vi.useRealTimers());

test('a stream that was ended and not yet read to its end is told nothing more, and the process goes on', async () => {
  const out = await open();
  sessions = 'over';
  await vi.advanceTimersByTimeAsync(PACE.look);
  expect(out.writableEnded).toBe(true);
  tell('late');
  await vi.advanceTimersByTimeAsync(PACE.beat);
  expect(errors).toEqual([]);
  expect(text(out)).not.toContain('late');
});
test('sessions that cannot be asked about for a moment keep their streams; for long, all end', async () => {
  const out = await open();
  sessions = 'unknown';
  await vi.advanceTimersByTimeAsync(2 * PACE.look);
  expect(out.writableEnded).toBe(false);
  sessions = 'live';
  await vi.advanceTimersByTimeAsync(PACE.look);
  tell('after');
  expect(text(out)).toContain('"after"');
  sessions = 'unknown';
  await vi.advanceTimersByTimeAsync(5 * PACE.look);
  expect(out.writableEnded).toBe(true);
});
test('a clock that is put back silences no stream, and keeps none whose session cannot be asked about', async () => {
  const out = await open();
  vi.setSystemTime(Date.now() - 3_600_000);
  await vi.advanceTimersByTimeAsync(2 * PACE.beat);
  expect(text(out).match(/:\n\n/g)!.length).toBeGreaterThanOrEqual(2);
  sessions = 'unknown';
  vi.setSystemTime(Date.now() - 3_600_000);
  await vi.advanceTimersByTimeAsync(5 * PACE.look);
  expect(out.writableEnded).toBe(true);
});
test('one message is read and checked once, however many hear it', async () => {
  const read = vi.spyOn(feed, 'read');
  const all = await several(3);
  tell('once');
  expect(read).toHaveBeenCalledTimes(1);
  expect(all.map((out) => text(out).match(/data: "once"\n\n/g))).toEqual(Array(3).fill(['data: "once"\n\n']));
});
