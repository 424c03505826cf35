import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { account } from '../src/areas/account/contract.ts';
import { sweep } from '../src/host/sweep.ts';
import type { Reply } from '../src/kernel/endpoint.ts';
import { PASSWORD, startApi, type Api, type Client } from './kit/api.ts';
import { BAD, FINE, fresh, made, newPerson, other, seen } from './kit/person.ts';

type Profile = Reply<typeof account.profile>;
let api: Api;
let id: string;
let username: string;
let client: Client;
let phone: string;
beforeAll(async () => void (api = await startApi()));
afterAll(() => api.close());
beforeEach(async () => void ({ id, username, phone, client } = await newPerson(api)));

const send = (contact: string) => client.get('/sys/send-verification-code', { query: { contact, contactType: 'MOBILE' } });
const forgot = (userName: string) => api.anonymous.post('/sys/sms/sendCode', { body: { userName } });
const update = (userName: string, newPhone: string, smsCode: string) => api.anonymous.post('/sys/updatePhone', { body: { userName, phone: newPhone, smsCode } });
const sentTo = (contact: string): number => api.messenger.sent.filter((m) => m.to === contact).length;
const alive = async (one: Client): Promise<number> => (await one.get('/sys/me')).status;

describe('a lost phone', () => {
  test('the code goes to the bound phone, else to the mailbox; the answer says nothing', async () => {
    for (const name of ['off', 'gone', 'bare']) await api.account({ username: `${name}${made}`, role: 2 });
    await api.rows(`update sys_user set status = 0, mobile = $2 where username = $1`, [`off${made}`, fresh()]);
    await api.rows(`update sys_user set deleted_at = now(), mobile = $2 where username = $1`, [`gone${made - 1}`, fresh()]);
    const before = api.messenger.sent.length;
    const mine = seen(await forgot(username));
    expect(mine).toMatchObject({ status: 200, text: JSON.stringify(FINE) });
    expect(api.messenger.sent.slice(before).map((m) => m.to)).toEqual([phone]);
    for (const name of ['nobody-at-all', `off${made - 1}`, `gone${made - 1}`, `bare${made - 2}`]) {
      expect([name, seen(await forgot(name))]).toEqual([name, mine]);
      expect(seen(await forgot(name.toUpperCase())).status).toBe(429); // however it is spelt
    }
    expect(seen(await forgot(username)).status).toBe(429);
    expect(api.messenger.sent.length).toBe(before + 1);
    await api.later('61 seconds');
    await api.rows('update sys_user set mobile = null where id = $1', [id]);
    await forgot(username);
    expect(api.messenger.sent.at(-1)).toMatchObject({ kind: 'email', to: `${username}@Example.com` });
  });
  test('a phone that has had its codes elsewhere gets none, and the answer does not say so', async () => {
    await send(phone);
    const before = sentTo(phone);
    expect((await forgot(username)).body).toEqual(FINE);
    expect(sentTo(phone)).toBe(before);
  });
  test('the right code sets the new phone, ends every session and is audited', async () => {
    const [two, next] = [await api.as(username), fresh()];
    await forgot(username);
    const code = api.sentTo(phone);
    expect((await update(username.toUpperCase(), next, code)).body).toEqual(FINE);
    expect([await alive(client), await alive(two)]).toEqual([401, 401]);
    expect(await api.rows('select mobile from sys_user where id = $1', [id])).toEqual([{ mobile: next }]);
    expect((await update(username, fresh(), code)).body).toEqual(BAD);
    expect(await api.rows(`select ok, error_code, actor_id::text, before, after from audit_event where action = 'mobile.recover' and entity_id = $1 order by id`, [id])).toEqual([
      { ok: true, error_code: null, actor_id: id, before: { mobile: `138****${phone.slice(-4)}` }, after: { mobile: `138****${next.slice(-4)}` } },
      { ok: false, error_code: 'bad_code', actor_id: null, before: null, after: null },
    ]);
    expect((await api.attempt(username)).status).toBe(200);
  });
  test('everything wrong is one answer; a phone that is taken is told only with the right code, which it spends', async () => {
    const taken = fresh();
    const owner = await api.account({ username: `holder${made}`, role: 2 });
    await api.rows('update sys_user set mobile = $2 where id = $1', [owner, taken]);
    const wrong = seen(await update(username, fresh(), '123456'));
    expect(wrong).toMatchObject({ status: 400, text: JSON.stringify(BAD) });
    expect(seen(await update('nobody-at-all', fresh(), '123456'))).toEqual(wrong);
    await forgot(username);
    const code = api.sentTo(phone);
    expect(seen(await update(username, taken, other(code)))).toEqual(wrong);
    expect(seen(await update(`holder${made - 1}`, fresh(), code))).toEqual(wrong);
    await api.rows('update sys_user set status = 0 where id = $1', [id]);
    expect(seen(await update(username, fresh(), code))).toEqual(wrong);
    await api.rows('update sys_user set status = 1 where id = $1', [id]);
    expect((await update(username, taken, code)).body).toMatchObject({ code: 40903 });
    expect(await alive(client)).toBe(200);
    expect(seen(await update(username, fresh(), code))).toEqual(wrong);
  });
  test('twenty tries at once are five looks, and after ten of an account no code is right for a while; its owner signs in all the same', async () => {
    await forgot(username);
    const code = api.sentTo(phone);
    await Promise.all(Array.from({ length: 20 }, () => update(username, fresh(), other(code))));
    expect((await update(username, fresh(), code)).body).toEqual(BAD);
    expect(await api.rows('select attempts from sys_verification where user_id = $1', [id])).toEqual([{ attempts: 5 }]);
    await api.later('61 seconds');
    await forgot(username);
    expect((await update(username, fresh(), api.sentTo(phone))).body).toEqual(BAD);
    expect((await api.attempt(username)).status).toBe(200);
  });
  test('a stranger who asks for a lost phone again and again leaves its owner two codes an hour', async () => {
    for (let n = 0; n < 5; n++) {
      expect((await forgot(username)).body).toEqual(FINE);
      await api.later('61 seconds');
    }
    expect(sentTo(phone)).toBe(3);
    client = await api.as(username);
    await send(phone);
    await api.later('61 seconds');
    await send(phone);
    expect(sentTo(phone)).toBe(5);
  });
  test('three codes for something else leave the one whose phone is lost two', async () => {
    for (let n = 0; n < 3; n++) {
      expect((await send(phone)).body).toEqual(FINE);
      await api.later('61 seconds');
    }
    for (const codes of [4, 5, 5]) {
      expect((await forgot(username)).body).toEqual(FINE);
      expect(sentTo(phone)).toBe(codes);
      await api.later('61 seconds');
    }
  });
  test('a gateway that fails is in the log, and the answer is the same', async () => {
    const works = api.messenger.send;
    api.messenger.send = async () => Promise.reject(new Error(`no way to ${phone}`));
    const before = api.log.length;
    try {
      expect((await forgot(username)).body).toEqual(FINE);
    } finally {
      api.messenger.send = works;
    }
    await expect.poll(() => api.log.slice(before)).toContainEqual(expect.objectContaining({ level: 'error', error: 'Error' }));
    expect(JSON.stringify(api.log.slice(before))).not.toContain(phone);
  });
});

describe('changing one\'s password', () => {
  const change = (oldPassword: string, newPassword: string, key?: string) => client.put('/sys/password', { body: { oldPassword, newPassword }, ...(key === undefined ? {} : { key }) });
  test('takes the old one, ends all other sessions and the duty to change it', async () => {
    await api.rows('update sys_user set must_change_password = true where id = $1', [id]);
    const [two, long] = [await api.as(username), '海天𠮷'.repeat(42) + 'ab']; // 128 characters
    expect((await client.get<Profile>('/sys/users/profile')).body.result.mustChangePassword).toBe(true);
    expect((await change('wrong', 'Other-reef-2026')).body).toMatchObject({ code: 40005, message: '密码不正确' });
    expect((await change(PASSWORD, PASSWORD)).body.code).toBe(40008);
    for (const weak of ['short', '12345678', 'password1', username, `${username}${username.toUpperCase()}x`]) expect([weak, (await change(PASSWORD, weak)).body.code]).toEqual([weak, 40004]);
    expect((await change(PASSWORD, long, `password-${username}`)).body).toEqual(FINE);
    expect((await change(PASSWORD, long, `password-${username}`)).body).toEqual(FINE);
    expect([await alive(client), await alive(two)]).toEqual([200, 401]);
    expect((await client.get<Profile>('/sys/users/profile')).body.result.mustChangePassword).toBe(false);
    expect((await api.attempt(username)).status).toBe(400);
    expect((await api.attempt(username, long)).status).toBe(200);
    expect((await api.rows<{ n: number }>(`select count(*)::int as n from audit_event where action = 'password.change' and ok and entity_id = $1`, [id]))[0]!.n).toBe(1);
  });
  test('a wrong old one is a trial of the account like any other', async () => {
    for (let n = 0; n < 10; n++) expect((await change('wrong', 'Other-reef-2026')).body.code).toBe(40005);
    expect((await change(PASSWORD, 'Other-reef-2026')).body.code).toBe(40005);
    expect((await api.attempt(username)).body.code).toBe(40001);
    await api.later('15 minutes 1 second');
    expect((await api.attempt(username)).status).toBe(200);
  });
  test('of two at once with one old password one wins', async () => {
    const answers = await Promise.all([change(PASSWORD, 'Other-reef-2026'), change(PASSWORD, 'Third-reef-2026')]);
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
  });
});

test('no code, phone or password is in the log, the audit or, but for the phone, a table; what is over is swept away', async () => {
  await forgot(username);
  await client.put('/sys/password', { body: { oldPassword: PASSWORD, newPassword: 'Other-reef-2026' } });
  const log = JSON.stringify(api.log);
  for (const secret of [phone, PASSWORD, 'Other-reef-2026', username, `"${api.sentTo(phone)}"`]) expect(log).not.toContain(secret);
  const audits = (await api.rows<{ t: string }>('select a::text as t from audit_event a')).map(({ t }) => t).join('\n');
  for (const secret of [phone, PASSWORD, 'Other-reef-2026']) expect(audits).not.toContain(secret);
  const everything = await api.everything();
  for (const secret of [PASSWORD, 'Other-reef-2026']) expect(everything).not.toContain(secret);
  await api.rows(`insert into sys_challenge (hash, user_id, remember_me, expires_at) values ('x', $1, false, now())`, [id]);
  await api.later('25 hours');
  await sweep(api.database.db);
  for (const table of ['sys_verification', 'sys_challenge', 'sys_counter', 'sys_captcha']) expect([table, await api.rows(`select 1 from ${table}`)]).toEqual([table, []]);
});
