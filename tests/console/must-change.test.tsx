import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useRouter } from 'wouter';
import { areas } from '../../src/areas.gen.ts';
import ProfilePage from '../../src/areas/account/profile.page.tsx';
import { helpClient } from '../../src/areas/help/client.ts';
import { sessionServer } from '../../src/areas/session/client.ts';
import { Banner } from '../../src/ui/banner.tsx';
import { offeredCommands } from '../../src/ui/command.ts';
import { setHelpSource } from '../../src/ui/help-source.ts';
import Help from '../../src/ui/help.tsx';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { menuOf } from '../../src/ui/menu.ts';
import type { Page } from '../../src/ui/page.ts';
import { resolve } from '../../src/ui/route.ts';
import { currentViewer, passwordChanged, signOut, startSession } from '../../src/ui/session.ts';
import { KEY } from '../../src/ui/vault.ts';

const PERSON = { userId: '7', username: 'newcomer', nickname: '新人', avatar: null, role: 2, roles: ['operation'], perms: ['biz:order:list'] };
const OWN = { id: '7', username: 'newcomer', nickname: '新人', role: 2, gender: 0, hospitals: [], mobile: null, email: null, avatar: null, lastLoginAt: null, version: 1 };
const ROUTES = [{ path: '/order', redirect: '/order/index', component: 'Layout', name: 'order', meta: { title: '订单' }, children: [{ path: '/order/index', component: 'order', name: 'order-index', meta: { title: '订单' } }] }];
let must = true;
let stop = (): void => {};
const calls: string[] = [];
beforeEach(async () => {
  must = true;
  calls.length = 0;
  localStorage.setItem(KEY.token, 'token');
  await activate('zh-cn');
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = String(url).replace('/admin-api', '');
    calls.push(`${init.method} ${path}`);
    if (init.method === 'PUT' && path === '/sys/password') must = false;
    const known: Record<string, unknown> = { '/sys/me': PERSON, '/sys/routes': ROUTES, '/sys/users/profile': { ...OWN, mustChangePassword: must }, '/sys/password': null, '/sys/logout': null };
    const open = path in known || !must;
    return new Response(JSON.stringify(open ? { success: true, code: 0, message: '', result: path in known ? known[path] : [] } : { success: false, code: 40301, message: '先把一次性密码改成自己的密码', result: null }), { status: open ? 200 : 403 });
  });
  stop = startSession(sessionServer, () => {});
  await vi.waitFor(() => expect(currentViewer()).not.toBeNull(), { timeout: 20_000 });
});
afterEach(async () => {
  cleanup();
  await act(async () => signOut());
  stop();
  vi.unstubAllGlobals();
});
/** Signs in anew, with a password of one's own. */
async function again(): Promise<void> {
  await act(async () => signOut());
  stop();
  must = false;
  localStorage.setItem(KEY.token, 'token');
  stop = startSession(sessionServer, () => {});
  await vi.waitFor(() => expect(currentViewer()).not.toBeNull(), { timeout: 20_000 });
}
const pages = ['/dashboard', '/profile', '/404', '/order/index', '/login'].map((path) => ({ path }) as Page);
const { parser } = renderHook(() => useRouter()).result.current;
const leads = (href: string) => resolve(href, { parser, pages, phase: 'in', viewer: currentViewer() });

test('whatever is opened leads to the password, and nothing else is offered', () => {
  for (const href of ['/', '/dashboard', '/order', '/order/index?status=closed', '/login?redirect=%2Forder%2Findex', '/nowhere', '/404']) {
    let target = leads(href);
    for (let i = 0; i < 4 && target.kind === 'redirect'; i++) target = leads(target.to);
    expect([href, target]).toEqual([href, { kind: 'page', page: { path: '/profile' }, params: {} }]);
  }
  expect(currentViewer()).toMatchObject({ paths: ['/profile'], roles: [], perms: [] });
});
test('no page is in the menu, and the sheet of keys and the palette offer no help that leads back', async () => {
  const offered = (): (boolean | string[])[] => [menuOf(areas, currentViewer()!).map(({ path }) => path), offeredCommands(areas, currentViewer()!).some(({ id }) => id === 'help.tour')];
  expect(offered()).toEqual([[], false]);
  setHelpSource(helpClient);
  render(<LocaleProvider><Help commands={[]} load={async () => []} /></LocaleProvider>);
  await screen.findByRole('heading', { name: '快捷键一览' });
  expect([screen.queryByText('所有帮助'), screen.queryByText('入门五步')]).toEqual([null, null]);
  await again();
  expect(await screen.findByText('所有帮助')).toBeTruthy();
  expect(offered()).toEqual([['/dashboard', '/order/index'], true]);
  setHelpSource(null);
});
test('the profile asks for nothing that is refused; changed, the rest is there and every page open', async () => {
  render(<LocaleProvider><Banner /><ProfilePage /></LocaleProvider>);
  expect(await screen.findByText(/现在用的是一次性密码/)).toBeTruthy();
  const old = await screen.findByLabelText('现在的密码');
  expect([screen.queryByText('两步验证'), calls.filter((call) => !/me|routes|profile/.test(call))]).toEqual([null, []]);
  fireEvent.input(old, { target: { value: 'one-time-password' } });
  fireEvent.input(screen.getByLabelText('新密码'), { target: { value: 'Mein-Eigenes-7' } });
  fireEvent.submit(document.querySelector('form')!);
  expect(await screen.findByText(/密码已修改/)).toBeTruthy();
  expect(await screen.findByText('两步验证')).toBeTruthy();
  expect(screen.queryByText(/现在用的是一次性密码/)).toBeNull();
  expect([currentViewer()!.paths, currentViewer()!.perms, leads('/order/index').kind]).toEqual([expect.arrayContaining(['/dashboard', '/order/index']), ['biz:order:list'], 'page']);
});
test('changed in one tab, the others of the same person are open too; another person\'s tells nothing', async () => {
  const other = new BroadcastChannel('person');
  try {
    const said = new Promise<{ data: unknown }>((then) => void (other.onmessage = then));
    other.postMessage({ userId: '8', nickname: '别人', avatar: null, own: true });
    await new Promise((then) => setTimeout(then, 50));
    expect(currentViewer()!.paths).toEqual(['/profile']);
    other.postMessage({ userId: '7', nickname: '新人', avatar: null, own: true });
    await vi.waitFor(() => expect(currentViewer()!.paths).toContain('/dashboard'));
    passwordChanged();
    expect((await said).data).toEqual({ userId: '7', nickname: '新人', avatar: null, own: true });
  } finally {
    other.close();
  }
});
test('of a password of one\'s own nothing is asked', async () => {
  await again();
  expect([currentViewer()!.paths.includes('/dashboard'), leads('/dashboard').kind]).toEqual([true, 'page']);
});
