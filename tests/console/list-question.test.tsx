// Another question to a list, while one is in its rows: one is in the rows of the answer.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Activity } from 'react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { LocaleProvider } from '../../src/ui/language.tsx';
import ExportDrawer from '../../src/ui/list/export.drawer.tsx';
import { useChosen } from '../../src/ui/list/filter.tsx';
import { List } from '../../src/ui/list/list.tsx';
import { useWindows } from '../../src/ui/list/source.ts';
import { Tabs } from '../../src/ui/list/tabs.tsx';
import { currentHref, navigate } from '../../src/ui/location.ts';
import { order } from '../../src/areas/order/contract.ts';
import { answerBy } from '../kit/console.ts';

interface Item {
  no: string;
}
const TABS = ['open', 'none', 'lost'].map((value) => ({ value, label: value, count: 1 }));
const FILTERS = [{ name: 'status', label: '状态', options: TABS }];
const COLUMNS = [{ id: 'no', header: '编号', width: 7, cell: ({ no }: Item) => no }];
let come: (() => void) | null = null;
let waits = false;
let round = 0;
beforeAll(() => {
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640], ['offsetTop', 40]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
beforeEach(() => {
  [come, waits] = [null, false];
  round += 1;
  navigate('/order/index', { replace: true });
});
function Page() {
  const chosen = useChosen(FILTERS);
  const { status = 'all' } = chosen;
  const store = useWindows<Item>(`x${round}`, chosen, async () => {
    if (waits) await new Promise<void>((done) => (come = done));
    if (status === 'lost') throw new Error('网络不通');
    const list = status === 'none' ? [] : Array.from({ length: 5 }, (_, i) => ({ no: `${status}${i}` }));
    return { list, total: list.length, pageNum: 1, pageSize: 100 };
  });
  return <List path="/order/index" label="订单" hint="" filters={FILTERS} chosen={chosen} store={store} columns={COLUMNS} keyOf={({ no }) => no} short={({ no }) => no} tabs={<Tabs path="/order/index" name="status" label="状态" tabs={TABS} chosen={chosen} />} />;
}
const page = (shown = true) => <LocaleProvider><Activity mode={shown ? 'visible' : 'hidden'}><Page /></Activity></LocaleProvider>;
async function press(key: string): Promise<void> {
  await act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key }));
  await act(async () => void (await new Promise((done) => setTimeout(done, 5))));
}
const here = (): string => document.activeElement!.textContent!;
async function inRow() {
  const shown = render(page());
  await waitFor(() => expect(screen.getByRole('grid').textContent).toContain('all4'));
  for (let n = 0; n < 4 && here() !== 'all2'; n += 1) await press('j');
  expect(here()).toBe('all2');
  return shown;
}

test('the next status: its first row, and back in the row where one was', async () => {
  await inRow();
  await press(']');
  await waitFor(() => expect([currentHref(), here()]).toEqual(['/order/index?status=open', 'open0']));
  await press('j');
  expect(here()).toBe('open1');
  await press('[');
  await waitFor(() => expect(here()).toBe('all2'));
});
test('a wish for the rows that another question took over takes nobody’s focus later', async () => {
  await inRow();
  await press(']');
  await waitFor(() => expect(here()).toBe('open0'));
  const tab = screen.getByRole('link', { name: /open/ });
  tab.focus();
  await act(async () => navigate('/order/index'));
  await waitFor(() => expect(screen.getByRole('grid').textContent).toContain('all4'));
  expect(document.activeElement).toBe(tab);
});
test('rows that come late: the focus waits in their place', async () => {
  await inRow();
  waits = true;
  await press(']');
  expect(document.activeElement!.getAttribute('role')).toBe('row');
  await act(async () => come!());
  await waitFor(() => expect(here()).toBe('open0'));
});
test('a status of no rows, and one that does not come: the heading, or what tries again', async () => {
  await inRow();
  await press(']');
  await press(']');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  await press('[');
  await waitFor(() => expect(here()).toBe('open0'));
  await act(async () => navigate('/order/index?status=lost'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '重试' })));
});
test('who works elsewhere, or comes back to the page with another question, is not taken into its rows', async () => {
  const { rerender } = await inRow();
  const tab = screen.getByRole('link', { name: /open/ });
  tab.focus();
  await act(async () => navigate('/order/index?status=open'));
  await waitFor(() => expect(screen.getByRole('grid').textContent).toContain('open4'));
  expect(document.activeElement).toBe(tab);
  await press('j');
  screen.getByRole('grid').querySelector<HTMLElement>('[tabindex="0"]')!.focus();
  await act(async () => rerender(page(false)));
  (document.activeElement as HTMLElement).blur();
  await act(async () => navigate('/order/index'));
  await act(async () => rerender(page(true)));
  expect(document.activeElement?.closest('[role=grid]') ?? null).toBeNull();
});

test('more selected rows than one export takes are not sent: it says how many it takes', async () => {
  const sent: string[] = [];
  answerBy(({ path }) => (sent.push(path), null));
  const selected = { selection: { mode: 'include' as const, ids: Array.from({ length: 10_001 }, (_one, at) => String(at)), filter: {} }, count: 10_001 };
  render(<LocaleProvider><ExportDrawer endpoint={order.export} total={null} filtered={false} filter={{}} selected={selected} columns={['orderNo']} beside={undefined} sort={undefined} onClose={() => {}} /></LocaleProvider>);
  await act(async () => void fireEvent.submit(document.querySelector('form')!));
  expect(screen.getByText('选中的一次最多导出 10,000 条：少选一些，或先筛选再导出全部')).toBeTruthy();
  expect(sent).toEqual([]);
});
