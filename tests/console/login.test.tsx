import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { sessionServer } from '../../src/areas/session/client.ts';
import { CallFailure } from '../../src/ui/call.ts';
import { activate } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { begin, came, field, fill, open, saidIn, saidOf, second, send, signIn } from '../kit/login.tsx';

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
  expect([saidOf(field('账号')), saidOf(field('密码')), saidOf(field('验证码'))]).toEqual(['', '输入密码', '输入图中的字符']);
  expect(document.activeElement).toBe(field('密码'));
  expect(signIn).not.toHaveBeenCalled();
});
test('what was typed is sent with the captcha that is shown', async () => {
  signIn.mockReturnValue(new Promise(() => {}));
  await open();
  fill({ 账号: ' ops ', 密码: ' secret ', 验证码: 'ab12' });
  fireEvent.click(screen.getByLabelText('在这台电脑上保持登录'));
  send();
  await waitFor(() => expect(signIn).toHaveBeenCalledWith({ username: 'ops', password: ' secret ', captchaKey: `key${came.captchas}`, captchaCode: 'ab12', rememberMe: true }));
  expect(screen.getByRole('button', { name: '登录中…' }).getAttribute('aria-disabled')).toBe('true');
  send();
  expect(signIn).toHaveBeenCalledOnce();
});
test.each([[40001, '密码', '账号已停用，请联系张工'], [40002, '验证码', '换一张']])('failure %i is said under %s as the server says it; the rest stays but the captcha, which is new', async (code, label, said) => {
  signIn.mockRejectedValue(new CallFailure(400, code, said));
  await open();
  const before = came.captchas;
  fill({ 账号: 'ops', 密码: 'wrong', 验证码: 'ab12' });
  send();
  await waitFor(() => expect(saidOf(field(label))).toBe(said));
  await waitFor(() => expect(document.activeElement).toBe(field(label)));
  expect([field('账号').value, field('密码').value, field('验证码').value]).toEqual(['ops', 'wrong', '']);
  await waitFor(() => expect(came.captchas).toBeGreaterThan(before));
});
test.each([[{}, '账号'], [{ 账号: 'ops' }, '密码'], [{ 账号: 'ops', 密码: 'x' }, '验证码']])('after a session that did not load the cursor is in the first field that is empty, with %j filled in meanwhile', async (filled, label) => {
  localStorage.setItem('access_token', 'token');
  let fail = (_: Error): void => {};
  begin({ loadPerson: () => new Promise((_, reject) => (fail = reject)) });
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
  [new CallFailure(400, 40001, '账号或密码不正确'), 'The username or password is not correct.'],
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
  const before = came.captchas;
  fireEvent.click(screen.getByTitle('换一张'));
  await waitFor(() => expect(came.captchas).toBe(before + 1));
  fill({ 账号: 'ops' });
  const input = field('账号');
  await act(() => activate('en'));
  expect([input.isConnected, input.value]).toEqual([true, 'ops']);
});


test('the second step takes the place of the password, and its code ends the sign-in that was begun', async () => {
  const code = await second();
  expect([document.activeElement, code.autocomplete, code.inputMode]).toEqual([code, 'one-time-code', 'numeric']);
  expect(document.querySelector<HTMLElement>('form:has(#password)')!.hidden).toBe(true);
  const sends = () => fireEvent.keyDown(code, { key: 'Enter', ctrlKey: true });
  fireEvent.input(code, { target: { value: '12' } });
  sends();
  expect(screen.getByText('输入 6 位数字')).toBeTruthy();
  signIn.mockRejectedValueOnce(new CallFailure(400, 40003, '验证码不正确或已失效'));
  fireEvent.input(code, { target: { value: '123456' } });
  sends();
  await waitFor(() => expect(saidIn(code)).toBe('验证码不正确或已失效'));
  expect(signIn).toHaveBeenLastCalledWith({ challenge: 'half', method: 'totp', code: '123456', rememberMe: true });
  expect(code.value).toBe('123456');
});
test.each(['123 456', '１２３４５６', '123-456'])('a code is taken as it is pasted, or typed in full width: %s', async (pasted) => {
  const code = await second();
  signIn.mockReturnValue(new Promise(() => {}));
  expect(code.maxLength).toBeGreaterThanOrEqual(pasted.length);
  fireEvent.input(code, { target: { value: pasted } });
  fireEvent.submit(code.form!);
  await waitFor(() => expect(signIn).toHaveBeenLastCalledWith({ challenge: 'half', method: 'totp', code: '123456', rememberMe: true }));
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
test('a refusal of whose session it is is said in the words that came', async () => {
  localStorage.setItem('access_token', 'token');
  const answer = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => (url.endsWith('/sys/me') ? new Response('{"success":false,"message":"账号正在迁移","result":null}') : answer(url, init)));
  begin({ ...sessionServer, loadRoutes: () => new Promise(() => {}) });
  await open();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('账号正在迁移'));
});
test.each([['no envelope', ''], ['an envelope without a person', '{"success":true,"code":0,"message":"","result":null}']])('a session whose person does not come (%s) ends with the words of spec section 8', async (_name, body) => {
  localStorage.setItem('access_token', 'token');
  const answer = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => (url.endsWith('/sys/me') ? new Response(body) : answer(url, init)));
  begin({ ...sessionServer, loadRoutes: () => new Promise(() => {}) });
  await open();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('身份验证失败，请重新登录'));
  await act(() => activate('en'));
  expect(screen.getByRole('alert').textContent).toBe('Verification failed, please Login again.');
  expect(localStorage.getItem('access_token')).toBeNull();
});
test('a second step that came too late leads back to the password, which is still there', async () => {
  const code = await second();
  signIn.mockRejectedValueOnce(new CallFailure(400, 40006, '两步验证已失效，重新登录'));
  fireEvent.input(code, { target: { value: '123456' } });
  fireEvent.submit(code.form!);
  await waitFor(() => expect(screen.getByText('两步验证已失效，重新登录')).toBeTruthy());
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
  // another way and back: the code of a moment ago serves still, and the server gives no other within a minute
  fireEvent.click(screen.getByRole('button', { name: '改用验证器应用' }));
  fireEvent.click(screen.getByRole('button', { name: '改用短信' }));
  expect(await screen.findByText('验证码已发到 138****0001')).toBeTruthy();
  expect([screen.queryByRole('button', { name: /^\d+ 秒后可再发$/ }) !== null, asked.length]).toEqual([true, 1]);
});
test('a lost phone: nothing is sent before it is complete, and every mistake is said under its field', async () => {
  await open();
  fill({ 账号: 'ops' });
  fireEvent.click(screen.getByRole('button', { name: '手机号已停用？' }));
  const form = await screen.findByRole('form', { name: '更换手机' });
  const input = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)!;
  expect(input('userName').value).toBe('ops');
  const asked: unknown[] = [];
  let reply: object = { success: false, code: 40003, message: '验证码不正确或已失效', result: null };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push([url, JSON.parse(String(init.body))]);
    return new Response(JSON.stringify(reply), { status: 400 });
  });
  fireEvent.submit(form);
  expect([saidIn(input('code')), saidIn(input('phone')), asked]).toEqual(['输入 6 位数字', '输入 11 位手机号', []]);
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
