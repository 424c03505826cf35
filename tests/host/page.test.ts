import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../src/host/app.ts';
import { unreadable } from '../../src/host/envelope.ts';
import { memoryMessenger } from '../../src/host/messenger.ts';
import { serve } from '../../src/host/serve.ts';
import { readSettings } from '../../src/host/settings.ts';
import { testDatabase } from '../kit/database.ts';
import type { Database } from '../../src/host/db/open.ts';

const META = '<meta name="api-prefix" content="/admin-api">';
const folder = mkdtempSync(path.join(tmpdir(), 'peihu-page-'));
let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  mkdirSync(path.join(folder, 'web/en'), { recursive: true });
  for (const file of ['index.html', 'en/index.html']) writeFileSync(path.join(folder, 'web', file), `<!doctype html><head>${META}</head>`);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});
const pageAt = async (apiPrefix: string, url: string) => {
  const app = await buildApp({ database, settings: { apiPrefix, secret: Buffer.alloc(32) }, served: [], messenger: memoryMessenger(), webRoot: path.join(folder, 'web'), log: () => undefined });
  const reply = await app.inject({ url });
  await app.close();
  return reply;
};

test('every page says where the API is, also when it is not at its usual place', async () => {
  for (const url of ['/', '/en/', '/order/PH1']) {
    expect((await pageAt('/admin-api', url)).body).toContain(META);
    const moved = await pageAt('/api/v2', url);
    expect([moved.statusCode, moved.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(moved.body).toContain('<meta name="api-prefix" content="/api/v2">');
  }
});
test('a page named by its file is the page itself, and the question goes with it', async () => {
  for (const [url, to] of [['/index.html', '/'], ['/en/index.html?x=1', '/en?x=1']]) expect([url, (await pageAt('/admin-api', url!)).headers['location']]).toEqual([url, to]);
  for (const url of ['//evil.example/index.html', '/gone/index.html']) expect([url, (await pageAt('/admin-api', url)).statusCode]).toEqual([url, 404]);
});
test('the policies and scripts that the build names are let in, and no others', async () => {
  const { headers: before } = await pageAt('/admin-api', '/');
  expect(before['content-security-policy']).toContain("trusted-types 'none'");
  writeFileSync(path.join(folder, 'web/csp.json'), JSON.stringify({ scriptHashes: ['sha256-AAAA'], trustedTypes: ['worker'] }));
  const csp = String((await pageAt('/admin-api', '/')).headers['content-security-policy']).split(';');
  rmSync(path.join(folder, 'web/csp.json'));
  expect(csp).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self' 'sha256-AAAA'", "require-trusted-types-for 'script'", 'trusted-types worker']));
});
test('a server that runs goes on with the pages and the policy of its own build, whatever becomes of the folder', async () => {
  const web = path.join(folder, 'built');
  mkdirSync(path.join(web, 'en'), { recursive: true });
  const put = (build: string): void => {
    writeFileSync(path.join(web, 'csp.json'), JSON.stringify({ scriptHashes: [`sha256-${build}`] }));
    for (const file of ['index.html', 'en/index.html']) for (const [end, pack] of [['', Buffer.from], ['.br', brotliCompressSync], ['.gz', gzipSync]] as const) writeFileSync(path.join(web, file + end), pack(`<p>${build}`));
  };
  put('old');
  writeFileSync(path.join(web, 'old.js'), '1');
  const start = () => buildApp({ database, settings: { apiPrefix: '/admin-api', secret: Buffer.alloc(32) }, served: [], messenger: memoryMessenger(), webRoot: web, log: () => undefined });
  const old = await start();
  put('new');
  rmSync(path.join(web, 'old.js'));
  // a part that went with its build is not there, and says so: the console loads itself anew
  for (const method of ['GET', 'HEAD'] as const) expect((await old.inject({ method, url: '/old.js' })).statusCode).toBe(404);
  const wrong = await old.inject({ method: 'POST', url: '/old.js' });
  expect([wrong.statusCode, wrong.headers['allow']]).toEqual([405, 'HEAD, GET']);
  const young = await start();
  const codings = [['gzip, deflate, br', 'br', brotliDecompressSync], ['gzip;q=0.5, br;q=0', 'gzip', gunzipSync], ['', undefined, (bytes: Buffer) => bytes]] as const;
  for (const [app, build] of [[old, 'old'], [young, 'new']] as const)
    for (const url of ['/', '/en', '/order/PH1'])
      for (const [accept, coding, unpack] of codings) {
        const { statusCode, headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': accept } });
        expect([statusCode, headers['content-encoding'], unpack(rawPayload).toString(), headers['vary'], headers['cache-control']]).toEqual([200, coding, `<p>${build}`, 'accept-encoding', 'no-cache']);
        expect(headers['content-security-policy']).toContain(`'sha256-${build}'`);
        const etag = String(headers['etag']);
        const again = await app.inject({ url, headers: { 'accept-encoding': accept, 'if-none-match': `"x", W/${etag}` } });
        expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', etag]);
        expect(again.headers['content-security-policy']).toContain(`'sha256-${build}'`);
      }
  await old.close();
  await young.close();
});
test('every file and every page of it, there or not, has the policy; sources, lists and hidden files are not there', async () => {
  const web = path.join(folder, 'web');
  mkdirSync(path.join(web, 'static'));
  mkdirSync(path.join(web, '.git'));
  for (const file of ['static/a.0123abcd.js', 'static/a.0123abcd.js.map', 'static/b.css', '.git/config', '.env', 'csp.json']) writeFileSync(path.join(web, file), file === 'csp.json' ? '{"scriptHashes":[]}' : '{}');
  const app = await buildApp({ database, settings: { apiPrefix: '/admin-api', secret: Buffer.alloc(32) }, served: [], messenger: memoryMessenger(), webRoot: web, log: () => undefined });
  const there = ['/', '/en/', '/order/PH1', '/static/a.0123abcd.js', '/static/b.css'];
  const absent = ['/static/a.0123abcd.js.map', '/static/', '/.git/config', '/.env', '/csp.json', '/static/gone.js', '/../package.json', '/%2e%2e/package.json', '/admin-api/nothing'];
  for (const url of [...there, ...absent]) {
    const { statusCode, headers, body } = await app.inject({ url });
    if (there.includes(url)) expect([url, statusCode]).toEqual([url, 200]);
    if (absent.includes(url)) expect([url, statusCode === 200 && body.startsWith('{')]).toEqual([url, false]);
    const csp = String(headers['content-security-policy']);
    for (const part of ["default-src 'none'", "require-trusted-types-for 'script'", 'trusted-types ']) expect([url, csp.includes(part)]).toEqual([url, true]);
    expect([url, headers['x-content-type-options'], headers['referrer-policy'], headers['strict-transport-security']]).toEqual([url, 'nosniff', 'no-referrer', expect.stringContaining('max-age=')]);
  }
  // a monitor asks with HEAD; another method is wrong, and says which are right; what is of this moment alone is kept by nobody
  for (const url of ['/', '/en/', '/order/PH1']) {
    const [got, headed, posted] = [await app.inject({ url }), await app.inject({ method: 'HEAD', url }), await app.inject({ method: 'POST', url })];
    expect([url, headed.statusCode, headed.body, headed.headers['etag'], headed.headers['content-length']]).toEqual([url, 200, '', got.headers['etag'], got.headers['content-length']]);
    expect([url, posted.statusCode, posted.headers['allow']]).toEqual([url, 405, 'GET, HEAD']);
  }
  for (const url of ['/healthz', '/readyz', '/static/gone.js', '/static/gone.0123abcd.js']) expect([url, (await app.inject({ url })).headers['cache-control']]).toEqual([url, 'no-store']);
  // alive and ready are told to a monitor however it asks, and are never the console's page
  for (const url of ['/healthz', '/readyz']) {
    const [got, headed] = [await app.inject({ url }), await app.inject({ method: 'HEAD', url })];
    expect([url, headed.statusCode, headed.body, headed.headers['content-type'], headed.headers['content-length']]).toEqual([url, 200, '', got.headers['content-type'], got.headers['content-length']]);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'] as const) {
      const wrong = await app.inject({ method, url });
      expect([method, url, wrong.statusCode, wrong.headers['allow']]).toEqual([method, url, 405, 'GET, HEAD']);
    }
    for (const other of [`${url}/`, `${url}/?a=1`, `${url}/x`, url.toUpperCase(), `/${url}`]) for (const method of ['GET', 'HEAD', 'POST'] as const) expect([method, other, (await app.inject({ method, url: other })).statusCode]).toEqual([method, other, 404]);
  }
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404);
  const usual = (await app.inject({ url: '/healthz' })).headers;
  await app.close();
  // what HTTP itself cannot read never comes to the app
  let raw = '';
  unreadable({ code: 'HPE_INVALID_METHOD' }, { destroyed: false, writable: true, write: (text: string) => (raw += text), destroySoon: () => undefined } as never);
  for (const name of ['strict-transport-security', 'cross-origin-opener-policy', 'cross-origin-resource-policy', 'origin-agent-cluster', 'x-content-type-options', 'x-frame-options', 'referrer-policy', 'permissions-policy', 'cache-control']) expect(raw).toContain(`${name}: ${String(usual[name])}`);
  expect(raw).toMatch(/^HTTP\/1\.1 400 [^]*content-security-policy: default-src 'none'[^]*trusted-types 'none'/);
});
test('a file whose name tells its content is kept for a year and never asked about again, packed or not; any other is asked about each time', async () => {
  const web = path.join(folder, 'kept');
  mkdirSync(path.join(web, 'static'), { recursive: true });
  for (const file of ['index.html', 'static/a.0123abcd.js', 'static/a.0123abcd.js.br', 'static/b.css', 'icon.svg', 'report.2026.txt']) writeFileSync(path.join(web, file), 'x');
  const app = await buildApp({ database, settings: { apiPrefix: '/admin-api', secret: Buffer.alloc(32) }, served: [], messenger: memoryMessenger(), webRoot: web, log: () => undefined });
  const kept = async (url: string, accept = ''): Promise<unknown> => (await app.inject({ url, headers: { 'accept-encoding': accept } })).headers['cache-control'];
  for (const accept of ['', 'br']) expect(await kept('/static/a.0123abcd.js', accept)).toBe('public, max-age=31536000, immutable');
  for (const url of ['/', '/static/b.css', '/icon.svg', '/report.2026.txt']) expect([url, await kept(url)]).toEqual([url, 'no-cache']);
  const { headers } = await app.inject({ url: '/' });
  for (const part of ["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"]) expect(String(headers['content-security-policy']).split(';')).toContain(part);
  await app.close();
});
test('no map of sources is made for the browser, nor anything fetched from elsewhere', async () => {
  const { default: config } = (await import('../../rsbuild.config.ts')) as { default: unknown };
  const said = JSON.stringify(typeof config === 'function' ? await (config as (given: object) => unknown)({ env: 'production', command: 'build', envMode: 'production' }) : config);
  expect(said).not.toMatch(/"sourceMap":(?:true|\{[^}]*"js":"[^"])/);
  expect(said).not.toMatch(/https?:\/\//);
});
test('folders that cannot be written and a port that is taken are said at once, before any work', async () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  expect(() => readSettings({ DATA_DIR: file })).toThrow(/DATA_DIR.*cannot be made or written to/);
  // where Node would try for ever
  expect(() => readSettings({ DATA_DIR: '/proc/none/data' })).toThrow(/DATA_DIR.*cannot be made or written to/);
  expect(() => readSettings({ DATA_DIR: path.join(folder, 'd'), OUTBOX_DIR: file })).toThrow(/OUTBOX_DIR/);
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as { port: number };
  const settings = readSettings({ DATA_DIR: path.join(folder, 'd'), PORT: String(port) });
  const asked: string[] = [];
  await expect(serve({ settings, served: [], webRoot: '', log: () => undefined, demonstration: { prepare: async () => void asked.push('prepare'), usernames: [], password: '' } })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`);
  expect(asked).toEqual([]);
  await new Promise((done) => other.close(done));
});
