// The way to PostgreSQL swallows every byte, without a word: lost connections are given up, and others made.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { opening, unhurried } from '../../src/host/db/lost.ts';
import { openDatabase, type Database } from '../../src/host/db/open.ts';
import { faultOf } from '../../src/host/envelope.ts';
import { emptyOnServer } from '../kit/database.ts';

const url = process.env['TEST_DATABASE_URL'];
test.each([
  ['postgres://u:p w@h/db?host=/var/run/postgresql', { host: '/var/run/postgresql', password: 'p w', database: 'db' }, ''],
  ['postgres://u:p%@h/db?application%5Fname=ward&host=/var/run/postgresql&options=-c%20a%3Db', { host: '/var/run/postgresql', password: 'p%', database: 'db' }, '-c a=b'],
  ['postgres://u:p@h/db?options=-c%20a%3Db&fallback_application_name=ward', { host: 'h', password: 'p', database: 'db' }, '-c a=b'],
])('an address reaches the driver as it was written, but for who asks and what is set: %s', (given, reached, set) => {
  const { connectionString, options } = opening(given);
  expect([new pg.Client({ connectionString }), options, /application|options/.test(connectionString)]).toEqual([expect.objectContaining(reached), set, false]);
});
const PACE = { silent: 1_200, beat: 400, answer: 600 };

/** A way to the database. */
interface Way {
  url: string;
  /** Its connections fall silent, those that stand then; new ones pass. */
  silence: () => void;
  /** Cuts all, and lets none through; `refused`: how many have come since. */
  shut: () => void;
  refused: () => number;
  open: () => void;
}
/** `edit`: of what is sent there. */
async function through(databaseUrl: string, edit = (sent: Buffer): Uint8Array => sent): Promise<Way> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let [closed, refused] = [false, 0];
  const proxy = createServer((near) => {
    if (closed) {
      refused += 1;
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [from, to] of [[near, far], [far, near]] as const) {
      sockets.add(from);
      from.on('data', (bytes) => silent.has(from) || to.write(from === near ? edit(bytes as Buffer) : bytes));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        if (!silent.has(from)) to.destroy();
      });
    }
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const one of sockets) one.destroy();
    proxy.close();
  });
  const at = Object.assign(new URL(databaseUrl), { port: String((proxy.address() as AddressInfo).port) });
  return {
    url: at.href, silence: () => sockets.forEach((one) => silent.add(one)), refused: () => refused, open: () => void (closed = false),
    shut: () => {
      [closed, refused] = [true, 0];
      for (const one of sockets) one.destroy();
    },
  };
}
async function behind() {
  const { databaseUrl, drop } = await emptyOnServer(url!);
  const way = await through(databaseUrl);
  const database = await openDatabase({ databaseUrl: way.url, dataDir: '' }, 'serving', undefined, PACE);
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  return { ...database, ...way };
}
const ms = async (work: Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work;
  return performance.now() - began;
};

test('one that takes the connection and never says a word is given up, by its name', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const took = await ms(expect(openDatabase({ databaseUrl: `postgres://nobody@127.0.0.1:${port}/none`, dataDir: '' }, 'serving')).rejects.toThrow('DATABASE_URL'));
  expect(took).toBeLessThan(15_000);
});
test('a connection that was closed for its silence is told as unavailable', () => {
  expect(faultOf(new Error('Connection terminated: nothing was heard')).fault).toBe('unavailable');
});
if (url !== undefined) {
  test('what was asked fails as unavailable, and no connection of the pool stays behind', async () => {
    const { pool, db, silence } = await behind();
    await pool.query('create table kept (n int)');
    // the whole pool: five will be in the middle of a transaction, five at rest
    const clients = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
    for (const client of clients) client.release();
    expect(pool.totalCount).toBe(10);
    const begun = Array.from({ length: 5 }, (_, n) => db.transaction(async (tx) => {
      await tx.execute(sql`insert into kept values (${n})`);
      await sleep(300);
      await tx.execute(sql`insert into kept values (${n})`);
    }));
    await sleep(150);
    silence();
    // these do not even begin
    const later = Array.from({ length: 5 }, () => db.transaction((tx) => tx.execute(sql`select 1`)));
    const took = await ms(Promise.allSettled([...begun, ...later]).then((all) => expect(all.map((one) => (one.status === 'rejected' ? faultOf(one.reason).fault : 'done'))).toEqual(Array(10).fill('unavailable'))));
    expect(took).toBeLessThan(5_000);
    // as many at once as ever, and none of them inside somebody else's transaction
    await Promise.all(Array.from({ length: 10 }, () => db.transaction((tx) => tx.execute(sql`insert into kept values (99)`))));
    expect(pool.totalCount).toBeLessThanOrEqual(10);
    expect((await pool.query('select n from kept order by n')).rows).toEqual(Array(10).fill({ n: 99 }));
  }, 20_000);
  test('what may take long is waited for, in a transaction or on a connection', async () => {
    const { pool, db } = await behind();
    await expect(pool.query('select pg_sleep(2)')).rejects.toThrow('nothing was heard');
    await db.transaction(async (tx) => {
      unhurried(tx);
      await tx.execute(sql`select pg_sleep(2)`);
    });
    const client = await pool.connect();
    unhurried(client);
    await client.query('select pg_sleep(2)');
    client.release();
    // given back, it is a connection like any other
    await expect(pool.query('select pg_sleep(2)')).rejects.toThrow('nothing was heard');
  }, 15_000);
  test('who listens hears again what is said, and is told that something may have been missed', async () => {
    const { pool, listen, silence } = await behind();
    const heard: string[] = [];
    await listen('told', (said) => heard.push(said));
    await pool.query(`select pg_notify('told', 'one')`);
    await expect.poll(() => heard).toEqual(['one']);
    // longer than a beat and its answer: one that lives is left alone
    await sleep(1_500);
    expect(heard).toEqual(['one']);
    silence();
    await expect.poll(() => heard, { timeout: 5_000 }).toEqual(['one', '']);
    await expect.poll(() => pool.query(`select pg_notify('told', 'two')`).then(() => heard.at(-1), () => undefined), { timeout: 5_000 }).toBe('two');
  }, 15_000);
  test('one connection listens at any time: who begins to listen while it is lost makes no second one, and all are told that some may have been missed', async () => {
    const { pool, listen, shut, refused, open } = await behind();
    const heard: string[] = [];
    await listen('told', (said) => heard.push(said));
    shut();
    // it is tried again, in vain
    await expect.poll(refused, { timeout: 5_000, interval: 10 }).toBeGreaterThan(0);
    await sleep(100);
    open();
    // as a stream does: who is refused comes again
    let listens = false;
    for (let tries = 0; tries < 5 && !listens; tries++) listens = await listen('other', () => undefined).then(() => true, () => false);
    expect(listens).toBe(true);
    await sleep(2_500);
    expect(heard).toEqual(['']);
    await pool.query(`select pg_notify('told', 'one')`);
    await expect.poll(() => heard).toContain('one');
    await sleep(300);
    expect(heard).toEqual(['', 'one']);
  }, 20_000);
  test.each(['serving', 'batch'] as const)('a machine that died leaves no connection behind in PostgreSQL for longer than half a minute, %s', async (pace) => {
    const { databaseUrl, drop } = await emptyOnServer(url);
    onTestFinished(drop);
    const database = await openDatabase({ databaseUrl, dataDir: '' }, pace);
    onTestFinished(() => database.close());
    const asked = `select name, setting::int as is from pg_settings where name like 'tcp_keepalives_%' or (name = 'idle_in_transaction_session_timeout' and setting <> '0') order by name`;
    const told = [['tcp_keepalives_count', 3], ['tcp_keepalives_idle', 10], ['tcp_keepalives_interval', 5]];
    // nor does one that stands still, such as a command that was put aside by Ctrl+Z, hold for ever what others wait for
    const still = ['idle_in_transaction_session_timeout', pace === 'serving' ? 8_000 : 600_000];
    const rows = async (look: Database['look']): Promise<unknown[]> => (await look<{ name: string; is: number }>(asked)).rows.map(({ name, is }) => [name, is]);
    expect([await rows((text) => database.pool.query(text)), await rows(database.look)]).toEqual([[still, ...told], told]);
  });
  test('a connection on which listening fails is ended', async () => {
    const { pool, listen } = await behind();
    const connections = async (): Promise<number> => (await pool.query<{ n: number }>('select count(*)::int as n from pg_stat_activity where datname = current_database()')).rows[0]!.n;
    expect(await connections()).toBe(1);
    // no channel has this name
    await expect(listen('', () => undefined)).rejects.toThrow('zero-length');
    await expect.poll(connections).toBe(1);
  });
  test('a pooler that drops what is set for a session is refused by its name: nothing would have a deadline, and nobody hear what others tell', async () => {
    const { databaseUrl, drop } = await emptyOnServer(url!);
    onTestFinished(drop);
    const { url: pooled } = await through(databaseUrl, (sent) => Buffer.from(sent.toString('latin1').replace('nursing.direct=on', 'nursing.direct=no'), 'latin1'));
    await expect(openDatabase({ databaseUrl: pooled, dataDir: '' })).rejects.toThrow('A pooler between');
    // what an address sets of its own is no pooler, and takes nothing of ours away
    const { pool, close } = await openDatabase({ databaseUrl: `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}options=-c%20search_path%3Dpublic+-c%20lock_timeout%3D7000`, dataDir: '' });
    const { rows } = await pool.query(`select current_setting('search_path') as path, current_setting('lock_timeout') as lock, current_setting('jit') as jit`);
    await close();
    expect(rows).toEqual([{ path: 'public', lock: '10s', jit: 'off' }]);
  });
}
