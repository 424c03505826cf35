import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { account } from '../src/areas/account/contract.ts';
import { gatewayMessenger, watched, type Unsent } from '../src/host/messenger.ts';
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

const send = (contact: string, contactType = 'MOBILE') => client.get('/sys/send-verification-code', { query: { contact, contactType } });
const bind = (mobile: string | null, code: string, key?: string) => client.put<Profile>('/sys/mobile', { body: { mobile, code }, ...(key === undefined ? {} : { key }) });
const sentTo = (contact: string): number => api.messenger.sent.filter((m) => m.to === contact).length;

describe('binding a phone', () => {
  test('takes the code that was sent to the new one, once', async () => {
    const next = fresh();
    expect((await send(next)).body).toEqual(FINE);
    const code = api.sentTo(next);
    expect((await bind(next, other(code))).body).toEqual(BAD);
    expect((await bind(fresh(), code)).body).toEqual(BAD);
    expect((await bind(null, code)).body).toEqual(BAD);
    expect((await bind(next, code)).body.result).toMatchObject({ id, mobile: `138****${next.slice(-4)}` });
    expect((await bind(next, code)).body).toEqual(BAD);
    expect(await api.rows('select mobile from sys_user where id = $1', [id])).toEqual([{ mobile: next }]);
  });
  test.each<[string, (digits: string) => string]>([
    ['in groups', (d) => `${d.slice(0, 3)} ${d.slice(3, 7)} ${d.slice(7)}`], ['with +86', (d) => `+86 ${d}`], ['with 0086 and dashes', (d) => `0086-${d.slice(0, 3)}-${d.slice(3, 7)}–${d.slice(7)}`], ['as a telephone copies it', (d) => `\u202d(+86) ${d}\u202c`], ['in full width', (d) => d.replace(/\d/g, (one) => String.fromCodePoint(0xff10 + Number(one)))],
  ])('takes one as people write it, %s', async (_how, written) => {
    const next = fresh();
    expect((await send(written(next))).body).toEqual(FINE);
    expect((await bind(written(next), api.sentTo(next))).status).toBe(200);
    expect(await api.rows('select mobile from sys_user where id = $1', [id])).toEqual([{ mobile: next }]);
  });
  test.each(['8613800138', '+86 +86 13800138000', '1380013800a', '+1 13800138000', '138001380001', '86138001380001'])('%s is none', async (written) => {
    expect((await send(written)).status).toBe(400);
    expect((await bind(written, '123456')).body).toMatchObject({ code: 40000 });
  });
  test('null unbinds by a code sent to the one that is bound, and ends the step by SMS', async () => {
    expect((await client.put('/sys/second-step/sms', { body: { password: PASSWORD, on: true } })).status).toBe(200);
    expect((await send(`138****${phone.slice(-4)}`)).body).toEqual(FINE); // masked, as the profile shows it
    const code = api.sentTo(phone);
    expect((await bind(fresh(), code)).body).toEqual(BAD);
    expect((await bind(null, code)).body.result).toMatchObject({ mobile: null });
    expect(await api.rows('select mobile, sms_step from sys_user where id = $1', [id])).toEqual([{ mobile: null, sms_step: false }]);
    expect((await bind(null, code)).body).toEqual(BAD);
  });
  test('the one that is bound already is taken with the code that came there, once, and nothing is changed', async () => {
    const stored = () => api.rows('select mobile, email::text, version, sms_step from sys_user where id = $1', [id]);
    await api.rows('update sys_user set email = $2 where id = $1', [id, `Own${made}@example.com`]);
    const before = await stored();
    for (const [contact, type, path, field] of [[phone, 'MOBILE', '/sys/mobile', 'mobile'], [`own${made}@example.com`, 'EMAIL', '/sys/email', 'email']] as const) {
      expect((await send(contact, type)).body).toEqual(FINE);
      const code = api.messenger.sent.filter((m) => m.to?.toLowerCase() === contact).at(-1)!.answer!;
      const put = (with_: string) => client.put<Profile>(path, { body: { [field]: contact, code: with_ } });
      expect((await put(other(code))).body).toEqual(BAD);
      expect((await put(code)).body).toMatchObject({ code: 0, result: { id } });
      expect((await put(code)).body).toEqual(BAD);
    }
    expect(await stored()).toEqual(before);
  });
  test('nor is it another one for how it is written', async () => {
    const written = `+86 ${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`;
    expect((await send(written)).body).toEqual(FINE);
    expect((await bind(written, api.sentTo(phone))).body).toMatchObject({ code: 0, result: { id } });
  });
  test('the answer is the same whoever owns the contact; that it is taken is told only to who holds the right code', async () => {
    const [theirs, nobodys] = [fresh(), fresh()];
    const owner = await api.account({ username: `owner${made}`, role: 2 });
    await api.rows('update sys_user set mobile = $2 where id = $1', [owner, theirs]);
    const answers = [seen(await send(theirs)), seen(await send(nobodys))];
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]!.headers['cache-control']).toBe('no-store');
    expect((await bind(theirs, other(api.sentTo(theirs)))).body).toEqual(BAD);
    expect((await bind(theirs, api.sentTo(theirs))).body).toMatchObject({ code: 40903, message: expect.stringContaining(theirs) as string });
    expect((await bind(nobodys, api.sentTo(nobodys))).status).toBe(200);
  });
  test('a code is another account\'s business', async () => {
    const next = fresh();
    await send(next);
    await api.account({ username: `thief${made}`, role: 2 });
    expect((await (await api.as(`thief${made}`)).put('/sys/mobile', { body: { mobile: next, code: api.sentTo(next) } })).body).toEqual(BAD);
    expect((await bind(next, api.sentTo(next))).status).toBe(200);
  });
  test('a code has five looks, also in parallel, and five minutes', async () => {
    const next = fresh();
    await send(next);
    await Promise.all(Array.from({ length: 20 }, () => bind(next, other(api.sentTo(next)))));
    expect((await bind(next, api.sentTo(next))).body).toEqual(BAD);
    await api.later('61 seconds');
    await send(next);
    await api.later('5 minutes 1 second');
    expect((await bind(next, api.sentTo(next))).body).toEqual(BAD);
  });
  test('of many at once one code binds once; a repeat with its key gets the first answer', async () => {
    const next = fresh();
    await send(next);
    const code = api.sentTo(next);
    const answers = await Promise.all(Array.from({ length: 3 }, () => bind(next, code)));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 400, 400]);
    const last = fresh();
    await send(last);
    const first = await bind(last, api.sentTo(last), `bind-${username}`);
    const again = await bind(last, api.sentTo(last), `bind-${username}`);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(await api.rows(`select count(*)::int as n from audit_event where action = 'mobile.bind' and ok and entity_id = $1`, [id])).toEqual([{ n: 2 }]);
  });
  test('is audited with masked numbers', async () => {
    const next = fresh();
    await send(next);
    await bind(next, api.sentTo(next));
    expect(await api.rows(`select before, after from audit_event where action = 'mobile.bind' and ok and entity_id = $1`, [id])).toEqual([{ before: { mobile: `138****${phone.slice(-4)}` }, after: { mobile: `138****${next.slice(-4)}` } }]);
  });
  test('of which only hidden digits changed says so', async () => {
    const next = `138${String((Number(phone.slice(3, 7)) + 5000) % 10_000).padStart(4, '0')}${phone.slice(-4)}`;
    await send(next);
    await bind(next, api.sentTo(next));
    expect(await api.rows(`select after from audit_event where action = 'mobile.bind' and ok and entity_id = $1`, [id])).toEqual([{ after: { mobile: `138****${phone.slice(-4)}（号码已改）` } }]);
  });
});

test('a mailbox is bound and unbound the same way, without regard to case', async () => {
  const next = `New.${username}@example.com`;
  expect((await send(next, 'EMAIL')).body).toEqual(FINE);
  const put = (email: string | null, code: string) => client.put<Profile>('/sys/email', { body: { email, code } });
  expect(api.messenger.sent.at(-1)).toMatchObject({ kind: 'email', to: next });
  expect((await put(next.toLowerCase(), api.sentTo(next))).body.result).toMatchObject({ email: 'n***@example.com' });
  await api.later('61 seconds');
  await send('n***@example.com', 'EMAIL');
  expect((await put(null, api.sentTo(next.toLowerCase()))).body.result).toMatchObject({ email: null });
});

describe('sending codes', () => {
  test('a phone gets one a minute and five in any hour, whoever asks and whatever for', async () => {
    const next = fresh();
    expect((await send(next)).status).toBe(200);
    const refused = await send(next);
    expect([refused.status, refused.body.code]).toEqual([429, 42900]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await api.account({ username: `second${made}`, role: 2 });
    const second = await api.as(`second${made}`);
    expect((await second.get('/sys/send-verification-code', { query: { contact: next, contactType: 'MOBILE' } })).status).toBe(429);
    for (let n = 2; n <= 5; n++) {
      await api.later('10 minutes');
      client = await api.as(username); // an access token lives 30 minutes
      expect((await send(next)).status).toBe(200);
    }
    await api.later('19 minutes'); // 59 after the first
    client = await api.as(username);
    expect((await send(next)).status).toBe(429);
    await api.later('61 seconds');
    expect((await send(next)).status).toBe(200);
    expect((await send(next)).status).toBe(429);
    expect(sentTo(next)).toBe(6);
  });
  test('of many at once one is sent', async () => {
    const next = fresh();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(next)));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(sentTo(next)).toBe(1);
  });
  test('one account cannot have codes sent to ever more phones', async () => {
    const answers = [];
    for (let n = 0; n < 11; n++) answers.push((await send(fresh())).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
  test('refuses what is no phone or mailbox, and HEAD', async () => {
    for (const [contact, type] of [['12345', 'MOBILE'], ['23812345678', 'MOBILE'], ['a@b', 'EMAIL'], ['13812345678', 'EMAIL'], ['x', 'PIGEON']]) expect((await send(contact!, type)).status).toBe(400);
    const before = api.messenger.sent.length;
    expect((await client.send('HEAD', `/admin-api/sys/send-verification-code?contact=${fresh()}&contactType=MOBILE`)).status).toBe(405);
    expect(api.messenger.sent.length).toBe(before);
  });
  test('is in the reader\'s language and holds the code', async () => {
    const next = fresh();
    await client.get('/sys/send-verification-code', { query: { contact: next, contactType: 'MOBILE' }, headers: { 'x-language': 'en' } });
    expect(api.messenger.sent.at(-1)).toMatchObject({ kind: 'sms', to: next, text: `[Nursing management system] Your code is ${api.sentTo(next)}. It is valid for 5 minutes. Do not tell it to anyone.` });
  });
});

test('no code and no phone of a stranger is in the log or the audit', async () => {
  const next = fresh();
  await send(next);
  await bind(next, api.sentTo(next));
  const log = JSON.stringify(api.log);
  for (const secret of [next, phone, username, `"${api.sentTo(next)}"`]) expect(log).not.toContain(secret);
  const audits = (await api.rows<{ t: string }>('select a::text as t from audit_event a')).map(({ t }) => t).join('\n');
  for (const secret of [next, phone]) expect(audits).not.toContain(secret);
});

test.each([['is not there', Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }) })], ['refuses', new Error('the message gateway answered 500')]])('a gateway that %s is no loss of the database, and whoever waits for a code is told that none was sent', async (_how, error) => {
  api.log.length = 0;
  vi.spyOn(api.messenger, 'send').mockRejectedValueOnce(error);
  const { status, body, headers } = await send(fresh());
  expect([status, Number(headers['retry-after']) > 0, body]).toEqual([503, true, { success: false, code: 50301, message: '验证码没有发出，稍后再试', result: null }]);
  // of what was to be sent, and to whom, nothing
  expect(api.log.filter(({ level }) => level === 'error')).toEqual([{ at: expect.any(String), level: 'error', error: expect.any(String), code: (error.cause as { code: string } | undefined)?.code, constraint: undefined, stack: expect.any(Array) }]);
});

test('one that was certainly not sent counts for nothing, however often; one that may have arrived counts', async () => {
  const next = fresh();
  const gone = Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) });
  // more than one account may ask for in an hour
  for (let times = 0; times < 12; times += 1) {
    vi.spyOn(api.messenger, 'send').mockRejectedValueOnce(gone);
    expect([times, (await send(next)).body.code]).toEqual([times, 50301]);
  }
  const later = fresh();
  vi.spyOn(api.messenger, 'send').mockRejectedValueOnce(new DOMException('too late', 'TimeoutError'));
  expect([(await send(later)).status, (await send(later)).status]).toEqual([503, 429]);
  expect((await send(next)).body).toEqual(FINE);
  expect((await bind(next, api.sentTo(next))).status).toBe(200);
});

test('a message goes to the gateway that was named, and to no address that it names', async () => {
  const told: string[] = [];
  const said: unknown[] = [];
  const elsewhere = createServer((request, response) => void (told.push(`elsewhere ${request.method}`), response.end()));
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
  const gateway = createServer((request, response) => void (told.push(`gateway ${request.method}`), said.push(request.headers.authorization), response.writeHead({ '/fine': 200, '/no': 429, '/perhaps': 504 }[request.url!] ?? 307, { location: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/` }).end('{}')));
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  const at = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const message = { kind: 'sms', to: '13800000001', text: '123456', at: new Date().toISOString() } as const;
  try {
    await gatewayMessenger(`${at}/fine`).send(message);
    await expect(gatewayMessenger(`${at}/moved`).send(message)).rejects.toThrow();
    expect(told).toEqual(['gateway POST', 'gateway POST']);
    // a name and a password in its address are told as HTTP tells them: fetch itself takes no such address
    await gatewayMessenger(`${at.replace('//', '//nurse%40house:100%@')}/fine`).send(message);
    expect(said.map((one) => one && Buffer.from(String(one).replace(/^Basic /, ''), 'base64').toString())).toEqual([undefined, undefined, 'nurse@house:100%']);
    const sure = (url: string) => watched(gatewayMessenger(url), () => undefined).send(message).catch(({ sure: is }: Unsent) => is);
    expect([await sure(`${at}/no`), await sure(`${at}/perhaps`), await sure(`${at}/moved`), await sure('http://127.0.0.1:2/')]).toEqual([true, false, false, true]);
  } finally {
    gateway.close();
    elsewhere.close();
  }
});
