import { act, cleanup, fireEvent, render, renderHook, screen, within } from '@testing-library/react';
import { msg } from '@lingui/core/macro';
import { useCallback } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DisplaySettings } from '../../src/areas/account/display.tsx';
import { areas } from '../../src/areas.gen.ts';
import type { KeyEntry } from '../../src/kernel/area.ts';
import { KeyCap, useKeyProps, useKeys } from '../../src/ui/bound-key.tsx';
import { offeredCommands } from '../../src/ui/command.ts';
import { runCommand } from '../../src/ui/effect.ts';
import { shownKeys } from '../../src/ui/help-key.ts';
import { KeyHint } from '../../src/ui/hint.tsx';
import { keyEntries, KeyRegistry } from '../../src/ui/key-registry.ts';
import { opensPalette } from '../../src/ui/key.ts';
import { loadKeyboard, readKeyboard, setKeyboard, setKeyMemory, useOwnKeys } from '../../src/ui/keyboard.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { Toaster } from '../../src/ui/toast.tsx';
import { press } from '../kit/typist.ts';

const viewer = { role: 1, roles: ['ROOT'], perms: [], paths: ['/dashboard', '/profile', '/order/index', '/caregiver/index', '/system/user', '/system/book'] };
const offered = offeredCommands(areas, viewer);
const NEW: KeyEntry = { id: 'x.new', scope: 'page', on: 'x', keys: 'n', words: msg`这里新建` };
const REMOVE: KeyEntry = { ...NEW, id: 'x.remove', keys: 'Delete', words: msg`这里删除` };
const ran = vi.fn();
function Page() {
  useShortcuts(useOwnKeys(offered));
  const keys = useKeyProps();
  useKeys([[NEW, () => ran('n')], [REMOVE, () => ran('Delete')]]);
  const registry = useCallback(async () => [...(await keyEntries(areas, viewer)), NEW, REMOVE], []);
  return <KeyRegistry value={registry}><button type="button" {...keys(NEW)}>新建 <KeyCap of={NEW} /></button><DisplaySettings /><KeyHint /><Toaster /></KeyRegistry>;
}
const save = vi.fn();
beforeEach(async () => {
  ran.mockReset();
  save.mockReset();
  localStorage.clear();
  location.hash = '#/profile';
  await activate('zh-cn');
});
afterEach(() => {
  cleanup();
  setKeyMemory(null);
  act(() => setKeyboard({ single: true, keys: {} }));
});
async function open() {
  render(<LocaleProvider><Page /></LocaleProvider>);
  await screen.findByText('所有页面', { selector: 'summary' });
}
const onBody = (...keys: string[]): void => {
  (document.activeElement as HTMLElement | null)?.blur();
  for (const key of keys) press(key);
};
/** Opens the question for the key of what is called so, and presses these. */
async function record(words: string, ...keys: [key: string, init?: KeyboardEventInit][]) {
  const list = screen.getAllByRole('listitem', { hidden: true }).find((item) => item.textContent!.startsWith(words))!;
  fireEvent.click(within(list).getByRole('button', { hidden: true }));
  const dialog = document.querySelector<HTMLElement>('dialog[open]')!;
  const pad = dialog.querySelector('button')!;
  expect(pad).toBe(document.activeElement);
  for (const [key, init] of keys) press(key, init);
  return { dialog, pad, said: () => dialog.querySelector('output')!.textContent };
}
const keep = (): void => void fireEvent.click(within(document.querySelector<HTMLElement>('dialog[open]')!).getByRole('button', { name: /^保存/ }));

test('single characters can be switched off: no page key, no chord, no help key, no cap; other keys go on', async () => {
  await open();
  onBody('n');
  expect(ran.mock.calls).toEqual([['n']]);
  fireEvent.click(screen.getByLabelText('用单个字符做快捷键'));
  onBody(...'abcdefghijklmnopqrstuvwxyz0123456789[]/?.,;', 'g', 'o', 'Delete');
  expect([ran.mock.calls, location.hash]).toEqual([[['n'], ['Delete']], '#/profile']);
  const button = screen.getByText(/^新建/, { selector: 'button' });
  expect([shownKeys().map(({ keys }) => keys), button.getAttribute('aria-keyshortcuts'), button.querySelector('kbd')]).toEqual([['Delete'], null, null]);
  expect(renderHook(() => useOwnKeys(offered)).result.current.filter(({ keys }) => keys !== undefined && !/mod|Delete/.test(keys))).toEqual([]);
  expect(JSON.parse(localStorage.getItem('keyboard')!)).toEqual({ single: 'off' });
  fireEvent.click(screen.getByLabelText('用单个字符做快捷键'));
  onBody('g', 'o');
  expect(location.hash).toBe('#/order/index');
});
test('the palette switches them too', async () => {
  await open();
  act(() => runCommand(offered.find(({ id }) => id === 'keys.off')!));
  onBody('n');
  expect(ran).not.toHaveBeenCalled();
  act(() => runCommand(offered.find(({ id }) => id === 'keys.on')!));
  onBody('n');
  expect(ran).toHaveBeenCalledTimes(1);
});
test('a key is changed by pressing the new one: it acts, is shown, spoken and listed at once; one is put back, and all', async () => {
  await open();
  await record('这里新建', ['y']);
  keep();
  expect(document.querySelector('dialog[open]')).toBeNull();
  onBody('n', 'y');
  expect(ran.mock.calls).toEqual([['n']]);
  const button = screen.getByText(/^新建/, { selector: 'button' });
  expect([button.textContent, button.getAttribute('aria-keyshortcuts'), shownKeys().find(({ id }) => id === 'x.new')?.keys]).toEqual(['新建 Y', 'y', 'y']);
  await record('订单管理', ['g'], ['y']);
  keep();
  onBody('g', 'o');
  expect(location.hash).toBe('#/profile');
  onBody('g', 'y');
  expect([location.hash, ran.mock.calls]).toEqual(['#/order/index', [['n']]]);
  const { dialog } = await record('这里新建');
  fireEvent.click(within(dialog).getByRole('button', { name: '恢复 N' }));
  onBody('y', 'n');
  expect(ran.mock.calls).toEqual([['n'], ['n']]);
  const all = () => screen.getByRole('button', { name: '全部恢复原来的键' });
  all().focus();
  fireEvent.click(all());
  expect([document.activeElement?.textContent, screen.getByRole('status').textContent]).toEqual(['键盘', expect.stringMatching(/^所有的键都恢复了撤销/)]);
  // one press may have been a slip
  await act(async () => within(screen.getByRole('status')).getByRole('button', { name: /^撤销/ }).click());
  location.hash = '#/profile';
  onBody('g', 'y');
  expect(location.hash).toBe('#/order/index');
  fireEvent.click(all());
  location.hash = '#/profile';
  onBody('g', 'o');
  expect([location.hash, screen.queryByRole('button', { name: '全部恢复原来的键' })]).toEqual(['#/order/index', null]);
});
test('a key that is taken is named, and nothing changes; so is what begins another, and what the browser keeps', async () => {
  await open();
  const { said, pad } = await record('这里新建', ['Delete']);
  expect(said()).toBe('Del 已经是“这里删除”的键');
  keep();
  fireEvent.click(pad);
  expect(document.querySelector('dialog[open]')).not.toBeNull();
  expect(localStorage.getItem('keyboard')).toBeNull();
  const waits = { timeStamp: 0 };
  const later = (key: string, init: KeyboardEventInit = {}) => {
    waits.timeStamp += 5000;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
    Object.defineProperty(event, 'timeStamp', { value: performance.now() + waits.timeStamp });
    act(() => void pad.dispatchEvent(event));
  };
  later('g');
  expect(said()).toMatch(/^G 和“.+”的 G . 开头一样$/);
  later('w', { ctrlKey: true });
  expect(said()).toBe('Ctrl W 是浏览器或系统的键');
  later('F5');
  expect(said()).toBe('F5 是浏览器或系统的键');
  later('?', { shiftKey: true });
  expect(said()).toBe('? 已经是“快捷键一览”的键');
  later('y', { isComposing: true });
  expect(said()).toBe('? 已经是“快捷键一览”的键');
  later('ч', { code: 'KeyY' });
  expect(said()).toBe('Y 没有别的用处');
});
test('what is also heard in text takes no character, and the palette is never without a key', async () => {
  await open();
  const { said, dialog } = await record('查找订单', ['y']);
  expect([said(), within(dialog).queryByRole('button', { name: '不用键' })]).toEqual(['输入文字时也要能按它，要带 Ctrl 或 Alt', null]);
});
test.each([
  ['查找订单', 'Backspace', {}, '输入文字时也要能按它，要带 Ctrl 或 Alt'],
  ['查找订单', 'Home', {}, '输入文字时也要能按它，要带 Ctrl 或 Alt'],
  ['列表：跳到一行', 'PageDown', {}, '输入文字时也要能按它，要带 Ctrl 或 Alt'],
  ['查找订单', 'c', { ctrlKey: true }, 'Ctrl C 在输入框里是改文字的键'],
  ['查找订单', 'Enter', { ctrlKey: true }, 'Ctrl Enter 已经是“表单：提交”的键'],
  ['订单管理', 'w', { altKey: true, code: 'KeyW' }, 'Alt W 已经是“面板：为什么在这里”的键'],
  ['查找订单', '0', { ctrlKey: true }, 'Ctrl 0 是浏览器或系统的键'],
  ['查找订单', '-', { ctrlKey: true }, 'Ctrl - 是浏览器或系统的键'],
  ['查找订单', '=', { ctrlKey: true }, 'Ctrl = 是浏览器或系统的键'],
  ['查找订单', 'i', { ctrlKey: true, shiftKey: true }, 'Ctrl Shift I 是浏览器或系统的键'],
  ['列表：筛选', 'Home', {}, 'Home 已经是“列表：第一行、最后一行”的键'],
  ['这里新建', 'Backspace', {}, '⌫ 已经是“回到上一级”的键'],
])('%s: %s %o is not free', async (words, key, init, why) => {
  await open();
  const { said, pad } = await record(words, [key, init]);
  expect(said()).toBe(why);
  fireEvent.click(pad);
  expect(localStorage.getItem('keyboard')).toBeNull();
});
test('what has the focus asks for a single press: a second one takes the place of the first, and the new key is heard', async () => {
  await open();
  await record('查找订单', [';', { ctrlKey: true }], [';', { ctrlKey: true }]);
  keep();
  expect(JSON.parse(localStorage.getItem('keyboard')!)).toEqual({ 'palette.open': '$mod+;' });
  expect(opensPalette(new KeyboardEvent('keydown', { key: ';', ctrlKey: true }))).toBe(true);
  await record('查找订单', ['j', { altKey: true }], ['u', { altKey: true }]);
  keep();
  expect(opensPalette(new KeyboardEvent('keydown', { key: 'u', altKey: true }))).toBe(true);
});
test('a thing can be without a key', async () => {
  await open();
  const { dialog } = await record('订单管理');
  fireEvent.click(within(dialog).getByRole('button', { name: '不用键' }));
  onBody('g', 'o');
  expect([location.hash, JSON.parse(localStorage.getItem('keyboard')!)]).toEqual(['#/profile', { 'order.open': null }]);
});
test('keys belong to the account: loaded on sign-in, saved with each change; a late answer does not undo what was chosen meanwhile', async () => {
  let answer = (_: Record<string, string | null>): void => {};
  setKeyMemory({ load: () => new Promise((done) => (answer = done)), save });
  await open();
  const first = loadKeyboard();
  await act(async () => answer({ 'order.open': 'g y', single: 'off' }));
  await first;
  expect([screen.getByLabelText<HTMLInputElement>('用单个字符做快捷键').checked, JSON.parse(localStorage.getItem('keyboard')!)]).toEqual([false, { 'order.open': 'g y', single: 'off' }]);
  fireEvent.click(screen.getByLabelText('用单个字符做快捷键'));
  // only what has changed: another tab's keys are its own
  expect(save.mock.calls.at(-1)).toEqual([{}, ['single']]);
  const second = loadKeyboard();
  act(() => setKeyboard({ keys: { 'order.open': 'g z' } }));
  expect(save.mock.calls.at(-1)).toEqual([{ 'order.open': 'g z' }, []]);
  await act(async () => answer({}));
  await second;
  onBody('g', 'z');
  expect(location.hash).toBe('#/order/index');
});
test('another tab’s choice is heard', async () => {
  await open();
  localStorage.setItem('keyboard', '{"single":"off"}');
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'keyboard' })));
  expect(screen.getByLabelText<HTMLInputElement>('用单个字符做快捷键').checked).toBe(false);
});
test.each([[null], ['{'], ['null'], ['7'], ['[]'], ['{"single":1}'], ['{"x":7}'], ['{"x":""}'], ['{"x":{}}']])('what was stored as %s counts for nothing', (text) => expect(readKeyboard(text)).toEqual({ single: true, keys: {} }));
test('the mouse is shown the key once for each thing, and who pressed the key is shown nothing', async () => {
  await open();
  const hint = () => document.querySelector('p[aria-hidden="true"]')?.textContent;
  const button = screen.getByText(/^新建/, { selector: 'button' });
  const focus = document.activeElement;
  fireEvent.click(button, { detail: 0 });
  expect(hint()).toBeUndefined();
  fireEvent.click(button, { detail: 1 });
  expect([hint(), document.activeElement]).toEqual(['下次可以按 N', focus]);
  onBody('Delete');
  expect(JSON.parse(localStorage.getItem('known-keys')!)).toEqual({ '': ['x.new', 'x.remove'] });
  cleanup();
  await open();
  fireEvent.click(screen.getByText(/^新建/, { selector: 'button' }), { detail: 1 });
  expect(hint()).toBeUndefined();
});
test('the line goes by itself', async () => {
  await open();
  vi.useFakeTimers();
  try {
    const hint = () => document.querySelector('p[aria-hidden="true"]')?.textContent;
    fireEvent.click(screen.getByText(/^新建/, { selector: 'button' }), { detail: 1 });
    act(() => void vi.advanceTimersByTime(5_500));
    expect(hint()).toBe('下次可以按 N');
    act(() => void vi.advanceTimersByTime(1_000));
    expect(hint()).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});
