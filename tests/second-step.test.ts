import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { session } from '../src/areas/session/contract.ts';
import { codeAt } from '../src/areas/session/totp.ts';
import type { Reply } from '../src/kernel/endpoint.ts';
import { PASSWORD, startApi, type Answer, type Api, type Client, type Pair } from './kit/api.ts';

type Second = { second: { challenge: string; methods: string[]; mobile: string | null } };
type Steps = Reply<typeof session.steps>;
let api: Api;
let [id, username] = ['', ''];
let client: Client;
let made = 0;
const phone = () => `1390000${String(made).padStart(4, '0')}`;
beforeAll(async () => void (api = await startApi()));
afterAll(() => api.close());
// each test has an account of its own, so that no limit of one is felt by another; the clock that TOTP reads can be moved
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
  username = `person${++made}`;
  id = await api.account({ username, role: 2 });
  await api.rows('update sys_user set mobile = $2 where id = $1', [id, phone()]);
  client = await api.as(username);
});
afterEach(() => void vi.useRealTimers());

const unbase32 = (text: string): Buffer => Buffer.from([...text].map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('').match(/.{8}/g)!.map((b) => parseInt(b, 2)));
const tick = (seconds = 30): void => void vi.setSystemTime(Date.now() + seconds * 1000);
const totp = (secret: string, offset = 0): string => codeAt(unbase32(secret), Math.floor(Date.now() / 30_000) + offset);
/** Switches TOTP on; the secret and the recovery codes. */
async function enrol(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await client.post<{ secret: string }>('/sys/second-step/totp', { body: { password: PASSWORD } })).body.result;
  const { recoveryCodes } = (await client.put<{ recoveryCodes: string[] }>('/sys/second-step/totp', { body: { code: totp(secret) } })).body.result;
  tick();
  return { secret, recoveryCodes };
}
const smsOn = () => client.put('/sys/second-step/sms', { body: { password: PASSWORD, on: true } });
const half = async (): Promise<Second['second']> => ((await api.attempt(username)) as unknown as Answer<Second>).body.result.second;
const finish = (challenge: string, method: string, code: string) => api.anonymous.post<Pair>('/sys/login/second', { body: { challenge, method, code } });
const sendTo = (challenge: string) => api.anonymous.post('/sys/login/second/send', { body: { challenge } });
const sessions = async (): Promise<number> => (await api.rows('select 1 from sys_session where user_id = $1 and revoked_at is null', [id])).length;
const OVER = 40006, BAD = 40003;

describe('TOTP', () => {
  test('is set up with the password, in force once confirmed, and asked from then on', async () => {
    expect((await client.post('/sys/second-step/totp', { body: { password: 'wrong' } })).body.code).toBe(40005);
    const { secret, uri } = (await client.post<{ secret: string; uri: string }>('/sys/second-step/totp', { body: { password: PASSWORD } })).body.result;
    expect(unbase32(secret)).toHaveLength(20);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(new URL(uri).pathname)).toContain(username);
    expect((await api.attempt(username)).body.result.token).toBeTypeOf('string'); // not confirmed yet: nothing is asked
    expect((await client.put('/sys/second-step/totp', { body: { code: '000000' } })).body.code).toBe(BAD);
    const { recoveryCodes } = (await client.put<{ recoveryCodes: string[] }>('/sys/second-step/totp', { body: { code: totp(secret) } })).body.result;
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await client.get<Steps>('/sys/second-step')).body.result).toEqual({ totp: true, sms: false, recoveryLeft: 10, mobile: `139****${phone().slice(-4)}` });
    expect((await client.post('/sys/second-step/totp', { body: { password: PASSWORD } })).body.code).toBe(40908);

    const before = await sessions();
    const { challenge, methods, mobile } = await half();
    expect([methods, mobile, challenge.length]).toEqual([['totp', 'recovery'], null, 43]);
    expect(await sessions()).toBe(before);
    tick();
    const { status, body } = await finish(challenge, 'totp', totp(secret));
    expect([status, body.result.userInfo.username]).toEqual([200, username]);
    expect((await api.client(body.result.token).get('/sys/me')).status).toBe(200);
    expect((await finish(challenge, 'totp', totp(secret, 1))).body.code).toBe(OVER); // a challenge serves once
  });
  test('a code serves once, and so does no older one after it', async () => {
    const { secret } = await enrol();
    const code = totp(secret);
    expect((await finish((await half()).challenge, 'totp', code)).status).toBe(200);
    const { challenge } = await half();
    expect((await finish(challenge, 'totp', code)).body.code).toBe(BAD);
    expect((await finish(challenge, 'totp', totp(secret, -1))).body.code).toBe(BAD);
    tick();
    expect((await finish(challenge, 'totp', totp(secret))).status).toBe(200);
  });
  test('is switched off with the password alone, and its recovery codes with it', async () => {
    const { recoveryCodes } = await enrol();
    const { challenge } = await half();
    expect((await client.post('/sys/second-step/totp/off', { body: { password: 'wrong' } })).body.code).toBe(40005);
    expect((await client.post('/sys/second-step/totp/off', { body: { password: PASSWORD } })).status).toBe(200);
    expect((await client.get<Steps>('/sys/second-step')).body.result).toMatchObject({ totp: false, recoveryLeft: 0 });
    expect((await finish(challenge, 'recovery', recoveryCodes[0]!)).body.code).toBe(BAD);
    expect((await api.attempt(username)).body.result.token).toBeTypeOf('string');
  });
  test('what it shows once is not kept for a repeat', async () => {
    const begun = await client.post<{ secret: string }>('/sys/second-step/totp', { body: { password: PASSWORD }, key: `begin-${username}` });
    const { secret } = begun.body.result;
    expect((await client.post('/sys/second-step/totp', { body: { password: PASSWORD }, key: `begin-${username}` })).body.code).toBe(40909);
    expect((await client.put('/sys/second-step/totp', { body: { code: totp(secret) }, key: `confirm-${username}` })).status).toBe(200);
    expect((await client.put('/sys/second-step/totp', { body: { code: totp(secret) }, key: `confirm-${username}` })).body.code).toBe(40909);
  });
});

describe('recovery codes', () => {
  test('each serves once, however it is written', async () => {
    const { recoveryCodes } = await enrol();
    const [one, two] = recoveryCodes as [string, string];
    expect((await finish((await half()).challenge, 'recovery', ` ${one.toLowerCase().replace('-', ' ')}`)).status).toBe(200);
    const { challenge } = await half();
    expect((await finish(challenge, 'recovery', one)).body.code).toBe(BAD);
    expect((await finish(challenge, 'recovery', two)).status).toBe(200);
    expect((await client.get<Steps>('/sys/second-step')).body.result.recoveryLeft).toBe(8);
  });
  test('one used by two at once lets one in', async () => {
    const { recoveryCodes } = await enrol();
    const [a, b] = [await half(), await half()];
    const answers = await Promise.all([finish(a.challenge, 'recovery', recoveryCodes[0]!), finish(b.challenge, 'recovery', recoveryCodes[0]!)]);
    expect(answers.map((x) => x.status).sort()).toEqual([200, 400]);
  });
});

describe('SMS', () => {
  test('needs a phone, sends on request, and its code serves once', async () => {
    await api.rows('update sys_user set mobile = null where id = $1', [id]);
    expect((await smsOn()).body.code).toBe(40907);
    await api.rows('update sys_user set mobile = $2 where id = $1', [id, phone()]);
    expect((await smsOn()).status).toBe(200);
    const { challenge, methods, mobile } = await half();
    expect([methods, mobile]).toEqual([['sms'], `139****${phone().slice(-4)}`]);
    expect((await finish(challenge, 'sms', '123456')).body.code).toBe(BAD); // nothing was sent yet
    expect((await sendTo(challenge)).body).toEqual({ success: true, code: 0, message: '', result: null });
    const code = api.sentTo(phone());
    expect(code).toMatch(/^\d{6}$/);
    expect(api.messenger.sent.at(-1)).toMatchObject({ kind: 'sms', to: phone(), text: expect.stringContaining(code) as string });
    expect((await sendTo(challenge)).status).toBe(429);
    expect((await finish(challenge, 'totp', code)).body.code).toBe(BAD);
    expect((await finish(challenge, 'sms', code)).status).toBe(200);
    expect((await finish((await half()).challenge, 'sms', code)).body.code).toBe(BAD);
  });
  test('a code ends after five minutes and five looks', async () => {
    await smsOn();
    await sendTo((await half()).challenge);
    const code = api.sentTo(phone());
    await api.later('4 minutes 50 seconds');
    const live = await half();
    const wrong = code === '000000' ? '111111' : '000000';
    for (let n = 0; n < 4; n++) expect((await finish(live.challenge, 'sms', wrong)).body.code).toBe(BAD);
    expect((await finish(live.challenge, 'sms', code)).status).toBe(200); // the fifth look
    await sendTo((await half()).challenge);
    const next = api.sentTo(phone());
    const { challenge } = await half();
    await api.later('4 minutes 59 seconds');
    await api.rows(`update sys_challenge set expires_at = now() + interval '1 minute'`);
    await api.later('2 seconds');
    expect((await finish(challenge, 'sms', next)).body.code).toBe(BAD);
  });
  test('a code is bound to its account and its purpose', async () => {
    await smsOn();
    const mine = await half();
    await sendTo(mine.challenge);
    const code = api.sentTo(phone());
    const [other, otherPhone] = [`other${made}`, '13711112222'];
    const otherId = await api.account({ username: other, role: 2 });
    await api.rows('update sys_user set mobile = $2, sms_step = true where id = $1', [otherId, otherPhone]);
    const theirs = ((await api.attempt(other)) as unknown as Answer<Second>).body.result.second;
    await sendTo(theirs.challenge);
    expect((await finish(theirs.challenge, 'sms', code)).body.code).toBe(api.sentTo(otherPhone) === code ? 0 : BAD);
    expect((await api.anonymous.post('/sys/updatePhone', { body: { userName: username, phone: '13712345678', smsCode: code } })).body.code).toBe(BAD);
    expect((await client.put('/sys/mobile', { body: { mobile: null, code } })).body.code).toBe(BAD);
    expect((await client.put('/sys/mobile', { body: { mobile: phone(), code } })).body.code).toBe(BAD);
    expect((await finish(mine.challenge, 'sms', code)).status).toBe(200);
  });
});

describe('the challenge', () => {
  test('of 20 wrong tries at once at most five are looked at', async () => {
    const { secret } = await enrol();
    const { challenge } = await half();
    const answers = await Promise.all(Array.from({ length: 20 }, () => finish(challenge, 'totp', '000000')));
    expect(answers.filter((a) => a.body.code === BAD)).toHaveLength(5);
    expect(answers.filter((a) => a.body.code === OVER)).toHaveLength(15);
    expect((await finish(challenge, 'totp', totp(secret))).body.code).toBe(OVER);
  });
  test('of 20 right tries at once one begins a session', async () => {
    const { secret } = await enrol();
    const { challenge } = await half();
    const before = await sessions();
    const answers = await Promise.all(Array.from({ length: 20 }, () => finish(challenge, 'totp', totp(secret))));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(await sessions()).toBe(before + 1);
  });
  test('ends after five minutes, with the account, and with a new password', async () => {
    const { secret } = await enrol();
    const late = await half();
    await api.later('5 minutes 1 second');
    expect((await finish(late.challenge, 'totp', totp(secret))).body.code).toBe(OVER);
    const off = await half();
    await api.rows('update sys_user set status = 0 where id = $1', [id]);
    expect((await finish(off.challenge, 'totp', totp(secret))).body.code).toBe(OVER);
    expect((await sendTo(off.challenge)).body.code).toBe(OVER);
    await api.rows('update sys_user set status = 1 where id = $1', [id]);
    expect((await client.put('/sys/password', { body: { oldPassword: PASSWORD, newPassword: 'Other-reef-2026' } })).status).toBe(200);
    expect((await finish(off.challenge, 'totp', totp(secret))).body.code).toBe(OVER);
    for (const nothing of ['x', 'x'.repeat(43), 'null']) expect((await finish(nothing, 'totp', '000000')).body.code).toBe(OVER);
  });
  test('wrong codes and passwords together are at most ten trials in fifteen minutes', async () => {
    const { secret } = await enrol();
    const first = await half(); // 1
    for (let n = 0; n < 5; n++) await finish(first.challenge, 'totp', '000000'); // 6
    const second = await half(); // 7
    for (let n = 0; n < 3; n++) await finish(second.challenge, 'totp', '000000'); // 10
    expect((await finish(second.challenge, 'totp', totp(secret))).body.code).toBe(BAD); // the eleventh, right or not
    expect((await api.attempt(username)).body.code).toBe(40001);
    await api.later('15 minutes 1 second');
    expect((await finish((await half()).challenge, 'totp', totp(secret))).status).toBe(200);
    expect((await half()).challenge).toBeTypeOf('string'); // a whole sign-in forgets the count
  });
  test('remembers what was asked of the first step', async () => {
    const { secret } = await enrol();
    const { challenge } = ((await api.attempt(username, PASSWORD, { rememberMe: true })) as unknown as Answer<Second>).body.result.second;
    await finish(challenge, 'totp', totp(secret));
    expect(await api.rows('select remember_me from sys_session where user_id = $1 order by created_at desc limit 1', [id])).toEqual([{ remember_me: true }]);
  });
});

test('no secret of the second step is in a table, the log or the audit', async () => {
  const { secret, recoveryCodes } = await enrol();
  await smsOn();
  const logged = api.log.length;
  const { challenge } = await half();
  await sendTo(challenge);
  const code = api.sentTo(phone());
  const used = totp(secret);
  await finish(challenge, 'totp', '000000');
  const { token, refreshToken } = (await finish(challenge, 'totp', used)).body.result;
  const left = await half();
  const everything = await api.everything();
  const bytes = unbase32(secret);
  const secrets = [secret, challenge, left.challenge, token, refreshToken, PASSWORD, ...recoveryCodes, ...recoveryCodes.map((one) => one.replace('-', ''))];
  for (const one of secrets.flatMap((s) => [s, Buffer.from(s).toString('hex')])) expect(everything).not.toContain(one);
  expect(everything).not.toContain(bytes.toString('hex'));
  expect(await api.rows('select count(*)::int as n from audit_event where before::text like $1 or after::text like $1', [`%${code}%`])).toEqual([{ n: 0 }]);
  const log = JSON.stringify(api.log.slice(logged));
  for (const one of [...secrets, `"${code}"`, phone(), username]) expect(log).not.toContain(one);
});
test('each step is audited with who it was', async () => {
  const { secret } = await enrol();
  const { challenge } = await half();
  await finish(challenge, 'totp', '000000');
  await finish(challenge, 'totp', totp(secret));
  const rows = await api.rows(`select action, ok, error_code, actor_id::text, session_id is not null as session, after from audit_event where entity_id = $1 and action not in ('sign-out') order by id desc limit 5`, [id]);
  expect(rows).toEqual([
    { action: 'sign-in.second', ok: true, error_code: null, actor_id: id, session: true, after: null },
    { action: 'sign-in.second', ok: false, error_code: 'bad_code', actor_id: null, session: false, after: null },
    { action: 'sign-in', ok: true, error_code: null, actor_id: id, session: false, after: { second: ['totp', 'recovery'] } },
    { action: 'totp.on', ok: true, error_code: null, actor_id: id, session: true, after: { totp: true } },
    { action: 'totp.begin', ok: true, error_code: null, actor_id: id, session: true, after: null },
  ]);
});
