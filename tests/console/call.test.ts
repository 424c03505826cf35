import { afterEach, expect, test, vi } from 'vitest';
import type { Kept } from '../../machines/session.ts';
import { sessionServer } from '../../src/areas/session/client.ts';
import { session } from '../../src/areas/session/contract.ts';
import { captchaEndpoint } from '../../src/areas/session/captcha.ts';
import { call, onRefused, type CallFailure } from '../../src/ui/call.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const failure = (of: Promise<unknown>): Promise<unknown> => of.then(() => null, (error: unknown) => error);

test('a call is waited for 50 seconds, and then said to have taken too long', async () => {
  const late = new AbortController();
  const asked = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  vi.stubGlobal('fetch', (_: unknown, { signal }: RequestInit) => new Promise((_done, fail) => signal!.addEventListener('abort', () => fail(signal!.reason))));
  const answer = failure(call(captchaEndpoint));
  await vi.waitFor(() => expect(asked.mock.calls).toEqual([[50_000]]));
  late.abort();
  expect(await answer).toMatchObject({ status: 0, code: 0, message: '请求超时' });
});
test('a refusal of a call that carries no token says nothing of the token that is kept', async () => {
  let refused = 0;
  onRefused((what) => void (refused += Number(what === 'refused')));
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: false, code: 401, message: '失效', result: null }), { status: 401 }));
  expect(await failure(call(session.refresh, { body: { refreshToken: 'r' }, auth: 'no-auth' }))).toMatchObject({ status: 401, message: '失效' });
  expect(refused).toBe(0);
  expect(await failure(call(session.me))).toMatchObject({ status: 401 });
  expect(refused).toBe(1);
  onRefused(() => {});
});

const KEPT: Kept = { token: 't1', refreshToken: 'r-t1', expiresAt: Date.now() + 1_800_000, person: { userId: '3', username: 'u3', nickname: 'n', avatar: null, role: 3, roles: ['inpatient_manager'], perms: [] }, remember: true };
const answer = (body: object, status = 200) => new Response(JSON.stringify({ success: status === 200, code: status === 200 ? 0 : status, message: 'x', result: null, ...body }), { status });
test('a refresh whose answer is lost is asked again at once, while the server still gives the same successor; one that is refused is not', async () => {
  const asked: number[] = [];
  const pair = { token: 't2', refreshToken: 'r-t2', expiresIn: 1800 };
  for (const ways of [[() => Promise.reject(new TypeError()), () => answer({ result: pair })], [() => answer({}, 502), () => answer({ result: pair })], [() => answer({}, 401)]]) {
    let n = 0;
    vi.stubGlobal('fetch', async () => ways[n++]!());
    const got = await sessionServer.refresh(KEPT).then(({ token }) => token, (error: CallFailure) => error.status);
    asked.push(n);
    expect(got).toBe(ways.length === 2 ? 't2' : 401);
  }
  expect(asked).toEqual([2, 2, 1]);
});
test.each<[string, (number | null)[], number[], number]>([
  ['the first is slow, and still the one that answers', [5_000, null], [0, 4_000], 5_000],
  ['the first never comes', [null, 100], [0, 4_000], 4_100],
  ['two never come', [null, null, 100], [0, 4_000, 8_000], 8_100],
])('a refresh that is not answered is asked again beside itself, within the ten seconds in which the server gives the same successor: %s', async (_how, delays, when, took) => {
  vi.useFakeTimers();
  const began = Date.now();
  const asked: number[] = [];
  const given: number[] = [];
  let end = 0;
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => new Promise<Response>((done, fail) => {
    const delay = delays[asked.push(Date.now() - began) - 1]!;
    signal!.addEventListener('abort', () => (given.push(Date.now() - began), fail(signal!.reason as Error)));
    if (delay !== null) setTimeout(() => done(answer({ result: { token: 't2', refreshToken: 'r-t2', expiresIn: 1800 } })), delay);
  }));
  const got = sessionServer.refresh(KEPT).then(({ token }) => (end = Date.now() - began, token));
  await vi.advanceTimersByTimeAsync(9_500);
  expect([await got, asked, end, given.filter((at) => at < took)]).toEqual(['t2', when, took, []]);
});
test('where nothing is reached at all, the last try comes before the ten seconds are over, and none after it', async () => {
  vi.useFakeTimers();
  const began = Date.now();
  const asked: number[] = [];
  vi.stubGlobal('fetch', async () => (asked.push(Date.now() - began), Promise.reject(new TypeError())));
  const got = sessionServer.refresh(KEPT).catch((error: CallFailure) => error.message);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([await got, asked]).toEqual(['网络不通', [0, 0, 8_000]]);
});
test('a server of the version before, which takes no idleness, renews all the same', async () => {
  const bodies: object[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    const sent = JSON.parse(body as string) as object;
    bodies.push(sent);
    return 'idle' in sent ? answer({}, 400) : answer({ result: { token: 't2', refreshToken: 'r-t2', expiresIn: 1800 } });
  });
  expect((await sessionServer.refresh(KEPT)).token).toBe('t2');
  expect(bodies.map((body) => Object.keys(body))).toEqual([['refreshToken', 'idle'], ['refreshToken']]);
});
