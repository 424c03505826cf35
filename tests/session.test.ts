import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { account } from '../src/areas/account/contract.ts';
import type { Reply } from '../src/kernel/endpoint.ts';
import { PASSWORD, startApi, type Answer, type Api, type Client, type Pair } from './kit/api.ts';

type Profile = Reply<typeof account.profile>;
let api: Api;
beforeAll(async () => {
  api = await startApi();
  for (const [username, role] of [['admin', 1], ['ops', 2], ['resident', 3], ['hospital', 4], ['zhou', 2], ['idle', 2], ['day', 2], ['week', 2]] as const) await api.account({ username, role });
});
afterAll(() => api.close());

/** The parts of an answer that a stranger can compare: not the request's own number. */
const seen = ({ status, headers, text }: Answer) => ({ status, text, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'x-request-id' && name !== 'date')) });
const refresh = (refreshToken: string) => api.anonymous.post<Pair>('/sys/refresh-token', { body: { refreshToken } });
const alive = async (token: string): Promise<number> => (await api.client(token).get('/sys/me')).status;

describe('captcha', () => {
  test('is a PNG picture, a new one each time, whose answer is nowhere in the database', async () => {
    const [one, two] = [await api.captcha(), await api.captcha()];
    expect(one.image).toMatch(/^data:image\/png;base64,/);
    const png = Buffer.from(one.image.split(',')[1]!, 'base64');
    expect(png.subarray(0, 8)).toEqual(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([132, 48]);
    const data = png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8);
    expect(new Set(inflateSync(data)).size).toBeGreaterThan(10);
    expect(one.captchaKey).not.toBe(two.captchaKey);
    expect(one.image).not.toBe(two.image);
    const [row] = await api.rows<{ text: string; hash: Buffer }>('select c::text as text, answer_hash as hash from sys_captcha c where key = $1', [one.captchaKey]);
    expect(row!.text).not.toContain(one.captchaCode);
    expect(row!.hash.toString('latin1')).not.toContain(one.captchaCode);
  });

  const tryWith = (captchaKey: string, captchaCode: string) => api.anonymous.post('/sys/login', { body: { username: 'zhou', password: PASSWORD, captchaKey, captchaCode } });
  test('serves once, right or wrong, in any case of its letters', async () => {
    const used = await api.captcha();
    expect((await tryWith(used.captchaKey, used.captchaCode.toLowerCase())).status).toBe(200);
    expect((await tryWith(used.captchaKey, used.captchaCode)).body).toMatchObject({ success: false, code: 40002 });
    const missed = await api.captcha();
    expect((await tryWith(missed.captchaKey, '????')).body.code).toBe(40002);
    expect((await tryWith(missed.captchaKey, missed.captchaCode)).body.code).toBe(40002);
    const [one, two] = [await api.captcha(), await api.captcha()];
    expect((await tryWith(one.captchaKey, two.captchaCode)).body.code).toBe(40002);
    expect((await tryWith('no-such-key', two.captchaCode)).body.code).toBe(40002);
  });
  test('serves one of many at once', async () => {
    const { captchaKey, captchaCode } = await api.captcha();
    const answers = await Promise.all(Array.from({ length: 8 }, () => tryWith(captchaKey, captchaCode)));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
  });
  test('ends after three minutes', async () => {
    const [one, two] = [await api.captcha(), await api.captcha()];
    await api.later('2 minutes 50 seconds');
    expect((await tryWith(one.captchaKey, one.captchaCode)).status).toBe(200);
    await api.later('11 seconds');
    expect((await tryWith(two.captchaKey, two.captchaCode)).body.code).toBe(40002);
  });
});

describe('signing in', () => {
  test('gives a pair of tokens and who one is', async () => {
    const pair = await api.signIn('resident');
    expect(pair.expiresIn).toBeGreaterThan(1700);
    expect(pair.expiresIn).toBeLessThanOrEqual(1800);
    expect(pair.token).toMatch(/^[\w-]{43}$/);
    expect(pair.userInfo).toMatchObject({ username: 'resident', nickname: 'resident的昵称', role: 3, roles: ['inpatient_manager'] });
    expect((await api.client(pair.token).get('/sys/me')).body.result).toEqual(pair.userInfo);
  });

  test('answers the same whether the account is unknown, disabled, deleted, exhausted or the password wrong', async () => {
    for (const username of ['off', 'gone', 'tired']) await api.account({ username, role: 2 });
    await api.rows(`update sys_user set status = 0 where username = 'off'`);
    await api.rows(`update sys_user set deleted_at = now() where username = 'gone'`);
    for (let n = 0; n < 10; n++) await api.attempt('tired', 'wrong');
    const wrong = seen(await api.attempt('zhou', 'wrong'));
    expect(wrong).toMatchObject({ status: 400 });
    expect(JSON.parse(wrong.text)).toEqual({ success: false, code: 40001, message: '账号或密码不正确', result: null });
    for (const username of ['nobody', 'off', 'gone', 'tired']) expect([username, seen(await api.attempt(username))]).toEqual([username, wrong]);
  });

  test('allows ten trials in fifteen minutes, however the name is spelt, and none more with the right password', async () => {
    await api.account({ username: 'tester', role: 2 });
    for (const name of ['tester', 'Tester', 'TESTER', 'tEsTeR', 'testeR', 'tester', 'TESTER', 'Tester', 'tester', 'TeSter']) expect((await api.attempt(name, 'wrong')).status).toBe(400);
    for (const name of ['tester', 'TESTER']) expect((await api.attempt(name, PASSWORD, {}, { from: '10.1.2.3', headers: { 'x-forwarded-for': '10.9.9.9' } })).body.code).toBe(40001);
    await api.later('14 minutes 50 seconds');
    expect((await api.attempt('tester')).status).toBe(400);
    await api.later('11 seconds');
    expect((await api.attempt('Tester')).status).toBe(200);
  });
  test('nor are there more in any other fifteen minutes: the bar ends that long after the last trial that was looked at', async () => {
    await api.account({ username: 'slow', role: 2 });
    const wrong = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n++) await api.attempt('slow', 'wrong');
    };
    await wrong(1);
    await api.later('14 minutes 50 seconds');
    await wrong(9);
    await api.later('11 seconds');
    expect((await api.attempt('slow')).status).toBe(400);
    // one that is refused unseen begins nothing anew
    await api.later('14 minutes 50 seconds');
    expect((await api.attempt('slow')).status).toBe(200);
  });
  test('lets no guess slip through in parallel', async () => {
    await api.account({ username: 'rush', role: 2 });
    await Promise.all(Array.from({ length: 10 }, () => api.attempt('rush', 'wrong')));
    expect((await api.attempt('rush')).status).toBe(400);
    expect(await api.rows(`select n from sys_counter where key = 'trial:' || (select id from sys_user where username = 'rush')`)).toEqual([{ n: 11 }]);
  });
  test('forgets the count with a success', async () => {
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 9; n++) await api.attempt('zhou', 'wrong');
      expect((await api.attempt('zhou')).status).toBe(200);
    }
  });
  test('is audited: who came, and who was refused', async () => {
    const tally = () => api.rows<{ ok: boolean; error_code: string | null; actor_id: string | null; entity_id: string | null; session: boolean }>(
      `select ok, error_code, actor_id::text, entity_id, session_id is not null as session from audit_event where action = 'sign-in' order by id desc limit 2`);
    const id = (await api.signIn('ops')).userInfo.userId;
    await api.attempt('ops', 'wrong');
    expect(await tally()).toEqual([{ ok: false, error_code: 'bad_sign_in', actor_id: null, entity_id: id, session: false }, { ok: true, error_code: null, actor_id: id, entity_id: id, session: true }]);
  });

  test('leaves neither token nor password in any table', async () => {
    const { token, refreshToken } = await api.signIn('week', true);
    const next = (await refresh(refreshToken)).body.result;
    const secrets = [token, refreshToken, next.token, next.refreshToken, PASSWORD].flatMap((secret) => [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret, 'base64url').toString('hex')]);
    const tables = await api.rows<{ name: string }>(`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
    const everything = (await Promise.all(tables.map(({ name }) => api.rows<{ t: string }>(`select t::text as t from ${name} t`)))).flat().map(({ t }) => t).join('\n');
    expect(everything).toContain('week的昵称');
    for (const secret of secrets) expect(everything).not.toContain(secret);
  });
});

describe('how long a session lives', () => {
  test('an ordinary one ends after 30 idle minutes; being there moves the end', async () => {
    const { token, refreshToken } = await api.signIn('idle');
    await api.later('20 minutes');
    expect(await alive(token)).toBe(200);
    await api.later('25 minutes');
    const next = (await refresh(refreshToken)).body.result; // the access token has ended, the session has not
    expect([await alive(token), await alive(next.token)]).toEqual([401, 200]);
    await api.later('31 minutes');
    expect([await alive(next.token), (await refresh(next.refreshToken)).status]).toEqual([401, 401]);
  });
  test('a token that the page renews by itself moves no end: that is thirty minutes after the last act, which the renewal tells', async () => {
    const unattended = { headers: { 'x-unattended': '1' } };
    const renewed = async (refreshToken: string, idle?: number) => (await api.anonymous.post<Pair>('/sys/refresh-token', { ...unattended, body: { refreshToken, ...(idle === undefined ? {} : { idle }) } })).body.result;
    const stands = async (token: string): Promise<number> => (await api.client(token).get('/sys/me', unattended)).status;
    for (const [idle, left] of [[undefined, 120], [9_999_999, 120], [300, 1500], [0, 1800]] as const) {
      const { refreshToken } = await api.signIn('idle');
      await api.later('28 minutes');
      const next = await renewed(refreshToken, idle);
      expect([idle, next.expiresIn <= left && next.expiresIn > left - 30]).toEqual([idle, true]);
      await api.later(`${left - 60} seconds`);
      expect([idle, await stands(next.token)]).toEqual([idle, 200]);
      await api.later('61 seconds');
      expect([idle, await stands(next.token), (await refresh(next.refreshToken)).status]).toEqual([idle, 401, 401]);
    }
    // another tab that asks in the same moment, with the same token, tells what was done in it
    const tabs = await api.signIn('idle');
    await api.later('28 minutes');
    await renewed(tabs.refreshToken, 1500);
    const second = await renewed(tabs.refreshToken, 0);
    await api.later('10 minutes');
    expect((await refresh(second.refreshToken)).status).toBe(200);
    // what the server itself has seen since is no less true
    const { token, refreshToken } = await api.signIn('idle');
    await api.later('20 minutes');
    expect(await alive(token)).toBe(200);
    await api.later('5 minutes');
    expect((await renewed(refreshToken, 1500)).expiresIn).toBeGreaterThan(24 * 60);
  });
  test('an ordinary one ends after 12 hours of work', async () => {
    let pair = await api.signIn('day');
    for (let minutes = 0; minutes < 700; minutes += 25) {
      await api.later('25 minutes');
      pair = (await refresh(pair.refreshToken)).body.result;
    }
    await api.later('15 minutes');
    const last = (await refresh(pair.refreshToken)).body.result;
    expect(last.expiresIn).toBeLessThanOrEqual(5 * 60); // never beyond the session itself
    await api.later('6 minutes');
    expect([await alive(last.token), (await refresh(last.refreshToken)).status]).toEqual([401, 401]);
  });
  test('a remembered one ends after 7 days, idle or not', async () => {
    const { refreshToken } = await api.signIn('week', true);
    await api.later('6 days 23 hours');
    const next = (await refresh(refreshToken)).body.result;
    expect(await alive(next.token)).toBe(200);
    await api.later('61 minutes');
    expect([await alive(next.token), (await refresh(next.refreshToken)).status]).toEqual([401, 401]);
  });
});
test('when one was last signed in is told with each session as it was before that one, null in the first; the list has the newest', async () => {
  const made = await api.account({ username: 'often', role: 3 });
  const mine = async (client: Client): Promise<string | null> => (await client.get<Profile>('/sys/users/profile')).body.result.lastLoginAt;
  const admin = await api.as('admin');
  const newest = async (): Promise<string | null> => (await admin.get<Reply<typeof account.list>>('/sys/users/list', { query: { keywords: 'often' } })).body.result.list.find((row) => row.id === made)!.lastLoginAt;
  const first = await api.as('often');
  const began = await newest();
  expect([await mine(first), began !== null]).toEqual([null, true]);
  const second = await api.as('often');
  expect([await mine(first), await mine(second), await newest() === began]).toEqual([null, began, false]);
  expect((await second.put<Profile>('/sys/users/profile', { body: { ...(await second.get<Profile>('/sys/users/profile')).body.result, nickname: '常来' } })).body.result).toMatchObject({ nickname: '常来', lastLoginAt: began });
});
