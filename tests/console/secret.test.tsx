// A one-time password is not put away unread, and once it was copied it may be; a code that nobody has asked for yet is asked for by Enter.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Contacts } from '../../src/areas/account/contact.form.tsx';
import { Secret } from '../../src/areas/account/secret.tsx';
import { Announcer } from '../../src/ui/announce.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { answerBy, enter, type Sent } from '../kit/console.ts';

const calls: Sent[] = [];
let lost = false;
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  calls.length = 0;
  lost = false;
  answerBy((call) => {
    calls.push(call);
    if (lost) throw new TypeError('lost');
    return null;
  });
  leave = await enter({ userId: '2', username: 'ops', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await leave();
});
const escape = () => act(async () => void fireEvent.keyDown(document.querySelector('dialog')!, { key: 'Escape' }));
test.each<[string, () => void, boolean]>([
  ['by the button', () => void (vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(), screen.getByRole('button', { name: '复制' }).click()), true],
  ['by the keys of the browser', () => void fireEvent.copy(screen.getByLabelText('一次性密码')), true],
  ['not at all: the browser has no clipboard', () => void (vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no')), screen.getByRole('button', { name: '复制' }).click()), false],
])('Escape puts a one-time password away once it was copied: %s', async (_, copy, goes) => {
  const done = vi.fn();
  render(<LocaleProvider><Secret name="张三" password="Other-reef-2026" onDone={done} /></LocaleProvider>);
  expect(document.querySelector('dialog')!.textContent).toContain('7 天内有效');
  await escape();
  expect([done.mock.calls.length, screen.getByRole('status').textContent]).toEqual([0, '记下密码以后，按“关闭”']);
  await act(async () => copy());
  await escape();
  expect(done.mock.calls.length).toBe(goes ? 1 : 0);
});
const field = (name: string) => document.querySelector<HTMLInputElement>(`form [name="${name}"]`)!;
const send = () => act(async () => void fireEvent.submit(document.querySelector('form')!));
const asked = (): string[] => calls.filter(({ path }) => path === '/sys/send-verification-code').map(({ query }) => query);
test('Enter after the number sends the code that none was asked for yet; then digits are missing', async () => {
  render(<LocaleProvider><Contacts profile={{ userId: '2', mobile: null, email: null } as unknown as Parameters<typeof Contacts>[0]['profile']} onChanged={() => {}} /><Announcer /></LocaleProvider>);
  await act(async () => screen.getByRole('button', { name: '绑定 手机' }).click());
  await send();
  expect([asked(), document.activeElement, screen.queryByText('输入 11 位手机号') !== null]).toEqual([[], field('contact'), true]);
  act(() => void fireEvent.input(field('contact'), { target: { value: '13800000001' } }));
  lost = true;
  await send();
  await waitFor(() => expect(screen.queryByText('网络不通')).toBeTruthy());
  lost = false;
  await send();
  await waitFor(() => expect(screen.queryByText(/验证码已发出/)).toBeTruthy());
  expect([asked().length, document.activeElement, screen.queryByText('输入 6 位数字')]).toEqual([2, field('code'), null]);
  await send();
  expect([asked().length, screen.queryByText('输入 6 位数字') !== null]).toEqual([2, true]);
  act(() => void fireEvent.input(field('code'), { target: { value: '123456' } }));
  await send();
  expect(calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body])).toEqual([['/sys/mobile', { mobile: '13800000001', code: '123456' }]]);
});
