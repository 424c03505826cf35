// A list beside what one has arranged in it: not known yet, kept on the account, or another in a saved view.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
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
const FILTERS = [{ name: 'status', label: '状态', options: FIELDS[0]!.options! }];
const COLUMNS = [{ id: 'no', header: '编号', width: 7, cell: (row: { no: string }) => row.no }, { id: 'fen', header: '金额', width: 5, sort: 'fen', cell: () => 1 }];
const VIEW: View = { id: '1', list: 'order', name: '关了的', query: 'status=shut', layout: { columns: [{ id: 'fen', width: null, pin: null, shown: true }, { id: 'no', width: null, pin: null, shown: false }], sort: null } as unknown as Layout, shared: null, place: 0, own: true, owner: '我', version: 1 };
let kept: (Layout | null)[];
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
  return () => vi.useRealTimers();
});
function Page() {
  const chosen = useChosen(FILTERS, FIELDS);
  const key = JSON.stringify(chosen);
  // another question is another store
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const store = useMemo(() => new WindowStore(async (pageNum) => ({ list: Array.from({ length: 9 }, (_, i) => ({ no: `PH${i}` })), total: 9, pageNum, pageSize: 100 })), [key]);
  return <List path="/order/index" name="order" label="订单" hint="" fields={FIELDS} filters={FILTERS} chosen={chosen} store={store} columns={COLUMNS} keyOf={(row) => row.no} short={(row) => row.no} />;
}
async function open(path: string): Promise<void> {
  navigate(path, { replace: true });
  render(<LocaleProvider><Page /></LocaleProvider>);
  await act(async () => new Promise((done) => setTimeout(done, 20)));
}
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

test('a view without an order of rows is opened as it was saved, whatever order one likes oneself; the list itself has one’s own', async () => {
  layout = async () => ({ columns: [], sort: 'fen:desc' });
  await askViews(true);
  await open(addressOf(VIEW));
  expect([currentHref(), headings()]).toEqual(['/order/index?status=shut', ['金额']]);
});
test('one’s own order is asked for where no view is shown', async () => {
  layout = async () => ({ columns: [], sort: 'fen:desc' });
  await open('/order/index');
  await waitFor(() => expect(decodeURIComponent(currentHref())).toBe('/order/index?sort=fen:desc'));
});
test('what is not known yet is not written over: the rows are sorted all the same, and it is asked for again', async () => {
  let asked = 0;
  layout = async () => {
    asked += 1;
    if (asked === 1) throw new Error('503');
    return { columns: [{ id: 'fen', width: null, pin: null, shown: true }], sort: null } as unknown as Layout;
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  navigate('/order/index', { replace: true });
  render(<LocaleProvider><Page /></LocaleProvider>);
  await act(async () => vi.advanceTimersByTimeAsync(20));
  await act(async () => void fireEvent.click(screen.getByRole('columnheader', { name: /金额/ }).querySelector('button')!));
  expect(currentHref()).toBe('/order/index?sort=fen');
  await act(async () => vi.advanceTimersByTimeAsync(1_000));
  expect([kept, asked]).toEqual([[], 1]);
  await act(async () => vi.advanceTimersByTimeAsync(6_000));
  expect(asked).toBe(2);
  await act(async () => void fireEvent.click(screen.getByRole('columnheader', { name: /金额/ }).querySelector('button')!));
  await act(async () => vi.advanceTimersByTimeAsync(1_000));
  expect(kept).toMatchObject([{ columns: [{ id: 'fen' }], sort: 'fen:desc' }]);
});
test('where the question changes while a row has the focus, a row of the next answer has it', async () => {
  layout = async () => null;
  await open('/order/index');
  await act(async () => screen.getAllByRole('row').find((row) => row.tabIndex === 0)!.focus());
  await act(async () => navigate('/order/index?status=shut'));
  await act(async () => new Promise((done) => setTimeout(done, 20)));
  expect(document.activeElement?.getAttribute('role')).toBe('row');
});
