import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import LoginPage from '../../src/areas/session/login.page.tsx';
import { sessionServer } from '../../src/areas/session/client.ts';
import { CallFailure } from '../../src/ui/call.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { network } from '../../src/ui/network.ts';
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
  vi.useRealTimers();
});
const open = async () => {
  render(<LocaleProvider><LoginPage /></LocaleProvider>);
  await waitFor(() => expect(document.querySelector('button img')).not.toBeNull());
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (values: Record<string, string>) => Object.entries(values).forEach(([label, value]) => fireEvent.input(field(label), { target: { value } }));
const send = () => fireEvent.submit(document.querySelector('form')!);
const saidOf = (input: HTMLElement) => document.getElementById(input.getAttribute('aria-describedby')!)!.textContent;

const saidIn = (input: HTMLElement) => document.getElementById(input.getAttribute('aria-describedby')!.split(' ')[0]!)!.textContent;

test('fields that password managers know, and focus on the first', async () => {
  await open();
  expect(['账号', '密码'].map((label) => field(label).autocomplete)).toEqual(['username', 'current-password']);
  expect(document.activeElement).toBe(field('账号'));
});
test('the title that the address carries is that of the window, as on every page', async () => {
  navigate(`/login?title=${encodeURIComponent('交接\u202e班')}`, { replace: true });
  await open();
  expect(document.title).toBe('交接 班 · 护理管理系统');
  act(() => navigate('/login', { replace: true }));
  expect(document.title).toBe('登录 · 护理管理系统');
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
test.each([[40001, '密码', '账号已停用，请联系张工'], [40002, '验证码', '换一张']])('failure %i is said under %s as the server says it; the rest stays but the captcha, which is new', async (code, label, said) => {
  signIn.mockRejectedValue(new CallFailure(400, code, said));
  await open();
  const before = captchas;
  fill({ 账号: 'ops', 密码: 'wrong', 验证码: 'ab12' });
  send();
  await waitFor(() => expect(saidOf(field(label))).toBe(said));
  await waitFor(() => expect(document.activeElement).toBe(field(label)));
  expect([field('账号').value, field('密码').value, field('验证码').value]).toEqual(['ops', 'wrong', '']);
  await waitFor(() => expect(captchas).toBeGreaterThan(before));
});
test.each([[{}, '账号'], [{ 账号: 'ops' }, '密码'], [{ 账号: 'ops', 密码: 'x' }, '验证码']])('after a session that did not load the cursor is in the first field that is empty, with %j filled in meanwhile', async (filled, label) => {
  stop();
  localStorage.setItem('access_token', 'token');
  let fail = (_: Error): void => {};
  stop = startSession({ signIn, loadPerson: () => new Promise((_, reject) => (fail = reject)), loadRoutes: never, refresh: never, signOut: never });
  await open();
  fill(filled);
  // the page leaves a cursor that stands somewhere where it is, until there is something to say
  act(() => screen.getByTitle('换一张').focus());
  await act(async () => fail(new CallFailure(0, 0, '网络不通')));
  expect([screen.getByRole('alert').textContent, document.activeElement]).toEqual(['网络不通', field(label)]);
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
test('a picture that did not come without a connection comes by itself once there is one', async () => {
  const reached = vi.mocked(fetch);
  let there = false;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    if (!there) throw new TypeError('Failed to fetch');
    return asked[0] === '/healthz' ? new Response('') : reached(...asked);
  });
  render(<LocaleProvider><LoginPage /></LocaleProvider>);
  await screen.findByText('没取到，点此重试');
  fill({ 账号: 'ops' });
  await waitFor(() => expect(network().since).not.toBeNull());
  there = true;
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await waitFor(() => expect(document.querySelector('button img')).not.toBeNull());
  expect([captchas, field('账号').value, network().since]).toEqual([1, 'ops', null]);
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

test('each refused try brings one new picture; one that is asked a second step brings none before one comes back to the password', async () => {
  await open();
  expect(captchas).toBe(1);
  fill({ 账号: 'ops', 密码: 'wrong', 验证码: 'ab12' });
  for (const tries of [2, 3]) {
    signIn.mockRejectedValueOnce(new CallFailure(400, 40001, `不对${tries}`));
    fill({ 验证码: 'ab12' });
    send();
    await waitFor(() => expect(saidOf(field('密码'))).toBe(`不对${tries}`));
    await waitFor(() => expect(captchas).toBe(tries));
  }
  fill({ 验证码: 'ab12' });
  signIn.mockRejectedValueOnce(askSecond());
  send();
  const code = await screen.findByLabelText<HTMLInputElement>('验证器应用里的 6 位数字');
  for (const said of ['不正确', '仍不正确']) {
    signIn.mockRejectedValueOnce(new CallFailure(400, 40003, said));
    fireEvent.input(code, { target: { value: '123456' } });
    fireEvent.submit(code.form!);
    await waitFor(() => expect(saidIn(code)).toBe(said));
  }
  expect(captchas).toBe(3);
  // it came too late: the password again, with a picture that nobody has used
  signIn.mockRejectedValueOnce(new CallFailure(400, 40006, '第二步验证已失效，重新登录'));
  fireEvent.submit(code.form!);
  await screen.findByText('第二步验证已失效，重新登录');
  await waitFor(() => expect(captchas).toBe(4));
});
test('going back from the second step brings one new picture', async () => {
  await second();
  expect(captchas).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: '取消' }));
  await waitFor(() => expect(captchas).toBe(2));
  await act(async () => {});
  expect(captchas).toBe(2);
});
test('a picture that has ended is another one once somebody is back at the form; nothing else changes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await open();
  fill({ 账号: 'ops', 密码: 'secret' });
  const later = (seconds: number): void => void vi.setSystemTime(Date.now() + seconds * 1_000);
  const kept = () => [field('账号').value, field('密码').value, document.activeElement];
  later(60);
  act(() => field('验证码').focus());
  expect(captchas).toBe(1);
  // where the answer is begun it is for this picture, as long as that is good
  act(() => field('密码').focus());
  fill({ 验证码: 'ab' });
  later(100);
  act(() => field('验证码').focus());
  expect([captchas, field('验证码').value]).toEqual([1, 'ab']);
  later(30);
  fill({ 验证码: 'abc' });
  await waitFor(() => expect(captchas).toBe(2));
  expect([field('验证码').value, ...kept()]).toEqual(['', 'ops', 'secret', field('验证码')]);
  // and one that would end before it is answered
  act(() => field('账号').focus());
  later(130);
  for (const text of ['op', 'o']) fill({ 账号: text });
  await waitFor(() => expect(captchas).toBe(3));
  expect(kept()).toEqual(['o', 'secret', field('账号')]);
  await act(async () => {});
  expect(captchas).toBe(3);
  // nobody is there: nothing is asked
  later(3_600);
  await act(async () => {});
  expect(captchas).toBe(3);
});

const SECOND = { challenge: 'half', methods: ['totp', 'sms', 'recovery'], mobile: '138****0001', rememberMe: true } as const;
const askSecond = () => Object.assign(new Error(''), { status: 200, code: 0, second: SECOND });
const second = async () => {
  signIn.mockRejectedValueOnce(askSecond());
  await open();
  fill({ 账号: 'ops', 密码: 'right', 验证码: 'ab12' });
  send();
  return screen.findByLabelText<HTMLInputElement>('验证器应用里的 6 位数字');
};
test('the second step takes the place of the password, and its code ends the sign-in that was begun', async () => {
  const code = await second();
  expect([document.activeElement, code.autocomplete, code.inputMode]).toEqual([code, 'one-time-code', 'numeric']);
  expect(document.querySelector<HTMLElement>('form:has(#password)')!.hidden).toBe(true);
  const sends = () => fireEvent.keyDown(code, { key: 'Enter', ctrlKey: true });
  fireEvent.input(code, { target: { value: '12' } });
  sends();
  expect(screen.getByText('填上 6 位数字')).toBeTruthy();
  signIn.mockRejectedValueOnce(new CallFailure(400, 40003, '验证码不正确或已失效'));
  fireEvent.input(code, { target: { value: '123456' } });
  sends();
  await waitFor(() => expect(saidIn(code)).toBe('验证码不正确或已失效'));
  expect(signIn).toHaveBeenLastCalledWith({ challenge: 'half', method: 'totp', code: '123456', rememberMe: true });
  expect(code.value).toBe('123456');
});
test('another way of the second step begins without the words about the last one; a refusal leads to the code', async () => {
  const code = await second();
  signIn.mockRejectedValueOnce(new CallFailure(400, 40003, '验证码不正确或已失效'));
  fireEvent.input(code, { target: { value: '123456' } });
  const button = screen.getAllByRole('button', { name: /^登录/ }).find((one) => one.closest('form')?.contains(code) === true)!;
  button.focus();
  fireEvent.submit(code.form!);
  await waitFor(() => expect(saidIn(code)).toBe('验证码不正确或已失效'));
  await waitFor(() => expect(document.activeElement).toBe(code));
  fireEvent.click(screen.getByRole('button', { name: '改用恢复码' }));
  const next = await screen.findByLabelText('恢复码');
  expect([next.getAttribute('aria-invalid'), screen.queryByText('验证码不正确或已失效')]).toEqual(['false', null]);
  signIn.mockRejectedValueOnce(new CallFailure(400, 40003, '验证码不正确或已失效'));
  fireEvent.input(next, { target: { value: 'abc' } });
  fireEvent.submit((next as HTMLInputElement).form!);
  await waitFor(() => expect(next.getAttribute('aria-invalid')).toBe('true'));
});
test('a password of 128 signs that are each written with two fits', async () => {
  await open();
  expect(field('密码').maxLength).toBeGreaterThanOrEqual(2 * 128);
});
test.each([['no envelope', ''], ['an envelope without a person', '{"success":true,"code":0,"message":"","result":null}']])('a session whose person does not come (%s) ends with the words of spec section 8', async (_name, body) => {
  stop();
  localStorage.setItem('access_token', 'token');
  const answer = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => (url.endsWith('/sys/me') ? new Response(body) : answer(url, init)));
  stop = startSession({ ...sessionServer, loadRoutes: () => new Promise(() => {}) });
  await open();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('身份验证失败，请重新登录'));
  await act(() => activate('en'));
  expect(screen.getByRole('alert').textContent).toBe('Verification failed, please Login again.');
  expect(localStorage.getItem('access_token')).toBeNull();
});
test('a second step that came too late leads back to the password, which is still there', async () => {
  const code = await second();
  signIn.mockRejectedValueOnce(new CallFailure(400, 40006, '第二步验证已失效，重新登录'));
  fireEvent.input(code, { target: { value: '123456' } });
  fireEvent.submit(code.form!);
  await waitFor(() => expect(screen.getByText('第二步验证已失效，重新登录')).toBeTruthy());
  expect([field('密码').value, document.querySelector<HTMLElement>('form:has(#password)')!.hidden]).toEqual(['right', false]);
});
test('choosing SMS sends a code once and counts down to the next', async () => {
  await second();
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push([url, JSON.parse(String(init.body))]);
    return new Response(JSON.stringify({ success: true, code: 0, message: '', result: null }));
  });
  fireEvent.click(screen.getByRole('button', { name: '改用短信' }));
  await waitFor(() => expect(screen.getByText('验证码已发到 138****0001')).toBeTruthy());
  fireEvent.click(screen.getByRole('button', { name: /^\d+ 秒后可再发$/ }));
  expect(asked).toEqual([['/admin-api/sys/login/second/send', { challenge: 'half' }]]);
});
test('a lost phone: nothing is sent before it is complete, and every mistake is said under its field', async () => {
  await open();
  fill({ 账号: 'ops' });
  fireEvent.click(screen.getByRole('button', { name: '换手机' }));
  const form = await screen.findByRole('form', { name: '换手机' });
  const input = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)!;
  expect(input('userName').value).toBe('ops');
  const asked: unknown[] = [];
  let reply: object = { success: false, code: 40003, message: '验证码不正确或已失效', result: null };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push([url, JSON.parse(String(init.body))]);
    return new Response(JSON.stringify(reply), { status: 400 });
  });
  fireEvent.submit(form);
  expect([saidIn(input('code')), saidIn(input('phone')), asked]).toEqual(['填上 6 位数字', '填上 11 位手机号', []]);
  fireEvent.input(input('code'), { target: { value: '123456' } });
  fireEvent.input(input('phone'), { target: { value: '13900000001' } });
  fireEvent.submit(form);
  await waitFor(() => expect(saidIn(input('code'))).toBe('验证码不正确或已失效'));
  expect(asked).toEqual([['/admin-api/sys/updatePhone', { userName: 'ops', phone: '13900000001', smsCode: '123456' }]]);
  // as it is pasted, whole
  expect(input('phone').maxLength).toBeGreaterThanOrEqual('+86 139-0000-0001'.length);
  fireEvent.input(input('phone'), { target: { value: '+86 139-0000 0001' } });
  reply = { success: false, code: 40903, message: '已被使用：13900000001', result: null };
  fireEvent.submit(form);
  await waitFor(() => expect(saidIn(input('phone'))).toBe('已被使用：13900000001'));
  expect(asked[1]).toEqual(['/admin-api/sys/updatePhone', { userName: 'ops', phone: '+86 139-0000 0001', smsCode: '123456' }]);
});
