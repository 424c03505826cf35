// Where one is in a list: when rows or their count come late or not at all, and when one goes away and comes back.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Activity } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { List } from '../../src/ui/list/list.tsx';
import { WindowStore, type LoadWindow } from '../../src/ui/list/window-store.ts';

interface Item {
  no: string;
}
const TOTAL = 100_000;
const serve: LoadWindow<Item> = async (pageNum) => ({ list: Array.from({ length: 100 }, (_, i) => ({ no: `PH${(pageNum - 1) * 100 + i}` })), total: TOTAL, pageNum, pageSize: 100 });
const COLUMNS = [{ id: 'no', header: '编号', width: 7, cell: (row: Item) => row.no }];
beforeAll(() => {
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640], ['offsetTop', 40]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
const grid = () => screen.getByRole('grid');
const stops = () => [...grid().querySelectorAll<HTMLElement>('[tabindex="0"]')];
const rowIndex = () => Number(stops()[0]!.getAttribute('aria-rowindex'));
/** A key where the focus is; the body leads into the grid. */
async function press(key: string, more: KeyboardEventInit = {}): Promise<void> {
  await act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more }));
  await act(async () => void (await new Promise((done) => setTimeout(done, 5))));
}

/** A list whose rows are counted when one says so. */
function uncounted() {
  let count: (total: number) => void = () => {};
  const store = new WindowStore<Item>(async (pageNum, signal) => ({ ...(await serve(pageNum, signal)), total: null }), () => new Promise((resolve) => (count = resolve)));
  const list = <List path="/order/index" label="订单" hint="" store={store} columns={COLUMNS} keyOf={(row) => row.no} short={(row) => row.no} />;
  return { store, list, count: () => act(async () => count(TOTAL)) };
}
test('the last row is gone to when it is known which one it is', async () => {
  const { list, count } = uncounted();
  render(<LocaleProvider>{list}</LocaleProvider>);
  await act(async () => {});
  await press('j');
  await press('End', { ctrlKey: true });
  expect(rowIndex()).toBe(201);
  await count();
  await waitFor(() => expect(document.activeElement?.textContent).toContain('PH99999'));
  expect([rowIndex(), stops().length]).toEqual([100_001, 1]);
});
test.each([
  ['steps on', () => press('k'), 200],
  ['scrolls on', () => act(async () => { grid().scrollTop = 0; grid().dispatchEvent(new Event('scroll')); }), 201],
  ['works elsewhere', () => act(async () => screen.getByRole('heading').focus()), 201],
])('who %s before it is counted stays there', async (_, work, row) => {
  const { list, count } = uncounted();
  render(<LocaleProvider>{list}</LocaleProvider>);
  await act(async () => {});
  await press('j');
  await press('End');
  await work();
  const at = document.activeElement;
  await count();
  await waitFor(() => expect(grid().getAttribute('aria-rowcount')).toBe('100001'));
  expect([rowIndex(), document.activeElement]).toEqual([row, at]);
});
test.each(['hidden', 'gone'])('a page that was left with the focus in its rows has it there again, by whatever way one comes back (%s meanwhile)', async (how) => {
  const { list, store } = uncounted();
  const page = (shown: boolean) => <LocaleProvider>{how === 'hidden' ? <Activity mode={shown ? 'visible' : 'hidden'}>{list}</Activity> : shown && list}<a href="#/away">别处</a></LocaleProvider>;
  const { rerender } = render(page(true));
  await act(async () => {});
  for (const key of ['j', 'j', 'j']) await press(key);
  for (let times = 0; times < 2; times += 1) {
    await act(async () => rerender(page(false)));
    screen.getByRole('link').focus();
    await act(async () => rerender(page(true)));
    await waitFor(() => expect(document.activeElement?.textContent).toContain('PH2'));
  }
  // left from elsewhere: the page decides
  screen.getByRole('link').focus();
  await act(async () => rerender(page(false)));
  expect(store.place.enter).toBe(false);
});
test('rows that did not come are asked for again by Shift+R, and the line about them goes', async () => {
  let works = true;
  const store = new WindowStore<Item>((pageNum, signal) => (works ? serve(pageNum, signal) : Promise.reject(new Error('网络不通'))));
  render(<LocaleProvider><List path="/order/index" label="订单" hint="" store={store} columns={COLUMNS} keyOf={(row) => row.no} short={(row) => row.no} /></LocaleProvider>);
  await act(async () => {});
  await press('j');
  works = false;
  await press('End');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('有些行没有取到：网络不通'));
  expect(screen.getByRole('button', { name: '重试' }).getAttribute('aria-keyshortcuts')).toBe('Shift+R');
  works = true;
  await press('R', { shiftKey: true });
  await waitFor(() => expect(document.activeElement?.textContent).toContain('PH99999'));
  expect(screen.queryByRole('alert')).toBeNull();
});
test.each([
  ['opened when it comes', async () => {}, ['PH1']],
  ['not opened when one has stepped on', () => press('k'), []],
  ['not opened when one works elsewhere', () => act(async () => screen.getByRole('heading').focus()), []],
])('a row that Enter was pressed on before it came is %s', async (_, meanwhile, expected) => {
  let come: (page: Awaited<ReturnType<typeof serve>>) => void = () => {};
  const store = new WindowStore<Item>(() => new Promise((done) => (come = done)));
  const opened: string[] = [];
  render(<LocaleProvider><List path="/order/index" label="订单" hint="" store={store} columns={COLUMNS} keyOf={(row) => row.no} short={(row) => row.no} onOpen={({ no }) => void opened.push(no)} /></LocaleProvider>);
  // skeletons stand in for rows that are late
  await waitFor(() => expect(grid().querySelectorAll('[data-index]').length).toBeGreaterThan(2));
  await press('j');
  await press('j');
  await press('Enter');
  await meanwhile();
  const page = await serve(1, AbortSignal.timeout(1_000));
  await act(async () => come(page));
  await waitFor(() => expect(grid().textContent).toContain('PH1'));
  expect(opened).toEqual(expected);
});
