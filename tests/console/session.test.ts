import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventFromLogic, EventObject, MachineContext, StateNode } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { sessionMachine, type Allowed, type Kept, type Person } from '../../machines/session.ts';
import { session } from '../../src/areas/session/contract.ts';
import { account } from '../../src/areas/account/contract.ts';
import { captchaEndpoint } from '../../src/areas/session/captcha.ts';
import { allowedBy, profileEndpoint } from '../../src/areas/session/client.ts';
import { routesOf } from '../../src/kernel/menu.ts';
import { CallFailure, call, DROPPED } from '../../src/ui/call.ts';
import { answerDialog, currentViewer, onSignedOut, signIn, signOut, startSession, useSessionDialog, type SessionServer } from '../../src/ui/session.ts';

const person = (userId: string): Person => ({ userId, username: `u${userId}`, nickname: 'n', avatar: null, role: 3, roles: ['inpatient_manager'], perms: ['biz:order:list'] });
const keptOf = (token: string, userId = '3', remember = false): Kept => ({ token, refreshToken: `r-${token}`, expiresAt: Date.now() + 1_800_000, person: person(userId), remember });
const allowed: Allowed = allowedBy(routesOf(3));
type Node = StateNode<MachineContext, EventObject>;
const credentials = { username: 'a', password: 'b', captchaKey: 'k', captchaCode: 'c', rememberMe: false };

describe('the chart', () => {
  const events = [
    { type: 'signIn', credentials }, { type: 'signOut' }, { type: 'signOutHere' }, { type: 'confirm' }, { type: 'dismiss' }, { type: 'refused' }, { type: 'barred' }, { type: 'refresh' }, { type: 'leftElsewhere' },
    { type: 'adopt', kept: keptOf('t2') }, { type: 'adopt', kept: keptOf('t9', '9') },
    ...['signIn', 'refresh', 'renew'].map((id) => ({ type: `xstate.done.actor.${id}`, output: keptOf('t1') })),
    { type: 'xstate.done.actor.loadPerson', output: person('3') }, ...[3, 4].map((role) => ({ type: 'xstate.done.actor.loadRoutes', output: { ...allowed, role } })), ...[3, 4].map((role) => ({ type: 'xstate.done.actor.askRole', output: { ...allowed, role } })), { type: 'xstate.done.actor.signOut', output: null },
    ...['signIn', 'refresh', 'renew', 'loadPerson', 'loadRoutes', 'askRole', 'signOut'].flatMap((id) => [0, 401].map((status) => ({ type: `xstate.error.actor.${id}`, error: { status, code: status, message: 'no' } }))),
  ] as unknown as EventFromLogic<typeof sessionMachine>[];
  const name = (value: unknown): string => (typeof value === 'string' ? value : Object.entries(value as object).flat().join('.'));
  const edges = new Set<string>();
  const states = new Set<string>();
  for (const kept of [null, { ...keptOf('t1'), person: null }, keptOf('t1')]) {
    const map = getAdjacencyMap(sessionMachine, { input: { kept }, events, limit: 5_000, serializeState: (s) => JSON.stringify([s.value, s.context.kept?.token, s.context.kept?.person?.userId, s.context.allowed !== null]) });
    for (const { state, transitions } of Object.values(map)) {
      states.add(name(state.value));
      for (const { event, state: next } of Object.values(transitions as Record<string, { event: { type: string }; state: typeof state }>)) {
        const from = name(state.value), to = name(next.value);
        if (from !== to) edges.add(`${from} --${event.type.replace('xstate.', '').replace('actor.', '')}--> ${to}`);
        // whoever is signed out holds nothing
        if (to === 'signedOut') expect([next.context.kept, next.context.allowed]).toEqual([null, null]);
      }
    }
  }
  test('every state is reached', () => {
    expect([...states].sort()).toEqual(['expired', 'lapsed', 'loadingPerson', 'loadingRoutes', 'renewing', 'signedIn.asking', 'signedIn.fresh', 'signedIn.refreshing', 'signedOut', 'signingIn', 'signingOut', 'unreachable']);
  });
  test('every arrow of the chart is named here, with its guard and what it does, and no other', () => {
    const nodes = (node: Node): Node[] => [node, ...Object.values(node.states).flatMap(nodes)];
    const at = ({ path }: Node): string => path.join('.') || 'anywhere';
    const named = (what: unknown): string => (typeof what === 'string' ? what : ((what as { type?: string }).type ?? 'inline')).replace('xstate.', '');
    const arrows = nodes(sessionMachine.root as unknown as Node).flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map(({ eventType, guard, target, actions }) =>
      [at(node), `${eventType.replace('xstate.', '').replace('actor.', '')}${guard ? ` [${named(guard)}]` : ''}`, target === undefined ? 'stays' : target.map(at).join(), actions.map(named).join()].join(' | ')));
    expect(arrows.sort()).toEqual([
      'anywhere | leftElsewhere [hasToken] | signedOut | forget,drop',
      'anywhere | adopt [samePerson] | stays | take,keep', 'anywhere | adopt [hasPerson] | stays | reload', 'anywhere | adopt | booting | take,keep',
      'booting |  [hasPerson] | loadingRoutes | ', 'booting |  [hasToken] | loadingPerson | ', 'booting |  | signedOut | ',
      'signedOut | signIn | signingIn | ',
      'signingIn | done.signIn | loadingRoutes | assign,keep', 'signingIn | error.signIn | signedOut | assign',
      'loadingPerson | done.loadPerson | loadingRoutes | assign,keep', 'loadingPerson | error.loadPerson | signedOut | forget,drop,assign',
      'loadingRoutes | done.loadRoutes [otherPerson] | loadingPerson | ', 'loadingRoutes | done.loadRoutes | signedIn | assign', 'loadingRoutes | error.loadRoutes | signedOut | forget,drop,assign', 'loadingRoutes | error.loadRoutes [renewable] | renewing | ', 'renewing | done.renew | loadingRoutes | assign,keep', 'renewing | error.renew | signedOut | forget,drop,assign',
      'signedIn | signOut | signingOut | ', 'signedIn | refused | expired | ', 'signedIn | passwordChanged | stays | assign',
      'signedIn.fresh | refresh [canRefresh] | signedIn.refreshing | ', 'signedIn.refreshing | done.refresh | signedIn.fresh | assign,keep', 'signedIn.refreshing | error.refresh | signedIn.fresh | ', 'signedIn.refreshing | error.refresh [ended] | expired | ',
      'signedIn.fresh | barred [outdated] | stays | renew', 'signedIn.fresh | barred | signedIn.asking | ', 'signedIn.asking | refresh [canRefresh] | signedIn.refreshing | ', 'signedIn.asking | done.askRole [otherRole] | signedIn.fresh | outdate,renew', 'signedIn.asking | done.askRole | signedIn.fresh | assign', 'signedIn.asking | error.askRole | signedIn.fresh | ',
      'signingOut | done.signOut | signedOut | forget,drop', 'signingOut | error.signOut [ended] | signedOut | forget,drop', 'signingOut | error.signOut | unreachable | assign',
      'unreachable | signOut | signingOut | ', 'unreachable | signOutHere | signedOut | forget,drop', 'unreachable | dismiss | signedIn | ',
      'expired | confirm | signedOut | forget,drop,reload', 'expired | dismiss | lapsed | overlook', 'expired | adopt [samePerson] | signedIn | take,keep',
      'lapsed | refused | expired | ', 'lapsed | signOut | signingOut | ', 'lapsed | adopt [samePerson] | signedIn | take,keep',
    ].sort());
  });
  test('every way from state to state, walked: spec section 4', () => {
    expect([...edges].sort()).toEqual([
      ...['expired', 'lapsed', 'loadingPerson', 'loadingRoutes', 'renewing', 'signedIn.asking', 'signedIn.fresh', 'signedIn.refreshing', 'signingOut', 'unreachable'].map((from) => `${from} --leftElsewhere--> signedOut`),
      ...['loadingPerson', 'signedOut', 'signingIn'].map((from) => `${from} --adopt--> loadingRoutes`), ...['expired', 'lapsed'].map((from) => `${from} --adopt--> signedIn.fresh`),
      'signedOut --signIn--> signingIn', 'signingIn --done.signIn--> loadingRoutes', 'signingIn --error.signIn--> signedOut',
      'loadingPerson --done.loadPerson--> loadingRoutes', 'loadingPerson --error.loadPerson--> signedOut',
      'loadingRoutes --done.loadRoutes--> signedIn.fresh', 'loadingRoutes --error.loadRoutes--> signedOut', 'loadingRoutes --error.loadRoutes--> renewing', 'renewing --done.renew--> loadingRoutes', 'renewing --error.renew--> signedOut',
      'signedIn.fresh --refresh--> signedIn.refreshing', 'signedIn.refreshing --done.refresh--> signedIn.fresh', 'signedIn.refreshing --error.refresh--> signedIn.fresh', 'signedIn.refreshing --error.refresh--> expired',
      'loadingRoutes --done.loadRoutes--> loadingPerson', 'signedIn.fresh --barred--> signedIn.asking', 'signedIn.asking --refresh--> signedIn.refreshing', 'signedIn.asking --done.askRole--> signedIn.fresh', 'signedIn.asking --error.askRole--> signedIn.fresh',
      ...['signedIn.asking', 'signedIn.fresh', 'signedIn.refreshing'].flatMap((from) => [`${from} --refused--> expired`, `${from} --signOut--> signingOut`]),
      'expired --confirm--> signedOut', 'expired --dismiss--> lapsed', 'lapsed --refused--> expired', 'lapsed --signOut--> signingOut',
      'signingOut --done.signOut--> signedOut', 'signingOut --error.signOut--> signedOut', 'signingOut --error.signOut--> unreachable',
      'unreachable --signOut--> signingOut', 'unreachable --signOutHere--> signedOut', 'unreachable --dismiss--> signedIn.fresh',
    ].sort());
  });
});

describe('the page', () => {
  let stop = (): void => {};
  const reload = vi.fn();
  const server = (over: Partial<SessionServer> = {}): SessionServer => ({
    signIn: async ({ rememberMe }) => keptOf('t1', '3', rememberMe), loadPerson: async () => person('3'), loadRoutes: async () => allowed, refresh: async (kept) => ({ ...kept, token: 't2' }), signOut: async () => null, ...over,
  });
  const start = (over: Partial<SessionServer> = {}): void => {
    stop = startSession(server(over), reload);
  };
  const until = (what: () => unknown) => vi.waitFor(() => expect(what()).toBeTruthy(), { timeout: 20_000 });
  const storage = (key: string | null, newValue: string | null) => dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
  const refuse = (): void => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: false, code: 401, message: 'x', result: null }), { status: 401 }));
  };
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    reload.mockClear();
  });
  afterEach(() => {
    stop();
    vi.unstubAllGlobals();
  });

  test.each([[true, 'localStorage'], [false, 'sessionStorage']] as const)('remember %s keeps the user info in %s', async (rememberMe, where) => {
    start();
    signIn({ ...credentials, rememberMe });
    await until(currentViewer);
    expect(localStorage.getItem('access_token')).toBe('t1');
    expect([localStorage, sessionStorage].map((s) => s.getItem('userInfo') !== null)).toEqual([where === 'localStorage', where === 'sessionStorage']);
    localStorage.setItem('dict_cache', '{}');
    const left = vi.fn();
    onSignedOut(left);
    signOut();
    await until(() => left.mock.calls.length === 1);
    expect([localStorage.length, sessionStorage.length, currentViewer()]).toEqual([0, 0, null]);
  });
  test('user info that cannot be read clears both storages and is asked for again', async () => {
    localStorage.setItem('access_token', 't1');
    localStorage.setItem('userInfo', '{broken');
    sessionStorage.setItem('userInfo', '{"userId":""}');
    const loadPerson = vi.fn(async () => person('3'));
    start({ loadPerson });
    await until(currentViewer);
    expect(loadPerson).toHaveBeenCalledOnce();
    expect(localStorage.getItem('userInfo')).toBeNull();
  });
  test("user info of another account's token is not believed", async () => {
    localStorage.setItem('access_token', 'other');
    sessionStorage.setItem('userInfo', JSON.stringify({ ...person('3'), token: 't1', refreshToken: null, expiresAt: null }));
    start({ loadPerson: async () => person('9') });
    await until(currentViewer);
    expect(currentViewer()?.userId).toBe('9');
  });
  test('a role that somebody else has changed: what was stored is not believed, and a refusal shows the page anew', async () => {
    localStorage.setItem('access_token', 't1');
    sessionStorage.setItem('userInfo', JSON.stringify({ ...person('3'), token: 't1', refreshToken: null, expiresAt: null }));
    let role = 4;
    start({ loadPerson: async () => ({ ...person('3'), role, perms: [] }), loadRoutes: async () => ({ ...allowed, role }) });
    await until(currentViewer);
    expect([currentViewer()!.role, currentViewer()!.perms, JSON.parse(sessionStorage.getItem('userInfo')!).role]).toEqual([4, [], 4]);
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: false, code: 40300, message: 'x', result: null }), { status: 403 }));
    const barred = (): Promise<unknown> => call(session.me).catch(() => new Promise((done) => setTimeout(done, 20)));
    await barred().then(() => expect(reload).not.toHaveBeenCalled());
    role = 3;
    await barred();
    expect(reload).toHaveBeenCalledOnce();
  });
  test('routes that do not load end the session', async () => {
    localStorage.setItem('access_token', 't1');
    start({ loadRoutes: () => Promise.reject(new CallFailure(0, 0, 'x')) });
    await until(() => localStorage.getItem('access_token') === null);
    expect(currentViewer()).toBeNull();
  });
  test('routes that do not load because the document is going away, as on a reload, end nothing; a page that comes back without them is made anew', async () => {
    localStorage.setItem('access_token', 't1');
    const asked = new Promise<Allowed>((_, reject) => setTimeout(() => reject(new CallFailure(0, 0, 'x')), 5));
    start({ loadRoutes: () => asked });
    dispatchEvent(new Event('pagehide'));
    await new Promise((done) => setTimeout(done, 20));
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect([localStorage.getItem('access_token'), reload.mock.calls.length]).toEqual(['t1', 1]);
  });
  test('twenty refusals are one expiry; confirming forgets and reloads', async () => {
    start();
    signIn(credentials);
    await until(currentViewer);
    refuse();
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => call(session.me)));
    expect(answers.every((a) => a.status === 'rejected' && (a.reason as CallFailure).code === 401)).toBe(true);
    answerDialog('confirm');
    expect([reload.mock.calls.length, localStorage.length]).toEqual([1, 0]);
  });
  test('an expiry that was put away is asked about again by what one does, not by what the page asks by itself; and that is not even sent', async () => {
    start();
    signIn(credentials);
    await until(currentViewer);
    refuse();
    const fetched = vi.spyOn(globalThis, 'fetch');
    const dialog = renderHook(() => useSessionDialog());
    const asked = (background = false) => act(() => call(session.me, background ? { background } : {}).catch((error: CallFailure) => [error.code, error.message]));
    await asked(true);
    expect([dialog.result.current, fetched.mock.calls.length]).toEqual(['expired', 1]);
    // the key that puts it away is none that asks
    dispatchEvent(new Event('keydown'));
    act(() => answerDialog('dismiss'));
    // a list that tries again, figures that are asked for every minute: each is told what the server said
    for (let n = 0; n < 3; n += 1) expect([await asked(n === 0), dialog.result.current]).toEqual([[401, 'x'], null]);
    expect(fetched).toHaveBeenCalledOnce();
    dispatchEvent(new Event('keydown'));
    await asked(true);
    expect([dialog.result.current, fetched.mock.calls.length]).toEqual([null, 1]);
    await asked();
    expect([dialog.result.current, fetched.mock.calls.length]).toEqual(['expired', 2]);
    // one act asks once: what failed by it is not tried again on its account
    await asked();
    expect(fetched).toHaveBeenCalledTimes(2);
  });
  test('an answer asked by someone who has left is dropped', async () => {
    start();
    signIn(credentials);
    await until(currentViewer);
    let answer = (_: Response): void => {};
    vi.stubGlobal('fetch', () => new Promise<Response>((done) => { answer = done; }));
    const late = call(session.me);
    storage('access_token', null);
    expect(currentViewer()).toBeNull();
    answer(new Response(JSON.stringify({ success: true, code: 0, message: '', result: person('3') })));
    await expect(late).rejects.toMatchObject({ code: DROPPED });
  });
  test("another account's token in storage makes the page new", async () => {
    start();
    signIn(credentials);
    await until(currentViewer);
    localStorage.setItem('access_token', 'foreign');
    storage('access_token', 'foreign');
    await until(() => reload.mock.calls.length === 1);
  });
  test('whatever the server answers, the call fails with words', async () => {
    for (const [body, status] of [['<html>', 200], ['', 500], ['null', 200], ['{"success":true,"result":{"userId":1}}', 200], ['{"success":false}', 200], ['[1', 502]] as const) {
      vi.stubGlobal('fetch', async () => new Response(body, { status }));
      await expect(call(session.me)).rejects.toMatchObject({ name: 'CallFailure', message: '系统出错' });
    }
    vi.stubGlobal('fetch', async () => { throw new TypeError('failed'); });
    await expect(call(session.me)).rejects.toMatchObject({ status: 0, message: '网络不通' });
  });
  test('no-auth attaches no token; nested queries are bracketed', async () => {
    localStorage.setItem('access_token', 't1');
    start();
    await until(currentViewer);
    const asked: Request[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => { asked.push(new Request(new URL(url, 'http://here'), init)); return new Response('{}'); });
    const endpoint = { ...session.me, query: undefined as never };
    await call(endpoint, { query: { filter: { a: ['x', 'y'] } } as never }).catch(() => {});
    await call(session.me, { auth: 'no-auth' }).catch(() => {});
    expect(decodeURIComponent(asked[0]!.url)).toContain('?filter[a][0]=x&filter[a][1]=y');
    expect(asked.map((r) => r.headers.get('X-Access-Token'))).toEqual(['t1', null]);
  });
  test("the login page's captcha call is the contract's", () => {
    expect([captchaEndpoint.method, captchaEndpoint.path]).toEqual([session.captcha.method, session.captcha.path]);
  });
  test('and so is the call for whether the password is a one-time one', () => {
    expect([profileEndpoint.method, profileEndpoint.path]).toEqual([account.profile.method, account.profile.path]);
  });
});
