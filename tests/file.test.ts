// Files on their way out: each has its line in the audit, one that breaks is told, and no reader holds one for ever.
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { accountFiltered, accountList } from '../src/areas/account/list.ts';
import { answerFile, type Served } from '../src/host/answer.ts';
import { buildApp } from '../src/host/app.ts';
import { UNREAD_MS } from '../src/host/download.ts';
import { FILES } from '../src/host/limit.ts';
import type { Listed } from '../src/host/list/definition.ts';
import { exportList } from '../src/host/list/export.ts';
import { endpoint } from '../src/kernel/endpoint.ts';
import { served } from '../src/served.gen.ts';
import { formOf, PREFIX, startApi, STILL, type Api, type Answer, type Client, type Given } from './kit/api.ts';
import { careKit, dayFromNow } from './kit/care.ts';

const NAME = '张秘密';
const UNREAD = 1_000;
const text = { name: 'a.txt', type: 'text/plain' };
const fileAt = (path: `/${string}`) => endpoint(`POST ${path}`, { may: 'signed-in', summary: 'a file of the tests', limit: 'read', file: 'test', reply: z.null() });
/** Begins, and breaks when `go` says so. */
let go = (): void => undefined;
const middle = answerFile(fileAt('/test/middle'), async () => ({ ...text, body: Readable.from((async function* () {
  yield 'a'.repeat(1000);
  await new Promise<void>((done) => (go = done));
  throw new Error(NAME);
})(), { objectMode: false }) }));
const first = answerFile(fileAt('/test/first'), async () => ({ ...text, body: new Readable({ read() {
  this.destroy(new Error(NAME));
} }) }));
/** An export with more in it than any line holds, after a while. */
const large = answerFile(fileAt('/test/large'), async (ask) => {
  await sleep(200);
  const rowsOf = async (ids: readonly string[]): Promise<string[]> => ids.map((id) => id.padEnd(30_000, 'x'));
  return exportList({ ...ask, write: async (work) => (await work(undefined as never)).result }, { list: accountList(ask.viewer), filter: accountFiltered({}), columns: { all: { heading: ['全部', 'All'], cell: (row: string) => row } }, title: ['大', 'large'], entity: 'test', rowsOf }, { selection: { mode: 'exclude', ids: [], filter: {} }, columns: ['all'], type: 'csv' });
});
/** An export of a list that says it has a row more than a worksheet, and gives one. */
const long = (type: 'xlsx' | 'csv'): Served => answerFile(fileAt(`/test/long-${type}`), (ask) => {
  const reach: typeof ask.reach = Object.assign(Object.create(ask.reach), { run: async () => [{ n: 1_048_576, k0: '1' }] });
  const list: Listed = { fields: {}, columns: {}, source: { from: sql`long`, scope: () => sql`true` }, id: sql`id`, always: [], tables: ['sys_user'], find: () => [] };
  return exportList({ ...ask, reach }, { list, filter: {}, columns: { id: { heading: ['编号', 'Id'], cell: (row: string) => row } }, title: ['长', 'long'], entity: 'test', rowsOf: async (ids) => [...ids] }, { selection: { mode: 'exclude', ids: [], filter: {} }, columns: ['id'], type });
});
/** What is long in coming, longer than anybody may take nothing. */
const late = answerFile(fileAt('/test/late'), async () => ({ ...text, body: Readable.from((async function* () {
  yield 'one ';
  await sleep(UNREAD * 2.5);
  yield 'two';
})(), { objectMode: false }) }));
const MORE: readonly Served[] = [middle, first, large, late, long('xlsx'), long('csv')];

let api: Api;
let admin: Client;
let adminId: string;
let line: { app: FastifyInstance; port: number; log: Record<string, unknown>[] };
beforeAll(async () => {
  api = await startApi(MORE);
  adminId = await api.account({ username: 'admin', role: 1 });
  await api.account({ username: 'other', role: 1 });
  admin = await api.as('admin');
  await api.rows(`with ids as (insert into sys_entity (kind) select 'user' from generate_series(1, 3000) returning id) insert into sys_user (id, username, password_hash, nickname, role) select id, 'many' || id, 'x', 'many', 3 from ids`);
  // the same on a line, with less patience
  const log: Record<string, unknown>[] = [];
  const app = await buildApp({ database: api.database, settings: { apiPrefix: PREFIX, secret: Buffer.alloc(32) }, served: [...served, ...MORE], messenger: api.messenger, unread: UNREAD, pace: STILL, log: (said) => void log.push(said) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  line = { app, port: (app.server.address() as AddressInfo).port, log };
}, 60_000);
afterAll(async () => {
  await line.app.close();
  await api.close();
});

/** Asks for a file over the line; nothing of it is taken. */
async function begun(path: string, token: string, key = ''): Promise<IncomingMessage> {
  const call = request({ port: line.port, host: '127.0.0.1', method: 'POST', path: PREFIX + path, headers: { 'x-access-token': token, ...(key === '' ? {} : { 'idempotency-key': key }) } });
  call.on('error', () => undefined).end();
  onTestFinished(() => void call.destroy());
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return answer.on('error', () => undefined);
}
const closed = (answer: IncomingMessage): Promise<void> => new Promise((done) => (answer.closed ? done() : void answer.once('close', () => done())));
const tokenOf = async (username: string): Promise<string> => (await api.signIn(username)).token;
const job = async (key: string): Promise<string | undefined> => (await api.rows<{ state: string }>('select state from job where key = $1', [key]))[0]?.state;

test('more rows than a worksheet holds are refused before a byte leaves, and go as CSV', async () => {
  const said = async (language: string): Promise<unknown> => {
    const { status, body } = await admin.post('/test/long-xlsx', { headers: { 'x-language': language } });
    return [status, body.message];
  };
  expect(await said('zh-cn')).toEqual([400, '填写有误：Excel 的一张表最多 1048575 行：改用 CSV，或先筛选']);
  expect(await said('en')).toEqual([400, 'Check what you entered: a sheet of Excel holds at most 1048575 rows: take CSV, or filter first']);
  const { status, text } = await admin.post('/test/long-csv');
  expect([status, text]).toEqual([200, '\ufeff编号\r\n1\r\n']);
});
test('every file that leaves has a line of its own, also under a key that was used before', async () => {
  const kit = await careKit(api.database);
  const place = await kit.place('第一医院');
  await kit.order(place);
  const { no } = await kit.caregiver('王芳', [place], { certificate: dayFromNow(300) });
  const { result: { version, certificates: [certificate] } } = (await admin.get<{ version: number; certificates: { id: string }[] }>(`/caregivers/${no}`)).body;
  const kept = await admin.post(`/caregivers/${no}/certificates/${certificate!.id}/file`, { ...formOf('%PDF-1.4\n%%EOF\n', { name: 'a.pdf' }), query: { version } });
  expect(kept.status, kept.text).toBe(200);
  const list = (column: string): Given => ({ body: { selection: { mode: 'exclude', ids: [], filter: {} }, columns: [column], type: 'csv' } });
  const day = dayFromNow(0);
  const asks: Record<string, Given> = {
    '/orders/export': list('no'), '/caregivers/export': list('no'), '/hospitals/export': list('code'), '/sys/users/export': list('username'), '/audit/export': list('seq'), '/sys/export': {},
    '/statistics/export': { body: { what: 'heat', query: { from: day, to: day, measure: 'receivable' }, type: 'csv' } },
    '/settlements/export': { query: { month: day.slice(0, 7), by: 'hospital' } },
    '/caregivers/:no/pay/:month/export': { query: { type: 'csv' } }, '/caregivers/:no/certificates/:id/file': {},
  };
  const files = served.map((one) => one.endpoint).filter(({ file, audit }) => file !== undefined && audit !== undefined);
  expect(files.map(({ path }) => path).sort()).toEqual(Object.keys(asks).sort());
  for (const { method, path, audit } of files) {
    const lines = async (): Promise<number> => (await api.rows<{ n: number }>(`select count(*)::int as n from audit_event where action = $1 and ok and actor_id = $2`, [audit, adminId]))[0]!.n;
    const at = PREFIX + path.replace(':no', no).replace(':month', day.slice(0, 7)).replace(':id', certificate!.id);
    const ask = (): Promise<Answer> => admin.send(method, at, { ...asks[path], key: 'the-same-key-0001' });
    const before = await lines();
    for (let n = 1; n <= 2; n++) {
      const { status, headers } = await ask();
      expect([path, status, headers['content-disposition'], await lines()]).toEqual([path, 200, expect.stringContaining('attachment'), before + n]);
    }
  }
});
test('a file that breaks in its middle is logged by its number and counted as failed; one that breaks before its first byte is refused', async () => {
  const figures = async (route: string): Promise<string[]> => (await api.app.meter.text()).split('\n').filter((said) => said.startsWith(`http_requests_total`) && said.includes(route));
  const broken = admin.post('/test/middle').then(() => 'whole', () => 'cut off');
  await expect.poll(() => go.name).toBe('');
  const from = api.log.length;
  await sleep(50);
  go();
  expect(await broken).toBe('cut off');
  // the call before may be logged only now
  const [error, call, ...rest] = api.log.slice(from).filter(({ level, route }) => level === 'error' || route === `${PREFIX}/test/middle`);
  expect(error).toMatchObject({ level: 'error', error: 'Error', id: expect.stringMatching(/^[\w-]{36}$/), stack: expect.any(Array) });
  expect(call).toMatchObject({ level: 'info', id: error!['id'], route: `${PREFIX}/test/middle`, status: 500, user: adminId });
  expect([rest, JSON.stringify(api.log).includes(NAME)]).toEqual([[], false]);
  expect(await figures('/test/middle')).toEqual([expect.stringMatching(/status="500"\} 1$/)]);
  const refused = await admin.post('/test/first');
  expect([refused.status, refused.headers['content-disposition'], refused.body]).toEqual([500, undefined, { success: false, code: 50_000, message: '系统出错', result: null }]);
  expect(await figures('/test/first')).toEqual([expect.stringMatching(/status="500"\} 1$/)]);
  expect(api.log.filter(({ level }) => level === 'error')).toHaveLength(2);
});
test('over a line: the error is logged and the connection ends', async () => {
  const answer = await begun('/test/middle', await tokenOf('admin'));
  answer.resume();
  await sleep(50);
  go();
  await closed(answer);
  expect(answer.complete).toBe(false);
  expect(line.log.filter(({ level }) => level === 'error')).toMatchObject([{ id: answer.headers['x-request-id'], error: 'Error' }]);
  expect(line.log.filter(({ route }) => route === `${PREFIX}/test/middle`)).toMatchObject([{ status: 500 }]);
});
test('a reader who takes nothing is left: the connection ends, the work with it, and its job says so', async () => {
  expect(UNREAD_MS).toBe(60_000);
  const token = await tokenOf('admin');
  const answer = await begun('/test/large', token, 'unread-000000001');
  const ended = Date.now();
  await expect.poll(() => job('unread-000000001'), { timeout: 15_000, interval: 50 }).toBe('failed');
  expect(Date.now() - ended).toBeGreaterThan(UNREAD);
  const { rows, state } = (await admin.get<{ rows: number; state: string }>('/exports/unread-000000001')).body.result;
  expect([state, rows < 3_000]).toEqual(['failed', true]);
  answer.resume();
  await closed(answer);
  expect(answer.complete).toBe(false);
  // nothing of it goes on: neither its rows nor its line
  const [one] = await api.rows<{ lease: string }>(`select lease_until::text as lease from job where key = 'unread-000000001'`);
  await sleep(1_300);
  expect(await api.rows(`select lease_until::text as lease from job where key = 'unread-000000001'`)).toEqual([one]);
  expect(line.log.filter(({ level, route }) => level === 'error' && route === undefined)).toHaveLength(1);
}, 30_000);
test('who reads slowly, or waits for what is long in coming, gets it whole', async () => {
  const token = await tokenOf('admin');
  const answer = await begun('/test/large', token, 'slowly-000000001');
  let [bytes, rests] = [0, 0];
  for await (const part of answer) {
    bytes += (part as Buffer).length;
    if (bytes < rests * 10_000_000) continue;
    rests += 1;
    await sleep(200);
  }
  expect([answer.complete, bytes > 90_000_000]).toEqual([true, true]);
  expect((await admin.get<{ state: string }>('/exports/slowly-000000001')).body.result.state).toBe('done');
  const parts = await (await fetch(`http://127.0.0.1:${line.port}${PREFIX}/test/late`, { method: 'POST', headers: { 'x-access-token': token } })).text();
  expect(parts).toBe('one two');
}, 60_000);
test('who has gone before it begins leaves no work behind', async () => {
  const call = request({ port: line.port, host: '127.0.0.1', method: 'POST', path: `${PREFIX}/test/large`, headers: { 'x-access-token': await tokenOf('admin'), 'idempotency-key': 'gone-00000000001' } });
  call.on('error', () => undefined).end();
  await sleep(100);
  call.destroy();
  await expect.poll(() => job('gone-00000000001'), { timeout: 10_000 }).toBe('failed');
});
test('one person is sent so many files at a time; more are refused in words, others are served, and one that ended makes room', async () => {
  const [token, other] = [await tokenOf('admin'), await tokenOf('other')];
  // in another session it is the same person
  const again = await tokenOf('admin');
  const open = await Promise.all(Array.from({ length: FILES }, (_, n) => begun('/test/middle', n === 0 ? again : token)));
  const ask = (by: string, language = 'zh-CN') => fetch(`http://127.0.0.1:${line.port}${PREFIX}/orders/export`, { method: 'POST', headers: { 'x-access-token': by, 'content-type': 'application/json', 'accept-language': language }, body: JSON.stringify({ selection: { mode: 'exclude', ids: [], filter: {} }, columns: ['no'], type: 'csv' }) });
  const refused = await ask(token);
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([429, '5', expect.objectContaining({ code: 42_900, message: '操作过于频繁，5 秒后再试' })]);
  expect(await (await ask(token, 'en')).json()).toMatchObject({ message: 'Too many attempts. Try again in 5 s.' });
  expect((await ask(other)).status).toBe(200);
  open[0]!.destroy();
  await expect.poll(async () => (await ask(token)).status, { timeout: 3_000 }).toBe(200);
  // what is no file is not counted
  expect((await fetch(`http://127.0.0.1:${line.port}${PREFIX}/sys/me`, { headers: { 'x-access-token': token } })).status).toBe(200);
}, 20_000);
