// What an address asks that its list does not know: said once beside the chips, never of an address that the console makes, and taken away by a press.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useMemo } from 'react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import type { Field } from '../../src/ui/list/condition.ts';
import { useChosen } from '../../src/ui/list/filter.tsx';
import { List } from '../../src/ui/list/list.tsx';
import { Tabs } from '../../src/ui/list/tabs.tsx';
import { setListMemory } from '../../src/ui/list/memory-source.ts';
import { keepLayout } from '../../src/ui/list/memory.ts';
import { WindowStore } from '../../src/ui/list/window-store.ts';
import { currentHref, navigate } from '../../src/ui/location.ts';

interface Item { id: string }
const FIELDS: Field[] = [
  { name: 'status', label: '状态', type: 'choice', values: ['open', 'shut'], options: [{ value: 'open', label: '开着' }, { value: 'shut', label: '关了' }], param: 'status' },
  { name: 'start', label: '开始', type: 'day', sort: true },
  { name: 'departmentId', label: '科室', type: 'id', options: [{ value: '12|45', label: '骨科' }] },
];
const FILTERS = [{ name: 'status', label: '状态', options: FIELDS[0]!.options! }, { name: 'from', label: '从', options: [], accepts: /^\d{4}-\d{2}-\d{2}$/ }];
const COLUMNS = [{ id: 'id', header: '编号', width: 7, sort: 'start', cell: (row: Item) => row.id }];

beforeAll(() => {
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
beforeEach(async () => {
  await activate('zh-cn');
  setListMemory({ layout: async () => null, keepLayout: async () => {}, views: async () => [], addView: async () => Promise.reject(new Error('no')), changeView: async () => Promise.reject(new Error('no')), removeView: async () => null, exported: async () => null });
  // one's own order of the list
  keepLayout('order', { columns: [], sort: 'start:desc' });
});
function Page() {
  const chosen = useChosen(FILTERS, FIELDS);
  const key = JSON.stringify(chosen);
  // another question is another store
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const store = useMemo(() => new WindowStore<Item>(async () => ({ list: [{ id: '1' }], total: 1, pageNum: 1, pageSize: 100 })), [key]);
  return <List path="/order/index" name="order" label="订单" hint="" fields={FIELDS} filters={FILTERS} chosen={chosen} store={store} columns={COLUMNS} keyOf={(row) => row.id} short={(row) => row.id} />;
}
async function open(query: string) {
  cleanup();
  navigate(`/order/index?${query}`, { replace: true });
  render(<LocaleProvider><Page /></LocaleProvider>);
  await act(async () => {});
}
const note = () => screen.queryByRole('button', { name: /不认识/ })?.textContent ?? null;
const href = () => decodeURIComponent(currentHref());

test.each([
  ['where[0]=nonsense:is:x', 1], ['where[0]=start:after:tomorrow', 1], ['where[99]=status:is:open', 1], ['where=status:is:open', 1],
  ['status=nope', 1], ['from=yesterday', 1], ['sort=foo:desc', 1], ['what=ever', 1], ['status=open&status=shut', 1],
  ['status=nope&sort=foo&where[0]=start:after:2026-11-01&where[1]=no:is:1', 3],
])('%s: %i is not known', async (query, count) => {
  await open(query);
  expect(note()).toContain(`地址里有 ${count} 个条件不认识，没有使用`);
  // what is known holds
  if (count === 3) expect(screen.getByRole('button', { name: /开始 晚于 2026/ })).toBeTruthy();
});
test.each(['', 'status=', 'status=open&from=2026-11-01', 'where[0]=start:after:2026-11-01&where[1]=start:before:2026-12-01&sort=start:desc', 'new=1', 'title=本周', 'edit=7&status=open', 'import=&export=1', 'cmd=order.assign&order=PH1&caregiver=7'])('of what the console makes nothing is said: %s', async (query) => {
  await open(query);
  expect(note()).toBe(null);
});
test('a press takes it out of the address, the rest stays', async () => {
  await open('status=shut&sort=foo:desc&where[3]=no:is:1');
  // one's own order does not stand in for one that is not known
  expect(href()).toContain('sort=foo:desc');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /2 个条件不认识/ })));
  expect([href().replace(/&sort=start:desc$/, ''), note()]).toEqual(['/order/index?status=shut', null]);
});
test('where a name that stands for several ids is not asked for it has one chip, which takes all of it away', async () => {
  await open('where[0]=departmentId:not:12&where[1]=departmentId:not:45&sort=');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^科室 不是 骨科/ })));
  expect(href()).toBe('/order/index');
});
test('the title that an address carries stays while one filters, sorts and clears', async () => {
  const tabs = [{ value: 'open', label: '开着', count: 1 }, { value: 'shut', label: '关了', count: 1 }];
  await open('status=open&title=本周');
  fireEvent.click(screen.getByRole('button', { name: /去掉此筛选|开着/ }));
  await act(async () => {});
  expect(new URLSearchParams(currentHref().split('?')[1]).get('title')).toBe('本周');
  expect(href()).not.toContain('status=open');
  fireEvent.click(screen.getByRole('button', { name: /^排序/ }));
  await act(async () => {});
  expect(href()).toBe('/order/index?title=本周');
  cleanup();
  render(<LocaleProvider><Tabs path="/order/index" name="status" label="状态" tabs={tabs} chosen={{}} /></LocaleProvider>);
  expect(decodeURIComponent(screen.getByRole('link', { name: /开着/ }).getAttribute('href')!)).toBe('#/order/index?status=open&title=本周');
  fireEvent.keyDown(document.body, { key: ']' });
  expect(href()).toBe('/order/index?status=open&title=本周');
});
