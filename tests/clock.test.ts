// A clock that ran ahead, as of a machine that was started in the wrong time zone, and was put right: nothing waits for hours that are none.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS, TRIALS } from '../src/host/limit.ts';
import { SWEEPS } from '../src/host/sweep.ts';
import { trialKey } from '../src/host/trial.ts';
import { jobKit, type JobKit } from './kit/job.ts';
import type { Api } from './kit/api.ts';

let kit: JobKit;
let api: Api;
beforeAll(async () => {
  kit = await jobKit();
  ({ api } = kit);
});
afterAll(() => kit.close());
const PUT_BACK = '-8 hours';
const draw = () => api.anonymous.get('/sys/captcha/randomImage', { from: '10.3.0.1' });

test('who had used up a limit then is counted anew', async () => {
  await api.rows(`insert into sys_counter (key, n, reset_at) values ('captcha:10.3.0.1', $1, now() + interval '8 hours'), ($2, $3, now() + interval '8 hours')`, [LIMITS.captcha.calls, trialKey(kit.userId, ''), TRIALS.calls]);
  expect((await draw()).status).toBe(200);
  expect((await api.attempt('ops')).status).toBe(200);
});

test('a phone that had its codes then gets another', async () => {
  await api.rows(`update sys_user set mobile = '13800005678' where username = 'ops'`);
  const forgot = () => api.anonymous.post('/sys/sms/sendCode', { body: { userName: 'ops' } });
  for (let i = 0; i < 5; i++) {
    await forgot();
    await api.later('61 seconds');
  }
  const sent = api.messenger.sent.length;
  await api.later(PUT_BACK);
  expect((await forgot()).status).toBe(200);
  expect(api.messenger.sent).toHaveLength(sent + 1);
});

test('a refresh token that was used then is no fresh one', async () => {
  const { refreshToken } = await api.signIn('ops');
  const refresh = () => api.anonymous.post('/sys/refresh-token', { body: { refreshToken } });
  expect((await refresh()).status).toBe(200);
  await api.later(PUT_BACK);
  expect((await refresh()).status).toBe(401);
});

test('what time ends is swept, and what a server held that has ended since is done', async () => {
  const names = Object.keys(SWEEPS);
  await kit.server('one', () => undefined);
  await expect.poll(() => api.rows(`select 1 from job where user_id = 0 and state = 'waiting' and run_at > now()`)).toHaveLength(names.length);
  await api.rows(`update job set run_at = run_at + interval '8 hours' where user_id = 0`);
  await api.rows(`update job set state = 'running', holder = gen_random_uuid()::text, lease_until = now() + interval '8 hours' where kind = 'sweep.session'`);
  await expect.poll(() => api.rows(`select 1 from job where user_id = 0 and state = 'waiting' and run_at between now() and now() + interval '1 hour'`)).toHaveLength(names.length);
});
