import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../src/host/app.ts';
import { migrateDatabase } from '../src/host/db/migrate.ts';
import { openDatabase } from '../src/host/db/open.ts';
import { STREAMS } from '../src/host/live.ts';
import { memoryMessenger } from '../src/host/messenger.ts';
import { served } from '../src/served.gen.ts';
import { PREFIX, startApi, type Api, type Client } from './kit/api.ts';
import { careKit, type Place } from './kit/care.ts';
import { emptyOnServer } from './kit/database.ts';
import { listen, type Listener } from './kit/listen.ts';
import { signedIn } from './kit/signed-in.ts';
import { soon } from './kit/soon.ts';

let api: Api;
let base: string;
let kit: Awaited<ReturnType<typeof careKit>>;
let here: Place;
let there: Place;
let ops: Client;
const open: Listener[] = [];
/** Opens a stream as this person. */
async function hear(token: string, address = base, query = ''): Promise<Listener> {
  const stream = await listen(`${address}${PREFIX}/live${query}`, token);
  open.push(stream);
  return stream;
}
const tokenOf = async (username: string): Promise<string> => (await api.signIn(username)).token;
/** A payment is the shortest event there is; the version it makes. */
async function pay(no: string, version: number, client = ops): Promise<void> {
  const { status, text } = await client.post(`/orders/${no}/pay`, { body: { version, amountFen: 100, method: 'cash' } });
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
}
beforeAll(async () => {
  api = await startApi();
  kit = await careKit(api.database);
  here = await kit.place('第一医院', ['骨科', '内科']);
  there = await kit.place('第二医院');
  await api.account({ username: 'ops', role: 2 });
  await api.account({ username: 'resident', role: 3, hospitals: [here.hospitalId] });
  const part = await api.account({ username: 'part', role: 4 });
  await api.rows('insert into sys_user_hospital (user_id, hospital_id, department_ids) values ($1, $2, $3)', [part, here.hospitalId, [here.departments[1]!.id]]);
  ops = await api.as('ops');
  base = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const stream of open) stream.leave();
  await api.close();
});

describe('who hears what', () => {
  test('a change is heard at once, with the version that the order has now', async () => {
    const no = await kit.order(here, { service_state: 'in_service', payable_fen: 10_000 });
    const stream = await hear(await tokenOf('resident'));
    let version = 1;
    await soon(2_000, async () => {
      await pay(no, version++);
      expect(await stream.next()).toEqual({ no, version });
    });
  });
  test('nobody hears of what is out of their hospitals or departments', async () => {
    const [bones, inner, elsewhere] = [await kit.order(here, { department: 0 }), await kit.order(here, { department: 1 }), await kit.order(there)];
    const [all, whole, part] = [await hear(await tokenOf('ops')), await hear(await tokenOf('resident')), await hear(await tokenOf('part'))];
    for (const no of [elsewhere, bones, inner]) await pay(no, 1);
    expect([await all.next(), await all.next(), await all.next()]).toEqual([elsewhere, bones, inner].map((no) => ({ no, version: 2 })));
    expect([await whole.next(), await whole.next()]).toEqual([bones, inner].map((no) => ({ no, version: 2 })));
    expect(await part.next()).toEqual({ no: inner, version: 2 });
  });
  test('an order that leaves a department is heard of there and where it goes', async () => {
    const no = await kit.order(here, { department: 1 });
    const bones = await api.account({ username: 'bones', role: 3 });
    await api.rows('insert into sys_user_hospital (user_id, hospital_id, department_ids) values ($1, $2, $3)', [bones, here.hospitalId, [here.departments[0]!.id]]);
    const token = await tokenOf('part');
    const [left, came] = [await hear(token), await hear(await tokenOf('bones'))];
    const to = here.departments[0]!;
    const { status } = await ops.post(`/orders/${no}/edit`, { body: { version: 1, departmentId: to.id, wardId: to.wardId, bedId: to.bedId } });
    expect(status).toBe(200);
    expect([await left.next(), await came.next()]).toEqual([{ no, version: 2 }, { no, version: 2 }]);
    // whose line was cut meanwhile would show it for ever
    const away = await hear(token, base, '?ago=60000');
    let said: unknown;
    do said = await away.next();
    while ((said as { no: string }).no !== no);
    expect(said).toEqual({ no, version: 2 });
  });
  test('who was away hears first what happened meanwhile, in their own scope; after too long, that it is better to read all again', async () => {
    // what others did is longer ago than is asked for, however long a busy machine takes over what is done here
    await new Promise((done) => setTimeout(done, 2_100));
    const began = performance.now();
    const [bones, inner, later] = [await kit.order(here, { department: 0 }), await kit.order(here, { department: 1 }), await kit.order(here, { department: 1, updated_at: '2026-01-01T00:00:00Z' })];
    await pay(bones, 1);
    await pay(inner, 1);
    const token = await tokenOf('part');
    const ago = Math.ceil(performance.now() - began) + 1_900;
    const [away, gone, fresh] = [await hear(token, base, `?ago=${ago}`), await hear(token, base, '?ago=86400000'), await hear(token)];
    await pay(later, 1);
    expect([await away.next(), await away.next()]).toEqual([inner, later].map((no) => ({ no, version: 2 })));
    expect([await gone.next(), await gone.next()]).toEqual([null, { no: later, version: 2 }]);
    expect(await fresh.next()).toEqual({ no: later, version: 2 });
  });
  test('what is said in words nobody understands is something missed, and no harm', async () => {
    const stream = await hear(await tokenOf('resident'));
    for (const words of ['{', '{"no":7}', 'null']) await api.rows(`select pg_notify('order', $1)`, [words]);
    expect([await stream.next(), await stream.next(), await stream.next()]).toEqual([null, null, null]);
  });
  test('what is refused is told to nobody', async () => {
    const [refused, done] = [await kit.order(here), await kit.order(here)];
    const stream = await hear(await tokenOf('ops'));
    expect((await ops.post(`/orders/${refused}/pay`, { body: { version: 7, amountFen: 100, method: 'cash' } })).status).toBe(409);
    await pay(done, 1);
    expect(await stream.next()).toEqual({ no: done, version: 2 });
  });
});

describe('who may listen', () => {
  test('a token that lives, and a reader of events', async () => {
    const ask = async (headers: Record<string, string>) => {
      const reply = await fetch(`${base}${PREFIX}/live`, { headers });
      return [reply.status, ((await reply.json()) as { code: number }).code];
    };
    const accept = 'text/event-stream';
    expect(await ask({ accept })).toEqual([401, 401]);
    expect(await ask({ accept, 'x-access-token': 'x'.repeat(43) })).toEqual([401, 401]);
    expect(await ask({ 'x-access-token': await tokenOf('ops') })).toEqual([400, 40000]);
  });
  test('the answer is a stream that no proxy keeps or buffers', async () => {
    const { headers } = await hear(await tokenOf('ops'));
    expect(['content-type', 'cache-control', 'x-accel-buffering', 'content-length', 'content-security-policy'].map((name) => headers.get(name) === null ? null : headers.get(name)!.split(';')[0])).toEqual(['text/event-stream', 'no-store', 'no', null, "default-src 'none'"]);
  });
  test('one person has only so many at a time, and a place is free again when one has left', async () => {
    await api.account({ username: 'greedy', role: 2 });
    const token = await tokenOf('greedy');
    const held: Listener[] = [];
    for (let n = 0; n < STREAMS.person; n++) held.push(await hear(token));
    const refused = await fetch(`${base}${PREFIX}/live`, { headers: { accept: 'text/event-stream', 'x-access-token': token } });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    held[0]!.leave();
    await expect.poll(async () => listen(`${base}${PREFIX}/live`, token).then((stream) => stream.leave(), () => 'refused')).toBeUndefined();
  });
});

describe('how long it lasts', () => {
  test.each([
    ['out', async (token: string) => void (await api.client(token).post('/sys/logout'))],
    ['late', async (token: string) => void (await api.rows(`update sys_token set expires_at = now() where hash = sha256($1::bytea)`, [Buffer.from(token)]))],
    ['idle', async () => void (await api.rows(`update sys_session s set last_seen_at = now() - interval '1 day' from sys_user u where u.id = s.user_id and u.username = 'idle'`))],
    ['disabled', async () => void (await api.rows(`update sys_user set status = 0 where username = 'disabled'`))],
  ])('whoever is %s hears nothing more soon after, and others do', async (username, end) => {
    await api.account({ username, role: 2 });
    const token = await tokenOf(username);
    const [mine, other] = [await hear(token), await hear(await tokenOf('ops'))];
    await end(token);
    await mine.over;
    const no = await kit.order(here);
    await pay(no, 1);
    expect(await other.next()).toEqual({ no, version: 2 });
  });
  test('a scope that becomes smaller is smaller in the stream too', async () => {
    const id = await api.account({ username: 'moved', role: 3, hospitals: [here.hospitalId] });
    const stream = await hear(await tokenOf('moved'));
    await api.rows('update sys_user_hospital set hospital_id = $2 where user_id = $1', [id, there.hospitalId]);
    const [before, now] = [await kit.order(here), await kit.order(there)];
    // of both that change, one is heard: from the next look on, the other
    let version = 1;
    const both = async (): Promise<void> => {
      await pay(before, version);
      await pay(now, version++);
    };
    const next = async () => (await stream.next()) as { no: string; version: number };
    // and whoever listens is told that what was theirs may not be any more
    let said: Awaited<ReturnType<typeof next>> | null;
    do {
      await new Promise((done) => setTimeout(done, 500));
      await both();
      said = await next();
      expect(said?.no ?? before).toBe(before);
    } while (said !== null);
    await both();
    const heard = [await next()];
    while (heard.at(-1)!.version < version) heard.push(await next());
    expect(new Set(heard.map(({ no }) => no))).toEqual(new Set([now]));
  });
  test('neither a stream nor what a page asks by itself keeps a session alive', async () => {
    const { token } = await api.signIn('resident');
    const seen = async () => (await api.rows<{ at: string }>(`select s.last_seen_at::text as at from sys_session s join sys_token t on t.session_id = s.id where t.hash = sha256($1::bytea)`, [Buffer.from(token)]))[0]!.at;
    await api.rows(`update sys_session set last_seen_at = now() - interval '5 minutes'`);
    const before = await seen();
    const stream = await hear(token);
    expect((await api.client(token).get('/orders', { headers: { 'x-unattended': '1' } })).status).toBe(200);
    expect(await seen()).toBe(before);
    expect((await api.client(token).get('/orders')).status).toBe(200);
    expect(await seen()).not.toBe(before);
    stream.leave();
  });
  test('a server that stops ends it at once', async () => {
    await soon(4_000, async () => {
      const second = await buildApp({ database: api.database, settings: { apiPrefix: PREFIX, secret: randomBytes(32) }, served, messenger: memoryMessenger(), log: () => undefined });
      const stream = await hear(await tokenOf('ops'), await second.listen({ port: 0, host: '127.0.0.1' }));
      await Promise.all([second.close(), stream.over]);
    });
  });
});

const url = process.env['TEST_DATABASE_URL'];
if (url !== undefined)
  describe('several servers on PostgreSQL', () => {
    test('what one does is heard at the other; when the line was cut, that something may have been missed', async () => {
      const { databaseUrl, drop } = await emptyOnServer(url);
      const secret = randomBytes(32);
      const start = async () => {
        const database = await openDatabase({ databaseUrl, dataDir: '' });
        await migrateDatabase(database);
        const app = await buildApp({ database, settings: { apiPrefix: PREFIX, secret }, served, messenger: memoryMessenger(), log: () => undefined });
        return { database, app, address: await app.listen({ port: 0, host: '127.0.0.1' }) };
      };
      const [one, two] = [await start(), await start()];
      const { place, order, actorId } = await careKit(one.database);
      const no = await order(await place('第一医院'));
      const token = await signedIn(one.database.pool, actorId);
      const stream = await hear(token, two.address);
      const act = async (version: number) => {
        const reply = await fetch(`${one.address}${PREFIX}/orders/${no}/pay`, { method: 'POST', headers: { 'x-access-token': token, 'content-type': 'application/json' }, body: JSON.stringify({ version, amountFen: 100, method: 'cash' }) });
        expect(reply.status).toBe(200);
      };
      let version = 1;
      await soon(2_000, async () => {
        await act(version++);
        expect(await stream.next()).toEqual({ no, version });
      });

      await one.database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()`);
      await act(version++);
      // what happens while the line is mended is either heard after all or covered by the word that something was missed
      const next = async () => (await stream.next()) as { no: string; version: number } | null;
      const heard = [await next()];
      while (heard.at(-1) !== null) heard.push(await next());
      expect(heard).toEqual([...heard.slice(0, -1).map(() => ({ no, version })), null]);
      await act(version++);
      do heard.push(await next());
      while (heard.at(-1)?.version !== version);
      expect(heard.at(-1)).toEqual({ no, version });
      stream.leave();
      for (const { app, database } of [one, two]) {
        await app.close();
        await database.close();
      }
      await drop();
    });
  });
