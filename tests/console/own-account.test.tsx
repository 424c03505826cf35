import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AccountPlaces } from '../../src/areas/account/account-places.tsx';
import { Contacts } from '../../src/areas/account/contact.form.tsx';
import { PasswordForm } from '../../src/areas/account/password.form.tsx';
import { Places } from '../../src/areas/account/place-list.tsx';
import { ProfileForm } from '../../src/areas/account/profile.form.tsx';
import ProfilePage from '../../src/areas/account/profile.page.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { answerBy, enter, never, refuse } from '../kit/console.ts';

const ME = { id: '7', username: 'li', nickname: '小李', role: 3, gender: 0, hospitals: [], mobile: null, email: null, avatar: 'data:image/png;base64,AA==', mustChangePassword: false, lastLoginAt: null, version: 3 };
const place = (id: string, current = false) => ({ id, ip: '10.0.0.1', userAgent: 'Firefox Windows', rememberMe: false, createdAt: '2026-01-01T00:00:00.000Z', lastSeenAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-02T00:00:00.000Z', current });
type Answer = { status?: number; code?: number; message?: string; result?: unknown };
let answer: (call: string) => Answer;
const calls: string[] = [];
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  calls.length = 0;
  answerBy(({ method, path, query }) => {
    const call = `${method} ${path}${query === '' ? '' : `?${query}`}`;
    calls.push(call);
    const { status = 200, code = 0, message = '', result = null } = answer(call);
    return code === 0 ? result : refuse({ status, code, message });
  });
  leave = await enter({ userId: '7', username: 'li', nickname: '小李', avatar: null, role: 3, roles: [], perms: [] });
});
afterEach(() => leave());
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string): void => void fireEvent.input(field(label), { target: { value } });
const settle = () => act(async () => {});

test.each([[3, '没有'], [4, '没有'], [1, '全部'], [2, '全部']])('role %i without hospitals: %s', async (role, words) => {
  answer = (call) => (call.endsWith('/profile') ? { result: { ...ME, role } } : call.endsWith('/second-step') ? { result: { totp: false, sms: false, recoveryLeft: 0, mobile: null } } : { result: [] });
  render(<LocaleProvider><ProfilePage /></LocaleProvider>);
  expect((await screen.findByText('所属医院')).nextElementSibling!.textContent).toContain(words);
});
test.each([[40005, '密码不正确', '现在的密码'], [40004, '密码须为 8 至 128 个字符', '新密码']])('the refusal %i leads to its field; Esc and discard take its words away', async (code, message, label) => {
  answer = () => ({ status: 400, code, message });
  render(<LocaleProvider><PasswordForm username="li" asked={false} onChanged={() => {}} /></LocaleProvider>);
  type('现在的密码', 'old password');
  type('新密码', 'new password');
  fireEvent.submit(document.querySelector('form')!);
  expect(await screen.findByText(message)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field(label)));
  fireEvent.keyDown(field(label), { key: 'Escape' });
  fireEvent.click(screen.getByRole('button', { name: '放弃' }));
  expect([field('现在的密码').value, field(label).getAttribute('aria-invalid'), screen.queryByText(message)]).toEqual(['', 'false', null]);
});
test('ending a sign-in that failed is what is tried again', async () => {
  let refuse = true;
  answer = (call) => (call.startsWith('GET') ? { result: [place('1', true), place('2')] } : refuse ? { status: 503, code: 50300, message: '数据库暂不可用' } : {});
  render(<LocaleProvider><Places /></LocaleProvider>);
  fireEvent.click(await screen.findByRole('button', { name: /^退出登录/ }));
  expect((await screen.findByRole('alert')).textContent).toContain('数据库暂不可用');
  refuse = false;
  fireEvent.click(screen.getByRole('button', { name: '再试一次' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual(['DELETE /sys/sessions/2', 'DELETE /sys/sessions/2']);
});
test('sign-ins are ended one at a time: what is tried again is the one that failed', async () => {
  answer = (call) => (call.startsWith('GET') ? { result: [place('1', true), place('2'), place('3')] } : { result: never });
  render(<LocaleProvider><Places /></LocaleProvider>);
  expect(screen.getByRole('heading', { name: '已登录的设备' })).toBeTruthy();
  const [second, third] = await screen.findAllByRole('button', { name: /^退出登录/ });
  fireEvent.click(second!);
  await settle();
  fireEvent.click(third!);
  await settle();
  expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual(['DELETE /sys/sessions/2']);
});
test('a place that is signed out by now is as good as ended: the list says so, and nothing is tried again', async () => {
  let places = [place('1', true), place('2')];
  answer = (call) => {
    if (call.startsWith('GET')) return { result: places };
    places = places.slice(0, 1);
    return { status: 404, code: 40400, message: '没有找到，或不在你的数据范围内' };
  };
  render(<LocaleProvider><Places /></LocaleProvider>);
  fireEvent.click(await screen.findByRole('button', { name: /^退出登录/ }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect([screen.queryByRole('alert'), calls.at(-1)]).toEqual([null, 'GET /sys/sessions']);
});
test('after a change of password the list beside it shows who is still signed in', async () => {
  let changed = false;
  answer = (call) => {
    if (call.startsWith('PUT')) changed = true;
    return call.endsWith('/profile') ? { result: ME } : call.endsWith('/second-step') ? { result: { totp: false, sms: false, recoveryLeft: 0, mobile: null } } : call.endsWith('/sessions') ? { result: changed ? [place('1', true)] : [place('1', true), place('2')] } : {};
  };
  render(<LocaleProvider><ProfilePage /></LocaleProvider>);
  expect(await screen.findByRole('button', { name: /^退出登录/ })).toBeTruthy();
  type('现在的密码', 'old password');
  type('新密码', 'new password');
  fireEvent.submit(screen.getByRole('form', { name: '修改密码' }));
  expect(await screen.findByText('密码已修改，其他设备已退出登录。')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^退出登录/ })).toBeNull());
});
test('where someone else is signed in: asked for by a button, ended at once', async () => {
  answer = (call) => (call.startsWith('GET') ? { result: [place('1'), place('2')] } : {});
  render(<LocaleProvider><AccountPlaces id="12" /></LocaleProvider>);
  await settle();
  expect(calls).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: '查看已登录的设备' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  fireEvent.click(screen.getByRole('button', { name: '退出全部登录' }));
  expect(await screen.findByText('没有在任何设备上登录')).toBeTruthy();
  expect(calls).toEqual(['GET /sys/users/12/sessions', 'DELETE /sys/users/12/sessions']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '再看一次已登录的设备' }));
});
test('a phone that was typed is offered again after one has left, until it is thrown away', async () => {
  const open = () => render(<LocaleProvider><Contacts profile={ME as never} onChanged={() => {}} /></LocaleProvider>);
  open();
  fireEvent.click(screen.getByRole('button', { name: '绑定 手机' }));
  type('新手机', '1390001');
  cleanup();
  open();
  expect(field('新手机').value).toBe('1390001');
  fireEvent.keyDown(field('新手机'), { key: 'Escape' });
  fireEvent.click(screen.getByRole('button', { name: '放弃' }));
  cleanup();
  open();
  expect(screen.queryByLabelText('新手机')).toBeNull();
});
test('a phone is bound as it is pasted, with the code of the country and in groups', async () => {
  render(<LocaleProvider><Contacts profile={{ ...ME, mobile: null } as never} onChanged={() => {}} /></LocaleProvider>);
  fireEvent.click(screen.getByRole('button', { name: '绑定 手机' }));
  const pasted = '+86 138-0013 8000';
  expect(field('新手机').maxLength).toBeGreaterThanOrEqual(pasted.length);
  type('新手机', pasted);
  type('验证码', '000 000');
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(calls).toEqual(['PUT /sys/mobile']));
});
test('a wrong code of a mailbox leads to the code', async () => {
  answer = (call) => (call.startsWith('PUT') ? { status: 400, code: 40003, message: '验证码不正确或已失效' } : {});
  render(<LocaleProvider><Contacts profile={ME as never} onChanged={() => {}} /></LocaleProvider>);
  fireEvent.click(screen.getByRole('button', { name: '绑定 邮箱' }));
  type('新邮箱', 'a@b.cn');
  type('验证码', '000000');
  screen.getByRole('button', { name: /^绑定邮箱/ }).focus();
  fireEvent.submit(document.querySelector('form')!);
  expect(await screen.findByText('验证码不正确或已失效')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('验证码')));
});
test('the picture is taken away: the focus stays in the form, and Esc asks from anywhere in it', () => {
  render(<LocaleProvider><ProfileForm stored={ME as never} onStale={() => {}} /></LocaleProvider>);
  const remove = screen.getByRole('button', { name: '移除' });
  remove.focus();
  fireEvent.click(remove);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '选择图片' }));
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  expect(screen.getByRole('alertdialog').textContent).toContain('放弃没有保存的修改');
});
