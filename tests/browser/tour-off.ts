// Before all browser tests: the accounts of the demonstration have declined the tour, which else stands below every page of a first visit.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, request, type APIRequestContext } from '@playwright/test';
import { LANES, laneOf } from './playwright.config.ts';

interface Answer<T> {
  result: T;
}
async function signIn(api: APIRequestContext, data: string, username: string): Promise<string> {
  const { result: captcha } = (await (await api.get('/admin-api/sys/captcha/randomImage')).json()) as Answer<{ captchaKey: string }>;
  const lines = readFileSync(path.join(data, 'outbox', 'outbox.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { key?: string; answer?: string });
  const captchaCode = lines.findLast(({ key }) => key === captcha.captchaKey)!.answer!;
  const reply = await api.post('/admin-api/sys/login', { data: { username, password: 'Peihu-2026!', captchaKey: captcha.captchaKey, captchaCode } });
  return ((await reply.json()) as Answer<{ token: string }>).result.token;
}
/** Keeps with each account of every lane that it does not want the tour, and that it has seen what is new. */
export default async function tourOff(): Promise<void> {
  for (let lane = 0; lane < LANES; lane++) {
    const { port, data } = laneOf(lane);
    const api = await request.newContext({ baseURL: `http://127.0.0.1:${port}` });
    await expect(async () => expect((await api.get('/readyz')).ok()).toBe(true)).toPass({ timeout: 300_000 });
    for (const username of ['admin', 'ops', 'resident', 'hospital']) {
      const headers = { 'X-Access-Token': await signIn(api, data, username), 'Idempotency-Key': `tour-off-of-${username}` };
      const reply = await api.put('/admin-api/help/mark', { headers, data: { tour: { state: 'off', step: null }, news: 'help' } });
      if (!reply.ok()) throw new Error(`${username}: ${await reply.text()}`);
      await api.post('/admin-api/sys/logout', { headers: { ...headers, 'Idempotency-Key': `tour-off-left-${username}` } });
    }
    await api.dispose();
  }
}
