import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OrderRow } from '../../src/areas/order/contract.ts';
import { thingOf } from '../../src/ui/order-thing.ts';
import { palette } from '../../src/ui/palette/actor.ts';
import { favour, pin } from '../../src/ui/palette/memory.ts';
import { begin, desk, freshDesk, keys, later, ROW, rows, said, settle, show, titles } from '../kit/step.tsx';
import { input, press } from '../kit/typist.ts';

// A command is remembered as one, whatever it acts on; and what cannot be taken back is never what Enter is on.
freshDesk();
const close = () => act(() => palette.send({ type: 'close' }));
const alt = async (key: string): Promise<void> => {
  press(key, { altKey: true });
  await settle();
};
const look = async (text: string): Promise<void> => {
  await keys('Control+k');
  input(text);
  await settle();
};
/** Why the chosen row stands there. */
const why = async (): Promise<string> => {
  await alt('w');
  return screen.getAllByRole('status').map(({ textContent }) => textContent).find((words) => /排在/.test(words ?? '')) ?? '';
};

test('what one does to several counts for one as well: said, forgotten and pinned as the same', async () => {
  desk.place.selection = rows.map(thingOf);
  await show();
  for (const _ of '12') {
    await begin();
    close();
  }
  expect(Object.keys(favour().score)).toEqual(['order.assign']);
  desk.place.selection = [];
  desk.place.row = thingOf(ROW);
  await look('派单');
  expect(await why()).toContain('近来用过的次数 2');
  await alt('Delete');
  expect(said()).toContain('已清除');
  await alt('w');
  expect(await why()).not.toContain('近来用过');
  await alt('p');
  close();
  desk.place.selection = rows.map(thingOf);
  await keys('Control+k');
  expect([favour().pinned, [...document.querySelectorAll('[role=option]')].slice(0, 3).map((row) => (row as HTMLElement).dataset['row'])]).toEqual([['order.assign'], ['step.resume', 'order.assign*', 'order.assign']]);
});

test('the way back to what is being sent ends when it is done: nothing else is under the next Enter', async () => {
  const answer = later<unknown>();
  desk.answer = () => answer.came;
  desk.place.row = thingOf(ROW);
  await show();
  await begin();
  await keys('Enter', 'Enter', 'Escape', 'Control+k');
  expect(titles()[0]).toBe('正在派单：看进度');
  await answer.come({ row: { ...ROW, version: 5, can: ['undo'] } });
  await settle();
  expect(titles()[0]).toBe('选中的那一条已经不在这里');
  const before = [location.hash, desk.sent.length, desk.acted.length];
  await keys('Enter');
  expect([[location.hash, desk.sent.length, desk.acted.length], screen.queryByRole('combobox') !== null]).toEqual([before, true]);
  await keys('ArrowDown');
  expect(titles()[0]).not.toBe('选中的那一条已经不在这里');
});

test('what cannot be taken back is not the first row, also where it alone can be done here, or is pinned', async () => {
  desk.place.row = thingOf({ ...ROW, can: ['cancel'] });
  await show();
  await keys('Control+k');
  const left = titles();
  expect([left[0] === '取消订单', left.includes('取消订单')]).toEqual([false, true]);
  close();
  act(() => void pin('order.cancel'));
  await keys('Control+k');
  expect([titles()[0] === '取消订单', titles().includes('取消订单')]).toEqual([false, true]);
  close();
  // among what can be done here it is the last
  desk.place.row = thingOf({ ...ROW, can: ['cancel', 'assign', 'pay'] });
  act(() => void pin('order.assign'));
  await keys('Control+k');
  expect(titles().slice(0, 2)).toEqual(['派单', '取消订单']);
});

test('of what one does to several only what at least one of them allows is offered; the rest is under Tab, with its reason', async () => {
  const each = (...cans: string[][]) => cans.map((can, i) => thingOf<OrderRow>({ ...rows[i]!, can: can as typeof ROW.can, cannot: { assign: 'wrong_state' } }));
  const several = (): string[] => [...document.querySelectorAll<HTMLElement>('[role=option]')].map(({ dataset }) => dataset['row']!).filter((id) => id.endsWith('*'));
  desk.place.selection = each(['cancel'], ['cancel', 'complete'], []);
  desk.place.row = desk.place.selection[0];
  await show();
  await keys('Control+k');
  expect(several().sort()).toEqual(['order.cancel*', 'order.complete*']);
  act(() => palette.send({ type: 'turn' }));
  // what one of them allows can be done, whatever the row with the focus says
  const ids = [...document.querySelectorAll<HTMLElement>('[role=option]')].map(({ dataset }) => dataset['row']!);
  expect(['assign', 'complete', 'cancel'].map((verb) => ids.includes(`denied:order.${verb}`))).toEqual([true, false, false]);
  expect(document.querySelector('[data-row="denied:order.assign"]')!.textContent).toMatch(/^派单./);
  close();
  // what the row with the focus allows is no reason to do it to those that are selected
  desk.place.row = thingOf({ ...ROW, can: ['assign'] });
  await look('派单');
  const option = document.querySelector('[data-row="order.assign*"]')!;
  expect(option.getAttribute('aria-disabled')).toBe('true');
  close();
  // of a selection that is not at hand any row may stand for the others
  Object.assign(desk.place, { count: 900, whole: { mode: 'exclude', ids: [], filter: {} } });
  await keys('Control+k');
  expect(several()).toContain('order.assign*');
});
