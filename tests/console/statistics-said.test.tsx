// What the page says of what it shows: who is who, what is compared, what a filter takes away, and what a key has changed.
import { readFileSync } from 'node:fs';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { moved } from '../../src/areas/statistics/question.ts';
import { formatOf } from '../../src/ui/format.ts';
import { navigate } from '../../src/ui/location.ts';
import { begin, from, open, picture, query, row, server, shown, slider, today } from '../kit/statistics.tsx';
import { press, type } from '../kit/typist.ts';

let leave: () => Promise<void>;
beforeEach(async () => void (leave = await begin()));
afterEach(async () => {
  vi.restoreAllMocks();
  await leave();
});
const go = (to: string): void => act(() => navigate(`/statistics/index${to}`));
const focused = (): HTMLElement => document.activeElement as HTMLElement;
const ranking = (title: string): Promise<HTMLElement> => screen.findByRole('grid', { name: `${title}：排名` });
const inRow = (rows: string): Promise<void> => waitFor(() => expect(focused().matches(rows)).toBe(true));
/** What the image of the picture has in words, its title first. */
async function written(): Promise<string[]> {
  const words: string[] = [];
  const none = (): void => {};
  const pen = { measureText: () => ({ width: 20 }), fillText: (text: string) => void words.push(text), scale: none, fillRect: none, strokeRect: none, beginPath: none, arc: none, moveTo: none, lineTo: none, fill: none, stroke: none };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as unknown as ReturnType<HTMLCanvasElement['getContext']>);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(new Blob(['png'])));
  press('I', { shiftKey: true });
  await waitFor(() => expect(shown()).toContain('图片已保存'));
  vi.restoreAllMocks();
  return words;
}

describe('a ranking', () => {
  test('tells two caregivers of one name apart, wherever it goes, and says what it is by', async () => {
    server.tells = (at, _, answer) => (at !== '/statistics/groups' ? answer : { ...answer, rows: [1, 2].map((i) => ({ id: `HG${i}`, name: '王芳', values: { serviceDays: 9 - i }, before: {} })) });
    await open('?measure=serviceDays&view=rank&group=caregiver');
    const rank = await ranking('服务天数');
    const named = (table: HTMLElement): (string | null)[] => within(table).getAllByRole('rowheader').map(({ textContent }) => textContent);
    await waitFor(() => expect(named(rank)).toEqual(['王芳 HG1', '王芳 HG2']));
    press('t');
    expect(named(within(await picture('服务天数 · 按护工')).getByRole('table'))).toEqual(['王芳 HG1', '王芳 HG2']);
    const image = await written();
    expect([image[0], image.filter((words) => words.startsWith('王芳'))]).toEqual(['服务天数 · 按护工', ['王芳 HG1', '王芳 HG2']]);
  });
  test('of hospitals has no numbers, and says what it is by too', async () => {
    await open('?measure=serviceDays&view=rank');
    expect(within(await ranking('服务天数')).getAllByRole('rowheader')[0]!.textContent).toBe('第二医院');
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('服务天数 · 按医院');
    go('?measure=outstanding');
    await picture('待收 · 按账龄');
  });
  test('has words that do not fit whole in its table, and as what they are called', async () => {
    const long = '家属要求更换'.repeat(30);
    server.tells = (at, _, answer) => (at !== '/statistics/groups' ? answer : { ...answer, rows: [{ id: long, name: long, values: { replaced: 9 }, before: {} }] });
    await open('?measure=replaced&view=rank&group=replaced-reason');
    await ranking('更换次数');
    expect((await screen.findByTitle(long)).textContent).toBe(long);
    // a sheet of style has no layout here: what keeps the bars, the last column and the words of the choice in sight
    const [rank, page] = ['ui/chart/rank', 'areas/statistics/statistics'].map((name) => readFileSync(`src/${name}.module.css`, 'utf8'));
    expect(rank).toMatch(/\.wide \{[^}]*min-inline-size: 48px/);
    expect(rank).toMatch(/\.name \{[^}]*-webkit-line-clamp: 3;[^}]*max-inline-size: min\(40ch/);
    expect(rank).not.toMatch(/thead th \{[^}]*nowrap/);
    expect(page).toMatch(/section th \{ white-space: normal; \}/);
    expect(page).toMatch(/\.choices select \{ max-inline-size: none; \}/);
  });
});

test('a caregiver whom nobody knows is said under the field, and what was typed stays', async () => {
  await open();
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: '护工' });
  act(() => field.focus());
  type('无此人');
  press('Enter');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  act(() => field.blur());
  const error = document.getElementById(field.getAttribute('aria-describedby')!.split(' ')[0]!)!;
  expect([field.value, error.textContent, query()]).toEqual(['无此人', '没有这个护工，或不在你的范围内。 键入姓名、拼音或工号', {}]);
  // a sheet of style has no layout here: nothing else may hide these words, or those of the list
  expect(readFileSync('src/areas/statistics/statistics.module.css', 'utf8')).not.toMatch(/\.combo p \{/);
});
test.each([[true, ['没有这个护工，或不在你的范围内。']], [false, []]])('an address names a caregiver whom nobody knows (no figures: %s): that is said, but not of one who served and is here no longer', async (empty, words) => {
  server.empty = empty;
  await open('?caregiver=PY0');
  await act(() => new Promise((done) => setTimeout(done, 50)));
  await waitFor(() => expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual(words));
});
describe('a department', () => {
  const above = (): string[] => [...document.querySelector('[data-about]')!.querySelectorAll('p')].map(({ textContent }) => textContent!);
  test('without its hospital brings it, and has its name', async () => {
    server.tells = (at, asks, answer) => (at === '/statistics/measures' && asks.has('department') && !asks.has('hospital') ? { ...answer, hospital: '5' } : answer);
    await open('?department=51');
    await waitFor(() => expect(query()).toEqual({ hospital: '5', department: '51' }));
    await waitFor(() => expect(above()[1]).toBe('医院 · 第一医院；科室 · 骨科'));
  });
  test.each(['?hospital=5&department=1', '?department=1'])('%s: that there is none is said, on paper and in an image too, and its number is no name', async (asked) => {
    await open(`${asked}&view=rank`);
    await ranking('新增订单');
    const words = '没有这个科室，或不在你的范围内。';
    await waitFor(() => expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([words]));
    expect(above()[1]).toBe(asked.includes('hospital') ? `医院 · 第一医院；${words}` : words);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: '科室' }).selectedOptions[0]!.textContent).toBe('—');
    const line = above()[1];
    expect(await written()).toContain(line);
  });
});
describe('a figure that a filter takes away', () => {
  const without = (): void => void (server.tells = (_, __, answer) => JSON.parse(JSON.stringify(answer), (key, value: unknown) => (key === 'values' ? (Array.isArray(value) ? value.map(() => null) : Object.fromEntries(Object.keys(value as object).map((name) => [name, null]))) : key === 'before' ? {} : value)) as Record<string, unknown>);
  test.each([
    ['?caregiver=HG1', '新增订单', '新增订单不分护工，这样筛选没有此数。'],
    ['?method=cash&measure=serviceDays&view=rank', '服务天数 · 按医院', '服务天数不分支付方式，这样筛选没有此数。'],
    ['?service=7&measure=bedDays&view=heat', '开放床日：各医院每天', '开放床日不分服务，这样筛选没有此数。'],
    [`?from=2024-01-01&to=${today}&by=week&method=cash&measure=waitHalf`, '派单等待中位数', '派单等待中位数不分支付方式，这样筛选没有此数。'],
    // nothing to divide by is nothing
    ['?caregiver=HG1&measure=satisfaction', '满意度', '这段时间没有数。'],
  ])('%s: the picture of %s says so', async (asked, name, words) => {
    without();
    await open(asked);
    const region = await picture(name);
    expect((await within(region).findByText(/没有(此)?数。$/)).textContent).toBe(words);
    expect(within(region).queryByRole('button', { name: '按月看' })).toBeNull();
    if (name === '服务天数 · 按医院') expect(await written()).toContain(words);
  });
});

describe('a heat map', () => {
  test('of a long range begins in sight of its newest column, and after another range again', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) { return this.matches('td') ? [...this.parentElement!.children].indexOf(this) * 14 : 0; });
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(14);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100);
    await open('?measure=serviceDays&view=heat');
    const newest = async (): Promise<void> => {
      const heat = await screen.findByRole('grid', { name: '服务天数：各医院每天' });
      const stop = heat.querySelector('td[tabindex="0"]')!;
      expect([stop.getAttribute('aria-label'), stop.nextElementSibling]).toEqual([expect.stringMatching(/：290$/), null]);
      expect(heat.parentElement!.scrollLeft).toBe(31 * 14 - 100);
    };
    await newest();
    press('p');
    press('Home');
    press('[');
    await waitFor(() => expect(query()['to']).toBe(moved({ from, to: today }, -1).to));
    await newest();
    await inRow('td[tabindex="0"]');
  });
});

describe('what it is compared with', () => {
  const lines = (): string => [...document.querySelectorAll('[data-about] p')].map((one) => one.textContent).join('；');
  test('is said only where something is', async () => {
    await open('?measure=serviceDays');
    await waitFor(() => expect(lines()).toMatch(/对比 .+ · 截至 /));
    go('?measure=serviceDays&view=rank');
    await waitFor(() => expect(lines()).toMatch(/对比 .+ · 截至 /));
    for (const [alone, name] of [['measure=serviceDays&view=heat', '服务天数：各医院每天'], ['measure=serviceDays&view=rank&group=caregiver', '服务天数 · 按护工'], ['measure=outstanding', '待收 · 按账龄'], ['measure=outstanding&group=hospital', '待收 · 按医院']]) {
      go(`?${alone}`);
      await picture(name!);
      await waitFor(() => expect(lines()).toMatch(/；截至 /));
      expect([alone, lines().includes('对比')]).toEqual([alone, false]);
    }
    // the figures beside it are compared all the same
    expect(document.querySelector('p')!.closest('section')!.textContent).toContain('对比');
  });
  test('and a range that ends today, that today is still running: once, and not of one that is over', async () => {
    await open();
    const said = (): number => document.querySelector('[data-measure]')!.closest('div')!.parentElement!.textContent!.split('今天还没过完').length - 1;
    expect([said(), lines().includes('今天还没过完')]).toEqual([1, true]);
    go('?range=yesterday');
    await waitFor(() => expect([said(), lines().includes('今天还没过完')]).toEqual([0, false]));
    expect(lines()).not.toContain('含还没到的日子');
    go('?from=2026-01-01&to=2029-12-31');
    await waitFor(() => expect([said(), lines().includes('含还没到的日子')]).toEqual([0, true]));
  });
});

describe('what a key changes elsewhere is heard', () => {
  const { dayRange } = formatOf('zh-cn');
  test('another range, other steps, another way of looking, another grouping', async () => {
    await open('?measure=serviceDays');
    await slider();
    const before = moved({ from, to: today }, -1);
    press('[');
    expect([query()['from'], shown()]).toEqual([before.from, dayRange(before.from, before.to)]);
    press(']');
    expect(shown()).toBe(dayRange(from, today));
    for (const words of ['按周', '按月', '按天']) {
      press('b');
      expect(shown()).toBe(words);
    }
    for (const [nth, words] of ['折线', '柱', '热力图', '排名'].entries()) {
      press(String(nth + 1));
      expect(shown()).toBe(words);
    }
    press('o');
    expect([query()['group'], shown()]).toEqual(['department', '按科室']);
    // who presses a button hears that it is pressed
    act(() => screen.getByRole('button', { name: /^折线/ }).click());
    expect([query()['view'], shown()]).toEqual([undefined, '按科室']);
  });
  test('and leaves the focus where it is: in a ranking, in a table, on a figure', async () => {
    await open('?measure=serviceDays&view=rank');
    await ranking('服务天数');
    press('p');
    for (const key of ['o', '[', ']']) {
      press(key);
      await inRow('[role=grid] tr:not([data-measure])');
    }
    press('t');
    await inRow('table:not([role]) tr');
    for (const key of ['o', '[', 'b']) {
      press(key);
      await inRow('table:not([role]) tr');
    }
    act(() => row('serviceDays').focus());
    press('[');
    expect(focused()).toBe(row('serviceDays'));
  });
});
