import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useMemo } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate, currentHref } from '../../src/ui/location.ts';
import { Line } from '../../src/ui/list/column.tsx';
import { useChosen } from '../../src/ui/list/filter.tsx';
import { List } from '../../src/ui/list/list.tsx';
import { WindowStore, type LoadWindow } from '../../src/ui/list/window-store.ts';

interface Item {
  no: string;
  name: string;
}
const HEIGHT = 640;
const item = (i: number): Item => ({ no: `PH${i}`, name: i === 3 ? '<img src=x onerror=alert(1)>' : `患者${i}` });
const serve = (total: number): LoadWindow<Item> => async (pageNum) => ({ list: Array.from({ length: Math.max(0, Math.min(100, total - (pageNum - 1) * 100)) }, (_, i) => item((pageNum - 1) * 100 + i)), total, pageNum, pageSize: 100 });
const FILTERS = [
  { name: 'status', label: '状态', options: [{ value: 'open', label: '开着' }, { value: 'shut', label: '关了' }] },
  { name: 'due', label: '日期', options: [{ value: 'today', label: '今天' }] },
];
const COLUMNS = [
  { id: 'no', header: '编号', width: 7, cell: (row: Item) => row.no },
  { id: 'name', header: '姓名', width: 5, grow: 1, cell: (row: Item) => <Line text={row.name} /> },
];

// happy-dom lays nothing out: the list is a fixed window on rows of 40 px
beforeAll(() => {
  const size = (name: string, value: (this: HTMLElement) => number) => Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: value });
  size('offsetHeight', () => HEIGHT);
  size('offsetWidth', () => 1000);
  size('clientHeight', () => HEIGHT);
  // under the sticky heading
  size('offsetTop', () => 40);
  size('scrollHeight', function () {
    return (Number.parseInt(this.querySelector<HTMLElement>('[role=rowgroup]:last-child')?.style.getPropertyValue('block-size') ?? '', 10) || 0) + 40;
  });
  HTMLElement.prototype.scrollTo = function (this: HTMLElement, to: ScrollToOptions) {
    this.scrollTop = to.top ?? 0;
    // as a browser does it: after the script that scrolled
    queueMicrotask(() => act(() => void this.dispatchEvent(new Event('scroll'))));
  } as typeof HTMLElement.prototype.scrollTo;
});
beforeEach(() => navigate('/order/index', { replace: true }));

function Page({ load, onOpen }: { load: LoadWindow<Item>; onOpen: (row: Item) => void }) {
  const chosen = useChosen(FILTERS);
  const { status } = chosen;
  // a list of another filter is another store
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const store = useMemo(() => new WindowStore(load), [load, status]);
  shown = store;
  return <List path="/order/index" label="订单" hint="这里会有订单" filters={FILTERS} chosen={chosen} store={store} columns={COLUMNS} keyOf={(row) => row.no} short={(row) => row.name} onOpen={onOpen} />;
}
let shown: WindowStore<Item>;
async function open(load: LoadWindow<Item> = serve(100_000)) {
  const onOpen = vi.fn();
  render(<LocaleProvider><Page load={load} onOpen={onOpen} /></LocaleProvider>);
  await act(async () => {});
  return { onOpen };
}
const grid = () => screen.getByRole('grid');
const stops = () => [...grid().querySelectorAll<HTMLElement>('[tabindex="0"]')];
const rowIndex = () => Number(stops()[0]!.getAttribute('aria-rowindex'));
/** A key where the focus is; the body leads into the grid. */
async function press(key: string, more: KeyboardEventInit = {}): Promise<void> {
  await act(async () => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
  });
  await act(async () => {
    await new Promise((done) => setTimeout(done, 5));
  });
}

test('rows stand at their true places before anyone knows how many there are', async () => {
  let answer: (() => void) | undefined;
  await open((pageNum, signal) => new Promise((resolve) => (answer = () => resolve(serve(100_000)(pageNum, signal)))));
  expect(grid().getAttribute('aria-rowcount')).toBe('-1');
  const indices = (): (string | null)[] => [...grid().querySelectorAll('[role=row]')].map((row) => row.getAttribute('aria-rowindex'));
  // the tab stop at once, skeletons when the rows take their time
  expect(indices()).toEqual(['1', '2']);
  await waitFor(() => expect(indices().slice(0, 4)).toEqual(['1', '2', '3', '4']));
  await act(async () => answer?.());
  await waitFor(() => expect(grid().getAttribute('aria-rowcount')).toBe('100001'));
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['编号', '姓名']);
  expect(screen.getByText('共 100,000 条')).toBeTruthy();
});
test('keys typed before the rows have come lead as far as afterwards', async () => {
  let answer: (() => void) | undefined;
  const { onOpen } = await open((pageNum, signal) => new Promise((resolve) => (answer = () => resolve(serve(100_000)(pageNum, signal)))));
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await press(key);
  expect(stops()).toHaveLength(1);
  await act(async () => answer?.());
  await waitFor(() => expect(grid().getAttribute('aria-rowcount')).toBe('100001'));
  await press('Enter');
  expect(onOpen).toHaveBeenLastCalledWith(item(2));
});
test('a name that looks like markup is text', async () => {
  await open();
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  expect(document.querySelector('img')).toBeNull();
});
test('the keys of the grid', async () => {
  const { onOpen } = await open();
  await press('j');
  expect([document.activeElement, rowIndex()]).toEqual([stops()[0], 2]);
  await press('j');
  await press('ArrowDown');
  await press('k');
  expect(rowIndex()).toBe(3);
  await press('PageDown');
  expect(rowIndex()).toBe(3 + HEIGHT / 40 - 2);
  await press('End');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('PH99999'));
  expect(rowIndex()).toBe(100_001);
  await press('ArrowDown');
  expect(rowIndex()).toBe(100_001);
  await press('Enter');
  expect(onOpen).toHaveBeenLastCalledWith(item(99_999));
  await press('Home', { ctrlKey: true });
  expect([rowIndex(), document.activeElement?.getAttribute('aria-rowindex')]).toEqual([2, '2']);
  await press('Enter', { keyCode: 229 });
  expect(onOpen).toHaveBeenCalledTimes(1);
});
test.each([['End', 100_001], ['Home', 2]])('Ctrl+%s from the page, its heading too, is the same', async (key, index) => {
  await open();
  await press(key, { ctrlKey: true });
  await waitFor(() => expect(document.activeElement).toBe(stops()[0]));
  expect(rowIndex()).toBe(index);
  await press('j');
  screen.getByRole('heading').focus();
  await press(key, { ctrlKey: true });
  await waitFor(() => expect(document.activeElement).toBe(stops()[0]));
  expect(rowIndex()).toBe(index);
});
test.each([['End', 100_001], ['Home', 2], ['PageDown', HEIGHT / 40], ['PageUp', 2]])('%s on arrival enters the grid and acts', async (key, index) => {
  await open();
  expect(document.activeElement).toBe(document.body);
  await press(key);
  await waitFor(() => expect(document.activeElement).toBe(stops()[0]));
  expect(rowIndex()).toBe(index);
});
test('after any step: one tab stop, focused row mounted, true contiguous indices', async () => {
  await open();
  await press('j');
  const keys = ['j', 'k', 'PageDown', 'PageUp', 'End', 'Home', 'ArrowDown', 'wheel'];
  let seed = 7;
  for (let step = 0; step < 120; step += 1) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const key = keys[seed % keys.length]!;
    if (key === 'wheel') {
      await act(async () => {
        grid().scrollTop = seed % 4_000_000;
        grid().dispatchEvent(new Event('scroll'));
      });
    } else await press(key);
    expect(stops()).toHaveLength(1);
    expect(document.activeElement).toBe(stops()[0]);
    const indices = [...grid().querySelectorAll<HTMLElement>('[data-index]')].map((row) => Number(row.dataset['index']));
    expect([...grid().querySelectorAll('[data-index]')].map((row) => Number(row.getAttribute('aria-rowindex')) - 2)).toEqual(indices);
    const inView = indices.filter((index) => index !== rowIndex() - 2);
    const breaks = inView.filter((index, at) => at > 0 && index !== inView[at - 1]! + 1 && index !== inView[at - 1]! + 2);
    expect(breaks).toEqual([]);
  }
});
test('focus follows the row, not its place, when rows come in above it', async () => {
  let inserted = 0;
  await open(async (pageNum, signal) => {
    const page = await serve(1_000)(pageNum, signal);
    return { ...page, total: 1_000 + inserted, list: page.list.map((_, i) => item((pageNum - 1) * 100 + i - inserted)) };
  });
  for (const key of ['j', 'j', 'j']) await press(key);
  expect(document.activeElement?.textContent).toContain('PH2');
  inserted = 5;
  await act(async () => shown.refresh());
  await waitFor(() => expect(grid().getAttribute('aria-rowcount')).toBe('1006'));
  expect(document.activeElement?.textContent).toContain('PH2');
  expect([rowIndex(), stops().length]).toEqual([9, 1]);
});
test('a list that does not come says why and can be asked for again', async () => {
  let works = false;
  await open(async (pageNum, signal) => {
    if (!works) throw new Error('网络不通');
    return serve(5)(pageNum, signal);
  });
  expect(screen.getByText('网络不通')).toBeTruthy();
  expect(screen.getByText(/^重试一次/)).toBeTruthy();
  expect(screen.queryByText('正在取数')).toBeNull();
  expect(document.querySelector('output')!.textContent).toBe('没有取到，行数未知');
  const again = () => screen.getByRole('button', { name: '重试' });
  again().focus();
  await act(async () => fireEvent.click(again()));
  expect(document.activeElement).toBe(again());
  works = true;
  await act(async () => fireEvent.click(again()));
  expect(grid().getAttribute('aria-rowcount')).toBe('6');
  expect(document.activeElement).toBe(stops()[0]);
});
test('filters live in the address, are chips in the status line, and f leads to them', async () => {
  await open(serve(0));
  expect(screen.getByText('这里会有订单')).toBeTruthy();
  await press('f');
  expect(document.activeElement).toBe(screen.getByLabelText('状态'));
  await act(async () => fireEvent.change(screen.getByLabelText('状态'), { target: { value: 'shut' } }));
  expect(currentHref()).toBe('/order/index?status=shut');
  expect(screen.getByText('没有符合筛选的记录')).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /状态 · 关了/ })));
  expect(currentHref()).toBe('/order/index');
  await act(async () => navigate('/order/index?status=nonsense'));
  expect(screen.queryByRole('button', { name: /nonsense/ })).toBeNull();
});
test('a chip that is taken away hands the focus on: to the next chip, to the row, else to the heading', async () => {
  const chip = (name: RegExp) => screen.getByRole('button', { name });
  const remove = async (name: RegExp) => {
    chip(name).focus();
    await act(async () => fireEvent.click(chip(name)));
  };
  navigate('/order/index?status=shut&due=today', { replace: true });
  await open(serve(500));
  await remove(/状态 · 关了/);
  expect(document.activeElement).toBe(chip(/日期 · 今天/));
  await remove(/日期 · 今天/);
  await waitFor(() => expect(document.activeElement).toBe(stops()[0]));
  await act(async () => navigate('/order/index?status=shut&due=today'));
  await remove(/日期 · 今天/);
  expect(document.activeElement).toBe(chip(/状态 · 关了/));
});
test('without rows the heading takes the focus from the last chip', async () => {
  navigate('/order/index?due=today', { replace: true });
  await open(serve(0));
  screen.getByRole('button', { name: /日期 · 今天/ }).focus();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /日期 · 今天/ })));
  expect(document.activeElement).toBe(screen.getByRole('heading'));
});
