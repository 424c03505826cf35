// Somebody gives the person who is at work another role.
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Person } from '../../machines/session.ts';
import { allowedBy } from '../../src/areas/session/client.ts';
import { session } from '../../src/areas/session/contract.ts';
import { routesOf } from '../../src/kernel/menu.ts';
import { Banner } from '../../src/ui/banner.tsx';
import { call } from '../../src/ui/call.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { beforeReload, holdUnsaved } from '../../src/ui/leave.ts';
import { currentViewer, startSession, type SessionServer } from '../../src/ui/session.ts';

const reload = vi.fn();
const kept = vi.fn();
beforeReload(kept);
let stop = (): void => {};
let role = 3;
let asked = { person: 0, routes: 0 };
const personOf = (own: number): Person => ({ userId: '3', username: 'u3', nickname: '小周', avatar: null, role: own, roles: [], perms: [] });
const start = async (over: Partial<SessionServer> = {}): Promise<void> => {
  localStorage.setItem('access_token', 't1');
  sessionStorage.setItem('userInfo', JSON.stringify({ ...personOf(3), token: 't1', refreshToken: null, expiresAt: null }));
  stop = startSession({
    signIn: () => Promise.reject(new Error()), refresh: async (was) => was, signOut: async () => null,
    loadPerson: async () => ((asked.person += 1), personOf(role)), loadRoutes: async () => ((asked.routes += 1), { ...allowedBy(routesOf(role)), role }), ...over,
  }, reload);
  await vi.waitFor(() => expect(currentViewer()).not.toBeNull());
};
/** A call that this role may not make, and what the console asks because of it. */
const barred = (): Promise<void> => act(async () => {
  await call(session.me).catch(() => null);
  await new Promise((done) => setTimeout(done, 20));
});
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  [reload, kept].forEach((one) => one.mockClear());
  [role, asked] = [3, { person: 0, routes: 0 }];
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: false, code: 40300, message: 'x', result: null }), { status: 403 }));
  await activate('zh-cn');
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test('a refusal that is not about the role changes nothing; one that is shows the page anew, with its drafts', async () => {
  await start();
  await barred();
  expect([reload.mock.calls.length, currentViewer()!.allowed.outdated]).toEqual([0, undefined]);
  role = 4;
  await barred();
  expect([kept.mock.calls.length, reload.mock.calls.length]).toEqual([1, 1]);
});
test('who has a one-time password, of which the server told too late, is led to change it by the first refusal', async () => {
  let mustChange = false;
  await start({ loadRoutes: async () => ({ ...allowedBy(routesOf(3)), role, mustChange }) });
  mustChange = true;
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: false, code: 40301, message: 'x', result: null }), { status: 403 }));
  expect(currentViewer()!.paths).toContain('/order/index');
  await barred();
  expect([currentViewer()!.paths, currentViewer()!.allowed.mustChange]).toEqual([['/profile'], true]);
  mustChange = false;
  await barred();
  expect(currentViewer()!.allowed.mustChange).toBe(true);
});
test('a role that was not told in time, then or now, has not changed', async () => {
  let told = false;
  await start({ loadRoutes: async () => ((asked.routes += 1), { ...allowedBy(routesOf(3)), ...(told ? { role } : {}) }) });
  await barred();
  told = true;
  await barred();
  expect([asked.routes, reload.mock.calls.length, currentViewer()!.allowed.outdated]).toEqual([3, 0, undefined]);
  role = 4;
  await barred();
  expect(reload).toHaveBeenCalledOnce();
});
test.each(['what is typed and nowhere kept, or several under way', 'a dialog, perhaps with a one-time password'])('%s is not cut: the page says so and leaves it to the person', async (what) => {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  let [typed, open] = [what.startsWith('what'), what.startsWith('a dialog')];
  dialog.toggleAttribute('open', open);
  const release = holdUnsaved(() => typed);
  render(<LocaleProvider><Banner /></LocaleProvider>);
  await act(() => start());
  role = 4;
  await barred();
  expect([reload.mock.calls.length, screen.getByText('你的角色变了，重新加载后生效。').closest('output'), screen.getByRole('button', { name: '重新加载' })]).toEqual([0, expect.anything(), expect.anything()]);
  // it is known: nobody is asked once more
  const before = asked.routes;
  await barred();
  expect([reload.mock.calls.length, asked.routes]).toEqual([0, before]);
  [typed, open] = [false, false];
  dialog.toggleAttribute('open', open);
  await barred();
  expect(reload).toHaveBeenCalledOnce();
  release();
});
test('servers of which one is behind are not asked without end', async () => {
  await start({ loadPerson: async () => ((asked.person += 1), personOf(4)), loadRoutes: async () => ((asked.routes += 1), { ...allowedBy(routesOf(3)), role: asked.routes % 2 ? 4 : 3 }) });
  expect([asked, currentViewer()!.role]).toEqual([{ person: 1, routes: 2 }, 4]);
});
test('a tab that heard of the new role from another one is still shown anew: its pages are of the former', async () => {
  await start();
  const other = new BroadcastChannel('session');
  role = 4;
  other.postMessage({ say: 'kept', kept: { token: 't2', refreshToken: 'r2', expiresAt: Date.now() + 1_800_000, person: personOf(4), remember: false } });
  await vi.waitFor(() => expect(localStorage.getItem('access_token')).toBe('t2'));
  other.close();
  await barred();
  expect(reload).toHaveBeenCalledOnce();
});
