// A list beside what one has arranged in it: not known yet, kept on the account, or another in a saved view.
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useMemo } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Layout } from '../../src/kernel/list.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import type { Field } from '../../src/ui/list/condition.ts';
import { useChosen } from '../../src/ui/list/filter.tsx';
import { List } from '../../src/ui/list/list.tsx';
import { setListMemory, type View } from '../../src/ui/list/memory-source.ts';
import { askViews } from '../../src/ui/list/memory.ts';
import { addressOf } from '../../src/ui/list/view.ts';
import { WindowStore } from '../../src/ui/list/window-store.ts';
import { currentHref, navigate } from '../../src/ui/location.ts';
import { enter } from '../kit/console.ts';

const FIELDS: Field[] = [{ name: 'status', label: '状态', type: 'choice', values: ['open', 'shut'], options: [{ value: 'open', label: '开着' }, { value: 'shut', label: '关了' }], param: 'status' }, { name: 'fen', label: '金额', type: 'money', sort: true }];
const FILTERS = [{ name: 'status', label: '状态', options: FIELDS[0]!.options!, daily: true }];
const COLUMNS = [{ id: 'no', header: '编号', width: 7, cell: (row: { no: string }) => row.no }, { id: 'fen', header: '金额', width: 5, sort: 'fen', cell: () => 1 }];
const VIEW: View = { id: '1', list: 'order', name: '关了的', query: 'status=shut', layout: { columns: [{ id: 'fen', width: null, pin: null, shown: true }, { id: 'no', width: null, pin: null, shown: false }], sort: null } as unknown as Layout, shared: null, place: 0, own: true, owner: '我', version: 1 };
let kept: (Layout | null)[];
let shown: WindowStore<{ no: string }>;
let layout: () => Promise<Layout | null>;
beforeAll(() => {
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
beforeEach(async () => {
  await activate('zh-cn');
  kept = [];
  setListMemory({ layout: () => layout(), keepLayout: async (_: string, next: Layout | null) => void kept.push(next), views: async () => [VIEW], exported: async () => null } as never);
  // whoever signs out leaves nothing that was known
  await (await enter({ userId: '1', username: 'a', nickname: 'a', avatar: null, role: 1, roles: [], perms: [] }))();
});
function Page() {
  const chosen = useChosen(FILTERS, FIELDS);
  const key = JSON.stringify(chosen);
  // another question is another store
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const store = useMemo(() => new WindowStore(async (pageNum) => ({ list: Array.from({ length: 9 }, (_, i) => ({ no: `PH${i}` })), total: 9, pageNum, pageSize: 100 })), [key]);
  shown = store;
  return <List path="/order/index" name="order" label="订单" hint="" fields={FIELDS} filters={FILTERS} chosen={chosen} store={store} columns={COLUMNS} keyOf={(row) => row.no} short={(row) => row.no} />;
}
async function open(path: string): Promise<void> {
  navigate(path, { replace: true });
  render(<LocaleProvider><Page /></LocaleProvider>);
  await act(async () => new Promise((done) => setTimeout(done, 20)));
}
/** Turns a column over in the drawer of columns, and waits until that would have been sent. */
async function hide(name: string): Promise<void> {
  await act(async () => void fireEvent.keyDown(document.body, { key: 'C', shiftKey: true }));
  await screen.findByRole('dialog', { name: '列' }, { timeout: 5_000 });
  await act(async () => void fireEvent.click(screen.getByRole('checkbox', { name })));
  await act(async () => new Promise((done) => setTimeout(done, 1_000)));
}
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

test('a view without an order of rows is opened as it was saved, whatever order one likes oneself; the list itself has one’s own', async () => {
  layout = async () => ({ columns: [], sort: 'fen:desc' });
  await askViews(true);
  await open(addressOf(VIEW));
  expect([currentHref(), headings()]).toEqual(['/order/index?status=shut&sort=', ['金额']]);
});
test('one’s own order is asked for where no view is shown', async () => {
  layout = async () => ({ columns: [], sort: 'fen:desc' });
  await open('/order/index');
  await waitFor(() => expect(decodeURIComponent(currentHref())).toBe('/order/index?sort=fen:desc'));
});
test('what is not known is not written over: rows are sorted and columns chosen all the same, and stay here', async () => {
  layout = async () => Promise.reject(new Error('503'));
  await open('/order/index');
  await act(async () => void fireEvent.click(screen.getByRole('columnheader', { name: /金额/ }).querySelector('button')!));
  expect(currentHref()).toBe('/order/index?sort=fen');
  await hide('编号');
  expect([headings().length, kept]).toEqual([1, []]);
});
test('columns that are chosen in a view take nothing of one’s own order of rows', async () => {
  layout = async () => ({ columns: [], sort: 'fen:desc' });
  await open(addressOf(VIEW));
  await hide('编号');
  expect(kept).toMatchObject([{ sort: 'fen:desc' }]);
});
test('who goes to the list that is shown, as by a notice, is shown its rows as they are now', async () => {
  layout = async () => null;
  await open('/order/index?status=open');
  const again = vi.spyOn(shown, 'refresh');
  act(() => navigate('/order/index?status=open'));
  expect(again).not.toHaveBeenCalled();
  shown.updatedAt! -= 60_000;
  act(() => navigate('/order/index?status=open', { replace: true }));
  expect(again).not.toHaveBeenCalled();
  await act(async () => navigate('/order/index?status=open'));
  expect(again).toHaveBeenCalledTimes(1);
});
test('a list by a condition that each day moves is read again when the day is another, and no other list', async () => {
  layout = async () => null;
  const dayLater = async (path: string) => {
    await open(path);
    const again = vi.spyOn(shown, 'refresh');
    act(() => {
      shown.updatedAt! -= 86_400_000;
      shown.put(({ no }) => no === 'PH0', { no: 'PH0' });
    });
    return again;
  };
  const other = await dayLater('/order/index');
  await act(async () => new Promise((done) => setTimeout(done, 1_500)));
  expect(other).not.toHaveBeenCalled();
  cleanup();
  const daily = await dayLater('/order/index?status=open');
  await waitFor(() => expect(daily).toHaveBeenCalledTimes(1), { timeout: 10_000 });
});
