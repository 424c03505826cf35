import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area as order } from '../../src/areas/order/area.ts';
import type { IndexPage } from '../../src/kernel/found.ts';
import { openPalette, palette } from '../../src/ui/palette/actor.ts';
import { startFeed } from '../../src/ui/palette/feed.ts';
import type { Request } from '../../src/ui/palette/find-index.ts';
import { workerIndex } from '../../src/ui/palette/finder.ts';
import { currentViewer } from '../../src/ui/session.ts';
import { answerBy, enter, never } from '../kit/console.ts';

// A worker that breaks down: another one is told all anew, after a pause that grows.
const page = (text: string): IndexPage => ({ text, places: [], next: null, at: '2026-11-21T01:00:00.000Z', stamp: 'mine', reset: false, cut: false });
let made: { told: string[]; breakDown: () => void }[];
let answer: (since: boolean) => unknown;
let leave: () => Promise<void>;
let stop: () => void;
beforeEach(async () => {
  await order.records!.load();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  made = [];
  vi.stubGlobal('Worker', class extends EventTarget {
    readonly told: string[] = [];
    constructor() {
      super();
      made.push({ told: this.told, breakDown: () => void this.dispatchEvent(new Event('error')) });
    }
    postMessage(request: Request) {
      if (request.type === 'page') this.told.push(request.page.reset ? 'anew' : request.page.text);
    }
    terminate() {}
  });
  answer = (since) => page(since ? '' : 'all');
  answerBy(({ path, query }) => (path === '/orders/index' ? answer(query.includes('since')) : never));
  leave = await enter({ userId: '7', username: 'ops', nickname: '', avatar: null, role: 2, roles: ['operation'], perms: ['biz:order:list'] });
  stop = startFeed({ areas: [order], viewer: currentViewer()!, index: workerIndex() });
  act(openPalette);
  await pass(3_000);
});
afterEach(async () => {
  stop();
  palette.send({ type: 'close' });
  await leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

test('another one is told all anew after some seconds, after a further breakdown later', async () => {
  expect(made.map(({ told }) => told)).toEqual([['anew', 'all', '']]);
  made[0]!.breakDown();
  await pass(4_000);
  expect(made).toHaveLength(1);
  await pass(4_000);
  expect(made[1]?.told).toEqual(['anew', 'all', '']);
  made[1]!.breakDown();
  await pass(15_000);
  expect(made).toHaveLength(2);
  await pass(10_000);
  expect(made[2]?.told).toEqual(['anew', 'all', '']);
});
test('what was on its way to the one before is no part of the other; who has gone is not waited for', async () => {
  made[0]!.breakDown();
  await pass(4_000);
  let come = (_: unknown): void => {};
  answer = () => new Promise((done) => void (come = done));
  await pass(2_000);
  made[1]!.breakDown();
  await pass(21_000);
  answer = (since) => page(since ? '' : 'all');
  await act(async () => come(page('late')));
  await pass(3_000);
  expect(made[2]?.told).toEqual(['anew', 'all', '']);
  made[2]!.breakDown();
  stop();
  await pass(30 * 60_000);
  expect(made).toHaveLength(3);
});
