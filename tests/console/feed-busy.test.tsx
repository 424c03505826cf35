import { act } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { area as order } from '../../src/areas/order/area.ts';
import { startFeed } from '../../src/ui/palette/feed.ts';
import { currentViewer } from '../../src/ui/session.ts';
import { answerBy, enter } from '../kit/console.ts';
import { sameThread } from '../kit/find-index.ts';

// How often the palette's index is asked for where changes do not stop and the server is late.
const LATE = 5_000;
const PAGE = { text: '', places: [], next: null, at: '2026-11-21T01:00:00.000Z', stamp: 'mine', reset: false, cut: false };
let asked: string[];
let say: (message: unknown) => void;
let leave: () => Promise<void>;
let stop: () => void;
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
beforeAll(async () => void (await order.records!.load()));
beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  asked = [];
  answerBy(({ path, query }) => {
    if (path.startsWith('/live')) return new Response(new ReadableStream<Uint8Array>({ start: (hand) => void (say = (message) => hand.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(message)}\n\n`))) }), { headers: { 'content-type': 'text/event-stream' } });
    if (path !== '/orders/lines') return PAGE;
    asked.push(query);
    return new Promise((done) => setTimeout(() => done(PAGE), LATE));
  });
  leave = await enter({ userId: '7', username: 'ops', nickname: '小周', avatar: null, role: 2, roles: ['operation'], perms: ['biz:order:list'] });
  stop = startFeed({ areas: [order], viewer: currentViewer()!, index: sameThread() });
  await pass(8_000);
});
afterEach(async () => {
  stop();
  await leave();
  vi.useRealTimers();
});
/** Something changes every 0.2 s. */
async function busy(times: number, name: string): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    say({ of: '/live', said: { no: `${name}${i}`, version: 2 } });
    await pass(200);
  }
}

test('it is not asked without a pause, and nothing that changed is left out', async () => {
  await busy(300, 'PA');
  asked = [];
  await busy(240, 'PB');
  // forty-eight seconds hold nine late answers, one after the other
  expect([asked.length > 0, asked.length <= 4]).toEqual([true, true]);
  await pass(40_000);
  expect(new Set(asked.flatMap((query) => decodeURIComponent(query).match(/PB\d+/g) ?? [])).size).toBe(240);
});
