import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { live } from '../../src/areas/live/contract.ts';
import { Channel, Refused } from '../../src/ui/live-channel.ts';

/** A server whose streams are written by hand. */
function world() {
  const opened: { ago: number; write: (text: string) => Promise<void>; end: () => Promise<void>; signal: AbortSignal }[] = [];
  const now = { visible: true, answer: 'open' as 'open' | 'refuse' | 'fail' };
  const channel = new Channel<string>({
    missed: 'missed',
    visible: () => now.visible,
    read: (data) => (data.startsWith('!') ? undefined : data),
    open: async (signal, ago) => {
      if (now.answer === 'refuse') throw new Refused();
      if (now.answer === 'fail') throw new Error('gone');
      let hand!: ReadableStreamDefaultController<Uint8Array>;
      const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (hand = controller) });
      signal.addEventListener('abort', () => { try { hand.error(new Error('aborted')); } catch { /* it was over */ } });
      opened.push({
        signal,
        ago,
        write: async (text) => {
          hand.enqueue(new TextEncoder().encode(text));
          await vi.advanceTimersByTimeAsync(0);
        },
        end: async () => {
          hand.close();
          await vi.advanceTimersByTimeAsync(0);
        },
      });
      return stream;
    },
  });
  const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
  return { channel, opened, now, pass };
}
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('one stream for all who listen; messages come whole, however they were cut; signs of life and strange ones are none', async () => {
  const { channel, opened, pass } = world();
  const [a, b]: [string[], string[]] = [[], []];
  channel.subscribe((message) => a.push(message), null);
  channel.subscribe((message) => b.push(message), null);
  await pass(0);
  expect(opened).toHaveLength(1);
  await opened[0]!.write(':\n\ndata: on');
  await opened[0]!.write('e\n\ndata: !strange\n\ndata: two\n\n');
  expect([a, b]).toEqual([['one', 'two'], ['one', 'two']]);
});
test.each([['back', -3_600_000], ['weeks ahead', 40 * 86_400_000]])('a clock that is put %s meanwhile: all is read again, by what the server takes', async (_how, by) => {
  const { channel, opened, pass } = world();
  channel.subscribe(() => {}, null);
  await pass(0);
  await opened[0]!.write(':\n\n');
  await opened[0]!.end();
  vi.setSystemTime(Date.now() + by);
  await pass(2_000);
  expect(opened).toHaveLength(2);
  expect(live.all.query!.safeParse({ ago: String(opened[1]!.ago) })).toMatchObject({ success: true });
  expect(opened[1]!.ago).toBeGreaterThan(15 * 60_000);
});
test('a stream that ends is opened again, and asks for what happened since its last sign of life', async () => {
  const { channel, opened, pass } = world();
  const heard: string[] = [];
  channel.subscribe((message) => heard.push(message), null);
  await pass(0);
  await opened[0]!.write(':\n\n');
  await pass(14_000);
  await opened[0]!.end();
  await pass(2_000);
  expect(opened).toHaveLength(2);
  expect(opened[0]!.ago).toBeLessThan(12_000);
  expect(opened[1]!.ago).toBeGreaterThan(14_000 + 10_000);
  await opened[1]!.write('data: next\n\n');
  expect(heard).toEqual(['next']);
});
test('a server that goes says when to come back: it is asked just then, and after half a minute at most', async () => {
  const { channel, opened, pass } = world();
  channel.subscribe(() => {}, null);
  for (const [n, ms] of [500, 3_000, 1_700].entries()) {
    await pass(0);
    await opened[n]!.write(`:\n\nretry: ${ms}\n\n`);
    await opened[n]!.end();
    await pass(ms - 1);
    expect(opened).toHaveLength(n + 1);
    await pass(1);
    expect(opened).toHaveLength(n + 2);
  }
  await opened[3]!.write('retry: 999999999\n\n');
  await opened[3]!.end();
  await pass(30_000);
  expect(opened).toHaveLength(5);
});
test('a stream that says nothing for too long is dead; one that gives signs is not', async () => {
  const { channel, opened, pass } = world();
  channel.subscribe(() => {}, null);
  await pass(0);
  for (let n = 0; n < 10; n += 1) {
    await pass(15_000);
    await opened[0]!.write(':\n\n');
  }
  expect(opened).toHaveLength(1);
  await pass(43_000);
  expect([opened.length, opened[0]!.signal.aborted]).toEqual([2, true]);
});
test('whoever waits longer, asks less often; who was refused, hardly ever', async () => {
  const tries = async (answer: 'fail' | 'refuse'): Promise<number> => {
    const { channel, now, pass } = world();
    let asked = 0;
    Object.defineProperty(now, 'answer', { get: () => ((asked += 1), answer) });
    const leave = channel.subscribe(() => {}, null);
    await pass(300_000);
    leave();
    channel.close();
    // each attempt reads the answer once or twice
    return answer === 'refuse' ? asked : asked / 2;
  };
  const [failed, refused] = [await tries('fail'), await tries('refuse')];
  expect(failed).toBeGreaterThan(8);
  expect(failed).toBeLessThan(24);
  expect(refused).toBeLessThan(8);
});
test('a hidden page closes its stream after a while, and a shown one opens it again and asks for all that time', async () => {
  const { channel, opened, now, pass } = world();
  channel.subscribe(() => {}, null);
  await pass(0);
  await opened[0]!.write(':\n\n');
  now.visible = false;
  channel.follow();
  await pass(5_000);
  expect(opened[0]!.signal.aborted).toBe(false);
  await pass(6_000);
  expect(opened[0]!.signal.aborted).toBe(true);
  await pass(600_000);
  expect(opened).toHaveLength(1);
  now.visible = true;
  channel.follow();
  await pass(0);
  expect(opened).toHaveLength(2);
  expect(opened[1]!.ago).toBeGreaterThan(611_000);
});
test('who looks away for a while hears what was said meanwhile; who comes new does not', async () => {
  const { channel, opened, pass } = world();
  const [stays, back, fresh]: string[][] = [[], [], []] as unknown as string[][];
  channel.subscribe((message) => stays!.push(message), null);
  const leave = channel.subscribe((message) => back!.push(message), null);
  await pass(0);
  const seen = leave();
  await opened[0]!.write('data: one\n\ndata: two\n\n');
  channel.subscribe((message) => back!.push(message), seen);
  channel.subscribe((message) => fresh!.push(message), null);
  await opened[0]!.write('data: three\n\n');
  expect([stays, back, fresh]).toEqual([['one', 'two', 'three'], ['one', 'two', 'three'], ['three']]);
});
test('who looked away for more than is kept is told that something was missed, and nothing twice', async () => {
  const { channel, opened, pass } = world();
  channel.subscribe(() => {}, null);
  const leave = channel.subscribe(() => {}, null);
  await pass(0);
  await opened[0]!.write('data: before\n\n');
  const seen = leave();
  const since = (): string[] => {
    const heard: string[] = [];
    channel.subscribe((message) => heard.push(message), seen)();
    return heard;
  };
  const many = Array.from({ length: 500 }, (_, i) => `${i}`);
  for (const one of many) await opened[0]!.write(`data: ${one}\n\n`);
  expect(since()).toEqual(many);
  await opened[0]!.write('data: last\n\n');
  expect(since()).toEqual(['missed']);
});
test('who comes while nobody listened asks for nothing old; who comes back after that may have missed something', async () => {
  const { channel, opened, pass } = world();
  const old: string[] = [];
  const seen = channel.subscribe((message) => old.push(message), null)();
  await pass(60_000);
  channel.subscribe(() => {}, null);
  await pass(0);
  expect(opened[1]!.ago).toBeLessThan(12_000);
  channel.subscribe((message) => old.push(message), seen);
  expect(old).toEqual(['missed']);
});
test('one who cannot bear a message takes it from nobody; a stream that is over is let go', async () => {
  const { channel, opened, pass } = world();
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const heard: string[] = [];
  channel.subscribe(() => { throw new Error('no'); }, null);
  channel.subscribe((message) => heard.push(message), null);
  await pass(0);
  await opened[0]!.write('data: one\n\ndata: two\n\n');
  expect([heard, reported.mock.calls.length, opened.length, opened[0]!.signal.aborted]).toEqual([['one', 'two'], 2, 1, false]);
  await opened[0]!.end();
  expect(opened[0]!.signal.aborted).toBe(true);
  vi.unstubAllGlobals();
});
