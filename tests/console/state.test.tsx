// Offline, slow, absent, not one's own: what is said of each.
import { useEffect } from 'react';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hospital } from '../../src/areas/hospital/contract.ts';
import { nearest, rolesOf } from '../../src/areas/error/absent.ts';
import Page404 from '../../src/areas/error/404.page.tsx';
import type { Area } from '../../src/kernel/area.ts';
import { Banner } from '../../src/ui/banner.tsx';
import { Boundary } from '../../src/ui/boundary.tsx';
import { call, CallFailure } from '../../src/ui/call.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { addReadAge, connectionStands, network } from '../../src/ui/network.ts';
import { useRead } from '../../src/ui/read.ts';
import { LONG, mayAgain, mayStop, waitFor as waited } from '../../src/ui/slow.ts';
import { SlowNote } from '../../src/ui/slow-note.tsx';
import { Unread } from '../../src/ui/unread.tsx';
import { answerBy, enter, refuse } from '../kit/console.ts';

let leave: () => Promise<void>;
beforeEach(async () => {
  leave = await enter({ userId: '2', username: 'u', nickname: '', avatar: null, role: 2, roles: [], perms: [] });
  history.replaceState(null, '', '#/404');
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  cleanup();
  act(() => connectionStands());
  await leave();
});
const said = () => document.body.textContent;
/** The browser's network goes, as it tells of it. */
function unplug(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
}

test('a call that brought nothing is looked into; the banner is there only if the server is gone, and goes when it is back', async () => {
  let gone = true;
  let healthy = true;
  answerBy(({ path }) => {
    if (path === '/healthz') return healthy ? null : Promise.reject(new TypeError('x'));
    return gone ? Promise.reject(new TypeError('x')) : [];
  });
  render(<LocaleProvider><Banner /></LocaleProvider>);
  await act(async () => void (await call(hospital.options).catch(() => {})));
  await vi.waitFor(() => expect(network()).toEqual({ since: null, doubt: false }));
  expect(said()).not.toContain('连不上服务器');
  healthy = false;
  await act(async () => void (await call(hospital.options).catch(() => {})));
  expect(await screen.findByText(/\d{4}\/\d+\/\d+ \d\d:\d\d 起连不上服务器/)).toBeTruthy();
  [gone, healthy] = [false, true];
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '现在再试' })));
  await vi.waitFor(() => expect(said()).not.toContain('连不上服务器'));
});
function Options() {
  const { data, failure } = useRead(hospital.options);
  return <LocaleProvider><p>{failure?.message ?? data?.map(({ name }) => name).join()}</p><Banner /></LocaleProvider>;
}
test('what the page shows is marked with its time, and is asked for again by itself when the network is back', async () => {
  let name = '第一医院';
  let cut = false;
  answerBy(() => (cut ? Promise.reject(new TypeError('x')) : [{ id: '1', name }]));
  render(<Options />);
  await screen.findByText('第一医院');
  cut = true;
  act(() => void dispatchEvent(new Event('offline')));
  expect(said()).toMatch(/本页内容截至 \d{4}\/\d+\/\d+ \d\d:\d\d/);
  [name, cut] = ['第二医院', false];
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByText('第二医院')).toBeTruthy();
  expect(said()).not.toContain('截至');
});
function Part({ at }: { at: number | null }) {
  useEffect(() => addReadAge(() => at), [at]);
  return null;
}
test('the time is that of the page one is on: a list’s rows count, and where nothing is shown nothing is said', async () => {
  const noon = Date.parse('2026-11-21T04:00:00Z');
  answerBy(() => Promise.reject(new TypeError('x')));
  const drawn = (at: number | null) => <LocaleProvider><Part at={at} /><Banner /></LocaleProvider>;
  const { rerender } = render(drawn(noon));
  act(() => void dispatchEvent(new Event('offline')));
  await waitFor(() => expect(said()).toContain('本页内容截至 2026/11/21 12:00'));
  rerender(drawn(null));
  act(() => navigate('/order/new'));
  await waitFor(() => expect(said()).not.toContain('截至'));
  rerender(drawn(noon + 60_000));
  act(() => navigate('/order/index'));
  await waitFor(() => expect(said()).toContain('本页内容截至 2026/11/21 12:01'));
  // that is no part of what is spoken about the network
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent).join()).not.toContain('截至');
});
test('without a network nobody is told to go to the administrator', async () => {
  answerBy(() => Promise.reject(new TypeError('x')));
  render(<LocaleProvider><Unread failure={new Error('网络已断开')} again={() => {}} /></LocaleProvider>);
  expect(said()).toContain('告诉管理员');
  act(() => void dispatchEvent(new Event('offline')));
  await waitFor(() => expect(said()).toContain('连上服务器后会自动再取'));
  expect(said()).not.toContain('管理员');
});
test('without a network nothing is sent: a write is refused in words', async () => {
  const sent = vi.fn((_: { path: string }) => Promise.reject(new TypeError('x')));
  answerBy(sent);
  unplug();
  await expect(call({ method: 'POST', path: '/orders', reply: null }, { body: {} })).rejects.toThrow('网络已断开，没有发送。恢复后再试');
  expect(sent.mock.calls.map(([{ path }]) => path)).toEqual(['/healthz']);
});
test('a server on the same machine answers without any network: the banner goes by itself, and what is written is sent', async () => {
  answerBy(() => null);
  render(<LocaleProvider><Banner /></LocaleProvider>);
  act(unplug);
  expect(said()).toContain('起连不上服务器');
  await waitFor(() => expect(said()).not.toContain('起连不上服务器'));
  await expect(call({ method: 'POST', path: '/orders', reply: null }, { body: {} })).resolves.toBeNull();
});
test('a look that was begun before the network came back, and fails after, does not say that the server is gone', async () => {
  let fail = (): void => {};
  answerBy(({ path }) => (path === '/healthz' ? new Promise((_, reject) => (fail = () => reject(new TypeError('x')))) : null));
  render(<LocaleProvider><Banner /></LocaleProvider>);
  act(unplug);
  expect(said()).toContain('起连不上服务器');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(said()).not.toContain('起连不上服务器');
  await act(async () => fail());
  await act(async () => {});
  expect([said()!.includes('起连不上服务器'), network().since]).toEqual([false, null]);
});
test('slow: said after a second; asked anew after ten without a second answer being awaited; given up in words', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  let asked = 0;
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    asked += 1;
    return new Promise((_done, fail) => signal!.addEventListener('abort', () => fail(new DOMException('', 'AbortError'))));
  });
  render(<LocaleProvider><SlowNote /></LocaleProvider>);
  let failure: unknown;
  await act(async () => void call(hospital.options).catch((error: unknown) => (failure = error)));
  expect([asked, said()]).toEqual([1, '']);
  await act(async () => vi.advanceTimersByTime(1_000));
  expect(said()).toBe('服务器有些慢，还在等');
  await act(async () => vi.advanceTimersByTime(9_000));
  expect(said()).toContain('服务器 10 秒没有响应');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '重新请求' })));
  await act(async () => {});
  expect([asked, failure, said()]).toEqual([2, undefined, '']);
  await act(async () => vi.advanceTimersByTime(10_000));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '不等了' })));
  await act(async () => {});
  expect([asked, (failure as CallFailure).message, said()]).toEqual([2, '服务器没有响应', '']);
});
test('a write that may be done twice is not offered anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => new Promise((_done, fail) => signal!.addEventListener('abort', () => fail(new DOMException('', 'AbortError')))));
  render(<LocaleProvider><SlowNote /></LocaleProvider>);
  await act(async () => void call({ method: 'POST', path: '/x', reply: null }, {}).catch(() => {}));
  await act(async () => vi.advanceTimersByTime(10_000));
  expect(screen.queryByRole('button', { name: '重新请求' })).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '不等了' })));
});

test('who may open an address, and where else one may go', () => {
  expect([rolesOf('/system/audit'), rolesOf('/order/PH1'), rolesOf('/caregiver/HG1/pay'), rolesOf('/nowhere')]).toEqual([[1], [1, 2, 3, 4], [1, 2], []]);
  // as the router reads an address
  expect([rolesOf('/statistics/index/'), rolesOf('/System/User'), rolesOf('/System/')]).toEqual([[1], [1, 2], [1, 2]]);
  const area = (path: string, order: number, menu = true): Area => ({ id: path, path, title: { id: path }, icon: 'order', order, menu });
  const areas = [area('/order/index', 2), area('/dashboard', 1), area('/system/user', 3), area('/system/audit', 4, false)];
  expect(nearest(areas, ['/dashboard', '/order/index', '/system/user', '/system/audit'], '/system/dict').map(({ path }) => path)).toEqual(['/system/user', '/dashboard', '/order/index']);
  expect(nearest(areas, ['/dashboard'], '/system/dict').map(({ path }) => path)).toEqual(['/dashboard']);
});
test('404: the role lacks it, or there is none', () => {
  history.replaceState(null, '', '#/404?wanted=%2Fsystem%2Faudit');
  const { unmount } = render(<LocaleProvider><Page404 /></LocaleProvider>);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('你的角色不能打开这一页');
  expect(said()).toContain('能打开的是：超级管理员');
  unmount();
  history.replaceState(null, '', '#/404?wanted=%2Fnope');
  render(<LocaleProvider><Page404 /></LocaleProvider>);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('没有这一页');
  expect(said()).toContain('/nope');
});
test('404: what is no part of a page that is open to one is named, and not said to be missing from this version', async () => {
  const leave = await enter({ userId: '1', username: 'admin', nickname: '', avatar: null, role: 1, roles: [], perms: [] }, { paths: [], redirects: {}, cached: [] });
  history.replaceState(null, '', '#/404?wanted=%2Forder%2FPH1%2Fzzz');
  render(<LocaleProvider><Page404 /></LocaleProvider>);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('没有这一页');
  expect(said()).toContain('/order/PH1/zzz');
  await leave();
});
test('who put the question about an ended session away is offered to sign in, and is not sent to the administrator', () => {
  const again = vi.fn();
  render(<LocaleProvider><Unread failure={new CallFailure(401, 401, '登录已失效')} again={again} /></LocaleProvider>);
  expect(document.body.textContent).not.toContain('管理员');
  act(() => screen.getByRole('button', { name: /重新登录/ }).click());
  // what a person asks for opens the question again
  expect(again).toHaveBeenCalledOnce();
});
test.each([[403, '你的角色不能看这些', false], [404, '没有这条记录', false], [500, '没有取到数据', true]] as const)('a read that is refused with %i', async (status, title, again) => {
  answerBy(() => refuse({ status, code: status * 100, message: '原因' }));
  const failure = await call(hospital.options).catch((error: unknown) => error as Error);
  render(<LocaleProvider><Unread failure={failure as Error} again={() => {}} /></LocaleProvider>);
  expect([said()!.includes(title), said()!.includes('原因'), screen.queryByRole('button', { name: '重试' }) !== null]).toEqual([true, true, again]);
});
test('a page that throws is drawn anew when asked, and its details can be copied without what was typed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  history.replaceState(null, '', '#/order/index?q=%E6%82%A3%E8%80%85');
  let broken = true;
  function Page() {
    if (broken) throw new Error('boom');
    return <p>好了</p>;
  }
  render(<LocaleProvider><Boundary><Page /></Boundary></LocaleProvider>);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('这一页出错了');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '复制详情' })));
  expect(writeText.mock.calls[0]![0]).toMatch(/^Error: boom\n#\/order\/index\n/);
  expect(said()).toContain('已复制');
  broken = false;
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '再试一次' })));
  expect(said()).toBe('好了');
});
test('what failed at one address is drawn at the next one', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  function Page({ bad }: { bad: boolean }) {
    if (bad) throw new Error('boom');
    return <p>好了</p>;
  }
  const drawn = (at: string, bad: boolean) => <LocaleProvider><Boundary at={at}><Page bad={bad} /></Boundary></LocaleProvider>;
  const { rerender } = render(drawn('/a?q=1', true));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('这一页出错了');
  rerender(drawn('/a?q=1', false));
  expect(screen.queryByText('好了')).toBeNull();
  rerender(drawn('/a', false));
  expect(said()).toBe('好了');
});
test('of two that take long, asking anew is offered only where neither would be done twice', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const over = [waited({ again: () => {}, stop: () => {} }), waited({ stop: () => {} })];
  vi.advanceTimersByTime(LONG);
  expect([mayAgain(), mayStop()]).toEqual([false, true]);
  over[1]!();
  expect([mayAgain(), mayStop()]).toEqual([true, true]);
  over[0]!();
});
