import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Kept } from '../../machines/session.ts';
import { allowedBy } from '../../src/areas/session/client.ts';
import { session } from '../../src/areas/session/contract.ts';
import { routesOf } from '../../src/kernel/menu.ts';
import { call, CallFailure, DROPPED } from '../../src/ui/call.ts';
import { useDraft } from '../../src/ui/draft.ts';
import { navigate, onLocation } from '../../src/ui/location.ts';
import { answerDialog, currentViewer, signIn, signOut, startSession, useSessionDialog } from '../../src/ui/session.ts';
import { openTabs } from '../../src/ui/tab.ts';

// What passes between tabs, and what a refused token leaves behind: seen at the channel, the storage and the dialog.
const kept = (token: string, userId = '3'): Kept => ({
  token, refreshToken: `r-${token}`, expiresAt: Date.now() + 1_800_000, remember: false,
  person: { userId, username: `u${userId}`, nickname: '', avatar: null, role: 3, roles: ['inpatient_manager'], perms: ['biz:order:list'] },
});
/** A token that ends within the two minutes in which it is renewed. */
const ending = (token: string): Kept => ({ ...kept(token), expiresAt: Date.now() + 60_000 });
const ENDED = JSON.stringify({ success: false, code: 401, message: 'x', result: null });
const until = (what: () => unknown) => vi.waitFor(() => expect(what()).toBeTruthy(), { timeout: 20_000 });
const pause = () => act(() => new Promise<void>((done) => { setTimeout(done, 30); }));
const stored = () => localStorage.getItem('access_token');

let stop = (): void => {};
let other: BroadcastChannel;
let heard: { say: string; kept: Kept }[] = [];
let first = kept('t1');
let out: () => Promise<unknown>;
const reload = vi.fn();
const refresh = vi.fn(async (old: Kept): Promise<Kept> => ({ ...kept('t2'), remember: old.remember }));
const dialog = () => renderHook(useSessionDialog).result;
/** The person does something, and the clock that looks after the token comes round. */
function work(): void {
  dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  vi.advanceTimersByTime(15_000);
}
async function start(own: Kept): Promise<void> {
  first = own;
  stop = startSession({ signIn: async () => first, loadPerson: () => Promise.reject(new Error('not needed')), loadRoutes: async () => allowedBy(routesOf(3)), refresh, signOut: () => out() }, reload);
  signIn({ username: 'a', password: 'b', captchaKey: 'k', captchaCode: 'c', rememberMe: false });
  await until(() => currentViewer());
  await pause();
  heard = [];
}
/** Calls whose answers come when told to. */
function held(): { refuse: () => Promise<void> }[] {
  const asked: { refuse: () => Promise<void> }[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((done) => {
    asked.push({ refuse: () => { done(new Response(ENDED, { status: 401 })); return pause(); } });
  }));
  return asked;
}
async function expire(): Promise<void> {
  vi.stubGlobal('fetch', async () => new Response(ENDED, { status: 401 }));
  await act(() => call(session.me).catch(() => {}));
}
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  reload.mockClear();
  refresh.mockClear();
  out = async () => null;
  // happy-dom has no locks
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: async (_: string, hold: () => unknown) => hold() } });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  other = new BroadcastChannel('session');
  other.onmessage = ({ data }: MessageEvent<{ say: string; kept: Kept }>) => void heard.push(data);
});
afterEach(() => {
  stop();
  other.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("another person's session in another tab makes this page new", async () => {
  await start(kept('t1'));
  other.postMessage({ say: 'kept', kept: kept('t9', '9') });
  await until(() => reload.mock.calls.length === 1);
  // and until it is, nobody is shown as someone else
  expect([currentViewer()?.userId, stored()]).toEqual(['3', 't1']);
});
test("the same person's newer token is taken without a word", async () => {
  await start(kept('t1'));
  other.postMessage({ say: 'kept', kept: kept('t5') });
  await until(() => stored() === 't5');
  await pause();
  expect([reload.mock.calls.length, heard.length, currentViewer()?.userId]).toEqual([0, 0, '3']);
});
test.each([['that nobody vouches for leaves it to the server', 't9', 't9'], ['that the tab which renewed it tells of in a moment is taken', 't5', 't5']])('a navigation finds a token in storage %s', async (_, token, sent) => {
  await start(kept('t1'));
  const end = onLocation(() => {});
  localStorage.setItem('access_token', token);
  navigate('/order/index');
  if (token === 't5') other.postMessage({ say: 'kept', kept: kept('t5') });
  await new Promise((done) => { setTimeout(done, 400); });
  end();
  expect([reload.mock.calls.length, currentViewer()?.userId, stored()]).toEqual([0, '3', sent]);
});
test('a renewed token is stored, and the other tabs are told', async () => {
  await start(ending('t1'));
  work();
  await until(() => stored() === 't2');
  await until(() => heard.length === 1);
  expect(heard[0]).toMatchObject({ say: 'kept', kept: { token: 't2', refreshToken: 'r-t2' } });
  expect(JSON.parse(sessionStorage.getItem('userInfo')!)).toMatchObject({ token: 't2', refreshToken: 'r-t2' });
});
test('nobody at work, nothing is renewed', async () => {
  await start(ending('t1'));
  vi.advanceTimersByTime(45_000);
  await pause();
  expect(refresh).not.toHaveBeenCalled();
});
test('refusals of what was asked before Cancel are no news after it', async () => {
  await start(kept('t1'));
  const shown = dialog();
  const asked = held();
  const early = call(session.me).catch(() => {});
  const late = call(session.me);
  late.catch(() => {});
  await asked[0]!.refuse();
  await early;
  expect(shown.current).toBe('expired');
  act(() => answerDialog('dismiss'));
  expect(shown.current).toBeNull();
  await asked[1]!.refuse();
  await expect(late).rejects.toMatchObject({ code: DROPPED });
  expect(shown.current).toBeNull();
  // what one asks after it is
  work();
  const next = call(session.me).catch(() => {});
  await asked[2]!.refuse();
  await next;
  expect(shown.current).toBe('expired');
});
test.each(['the dialog open', 'the dialog put away'])('signing in again in another tab mends a session that ended, with %s', async (how) => {
  await start(kept('t1'));
  const shown = dialog();
  await expire();
  expect(shown.current).toBe('expired');
  if (how === 'the dialog put away') act(() => answerDialog('dismiss'));
  other.postMessage({ say: 'kept', kept: ending('t5') });
  await act(() => until(() => stored() === 't5'));
  expect(shown.current).toBeNull();
  // what the page asks for by itself is sent again
  const [asked] = [held(), call(session.me, { background: true }).catch(() => {})];
  expect(asked.length).toBe(1);
  // a whole session again: it is renewed as one
  work();
  await until(() => stored() === 't2');
});

test.each([['the same person', '3', '患者'], ['another person', '9', null]])('signed out in another tab, what is typed here waits for its writer: %s signs in', async (_, userId, found) => {
  await start(kept('t1'));
  const draft = renderHook(() => useDraft<{ text: string }>('/order/new'));
  act(() => draft.result.current[1]({ text: '患者' }));
  draft.unmount();
  dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue: null, storageArea: localStorage }));
  expect(currentViewer()).toBeNull();
  // nobody sees it while nobody is signed in
  expect(renderHook(() => useDraft('/order/new')).result.current[0]).toBeNull();
  other.postMessage({ say: 'kept', kept: kept('t5', userId) });
  await until(() => currentViewer()?.userId === userId);
  expect(renderHook(() => useDraft<{ text: string }>('/order/new')).result.current[0]?.text ?? null).toBe(found);
  expect(sessionStorage.getItem('draft')).toBeNull();
});
test('who signs out here gives up what is typed here', async () => {
  await start(kept('t1'));
  const draft = renderHook(() => useDraft<{ text: string }>('/order/new'));
  act(() => draft.result.current[1]({ text: '患者' }));
  signOut();
  await until(() => currentViewer() === null);
  expect(sessionStorage.getItem('draft')).toBeNull();
});
test('a token that is renewed to sign out is the other tabs’ too, while the server is still asked: what they send meanwhile is not refused', async () => {
  await start(kept('t1'));
  let theirs: Kept | null = kept('t1');
  const stranger = vi.fn();
  const tab = openTabs({ key: 'access_token', held: () => theirs, adopt: (given) => void (theirs = given), left: () => void (theirs = null), stranger });
  let gone = (_: unknown): void => {};
  out = () => (stored() === 't2' ? new Promise((done) => (gone = done)) : Promise.reject(new CallFailure(401, 401, 'x')));
  signOut();
  await until(() => stored() === 't2');
  dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue: 't2', storageArea: localStorage }));
  await until(() => theirs?.token === 't2');
  await new Promise((done) => { setTimeout(done, 400); });
  expect([theirs, stranger.mock.calls.length, reload.mock.calls.length]).toMatchObject([{ token: 't2', refreshToken: 'r-t2' }, 0, 0]);
  gone(null);
  await until(() => stored() === null);
  tab.close();
});
