import { act, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Twin } from '../../src/ui/chart/twin.tsx';
import { mondayOf } from '../../src/areas/statistics/question.ts';
import { navigate } from '../../src/ui/location.ts';
import { dayAfter } from '../../src/ui/parse-day.ts';
import { begin, from, open, path, picture, query, server, shown, slider, today } from '../kit/statistics.tsx';
import { press } from '../kit/typist.ts';

let leave: () => Promise<void>;
beforeEach(async () => void (leave = await begin()));
afterEach(() => leave());

describe('the pictures', () => {
  test('a line is read by the arrows, place by place, and a place opens its rows', async () => {
    await open();
    const line = await slider();
    press('p');
    expect(document.activeElement).toBe(line);
    expect(line.getAttribute('aria-valuetext')).toMatch(/：2,900；上期 .+：2,900$/);
    press('ArrowLeft');
    expect([line.getAttribute('aria-valuenow'), line.getAttribute('aria-valuetext')]).toEqual(['29', expect.stringContaining('：2,800；')]);
    press('Home');
    expect(line.getAttribute('aria-valuetext')).toContain('：0；');
    press('PageDown');
    expect(line.getAttribute('aria-valuenow')).toBe('8');
    // said as the slider's value, and nowhere else
    expect(shown()).toBe('');
    press('Enter');
    expect([path(), query()['did']]).toEqual(['/order/index', `made:${dayAfter(from, 7)}:${dayAfter(from, 7)}`]);
  });
  test('t shows the same as a table, and the address keeps it', async () => {
    await open();
    await slider();
    const pressed = () => screen.getAllByRole('button', { pressed: true }).map((button) => button.getAttribute('aria-keyshortcuts'));
    expect(pressed()).toEqual(['1']);
    press('t');
    await waitFor(() => expect(screen.queryByRole('slider')).toBeNull());
    expect([query(), pressed()]).toEqual([{ table: '1' }, ['t', '1']]);
    const table = within(await picture('新增订单')).getByRole('table');
    const rows = within(table).getAllByRole('row');
    expect(rows).toHaveLength(31);
    expect([...rows.at(-1)!.children].map((cell) => cell.textContent)).toEqual([expect.any(String), '2,900', expect.any(String), '2,900']);
    press('t');
    await slider();
    expect(query()).toEqual({});
  });
  test('3: a heat map of hospitals and days, the largest first; its cell opens that day there', async () => {
    await open('?measure=serviceDays');
    await slider();
    press('3');
    expect(query()['view']).toBe('heat');
    const heat = await screen.findByRole('grid', { name: '服务天数：各医院每天' });
    press('p');
    // it begins at the newest, as a line does
    expect(document.activeElement!.getAttribute('aria-label')).toMatch(/^第二医院，.+：290$/);
    expect(heat.querySelectorAll('td[tabindex="0"]')).toHaveLength(1);
    press('Home');
    expect(document.activeElement!.getAttribute('aria-label')).toMatch(/^第二医院，.+：0$/);
    press('End');
    expect(document.activeElement!.getAttribute('data-shade')).toBe('5');
    press('ArrowDown');
    expect(document.activeElement!.getAttribute('aria-label')).toMatch(/^第一医院，.+：29$/);
    press('ArrowLeft');
    press('Enter');
    const day = dayAfter(today, -1);
    expect(query()).toEqual({ did: `served:${day}:${day}`, hospitalId: '5' });
  });
  test('above the columns of its table the year stands once, without weekdays', async () => {
    await open('?measure=serviceDays&view=heat&table=1');
    const heads = within(await screen.findByRole('table')).getAllByRole('columnheader').map(({ textContent }) => textContent!);
    expect(heads.filter((words) => /^\d{4}\//.test(words))).toHaveLength(new Set([from.slice(0, 4), today.slice(0, 4)]).size);
    expect(heads[1]).toBe(from.split('-').map(Number).join('/'));
    expect(heads.join('')).not.toContain('周');
  });
  test('4: a ranking; o ranks by something else; a name narrows the page', async () => {
    await open('?measure=serviceDays&view=rank');
    const rank = await screen.findByRole('grid', { name: '服务天数：排名' });
    press('p');
    expect(document.activeElement!.textContent).toContain('第二医院');
    press('ArrowDown');
    expect(document.activeElement!.textContent).toContain('第一医院');
    expect(within(rank).getByRole('link', { name: '第一医院' }).getAttribute('href')).toBe('#/statistics/index?hospital=5&measure=serviceDays');
    press('o');
    await waitFor(() => expect(server.asked.at(-1)!.asks.get('group')).toBe('department'));
    expect(query()['group']).toBe('department');
    act(() => navigate('/statistics/index?measure=serviceDays&view=rank&group=caregiver'));
    await waitFor(() => expect(server.asked.at(-1)!.asks.get('measures')).toBe('serviceDays,receivable,satisfaction,evaluations,complaints'));
    await waitFor(() => expect(screen.getByRole('grid', { name: '服务天数：排名' }).textContent).toContain('满意度'));
  });
  test('of a ranking equals share a place, and what has no figure has none; beside a mean stands of how many', async () => {
    const values = [480, 480, 450, null];
    server.tells = (at, _, answer) => (at !== '/statistics/groups' ? answer : { ...answer, rows: values.map((satisfaction, i) => ({ id: `HG${i}`, name: `护工${i}`, values: { satisfaction, evaluations: 9 - i }, before: {} })) });
    await open('?measure=satisfaction&view=rank&group=caregiver');
    const rank = await screen.findByRole('grid', { name: '满意度：排名' });
    await waitFor(() => expect(rank.querySelectorAll('tbody tr')).toHaveLength(4));
    expect([...rank.querySelectorAll('tbody tr')].map((line) => line.firstElementChild!.textContent)).toEqual(['1', '1', '3', '']);
    const nth = within(rank).getAllByRole('columnheader').findIndex(({ textContent }) => textContent === '评价数');
    expect(rank.querySelector('tbody tr')!.children[nth]!.textContent).toBe('9');
  });
  test('↑ and ↓ move along a line as they do a slider, and it says what Enter does', async () => {
    await open();
    const line = await slider();
    press('p');
    press('ArrowDown');
    expect(line.getAttribute('aria-valuenow')).toBe('29');
    press('ArrowUp');
    expect([line.getAttribute('aria-valuenow'), document.activeElement]).toEqual(['30', line]);
    expect(document.getElementById(line.getAttribute('aria-describedby')!)!.textContent).toContain('Enter 打开明细');
  });
  test('a week that the range cuts says how many days it has, in the picture and in the table', async () => {
    const monday = mondayOf(today);
    await open(`?from=${dayAfter(monday, -9)}&to=${dayAfter(monday, 1)}&by=week`);
    const line = await slider();
    expect(line.getAttribute('aria-valuetext')).toMatch(/ · 2\s?天：/);
    press('p');
    press('ArrowLeft');
    expect(line.getAttribute('aria-valuetext')!.split('；')[0]).not.toContain('天');
    press('t');
    await waitFor(async () => expect(within(await picture('新增订单')).getAllByRole('row').slice(0, 4).map((one) => /天/.test(one.firstElementChild!.textContent!))).toEqual([false, true, false, true]));
  });
  test('a week that the range cuts is marked in the heat map and beside the line, with its words', async () => {
    const monday = mondayOf(today);
    const range = `?from=${dayAfter(monday, -9)}&to=${dayAfter(monday, 1)}&by=week&measure=serviceDays`;
    await open(range);
    await slider();
    expect((await picture('服务天数')).querySelector('[class*=legend] > :last-child')!.textContent).toBe('○ 天数不足');
    act(() => navigate(`/statistics/index${range}&view=heat`));
    const heat = await screen.findByRole('grid', { name: '服务天数：各医院每周' });
    const heads = [...heat.querySelectorAll('thead th')].slice(1);
    expect([heads.map((head) => head.getAttribute('data-cut') === 'true'), heads[0]!.querySelector('[data-mark]')!.textContent]).toEqual([[true, false, true], dayAfter(monday, -9).slice(5).split('-').map(Number).join('/')]);
    expect([...heat.closest('section')!.querySelectorAll('[class*=legend] span')].at(-1)!.textContent).toBe('━ 天数不足');
    act(() => navigate(`/statistics/index?from=${dayAfter(monday, -14)}&to=${dayAfter(monday, -1)}&by=week&measure=serviceDays&view=heat`));
    await waitFor(() => expect(screen.getByRole('grid', { name: '服务天数：各医院每周' }).querySelectorAll('thead th')).toHaveLength(3));
    expect(screen.queryByText(/天数不足/)).toBeNull();
  });
  test('a week stands beside one of as many days, and opens those', async () => {
    const monday = mondayOf(today);
    const range = { from: dayAfter(monday, -9), to: dayAfter(monday, 1) };
    await open(`?from=${range.from}&to=${range.to}&by=week`);
    await slider();
    press('p');
    // both have two days at their ends, and seven in between
    for (const key of ['Home', 'End']) {
      press(key);
      expect(document.activeElement!.getAttribute('aria-valuetext')).toMatch(/ · 2\s?天：.+ · 2\s?天：/);
    }
    press('ArrowLeft');
    expect(document.activeElement!.getAttribute('aria-valuetext')).not.toMatch(/\d\s?天/);
    press('Enter', { shiftKey: true });
    expect(query()['did']).toBe(`made:${dayAfter(monday, -18)}:${dayAfter(monday, -12)}`);
    // in one answer with what they stand beside
    expect(server.asked.filter(({ path: at, asks }) => at === '/statistics/measures' && asks.get('by') === 'week').map(({ asks }) => asks.get('earlier'))).toEqual(['1']);
  });
  test('what is owed is shown by age, and each age opens its orders', async () => {
    await open('?measure=outstanding');
    await screen.findByRole('grid', { name: '待收：排名' });
    press('p');
    press('End');
    expect(document.activeElement!.textContent).toContain('90 天以上');
    press('Enter');
    expect([path(), query()]).toEqual(['/order/index', { owed: 'older' }]);
  });
  test('a way that a measure has not says why', async () => {
    await open('?measure=outstanding');
    await screen.findByRole('grid', { name: '待收：排名' });
    press('1');
    expect(shown()).toContain('没有走势');
    act(() => navigate('/statistics/index?measure=satisfaction'));
    await slider();
    press('3');
    expect(shown()).toContain('没有热力图');
  });
  test('the sheet is of what is shown', async () => {
    await open('?measure=serviceDays&view=heat&hospital=5');
    await screen.findByRole('grid', { name: '服务天数：各医院每天' });
    press('E', { shiftKey: true });
    await waitFor(() => expect(server.asked.some(({ method }) => method === 'POST')).toBe(true));
    expect(server.asked.find(({ method }) => method === 'POST')!.body).toEqual({ what: 'heat', query: { from, to: today, by: 'day', measure: 'serviceDays', hospital: '5' }, type: 'xlsx' });
  });
  test('and of a line its one figure', async () => {
    await open('?measure=serviceDays');
    await slider();
    press('E', { shiftKey: true });
    await waitFor(() => expect(server.asked.some(({ method }) => method === 'POST')).toBe(true));
    expect(server.asked.find(({ method }) => method === 'POST')!.body).toMatchObject({ what: 'measures', query: { from, to: today, measures: 'serviceDays' } });
  });
  test('a heat map is called by its measure and its step, and narrowed by the server', async () => {
    await open('?measure=serviceDays&view=heat&by=month&hospital=6');
    const heat = await screen.findByRole('grid', { name: '服务天数：各医院每月' });
    expect(within(heat).getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['第二医院']);
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('服务天数：各医院每月');
    act(() => navigate('/statistics/index?measure=serviceDays&view=heat&by=week'));
    await screen.findByRole('grid', { name: '服务天数：各医院每周' });
  });
  test('a sheet of a ranking asks for all of its lines', async () => {
    await open('?measure=serviceDays&view=rank&group=caregiver');
    await screen.findByRole('grid', { name: '服务天数：排名' });
    expect(server.asked.find(({ asks }) => asks.has('group'))!.asks.get('limit')).toBe('50');
    press('E', { shiftKey: true });
    await waitFor(() => expect(server.asked.some(({ method }) => method === 'POST')).toBe(true));
    expect((server.asked.find(({ method }) => method === 'POST')!.body as { query: object }).query).not.toHaveProperty('limit');
  });
  test('a sheet that did not come is said where that sheet is asked for, and not on paper', async () => {
    await open();
    await slider();
    server.fails = true;
    press('E', { shiftKey: true });
    const said = await within(await picture('新增订单')).findByRole('alert');
    server.fails = false;
    expect([said.textContent, said.className]).toEqual(['系统出错', expect.stringContaining('aside')]);
    act(() => navigate('/statistics/index?view=rank'));
    expect(within(await picture('新增订单 · 按医院')).queryByRole('alert')).toBeNull();
  });
  test('by age, what is not narrowed is said', async () => {
    await open('?measure=outstanding&method=cash');
    await screen.findByRole('grid', { name: '待收：排名' });
    expect(screen.getByText('账龄不按支付方式和护工筛选。')).toBeTruthy();
    act(() => navigate('/statistics/index?measure=outstanding'));
    await waitFor(() => expect(screen.queryByText('账龄不按支付方式和护工筛选。')).toBeNull());
  });
  test('on paper a wide table is cut into tables that fit', () => {
    const cells = (name: string) => [name, ...Array.from({ length: 30 }, (_, i) => `${name}${i}`)];
    render(<Twin label="表" heads={cells('h')} rows={[{ key: 'a', cells: cells('a') }]} across={12} />);
    const tables = screen.getAllByRole('table');
    expect(tables.map((table) => [...table.querySelectorAll('tr')].map((line) => line.children.length))).toEqual([[13, 13], [13, 13], [7, 7]]);
    expect(tables.map((table) => table.querySelector('tbody tr')!.textContent!.slice(0, 4))).toEqual(['aa0a', 'aa12', 'aa24']);
    expect(screen.getAllByRole('columnheader', { name: 'h' })).toHaveLength(3);
  });
});
