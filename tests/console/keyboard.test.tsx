import { act, render, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { KeyboardSettings } from '../../src/areas/account/keyboard.tsx';
import { ownKeyMemory } from '../../src/areas/own/client.ts';
import { ownEntries } from '../../src/ui/key-entry.ts';
import { KeyRegistry } from '../../src/ui/key-registry.ts';
import { setKeyboard, setKeyMemory, useKeyboard } from '../../src/ui/keyboard.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { Toaster } from '../../src/ui/toast.tsx';
import { answerBy, enter, refuse } from '../kit/console.ts';

const PERSON = { userId: '7', username: 'ops', nickname: '', avatar: null, role: 2, roles: [], perms: [] };
afterEach(() => setKeyMemory(null));

test('who signs out takes their keys along', async () => {
  const out = await enter(PERSON);
  act(() => setKeyboard({ single: false, keys: { 'order.open': 'g y' } }));
  expect(JSON.parse(localStorage.getItem('keyboard')!)).toEqual({ 'order.open': 'g y', single: 'off' });
  await out();
  expect([localStorage.getItem('keyboard'), renderHook(useKeyboard).result.current]).toEqual([null, { single: true, keys: {} }]);
});
test('a key that the account did not take is said', async () => {
  const out = await enter(PERSON);
  answerBy(() => refuse({ status: 503, code: 50300, message: '服务暂时不可用' }));
  render(<LocaleProvider><Toaster /></LocaleProvider>);
  setKeyMemory(ownKeyMemory);
  act(() => setKeyboard({ keys: { 'order.open': 'g y' } }));
  expect(await screen.findByText(/^快捷键没有存到账号，重新登录后是原来的：服务暂时不可用/)).toBeTruthy();
  await out();
});
test('a list of keys that did not come is said, and can be asked for again', async () => {
  const out = await enter(PERSON);
  const load = vi.fn(async () => ownEntries());
  load.mockRejectedValueOnce(new Error('lost'));
  render(<LocaleProvider><KeyRegistry value={load}><KeyboardSettings /></KeyRegistry></LocaleProvider>);
  expect((await screen.findByRole('alert')).textContent).toContain('没有取到快捷键');
  await act(async () => screen.getByRole('button', { name: /^重试/ }).click());
  expect([screen.getByText('所有页面', { selector: 'summary' }).isConnected, screen.queryByRole('alert'), load.mock.calls.length]).toEqual([true, null, 2]);
  await out();
});
