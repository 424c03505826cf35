import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { live } from '../../src/areas/live/contract.ts';
import type { Feed } from '../../src/host/answer.ts';
import type { Seen } from '../../src/host/guard.ts';
import { openStreams } from '../../src/host/live.ts';
import { hashToken } from '../../src/host/token.ts';
import { namesOf, rightsOf } from '../../src/kernel/access.ts';

const TOKEN = 'x'.repeat(43);
const HERE = { hospitalId: '1', departments: [] };
const FEED: Feed<{ no: string; version: number } | null> = { channel: 'order', may: live.orders.may, missed: null, read: (no) => ({ message: { no, version: 1 }, places: [{ hospitalId: '1', departmentIds: null }] }) };
/** One stream of someone in hospital 1, whom the database finds in `places` from the next look on. `written`: each write to it. */
async function open(places: readonly (typeof HERE)[], look: number): Promise<{ say: (no: string) => void; written: string[]; close: () => void }> {
  const who = { userId: '7', sessionId: 's', username: 'resident', nickname: '', role: 3 };
  const rows = [{ ...who, hash: hashToken(TOKEN).toString('hex'), stale: false, mustChange: false, wrote: null, places }];
  let say = (_no: string): void => undefined;
  const streams = openStreams({ pool: { query: async () => ({ rows }) } as never, listen: async (_channel, heard) => ((say = heard), () => undefined) }, { look, beat: 60_000 });
  const written: string[] = [];
  let out = new PassThrough();
  const reply = { header: () => reply, send: (stream: PassThrough) => ((out = stream), reply) } as unknown as FastifyReply;
  await streams.send(reply, live.orders, TOKEN, { viewer: { ...who, roles: namesOf(3), perms: rightsOf(3) }, scope: [HERE], mustChange: false, wrote: null } as Seen, { feeds: [FEED as Feed<unknown>], before: async () => [] });
  out.on('data', (bytes: Buffer) => void (String(bytes).startsWith('data:') && written.push(String(bytes))));
  return { say, written, close: () => out.destroy() };
}
const told = (written: readonly string[]): string[] => [...written.join('').matchAll(/"no":"(\w+)"/g)].map(([, no]) => no!);

test('what comes after a silence is told at once, and what follows it together: all of it, in its order', async () => {
  const { say, written, close } = await open([HERE], 60_000);
  const nos = Array.from({ length: 100 }, (_, i) => `PH${i}`);
  for (const no of nos) say(no);
  await expect.poll(() => told(written)).toEqual(nos);
  expect(written.map((text) => told([text]).length)).toEqual([1, 99]);
  close();
});
test('what waits is not told to who is found elsewhere meanwhile: they are told to read again', async () => {
  const { say, written, close } = await open([{ hospitalId: '2', departments: [] }], 150);
  say('PHFIRST');
  say('PHLATE');
  await expect.poll(() => written.join('')).toContain('data: null');
  await sleep(800);
  expect(told(written)).toEqual(['PHFIRST']);
  close();
});
