import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { thingOf } from '../../src/ui/order-thing.ts';
import { setKeyboard } from '../../src/ui/keyboard.ts';
import { begin, chips, desk, freshDesk, keys, ROW, rows, settle, show } from '../kit/step.tsx';
import { input, press } from '../kit/typist.ts';

// What was done last is done once more from the palette too: its key is a single character, which one may have switched off.
freshDesk();
afterEach(() => act(() => setKeyboard({ single: true, keys: {} })));
const found = async (text: string): Promise<string[]> => {
  press('Control+k');
  await settle();
  input(text);
  await settle();
  return screen.queryAllByRole('option').filter(({ dataset }) => dataset['row']!.startsWith('command.repeat')).map(({ textContent }) => textContent!);
};
const leave = (): void => {
  for (const _ of '123') press('Escape');
};
/** Does 派单 to the order that has the focus, and goes to another. */
async function assign(): Promise<void> {
  await show();
  await begin();
  await keys('Enter', 'Enter');
  expect(desk.sent.map(({ path }) => path)).toEqual(['/orders/PH1/assign']);
  desk.place.row = thingOf({ ...ROW, orderNo: 'PH7' });
}

test.each(['重复', 'chongfu', '重做', 'chongzuo', 'repeat'])('“%s” finds what was done last, by its name and what it would be done to now; Enter shows it first, Enter does it', async (text) => {
  act(() => setKeyboard({ single: false }));
  await assign();
  await keys('.');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(await found(text)).toEqual([expect.stringMatching(/^重复“派单”.*王秀英 PH7/)]);
  press('Enter');
  await settle();
  expect([chips().slice(0, 2), desk.sent.length]).toEqual([['派单 · 王秀英 PH7', '李护'], 1]);
  await keys('Enter');
  expect(desk.sent.at(-1)!.path).toBe('/orders/PH7/assign');
});
test('its key stands beside it, as one has chosen it, and with several selected it is for them', async () => {
  await assign();
  act(() => setKeyboard({ keys: { 'command.repeat': 'Alt+r' } }));
  expect((await found('重复'))[0]).toMatch(/AltR$/);
  leave();
  desk.place.selection = [rows[1]!, rows[2]!].map(thingOf);
  expect(await found('重复')).toEqual([expect.stringContaining('已选 2 条'), expect.stringContaining('PH7')]);
});
test('it is not there before anything was done, on other records, nor for what is never done once more', async () => {
  await show();
  expect(await found('重复')).toEqual([]);
  leave();
  await begin('收款');
  expect(desk.acted).toEqual([{ command: 'order.pay', on: 'PH1' }]);
  expect(await found('重复')).toEqual([]);
  leave();
  await begin();
  await keys('Enter', 'Enter');
  expect(desk.sent.length).toBe(1);
  desk.place.on = 'caregiver';
  expect(await found('重复')).toEqual([]);
});
