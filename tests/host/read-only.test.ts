// A PostgreSQL that takes nothing for a while (a standby that was led to, a disk that was locked): what only reads goes on, all else is told to come back.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { served } from '../../src/served.gen.ts';
import { pathOf, PREFIX, type Api } from '../kit/api.ts';
import { careKit } from '../kit/care.ts';
import { jobKit, SEVERAL, type JobKit } from '../kit/job.ts';

let kit: JobKit;
if (SEVERAL) {
  beforeEach(async () => void (kit = await jobKit()));
  afterEach(() => kit.close());
}

/** The database takes nothing from here on, or all again: by what new connections are told, as an operator or a provider does it. */
async function turn({ database: { pool } }: Api, locked: boolean): Promise<void> {
  const client = await pool.connect();
  await client.query('set default_transaction_read_only = off');
  const { rows: [at] } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  await client.query(`alter database ${at!.name} ${locked ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()');
  client.release(true);
}
const errors = (log: readonly Record<string, unknown>[]): unknown[] => log.filter(({ level }) => level === 'error').map(({ code }) => code);

// nobody locks the embedded database but its own disk, which ends it
test.runIf(SEVERAL)('whoever is signed in goes on reading, nothing is a fault of ours, and the log says it once', async () => {
  const { api } = kit;
  const place = await (await careKit(api.database)).place('第一医院');
  await api.account({ username: 'admin', role: 1, hospitals: [place.hospitalId] });
  const admin = await api.as('admin');
  const ready = () => api.anonymous.send('GET', '/readyz');
  // whose being here would be noted by their next call
  await api.rows(`update sys_session set last_seen_at = now() - interval '2 minutes'`);
  await turn(api, true);
  // a connection that was ended just now is found out by who uses it
  await expect.poll(async () => (await ready()).text).toBe('{"status":"read-only database"}');
  api.log.length = 0;
  for (const path of ['/sys/me', '/dashboard', '/notices', '/own/settings']) expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
  const [refused, wrong]: [string[], unknown[]] = [[], []];
  for (const { endpoint } of served.filter(({ endpoint: { stream } }) => stream !== true)) {
    const { status, headers } = await (endpoint.may === 'open' ? api.anonymous : admin).send(endpoint.method, PREFIX + pathOf(endpoint), endpoint.method === 'GET' ? {} : { body: {} });
    if (status === 503) refused.push(`${endpoint.method} ${endpoint.path}`);
    if (status === 503 ? !(Number(headers['retry-after']) > 0) : status >= 500) wrong.push([endpoint.method, endpoint.path, status]);
  }
  expect(wrong).toEqual([]);
  // what is to be told to the audit is not shown without
  expect(refused).toEqual(expect.arrayContaining(['GET /sys/captcha/randomImage', 'GET /sys/users/list']));
  expect([(await ready()).status, errors(api.log)]).toEqual([503, ['25006']]);

  await turn(api, false);
  await expect.poll(async () => (await ready()).status).toBe(200);
  expect((await admin.get('/sys/captcha/randomImage')).status).toBe(200);
  await expect.poll(async () => (await api.rows<{ n: number }>(`select count(*)::int as n from sys_session where last_seen_at > now() - interval '1 minute'`))[0]!.n).toBe(0);
  await admin.get('/sys/me');
  expect(await api.rows(`select from sys_session where last_seen_at > now() - interval '1 minute'`)).toHaveLength(1);
});

test.runIf(SEVERAL)('who looks for work says it once each time, and looks no oftener than it would', async () => {
  const { api, server, post } = kit;
  const one = await server('one', () => undefined, { poll: 20, alone: 20, retry: 200 });
  expect((await post(one, 1)).status).toBe(200);
  for (const times of [1, 2]) {
    await turn(api, true);
    await sleep(1_000);
    let looks = 0;
    const look = (): void => void (looks += 1);
    api.database.pool.on('acquire', look);
    await sleep(1_000);
    api.database.pool.off('acquire', look);
    expect([times, looks > 5, looks < 75]).toEqual([times, true, true]);
    expect(one.log.filter(({ job, code }) => job === 'take' && code === '25006')).toHaveLength(times);
    await turn(api, false);
    await expect.poll(async () => (await post(one, 1)).status).toBe(200);
  }
});
