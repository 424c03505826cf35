import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import LoginPage from '../../src/areas/session/login.page.tsx';
import { CallFailure } from '../../src/ui/call.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { startSession, type SessionServer } from '../../src/ui/session.ts';

let stop = (): void => {};
let captchas = 0;
const signIn = vi.fn<SessionServer['signIn']>();
const never = (): never => {
  throw new Error('not asked');
};

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  captchas = 0;
  signIn.mockReset();
  vi.stubGlobal('fetch', async () => {
    captchas += 1;
    return new Response(JSON.stringify({ success: true, code: 0, message: '', result: { captchaKey: `key${captchas}`, captchaBase64: 'data:image/png;base64,AA==' } }));
  });
  await activate('zh-cn');
  stop = startSession({ signIn, loadPerson: never, loadRoutes: () => new Promise(() => {}), refresh: never, signOut: never });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});
const open = async () => {
  render(<LocaleProvider><LoginPage /></LocaleProvider>);
  await waitFor(() => expect(document.querySelector('button img')).not.toBeNull());
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (values: Record<string, string>) => Object.entries(values).forEach(([label, value]) => fireEvent.input(field(label), { target: { value } }));
const send = () => fireEvent.submit(document.querySelector('form')!);
const saidOf = (input: HTMLElement) => document.getElementById(input.getAttribute('aria-describedby')!)!.textContent;

test('fields that password managers know, and focus on the first', async () => {
  await open();
  expect(['账号', '密码'].map((label) => field(label).autocomplete)).toEqual(['username', 'current-password']);
  expect(document.activeElement).toBe(field('账号'));
});
test('what is missing is said under its field, the first takes the focus, and nothing is sent', async () => {
  await open();
  fill({ 账号: 'ops' });
  send();
  expect([saidOf(field('账号')), saidOf(field('密码')), saidOf(field('验证码'))]).toEqual(['', '填上密码', '填上图里的字符']);
  expect(document.activeElement).toBe(field('密码'));
  expect(signIn).not.toHaveBeenCalled();
});
test('what was typed is sent with the captcha that is shown', async () => {
  signIn.mockReturnValue(new Promise(() => {}));
  await open();
  fill({ 账号: ' ops ', 密码: ' secret ', 验证码: 'ab12' });
  fireEvent.click(screen.getByLabelText('在这台电脑上保持登录'));
  send();
  await waitFor(() => expect(signIn).toHaveBeenCalledWith({ username: 'ops', password: ' secret ', captchaKey: `key${captchas}`, captchaCode: 'ab12', rememberMe: true }));
  expect(screen.getByRole('button', { name: '登录中…' }).getAttribute('aria-disabled')).toBe('true');
  send();
  expect(signIn).toHaveBeenCalledOnce();
});
test.each([[40001, '密码', '账号或密码不正确'], [40002, '验证码', '验证码不正确或已失效，换一张再试']])('failure %i is said under %s; the rest stays but the captcha, which is new', async (code, label, said) => {
  signIn.mockRejectedValue(new CallFailure(400, code, '不对'));
  await open();
  const before = captchas;
  fill({ 账号: 'ops', 密码: 'wrong', 验证码: 'ab12' });
  send();
  await waitFor(() => expect(saidOf(field(label))).toBe(said));
  expect(document.activeElement).toBe(field(label));
  expect([field('账号').value, field('密码').value, field('验证码').value]).toEqual(['ops', 'wrong', '']);
  await waitFor(() => expect(captchas).toBeGreaterThan(before));
});
test('any other failure is said above the button', async () => {
  signIn.mockRejectedValue(new CallFailure(0, 0, '网络不通'));
  await open();
  fill({ 账号: 'ops', 密码: 'x', 验证码: 'y' });
  send();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('网络不通'));
});
test.each([
  [new CallFailure(400, 40001, '账号或密码不正确'), 'The account or password is not correct.'],
  [new CallFailure(400, 40002, '验证码不正确或已失效，换一张再试'), 'The captcha is wrong or has expired. Try the new one.'],
  [new CallFailure(429, 42900, '操作过于频繁，37 秒后再试'), 'Too many attempts. Try again in 37 s.'],
  [new CallFailure(400, 40000, '填写有误：账号'), null],
  [new CallFailure(0, 0, '网络不通'), null],
])('after a switch of language no error stays in the old one: %s', async (failure, english) => {
  signIn.mockRejectedValue(failure);
  await open();
  fill({ 账号: 'ops', 密码: 'x', 验证码: 'y' });
  send();
  await waitFor(() => expect(screen.getByText(failure.message)).toBeTruthy());
  await act(() => activate('en'));
  expect(screen.queryByText(failure.message)).toBeNull();
  if (english !== null) expect(screen.getByText(english)).toBeTruthy();
  await act(() => activate('zh-cn'));
  expect(screen.getByText(failure.message)).toBeTruthy();
});
test('a press on the picture brings another; changing the language keeps what was typed', async () => {
  await open();
  const before = captchas;
  fireEvent.click(screen.getByTitle('换一张'));
  await waitFor(() => expect(captchas).toBe(before + 1));
  fill({ 账号: 'ops' });
  const input = field('账号');
  await act(() => activate('en'));
  expect([input.isConnected, input.value]).toEqual([true, 'ops']);
});
