import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DisplaySettings } from '../../src/areas/account/display.tsx';
import { areas } from '../../src/areas.gen.ts';
import { offeredCommands } from '../../src/ui/command.ts';
import { runCommand } from '../../src/ui/effect.ts';
import { shownKeys } from '../../src/ui/help-key.ts';
import { Offered, readKeyboard, setKeyboard, useOwnKeys } from '../../src/ui/keyboard.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { usePlainKey } from '../../src/ui/plain-key.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { press } from '../kit/typist.ts';

const viewer = { role: 1, roles: ['ROOT'], perms: [], paths: ['/dashboard', '/profile', '/order/index', '/caregiver/index', '/system/user'] };
const offered = offeredCommands(areas, viewer);
const ran = vi.fn();
function Page() {
  useShortcuts(useOwnKeys(offered));
  usePlainKey([{ keys: ['n'], words: '新建', run: () => void ran('n') }, { keys: ['Delete'], words: '删除', run: () => void ran('Delete') }]);
  return <Offered value={offered}><DisplaySettings /></Offered>;
}
beforeEach(async () => {
  ran.mockReset();
  location.hash = '#/profile';
  await activate('zh-cn');
});
afterEach(() => {
  cleanup();
  act(() => setKeyboard({ single: true, go: {} }));
});
const open = () => render(<LocaleProvider><Page /></LocaleProvider>);
const onBody = (...keys: string[]): void => {
  (document.activeElement as HTMLElement | null)?.blur();
  for (const key of keys) press(key);
};

test('single characters can be switched off: no page key, no chord, no help key; other keys go on', () => {
  open();
  onBody('n');
  expect(ran.mock.calls).toEqual([['n']]);
  fireEvent.click(screen.getByLabelText('用单个字符做快捷键'));
  onBody('n', 'g', 'o', '?', 'Delete');
  expect([ran.mock.calls, location.hash]).toEqual([[['n'], ['Delete']], '#/profile']);
  expect([shownKeys().map(({ keys }) => keys), document.documentElement.dataset['singleKeys']]).toEqual([[['Delete']], 'off']);
  expect(renderHook(() => useOwnKeys(offered)).result.current.filter(({ keys }) => keys !== undefined)).toEqual([]);
  expect(JSON.parse(localStorage.getItem('keyboard')!)).toEqual({ single: false, go: {} });
  fireEvent.click(screen.getByLabelText('用单个字符做快捷键'));
  onBody('g', 'o');
  expect(location.hash).toBe('#/order/index');
});
test('the palette switches them too', () => {
  open();
  act(() => runCommand(offered.find(({ id }) => id === 'keys.off')!));
  onBody('n');
  expect(ran).not.toHaveBeenCalled();
  act(() => runCommand(offered.find(({ id }) => id === 'keys.on')!));
  onBody('n');
  expect(ran).toHaveBeenCalledTimes(1);
});
test('a chord takes the letter that one chooses, before a key of the page, and none that another has', () => {
  open();
  const choice = screen.getByLabelText<HTMLSelectElement>(/^订单管理/);
  expect([choice.value, [...choice.options].map(({ value }) => value).includes('c')]).toEqual(['o', false]);
  fireEvent.change(choice, { target: { value: 'n' } });
  onBody('g', 'o');
  expect(location.hash).toBe('#/profile');
  onBody('g', 'n');
  expect([location.hash, ran.mock.calls]).toEqual(['#/order/index', []]);
  location.hash = '#/profile';
  fireEvent.change(choice, { target: { value: '' } });
  onBody('g', 'n');
  expect([location.hash, ran.mock.calls]).toEqual(['#/profile', [['n']]]);
  fireEvent.click(screen.getByRole('button', { name: '恢复原来的键' }));
  onBody('g', 'o');
  expect(location.hash).toBe('#/order/index');
});
test('another tab’s choice is heard', () => {
  open();
  localStorage.setItem('keyboard', '{"single":false}');
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'keyboard' })));
  expect(screen.getByLabelText<HTMLInputElement>('用单个字符做快捷键').checked).toBe(false);
});
test.each([[null], ['{'], ['null'], ['7'], ['[]'], ['{"single":1,"go":7}'], ['{"go":{"order.open":"gg","x":{}}}'], ['{"go":null}']])('what was stored as %s counts for nothing', (text) => expect(readKeyboard(text)).toEqual({ single: true, go: {} }));
test('of two that are stored with one letter the first one has it', () => {
  act(() => setKeyboard({ go: Object.fromEntries(offered.filter(({ keys }) => keys?.startsWith('g ')).map(({ id }) => [id, 'z'])) }));
  expect(renderHook(() => useOwnKeys(offered)).result.current.filter(({ keys }) => keys === 'g z')).toHaveLength(1);
});
