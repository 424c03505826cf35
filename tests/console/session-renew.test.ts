// A session outlives its token: the browser was closed, the computer slept, or an answer was lost on its way.
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Kept, Person } from '../../machines/session.ts';
import { session } from '../../src/areas/session/contract.ts';
import { allowedBy, sessionServer } from '../../src/areas/session/client.ts';
import { routesOf } from '../../src/kernel/menu.ts';
import { call, CallFailure } from '../../src/ui/call.ts';
import { connectionLost, connectionStands } from '../../src/ui/network.ts';
import { unattend } from '../../src/ui/presence.ts';
import { currentViewer, onSession, signOut, startSession, usePhase, useSessionDialog, useSessionFailure, type SessionServer } from '../../src/ui/session.ts';
import { keepSession } from '../../src/ui/vault.ts';

const person: Person = { userId: '3', username: 'u3', nickname: 'n', avatar: null, role: 3, roles: ['inpatient_manager'], perms: [] };
const HOUR = 3_600_000;
const keptOf = (token: string, more: Partial<Kept> = {}): Kept => ({ token, refreshToken: `r-${token}`, expiresAt: Date.now() + HOUR / 2, person, remember: true, ...more });
const over = (): CallFailure => new CallFailure(401, 401, '当前页面已失效，请重新登录');
const stored = (): string | null => localStorage.getItem('access_token');
const answer = (body: object, status = 200) => new Response(JSON.stringify({ success: status === 200, code: status === 200 ? 0 : status, message: 'x', result: null, ...body }), { status });
let stop = (): void => {};
/** A server that knows the sessions of these tokens, and gives `next` for a refresh. */
function start(known: readonly string[], refresh: SessionServer['refresh'] = async (kept) => ({ ...kept, ...keptOf('t2') })): void {
  stop = startSession({ signIn: () => Promise.reject(over()), loadPerson: () => Promise.reject(over()), loadRoutes: async () => (known.includes(stored()!) ? allowedBy(routesOf(3)) : Promise.reject(over())), refresh, signOut: async () => null }, vi.fn());
}
/** What the session is in, once it has come to rest. */
const until = (what: () => unknown) => vi.waitFor(() => expect(what()).toBeTruthy(), { timeout: 20_000 });
const act = (): void => void dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
beforeEach(() => {
  // happy-dom has no locks
  Object.defineProperty(navigator, 'locks', { value: { request: async (_name: string, work: () => unknown) => work() }, configurable: true });
  localStorage.clear();
  sessionStorage.clear();
  // what was done in the test before is nothing that is done in this one
  unattend();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('who is remembered and comes back after the token has ended is let in by the other one', async () => {
  keepSession(keptOf('t1', { expiresAt: Date.now() - HOUR }));
  const refresh = vi.fn(async (kept: Kept) => ({ ...kept, ...keptOf('t2') }));
  start(['t2'], refresh);
  await until(currentViewer);
  expect([stored(), refresh.mock.calls.length, refresh.mock.calls[0]![0].refreshToken, JSON.parse(localStorage.getItem('userInfo')!).refreshToken]).toEqual(['t2', 1, 'r-t1', 'r-t2']);
});
test('a session that is over is asked about once and forgotten', async () => {
  keepSession(keptOf('t1'));
  const refresh = vi.fn(() => Promise.reject(over()));
  start([], refresh);
  await until(() => stored() === null);
  expect([currentViewer(), refresh.mock.calls.length]).toEqual([null, 1]);
});
test.each([['lost', new CallFailure(0, 0, '网络不通')], ['put off', new CallFailure(503, 50300, '系统繁忙')], ['one of too many', new CallFailure(429, 42900, '操作过于频繁')]])('routes that could not be loaded end the session, also where a renewal is %s: it is told on the login page, and the next load lets nobody in', async (_how, failure) => {
  keepSession(keptOf('t1'));
  start([], () => Promise.reject(failure));
  const why = renderHook(useSessionFailure).result;
  await until(() => why.current !== null);
  expect([why.current?.message, currentViewer(), stored(), localStorage.getItem('userInfo')]).toEqual([failure.message, null, null, null]);
  stop();
  start(['t1']);
  expect(renderHook(usePhase).result.current).toBe('out');
});
test('a renewal that does not come because the document is going away, as on a reload, ends nothing', async () => {
  keepSession(keptOf('t1'));
  let fail = (): void => {};
  const refresh = vi.fn(() => new Promise<Kept>((_, reject) => (fail = () => reject(new CallFailure(0, 0, '网络不通')))));
  start([], refresh);
  const [why, phase] = [renderHook(useSessionFailure).result, renderHook(usePhase).result];
  await until(() => refresh.mock.calls.length === 1);
  dispatchEvent(new Event('pagehide'));
  fail();
  await new Promise((done) => setTimeout(done, 20));
  expect([why.current, phase.current, stored()]).toEqual([null, 'loading', 't1']);
  dispatchEvent(new Event('pageshow'));
});
test('a server that takes no token at all is not asked for ever', async () => {
  keepSession(keptOf('t1'));
  const refresh = vi.fn(async (kept: Kept) => ({ ...kept, ...keptOf('t2') }));
  start([], refresh);
  await until(() => stored() === null);
  expect(refresh).toHaveBeenCalledTimes(1);
});

const tokens: (string | null)[] = [];
/** A token that ends while the page is open; who asks with which one is in `tokens`. */
async function slept(more: Partial<Kept>, refresh?: SessionServer['refresh']): Promise<void> {
  tokens.length = 0;
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Headers }) => {
    const token = new Headers(headers).get('X-Access-Token');
    tokens.push(token);
    return token === 't2' ? answer({ result: person }) : answer({}, 401);
  });
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  keepSession(keptOf('t1', more));
  start(['t1', 't2'], refresh);
  await until(currentViewer);
  // asleep: nothing of the page runs meanwhile
  vi.setSystemTime(Date.now() + HOUR);
}
test('who goes on after the computer has slept asks with a new token, not with the one that has ended; many calls get one', async () => {
  const refresh = vi.fn(async (kept: Kept) => ({ ...kept, ...keptOf('t2') }));
  await slept({ remember: false }, refresh);
  act();
  const people = await Promise.all(Array.from({ length: 5 }, () => call(session.me)));
  expect([people.length, new Set(tokens), refresh.mock.calls.length]).toEqual([5, new Set(['t2']), 1]);
  expect(currentViewer()?.userId).toBe('3');
});
test('a token is renewed in time where the clock is put back meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
  keepSession(keptOf('t1'));
  const refresh = vi.fn(async (kept: Kept) => ({ ...kept, ...keptOf('t2') }));
  start(['t1'], refresh);
  await until(currentViewer);
  vi.advanceTimersByTime(15_000);
  vi.setSystemTime(Date.now() - HOUR / 6);
  vi.advanceTimersByTime(HOUR / 2 - 60_000);
  await until(() => stored() === 't2');
  expect(refresh).toHaveBeenCalledTimes(1);
});
test('without a connection nobody waits for a token that cannot come: it is said at once', async () => {
  await slept({}, () => new Promise(() => {}));
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  connectionLost();
  act();
  await expect(call(session.signOut)).rejects.toThrow('网络已断开');
  line.mockRestore();
  connectionStands();
});
test('what the page asks by itself with a token that has ended renews it for who is remembered, says nothing of the session, and is asked once more with the new one', async () => {
  await slept({});
  const people = await Promise.all([call(session.me, { background: true }), call(session.me, { background: true })]);
  expect([people.length, tokens, stored(), currentViewer()?.userId]).toEqual([2, ['t1', 't1', 't2', 't2'], 't2', '3']);
});
test.each(['a change', 'a question'])('a refusal of the token before, that comes when the new one is there, is none of the session, and what it refused is done: %s', async (what) => {
  await slept({});
  let come = (): void => {};
  const late = new Promise<void>((then) => (come = then));
  const prompt = fetch;
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    const reply = prompt(...asked);
    if (tokens.at(-1) === 't1') await late;
    return reply;
  });
  const dialog = renderHook(useSessionDialog).result;
  const asked = (what === 'a change' ? call(session.endPlace, { params: { sessionId: '1' }, background: true }) : call(session.me, { background: true })).then(() => 'told', (error: CallFailure) => error.status);
  await until(() => tokens.length === 1);
  vi.advanceTimersByTime(15_000);
  await until(() => stored() === 't2');
  come();
  // this server has a person for everything, which is no answer to a change: it was sent, and answered
  expect([await asked, dialog.current, currentViewer()?.userId]).toEqual([what === 'a change' ? 200 : 'told', null, '3']);
  // nor is the new one refused by it: what the page asks by itself is sent
  await call(session.me, { background: true });
  expect(tokens).toEqual(['t1', 't2', 't2']);
});
test('what is refused with the new token too is not asked for ever', async () => {
  await slept({}, async (kept) => ({ ...kept, ...keptOf(`${kept.token}x`, { expiresAt: Date.now() - 1 }) }));
  await expect(call(session.me, { background: true })).rejects.toMatchObject({ status: 401 });
  expect(tokens.length).toBe(2);
});
test('a page that was left and comes back out of the browser’s memory renews again', async () => {
  let fail = (): void => {};
  const refresh = vi.fn(() => new Promise<Kept>((_, reject) => (fail = () => reject(new CallFailure(0, 0, '网络不通')))));
  await slept({}, refresh);
  vi.advanceTimersByTime(15_000);
  await until(() => refresh.mock.calls.length === 1);
  dispatchEvent(new Event('pagehide'));
  fail();
  await new Promise((done) => setTimeout(done, 20));
  dispatchEvent(new Event('pageshow'));
  vi.advanceTimersByTime(15_000);
  await until(() => refresh.mock.calls.length === 2);
});
test('whom nothing keeps, and who is not there, is asked to sign in', async () => {
  const refresh = vi.fn(async (kept: Kept) => ({ ...kept, ...keptOf('t2') }));
  await slept({ remember: false }, refresh);
  const states: unknown[] = [];
  const deaf = onSession(() => states.push(currentViewer()));
  await expect(call(session.me, { background: true })).rejects.toMatchObject({ status: 401 });
  deaf();
  expect([refresh.mock.calls.length, stored(), states.length]).toEqual([0, 't1', 1]);
});
test('the idle end is thirty minutes after the last act, told with each renewal: who acts every ten minutes and asks for nothing stays, who has left is out by then', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  let ends = Date.now() + HOUR / 2;
  let n = 0;
  // as the server keeps it (tests/session.test.ts)
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    const { idle = 0 } = JSON.parse(body as string) as { idle?: number };
    if (Date.now() >= ends) return answer({}, 401);
    ends = Math.max(ends, Date.now() - idle * 1000 + HOUR / 2);
    return answer({ result: { token: `n${n += 1}`, refreshToken: `r${n}`, expiresIn: Math.floor((ends - Date.now()) / 1000) } });
  });
  keepSession(keptOf('t1', { remember: false }));
  start(['t1'], sessionServer.refresh);
  await until(currentViewer);
  const pass = async (minutes: number): Promise<void> => {
    for (let quarter = 0; quarter < minutes * 4; quarter++) {
      vi.advanceTimersByTime(15_000);
      await new Promise((done) => setTimeout(done, 0));
    }
  };
  for (let turn = 0; turn < 9; turn++) {
    act();
    await pass(10);
    expect([turn, Date.now() < ends]).toEqual([turn, true]);
  }
  const last = Date.now() - HOUR / 6;
  await pass(25);
  expect([n > 3 && n < 7, Math.abs(ends - last - HOUR / 2) <= 1000, Date.now() > ends]).toEqual([true, true, true]);
});
test.each<[string, number, number | null, boolean]>([
  ['a profile that does not come', 100, null, false],
  ['one that comes late', 100, 1_500, true],
  ['one that comes before the routes', 3_000, 2_500, true],
])('routes that have come do not wait long for %s', async (_what, routes, profile, mustChange) => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (url: string) => new Promise<Response>((done) => {
    const [delay, result] = url.endsWith('/sys/users/profile') ? [profile, { mustChangePassword: true, role: 3 }] : [routes, routesOf(3)];
    if (delay !== null) setTimeout(() => done(answer({ result })), delay);
  }));
  let got: unknown;
  void sessionServer.loadRoutes().then((allowed) => (got = allowed));
  await vi.advanceTimersByTimeAsync(routes + 2_100);
  expect(got).toMatchObject({ paths: allowedBy(routesOf(3)).paths, mustChange });
});
test.each<[string, Partial<Kept>, SessionServer['refresh'], string[], string | null]>([
  ['is renewed for it', {}, async (kept) => ({ ...kept, ...keptOf('t2') }), ['out t1', 'renew r-t1', 'out t2'], null],
  ['of a session that is over too needs no more', {}, () => Promise.reject(over()), ['out t1', 'renew r-t1'], null],
  ['that nothing renews ends here alone', { refreshToken: null }, () => Promise.reject(over()), ['out t1'], null],
  ['that is not renewed now leaves it to the person', {}, () => Promise.reject(new CallFailure(0, 0, '网络不通')), ['out t1', 'renew r-t1'], 'unreachable'],
])('who signs out ends the session on the server too: a token that has ended %s', async (_how, more, refresh, calls, dialog) => {
  keepSession(keptOf('t1', more));
  const made: string[] = [];
  stop = startSession({
    signIn: () => Promise.reject(over()), loadPerson: () => Promise.reject(over()), loadRoutes: async () => allowedBy(routesOf(3)),
    refresh: async (kept) => (made.push(`renew ${kept.refreshToken!}`), refresh(kept)),
    signOut: async () => (made.push(`out ${stored()!}`), stored() === 't2' ? null : Promise.reject(over())),
  }, vi.fn());
  await until(currentViewer);
  const shown = renderHook(useSessionDialog).result;
  signOut();
  await until(() => stored() === null || shown.current !== null);
  expect([made, shown.current, stored()]).toEqual([calls, dialog, dialog === null ? null : 't1']);
});
