import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toggleFigures } from '../../src/ui/help-state.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { Figures } from '../../src/ui/palette/figures.tsx';
import { figures, forgetFigures, mark, typed } from '../../src/ui/palette/meter.ts';
import { box, chips, chosen, enter, freshPalette, ids, startPalette, whole } from '../kit/palette.tsx';
import { input, press } from '../kit/typist.ts';

// What a key of the open palette is, and what it leaves to the text.
freshPalette();

test('arrows with a modifier, and Backspace with one, belong to the text; Shift and Backspace are Backspace', async () => {
  await startPalette();
  await enter(['Control+k', '#', ...'wl']);
  const before = chosen();
  for (const init of [{ shiftKey: true }, { metaKey: true }, { ctrlKey: true }, { altKey: true }]) for (const key of ['ArrowDown', 'ArrowUp', 'PageDown']) expect([key, init, press(key, init), chosen()]).toEqual([key, init, true, before]);
  input('');
  for (const init of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) {
    press('Backspace', init);
    expect(chips()).toEqual(['订单']);
  }
  press('Backspace', { shiftKey: true });
  expect(chips()).toEqual([]);
});

test('PageDown and PageUp stop at the ends; an arrow goes round', async () => {
  await startPalette();
  await enter(['Control+k', ...'wl']);
  await whole();
  const at = (): number => ids().indexOf(chosen()[0]);
  const last = ids().length - 1;
  expect([at(), last > 1 && last % 10 > 0]).toEqual([0, true]);
  const go = (key: string): number => (press(key), at());
  for (let n = 0; n < last / 10 + 1; n += 1) go('PageDown');
  expect([at(), go('PageDown'), go('ArrowDown'), go('PageUp'), go('ArrowUp')]).toEqual([last, last, 0, 0, last]);
});

test('where the button for what is not possible has the focus, the foot names no other Enter', async () => {
  await startPalette();
  await enter(['Control+k']);
  const foot = (): string => document.querySelector('dialog footer')!.textContent!;
  expect(foot()).toMatch(/打开|执行/);
  press('Tab');
  press('Tab');
  expect([document.activeElement!.textContent, foot()]).toEqual([expect.stringContaining('不能做的'), expect.not.stringMatching(/打开|执行/)]);
  press('Tab');
  expect([document.activeElement === box(), foot()]).toEqual([true, expect.stringMatching(/打开|执行/)]);
});

test('where what had the focus is gone when it closes, the page has it', async () => {
  await startPalette();
  const own = document.body.appendChild(document.createElement('button'));
  const page = document.body.appendChild(document.createElement('main'));
  page.innerHTML = '<h1 tabindex="-1">订单</h1>';
  own.focus();
  await enter(['Control+k']);
  own.remove();
  press('Escape');
  await waitFor(() => expect(document.activeElement).toBe(page.firstElementChild));
  page.remove();
});

test('an Escape that is held down empties the text and goes no step further', async () => {
  await startPalette();
  await enter(['Control+k', '#', ...'wl']);
  press('Escape');
  expect([box().value, chips()]).toEqual(['', ['订单']]);
  expect([press('Escape', { repeat: true }), chips(), box().isConnected]).toEqual([false, ['订单'], true]);
  press('Escape');
  expect(chips()).toEqual([]);
});

test('a text that changes long after a key was not changed by it', async () => {
  const change = async (ms: number): Promise<number> => {
    forgetFigures();
    mark({ timeStamp: performance.now() });
    await act(() => new Promise((done) => setTimeout(done, ms)));
    typed(() => true);
    await act(() => new Promise((done) => setTimeout(done, 100)));
    return figures().n;
  };
  expect([await change(700), await change(10)]).toEqual([0, 1]);
});
test.each([[999, '从按下键到结果画出来，打开页面以来'], [1001, '从按下键到结果画出来，最近 1,000 次']])('of %i keys the figures say which they are of', async (keys, words) => {
  forgetFigures();
  for (let n = 0; n < keys; n += 1) {
    mark({ timeStamp: performance.now() });
    typed(() => true);
  }
  await waitFor(() => expect(figures().n).toBe(Math.min(keys, 1_000)));
  render(<LocaleProvider><Figures /></LocaleProvider>);
  act(toggleFigures);
  expect(screen.getByText(words)).toBeTruthy();
  act(toggleFigures);
});
