// Figures that change while one looks at them: they come in place, and nothing else moves.
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { begin, grid, open, query, row, server, slider } from '../kit/statistics.tsx';
import { press } from '../kit/typist.ts';

let leave: () => Promise<void>;
beforeEach(async () => void (leave = await begin()));
afterEach(() => leave());
const focused = (): HTMLElement => document.activeElement as HTMLElement;
const heard = async (): Promise<void> => waitFor(() => expect(() => server.tell({ no: 'PH26000000099', version: 5 })).not.toThrow(), { timeout: 5_000 });
/** From now on every figure is seven thousand more. */
const more = (answer: Record<string, unknown>): Record<string, unknown> => JSON.parse(JSON.stringify(answer), (_key, value: unknown) => (typeof value === 'number' ? value + 7_000 : value)) as Record<string, unknown>;
/** Whether something was shown as on its way, and what had the focus, from now on. */
function watch(): { blinked: () => boolean; left: () => boolean } {
  const own = focused();
  let [blinked, left] = [false, false];
  const look = (): void => {
    blinked ||= document.querySelector('[aria-busy="true"]') !== null;
    left ||= focused() !== own;
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  return { blinked: () => blinked, left: () => left };
}

describe('a change', () => {
  test('brings the figures and the picture again, in place', async () => {
    await open();
    const line = await slider();
    press('p');
    press('Home');
    press('ArrowRight');
    const [cell, place] = [row('made').querySelectorAll('td')[0]!, line.getAttribute('aria-valuenow')];
    server.tells = (_, __, answer) => more(answer);
    const before = server.asked.length;
    const seen = watch();
    await heard();
    await waitFor(() => expect(row('made').textContent).toContain('8,000'), { timeout: 5_000 });
    await waitFor(() => expect(line.getAttribute('aria-valuetext')).toMatch(/：7,100；上期 .+：7,100$/));
    expect([seen.blinked(), seen.left(), focused() === line, line.isConnected, line.getAttribute('aria-valuenow'), row('made').querySelectorAll('td')[0] === cell, query()]).toEqual([false, false, true, true, place, true, {}]);
    // each of them once: the figures, and the picture with what it is compared with
    expect(server.asked.slice(before).map(({ asks }) => [asks.get('by'), asks.get('measures')])).toEqual([['month', null], ['day', 'made']]);
    // the next one waits for its turn
    const after = server.asked.length;
    for (let i = 0; i < 20; i++) await act(async () => server.tell({ no: `PH260000000${i}`, version: 1 }));
    await new Promise((done) => setTimeout(done, 2_500));
    expect(server.asked.length).toBe(after);
  });
  test('of a ranking: the place goes along with its line, the focus too', async () => {
    await open('?measure=serviceDays&view=rank');
    await screen.findByRole('grid', { name: '服务天数：排名' });
    press('p');
    const line = focused();
    expect(line.textContent).toContain('第二医院');
    server.tells = (at, _, answer) => (at === '/statistics/groups' ? { ...answer, rows: (answer['rows'] as unknown[]).toReversed() } : answer);
    const seen = watch();
    await heard();
    await waitFor(() => expect(line.querySelector('td')!.textContent).toBe('2'), { timeout: 5_000 });
    expect([focused() === line, line.tabIndex, seen.left(), seen.blinked()]).toEqual([true, 0, false, false]);
    press('ArrowUp');
    expect(focused().textContent).toContain('第一医院');
  });
  test('of a heat map: the hospital stays where it was read', async () => {
    await open('?measure=serviceDays&view=heat');
    await screen.findByRole('grid', { name: '服务天数：各医院每天' });
    press('p');
    press('ArrowRight');
    const place = focused().getAttribute('aria-label')!;
    expect(place).toMatch(/^第二医院，/);
    server.tells = (at, _, answer) => (at === '/statistics/heat' ? { ...answer, rows: (answer['rows'] as { id: string; values: number[] }[]).map((one) => (one.id === '5' ? { ...one, values: one.values.map((n) => n + 1_000) } : one)).toReversed() } : answer);
    await heard();
    await waitFor(() => expect(document.querySelector('tbody tr th[title]')!.textContent).toBe('第一医院'), { timeout: 5_000 });
    expect([focused().getAttribute('aria-label'), focused().tabIndex]).toEqual([place, 0]);
  });
  test('that does not come leaves the old figures, and that is said; asked again, they come', async () => {
    await open();
    const line = await slider();
    server.fails = true;
    await heard();
    const alert = await screen.findByRole('alert', undefined, { timeout: 5_000 });
    expect(alert.textContent).toContain('没有取到最新的内容：系统出错');
    await waitFor(() => expect(server.asked.filter(({ asks }) => asks.get('by') === 'day')).toHaveLength(2));
    expect([screen.getAllByRole('alert').length, row('made').textContent!.startsWith('新增订单1,000'), line.isConnected, grid().getAttribute('aria-busy')]).toEqual([1, true, true, 'false']);
    server.fails = false;
    server.tells = (_, __, answer) => more(answer);
    press('R', { shiftKey: true });
    await waitFor(() => expect(row('made').textContent).toContain('8,000'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await waitFor(() => expect(line.getAttribute('aria-valuetext')).toMatch(/：9,900；/));
  });
  test('whose picture alone does not come is said beside the picture', async () => {
    await open();
    const line = await slider();
    server.tells = (at, asks, answer) => {
      if (at === '/statistics/measures' && asks.get('by') === 'day') throw new TypeError('gone');
      return more(answer);
    };
    await heard();
    const alert = await screen.findByRole('alert', undefined, { timeout: 5_000 });
    expect([alert.closest('section')!.getAttribute('aria-label'), line.isConnected]).toEqual(['新增订单', true]);
    await waitFor(() => expect(row('made').textContent).toContain('8,000'));
    server.tells = null;
    press('R', { shiftKey: true });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});
