import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personChanged, startSession, useViewer, type SessionServer } from '../../src/ui/session.ts';

// A name that was saved reaches the frame, the storage and the other tabs.
const person = { userId: '3', username: 'resident', nickname: '旧名', avatar: null, role: 3, roles: ['inpatient_manager'], perms: [] };
const record = { ...person, token: 't1', refreshToken: 'r1', expiresAt: Date.now() + 60_000 };
let renew: (() => void) | null = null;
const server: SessionServer = {
  signIn: () => Promise.reject(new Error('not needed')),
  loadPerson: () => Promise.reject(new Error('not needed')),
  loadRoutes: () => Promise.resolve({ paths: ['/order/index'], redirects: {}, cached: [] }),
  refresh: (kept) => new Promise((done) => { renew = () => done({ ...kept, token: 't2' }); }),
  signOut: () => Promise.resolve(),
};
const stored = () => JSON.parse(localStorage.getItem('userInfo')!) as typeof record;
let stop = (): void => {};
beforeEach(() => {
  // happy-dom has none that are ever given
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: async (_: string, hold: () => unknown) => hold() } });
  localStorage.setItem('access_token', 't1');
  localStorage.setItem('userInfo', JSON.stringify(record));
  stop = startSession(server, () => {});
});
afterEach(() => {
  stop();
  localStorage.clear();
  vi.useRealTimers();
});
async function viewer() {
  const { result } = renderHook(useViewer);
  await act(() => vi.waitFor(() => expect(result.current?.nickname).toBe('旧名'), { timeout: 20_000 }));
  return result;
}

test('a saved name is shown and kept at once', async () => {
  const shown = await viewer();
  act(() => personChanged({ nickname: '新名', avatar: null }));
  expect([shown.current!.nickname, stored().nickname, stored().token]).toEqual(['新名', '新名', 't1']);
  stop();
  stop = startSession(server, () => {});
  const { result } = renderHook(useViewer);
  await act(() => vi.waitFor(() => expect(result.current?.nickname).toBe('新名'), { timeout: 20_000 }));
});

test('other tabs of the same person take it over, those of another do not', async () => {
  const shown = await viewer();
  const other = new BroadcastChannel('person');
  const heard: unknown[] = [];
  other.addEventListener('message', ({ data }) => heard.push(data));
  act(() => personChanged({ nickname: '新名', avatar: null }));
  await vi.waitFor(() => expect(heard).toEqual([{ userId: '3', nickname: '新名', avatar: null }]), { timeout: 20_000 });
  other.postMessage({ userId: '9', nickname: '别人', avatar: null });
  other.postMessage({ userId: '3', nickname: '又改', avatar: 'data:image/png;base64,AA==' });
  await act(() => vi.waitFor(() => expect(stored().nickname).toBe('又改'), { timeout: 20_000 }));
  expect([shown.current!.nickname, shown.current!.avatar]).toEqual(['又改', 'data:image/png;base64,AA==']);
  expect(heard).toHaveLength(1);
  other.close();
});

test('a renewal that was under way does not bring the old name back', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  stop();
  stop = startSession(server, () => {});
  const shown = await viewer();
  dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  vi.advanceTimersByTime(15_000);
  await vi.waitFor(() => expect(renew).not.toBeNull(), { timeout: 20_000 });
  act(() => personChanged({ nickname: '新名', avatar: null }));
  await act(async () => renew!());
  await vi.waitFor(() => expect(stored().token).toBe('t2'), { timeout: 20_000 });
  expect([shown.current!.nickname, stored().nickname]).toEqual(['新名', '新名']);
});
