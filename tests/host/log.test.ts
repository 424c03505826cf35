// What the log says of a call, and that it says nothing of a person.
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { answer } from '../../src/host/answer.ts';
import { buildApp } from '../../src/host/app.ts';
import { readSettings } from '../../src/host/settings.ts';
import { endpoint } from '../../src/kernel/endpoint.ts';
import { served } from '../../src/served.gen.ts';
import { commandKit } from '../kit/command.ts';
import { freePort } from '../kit/postgres.mjs';
import { formOf, PASSWORD, PREFIX, startApi, STILL, type Api } from '../kit/api.ts';

const NAME = '张秘密';
const PHONE = '13912345678';
const ID_NUMBER = '110101199003078515';
const WORD = 'zzsecretword';
let api: Api;
beforeAll(async () => {
  api = await startApi();
  const id = await api.account({ username: 'secretary', role: 1 });
  await api.rows('update sys_user set mobile = $2, nickname = $3 where id = $1', [id, PHONE, NAME]);
});
afterAll(() => api.close());

test('who goes away in the middle of a body is a call that was left, and no fault of the server', async () => {
  const log: Record<string, unknown>[] = [];
  const app = await buildApp({ database: api.database, settings: { apiPrefix: PREFIX, secret: randomBytes(32) }, served, messenger: api.messenger, pace: STILL, log: (line) => void log.push(line) });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const { token } = await api.signIn('secretary');
  const socket = connect(Number(port), '127.0.0.1', () => void socket.write(`POST ${PREFIX}/orders HTTP/1.1\r\nHost: h\r\nx-access-token: ${token}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"patient"`));
  await new Promise((go) => setTimeout(go, 300));
  socket.resetAndDestroy();
  await expect.poll(() => log.map(({ level, route, status }) => [level, route, status])).toEqual([['info', `${PREFIX}/orders`, 499]]);
  await app.close();
});
test('nor is one whose caller goes before the answer is whole without a line and a figure; a live stream that is closed has come to its end', async () => {
  const log: Record<string, unknown>[] = [];
  let [begun, release] = [(): void => undefined, (): void => undefined];
  const [entered, gate] = [new Promise<void>((done) => (begun = done)), new Promise<void>((done) => (release = done))];
  const slow = answer(endpoint('GET /test/slow', { may: 'open', summary: 'slow', reply: z.strictObject({ done: z.boolean() }) }), async () => (begun(), gate.then(() => ({ done: true }))));
  const app = await buildApp({ database: api.database, settings: { apiPrefix: PREFIX, secret: randomBytes(32) }, served: [...served, slow], messenger: api.messenger, pace: STILL, log: (line) => void log.push(line) });
  app.get('/endless', (_request, reply) => reply.send(new Readable({ read() { this.push(' '.repeat(10_000)); } })));
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const { token } = await api.signIn('secretary');
  const leave = new AbortController();
  const ask = (path: string): Promise<Response> => fetch(base + path, { signal: leave.signal, headers: { accept: 'text/event-stream', 'x-access-token': token } });
  const waiting = ask(`${PREFIX}/test/slow`).catch(() => null);
  await entered;
  expect([(await ask(`${PREFIX}/live`)).status, (await ask('/endless')).status]).toEqual([200, 200]);
  leave.abort();
  await waiting;
  const lines = (): unknown[] => log.map(({ route, status }) => [route, status]).sort();
  const left = [[`${PREFIX}/live`, 200], [`${PREFIX}/test/slow`, 499], ['/endless', 499]];
  await expect.poll(lines).toEqual(left);
  expect(await app.meter.text()).toContain(`http_requests_total{method="GET",route="${PREFIX}/test/slow",status="499"} 1`);
  // what comes of it in the end is heard by nobody
  release();
  await app.close();
  expect(lines()).toEqual(left);
});
test('whatever is sent, the log has one plain object a call, without a token, code, phone, name, number or word of a query', async () => {
  await api.attempt('secretary', 'Wrong-password-9');
  const { token, refreshToken } = await api.signIn('secretary');
  const client = api.client(token);
  const said = [NAME, PHONE, ID_NUMBER, WORD];
  for (const word of said) {
    await client.get('/orders', { query: { keyword: word } });
    await client.get('/find', { query: { q: word, word } });
    await client.get(`/orders/${encodeURIComponent(word)}`);
    await client.get(`/orders/${encodeURIComponent(`${word}\n{"level":"info"}`)}`);
    await client.get(`/caregivers/${encodeURIComponent(word)}`);
    await client.get(`/${encodeURIComponent(word)}`, { query: word });
    await client.send('GET', `/${encodeURIComponent(word)}?${encodeURIComponent(word)}`);
    await client.send(`GET`, `${PREFIX}/orders?where[0]=patient:is:${encodeURIComponent(word)}`);
    await client.post('/orders', { body: { patient: { name: word, idNumber: word, mobile: word } } });
    await client.post('/orders', { raw: `{"patient": "${word}`, headers: { 'content-type': 'application/json' } });
    await client.post('/orders', { raw: word, headers: { 'content-type': word === NAME ? 'text/x' : `text/${word}` } });
    await client.post('/orders', { body: {}, key: 'x'.repeat(8), headers: { 'user-agent': encodeURIComponent(word), 'x-request-id': `${encodeURIComponent(word)}-12345678`.replaceAll('%', ''), 'x-forwarded-for': '203.0.113.9' } });
    await client.post('/sys/users/import', formOf(word, { name: `${word}.xlsx` }));
    await client.put('/sys/mobile', { body: { code: '424242', mobile: word } });
    await api.anonymous.post('/sys/sms/sendCode', { body: { userName: word } });
    await api.anonymous.post('/sys/updatePhone', { body: { userName: word, phone: PHONE, smsCode: '424242' } });
  }
  await api.anonymous.post('/sys/sms/sendCode', { body: { userName: 'secretary' } });
  const code = api.sentTo(PHONE);
  await api.anonymous.post('/sys/updatePhone', { body: { userName: 'secretary', phone: '13900000000', smsCode: code } });
  await api.anonymous.post('/sys/refresh', { body: { refreshToken } });

  const lines = api.log.map((line) => JSON.stringify(line));
  expect(lines.length).toBeGreaterThan(60);
  const secrets = [...said, encodeURIComponent(NAME), encodeURIComponent(NAME).replaceAll('%', ''), token, refreshToken, code, PASSWORD, 'Wrong-password-9', '424242', '13900000000', 'secretary', '203.0.113.9'];
  for (const secret of secrets) expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  for (const line of api.log) {
    const { level, ...rest } = line as { level: string };
    if (level === 'error') expect(Object.keys(rest).filter((name) => !['at', 'id', 'error', 'code', 'constraint', 'stack'].includes(name))).toEqual([]);
    else expect(line).toEqual({ at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), level: 'info', id: expect.stringMatching(/^[\w-]{36}$/), method: expect.any(String), route: line['route'] === null ? null : expect.stringMatching(/^\/[\w/:.*-]*$/), status: expect.any(Number), ms: expect.any(Number), user: line['user'] === null ? null : expect.stringMatching(/^\d+$/) });
  }
});

test('the number of a call and the address of its sender are taken from our own proxy alone', async () => {
  const log: Record<string, unknown>[] = [];
  const { trusts } = readSettings({ TRUSTED_PROXIES: '10.1.0.0/16, ::1, 192.0.2.7', DATA_DIR: '/tmp', APP_SECRET: 'x'.repeat(32) });
  const app = await buildApp({ database: api.database, settings: { apiPrefix: PREFIX, secret: randomBytes(32), trusts }, served, messenger: api.messenger, pace: STILL, log: (line) => void log.push(line) });
  const given = '0af7651916cd43dd8448eb211c80319c';
  const ask = async (remoteAddress: string, id = given) => (await app.inject({ url: '/healthz', remoteAddress, headers: { 'x-request-id': id } })).headers['x-request-id'];
  for (const proxy of ['10.1.2.3', '::ffff:10.1.2.3', '::1', '192.0.2.7']) expect([proxy, await ask(proxy)]).toEqual([proxy, given]);
  for (const other of ['10.2.0.1', '127.0.0.1', '::2', '192.0.2.8']) expect([other, await ask(other)]).toEqual([other, expect.not.stringContaining(given)]);
  for (const odd of ['short', 'x'.repeat(65), '张', 'a b c d e f', '{"level":"error"}']) expect(await ask('10.1.2.3', encodeURI(odd))).toMatch(/^[0-9a-f-]{36}$/);
  expect(log.at(0)).toMatchObject({ id: given, route: '/healthz' });

  // what a stranger claims is theirs alone to believe
  const before = (await api.rows<{ id: string }>('select coalesce(max(id), 0)::text as id from audit_event'))[0]!.id;
  for (const remoteAddress of ['10.1.2.3', '198.51.100.7']) await app.inject({ url: `${PREFIX}/sys/me`, remoteAddress, headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(await api.rows('select host(ip::inet) as ip from audit_event where id > $1 order by id', [before])).toEqual([{ ip: '203.0.113.9' }, { ip: '198.51.100.7' }]);
  await app.close();
  for (const bad of ['localhost', '10.0.0.0/33', '::1/129', '1.2.3', '10.0.0.1/8/8']) expect(() => readSettings({ TRUSTED_PROXIES: bad, DATA_DIR: '/tmp' })).toThrow(/TRUSTED_PROXIES/);
});

test('a setting that is wrong is said without the password in it, however it is written', () => {
  const said = (env: Record<string, string>): string => {
    try {
      readSettings({ DATABASE_URL: 'postgres://a@b/c', ...env, DATA_DIR: '/tmp' });
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };
  const bad = ['postgres://nursing:S3cret/9@db/n', 'postgres://nursing:S3:cret@@db:x/n', 'mysql://nursing:secret@db/n', 'mysql://db/n?user=a&password=secret', 'postgres://db:x/n?user=a&password=secret', 'nursing:S3cret@db/n', 'postgres:nursing:S3cret@db/n', 'http:gateway/send?token=secret', 'gateway.example/send?token=secret', 'host=db user=nursing password=S3cret dbname=n'];
  for (const value of bad)
    for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL', 'SMS_GATEWAY_URL']) expect([value, said({ [name]: value })]).toEqual([value, expect.stringMatching(new RegExp(`^(?![^]*cret)[^]*${name}=((postgres|mysql)://)?\\*\\*\\* `)) as string]);
});

test('a log that cannot be written is lost, and nobody ends for it: its reader has gone, or its disk is full', async () => {
  const kit = await commandKit('log');
  onTestFinished(() => kit.close());
  await kit.furnish(kit.folder);
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const env = { NODE_ENV: 'production', SMS_GATEWAY_URL: 'http://127.0.0.1:9/', DATA_DIR: kit.folder };
  const asked = async (address: string): Promise<number[]> => {
    const statuses: number[] = [];
    for (const path of ['healthz', 'readyz', 'admin-api/sys/me', 'healthz']) statuses.push((await fetch(address + path)).status);
    return statuses;
  };
  // where `localhost` has two addresses the server has one of them, and says which: a second listener would have neither our headers nor a line in the log
  const TWO = encodeURIComponent(`import dns from 'node:dns'; const { lookup } = dns; dns.lookup = (name, how, back) => (name === 'localhost' && how.all ? back(null, [{ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 }]) : lookup(name, how, back));`);
  const { address, server, stop } = await kit.serve({ ...env, METRICS_PORT: '0', HOST: 'localhost', NODE_OPTIONS: `--import=data:text/javascript,${TWO}` });
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:/);
  await expect(fetch(address.replace('127.0.0.1', '[::1]'))).rejects.toThrow();
  const [figures] = await server.until(/http:[^"]*\/metrics/);
  const lost = async (): Promise<number> => Number(/^log_lines_lost_total (\d+)$/m.exec(await (await fetch(figures)).text())?.[1]);
  expect(await lost()).toBe(0);
  server.child.stdout!.destroy();
  expect(await asked(address)).toEqual([200, 200, 401, 200]);
  await expect.poll(lost).toBe(4);
  expect(await stop()).toMatchObject({ status: 0, stderr: '' });

  const port = String(await freePort());
  const other = kit.start(['serve'], { ...env, PORT: port }, undefined, '', full);
  await expect.poll(() => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status, () => 0)).toBe(200);
  expect(await asked(`http://127.0.0.1:${port}/`)).toEqual([200, 200, 401, 200]);
  other.child.kill('SIGTERM');
  expect(await other.ended).toMatchObject({ status: 0, stderr: expect.stringMatching(/^[^\n]*Standard output cannot be written[^\n]*ENOSPC\n$/) as string });

  // a command goes on to its end: who has read enough hears no more, and a file that lacks something is no success
  const cut = kit.start(['audit', 'verify'], env);
  cut.child.stdout!.destroy();
  expect(await cut.ended).toMatchObject({ status: 0, stderr: '' });
  expect(await kit.start(['audit', 'verify'], env, undefined, '', full).ended).toMatchObject({ status: 1, stderr: expect.stringMatching(/^[^\n]*Standard output cannot be written[^\n]*ENOSPC\n$/) as string });
});
