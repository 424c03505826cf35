import { act } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { noticeClient } from '../../src/areas/notice/client.ts';
import { rightsOf } from '../../src/kernel/access.ts';
import { setNoticeSource } from '../../src/ui/notice/source.ts';
import { watchNotices } from '../../src/ui/notice/watch.ts';
import { answerBy, enter, refuse } from '../kit/console.ts';

test('a question that failed is asked again before long, and not without end', async () => {
  const leave = await enter({ userId: '7', username: 'ops', nickname: '运营', avatar: null, role: 2, roles: ['operation'], perms: [...rightsOf(2)] }, { paths: ['/order/index'], redirects: {}, cached: [] });
  let changed = (): void => {};
  setNoticeSource({ ...noticeClient, follow: (listener) => ((changed = listener), () => {}) });
  onTestFinished(async () => {
    vi.useRealTimers();
    await leave();
    setNoticeSource(null);
  });
  let [asked, fails] = [0, false];
  answerBy(() => {
    asked += 1;
    return fails ? refuse({ status: 503, code: 50300, message: '稍后再试' }) : { at: '2026-11-21T01:00:00.000Z', kinds: [] };
  });
  // what is fetched with the first question is here
  await noticeClient.read(false);
  vi.useFakeTimers();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const stop = watchNotices();
  await pass(6_000);
  [asked, fails] = [0, true];
  changed();
  await pass(30_000);
  expect(asked).toBeGreaterThan(1);
  expect(asked).toBeLessThan(8);
  fails = false;
  await pass(30_000);
  asked = 0;
  await pass(20_000);
  expect(asked).toBeLessThan(2);
  stop();
});
