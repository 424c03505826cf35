import { act, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MEASURES } from '../../src/areas/statistics/measure.ts';
import { presetDays } from '../../src/areas/statistics/question.ts';
import { activate } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { dayAfter } from '../../src/ui/parse-day.ts';
import { settle } from '../kit/settle.ts';
import { begin, Console, from, grid, open, path, picture, query, row, server, shown, slider, today } from '../kit/statistics.tsx';
import { input, press, type } from '../kit/typist.ts';

let leave: () => Promise<void>;
beforeEach(async () => void (leave = await begin()));
afterEach(() => leave());

describe('the figures', () => {
  test('thirty days and those before, each with what changed and a link to its rows', async () => {
    await open();
    expect(server.asked.filter(({ asks }) => !asks.has('measures')).map(({ asks }) => [asks.get('from'), asks.get('to'), asks.get('by'), asks.get('against')])).toEqual([[from, today, 'month', dayAfter(from, -30)]]);
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
    expect(query()).toEqual({ range: 'last-month', view: 'bar' });
    press('b');
    expect(query()['by']).toBe('week');
    await waitFor(() => expect(server.asked.at(-1)!.asks.get('by')).toBe('week'));
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
  test('of a month that runs [ is the whole month before, and ] leads back to what has been of it', async () => {
    await open('?range=month');
    press('[');
    expect(query()).toEqual({ range: 'last-month' });
    press(']');
    expect(query()).toEqual({ range: 'month' });
  });
  test('days are typed as people type them', async () => {
    await open();
    const field = screen.getByLabelText('从') as HTMLInputElement;
    act(() => field.focus());
    input('');
    type('-3');
    press('Enter');
    expect(query()).toEqual({ from: dayAfter(today, -3), to: today });
    // without its year it is a day that has been
    const ahead = dayAfter(today, 40);
    act(() => field.focus());
    input('');
    type(ahead.slice(5));
    press('Enter');
    expect(query()['from']).toBe(`${Number(ahead.slice(0, 4)) - 1}${ahead.slice(4)}`);
    expect((screen.getByLabelText('时间段') as HTMLSelectElement).value).toBe('');
  });
  test('days that cannot be asked are said and not asked', async () => {
    navigate('/statistics/index?from=2026-11-20&to=2026-11-01');
    render(<Console />);
    await screen.findByText('开始日期在结束日期之后');
    expect(server.asked).toEqual([]);
    act(() => navigate('/statistics/index?from=2015-01-01&to=2026-11-01'));
    await screen.findByText(/区间超过/);
    expect(server.asked).toEqual([]);
  });
  test('what an address says that nobody knows counts for nothing', async () => {
    await open('?range=never&from=2026-02-30&to=x&by=hour&hospital=0&method=gold&measure=secret&view=pie&group=shoe');
    expect(Object.fromEntries(server.asked.find(({ asks }) => !asks.has('measures'))!.asks)).toEqual({ from, to: today, by: 'month', against: dayAfter(from, -30) });
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

describe('when there is nothing, or not yet', () => {
  test('while it waits the places of the figures are there, and nothing else', async () => {
    server.waits = true;
    await open();
    expect(grid().getAttribute('aria-busy')).toBe('true');
    expect(row('made').textContent).toBe('新增订单?');
  });
  test('what did not come is said, and comes when asked again', async () => {
    server.fails = true;
    await open();
    await screen.findByText('没有取到统计');
    server.fails = false;
    press('R', { shiftKey: true });
    await waitFor(() => expect(grid().textContent).toContain('1,000'));
  });
  test('a range without figures has dashes, and filters can be taken away', async () => {
    server.empty = true;
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
    expect(screen.getByRole('grid').textContent).toContain('Orders');
    expect((await slider()).getAttribute('aria-valuetext')).not.toBe(said);
    await act(() => activate('zh-cn'));
  });
});
