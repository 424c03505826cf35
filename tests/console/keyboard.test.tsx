import { act, render, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ownKeyMemory } from '../../src/areas/own/client.ts';
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
