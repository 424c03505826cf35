import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { List } from '../../src/ui/list/list.tsx';
import { WindowStore } from '../../src/ui/list/window-store.ts';

const TOTAL = 5_000_000;
const HEIGHT = 640;
interface Item {
  no: string;
}
beforeAll(() => {
  for (const [name, value] of [['offsetHeight', HEIGHT], ['offsetWidth', 1000], ['clientHeight', HEIGHT], ['offsetTop', 40]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
/** A list of five million rows that are counted apart; `clauses`: what was counted with one more condition. */
async function open(day?: { field: string; desc: boolean; label: string }) {
  const clauses: string[] = [];
  const store = new WindowStore<Item>(
    async (pageNum) => ({ list: Array.from({ length: Math.max(0, Math.min(100, TOTAL - (pageNum - 1) * 100)) }, (_, i) => ({ no: `PH${(pageNum - 1) * 100 + i}` })), total: null, pageNum, pageSize: 100 }),
    async (_, clause) => {
      if (clause === undefined) return TOTAL;
      clauses.push(clause);
      return 1_234_567;
    },
  );
  const columns = [{ id: 'no', header: '编号', width: 7, cell: (row: Item) => <a href={`#/${row.no}`} tabIndex={-1}>{row.no}</a> }, { id: 'more', header: '更多', width: 5, cell: () => '…' }];
  render(<LocaleProvider><List path="/order/index" label="订单" hint="" store={store} day={day} columns={columns} keyOf={(row) => row.no} short={(row) => row.no} /></LocaleProvider>);
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(TOTAL + 1)));
  return { clauses };
}
const key = (name: string, more: KeyboardEventInit = {}) => act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more }));
const field = (name: RegExp): HTMLInputElement => screen.getByRole('textbox', { name });
async function ask(name: RegExp, text: string): Promise<void> {
  await key('j', { ctrlKey: true });
  await act(async () => void fireEvent.change(field(name), { target: { value: text } }));
  await act(async () => void fireEvent.submit(field(name).form!));
}
const focused = () => document.activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex');

test.each(['4,321,000', '４３２１，０００'])('Ctrl+J and a row number, also as an input method types it, %s: that row has the focus', async (typed) => {
  await open();
  await ask(/行号/, typed);
  await waitFor(() => expect(document.activeElement?.textContent).toContain('PH4320999'));
  expect([focused(), screen.queryByRole('dialog')]).toEqual(['4321001', null]);
  expect(screen.getByRole('grid').querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  expect(screen.getByRole('button', { name: /第 4,321,000 条/ })).toBeTruthy();
});
test('a number that no row has is said, and nothing moves', async () => {
  await open();
  for (const wrong of ['0', '5000001', 'x']) {
    await ask(/行号/, wrong);
    expect(screen.getByText('行号从 1 到 5,000,000')).toBeTruthy();
    expect(document.activeElement).toBe(field(/行号/));
    await key('Escape');
    expect(screen.queryByRole('dialog')).toBeNull();
  }
  expect(screen.getByRole('button', { name: /第 1 条/ })).toBeTruthy();
});
test('a day that is none is said, and its field has the focus', async () => {
  const { clauses } = await open({ field: 'plannedStart', desc: false, label: '开始' });
  await ask(/或日期（开始）/, '改天');
  expect(screen.getByText('日期写成 今天、+3、1225 或 2026-12-25')).toBeTruthy();
  expect([document.activeElement, screen.queryByText(/^行号从/), clauses]).toEqual([field(/或日期（开始）/), null, []]);
});
test.each([[false, 'before'], [true, 'after']])('a list sorted by a day is gone to by day (downwards: %s)', async (desc, operator) => {
  const { clauses } = await open({ field: 'plannedStart', desc, label: '开始' });
  await ask(/或日期（开始）/, '2026-11-01');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('PH1234567'));
  expect(clauses).toEqual([`plannedStart:${operator}:2026-11-01`]);
});
test('a list sorted by something else is not asked for days', async () => {
  await open();
  await key('j', { ctrlKey: true });
  expect(screen.queryByRole('textbox', { name: /日期/ })).toBeNull();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /取消/ })));
  await waitFor(() => expect(focused()).toBe('2'));
});
test('→ leads into the cells of a row and along them, ↓ keeps the column, ← leads out again; one tab stop throughout', async () => {
  await open();
  await key('j');
  const cells = () => [...document.activeElement!.closest('[role=row]')!.querySelectorAll('[role=gridcell]')];
  const at = () => [focused(), document.activeElement!.getAttribute('role'), cells().indexOf(document.activeElement!)];
  const stops = () => screen.getByRole('grid').querySelectorAll('[tabindex="0"]').length;
  await key('ArrowRight');
  expect([at(), stops()]).toEqual([['2', 'gridcell', 0], 1]);
  await key('ArrowRight');
  await key('ArrowDown');
  expect([at(), stops()]).toEqual([['3', 'gridcell', 1], 1]);
  await key('Home');
  expect(at()).toEqual(['3', 'gridcell', 0]);
  await key('End', { ctrlKey: true });
  await waitFor(() => expect(at()).toEqual([String(TOTAL + 1), 'gridcell', 0]));
  // the link in it does its own work
  let went = '';
  document.activeElement!.addEventListener('click', (event) => {
    event.preventDefault();
    went = (event.target as Element).textContent;
  });
  await key('Enter');
  expect(went).toBe('PH4999999');
  await key('ArrowLeft');
  expect([at()[1], stops()]).toEqual(['row', 1]);
});
