// A page whose code does not come: address, menu, title, content and focus say the same, and the bar ends.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { allowedBy } from '../../src/areas/session/client.ts';
import { routesOf } from '../../src/kernel/menu.ts';
import { App, loadFrame } from '../../src/ui/app.tsx';
import { currentHref, navigate } from '../../src/ui/location.ts';
import { connectionStands } from '../../src/ui/network.ts';
import { answerBy, enter, never } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

vi.mock('../../src/ui/palette/host.tsx', () => ({ PaletteHost: () => null }));
const unfetched = (): TypeError => new TypeError('Failed to fetch dynamically imported module: http://x/a.js');
const Typed = () => <div><h1>caregivers</h1><input aria-label="typed" /></div>;
const New = () => <h1>new order</h1>;
let here: boolean;
let healthy: boolean;
let asked: number;
/** Its own path for each test: what has come once stays. */
const pagesOf = (path: string) => [
  ...['/login', '/404', '/dashboard', '/caregiver/index'].map((at) => ({ path: at, chunk: at, load: async () => ({ default: Typed }) })),
  { path, chunk: path, load: async () => ((asked += 1), here ? { default: New } : Promise.reject(unfetched())) },
];
let leave: () => Promise<void>;
async function start(path: string): Promise<void> {
  leave = await enter({ userId: '1', username: 'admin', nickname: '管理员', avatar: null, role: 1, roles: ['ROOT'], perms: [] }, allowedBy(routesOf(1)));
  await loadFrame();
  navigate('/caregiver/index', { replace: true });
  render(<App areas={areas} pages={pagesOf(path)} />);
  await screen.findByRole('heading', { name: 'caregivers' });
  fireEvent.input(screen.getByLabelText('typed'), { target: { value: 'half a word' } });
}
beforeEach(() => {
  [here, healthy, asked] = [false, false, 0];
  answerBy(({ path }) => (path !== '/healthz' ? never : healthy ? null : Promise.reject(new TypeError('x'))));
  vi.spyOn(location, 'reload').mockImplementation(() => {});
});
afterEach(async () => {
  act(() => connectionStands());
  await leave();
  vi.restoreAllMocks();
});
const current = (): (string | null | undefined)[] => within(screen.getByRole('navigation', { name: '主菜单' })).queryAllByRole('link', { current: 'page' }).map((link) => link.textContent);
const bar = (): boolean => document.querySelector('[data-full="false"]') !== null;
const heading = (): HTMLElement => within(screen.getByRole('main')).getByRole('heading', { level: 1 });

test('without a network: all signs name the page that was asked for, its heading has the focus, the bar has ended', async () => {
  await start('/order/index');
  act(() => navigate('/order/index'));
  await waitFor(() => expect(heading().textContent).toBe('没有连上服务器'));
  await waitFor(() => expect(document.activeElement).toBe(heading()));
  await waitFor(() => expect(bar()).toBe(false));
  expect([currentHref(), current(), document.title, document.activeElement, bar()]).toEqual(['/order/index', ['订单管理'], '订单管理 · 护理管理系统', heading(), false]);
  expect(document.querySelectorAll('[role="alert"]')).toHaveLength(1);
  // the key of a list’s “again” is its key too; what fails again keeps the focus where it is
  const before = asked;
  press('R', { shiftKey: true });
  await waitFor(() => expect(asked).toBeGreaterThan(before));
  await waitFor(() => expect(bar()).toBe(false));
  await waitFor(() => expect(document.activeElement).toBe(heading()));
  // it comes by itself when the server is back, and gets the focus
  [here, healthy] = [true, true];
  await act(async () => connectionStands());
  await waitFor(() => expect(heading().textContent).toBe('new order'));
  await waitFor(() => expect(document.activeElement).toBe(heading()));
});
test('one goes back to what was left as it was', async () => {
  await start('/system/audit');
  act(() => navigate('/system/audit'));
  await waitFor(() => expect(heading().textContent).toBe('没有连上服务器'));
  act(() => history.back());
  await waitFor(() => expect(heading().textContent).toBe('caregivers'));
  await waitFor(() => expect(bar()).toBe(false));
  expect([currentHref(), current(), screen.getByLabelText<HTMLInputElement>('typed').value, bar()]).toEqual(['/caregiver/index', ['护工管理'], 'half a word', false]);
  expect(screen.queryByText('没有连上服务器')).toBeNull();
});
test('a part that is gone: the same, and the way on is to load anew', async () => {
  healthy = true;
  await start('/statistics/index');
  // as after the console has loaded itself anew once
  act(() => navigate('/statistics/index', { state: { reloaded: true } }));
  await waitFor(() => expect(heading().textContent).toBe('系统已更新'));
  await waitFor(() => expect(document.activeElement).toBe(heading()));
  await waitFor(() => expect(bar()).toBe(false));
  expect([currentHref(), current(), document.activeElement, bar()]).toEqual(['/statistics/index', ['数据统计'], heading(), false]);
  expect(screen.getByRole('button', { name: '重新加载' })).toBeTruthy();
});
