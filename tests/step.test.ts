import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from '../src/areas/session/totp.ts';
import { PASSWORD, startApi, type Api } from './kit/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await api.account({ username: 'person', role: 3 });
});
afterAll(() => api.close());

const bytesOf = (base32: string): Buffer => {
  const bits = [...base32].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
};
test('the code that switched the app on does not sign in too; the next one does', async () => {
  const person = await api.as('person');
  const secret = bytesOf((await person.post<{ secret: string }>('/sys/second-step/totp', { body: { password: PASSWORD } })).body.result.secret);
  // the newest step that is taken: none after it is there to be used by mistake
  const step = Math.floor(Date.now() / 30_000);
  expect((await person.put('/sys/second-step/totp', { body: { code: codeAt(secret, step) } })).status).toBe(200);
  const { second } = (await api.attempt('person')).body.result as unknown as { second: { challenge: string } };
  const answer = async (code: string) => (await api.anonymous.post('/sys/login/second', { body: { challenge: second.challenge, method: 'totp', code } })).status;
  expect([await answer(codeAt(secret, step)), await answer(codeAt(secret, step - 1)), await answer(codeAt(secret, step + 1))]).toEqual([400, 400, 200]);
});
