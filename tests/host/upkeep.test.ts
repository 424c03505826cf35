import pg from 'pg';
import journal from '../../src/host/migrations/meta/_journal.json' with { type: 'json' };
import { afterEach, expect, test, vi } from 'vitest';
import { keepHouse } from '../../src/host/db/housekeeping.ts';
import { migrateDatabase } from '../../src/host/db/migrate.ts';
import { openDatabase } from '../../src/host/db/open.ts';
import { sweep } from '../../src/host/sweep.ts';
import { PASSWORD, startApi, type Api } from '../kit/api.ts';
import { emptyOnServer, memoryDatabase } from '../kit/database.ts';

let api: Api | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await api?.close();
  api = undefined;
});

test('sweeping removes what time has ended and nothing else', async () => {
  api = await startApi();
  const user = await api.account({ username: 'ops', role: 2 });
  const { captchaKey, captchaCode } = await api.captcha();
  const put = (text: string, values: unknown[] = []) => api!.rows<{ id: string }>(text, values);
  const name = (sign: number) => (sign < 0 ? 'ended' : 'living');
  for (const sign of [-1, 1]) {
    // a minute on either side of each border
    const from = (border: string) => `now() - interval '${border}' + interval '${sign} minute'`;
    await put(`insert into sys_captcha (key, answer_hash, expires_at) values ($1, '\\x00', ${from('0')})`, [name(sign)]);
    await put(`insert into sys_counter (key, n, reset_at) values ($1, 1, ${from('0')})`, [name(sign)]);
    await put(`insert into sys_verification (purpose, contact, contact_type, code_hash, expires_at) values ($1, '1', 'MOBILE', '\\x00', ${from('1 day')})`, [name(sign)]);
    await put(`insert into idempotency_key (user_id, key, request_hash, created_at) values ($1, $2, '\\x00', ${from('3 days')})`, [user, name(sign)]);
    const session = await put(`insert into sys_session (user_id, remember_me, idle_seconds, user_agent, expires_at) values ($1, false, 60, $2, ${from('30 days')}) returning id::text`, [user, name(sign)]);
    if (sign > 0) for (const token of [-1, 1]) await put(`insert into sys_token (hash, session_id, kind, expires_at) values (convert_to($2, 'UTF8'), $1, 'access', now() - interval '1 day' + interval '${token} minute')`, [session[0]!.id, name(token)]);
  }
  await sweep(api.database.db);
  // sorted here: two databases have orders of their own
  const left = async (column: string, table: string) => (await put(`select ${column} as id from ${table}`)).map(({ id }) => id).sort();
  expect(await left('key', 'sys_captcha')).toEqual([captchaKey, 'living'].sort());
  expect(await left('key', 'sys_counter')).toContain('living');
  expect(await left('key', 'sys_counter')).not.toContain('ended');
  expect(await left('purpose', 'sys_verification')).toEqual(['living']);
  expect(await left('key', 'idempotency_key')).toEqual(['living']);
  expect(await left('user_agent', 'sys_session')).toEqual(['living']);
  expect(await left(`convert_from(hash, 'UTF8')`, 'sys_token')).toEqual(['living']);
  // who was reading the picture meanwhile still signs in
  expect((await api.anonymous.post('/sys/login', { body: { username: 'ops', password: PASSWORD, captchaKey, captchaCode } })).status).toBe(200);
});

/** The embedded database and the housekeeper's clock. */
async function house() {
  const database = await memoryDatabase();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const stop = keepHouse(database);
  const one = async <T>(text: string, values: unknown[] = []): Promise<T> => (await database.pool.query<{ value: T }>(text, values)).rows[0]!.value;
  return {
    one,
    /** One round; a question after it waits for its statements, which go through the same connection. */
    async round(): Promise<void> {
      vi.advanceTimersByTime(30_000);
      for (let i = 0; i < 6; i++) await one('select 1 as value');
    },
    /** Megabytes of log that a crash would have to be read back from. */
    behind: () => one<number>(`select ((pg_current_wal_lsn() - redo_lsn) / 1048576)::int as value from pg_control_checkpoint()`),
    write: async (megabytes: number): Promise<void> => {
      for (let i = 0; i < megabytes; i++) await one(`select pg_logical_emit_message(true, 'test', repeat('x', 1048576))::text as value`);
    },
    async close(): Promise<void> {
      stop();
      vi.useRealTimers();
      await database.close();
    },
  };
}
test('the log of the embedded database stays bounded: a checkpoint at 64 MB, or five minutes after a write', async () => {
  const { round, behind, write, close } = await house();
  await round();
  const before = await behind();
  await write(66);
  expect(await behind()).toBeGreaterThanOrEqual(before + 66);
  await round();
  expect(await behind()).toBe(0);
  await write(3);
  for (let minute = 0; minute < 8; minute++) await round();
  expect(await behind()).toBeGreaterThanOrEqual(3);
  for (let minute = 0; minute < 4; minute++) await round();
  expect(await behind()).toBe(0);
  await close();
}, 60_000);
test('dead rows of the embedded database are vacuumed away', async () => {
  const { round, one, close } = await house();
  await one(`with made as (insert into sys_counter select 'k' || n, n, now() from generate_series(1, 2000) n returning 1) select count(*) as value from made`);
  await one('with gone as (delete from sys_counter returning 1) select count(*) as value from gone');
  await one('select pg_stat_force_next_flush()::text as value');
  const size = () => one<number>(`select pg_relation_size('sys_counter')::int as value`);
  expect(await size()).toBeGreaterThan(50_000);
  for (let i = 0; i < 3; i++) await round();
  expect(await size()).toBe(0);
  await close();
});

const url = process.env['TEST_DATABASE_URL'];
if (url !== undefined)
  test('of instances that migrate at once on a server, one works and the others wait for it', async () => {
    const { databaseUrl, drop } = await emptyOnServer(url);
    const blocker = new pg.Client({ connectionString: databaseUrl });
    await blocker.connect();
    const instances = await Promise.all([1, 2, 3].map(() => openDatabase({ databaseUrl, dataDir: '' })));
    // the first step of a migration is held up, so that all three are under way
    await blocker.query('begin; create schema drizzle');
    const done = Promise.all(instances.map((instance) => migrateDatabase(instance)));
    const waiting = async () => (await blocker.query<{ wait: string }>(`select wait_event as wait from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' order by 1`)).rows.map(({ wait }) => wait);
    await expect.poll(waiting, { interval: 50 }).toHaveLength(3);
    expect(await waiting()).toEqual(['advisory', 'advisory', 'transactionid']);
    await blocker.query('rollback');
    await done;
    expect((await blocker.query('select count(*)::int as n from drizzle.__drizzle_migrations')).rows).toEqual([{ n: journal.entries.length }]);
    await blocker.end();
    await Promise.all(instances.map((instance) => instance.close()));
    await drop();
  });
