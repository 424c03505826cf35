// A visit to a choice of the statistics by its key: one step of the history, and a way back out.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { begin, open, query, row, server, slider } from '../kit/statistics.tsx';
import { press } from '../kit/typist.ts';

let leave: () => Promise<void>;
beforeEach(async () => void (leave = await begin()));
afterEach(() => leave());
const select = (name: string): HTMLSelectElement => screen.getByRole('combobox', { name });
const choose = (name: string, value: string): void => act(() => void fireEvent.change(select(name), { target: { value } }));

test('what is passed on the way to another choice is no step of the history; Escape leads back to the picture', async () => {
  await open();
  await slider();
  press('p');
  press('r');
  expect(document.activeElement).toBe(select('时间段'));
  const before = history.length;
  for (const value of ['90d', 'week', 'last-week']) choose('时间段', value);
  expect([history.length - before, query()['range']]).toEqual([1, 'last-week']);
  await slider();
  press('Escape');
  await waitFor(() => expect(document.activeElement!.getAttribute('role')).toBe('slider'));
  // another visit is another step
  press('r');
  choose('时间段', 'month');
  expect(history.length - before).toBe(2);
});
test('Escape drops a day that was typed and not taken, and then leads back to the picture', async () => {
  await open();
  await slider();
  press('p');
  press('r');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^从/ });
  const was = field.value;
  act(() => field.focus());
  for (const typed of ['110', '没有这天']) {
    act(() => void fireEvent.change(field, { target: { value: typed } }));
    press('Escape');
    expect([field.value, document.activeElement]).toEqual([was, field]);
  }
  press('Escape');
  await waitFor(() => expect(document.activeElement!.getAttribute('role')).toBe('slider'));
  expect([query(), screen.queryByRole('alert')]).toEqual([{}, null]);
});
test('the button that clears the filters goes: who pressed it is led to the first of them, and its key leaves the focus where it is', async () => {
  await open('?service=7');
  const clear = screen.getByRole('button', { name: /清除筛选/ });
  act(() => clear.focus());
  act(() => clear.click());
  await waitFor(() => expect(document.activeElement).toBe(select('医院')));
  expect([query(), clear.isConnected]).toEqual([{}, false]);
  choose('服务', '7');
  act(() => row('made').focus());
  press('F', { shiftKey: true });
  await waitFor(() => expect(query()).toEqual({}));
  await act(() => new Promise((done) => void requestAnimationFrame(() => done(undefined))));
  expect(document.activeElement).toBe(row('made'));
});
test('what nobody knows is said to be nothing, and not that there is nothing in it', async () => {
  await open('?hospital=999');
  expect((await screen.findByRole('alert')).textContent).toBe('没有这个医院，或不在你的范围内。');
});
test('a hospital and a department that are known are not said to be none', async () => {
  await open('?hospital=5&department=51');
  await waitFor(() => expect(row('made').textContent).toContain('1,000'));
  await waitFor(() => expect(screen.getByRole('option', { name: '骨科' })).toBeTruthy());
  expect(screen.queryByText(/^没有这个/)).toBeNull();
});
test('one failure is said once', async () => {
  server.fails = true;
  await open();
  await screen.findByText(/没有取到统计/);
  expect(screen.queryByText(/没有取到数据/)).toBeNull();
});
test('why no department can be chosen stands in the field itself, for whoever has no mouse', async () => {
  await open();
  const said = () => [select('科室').disabled, select('科室').selectedOptions[0]!.textContent];
  expect(said()).toEqual([true, '先选医院']);
  choose('医院', '5');
  await waitFor(() => expect(said()).toEqual([false, '全部']));
});
