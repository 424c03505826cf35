import { act } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { area as caregiver } from '../../src/areas/caregiver/area.ts';
import { area as hospital } from '../../src/areas/hospital/area.ts';
import { area as order } from '../../src/areas/order/area.ts';
import type { Area } from '../../src/kernel/area.ts';
import type { FeedQuestion, IndexPage } from '../../src/kernel/found.ts';
import { CallFailure } from '../../src/ui/call.ts';
import { startFeed } from '../../src/ui/palette/feed.ts';
import { currentViewer } from '../../src/ui/session.ts';
import { answerBy, enter, never } from '../kit/console.ts';
import { sameThread } from '../kit/find-index.ts';

// One kind of record that fails takes nothing from the others.
const line = (code: string, name: string): string => [code, name, '', '', 0, 'active', '', '', 1].join('\t');
const LINES: Record<string, string> = { order: line('PH26112110001', '王丽'), caregiver: line('HG2001', '李娜'), hospital: line('bc', '仁济医院') };
let asked: string[];
/** What a kind answers instead. */
let fails: Record<string, number>;
let leave: () => Promise<void>;
let stop = (): void => {};
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
// code comes in its own time, whatever the clock says
beforeAll(() => Promise.all([order, caregiver, hospital].map(({ records }) => records!.load())));
beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  [asked, fails] = [[], {}];
  answerBy(() => never);
  leave = await enter({ userId: '7', username: 'ops', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
});
afterEach(async () => {
  stop();
  await leave();
  vi.useRealTimers();
});
/** An index that is fed by three kinds of records. */
function begin() {
  const areas = [order, caregiver, hospital].map((area): Area => ({ ...area, records: { ...area.records!, load: async () => ({ ...(await area.records!.load()), feed: {
    live: (await area.records!.load()).feed!.live,
    page: async ({ since }: FeedQuestion): Promise<IndexPage> => {
      asked.push(area.id);
      if (fails[area.id] !== undefined) throw new CallFailure(fails[area.id]!, 50000, '');
      return { text: since === undefined ? LINES[area.id]! : '', places: [''], next: null, at: '2026-11-21T01:00:00Z', stamp: 's', reset: false, cut: false };
    },
  } }) } }));
  const index = sameThread();
  stop = startFeed({ areas, viewer: currentViewer()!, index });
  const found = async (text: string): Promise<string[]> => {
    index.ask({ text, kinds: null, most: 9 });
    await pass(50);
    return index.now()?.hits.map(({ kind }) => kind) ?? [];
  };
  return { index, found };
}

test('the others are read while one fails; it is no part of the index, then tried less and less often, and comes in when it is there', async () => {
  fails['order'] = 500;
  const { index, found } = begin();
  await pass(6_000);
  expect([index.ready(), new Set(asked)]).toEqual([false, new Set(['order', 'caregiver', 'hospital'])]);
  await pass(14_000);
  expect([index.ready(), await found('李娜'), await found('仁济')]).toEqual([true, ['caregiver'], ['hospital']]);
  asked = [];
  await pass(120_000);
  expect([asked.length > 0, asked.length < 5, new Set(asked)]).toEqual([true, true, new Set(['order'])]);
  fails = {};
  await pass(61_000);
  expect([index.ready(), await found('王丽')]).toEqual([true, ['order']]);
});
test('what is of this person no more goes alone, at once, and is asked for no more', async () => {
  const { index, found } = begin();
  await pass(6_000);
  expect([index.ready(), await found('王丽')]).toEqual([true, ['order']]);
  fails['order'] = 403;
  await pass(10 * 60_000);
  expect([index.ready(), await found('王丽'), await found('李娜')]).toEqual([true, [], ['caregiver']]);
  asked = [];
  await pass(30 * 60_000);
  expect([asked.includes('order'), asked.includes('caregiver')]).toEqual([false, true]);
});
