import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Announcer } from '../../src/ui/announce.tsx';
import { CallFailure } from '../../src/ui/call.ts';
import { List } from '../../src/ui/list/list.tsx';
import { useSelection } from '../../src/ui/list/selection.ts';
import { useWindows } from '../../src/ui/list/source.ts';
import { WindowStore } from '../../src/ui/list/window-store.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';

interface Item {
  id: string;
}
const store = (total: number): WindowStore<Item> => new WindowStore(async (pageNum) => ({ list: Array.from({ length: total }, (_, i) => ({ id: `R${i}` })), total, pageNum, pageSize: 100 }));
let opened: string[] = [];
/** ms until what is selected is drawn. */
let late = 0;
/** Whether Space shows a row beside the list. */
let peeks = false;
function Page({ of }: { of: WindowStore<Item> }) {
  const selection = useSelection(of);
  return (
    <>
      <button type="button" onClick={() => selection.set(new Map())}>none</button>
      <p data-testid="selected">{[...selection.rows.keys()].join(' ')}</p>
      <List
        path="/system/user" label="行" hint="" store={of} columns={[{ id: 'id', header: '编号', width: 7, cell: (row: Item) => row.id }]} keyOf={(row) => row.id} short={(row) => row.id}
        selection={{ ...selection, set: (rows, all) => (late === 0 ? selection.set(rows, all) : void setTimeout(() => selection.set(rows, all), late)), nameOf: (row) => row.id }} onOpen={(row) => opened.push(row.id)} {...(peeks ? { peek: (row: Item) => row.id } : {})}
      />
    </>
  );
}
beforeAll(() => {
  // happy-dom lays nothing out: a window on rows of 40 px
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
beforeEach(async () => {
  opened = [];
  late = 0;
  peeks = false;
  await activate('zh-cn');
});
async function open(of = store(6)) {
  const view = render(<LocaleProvider><Page of={of} /><Announcer /></LocaleProvider>);
  await act(async () => {});
  return view;
}
const selected = (): string => screen.getByTestId('selected').textContent;
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    await act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: key.replace('Shift+', ''), shiftKey: key.startsWith('Shift+') }));
    await act(async () => new Promise((done) => setTimeout(done, 5)));
  }
}

/** A list that is asked for by a question and an order. */
function Sorted({ filter }: { filter: Record<string, string> }) {
  return <Page of={useWindows<Item>('item', filter, async ({ pageNum }) => ({ list: Array.from({ length: 6 }, (_, i) => ({ id: `R${filter['sort'] === 'id:desc' ? 5 - i : i}` })), total: 6, pageNum: Number(pageNum), pageSize: 100 }))} />;
}
test('another order of the same rows leaves selected what was, another question does not; Shift begins anew where one is', async () => {
  const drawn = (filter: Record<string, string>) => <LocaleProvider><Sorted filter={filter} /><Announcer /></LocaleProvider>;
  const { rerender } = render(drawn({ status: 'a' }));
  const ask = async (filter: Record<string, string>) => act(async () => (rerender(drawn(filter)), void (await new Promise((done) => setTimeout(done, 20)))));
  await act(async () => {});
  await press('j', 'Shift+ArrowDown', 'Shift+ArrowDown');
  await ask({ status: 'a', sort: 'id:desc' });
  expect(selected()).toBe('R0 R1 R2');
  await press('Shift+ArrowDown');
  expect(selected()).toBe('R0 R1 R2 R5 R4');
  await ask({ status: 'b', sort: 'id:desc' });
  expect(selected()).toBe('');
});
test('x takes the focused row in and out, Escape all of them out; each row says whether it is selected', async () => {
  await open();
  await press('j', 'x', 'j', 'x');
  expect(selected()).toBe('R0 R1');
  expect(screen.getAllByRole('row').filter((row) => row.getAttribute('aria-selected') === 'true').map((row) => row.dataset['index'])).toEqual(['0', '1']);
  expect(screen.getByRole('grid').getAttribute('aria-multiselectable')).toBe('true');
  await press('x');
  expect(selected()).toBe('R0');
  await press('Escape');
  expect(selected()).toBe('');
});
test('Shift with arrows selects from where it began, shrinks again, and begins anew after a step without it', async () => {
  await open();
  await press('j', 'Shift+ArrowDown', 'Shift+ArrowDown');
  expect(selected()).toBe('R0 R1 R2');
  await press('Shift+ArrowUp');
  expect(selected()).toBe('R0 R1');
  await press('ArrowDown', 'ArrowDown', 'Shift+ArrowDown');
  expect(selected()).toBe('R0 R1 R3 R4');
});
test('steps with Shift that are quicker than what they select is drawn go on from where the first began', async () => {
  late = 700;
  await open();
  await press('j', 'Shift+ArrowDown', 'Shift+ArrowDown');
  await waitFor(() => expect(selected()).toBe('R0 R1 R2'), { timeout: 5_000 });
});
test('Shift begins anew where what is selected has changed by another way since', async () => {
  await open();
  await press('j', 'Shift+ArrowDown', 'Shift+ArrowDown');
  await act(async () => screen.getByRole('button', { name: 'none' }).click());
  await press('Shift+ArrowDown');
  expect(selected()).toBe('R2 R3');
  fireEvent.click(screen.getByRole('checkbox', { name: '选中 R5' }));
  await press('Shift+ArrowUp');
  expect(selected().split(' ').toSorted()).toEqual(['R2', 'R3', 'R5']);
});
test('a checkbox selects without opening, its column counts, and Enter still opens', async () => {
  await open();
  fireEvent.click(screen.getByRole('checkbox', { name: '选中 R3' }));
  expect([selected(), opened]).toEqual(['R3', []]);
  expect(screen.getByRole('grid').getAttribute('aria-colcount')).toBe('2');
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['选中', '编号']);
  await press('j', 'Enter');
  expect(opened).toEqual(['R0']);
});
test('other filters are another list, in which nothing is selected', async () => {
  const { rerender } = await open();
  await press('j', 'x');
  expect(selected()).toBe('R0');
  rerender(<LocaleProvider><Page of={store(3)} /></LocaleProvider>);
  await act(async () => {});
  expect(selected()).toBe('');
});
test('Shift+Space takes the focused row in and out, as in any grid, and shows nothing beside the list', async () => {
  peeks = true;
  await open();
  const space = () => act(async () => void fireEvent.keyDown(document.activeElement!, { key: ' ', code: 'Space', shiftKey: true }));
  await press('j', 'ArrowDown');
  await space();
  expect([selected(), screen.queryByRole('complementary')]).toEqual(['R1', null]);
  await space();
  expect(selected()).toBe('');
});

/** A list of `total` rows in windows; those after the first wait for `come`, or fail. */
function slow(total: number) {
  const asked: number[] = [];
  let come = (_fails?: boolean): void => {};
  const coming = new Promise<boolean>((resolve) => { come = (fails = false) => resolve(fails); });
  const of = new WindowStore<Item>(async (pageNum, signal) => {
    if (pageNum > 1) {
      asked.push(pageNum);
      const left = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
      if (await Promise.race([coming, left])) throw new CallFailure(500, 50000, '系统出错');
    }
    return { list: Array.from({ length: Math.min(100, total - (pageNum - 1) * 100) }, (_, i) => ({ id: `R${(pageNum - 1) * 100 + i}` })), total, pageNum, pageSize: 100 };
  });
  return { of, asked, come: async (fails = false) => act(async () => { come(fails); await new Promise((done) => setTimeout(done, 150)); }) };
}
const count = (): number => selected().split(' ').filter(Boolean).length;
const rest = () => act(async () => new Promise((done) => setTimeout(done, 300)));
test('Shift over rows that are not here says that they are on their way, and has all of them when they come', async () => {
  const { of, asked, come } = slow(730);
  await open(of);
  await press('j', 'ArrowDown', 'Shift+End');
  expect(count()).toBeLessThan(729);
  await rest();
  expect([screen.queryByText('正在取数', { selector: 'output *' }) !== null, asked.includes(2)]).toEqual([true, true]);
  await come();
  await waitFor(() => expect(count()).toBe(729), { timeout: 5_000 });
  expect(selected().split(' ').slice(0, 2)).toEqual(['R1', 'R2']);
  // the next step goes on from where the first began, with what has come
  await press('Shift+ArrowUp');
  expect(count()).toBe(728);
  await press('Shift+Home');
  expect(selected()).toBe('R1 R0'.split(' ').toSorted().join(' '));
});
test('what comes after another was chosen changes nothing', async () => {
  const { of, come } = slow(730);
  await open(of);
  await press('j', 'Shift+End');
  await rest();
  await press('Escape');
  await come();
  await rest();
  expect(count()).toBe(0);
});
test('rows of a range that cannot be had are named, and so is a range that is too long, of which nothing is selected', async () => {
  const { of, come } = slow(730);
  const { unmount } = await open(of);
  await press('j', 'Shift+End');
  await rest();
  await come(true);
  expect(screen.getByText('有些行没有取到：系统出错', { selector: 'output *' })).toBeTruthy();
  unmount();
  await open(slow(100_000).of);
  await press('j', 'Shift+End');
  expect([count(), screen.queryByText('连着选一次最多 3,000 条') !== null]).toEqual([0, true]);
});
test.each([
  ['the button that takes all of it back', () => screen.getByRole('button', { name: 'none' }).click(), 0],
  ['the box above the rows', () => screen.getByRole('checkbox', { name: '选中' }).click(), 0],
])('what is on its way for a range does not come back after %s', async (_, take, left) => {
  const { of, come } = slow(730);
  await open(of);
  await press('j', 'ArrowDown', 'x', 'Shift+End');
  await rest();
  await act(async () => take());
  await press('Home', 'x');
  await come();
  await rest();
  expect(count()).toBe(left + 1);
});
test('Escape also gives up a range of which nothing was here yet', async () => {
  const { of, come } = slow(730);
  await open(of);
  await press('j', 'End', 'Shift+ArrowUp', 'Escape');
  await come();
  await rest();
  expect(count()).toBe(0);
});
test('a range becomes whole whatever one moves to, or selects beside it, meanwhile', async () => {
  const { of, come } = slow(730);
  await open(of);
  await press('j', 'ArrowDown', 'Shift+End');
  await rest();
  await press('Home', 'x', 'Shift+ArrowDown');
  await come();
  await waitFor(() => expect(count()).toBe(730), { timeout: 5_000 });
  await press('Shift+ArrowDown');
  expect(count()).toBe(730);
});
test('Shift+Space on a button beside the list is the button’s', async () => {
  await open();
  await press('j', 'ArrowDown');
  screen.getByRole('button', { name: 'none' }).focus();
  const heard = fireEvent.keyDown(document.activeElement!, { key: ' ', code: 'Space', shiftKey: true });
  expect([heard, selected()]).toEqual([true, '']);
});
