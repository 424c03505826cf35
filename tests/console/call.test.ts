import { afterEach, expect, test, vi } from 'vitest';
import { session } from '../../src/areas/session/contract.ts';
import { captchaEndpoint } from '../../src/areas/session/captcha.ts';
import { call, onRefused } from '../../src/ui/call.ts';

afterEach(() => {
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
