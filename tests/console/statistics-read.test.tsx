import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setKeyboard } from '../../src/ui/keyboard.ts';
import { navigate } from '../../src/ui/location.ts';
import { dayAfter } from '../../src/ui/parse-day.ts';
import { begin, from, grid, open, path, picture, query, row, server, shown, slider, today } from '../kit/statistics.tsx';
import { press } from '../kit/typist.ts';

let leave: () => Promise<void>;
beforeEach(async () => void (leave = await begin()));
afterEach(() => leave());
const focused = (): HTMLElement => document.activeElement as HTMLElement;
/** The line of the table that has the focus, in words. */
const line = async (): Promise<string> => {
  await waitFor(() => expect(focused().matches('table:not([role]) tr')).toBe(true));
  return focused().firstElementChild!.textContent!;
};

describe('t keeps the place', () => {
  test('of a line: in the table and back', async () => {
    await open();
    await slider();
    press('p');
    press('Home');
    press('ArrowRight');
    const place = focused().getAttribute('aria-valuetext')!;
    press('t');
    // the year stands once in a table
    expect(place).toContain(`/${await line()}：100`);
    // its own arrows move the place, and the keys of a list's rows
    press('j');
    const next = await line();
    expect(place).not.toContain(next);
    press('t');
    await waitFor(() => expect(focused().getAttribute('role')).toBe('slider'));
    expect([focused().getAttribute('aria-valuenow'), focused().getAttribute('aria-valuetext')!.includes(`/${next}：200`)]).toEqual(['3', true]);
  });
  test('of a heat map: the hospital, and back to its day', async () => {
    await open('?measure=serviceDays&view=heat');
    await screen.findByRole('grid', { name: '服务天数：各医院每天' });
    press('p');
    press('ArrowRight');
    press('ArrowDown');
    const place = focused().getAttribute('aria-label')!;
    press('t');
    expect(await line()).toBe('第一医院');
    press('t');
    await waitFor(() => expect(focused().getAttribute('aria-label')).toBe(place));
  });
  test('of a ranking', async () => {
    await open('?measure=serviceDays&view=rank');
    await screen.findByRole('grid', { name: '服务天数：排名' });
    press('p');
    press('j');
    press('t');
    expect(await line()).toBe('第一医院');
    press('t');
    await waitFor(() => expect(focused().matches('[role=grid] tr')).toBe(true));
    expect(focused().textContent).toContain('第一医院');
  });
  test('another range or another way of looking keeps the focus on the picture, and from the figures t takes none', async () => {
    await open();
    await slider();
    press('p');
    press('4');
    await waitFor(() => expect(focused().matches('[role=grid] tr')).toBe(true));
    expect(focused().textContent).toContain('第二医院');
    press('[');
    await waitFor(() => expect(focused().matches('[role=grid] tr')).toBe(true));
    act(() => row('made').focus());
    press('t');
    await waitFor(() => expect(query()['table']).toBe('1'));
    await waitFor(() => expect(screen.queryByRole('grid', { name: '新增订单：排名' })).toBeNull());
    expect(focused()).toBe(row('made'));
  });
});

describe('what a picture says of itself', () => {
  const lines = async (name: string): Promise<string> => [...(await picture(name)).querySelectorAll('[data-about] p')].map((one) => one.textContent).join('；');
  test('only the filters that it has', async () => {
    await open('?hospital=5&caregiver=HG1&method=cash&measure=serviceDays&view=heat');
    await screen.findByRole('grid', { name: '服务天数：各医院每天' });
    await waitFor(async () => expect(await lines('服务天数：各医院每天')).toContain('医院 · 第一医院'));
    expect(await lines('服务天数：各医院每天')).not.toMatch(/护工|支付方式/);
    expect(screen.getByText('热力图不按支付方式和护工筛选。')).toBeTruthy();
    act(() => navigate('/statistics/index?hospital=5&caregiver=HG1&measure=outstanding'));
    await screen.findByRole('grid', { name: '待收：排名' });
    expect(await lines('待收 · 按账龄')).not.toContain('护工');
    act(() => navigate('/statistics/index?hospital=5&caregiver=HG1&measure=serviceDays'));
    await slider();
    expect(await lines('服务天数')).toContain('护工 · HG1');
  });
  test('a period before that is longer is whole in the table, and what the picture has no place for is said', async () => {
    const first = dayAfter(from, -33);
    const earlier = Array.from({ length: 33 }, (_, i) => ({ at: dayAfter(first, i), values: { made: i * 100 } }));
    server.tells = (at, asks, answer) => (at !== '/statistics/measures' || !asks.has('earlier') ? answer : { ...answer, previous: { from: first, to: dayAfter(from, -1) }, earlier });
    await open();
    expect((await slider()).getAttribute('aria-valuemax')).toBe('30');
    await waitFor(() => expect(document.body.textContent).toMatch(/上期更长：.+在图上没有位置，列在表的最后。/));
    press('t');
    const table = within(await picture('新增订单')).getByRole('table');
    const rows = within(table).getAllByRole('row').slice(1).map((one) => [...one.children].map((cell) => cell.textContent));
    expect(rows).toHaveLength(33);
    expect([rows[0]![1], rows[0]![3], rows.at(-1)![0], rows.at(-1)![1], rows.at(-1)![3]]).toEqual(['0', '0', '—', '—', '3,200']);
  });
  test('waits by caregiver over a long range: that they are not told is said, and the lines stay', async () => {
    server.tells = (at, asks, answer) => (at !== '/statistics/groups' || asks.get('from')! > dayAfter(today, -31) ? answer : { ...answer, rows: (answer['rows'] as { values: object }[]).map((one) => ({ ...one, values: { ...one.values, waitHalf: null }, before: { waitHalf: null } })) });
    await open(`?from=${dayAfter(today, -31)}&to=${today}&measure=waitHalf&view=rank&group=caregiver`);
    await screen.findByText('区间太长，这个指标不能这样看。');
    expect(await screen.findByRole('link', { name: '第一医院' })).toBeDefined();
    act(() => navigate(`/statistics/index?from=${dayAfter(today, -30)}&to=${today}&measure=waitHalf&view=rank&group=caregiver`));
    await waitFor(() => expect(screen.queryByText(/区间太长/)).toBeNull());
  });
  test('percentiles over a long range are told by month, and how to get there', async () => {
    server.tells = (at, asks, answer) => (at !== '/statistics/measures' || asks.get('by') === 'month' ? answer : { ...answer, series: (answer['series'] as { at: string }[]).map(({ at: day }) => ({ at: day, values: { waitHalf: null } })), earlier: [] });
    await open(`?from=${dayAfter(today, -500)}&to=${today}&by=week&measure=waitHalf`);
    await screen.findByText(/区间太长，这个指标不能这样看/);
    expect(screen.queryByText('这段时间没有数。')).toBeNull();
    press('b');
    await slider();
    expect(query()['by']).toBe('month');
    expect(screen.queryByText(/区间太长/)).toBeNull();
    act(() => navigate(`/statistics/index?from=${dayAfter(today, -500)}&to=${today}&by=day&measure=waitHalf`));
    const button = await screen.findByRole('button', { name: '按月看' });
    act(() => button.click());
    await slider();
    expect(query()['by']).toBe('month');
  });
  test('nothing, zero and the lowest shade are told apart below a heat map', async () => {
    await open('?hospital=5&caregiver=HG1&measure=serviceDays&view=heat');
    const heat = await screen.findByRole('grid', { name: '服务天数：各医院每天' });
    expect([...heat.closest('section')!.querySelectorAll('i[data-shade]')].slice(0, 3).map((mark) => mark.getAttribute('data-shade'))).toEqual(['none', '0', '1']);
    // each by a sign of its own in the image too, which names the filters that it has
    const written: string[] = [];
    const drawn: string[] = [];
    const does = (name: string) => () => void drawn.push(name);
    const pen = { measureText: () => ({ width: 20 }), fillText: (words: string) => void written.push(words), scale: () => {}, fillRect: () => {}, strokeRect: () => {}, beginPath: () => {}, arc: does('dot'), moveTo: () => {}, lineTo: does('stroke'), fill: () => {}, stroke: () => {} };
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as unknown as ReturnType<HTMLCanvasElement['getContext']>);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(new Blob(['png'])));
    press('I', { shiftKey: true });
    await waitFor(() => expect(shown()).toContain('图片已保存'));
    vi.restoreAllMocks();
    expect(written.slice(0, 3)).toEqual(['服务天数：各医院每天', expect.any(String), '医院 · 第一医院']);
    expect(written.slice(written.indexOf('—'), written.indexOf('—') + 2)).toEqual(['—', '0']);
    expect([drawn.includes('dot'), drawn.includes('stroke')]).toEqual([true, true]);
  });
});

describe('a figure that cannot be told', () => {
  const without = (...names: string[]): void => void (server.tells = (_, __, answer) => JSON.parse(JSON.stringify(answer), (key, value: unknown) => (names.includes(key) ? null : value)) as Record<string, unknown>);
  test('opens nothing, and says by what it is not told', async () => {
    without('bedCover', 'made');
    await open('?caregiver=HG1&method=cash&measure=made&view=rank');
    expect(row('made').querySelector('a')).toBeNull();
    expect(row('ended').querySelector('a')).not.toBeNull();
    act(() => row('made').focus());
    press('Enter');
    expect(path()).toBe('/statistics/index');
    await waitFor(() => expect(shown()).toContain('新增订单不分护工、支付方式，这样筛选没有此数。'));
  });
  test('with nothing to divide by it says so', async () => {
    without('satisfaction');
    await open('?measure=satisfaction&view=rank');
    expect(within(grid()).getByRole('row', { name: /满意度/ }).querySelector('a')).toBeNull();
    act(() => row('satisfaction').focus());
    press('Enter');
    expect(path()).toBe('/statistics/index');
    await waitFor(() => expect(shown()).toContain('满意度没有可算的记录，没有明细。'));
  });
  test('at a place of a picture too', async () => {
    server.tells = (at, asks, answer) => (at !== '/statistics/measures' || asks.get('by') !== 'day' ? answer : { ...answer, series: (answer['series'] as { at: string; values: object }[]).map((one, i) => (i === 29 ? { at: one.at, values: { satisfaction: null } } : one)) });
    await open('?measure=satisfaction');
    await slider();
    press('p');
    press('Enter');
    expect(path()).toBe('/statistics/index');
    await waitFor(() => expect(shown()).toContain('满意度没有可算的记录'));
    press('ArrowLeft');
    press('Enter');
    expect(path()).toBe('/order/index');
  });
  test('in a ranking its line has no link', async () => {
    server.tells = (at, _, answer) => (at !== '/statistics/groups' ? answer : { ...answer, rows: (answer['rows'] as { id: string; values: object }[]).map((one) => (one.id === '5' ? { ...one, values: { satisfaction: null } } : one)) });
    await open('?measure=satisfaction&view=rank');
    const rank = await screen.findByRole('grid', { name: '满意度：排名' });
    expect(within(rank).queryByRole('link', { name: '—' })).toBeNull();
    press('p');
    press('End');
    press('Enter');
    expect(path()).toBe('/statistics/index');
    await waitFor(() => expect(shown()).toContain('满意度没有可算的记录'));
  });
});

test('a department of a ranking leads to it under its hospital: there it has a name', async () => {
  server.tells = (at, _, answer) => (at !== '/statistics/groups' ? answer : { ...answer, rows: [{ id: '51', name: '第一医院 · 骨科', hospital: '5', values: { made: 9 }, before: { made: 3 } }] });
  await open('?measure=made&view=rank&group=department');
  const link = await screen.findByRole('link', { name: '第一医院 · 骨科' });
  expect([...new URLSearchParams(link.getAttribute('href')!.split('?')[1])].filter(([name]) => ['hospital', 'department'].includes(name)).sort()).toEqual([['department', '51'], ['hospital', '5']]);
  expect(screen.getByRole('link', { name: '9' }).getAttribute('href')).toMatch(/hospitalId=5&departmentId=51|departmentId=51&hospitalId=5/);
});
test('a day that nobody can read is said in words, and with what else the picture leaves is what it is compared with', async () => {
  await open();
  await slider();
  const field = screen.getByRole('textbox', { name: /^从/ });
  fireEvent.change(field, { target: { value: '上上周' } });
  fireEvent.blur(field);
  expect(screen.getByRole('alert').textContent).toBe('日期写成 今天、+3、1225 或 2026-12-25');
  expect(document.querySelector('[data-about]')!.textContent).toMatch(/对比 .+ · 截至 /);
});
test('the figures answer the key that one has chosen for the next row, with what is held beside it', async () => {
  await open();
  act(() => {
    setKeyboard({ keys: { 'list.down': 'Alt+n' } });
    row('made').focus();
  });
  const before = focused();
  press('n', { altKey: true });
  await waitFor(() => expect(focused()).not.toBe(before));
  expect([focused().dataset['measure'] === undefined, before.dataset['measure']]).toEqual([false, 'made']);
  act(() => setKeyboard({ keys: {} }));
});
