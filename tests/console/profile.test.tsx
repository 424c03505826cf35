import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProfileForm } from '../../src/areas/account/profile.form.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { startDrafts } from '../../src/ui/draft.ts';
import { answerDialog, signIn, signOut, startSession } from '../../src/ui/session.ts';
import { answerBy, enter, never, refuse } from '../kit/console.ts';

const ME = { id: '7', username: 'ops', nickname: '运营', role: 2, gender: 0, hospitals: [], mobile: null, email: null, avatar: null, mustChangePassword: false, lastLoginAt: null, version: 3 };
const person = { userId: '7', username: 'ops', nickname: '运营', avatar: null, role: 2, roles: [], perms: [] };
let leave = async (): Promise<void> => {};
const sent: unknown[] = [];
beforeEach(async () => {
  sent.length = 0;
  answerBy(({ body }) => {
    sent.push(body);
    return { ...ME, ...body, version: Number(body['version']) + 1 };
  });
  leave = await enter(person);
});
afterEach(() => leave());
const open = () => render(<LocaleProvider><ProfileForm stored={ME as never} onStale={() => {}} /></LocaleProvider>);
const nickname = () => screen.getByLabelText<HTMLInputElement>('姓名');
const written = () => nickname().value;
const type = (value: string) => fireEvent.change(nickname(), { target: { value } });

test('what was typed is there again after one has left and come back, and is written to no storage', () => {
  const { unmount } = open();
  type('小李');
  fireEvent.change(screen.getByLabelText('性别'), { target: { value: '2' } });
  unmount();
  open();
  expect([nickname().value, screen.getByLabelText<HTMLSelectElement>('性别').value]).toEqual(['小李', '2']);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('小李');
});
test('Esc asks before it throws away; without changes it asks nothing', () => {
  open();
  nickname().focus();
  fireEvent.keyDown(nickname(), { key: 'Escape' });
  expect(screen.queryByRole('alertdialog')).toBeNull();
  type('小李');
  fireEvent.keyDown(nickname(), { key: 'Escape', keyCode: 229 });
  expect(screen.queryByRole('alertdialog')).toBeNull();
  fireEvent.keyDown(nickname(), { key: 'Escape' });
  fireEvent.click(screen.getByRole('button', { name: '继续填写' }));
  expect(nickname().value).toBe('小李');
  fireEvent.keyDown(nickname(), { key: 'Escape' });
  fireEvent.click(screen.getAllByRole('button', { name: '放弃修改' }).at(-1)!);
  expect([nickname().value, screen.queryByRole('alertdialog')]).toEqual(['运营', null]);
  expect(screen.queryByText(/还没有保存/)).toBeNull();
});
test('once saved there is nothing to come back to', async () => {
  const { unmount } = open();
  type('小李');
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(screen.queryByText(/还没有保存/)).toBeNull());
  expect(sent).toEqual([{ nickname: '小李', gender: 0, version: 3 }]);
  unmount();
  open();
  expect(nickname().value).toBe('运营');
});
test('signed out, what was typed is gone', async () => {
  const { unmount } = open();
  type('小李');
  unmount();
  await act(async () => signOut());
  await act(async () => {});
  open();
  expect(nickname().value).toBe('运营');
});

test('after the 401 dialog it waits in this tab for the same person, and is gone from storage once anyone is signed in', async () => {
  const gone = startDrafts();
  const first = open();
  type('小李');
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: false, code: 401, message: '', result: null }), { status: 401 }));
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
  await act(async () => answerDialog('confirm'));
  gone();
  first.unmount();
  expect(sessionStorage.getItem('draft')).toContain('小李');
  await leave();
  for (const [userId, nickname] of [['7', '小李'], ['8', '运营']] as const) {
    const waiting = sessionStorage.getItem('draft')!;
    const { unmount } = open();
    expect(written()).toBe('运营');
    unmount();
    const stop = startSession({ signIn: async () => ({ token: 't', refreshToken: null, expiresAt: null, person: { ...person, userId }, remember: false }), loadPerson: async () => person, loadRoutes: async () => ({ paths: [], redirects: {}, cached: [] }), refresh: () => never, signOut: async () => {} }, () => {});
    const left = startDrafts();
    await act(async () => signIn({ username: 'ops', password: 'x', captchaKey: 'k', captchaCode: 'c', rememberMe: false }));
    await act(async () => {});
    const again = open();
    expect([written(), sessionStorage.getItem('draft')]).toEqual([nickname, null]);
    again.unmount();
    left();
    await act(async () => signOut());
    await act(async () => {});
    stop();
    sessionStorage.setItem('draft', waiting);
  }
});
test('what waited for more than ten minutes is not offered', async () => {
  sessionStorage.setItem('draft', JSON.stringify({ person: '7', until: Date.now() - 1, drafts: [['/profile', { nickname: '小李', gender: 0, version: 3 }]] }));
  const gone = startDrafts();
  open();
  expect([written(), sessionStorage.getItem('draft')]).toEqual(['运营', null]);
  gone();
});
test('a version that another section counted on is no conflict', async () => {
  const { rerender } = open();
  type('小李');
  rerender(<LocaleProvider><ProfileForm stored={{ ...ME, version: 5 } as never} onStale={() => {}} /></LocaleProvider>);
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(sent).toEqual([{ nickname: '小李', gender: 0, version: 5 }]));
});
test('a picture that is removed is sent with the rest; one that is not touched is left out', async () => {
  render(<LocaleProvider><ProfileForm stored={{ ...ME, avatar: 'data:image/png;base64,AA==' } as never} onStale={() => {}} /></LocaleProvider>);
  fireEvent.click(screen.getByRole('button', { name: '移除' }));
  expect(screen.queryByAltText('头像')).toBeNull();
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(sent).toEqual([{ nickname: '运营', gender: 0, version: 3, avatar: null }]));
});

// somebody else has given another name since
const RENAMED = { ...ME, nickname: '张三丰', version: 4 };
test('without anything typed a newer record is shown', () => {
  const { rerender } = open();
  rerender(<LocaleProvider><ProfileForm stored={RENAMED as never} onStale={() => {}} /></LocaleProvider>);
  expect(written()).toBe('张三丰');
});
test.each(['stays', 'leaves and comes back'])('what was left alone follows a newer record, also where one %s and takes what one has typed', async (how) => {
  answerBy(({ body }) => (sent.push(body), body['version'] === 3 ? refuse({ status: 409, code: 40900, message: '已被他人修改' }) : { ...RENAMED, ...body, version: 5 }));
  const { unmount, rerender } = open();
  fireEvent.change(screen.getByLabelText('性别'), { target: { value: '2' } });
  if (how === 'stays') rerender(<LocaleProvider><ProfileForm stored={RENAMED as never} onStale={() => {}} /></LocaleProvider>);
  else {
    unmount();
    render(<LocaleProvider><ProfileForm stored={RENAMED as never} onStale={() => {}} /></LocaleProvider>);
  }
  fireEvent.submit(document.querySelector('form')!);
  fireEvent.click(await screen.findByRole('button', { name: '以我填写的为准' }));
  expect([written(), document.activeElement]).toEqual(['张三丰', document.querySelector('[type=submit]')]);
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ nickname: '张三丰', gender: 2, version: 4 });
});
