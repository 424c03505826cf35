import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { thingOf } from '../../src/ui/order-thing.ts';
import { navigate } from '../../src/ui/location.ts';
import { begin, chips, desk, keys, ROW, rows, said, settle, show, freshDesk } from '../kit/step.tsx';
import { input, press } from '../kit/typist.ts';

// A command is done to what its row or its address names, and to nothing that has moved into its place.
freshDesk();
const at = (orderNo: string, patientName = '王秀英') => thingOf({ ...ROW, orderNo, patientName, can: ['extend', 'start', 'complete', 'assign'] });
async function ready(words: string): Promise<void> {
  await show();
  press('Control+k');
  await settle();
  input(words);
  await settle();
}
async function visit(href: string): Promise<void> {
  location.hash = '#/order/index';
  await show();
  act(() => navigate(href));
  await settle();
}
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

test('rows that move under the open palette: nothing is done to the one that came there', async () => {
  desk.place.row = at('PH1');
  await ready('延长服务');
  desk.place.row = at('PH2', '钱七');
  await keys('Enter');
  expect([desk.acted, desk.ran, said()]).toEqual([[], [], expect.stringContaining('这里不再是 王秀英 PH1')]);
  expect(screen.queryByRole('combobox')).not.toBeNull();
  desk.place.row = at('PH1');
  await keys('Enter');
  expect(desk.acted).toEqual([{ command: 'order.extend', on: 'PH1' }]);
});

test('what another person has done meanwhile is said by the row at once, in its place, and Enter begins no step; the next key puts what fits before it', async () => {
  const able = at('PH1');
  const done = { ...able, can: ['start'], stands: 'is_pending_service' as const };
  desk.place.row = able;
  await ready('');
  const options = () => screen.getAllByRole('option').map(({ dataset }) => dataset['row']);
  const [first, ...others] = options();
  expect(first).toBe('order.assign');
  desk.place.row = done;
  act(() => desk.redraw());
  const row = screen.getByRole('option', { selected: true });
  expect([options(), row.dataset['row'], row.textContent, row.getAttribute('aria-disabled')]).toEqual([[first, ...others], first, expect.stringContaining('待服务'), 'true']);
  await keys('Enter');
  expect([chips(), said()]).toEqual([[], expect.stringContaining('待服务')]);
  input('d');
  input('');
  await settle();
  expect(options()).not.toContain('order.assign');
  // what came into its place is not taken for it
  desk.place.row = at('PH2', '钱七');
  act(() => desk.redraw());
  input('派单');
  await settle();
  expect(screen.getAllByRole('option')[0]!.textContent).toContain('王秀英 PH1');
});

test('a selection that is another one meanwhile is not acted on', async () => {
  desk.place.selection = [at('PH1'), at('PH2')];
  await ready('完成服务');
  desk.place.selection = [at('PH3')];
  await keys('Enter');
  expect([desk.acted, said()]).toEqual([[], expect.stringContaining('选中的记录刚变了')]);
  desk.place.selection = [at('PH1'), at('PH2')];
  await keys('Enter');
  expect(desk.acted).toEqual([{ command: 'order.complete', on: 'PH1,PH2' }]);
});

test.each([['order.start', '开始服务'], ['order.complete', '完成服务']])('an address with several orders for %s is for those alone: it says so where others are selected', async (id, title) => {
  desk.place.selection = [at('PH3')];
  await visit(`/order/index?cmd=${id}&order=PH1,PH2`);
  const words = `先在列表里只选中这 2 条，再做“${title}”`;
  expect([chips(), alerts()]).toEqual([[`${title} · 2 条`], [words]]);
  await keys('Enter');
  expect([desk.acted, desk.ran, alerts()]).toEqual([[], [], [words]]);
});

test('where exactly those are selected it acts on them, in whatever order', async () => {
  desk.place.selection = [at('PH2'), at('PH1')];
  await visit('/order/index?cmd=order.start&order=PH1,PH2');
  expect([alerts(), said()]).toEqual([[], expect.stringContaining('对选中的 2 条做“开始服务”')]);
  await keys('Enter');
  expect([desk.acted, desk.ran]).toEqual([[{ command: 'order.start', on: 'PH2,PH1' }], [{ id: 'order.start', on: ['PH2', 'PH1'], count: 2 }]]);
});

test('on a page that has none of that kind, or nothing selected, it says so and nothing counts as done', async () => {
  desk.place = { on: 'caregiver', row: undefined, selection: [] };
  await visit('/order/index?cmd=order.start&order=PH1,PH2');
  await keys('Enter');
  expect([alerts(), desk.acted, desk.ran]).toEqual([['先在列表里只选中这 2 条，再做“开始服务”'], [], []]);
  await keys('Escape', 'Escape');
  act(() => navigate('/order/index?cmd=order.extend&order=PH1'));
  // said before anyone presses Enter
  await waitFor(() => expect([alerts(), document.querySelector('footer')!.textContent]).toEqual([['先打开 王秀英 PH1，再做“延长服务”'], expect.not.stringContaining('延长服务')]));
  expect([alerts(), desk.acted, desk.ran]).toEqual([['先打开 王秀英 PH1，再做“延长服务”'], [], []]);
});

test('. says how many there are, not how many are at hand, and does it to the record that it named', async () => {
  desk.place.row = at('PH1');
  await show();
  await begin('完成服务');
  expect(desk.acted).toEqual([{ command: 'order.complete', on: 'PH1' }]);
  await keys('.');
  expect(said()).toContain('对 王秀英 PH1 做“完成服务”');
  desk.place.row = at('PH2');
  await keys('Enter');
  expect([desk.acted.length, alerts()]).toEqual([1, ['先打开 王秀英 PH1，再做“完成服务”']]);
  await keys('Escape', 'Escape');
  Object.assign(desk.place, { selection: [at('PH2')], count: 12_408, whole: { mode: 'exclude', ids: [], filter: { status: 'in_service' } } });
  await keys('.');
  expect([chips(), said()]).toEqual([['完成服务 · 12,408 条'], expect.stringContaining('对选中的 12,408 条做“完成服务”')]);
  await keys('Enter');
  expect([desk.acted.at(-1), desk.ran.at(-1)]).toEqual([{ command: 'order.complete', on: 'PH2' }, { id: 'order.complete', on: ['PH2'], count: 12_408 }]);
});

test('several by . over a list that is selected anew: not what was named, not done', async () => {
  desk.place.selection = rows.map(({ orderNo }) => at(orderNo));
  await show();
  await begin('完成服务');
  await keys('.');
  desk.place.selection = [at('PH9')];
  await keys('Enter');
  expect([desk.acted.length, alerts()]).toEqual([1, ['先在列表里只选中这 3 条，再做“完成服务”']]);
});
