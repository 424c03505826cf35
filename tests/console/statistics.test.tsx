import { act, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { MEASURES } from '../../src/areas/statistics/measure.ts';
import { mondayOf, presetDays } from '../../src/areas/statistics/question.ts';
import StatisticsPage from '../../src/areas/statistics/statistics.index.page.tsx';
import { Announcer } from '../../src/ui/announce.tsx';
import { boundCommands } from '../../src/ui/command.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { currentHref, navigate } from '../../src/ui/location.ts';
import { dayAfter, daysBetween, todayThere } from '../../src/ui/parse-day.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { answerBy, enter, never, refuse, type Sent } from '../kit/console.ts';
import { settle } from '../kit/settle.ts';
import { input, press, type } from '../kit/typist.ts';

const today = todayThere();
const from = dayAfter(today, -29);
const PATHS = ['/statistics/index', '/order/index', '/caregiver/index'];
const COMMANDS = boundCommands(areas, { role: 1, roles: ['ROOT'], perms: [], paths: PATHS });
function Console() {
  useShortcuts(COMMANDS);
  return <LocaleProvider><StatisticsPage /><Announcer /></LocaleProvider>;
}
let asked: (Sent & { asks: URLSearchParams })[];
let fails: boolean;
let waits: boolean;
let empty: boolean;
let leave: () => Promise<void>;
/** The first days of the steps of a range. */
function stepsOf(first: string, last: string, by: string): string[] {
  const days = Array.from({ length: daysBetween(first, last) + 1 }, (_, i) => dayAfter(first, i));
  return [...new Set(days.map((day) => (by === 'day' ? day : by === 'week' ? mondayOf(day) : `${day.slice(0, 7)}-01`)))];
}
/** Every figure is its place in the table; of the period before, one less. */
function figures(names: readonly string[], less = 0): Record<string, number | null> {
  return Object.fromEntries(names.map((name) => [name, empty ? null : (MEASURES as readonly string[]).indexOf(name) + 1000 - less]));
}
beforeEach(async () => {
  asked = [];
  fails = waits = empty = false;
  answerBy((call) => {
    const asks = new URLSearchParams(call.query);
    const { path } = call;
    if (path === '/hospitals/options') return [{ id: '5', name: '第一医院' }, { id: '6', name: '第二医院' }];
    if (path === '/hospitals/5/departments') return [{ id: '51', name: '骨科' }];
    if (path === '/services') return [{ id: '7', name: '全天一对一' }];
    if (!path.startsWith('/statistics')) return never;
    asked.push({ ...call, asks });
    if (waits) return never;
    if (fails) return refuse({ status: 500, code: 50000, message: '系统出错' });
    if (path === '/statistics/bands') return { rows: ['ahead', 'd7', 'd30', 'd90', 'older'].map((band, i) => ({ band, orders: i, fen: i * 10_000 })), orders: 10, fen: 100_000, at: new Date().toISOString() };
    const range = { from: asks.get('from')!, to: asks.get('to')! };
    const names = asks.get('measures')?.split(',') ?? [...MEASURES];
    const previous = range.from === '' ? range : { from: dayAfter(range.from, -30), to: dayAfter(range.from, -1) };
    const whole = { ...range, previous, totals: figures(names), before: figures(names, 1), at: new Date().toISOString() };
    if (path === '/statistics/measures') return { ...whole, series: stepsOf(range.from, range.to, asks.get('by')!).map((at, i) => ({ at, values: Object.fromEntries(names.map((name) => [name, empty ? null : i * 100])) })) };
    if (path === '/statistics/groups') return { ...whole, rest: null, rows: [{ id: '6', name: '第二医院', values: figures(names), before: figures(names, 1) }, { id: '5', name: '第一医院', values: figures(names, 500), before: figures(names) }] };
    const days = stepsOf(range.from, range.to, asks.get('by')!);
    return { days, rows: [{ id: '5', name: '第一医院', values: days.map((_, i) => i) }, { id: '6', name: '第二医院', values: days.map((_, i) => i * 10) }], most: 290, at: whole.at };
  });
  leave = await enter({ userId: '1', username: 'admin', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] }, { paths: PATHS, redirects: {}, cached: [] });
});
afterEach(() => leave());
async function open(query = ''): Promise<void> {
  navigate(`/statistics/index${query}`);
  render(<Console />);
  if (!fails && !waits) await waitFor(() => expect(grid().textContent).toMatch(/1,00\d|—/));
}
const grid = (): HTMLElement => screen.getByRole('grid', { name: '指标' });
const row = (measure: string): HTMLElement => grid().querySelector<HTMLElement>(`[data-measure=${measure}]`)!;
const query = (): Record<string, string> => Object.fromEntries(new URLSearchParams(currentHref().split('?')[1] ?? ''));
const path = (): string => currentHref().split('?')[0]!;
const picture = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });
const slider = (): Promise<HTMLElement> => screen.findByRole('slider');
const shown = (): string => [...document.querySelectorAll('output')].map((output) => output.textContent).join('');

describe('the figures', () => {
  test('thirty days and those before, each with what changed and a link to its rows', async () => {
    await open();
    expect(asked.filter(({ asks }) => !asks.has('measures')).map(({ asks }) => [asks.get('from'), asks.get('to'), asks.get('by')])).toEqual([[from, today, 'month']]);
    expect(within(grid()).getAllByRole('row').filter((one) => one.dataset['measure'] !== undefined)).toHaveLength(MEASURES.length);
    expect([...row('made').querySelectorAll('th, td')].map((cell) => cell.textContent).slice(0, 4)).toEqual(['新增订单', '1,000', '999', '+0.1%']);
    expect(row('bedCover').textContent).toContain('10.1%');
    expect(row('bedCover').textContent).toContain('0.0 个百分点');
    expect(row('receivable').textContent).toContain('¥10.10');
    const rows = row('made').querySelector('a')!.getAttribute('href')!;
    expect([rows.split('?')[0], Object.fromEntries(new URLSearchParams(rows.split('?')[1]))]).toEqual(['#/order/index', { did: `made:${from}:${today}` }]);
    // what no list can show has no link
    expect(row('bedDays').querySelector('a')).toBeNull();
  });
  test('the arrows go through them, the picture goes along, and Back does not pass through each', async () => {
    await open('?hospital=5');
    const before = history.length;
    press('ArrowDown');
    expect(document.activeElement).toBe(row('made'));
    press('ArrowDown');
    press('ArrowDown');
    expect(document.activeElement).toBe(row('ended'));
    await waitFor(() => expect(query()).toEqual({ hospital: '5', measure: 'ended' }));
    await picture('完成单数');
    expect(history.length).toBe(before);
    press('Enter');
    expect([path(), query()]).toEqual(['/order/index', { did: `ended:${from}:${today}`, hospitalId: '5' }]);
  });
  test('each says how it is computed, by its key and by its button, once', async () => {
    await open();
    press('ArrowDown');
    press('i');
    expect(grid().textContent!.split('按下单日期计的订单数').length - 1).toBe(1);
    expect(within(row('made')).getByRole('button').getAttribute('aria-expanded')).toBe('true');
    expect(shown().split('按下单日期计的订单数').length - 1).toBe(1);
    press('i');
    expect(grid().textContent).not.toContain('按下单日期计的订单数');
    act(() => within(row('serviceDays')).getByRole('button').click());
    expect(grid().textContent).toContain('半天计 0.5');
    expect(grid().textContent).toContain('列出构成此数的订单');
  });
  test('what opens no list says why', async () => {
    await open('?measure=bedDays');
    press('ArrowDown');
    press('Enter');
    expect(path()).toBe('/statistics/index');
    expect(shown()).toContain('没有订单可列');
  });
});

describe('the range', () => {
  test('[ and ] move by the same length, b goes through the steps; Back is exact', async () => {
    await open('?range=last-month&view=bar');
    const month = presetDays('last-month', today);
    const before = dayAfter(month.from, -1);
    press('[');
    expect(query()).toEqual({ from: `${before.slice(0, 7)}-01`, to: before, view: 'bar' });
    press(']');
    expect(query()).toEqual({ from: month.from, to: month.to, view: 'bar' });
    press('b');
    expect(query()['by']).toBe('week');
    await waitFor(() => expect(asked.at(-1)!.asks.get('by')).toBe('week'));
    const back = async (): Promise<void> => {
      const left = new Promise<void>((done) => addEventListener('popstate', () => done(), { once: true }));
      await act(async () => {
        history.back();
        await left;
      });
    };
    await back();
    await back();
    await back();
    await waitFor(() => expect(query()).toEqual({ range: 'last-month', view: 'bar' }));
    expect((screen.getByLabelText('时间段') as HTMLSelectElement).value).toBe('last-month');
    expect((screen.getByLabelText('从') as HTMLInputElement).value).toBe(month.from);
  });
  test('days are typed as people type them', async () => {
    await open();
    const field = screen.getByLabelText('从') as HTMLInputElement;
    act(() => field.focus());
    input('');
    type('-3');
    press('Enter');
    expect(query()).toEqual({ from: dayAfter(today, -3), to: today });
    expect((screen.getByLabelText('时间段') as HTMLSelectElement).value).toBe('');
  });
  test('days that cannot be asked are said and not asked', async () => {
    navigate('/statistics/index?from=2026-11-20&to=2026-11-01');
    render(<Console />);
    await screen.findByText('开始日期在结束日期之后');
    expect(asked).toEqual([]);
    act(() => navigate('/statistics/index?from=2015-01-01&to=2026-11-01'));
    await screen.findByText(/区间超过/);
    expect(asked).toEqual([]);
  });
  test('what an address says that nobody knows counts for nothing', async () => {
    await open('?range=never&from=2026-02-30&to=x&by=hour&hospital=0&method=gold&measure=secret&view=pie&group=shoe');
    expect(Object.fromEntries(asked.find(({ asks }) => !asks.has('measures'))!.asks)).toEqual({ from, to: today, by: 'month' });
    await picture('新增订单');
  });
  test('a hospital narrows, and another one forgets the department', async () => {
    await open('?hospital=5&department=51');
    expect(await screen.findByText('骨科')).toBeTruthy();
    press('f');
    const select = document.activeElement as HTMLSelectElement;
    expect(select).toBe(screen.getByLabelText('医院'));
    act(() => {
      select.value = '6';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(query()).toEqual({ hospital: '6' });
  });
});

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
    press('t');
    await waitFor(() => expect(screen.queryByRole('slider')).toBeNull());
    expect(query()).toEqual({ table: '1' });
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
    const heat = await screen.findByRole('grid', { name: '各医院每天' });
    press('p');
    expect(document.activeElement!.getAttribute('aria-label')).toMatch(/^第二医院，.+：0$/);
    expect(heat.querySelectorAll('td[tabindex="0"]')).toHaveLength(1);
    press('End');
    expect(document.activeElement!.getAttribute('aria-label')).toMatch(/^第二医院，.+：290$/);
    expect(document.activeElement!.getAttribute('data-shade')).toBe('5');
    press('ArrowDown');
    expect(document.activeElement!.getAttribute('aria-label')).toMatch(/^第一医院，.+：29$/);
    press('ArrowLeft');
    press('Enter');
    const day = dayAfter(today, -1);
    expect(query()).toEqual({ did: `served:${day}:${day}`, hospitalId: '5' });
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
    await waitFor(() => expect(asked.at(-1)!.asks.get('group')).toBe('department'));
    expect(query()['group']).toBe('department');
    act(() => navigate('/statistics/index?measure=serviceDays&view=rank&group=caregiver'));
    await waitFor(() => expect(asked.at(-1)!.asks.get('measures')).toBe('serviceDays,receivable,satisfaction,complaints'));
    await waitFor(() => expect(screen.getByRole('grid', { name: '服务天数：排名' }).textContent).toContain('满意度'));
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
    await screen.findByRole('grid', { name: '各医院每天' });
    press('E', { shiftKey: true });
    await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
    expect(asked.find(({ method }) => method === 'POST')!.body).toEqual({ what: 'heat', query: { from, to: today, by: 'day', measure: 'serviceDays' }, type: 'xlsx' });
  });
});

describe('when there is nothing, or not yet', () => {
  test('while it waits the places of the figures are there, and nothing else', async () => {
    waits = true;
    await open();
    expect(grid().getAttribute('aria-busy')).toBe('true');
    expect(row('made').textContent).toBe('新增订单?');
  });
  test('what did not come is said, and comes when asked again', async () => {
    fails = true;
    await open();
    await screen.findByText('没有取到统计');
    fails = false;
    press('R', { shiftKey: true });
    await waitFor(() => expect(grid().textContent).toContain('1,000'));
  });
  test('a range without figures has dashes, and filters can be taken away', async () => {
    empty = true;
    await open('?caregiver=HG1&hospital=5');
    expect(row('made').textContent).toContain('—');
    await screen.findByText('这样筛选没有数。');
    press('F', { shiftKey: true });
    expect(query()).toEqual({});
    await screen.findByText('这段时间没有数。');
  });
  test('another language, live: the words, the figures and what the picture says', async () => {
    await open();
    const said = (await slider()).getAttribute('aria-valuetext');
    expect(said).toContain('上期');
    await act(() => activate('en'));
    await settle();
    expect(screen.getByRole('grid').textContent).not.toContain('新增订单');
    expect((await slider()).getAttribute('aria-valuetext')).not.toBe(said);
    await act(() => activate('zh-cn'));
  });
});
