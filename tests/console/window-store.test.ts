import { expect, test, vi } from 'vitest';
import type { Page } from '../../src/kernel/endpoint.ts';
import { WindowStore } from '../../src/ui/list/window-store.ts';

/** A server that answers when told to. */
function held(total = 100_000) {
  const asked: { pageNum: number; signal: AbortSignal; answer: (more?: Partial<Page<number>>) => Promise<void>; fail: () => Promise<void> }[] = [];
  const store = new WindowStore<number>((pageNum, signal) => new Promise((resolve, reject) => {
    asked.push({
      pageNum, signal,
      answer: async (more = {}) => {
        resolve({ list: Array.from({ length: 100 }, (_, i) => (pageNum - 1) * 100 + i), total, pageNum, pageSize: 100, ...more });
        await new Promise((done) => setTimeout(done));
      },
      fail: async () => {
        reject(new Error('no'));
        await new Promise((done) => setTimeout(done));
      },
    });
  }));
  return { store, asked };
}

test('nothing is known before the first window; then total and rows are', async () => {
  const { store, asked } = held();
  expect([store.total, store.at(0)]).toEqual([null, undefined]);
  store.want(0, 20);
  await asked[0]!.answer();
  expect([store.total, store.at(20), store.at(100)]).toEqual([100_000, 20, undefined]);
});
test('the latest wish first, stale ones aborted, never more than two at a time', async () => {
  const { store, asked } = held();
  store.want(0, 20);
  await asked[0]!.answer();
  store.want(1_000, 1_020);
  store.want(50_000, 50_350);
  expect(asked.map((a) => a.pageNum)).toEqual([1, 11, 502, 503]);
  expect(asked.map((a) => a.signal.aborted)).toEqual([false, true, false, false]);
  await asked[1]!.answer();
  expect(store.at(1_000)).toBeUndefined();
  await asked[2]!.answer();
  expect(asked.at(-1)!.pageNum).toBe(501);
});
test('what fails is said, asked for no more until told to, and then comes', async () => {
  const { store, asked } = held();
  store.want(0, 20);
  await asked[0]!.fail();
  expect(store.failure?.message).toBe('no');
  store.want(0, 20);
  expect(asked).toHaveLength(1);
  store.retry();
  await asked[1]!.answer();
  expect([store.failure, store.at(3)]).toEqual([null, 3]);
});
test('old rows stay until newer ones arrive', async () => {
  const { store, asked } = held();
  store.want(0, 20);
  await asked[0]!.answer();
  store.refresh();
  expect([store.at(3), asked.length]).toEqual([3, 2]);
  await asked[1]!.answer({ list: [7], total: 1 });
  expect([store.at(0), store.at(3), store.total]).toEqual([7, undefined, 1]);
});
test('what was on its way when rows were to be read again is older: it is not taken for the answer', async () => {
  const { store, asked } = held();
  store.want(0, 20);
  await asked[0]!.answer();
  store.refresh();
  store.refresh();
  expect(asked.map((a) => a.signal.aborted)).toEqual([false, true, false]);
  await asked[2]!.answer({ list: Array.from({ length: 100 }, (_, i) => -i) });
  await asked[1]!.answer();
  expect(store.at(5)).toBe(-5);
});
test('another total makes the other windows stale; memory stays bounded', async () => {
  const { store, asked } = held();
  for (let page = 0; page < 45; page += 1) {
    store.want(page * 100, page * 100 + 9);
    await asked.at(-1)!.answer();
  }
  expect([store.at(0), store.at(4_499)]).toEqual([undefined, 4_499]);
  store.want(2_000, 2_009);
  expect(asked).toHaveLength(45);
  store.want(0, 9);
  await asked.at(-1)!.answer({ total: 100_001 });
  store.want(2_000, 2_009);
  expect(asked.at(-1)!.pageNum).toBe(21);
});
test('a row changes in its place, and nothing else moves', async () => {
  const { store, asked } = held(1_000);
  store.want(0, 20);
  await asked[0]!.answer();
  store.put((row) => row === 7, 7.5);
  store.put((row) => row === 700, 0);
  expect([store.at(6), store.at(7), store.at(8), store.total, asked.length]).toEqual([6, 7.5, 8, 1_000, 1]);
});
test('a newcomer is one whose place is among the rows that are here', async () => {
  const { store, asked } = held(1_000);
  for (const from of [0, 300, 900]) {
    store.want(from, from + 20);
    await asked.at(-1)!.answer();
  }
  const comes = (at: number): boolean => store.amid((row) => row < at);
  expect([-1, 0.5, 98.5, 99.5, 150.5, 299.5, 300.5, 398.5, 400.5, 899.5, 900.5, 2_000].map(comes)).toEqual([true, true, true, false, false, false, true, true, false, false, true, true]);
  store.want(100, 120);
  await asked.at(-1)!.answer();
  expect([99.5, 150.5, 199.5].map(comes)).toEqual([true, true, false]);
});
test('an empty list takes every newcomer', async () => {
  const { store, asked } = held(0);
  store.want(0, 20);
  await asked[0]!.answer({ list: [] });
  expect(store.amid(() => true)).toBe(true);
});
test('beginning again forgets rows and place, and asks for the first ones', async () => {
  const { store, asked } = held(1_000);
  store.want(500, 520);
  await asked[0]!.answer();
  store.place.index = 510;
  store.restart();
  expect([store.at(500), store.total, store.place.index, store.place.key, asked.at(-1)!.pageNum]).toEqual([undefined, 1_000, 0, null, 1]);
  await asked.at(-1)!.answer();
  expect(store.at(0)).toBe(0);
});
test('rows come before they are counted; then the count holds, and is asked for again with a refresh', async () => {
  const counts: { answer: (n: number) => Promise<void>; fail: () => Promise<void> }[] = [];
  const asked: { pageNum: number; answer: (rows: number) => Promise<void> }[] = [];
  const tick = () => new Promise((done) => setTimeout(done));
  const store = new WindowStore<number>(
    (pageNum) => new Promise((resolve) => asked.push({ pageNum, answer: async (rows) => (resolve({ list: Array.from({ length: rows }, (_, i) => (pageNum - 1) * 100 + i), total: null, pageNum, pageSize: 100 }), void (await tick())) })),
    () => new Promise((resolve, reject) => counts.push({ answer: async (n) => (resolve(n), void (await tick())), fail: async () => (reject(new Error('no')), void (await tick())) })),
  );
  store.want(0, 20);
  await asked[0]!.answer(100);
  expect([store.total, store.at(20), store.reach, counts.length]).toEqual([null, 20, 200, 1]);
  // one gets on while nobody has counted
  store.want(90, 120);
  expect(asked[1]!.pageNum).toBe(2);
  await counts[0]!.fail();
  expect([store.total, store.failure?.message]).toEqual([null, 'no']);
  store.retry();
  await counts[1]!.answer(1_000);
  expect([store.total, store.failure]).toEqual([1_000, null]);
  store.refresh();
  expect(counts).toHaveLength(3);
  await counts[2]!.answer(1_001);
  expect(store.total).toBe(1_001);
});
test('a window that is not full has counted by itself', async () => {
  let counts = 0;
  const store = new WindowStore<number>(async (pageNum) => ({ list: [1, 2, 3], total: null, pageNum, pageSize: 100 }), async () => (counts += 1));
  store.want(0, 20);
  await new Promise((done) => setTimeout(done));
  expect([store.total, counts]).toEqual([3, 0]);
});
/** What is asked within so many ms. */
async function within<T>(ms: number, work: () => T): Promise<T> {
  await vi.advanceTimersByTimeAsync(ms);
  return work();
}
test('what failed in view comes back by itself after a growing pause, and at once when told that it may', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let works = false;
  const asked: number[] = [];
  const store = new WindowStore<number>(async (pageNum) => {
    asked.push(pageNum);
    if (!works) throw new Error('no');
    return { list: Array.from({ length: 100 }, (_, i) => i), total: 1_000, pageNum, pageSize: 100 };
  });
  try {
    const leave = store.subscribe(() => {});
    store.want(0, 20);
    expect(await within(900, () => asked.length)).toBe(1);
    expect(await within(200, () => asked.length)).toBe(2);
    expect(await within(1_500, () => asked.length)).toBe(2);
    expect(await within(600, () => [asked.length, store.failure?.message])).toEqual([3, 'no']);
    // nobody looks: nothing is asked; who comes back gets it
    leave();
    expect(await within(60_000, () => asked.length)).toBe(3);
    store.subscribe(() => {});
    expect(await within(0, () => asked.length)).toBe(4);
    works = true;
    store.again();
    expect(await within(0, () => [asked.length, store.failure, store.at(3)])).toEqual([5, null, 3]);
    expect(await within(60_000, () => asked.length)).toBe(5);
  } finally {
    vi.useRealTimers();
  }
});
test('what failed and is out of view is said no more, and is asked for when it is shown again', async () => {
  const { store, asked } = held();
  let told = 0;
  store.subscribe(() => (told += 1));
  store.want(0, 20);
  await asked[0]!.answer();
  store.want(50_000, 50_020);
  await asked[1]!.fail();
  expect(store.failure?.message).toBe('no');
  told = 0;
  store.want(0, 20);
  expect([store.failure, told, asked.length]).toEqual([null, 1, 2]);
  store.want(50_000, 50_020);
  expect(asked.map(({ pageNum }) => pageNum)).toEqual([1, 501, 501]);
  await asked[2]!.fail();
  // of one's own will: at once
  store.goTo(50_005);
  expect(asked).toHaveLength(4);
  await asked[3]!.answer();
  expect([store.failure, store.at(50_005)]).toEqual([null, 50_005]);
});
test('a count that failed comes back by itself, and is all that was said', async () => {
  let works = false;
  let counts = 0;
  const store = new WindowStore<number>(
    async (pageNum) => ({ list: Array.from({ length: 100 }, (_, i) => i), total: null, pageNum, pageSize: 100 }),
    async () => {
      counts += 1;
      if (!works) throw new Error('no');
      return 1_000;
    },
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    store.subscribe(() => {});
    store.want(0, 20);
    expect(await within(500, () => [counts, store.failure?.message])).toEqual([1, 'no']);
    works = true;
    expect(await within(600, () => [counts, store.failure, store.total])).toEqual([2, null, 1_000]);
  } finally {
    vi.useRealTimers();
  }
});
