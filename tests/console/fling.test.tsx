import { act, render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { Page } from '../../src/kernel/endpoint.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { List } from '../../src/ui/list/list.tsx';
import { WindowStore } from '../../src/ui/list/window-store.ts';

const HEIGHT = 640;
const TOTAL = 100_000;
beforeAll(() => {
  // happy-dom lays nothing out: the list is a fixed window on rows of 40 px
  for (const [name, value] of [['offsetHeight', HEIGHT], ['offsetWidth', 1000], ['clientHeight', HEIGHT], ['scrollHeight', TOTAL * 40]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
const pause = (ms: number) => act(() => new Promise<void>((done) => { setTimeout(done, ms); }));

/** A server that answers when told to. */
function held() {
  const asked: { pageNum: number; signal: AbortSignal; answer: () => void }[] = [];
  const store = new WindowStore<number>((pageNum, signal) => new Promise<Page<number>>((resolve) => {
    asked.push({ pageNum, signal, answer: () => resolve({ list: Array.from({ length: 100 }, (_, i) => (pageNum - 1) * 100 + i), total: TOTAL, pageNum, pageSize: 100 }) });
  }));
  return { store, asked };
}
async function open() {
  const { store, asked } = held();
  render(<LocaleProvider><List path="/order/index" label="订单" hint="" store={store} columns={[{ id: 'no', header: '编号', width: 7, cell: String }]} keyOf={String} short={String} /></LocaleProvider>);
  await pause(0);
  await act(async () => asked[0]!.answer());
  await pause(0);
  asked.length = 0;
  return asked;
}
async function scrollTo(row: number): Promise<void> {
  const grid = screen.getByRole('grid');
  await act(async () => {
    grid.scrollTop = row * 40;
    grid.dispatchEvent(new Event('scroll'));
  });
}

test('a fling over half the list asks for the place where it ends, not for what flies by', async () => {
  const asked = await open();
  const grid = screen.getByRole('grid');
  // frame after frame, with no rest between them, however slow the machine
  await act(async () => {
    for (let step = 1; step <= 25; step += 1) {
      grid.scrollTop = step * 2_000 * 40;
      grid.dispatchEvent(new Event('scroll'));
    }
  });
  await pause(300);
  expect(asked.map(({ pageNum }) => pageNum).sort()).toEqual([500, 501]);
  expect(asked[0]!.pageNum).toBe(501);
});
test('a slow scroll asks as it goes', async () => {
  const asked = await open();
  for (let row = 60; row <= 120; row += 10) {
    await scrollTo(row);
    await pause(40);
  }
  expect(asked.map(({ pageNum }) => pageNum)).toEqual([2]);
});
test('no window is asked for twice at once', async () => {
  const { store, asked } = held();
  store.want(0, 20);
  for (const to of [21, 30, 60]) store.want(0, to);
  store.retry();
  expect(asked.map(({ pageNum }) => pageNum)).toEqual([1]);
  asked[0]!.answer();
  await pause(0);
  store.want(40_000, 40_020);
  store.want(40_010, 40_030);
  store.want(40_090, 40_130);
  expect(asked.map(({ pageNum }) => pageNum)).toEqual([1, 401, 402]);
  // what is on its way is older than what asks for a refresh
  store.refresh();
  expect(asked.map(({ pageNum, signal }) => [pageNum, signal.aborted])).toEqual([[1, false], [401, true], [402, true], [402, false], [401, false]]);
});
