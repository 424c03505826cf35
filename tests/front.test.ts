import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { FAULTS, type FaultName } from '../src/kernel/error.ts';
import { served } from '../src/served.gen.ts';
import { LIMITS } from '../src/host/limit.ts';
import { PASSWORD, pathOf, PREFIX, startApi, type Answer, type Api, type Client } from './kit/api.ts';
import { careKit } from './kit/care.ts';

let api: Api;
let admin: Client;
let orderNo: string;
beforeAll(async () => {
  api = await startApi();
  const kit = await careKit(api.database);
  const place = await kit.place('第一医院');
  orderNo = await kit.order(place, { patient: '张秘密', bed_text: null });
  await api.account({ username: 'admin', role: 1 });
  await api.account({ username: 'hospital', role: 4, hospitals: [place.hospitalId] });
  admin = await api.as('admin');
});
afterAll(() => api.close());

const refused = (fault: FaultName) => ({ status: FAULTS[fault][0], body: { success: false, code: FAULTS[fault][1], result: null } });

describe('what is not there', () => {
  test.each(['/admin-api/nothing', '/admin-api', '/admin-api/', '/nothing', '/', '/admin-api/sys/me/', '/admin-api/SYS/ME', '/admin-api//sys/me', '/admin-api/orders/PH1/extra'])('%s is 404', async (url) => {
    for (const client of [api.anonymous, admin]) expect(await client.send('GET', url)).toMatchObject(refused('not_found'));
  });
  test('a wrong method is 405 and says which are right', async () => {
    for (const { endpoint } of served) {
      const path = PREFIX + pathOf(endpoint);
      // `/sys/:id` and `/sys/:ids` are two patterns of one address
      const same = (other: string) => other.replace(/:\w+/g, ':') === endpoint.path.replace(/:\w+/g, ':');
      const allowed = served.filter((s) => same(s.endpoint.path)).map((s) => s.endpoint.method as string);
      // `GET /orders/check` names a record, though only POST has that fixed path
      const names = (other: string) => new RegExp(`^${other.replace(/:(id|itemId)s?(?=\/|$)/g, '\\d+').replace(/:\w+/g, '[^/]+')}$`).test(pathOf(endpoint));
      const taken = served.filter((s) => names(s.endpoint.path)).map((s) => s.endpoint.method as string);
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE'].filter((m) => !allowed.includes(m) && !taken.includes(m))) {
        const { status, headers, body } = await admin.send(method, path);
        const allow = String(headers['allow']).split(', ');
        // `/orders/find` is also an order's name, for methods that only the latter might have
        expect([method, path, status, allowed.every((m) => allow.includes(m)), allow.includes(method)]).toEqual([method, path, 405, true, false]);
        if (method !== 'HEAD') expect(body.code).toBe(40500);
      }
    }
  });
  test('TRACE is none anywhere, and tells nobody what they sent', async () => {
    for (const path of ['/', '/order/PH1', '/nothing', '/healthz', '/readyz', `${PREFIX}/openapi.json`, `${PREFIX}/sys/me`, `${PREFIX}/nothing`]) {
      const { statusCode, headers, body } = await api.app.inject({ method: 'TRACE' as never, url: path, headers: { 'x-said': 'said-to-it' } });
      expect([path, [404, 405].includes(statusCode), `${JSON.stringify(headers)}${body}`.includes('said-to-it'), String(headers['allow']).includes('TRACE')]).toEqual([path, true, false, false]);
    }
  });
  test('so is one whose ids have their commas escaped; and what cannot be read names no export', async () => {
    for (const [method, path] of [['PATCH', '/sys/1%2C2'], ['OPTIONS', '/hospitals/beds/5583477488%2C557637550935'], ['POST', '/sys/care_level/items/53587950%2c462143']] as const) expect([path, (await admin.send(method, PREFIX + path)).status]).toEqual([path, 405]);
    for (const key of ['%ff', '%c0%af', '%ed%a0%80', '%zz', 'a%2Fb', '%E5%BC%A0']) expect([key, (await admin.send('GET', `${PREFIX}/exports/${key}`)).status]).toEqual([key, 404]);
  });
  test('an empty part of a query says nothing', async () => {
    for (const query of ['?pageSize=1&', '?&pageSize=1', '?pageSize=1&&sort=', '?&', '?']) expect([query, (await admin.send('GET', `${PREFIX}/hospitals${query}`)).status]).toEqual([query, query.endsWith('sort=') ? 400 : 200]);
  });
  test('HEAD does nothing: no captcha is drawn', async () => {
    const before = api.messenger.sent.length;
    expect((await api.anonymous.send('HEAD', `${PREFIX}/sys/captcha/randomImage`)).status).toBe(405);
    expect(api.messenger.sent.length).toBe(before);
  });
});

test('over a real socket, any form of address is answered, and one that cannot be read is not found', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  const ask = (line: string, more = 'Host: h\r\n'): Promise<string> =>
    new Promise((done, failed) => {
      let heard = '';
      const socket = connect(port, '127.0.0.1', () => void socket.write(`${line} HTTP/1.1\r\n${more}Connection: close\r\n\r\n`));
      socket.setEncoding('utf8').on('data', (part: string) => void (heard += part)).on('end', () => done(heard)).on('error', failed);
    });
  for (const [line, status, code] of [['GET http://h/admin-api/sys/me', 401, 401], ['GET /admin-api/sys/me?a=%zz', 401, 401], ['GET /admin-api/sys/%zz', 404, 40400], ['GET /admin-api/orders/%ff', 401, 401], ['OPTIONS *', 404, 40400], ['SEARCH /admin-api/sys/me', 405, 40500], ['QUERY /admin-api/sys/me', 405, 40500], ['QUERY /admin-api/nothing', 404, 40400], ['QUERY /healthz', 405, 40500], ['GET /admin-api/sys/captcha/randomImage?%zz=1', 400, 40000], [`GET /admin-api/orders/${'x'.repeat(15_000)}`, 401, 401]] as const) {
    const heard = await ask(line);
    expect([line, heard]).toEqual([line, expect.stringMatching(new RegExp(`^HTTP/1\\.1 ${status} [^]*require-trusted-types-for[^]*x-request-id: [^]*"code":${code},`))]);
    if (line.includes('admin-api')) expect(heard).toContain('cache-control: no-store');
    if (status === 405) expect([line, heard]).toEqual([line, expect.stringMatching(/allow: GET/)]);
  }
  // what Node would refuse by itself
  for (const more of ['', 'Host: h\r\nExpect: cake\r\n', 'Host: h\r\nHost: other\r\n']) expect([more, await ask('GET /admin-api/sys/me', more)]).toEqual([more, expect.stringMatching(/^HTTP\/1\.1 400 [^]*require-trusted-types-for[^]*"code":40000,/)]);
  expect(await ask('CONNECT h:80')).toMatch(/^HTTP\/1\.1 400 [^]*require-trusted-types-for[^]*"code":40000,/);
  // whose language is read by then, reads it
  expect(await ask('GET /admin-api/sys/me', 'Host: h\r\nExpect: cake\r\nAccept-Language: en\r\n')).toMatch(/x-request-id: [\w-]{36}\r\n[^]*"message":"Check what you entered: HTTP"/);
  // its number is in the log, as any other's
  const [, id] = /x-request-id: (\S+)/.exec(await ask('CONNECT h:80'))!;
  expect(api.log.filter((line) => line['id'] === id)).toMatchObject([{ level: 'info', method: 'CONNECT', route: null, status: 400, user: null }]);
  // what is no HTTP, or too much of it, says no language either: both are told
  expect(await ask('nonsense')).toContain('"填写有误：HTTP Check what you entered: HTTP"');
  for (const [line, status, code] of [['GET urn:x', 400, 40000], ['nonsense', 400, 40000], [`GET /${'x'.repeat(20_000)}`, 431, 41300]] as const)
    expect([line.slice(0, 20), await ask(line)]).toEqual([line.slice(0, 20), expect.stringMatching(new RegExp(`^HTTP/1\\.1 ${status} [^]*no-store[^]*nosniff[^]*x-request-id: [\\w-]{36}\\r\\n(?:[^]*\\r\\n)?\\r\\n\\{"success":false,"code":${code},"message":".+","result":null\\}$`))]);
});

describe('bodies', () => {
  const login = (raw: string, type: string | undefined) => api.anonymous.post('/sys/login', { raw, headers: type === undefined ? {} : { 'content-type': type } });
  const good = JSON.stringify({ username: 'admin', password: PASSWORD, captchaKey: 'k', captchaCode: 'c' });
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', 'application/jsonx', 'text/json', '*/*', ''])('of type "%s" are 415', async (type) => {
    expect(await login(good, type)).toMatchObject(refused('not_json'));
  });
  test.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])('of type %s are read', async (type) => {
    expect(await login(good, type)).toMatchObject(refused('bad_captcha'));
  });
  test.each(['{', '', 'undefined', "{'a':1}", '{"a":1}}', '[1', 'NaN'])('that are no JSON are 400: %s', async (raw) => {
    expect(await login(raw, 'application/json')).toMatchObject(refused('bad_input'));
  });
  test('beyond 256 KiB are 413, and one byte less is read', async () => {
    const sized = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`;
    expect(await login(sized(256 * 1024 + 1), 'application/json')).toMatchObject(refused('too_large'));
    expect(await login(sized(256 * 1024), 'application/json')).toMatchObject(refused('bad_input'));
  });
  test('are not read at all before the guard', async () => {
    for (const given of [{ raw: '{' }, { raw: 'x'.repeat(300_000) }, { raw: 'a', headers: { 'content-type': 'text/plain' } }]) expect(await api.anonymous.put('/sys/users/profile', given)).toMatchObject(refused('expired'));
  });
});

describe('words', () => {
  const hospital = async () => api.as('hospital');
  const cases: [FaultName, (headers: Record<string, string>) => Promise<Answer>][] = [
    ['expired', (headers) => api.anonymous.get('/sys/me', { headers })],
    ['forbidden', async (headers) => (await hospital()).get('/sys/users/list', { headers })],
    ['not_found', (headers) => admin.get('/orders/PH00000000000', { headers })],
    ['not_found', (headers) => admin.get('/nothing', { headers })],
    ['method', (headers) => admin.del('/sys/me', { headers })],
    ['bad_captcha', (headers) => api.anonymous.post('/sys/login', { body: { username: 'a', password: 'b', captchaKey: 'c', captchaCode: 'd' }, headers })],
    ['bad_sign_in', (headers) => api.attempt('nobody', 'x', {}, { headers })],
    ['not_json', (headers) => api.anonymous.post('/sys/login', { raw: 'a', headers: { ...headers, 'content-type': 'text/plain' } })],
    ['too_large', (headers) => api.anonymous.post('/sys/login', { raw: 'a'.repeat(300_000), headers })],
    ['conflict', (headers) => admin.put('/sys/users/profile', { body: { nickname: 'a', gender: 0, version: 99 }, headers })],
    ['bad_input', (headers) => admin.get('/sys/me', { query: { detail: '1' }, headers })],
  ];
  test.each(cases)('of %s are in the reader\'s language', async (fault, ask) => {
    const [, , zh, en] = FAULTS[fault].map((part) => String(part).replace('{detail}', 'detail'));
    const chosen = [['en-GB,en;q=0.9', en], ['de, fr', zh], ['fr, en', en], ['de-DE,en;q=0.8', en], ['zh;q=0.1, en;q=0.9', en], ['en;q=0.1, zh;q=0.9', zh], ['en;q=0, zh', zh], ['en;q=0', zh], ['zh;q=0, fr', en], ['zh-CN, en;q=0.9', zh], ['EN-us ; Q=0.7 , zh-TW;q=0.70', en], ['*', zh], ['en, *', en], ['*;q=0.5, en;q=0.4', zh], ['*;q=0, en;q=0.1', en], ['english, zho', zh], ['en;q=high, zh;q=0.1', zh], ['', zh]] as const;
    for (const [said, words] of fault === 'not_found' ? chosen : []) expect([said, (await ask({ 'accept-language': said })).body.message]).toEqual([said, words]);
    for (const [headers, words] of [[{}, zh], [{ 'x-language': 'zh-cn' }, zh], [{ 'x-language': 'en' }, en], [{ 'accept-language': 'en-GB,en;q=0.9' }, en], [{ 'accept-language': 'de, fr' }, zh], [{ 'x-language': 'zh-cn', 'accept-language': 'en' }, zh], [{ 'x-language': 'en', 'accept-language': 'zh' }, en]] as const)
      expect([headers, await ask(headers)]).toMatchObject([headers, { status: FAULTS[fault][0], body: { message: words } }]);
  });
});

describe('headers', () => {
  test('of every answer, good or bad, close the browser\'s doors', async () => {
    const asked = [['GET', '/admin-api/sys/me'], ['GET', '/admin-api/nothing'], ['DELETE', '/admin-api/sys/me'], ['GET', '/admin-api/openapi.json'], ['GET', '/healthz'], ['GET', '/elsewhere'], ['GET', '/admin-api/%zz'], ['GET', '/%61dmin-api/sys/me'], ['GET', '/admin-api/endpoints']] as const;
    for (const client of [admin, api.anonymous])
      for (const [method, url] of asked) {
        const { headers } = await client.send(method, url);
        const csp = String(headers['content-security-policy']).split(';').map((d) => d.trim());
        expect(csp).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"]));
        expect(csp.join()).not.toMatch(/unsafe|\*/);
        expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
        expect(headers).not.toHaveProperty('x-powered-by');
        expect(headers).not.toHaveProperty('access-control-allow-origin');
        if (decodeURIComponent(url.replace('%zz', '')).startsWith(PREFIX)) expect([url, headers['cache-control']]).toEqual([url, 'no-store']);
      }
  });
  test('a number from outside is not taken for the request\'s own', async () => {
    const { headers } = await admin.get('/sys/me', { headers: { 'x-request-id': 'forged', 'request-id': 'forged' } });
    expect(headers['x-request-id']).not.toBe('forged');
  });
});

test('the log has one line a request, with its number, and no token, password, name or question', async () => {
  api.log.length = 0;
  const pair = await api.signIn('admin', true);
  const client = api.client(pair.token);
  const answers = [
    await client.get(`/orders/${orderNo}`), await client.get('/orders/find', { query: { q: '张秘密' } }), await client.get('/orders/find', { query: { q: '13812345678' } }), await client.get(`/orders/${encodeURIComponent('张秘密')}`),
    await client.get('/caregivers/nobody', { query: { q: '张秘密' } }), await api.attempt('admin', '错误的密码-9'), await api.anonymous.post('/sys/refresh-token', { body: { refreshToken: pair.refreshToken } }), await client.send('GET', `/nowhere/${pair.token}`),
  ];
  const lines = JSON.stringify(api.log);
  for (const { headers, status } of answers) expect(api.log.filter((line) => line['id'] === headers['x-request-id'])).toMatchObject([{ status, level: 'info' }]);
  const codes = api.messenger.sent.slice(-2).map((m) => m.answer!);
  for (const secret of [pair.token, pair.refreshToken, PASSWORD, '错误', '张秘密', encodeURIComponent('张秘密'), '13812345678', orderNo, 'admin的昵称', ...codes.map((c) => `"${c}"`)]) expect(lines).not.toContain(secret);
  expect(api.log.find((line) => line['route'] === '/admin-api/orders/:no')).toMatchObject({ user: pair.userInfo.userId, method: 'GET', status: 200 });
});

test('one address cannot draw captchas without end, and is told when to come back', async () => {
  const { calls, seconds } = LIMITS.captcha;
  let last: Answer | undefined;
  for (let n = 0; n <= calls; n++) last = await api.anonymous.get('/sys/captcha/randomImage', { from: '10.66.0.1', headers: { 'x-forwarded-for': `10.0.0.${n % 250}` } });
  expect(last).toMatchObject(refused('too_many'));
  expect(Number(last!.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(last!.headers['retry-after'])).toBeLessThanOrEqual(seconds);
  expect((await api.anonymous.get('/sys/captcha/randomImage', { from: '10.66.0.2' })).status).toBe(200);
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(24 * 3_600_000);
  await api.later(`${seconds} seconds`);
  expect((await api.anonymous.get('/sys/captcha/randomImage', { from: '10.66.0.1' })).status).toBe(200);
  vi.useRealTimers();
}, 60_000);

test('/healthz lives without the database, /readyz does not; calls say come back, in the envelope', async () => {
  const own = await startApi();
  await own.account({ username: 'admin', role: 1 });
  const client = await own.as('admin');
  const [health, ready, headed] = [() => own.anonymous.send('GET', '/healthz'), () => own.anonymous.send('GET', '/readyz'), () => own.anonymous.send('HEAD', '/readyz')];
  expect([(await health()).status, (await ready()).status]).toEqual([200, 200]);
  await own.database.close();
  expect([(await health()).status, (await ready()).status, (await headed()).status]).toEqual([200, 503, 503]);
  for (const answer of [await client.get('/sys/me'), await client.put('/sys/users/profile', { body: {} }), await own.anonymous.get('/sys/captcha/randomImage')]) {
    expect(answer).toMatchObject(refused('unavailable'));
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  await own.app.close();
});
