// The picture on the login page: when there is another one.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import LoginPage from '../../src/areas/session/login.page.tsx';
import { CallFailure } from '../../src/ui/call.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { network } from '../../src/ui/network.ts';
import { askSecond, came, field, fill, open, saidIn, saidOf, second, send, signIn } from '../kit/login.tsx';

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
  expect([came.captchas, field('账号').value, network().since]).toEqual([1, 'ops', null]);
});
test('each refused try brings one new picture; one that is asked a second step brings none before one comes back to the password', async () => {
  await open();
  expect(came.captchas).toBe(1);
  fill({ 账号: 'ops', 密码: 'wrong', 验证码: 'ab12' });
  for (const tries of [2, 3]) {
    signIn.mockRejectedValueOnce(new CallFailure(400, 40001, `不对${tries}`));
    fill({ 验证码: 'ab12' });
    send();
    await waitFor(() => expect(saidOf(field('密码'))).toBe(`不对${tries}`));
    await waitFor(() => expect(came.captchas).toBe(tries));
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
  expect(came.captchas).toBe(3);
  // it came too late: the password again, with a picture that nobody has used
  signIn.mockRejectedValueOnce(new CallFailure(400, 40006, '两步验证已失效，重新登录'));
  fireEvent.submit(code.form!);
  await screen.findByText('两步验证已失效，重新登录');
  await waitFor(() => expect(came.captchas).toBe(4));
});
test('going back from the second step brings one new picture', async () => {
  await second();
  expect(came.captchas).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: '取消' }));
  await waitFor(() => expect(came.captchas).toBe(2));
  await act(async () => {});
  expect(came.captchas).toBe(2);
});
test('a picture that has ended is another one once somebody is back at the form; nothing else changes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await open();
  fill({ 账号: 'ops', 密码: 'secret' });
  const later = (seconds: number): void => void vi.setSystemTime(Date.now() + seconds * 1_000);
  const kept = () => [field('账号').value, field('密码').value, document.activeElement];
  later(60);
  act(() => field('验证码').focus());
  expect(came.captchas).toBe(1);
  // where the answer is begun it is for this picture, as long as that is good
  act(() => field('密码').focus());
  fill({ 验证码: 'ab' });
  later(100);
  act(() => field('验证码').focus());
  expect([came.captchas, field('验证码').value]).toEqual([1, 'ab']);
  later(30);
  fill({ 验证码: 'abc' });
  await waitFor(() => expect(came.captchas).toBe(2));
  expect([field('验证码').value, ...kept()]).toEqual(['', 'ops', 'secret', field('验证码')]);
  // and one that would end before it is answered
  act(() => field('账号').focus());
  later(130);
  for (const text of ['op', 'o']) fill({ 账号: text });
  await waitFor(() => expect(came.captchas).toBe(3));
  expect(kept()).toEqual(['o', 'secret', field('账号')]);
  await act(async () => {});
  expect(came.captchas).toBe(3);
  // nobody is there: nothing is asked
  later(3_600);
  await act(async () => {});
  expect(came.captchas).toBe(3);
});
