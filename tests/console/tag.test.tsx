// Tabs through the front door: the whole frame, pages of two kinds, keys and commands.
import { useState } from 'react';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { allowedBy } from '../../src/areas/session/client.ts';
import { routesOf } from '../../src/kernel/menu.ts';
import { announce } from '../../src/ui/announce.tsx';
import { App, loadFrame } from '../../src/ui/app.tsx';
import { activate } from '../../src/ui/language.tsx';
import { holdUnsaved } from '../../src/ui/leave.ts';
import { currentHref, navigate } from '../../src/ui/location.ts';
import type { PageProps } from '../../src/ui/page.ts';
import { setSetting } from '../../src/ui/setting.ts';
import { endTags, setTags, startTags, tagsNow } from '../../src/ui/tag/tag-store.ts';
import { answerBy, enter, never } from '../kit/console.ts';

vi.mock('../../src/ui/palette/host.tsx', () => ({ PaletteHost: () => null }));
let made = 0;
function Counted({ params }: PageProps) {
  const [nth] = useState(() => (made += 1));
  return <h1>{`${Object.values(params).join(' ')} ${nth}`}</h1>;
}
const Plain = () => <h1>heading</h1>;
const page = (path: string, view: typeof Counted) => ({ path, chunk: path, load: async () => ({ default: view }) });
const pages = [page('/login', Plain), page('/404', Plain), page('/dashboard', Plain), page('/profile', Plain), page('/order/index', Counted), page('/caregiver/index', Counted), page('/order/:no', Counted), page('/order/:no/print', Plain), page('/order/:no/:verb', Counted)];
let leave: () => Promise<void>;
beforeEach(async () => {
  answerBy(() => never);
  leave = await enter({ userId: '1', username: 'admin', nickname: '管理员', avatar: null, role: 1, roles: ['ROOT'], perms: [] }, allowedBy(routesOf(1)));
  await loadFrame();
  setSetting('tagsView', true);
});
afterEach(async () => {
  await leave();
  setSetting('tagsView', false);
});
const bar = (): HTMLElement => screen.getByRole('toolbar', { name: /标签页|Tabs/ });
const titles = (): string[] => within(bar()).getAllByRole('link').map((link) => link.textContent!);
const current = (): string | undefined => within(bar()).getAllByRole('link').find((link) => link.getAttribute('aria-current') === 'page')?.textContent ?? undefined;
const heading = (): string => document.querySelector('[data-page] h1')!.textContent!;
async function open(...addresses: string[]): Promise<void> {
  navigate(addresses[0]!, { replace: true });
  render(<App areas={areas} pages={pages} />);
  await screen.findByRole('toolbar', { name: '标签页' });
  for (const address of addresses) {
    act(() => navigate(address));
    await waitFor(() => expect(within(bar()).getAllByRole('link').some((link) => link.getAttribute('href') === `#${address}`)).toBe(true));
  }
}
/** Keys one after the other, where the focus is. */
function press(...keys: string[]): void {
  for (const key of keys) {
    const [last, ...held] = key.split('+').toReversed();
    act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key: last, altKey: held.includes('Alt'), shiftKey: held.includes('Shift') }));
  }
}

test('each page that is opened has one tab; home is always the first and cannot be closed', async () => {
  await open('/order/index', '/order/PH1', '/order/index?status=open');
  expect(titles()).toEqual(['首页', '订单管理', 'PH1']);
  expect(current()).toBe('订单管理');
  act(() => navigate('/dashboard'));
  press('g', 'w');
  expect(titles()).toEqual(['首页', '订单管理', 'PH1']);
});
test('a key that can do nothing to a tab says so', async () => {
  await open('/dashboard');
  for (const [keys, said] of [[['g', 'w'], '这个标签页固定着，不能关闭'], [['g', 'l'], '这个标签页一直固定着'], [['Alt+Shift+ArrowLeft'], '不能再往左移'], [['Alt+Shift+ArrowRight'], '不能再往右移'], [['g', 'z'], '没有可以关闭的标签页'], [['g', ']'], '只有这一个标签页']] as const) {
    press(...keys);
    expect(await screen.findByText(said)).toBeTruthy();
  }
});
test('what opens over a record is that record’s tab, which leads to the record', async () => {
  await open('/order/index');
  const record = () => within(bar()).getAllByRole('link').slice(2).map((link) => [link.textContent, link.getAttribute('href')]);
  for (const address of ['/order/PH1/assign', '/order/index', '/order/PH1', '/order/PH1/start', '/order/index']) {
    act(() => navigate(address));
    await waitFor(() => expect(current()).toBe(address === '/order/index' ? '订单管理' : 'PH1'));
    expect(record()).toEqual([['PH1', '#/order/PH1']]);
  }
  expect(sessionStorage.getItem('tags')).toBe(JSON.stringify({ of: '1', paths: ['/order/index', '/order/PH1'] }));
});
test('on a page that has no tab the keys say so', async () => {
  await open('/order/index');
  act(() => navigate('/404'));
  await waitFor(() => expect([current(), document.querySelector('[data-page="/404"] h1') !== null]).toEqual([undefined, true]));
  for (const keys of [['g', 'w'], ['g', 'z'], ['g', ']'], ['g', 'f']]) {
    press(...keys);
    expect(await screen.findByText('这一页没有标签页')).toBeTruthy();
    act(() => announce(''));
  }
  expect(titles()).toEqual(['首页', '订单管理']);
});
test('closing goes to the neighbour, and ends the page that was kept alive', async () => {
  await open('/order/index', '/caregiver/index');
  const first = (): string | undefined => [...document.querySelectorAll('[data-page="/order/index"] h1')].at(-1)?.textContent ?? undefined;
  const before = first();
  act(() => navigate('/order/index'));
  expect(first()).toBe(before);
  press('g', 'w');
  expect([titles(), currentHref()]).toEqual([['首页', '护工管理'], '/caregiver/index']);
  act(() => navigate('/order/index'));
  await waitFor(() => expect(heading()).not.toBe(before));
});
test('others, left, right and all close by keys; what is pinned stays', async () => {
  await open('/order/index', '/order/PH1', '/order/PH2', '/caregiver/index');
  act(() => navigate('/order/PH1'));
  press('g', 'l');
  expect(titles()).toEqual(['首页', 'PH1已固定', '订单管理', 'PH2', '护工管理']);
  act(() => navigate('/order/PH2'));
  press('g', '<');
  expect(titles()).toEqual(['首页', 'PH1已固定', 'PH2', '护工管理']);
  press('g', '>');
  expect(titles()).toEqual(['首页', 'PH1已固定', 'PH2']);
  act(() => navigate('/caregiver/index'));
  press('g', 'k');
  expect(titles()).toEqual(['首页', 'PH1已固定', '护工管理']);
  press('g', 'z');
  expect([titles(), currentHref()]).toEqual([['首页', 'PH1已固定'], '/order/PH1']);
});
test('refreshing draws the page anew in its place; next and previous go round', async () => {
  await open('/order/index', '/caregiver/index');
  const before = heading();
  press('g', 'f');
  await waitFor(() => expect(heading()).not.toBe(before));
  expect(currentHref()).toBe('/caregiver/index');
  press('g', ']');
  expect(currentHref()).toBe('/dashboard');
  press('g', '[');
  expect(currentHref()).toBe('/caregiver/index');
});
test('Delete on the tab that is open goes on in the bar, tab after tab; pinning is said', async () => {
  await open('/order/index', '/order/PH1', '/order/PH2', '/order/PH3');
  const open3 = within(bar()).getAllByRole('link').at(-1)!;
  act(() => open3.focus());
  for (const left of [3, 2]) {
    press('Delete');
    await waitFor(() => expect(titles()).toHaveLength(left + 1));
    await waitFor(() => expect(document.activeElement).toBe(within(bar()).getAllByRole('link').find((link) => link.getAttribute('aria-current') === 'page')));
  }
  // who goes to a page by its tab has the heading, as ever
  act(() => within(bar()).getAllByRole('link')[1]!.click());
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent).join();
  press('g', 'l');
  await waitFor(() => expect(said()).toContain('已固定'));
  press('g', 'l');
  await waitFor(() => expect(said()).toContain('已取消固定'));
});
test('in the bar arrows go from tab to tab, Delete closes, Alt+Shift+arrows move one and it keeps the focus', async () => {
  await open('/order/index', '/order/PH1', '/order/PH2');
  const focused = (): string => document.activeElement!.textContent!;
  act(() => within(bar()).getByRole('link', { name: 'PH2' }).focus());
  press('ArrowLeft');
  expect(focused()).toBe('PH1');
  press('Alt+Shift+ArrowLeft');
  expect([titles(), focused()]).toEqual([['首页', 'PH1', '订单管理', 'PH2'], 'PH1']);
  press('Alt+Shift+ArrowRight', 'Alt+Shift+ArrowRight', 'Alt+Shift+ArrowRight');
  expect([titles(), focused()]).toEqual([['首页', '订单管理', 'PH2', 'PH1'], 'PH1']);
  press('Home');
  expect(focused()).toBe('首页');
  press('Delete', 'End', 'Delete');
  expect([titles(), focused(), currentHref()]).toEqual([['首页', '订单管理', 'PH2'], 'PH2', '/order/PH2']);
});
test('the menu of a tab: by Shift+F10, with what cannot be done marked; Escape gives the focus back', async () => {
  await open('/order/index', '/order/PH1');
  act(() => within(bar()).getByRole('link', { name: '订单管理' }).focus());
  press('Shift+F10');
  const menu = await screen.findByRole('menu', { name: '标签页' });
  const items = within(menu).getAllByRole('menuitem');
  expect(document.activeElement).toBe(items[0]);
  expect(items.filter((item) => item.getAttribute('aria-disabled') === 'true').map((item) => item.querySelector('span')!.textContent)).toEqual(['标签页左移', '关闭左边的标签页']);
  press('Escape');
  expect([screen.queryByRole('menu'), document.activeElement!.textContent]).toEqual([null, '订单管理']);
  press('Shift+F10');
  act(() => within(screen.getByRole('menu')).getByRole('menuitem', { name: /^关闭标签页/ }).click());
  expect(titles()).toEqual(['首页', 'PH1']);
});
test('titles follow the language and what the address asks for; what is kept are paths, taken up by the same person alone', async () => {
  await open('/order/index', '/order/PH1/print', '/caregiver/index?title=%E5%BC%A0%E4%B8%89');
  expect(titles()).toEqual(['首页', '订单管理', 'PH1 打印订单', '张三']);
  expect(document.title).toBe('张三 · 护理管理系统');
  expect(sessionStorage.getItem('tags')).toBe(JSON.stringify({ of: '1', paths: ['/order/index', '/order/PH1/print', '/caregiver/index'] }));
  await act(() => activate('en'));
  expect(titles()).toEqual(['Home', 'Orders', 'PH1 Print order', '张三']);
  await act(() => activate('zh-cn'));
  await leave();
  expect(sessionStorage.getItem('tags')).toBeNull();
});
test('without tabs nothing of them is there, and their keys say where they are', async () => {
  act(() => setSetting('tagsView', false));
  navigate('/order/index', { replace: true });
  render(<App areas={areas} pages={pages} />);
  await waitFor(() => expect(heading()).toMatch(/\d/));
  expect(screen.queryByRole('toolbar', { name: '标签页' })).toBeNull();
  press('g', 'w');
  expect(screen.getByText('标签页没有显示，先在设置里打开')).toBeDefined();
});
test('who stays with what was typed keeps the tab that was to close, also after going away later', async () => {
  await open('/order/index', '/caregiver/index');
  let asked: (() => void)[] = [];
  const release = holdUnsaved(() => true, { ask: (go) => void asked.push(go) });
  press('g', 'w');
  expect([asked.length, currentHref()]).toEqual([1, '/caregiver/index']);
  // the question was declined; what was typed is saved, and one goes where the closing would have led
  release();
  act(() => navigate('/order/index'));
  await waitFor(() => expect(current()).toBe('订单管理'));
  expect(titles()).toEqual(['首页', '订单管理', '护工管理']);
  // who gives it up has it closed
  act(() => navigate('/caregiver/index'));
  asked = [];
  const again = holdUnsaved(() => true, { ask: (go) => void asked.push(go) });
  press('g', 'w');
  act(() => asked[0]!());
  await waitFor(() => expect(titles()).toEqual(['首页', '订单管理']));
  again();
});
test('refreshing asks about what was typed', async () => {
  await open('/order/index', '/caregiver/index');
  const before = heading();
  const ask = vi.fn<(go: () => void) => void>();
  const release = holdUnsaved(() => true, { ask });
  press('g', 'f');
  expect([ask.mock.calls.length, heading()]).toEqual([1, before]);
  act(() => ask.mock.calls[0]![0]());
  await waitFor(() => expect(heading()).not.toBe(before));
  release();
});
test('the tabs of one person are not another’s', async () => {
  const key = (path: string): string => path;
  endTags();
  startTags('1', ['/dashboard'], key);
  setTags([...tagsNow(), { key: '/order/PH1', href: '/order/PH1', stays: null }]);
  // as after a reload, where nothing but the storage is left
  const kept = sessionStorage.getItem('tags')!;
  endTags();
  sessionStorage.setItem('tags', kept);
  startTags('2', ['/dashboard'], key);
  expect(tagsNow().map((tag) => tag.href)).toEqual(['/dashboard']);
  endTags();
  sessionStorage.setItem('tags', kept);
  startTags('1', ['/dashboard'], key);
  expect(tagsNow().map((tag) => tag.href)).toEqual(['/dashboard', '/order/PH1']);
  endTags();
  sessionStorage.setItem('tags', 'null');
  expect(() => startTags('1', ['/dashboard'], key)).not.toThrow();
});
