// The frame by layout and width, its menus, and what a navigation ends with.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { allowedBy } from '../../src/areas/session/client.ts';
import { routesOf } from '../../src/kernel/menu.ts';
import { App, loadFrame } from '../../src/ui/app.tsx';
import { currentHref, navigate } from '../../src/ui/location.ts';
import { setNoticeSource } from '../../src/ui/notice/source.ts';
import { readAgain } from '../../src/ui/notice/state.ts';
import { noticeClient } from '../../src/areas/notice/client.ts';
import { signOut } from '../../src/ui/session.ts';
import { getSetting, setSetting } from '../../src/ui/setting.ts';
import { MOST_KEPT, renewed, withPage, without, type Stack } from '../../src/ui/stack.ts';
import { plainTitle } from '../../src/ui/title.ts';
import { answerBy, enter, never } from '../kit/console.ts';

vi.mock('../../src/ui/palette/host.tsx', () => ({ PaletteHost: () => null }));
const Plain = () => <h1>heading</h1>;
const Focusing = () => <div><h1>list</h1><button type="button" ref={(button) => button?.focus()}>row</button></div>;
const Two = () => <div><h1>home</h1><button type="button">one</button><button type="button">two</button></div>;
const page = (path: string, view = Plain) => ({ path, chunk: path, load: async () => ({ default: view }) });
const pages = [page('/login'), page('/404'), page('/dashboard', Two), page('/profile'), page('/order/index', Focusing), page('/caregiver/index'), page('/order/:no'), page('/system/user'), page('/system/hospital'), page('/system/dict')];
let leave: () => Promise<void>;
async function start(role = 1, at = '/dashboard'): Promise<void> {
  leave = await enter({ userId: '1', username: 'admin', nickname: '管理员', avatar: null, role, roles: role === 1 ? ['ROOT'] : [], perms: [] }, allowedBy(routesOf(role)));
  await loadFrame();
  navigate(at, { replace: true });
  render(<App areas={areas} pages={pages} />);
  await waitFor(() => expect(document.querySelector('[data-page] h1')).not.toBeNull());
}
beforeEach(() => {
  answerBy(() => never);
  setNoticeSource(noticeClient);
  // a browser tells that a dialog was closed later, when React's second mount has opened it again
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
    this.removeAttribute('open');
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  });
});
afterEach(async () => {
  await leave?.();
  setNoticeSource(null);
  setSetting('layout', 'left');
  setSetting('device', 'desktop');
  setSetting('activeTopMenuPath', '');
});
const menus = (): string[] => screen.getAllByRole('navigation').map((menu) => menu.getAttribute('aria-label')!);
const links = (name: string): string[] => within(screen.getByRole('navigation', { name })).getAllByRole('link').map((link) => link.textContent!);
const header = (): HTMLElement => screen.getByRole('banner');
const set = async (...[name, value]: Parameters<typeof setSetting>): Promise<void> => act(async () => setSetting(name, value));

describe('what stands in storage counts at every navigation (spec sections 2 and 4)', () => {
  const hash = (to: string): Promise<void> => act(async () => {
    location.hash = to;
    await new Promise((done) => setTimeout(done, 20));
  });
  const clear = (): void => [localStorage, sessionStorage].forEach((store) => store.clear());
  test.each([['/order/index?status=assigned', '/login?redirect=%2Forder%2Findex%3Fstatus%3Dassigned'], ['/login', '/login']])('cleared, %s leads to %s', async (to, at) => {
    await start();
    clear();
    await hash(to);
    expect([currentHref(), screen.queryByRole('navigation')]).toEqual([at, null]);
  });
  test('a session that is found there while one is signed out is let in, once its routes are loaded', async () => {
    await start();
    await act(async () => signOut());
    await waitFor(() => expect(currentHref()).toMatch('/login'));
    localStorage.setItem('access_token', 'found');
    sessionStorage.setItem('userInfo', JSON.stringify({ userId: '1', username: 'admin', nickname: '管理员', avatar: null, role: 1, roles: ['ROOT'], perms: [], token: 'found', refreshToken: 'r', expiresAt: null }));
    await hash('/order/index');
    await screen.findByRole('heading', { name: 'list' });
    expect([currentHref(), localStorage.getItem('access_token'), screen.getAllByRole('navigation').length]).toEqual(['/order/index', 'found', 1]);
  });
  test('where it cannot be read memory alone serves', async () => {
    await start();
    const store = localStorage;
    const forbidden = (): never => { throw new Error('forbidden'); };
    vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
    await hash('/caregiver/index');
    vi.stubGlobal('localStorage', store);
    expect(currentHref()).toBe('/caregiver/index');
  });
});
test('left: all of the menu at the left, and none in the header', async () => {
  await start();
  expect(menus()).toEqual(['主菜单']);
  expect(links('主菜单')).toEqual(['首页', '订单管理', '护工管理', '数据统计', '账号管理', '医院管理']);
  expect(within(screen.getByRole('navigation')).getByRole('list', { name: '系统管理' })).toBeDefined();
  expect(within(header()).queryByRole('link')).toBeNull();
});
test('a page of the group that has no line of its own marks the group; one that has marks its line alone', async () => {
  await start(1, '/system/dict');
  const marked = (): (string | null)[] => [...screen.getByRole('navigation').querySelectorAll('[aria-current]')].map((one) => one.textContent);
  expect(marked()).toEqual(['系统管理']);
  act(() => navigate('/system/hospital'));
  await waitFor(() => expect(marked()).toEqual(['医院管理']));
});
test('top: all of the menu in the header; a group opens a menu that arrows walk and Escape leaves', async () => {
  await start();
  await set('layout', 'top');
  const group = await within(header()).findByRole('button', { name: '系统管理' });
  expect(menus()).toEqual(['主菜单']);
  expect(links('主菜单')).toEqual(['首页', '订单管理', '护工管理', '数据统计']);
  expect(screen.queryByRole('button', { name: /侧栏/ })).toBeNull();
  act(() => group.focus());
  act(() => void fireEvent.keyDown(group, { key: 'ArrowDown' }));
  const menu = screen.getByRole('menu', { name: '系统管理' });
  expect(document.activeElement!.textContent).toContain('账号管理');
  act(() => void fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' }));
  expect(document.activeElement!.textContent).toContain('医院管理');
  // a letter is no key of the page behind it
  act(() => void fireEvent.keyDown(document.activeElement!, { key: 'g' }));
  act(() => void fireEvent.keyDown(document.activeElement!, { key: 'o' }));
  expect(currentHref()).toBe('/dashboard');
  act(() => void fireEvent.keyDown(document.activeElement!, { key: 'Escape' }));
  expect([menu.isConnected, document.activeElement]).toEqual([false, group]);
});
test('mix: the top in the header, the lines of the open group at the left, and it is remembered', async () => {
  await start();
  await set('layout', 'mix');
  await within(header()).findByRole('link', { name: '系统管理' });
  expect(menus()).toEqual(['主菜单']);
  act(() => within(header()).getByRole('link', { name: '系统管理' }).click());
  await waitFor(() => expect(menus()).toEqual(['主菜单', '系统管理']));
  expect([currentHref(), links('系统管理'), getSetting('activeTopMenuPath')]).toEqual(['/system/user', ['账号管理', '医院管理'], '/system']);
  expect(within(header()).getByRole('link', { current: 'page' }).textContent).toBe('系统管理');
  // a page of no group leaves the group that was open
  act(() => navigate('/profile'));
  expect(links('系统管理')).toEqual(['账号管理', '医院管理']);
  act(() => navigate('/order/index'));
  expect(menus()).toEqual(['主菜单']);
});
test('on a narrow screen the menu and the tools are in a sheet, whatever the layout', async () => {
  await start(2);
  await set('device', 'mobile');
  for (const layout of ['left', 'top', 'mix'] as const) {
    await set('layout', layout);
    expect(screen.queryByRole('navigation')).toBeNull();
    act(() => screen.getByRole('button', { name: '打开菜单' }).click());
    const sheet = screen.getByRole('dialog', { name: '主菜单' });
    expect(within(sheet).getAllByRole('link').map((link) => link.textContent)).toEqual(['首页', '订单管理', '护工管理', '账号管理']);
    act(() => within(sheet).getByRole('button', { name: /帮助/ }).click());
    expect(screen.queryByRole('dialog', { name: '主菜单' })).toBeNull();
    const help = await screen.findByRole('dialog');
    act(() => void fireEvent(help, new Event('cancel', { cancelable: true })));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});
test('on a narrow screen the menu’s button says what is unread, as the bell does that is inside it', async () => {
  answerBy(({ path }) => (path.startsWith('/notices') ? { at: '2026-11-21T01:00:00.000Z', kinds: [{ kind: 'mine', total: 130, unread: 120, rows: [] }] } : never));
  await start(2);
  await set('device', 'mobile');
  await act(readAgain);
  const menu = await screen.findByRole('button', { name: '打开菜单，120 条未读' });
  expect(menu.textContent).toBe('99+');
  await set('device', 'desktop');
  expect(screen.getByRole('button', { name: '收起侧栏' }).textContent).toBe('');
});
test('the person’s menu has profile, settings and signing out with their keys', async () => {
  await start();
  const person = within(header()).getByRole('button', { name: '管理员，我的菜单' });
  act(() => person.focus());
  act(() => person.click());
  const menu = await screen.findByRole('menu', { name: '管理员' });
  expect(within(menu).getAllByRole('menuitem').map((item) => item.querySelector('span')!.textContent)).toEqual(['个人中心', '设置', '退出登录']);
  act(() => within(menu).getByRole('menuitem', { name: /个人中心/ }).click());
  expect(currentHref()).toBe('/profile');
});
test('a menu goes with the page it was opened on', async () => {
  await start();
  act(() => navigate('/profile'));
  act(() => within(header()).getByRole('button', { name: '管理员，我的菜单' }).click());
  await screen.findByRole('menu');
  act(() => history.back());
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement?.matches('[data-page="/dashboard"] *')).toBe(true));
});

test('a navigation ends on the heading; where the page takes the focus itself the title is said instead, once', async () => {
  await start();
  const said = (): string => document.querySelector('[data-spoken]')!.textContent!;
  act(() => navigate('/profile'));
  await waitFor(() => expect(document.activeElement?.matches('[data-page="/profile"] h1')).toBe(true));
  expect(said()).toBe('');
  act(() => navigate('/order/index'));
  await waitFor(() => expect(said()).toBe('订单管理 · 护理管理系统'));
  expect(document.activeElement!.textContent).toBe('row');
});
test('Back gives a page that was kept alive its focus and its place; a link begins at the top', async () => {
  await start();
  const main = document.getElementById('main')!;
  Object.defineProperty(main, 'clientHeight', { value: 100 });
  act(() => screen.getByText('two').focus());
  main.scrollTop = 240;
  fireEvent.scroll(main);
  act(() => navigate('/profile'));
  expect(main.scrollTop).toBe(0);
  act(() => history.back());
  await waitFor(() => expect(currentHref()).toBe('/dashboard'));
  await waitFor(() => expect(document.activeElement!.textContent).toBe('two'));
  expect(main.scrollTop).toBe(240);
  act(() => navigate('/profile'));
  act(() => navigate('/dashboard'));
  expect([main.scrollTop, document.activeElement!.textContent]).toEqual([0, 'home']);
});

test('pages that are kept alive are bounded: the one that was left longest ago goes', () => {
  const shown = (n: number, cached = true) => ({ page: page(`/p${n}`), View: Plain, params: {}, href: `/p${n}`, cached });
  let stack: Stack = [];
  for (let n = 0; n < MOST_KEPT + 3; n += 1) stack = withPage(stack, shown(n));
  expect(stack.map(({ key }) => key)).toEqual(Array.from({ length: MOST_KEPT + 1 }, (_, i) => `/p${i + 2}`));
  stack = withPage(withPage(stack, shown(50, false)), shown(51, false));
  expect([stack.length, stack.some(({ key }) => key === '/p50')]).toEqual([MOST_KEPT + 1, false]);
  expect(without(stack, ['/p8', '/p51']).map(({ key }) => key)).toEqual(['/p3', '/p4', '/p5', '/p6', '/p7', '/p51']);
  expect(renewed(stack, '/p8').map(({ round }) => round)).toEqual([0, 0, 0, 0, 0, 1, 0]);
});
test('a title that an address asks for is one short line of text', () => {
  expect(plainTitle('  张三\n\u202Eabc\u0000<b>x</b>  ')).toBe('张三 abc <b>x</b>');
  expect([...plainTitle('😀'.repeat(90))!]).toHaveLength(60);
  expect([plainTitle(' \u200B '), plainTitle(null)]).toEqual([null, null]);
});
