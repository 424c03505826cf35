import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallFailure, STOPPED } from '../../src/ui/call.ts';
import { doEach } from '../../src/ui/run-each.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
/** Does what `failures` leaves of it to the second of two rows; how often that was asked, and what came of it. */
async function second(failures: readonly CallFailure[], stopAfter = Infinity): Promise<{ asked: number; said: string | null | undefined }> {
  const left = [...failures];
  let asked = 0;
  const done = new Map<string, string | null>();
  const work = async (row: string): Promise<void> => {
    if (row === 'first') return;
    asked += 1;
    const failure = left.shift();
    if (failure !== undefined) throw failure;
  };
  const over = doEach(['first', 'second'], { idOf: (row) => row, done, work, tell: () => undefined, stopped: () => asked >= stopAfter });
  await vi.runAllTimersAsync();
  await over;
  return { asked, said: done.get('second') };
}

test('a server that is gone is asked the same again, others are not', async () => {
  expect(await second([new CallFailure(0, 0, '网络不通'), new CallFailure(503, 503, '稍后再试')])).toEqual({ asked: 3, said: null });
  expect(await second([new CallFailure(409, 409, '已被更改')])).toEqual({ asked: 1, said: '已被更改' });
});

test('who will not wait any longer is not made to, and nothing is asked after the end was asked for', async () => {
  expect(await second([new CallFailure(0, STOPPED, '服务器没有响应')])).toEqual({ asked: 1, said: '服务器没有响应' });
  expect(await second([new CallFailure(0, 0, '网络不通'), new CallFailure(0, 0, '网络不通')], 1)).toEqual({ asked: 1, said: '网络不通' });
});
