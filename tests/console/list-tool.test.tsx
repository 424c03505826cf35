// What one makes of a list: columns, order of rows, filters as typed, selection of all, find, copy, paste, export, views.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import * as z from 'zod/mini';
import { useMemo } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { endpoint } from '../../src/kernel/endpoint.ts';
import type { Layout } from '../../src/kernel/list.ts';
import { Announcer } from '../../src/ui/announce.tsx';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import type { Field } from '../../src/ui/list/condition.ts';
import { useChosen } from '../../src/ui/list/filter.tsx';
import { List } from '../../src/ui/list/list.tsx';
import { setListMemory, type ListMemory, type View, type ViewDraft } from '../../src/ui/list/memory-source.ts';
import { askViews, keepLayout } from '../../src/ui/list/memory.ts';
import { useSelection } from '../../src/ui/list/selection.ts';
import { WindowStore } from '../../src/ui/list/window-store.ts';
import { currentHref, navigate } from '../../src/ui/location.ts';

type Item = Record<'id' | 'no' | 'name', string> & { fen: number };
const TOTAL = 1_000_000;
const item = (i: number): Item => ({ id: String(i + 1), no: `PH${i}`, name: i === 2 ? '=cmd|x' : `患者${i}`, fen: i });
const FIELDS: Field[] = [
  { name: 'status', label: '状态', type: 'choice', values: ['open', 'shut'], options: [{ value: 'open', label: '开着' }, { value: 'shut', label: '关了' }], param: 'status', sort: true },
  { name: 'start', label: '开始', type: 'day', sort: true },
  { name: 'fen', label: '金额', type: 'money', sort: true },
];
const FILTERS = [{ name: 'status', label: '状态', options: FIELDS[0]!.options! }];
const COLUMNS = [
  { id: 'no', header: '编号', width: 7, cell: (row: Item) => row.no },
  { id: 'name', header: '姓名', width: 5, grow: 1, cell: (row: Item) => <span>{row.name}<i aria-hidden="true">!</i></span> },
  { id: 'fen', header: '金额', width: 5, number: true, sort: 'fen', cell: (row: Item) => row.fen },
  { id: 'more', header: '其他', width: 5, aside: true as const, cell: () => '另' },
];
const findIn = endpoint('GET /items/find-in', { may: 'signed-in', summary: '查', reply: z.nullable(z.object({ index: z.int(), wrapped: z.boolean() })) });
const exported = endpoint('POST /items/export', { may: 'signed-in', summary: '导出', body: z.any(), file: 'item', reply: z.null() });

beforeAll(() => {
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
let kept: (Layout | null)[];
let views: View[];
beforeEach(async () => {
  await activate('zh-cn');
  navigate('/order/index', { replace: true });
  kept = [];
  views = [];
  const memory: ListMemory = {
    layout: async () => null,
    keepLayout: async (_, layout) => void kept.push(layout),
    views: async () => views,
    addView: async (list, view: ViewDraft) => {
      const made: View = { id: String(views.length + 1), list, ...view, own: true, owner: '我', version: 1 };
      views = [...views, made];
      return made;
    },
    changeView: async () => views[0]!,
    removeView: async () => null,
    exported: async () => null,
  };
  setListMemory(memory);
  // what the test before made
  keepLayout('order', null);
  await askViews(true);
});
let store: WindowStore<Item>;
const pasted = vi.fn();
function Page() {
  const chosen = useChosen(FILTERS, FIELDS);
  const key = JSON.stringify(chosen);
  // another question is another store
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  store = useMemo(() => new WindowStore<Item>(async (pageNum) => ({ list: Array.from({ length: 100 }, (_, i) => item((pageNum - 1) * 100 + i)), total: TOTAL, pageNum, pageSize: 100 })), [key]);
  const selection = useSelection(store);
  return (
    <>
      <p data-testid="selected">{`${selection.all ? 'all but' : 'only'} ${[...selection.rows.keys()].join(' ')}`}</p>
      <List path="/order/index" name="order" label="订单" hint="" fields={FIELDS} filters={FILTERS} chosen={chosen} store={store} columns={COLUMNS} keyOf={(row) => row.no} short={(row) => row.no} findIn={findIn} exports={{ endpoint: exported, columns: ['no', 'name', 'fen', 'more'], beside: { columns: ['why'], words: '编号' } }} selection={{ ...selection, nameOf: (row) => row.no }} onPaste={pasted} />
    </>
  );
}
async function open() {
  render(<LocaleProvider><Page /><Announcer /></LocaleProvider>);
  await act(async () => {});
}
const press = async (key: string, more: KeyboardEventInit = {}) => {
  await act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more }));
  await act(async () => new Promise((done) => setTimeout(done, 5)));
};
const headings = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent).slice(1);
const href = () => decodeURIComponent(currentHref());
const selected = () => screen.getByTestId('selected').textContent;

test('a heading sorts up, down and not at all; with Shift behind the others; the address, the chip and aria-sort say so', async () => {
  await open();
  const money = () => screen.getByRole('columnheader', { name: /金额/ });
  await act(async () => void fireEvent.click(money().querySelector('button')!));
  expect([href(), money().getAttribute('aria-sort')]).toEqual(['/order/index?sort=fen', 'ascending']);
  await act(async () => void fireEvent.click(money().querySelector('button')!));
  expect([href(), money().getAttribute('aria-sort')]).toEqual(['/order/index?sort=fen:desc', 'descending']);
  await act(async () => navigate('/order/index?sort=start'));
  await act(async () => void fireEvent.click(money().querySelector('button')!, { shiftKey: true }));
  expect(href()).toBe('/order/index?sort=start,fen');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /排序 · 开始 ↑、金额 ↑/ })));
  expect([href(), money().getAttribute('aria-sort')]).toEqual(['/order/index', 'none']);
});
test('filters are typed, completed, and chips; Backspace takes the last one back', async () => {
  await open();
  await press('f');
  const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: '筛选' });
  expect(document.activeElement).toBe(box());
  await act(async () => void fireEvent.change(box(), { target: { value: '状态：关了 开始>2026-11-01' } }));
  await press('Enter');
  expect([href(), box().value]).toEqual(['/order/index?status=shut&where[0]=start:after:2026-11-01', '']);
  expect(screen.getByRole('button', { name: /开始 晚于 2026/ })).toBeTruthy();
  await act(async () => void fireEvent.change(box(), { target: { value: '金' } }));
  await press('Tab');
  expect(box().value).toBe('金额:');
  await act(async () => void fireEvent.change(box(), { target: { value: '金额:多' } }));
  await press('Enter');
  expect([screen.getByText(/没有看懂/).textContent, box().value]).toEqual(['“金额:多”没有看懂：写成“状态:开着 开始>今天”这样', '金额:多']);
  await act(async () => void fireEvent.change(box(), { target: { value: '' } }));
  await press('Backspace');
  expect([href(), box().value]).toEqual(['/order/index?status=shut', '开始>2026-11-01']);
  await press('Enter', { keyCode: 229 });
  expect(href()).toBe('/order/index?status=shut');
});
test('columns are chosen, put in order, widened and pinned by keys, and kept', async () => {
  await open();
  expect(headings()).toEqual(['编号', '姓名', '金额']);
  await press('C', { shiftKey: true });
  await screen.findByRole('dialog', { name: '列' }, { timeout: 5_000 });
  const row = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  fireEvent.click(row('其他'));
  fireEvent.click(row('姓名'));
  row('金额').focus();
  await press('ArrowUp', { altKey: true });
  await press('ArrowUp', { altKey: true });
  expect(screen.queryByRole('button', { pressed: true })).toBeNull();
  await press('p');
  expect(screen.getByRole('button', { pressed: true }).getAttribute('aria-label')).toBe('固定 金额');
  await press('ArrowRight', { altKey: true });
  await waitFor(() => expect(kept.filter((one) => one !== null).length).toBe(1), { timeout: 3_000 });
  expect(kept.at(-1)!.columns.map(({ id, shown, width, pinned }) => [id, shown, width, pinned])).toEqual([['fen', true, 6, true], ['no', true, null, false], ['name', false, null, false], ['more', true, null, false]]);
  // with Caps Lock on
  await press('P');
  expect(screen.queryByRole('button', { pressed: true })).toBeNull();
  await press('s');
  expect(href()).toBe('/order/index?sort=fen');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /关闭/ })));
  expect(headings()).toEqual(['金额↑', '编号', '其他']);
});
test('Ctrl+A selects a million at once, x takes one out, Escape all; the header says so', async () => {
  await open();
  await press('j');
  await press('a', { ctrlKey: true });
  await press('x');
  expect(selected()).toBe('all but PH0');
  expect(screen.getAllByRole('row').filter((row) => row.getAttribute('aria-selected') === 'false').map((row) => row.dataset['index'])).toEqual(['0']);
  expect(screen.getByTitle<HTMLInputElement>('全选，不论有没有取到').indeterminate).toBe(true);
  expect(screen.getByText(/^共 1,000,000 条/).textContent).toBe('共 1,000,000 条 · 已选 999,999 条');
  await press('c', { ctrlKey: true });
  await screen.findByText('已选 999,999 条，一次最多 2,000 条；更多的用导出', {}, { timeout: 5_000 });
  await press('Escape');
  expect([selected(), screen.getByText(/^共 1,000,000 条/).textContent]).toEqual(['only ', '共 1,000,000 条']);
});
test('find goes to the next row anywhere and the cursor stays in the text', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: Request | string) => {
    asked.push(new URL(input instanceof Request ? input.url : input, 'http://here').search);
    return new Response(JSON.stringify({ success: true, code: 0, message: '', result: { index: 654_321, wrapped: false } }), { headers: { 'content-type': 'application/json' } });
  });
  await open();
  await press('/');
  const box = screen.getByRole('textbox', { name: '在列表里查找' });
  await act(async () => void fireEvent.change(box, { target: { value: '王' } }));
  await waitFor(() => expect(screen.getByText('第 654,322 条', { selector: 'search output' })).toBeTruthy(), { timeout: 3_000 });
  expect([asked[0]?.includes('row=-1'), document.activeElement]).toEqual([true, box]);
  expect(document.querySelector('[role=row][data-index="654321"]')).toBeTruthy();
  await press('Enter');
  await waitFor(() => expect(asked.at(-1)).toContain('row=654321'));
  // keys of a composition are the input method's
  const many = asked.length;
  for (const key of ['Enter', 'Escape']) await press(key, { isComposing: true });
  expect([asked.length, document.activeElement]).toEqual([many, box]);
  await press('Escape');
  expect(document.activeElement?.getAttribute('data-index')).toBe('654321');
  vi.unstubAllGlobals();
});
test('Ctrl+C gives the selected rows, as they are now, as a table in the columns shown; a formula is text; what the list does not hold stands behind', async () => {
  const given = new Map<string, string>();
  document.execCommand = () => {
    const event = new Event('copy', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { setData: (kind: string, text: string) => given.set(kind, text) } });
    document.dispatchEvent(event);
    return true;
  };
  await open();
  for (const key of ['j', 'x', 'j', 'j', 'x']) await press(key);
  await press('c', { ctrlKey: true });
  await waitFor(() => expect(given.size).toBe(2), { timeout: 5_000 });
  expect(given.get('text/plain')).toBe("编号\t姓名\t金额\nPH0\t患者0\t0\nPH2\t'=cmd|x\t2");
  expect(given.get('text/html')).toContain('<td>PH2</td><td>=cmd|x</td>');
  await act(async () => store.put(({ no }) => no === 'PH0', { ...item(0), name: '患者零' }));
  await press('c', { ctrlKey: true });
  await waitFor(() => expect(given.get('text/plain')).toContain('PH0\t患者零\t0\nPH2'));
  await act(async () => store.goTo(500_000));
  for (let at = 100; at <= 4_000; at += 100) await act(async () => void store.want(at, at));
  for (const key of ['j', 'x', 'c']) await press(key, { ctrlKey: key === 'c' });
  await waitFor(() => expect(given.get('text/plain')).toMatch(/^编号.*\nPH50000\d\t.*\nPH0\t.*\nPH2\t.*$/));
});
test('a block that is pasted comes as a sheet', async () => {
  await open();
  const paste = (text: string) => fireEvent(document, Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData: { getData: () => text } }));
  paste('just a word');
  expect(pasted).not.toHaveBeenCalled();
  paste('账号\t姓名\r\nzhang\t张"三",\r\n\t"一 ""院""\n二院"\r\n"3 楼\t"甲"乙\r\n');
  await waitFor(() => expect(pasted).toHaveBeenCalled(), { timeout: 5_000 });
  expect((await (pasted.mock.calls[0]![0] as File).text()).replace('\ufeff', '')).toBe('账号,姓名\r\nzhang,"张""三"","\r\n,"一 ""院""\n二院"\r\n"""3 楼","""甲""乙"\r\n');
});
test('an export names what is selected, the columns shown, what no list shows, and the order', async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (input: Request, init?: RequestInit) => {
    bodies.push(JSON.parse(String(init?.body ?? (await input.text()))));
    return new Response(JSON.stringify({ success: false, code: 1, message: '不行', result: null }), { status: 403, headers: { 'content-type': 'application/json' } });
  });
  navigate('/order/index?status=shut&sort=fen:desc', { replace: true });
  await open();
  await press('j');
  await press('a', { ctrlKey: true });
  await press('x');
  await press('E', { shiftKey: true });
  await screen.findByText('选中的 999,999 条', {}, { timeout: 5_000 });
  await act(async () => void fireEvent.submit(document.querySelector('dialog form')!));
  expect(await screen.findByText('不行')).toBeTruthy();
  expect(bodies).toEqual([{ selection: { mode: 'exclude', ids: ['1'], filter: { status: 'shut' } }, columns: ['no', 'name', 'fen', 'why'], type: 'xlsx', sort: 'fen:desc' }]);
  vi.unstubAllGlobals();
});
test('a view is kept under its name, and its number opens it', async () => {
  navigate('/order/index?status=shut&sort=fen', { replace: true });
  await open();
  await press('V', { shiftKey: true });
  await screen.findByRole('dialog', { name: '视图' }, { timeout: 5_000 });
  await act(async () => void fireEvent.change(screen.getByRole('textbox', { name: '名字' }), { target: { value: '关了的' } }));
  await act(async () => void fireEvent.submit(document.querySelector('dialog form')!));
  expect(views.map(({ name, query, list }) => [name, query, list])).toEqual([['关了的', 'status=shut&sort=fen', 'order']]);
  await act(async () => navigate('/order/index'));
  await press('1');
  expect(href()).toBe('/order/index?status=shut&sort=fen');
});
