import { act, render, screen } from '@testing-library/react';
import { msg } from '@lingui/core/macro';
import { expect, test, vi } from 'vitest';
import { KeyDialog } from '../../src/areas/account/key.dialog.tsx';
import type { KeyEntry } from '../../src/kernel/area.ts';
import { announce } from '../../src/ui/announce.tsx';
import { OWN_KEYS } from '../../src/ui/key-entry.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { PaletteHost } from '../../src/ui/palette/host.tsx';
import { never } from '../kit/console.ts';
import { freshPalette, viewer } from '../kit/palette.tsx';
import { press } from '../kit/typist.ts';

// The question for a new key, below the palette's own ear.
freshPalette();
const NEW: KeyEntry = { id: 'x.new', scope: 'page', keys: 'n', words: msg`这里新建` };
const start = () => {
  render(<LocaleProvider><PaletteHost areas={[]} viewer={viewer} load={() => never} index={null} /><KeyDialog entry={NEW} entries={[NEW, OWN_KEYS.palette]} plain="n" single onKeep={() => {}} onClose={() => {}} /></LocaleProvider>);
  const pad = document.querySelector<HTMLElement>('dialog[open] button')!;
  pad.focus();
  const began = performance.now();
  /** A key on the pad, so many ms after it was opened. */
  const at = (ms: number, key: string): void => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: began + ms });
    act(() => void pad.dispatchEvent(event));
  };
  return { at, pad, said: () => pad.nextElementSibling!.textContent };
};

test('the key of the palette is heard like any other, and whose it is is said; beside the pad it is the palette’s own', () => {
  const { said } = start();
  press('Control+k');
  expect(said()).toBe('Ctrl K 已经是“查找订单、护工和命令”的键');

  screen.getByRole('button', { name: /^取消/ }).focus();
  press('y');
  press('Control+k');
  expect([said(), screen.queryByRole('combobox')]).toEqual(['Ctrl K 已经是“查找订单、护工和命令”的键', null]);
  act(() => announce(''));
});
test('a chord is recorded at the pace at which it is used, and that a second key is waited for is said', () => {
  const { at, pad, said } = start();
  at(0, 'g');
  expect(pad.textContent).toBe('G 可以接连按两个键，如 G O');
  at(2_500, 'y');
  expect([said(), pad.textContent]).toEqual(['G Y 没有别的用处', 'G Y ']);
  at(6_000, 'g');
  at(9_500, 'y');
  expect(said()).toBe('Y 没有别的用处');
});
test.each([['n', 'N 已经是“这里删除”的键', []], ['d', null, ['n']]])('a key that is put back is refused where another has it since, and that is said: %s', (other, says, kept) => {
  const keep = vi.fn();
  const close = vi.fn();
  const now = { ...NEW, keys: 'y' };
  const REMOVE: KeyEntry = { ...NEW, id: 'x.remove', keys: other, words: msg`这里删除` };
  render(<LocaleProvider><KeyDialog entry={now} entries={[now, REMOVE]} plain="n" single onKeep={keep} onClose={close} /></LocaleProvider>);
  act(() => screen.getByRole('button', { name: '恢复 N' }).click());
  expect(keep.mock.calls.flat()).toEqual(kept);
  if (says === null) return;
  expect(document.querySelector('dialog output')!.textContent).toBe(says);
  act(() => screen.getByRole('button', { name: /^保存/ }).click());
  expect([keep.mock.calls.length, close.mock.calls.length]).toEqual([0, 0]);
});
