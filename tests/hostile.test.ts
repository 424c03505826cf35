import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '../src/kernel/endpoint.ts';
import { LIMITS } from '../src/host/limit.ts';
import { served } from '../src/served.gen.ts';
import { PASSWORD, pathOf, PREFIX, startApi, type Answer, type Api, type Client } from './kit/api.ts';
import { careKit } from './kit/care.ts';

let api: Api;
let admin: Client;
beforeAll(async () => {
  // whatever is said shall be looked at: calls are counted by account, and here one person makes them all
  for (const limit of Object.values(LIMITS)) limit.calls = 10_000_000;
  api = await startApi();
  await api.account({ username: 'admin', role: 1 });
  admin = await api.as('admin');
  const kit = await careKit(api.database);
  const place = await kit.place('第一医院');
  for (const patient of ['张三', '欧阳雪', 'O\'Neil']) await kit.order(place, { patient });
  await kit.caregiver('王芳', [place]);
});
afterAll(() => api.close());
// nor are trials of a password to end
beforeEach(async () => void (await api.rows('delete from sys_counter')));

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
const TEXTS = [
  '', ' ', '\0', 'a\0b', '\ud800', 'x\udc00y', '9007199254740992', '9223372036854775808', '1e309', '-1', '0', '999999999', '99999999999999999999', 'NaN', 'true', 'null', '😀👨‍👩‍👧‍👦', '张'.repeat(64), 'a'.repeat(65), 'x'.repeat(100_000),
  `' or 1=1 --`, `'; drop table care_order; --`, '%', '_', '\\', '%%%%', '$1', '${1}', '=cmd|\' /C calc\'!A0', '<img src=x onerror=alert(1)>', '../../etc/passwd', '%00', '%2e%2e%2f', '__proto__', 'constructor', 'toString', '\u202e\u200b\ufeff', 'İıſK', '１２床', '1床', 'zhang1', '۱۲۳۴',
];
const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 80 }), fc.string({ unit: fc.nat(0xffff).map((n) => String.fromCharCode(n)), maxLength: 20 }));
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.constantFrom<unknown>(2 ** 53, -(2 ** 53), 1e308, -0, 0.1, null, true, [], {}, ['a', 'b'], [[[[]]]], nested(40), nested(31), Array.from({ length: 5000 }, () => 1)),
  fc.jsonValue(),
);
/** Can the call be made without saying anything? */
const silent = (e: Endpoint): boolean => [e.query, e.body].every((schema) => schema === undefined || z.safeParse(schema, {}).success);
const given = (schema: unknown): string[] => Object.keys((schema as z.ZodMiniObject | undefined)?.shape ?? {});
/** An object with some of the fields a schema knows, filled with anything, and now and then one that it does not. */
const filled = (names: string[], what: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc.array(fc.tuple(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...(names.length > 0 ? names : ['x'])) }, { weight: 1, arbitrary: fc.constantFrom('extra', '__proto__', 'constructor', 'a.b', '') }), what), { maxLength: 6 }).map((pairs) => {
    const made: Record<string, unknown> = {};
    for (const [name, inside] of pairs) Object.defineProperty(made, name, { value: inside, enumerable: true, configurable: true, writable: true });
    return made;
  });
const address = fc.nat(0xffffff).map((n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);

/** What every answer is, whatever was asked. */
function proper({ status, body, text: whole, headers }: Answer): void {
  expect(status).toBeLessThan(500);
  if (status === 200 && headers['content-disposition'] !== undefined) return;
  expect(Object.keys(body)).toEqual(['success', 'code', 'message', 'result']);
  expect([body.success, body.code === 0]).toEqual([status === 200, status === 200]);
  expect(typeof body.message).toBe('string');
  if (status !== 200) expect(body.result).toBeNull();
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(whole).not.toMatch(/\/work\/|node_modules|postgres|syntax error/i);
}
const encoded = (asked: Record<string, unknown>): string => Object.entries(asked).map(([name, v]) => `${safe(name)}=${safe(typeof v === 'string' ? v : JSON.stringify(v) ?? '')}`).join('&');
const safe = (raw: string): string => Buffer.from(raw, 'utf8').toString('latin1').replace(/[^\w.-]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);

describe.each(served.map(({ endpoint: e }) => [`${e.method} ${e.path}`, e] as const))('%s', (_name, e: Endpoint) => {
  // each endpoint has a session of its own to end
  beforeAll(async () => {
    admin = await api.as('admin');
  });
  const ask = async (more: object, path = pathOf(e)): Promise<Answer> => {
    const reply = await admin.send(e.method, PREFIX + path, more);
    proper(reply);
    if (e.path === '/sys/logout' && reply.status === 200) admin = await api.as('admin');
    else expect(e.may === 'open' || reply.status !== 401).toBe(true); // the session lives on, so every try goes past the guard
    return reply;
  };
  test('answers properly to any query, in any form', async () => {
    await fc.assert(fc.asyncProperty(filled(given(e.query), value), address, async (query, from) => void (await ask({ query: encoded(query), from }))), { numRuns: 60 });
    await fc.assert(fc.asyncProperty(fc.string({ unit: fc.constantFrom(...'ab[]=&%.;+1?/#\\'), maxLength: 40 }), address, async (query, from) => void (await ask({ query: query.replaceAll('#', '%'), from }))), { numRuns: 30 });
    for (const name of given(e.query)) for (const one of TEXTS) await ask({ query: encoded({ [name]: one }), from: '10.200.0.1' });
  }, 240_000);
  if (e.method !== 'GET')
    test('answers properly to any body', async () => {
      await fc.assert(fc.asyncProperty(filled(given(e.body), value), address, async (body, from) => void (await ask({ body, from }))), { numRuns: 80 });
      await fc.assert(fc.asyncProperty(value, address, async (body, from) => void (await ask({ raw: JSON.stringify(body), from }))), { numRuns: 30 });
      for (const raw of ['{"__proto__":{"role":1}}', '{"constructor":{"prototype":{"x":1}}}', '{"a":1,"a":2}', '[', '{', 'null', '"', '\u0000', '{"a":1e999}', `${'['.repeat(100_000)}`, `${'['.repeat(50_000)}${']'.repeat(50_000)}`, '\ufeff{}', `{${Array.from({ length: 10_000 }, (_, i) => `"k${i}":1`).join(',')}}`]) {
        const { status } = await ask({ raw, from: '10.200.0.2' });
        const nothing = e.body === undefined && ['null', '\ufeff{}'].includes(raw);
        // 409: what is in use stays
        expect([raw.slice(0, 20), e.upload ? [415] : nothing && silent(e) ? [200, 404, ...(e.method === 'DELETE' ? [409] : [])] : [400]]).toEqual([raw.slice(0, 20), expect.arrayContaining([status])]);
      }
    }, 240_000);
  if (e.path.includes(':'))
    test('answers 404 properly to any name of a row', async () => {
      const name = fc.oneof(text, fc.constantFrom('%', '%zz', '%ff', '..', '.', '%2f', 'a/b', 'a%', '%c0%80'), fc.constantFrom('%zz', '%', '%ff', '%c0%af', '%00', '%ed%a0%80').map((path) => ({ path })));
      await fc.assert(fc.asyncProperty(name, async (no) => {
        const path = e.path.replace(/:\w+/g, (typeof no === 'string' ? safe(no) : no.path).slice(0, 15_000));
        const reply = await admin.send(e.method, PREFIX + path);
        proper(reply);
        expect(reply.headers).toHaveProperty('x-request-id');
        // 200: an empty name asks for the list; 405: `.` and `..` lead to another path
        expect([200, 404, 405, ...(silent(e) ? [] : [400])]).toContain(reply.status);
      }), { numRuns: 80 });
    }, 240_000);
  test('answers properly to any header', async () => {
    const header = fc.string({ unit: fc.integer({ min: 32, max: 255 }).map((n) => String.fromCharCode(n)), maxLength: 60 });
    await fc.assert(fc.asyncProperty(fc.constantFrom('idempotency-key', 'x-language', 'accept-language', 'user-agent', 'x-forwarded-for', 'cookie', 'origin'), header, address, async (key, one, from) => void (await ask({ headers: { [key]: one }, query: { unknown: 1 }, from }))), { numRuns: 30 });
    await fc.assert(fc.asyncProperty(header, address, async (one, from) => proper(await admin.send(e.method, PREFIX + pathOf(e), { headers: { 'x-access-token': one }, query: { unknown: 1 }, from }))), { numRuns: 20 });
  });
});

test('any name and password may be tried with a rightly read captcha', async () => {
  await fc.assert(fc.asyncProperty(text, text, address, async (username, password, from) => {
    const reply = await api.attempt(username, password, {}, { from });
    proper(reply);
    expect(reply.status).toBe(400);
  }), { numRuns: 60 });
  for (const one of TEXTS) expect((await api.attempt(one, PASSWORD, {}, { from: '10.201.0.1' })).status).toBe(400);
});
test('after all that nothing is lost, and everyone is who they were', async () => {
  expect(await api.rows('select (select count(*)::int from care_order) as orders, (select count(*)::int from sys_user) as accounts')).toEqual([{ orders: 3, accounts: 2 }]);
  expect((await admin.get('/sys/me')).body.result).toMatchObject({ username: 'admin', role: 1 });
  expect(({} as Record<string, unknown>)['role']).toBeUndefined();
});
