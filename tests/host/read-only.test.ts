// A PostgreSQL that takes nothing for a while (a standby that was led to, a disk that was locked): what only reads goes on, all else is told to come back.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { JOB_PACE, startJobs } from '../../src/host/job/worker.ts';
import { startTeller } from '../../src/host/teller.ts';
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
  // twice: one that was being made just then has heard the old word, and is not listed yet
  for (const wait of [200, 0]) {
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()');
    await sleep(wait);
  }
  client.release(true);
}
const errors = (log: readonly Record<string, unknown>[]): unknown[] => log.filter(({ level }) => level === 'error').map(({ code }) => code);

// nobody locks the embedded database but its own disk, which ends it
if (SEVERAL) test('whoever is signed in goes on reading, nothing is a fault of ours, and the log says it once', async () => {
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

if (SEVERAL) test('who looks for work says it once each time', async () => {
  const { api, server, post } = kit;
  const one = await server('one', () => undefined);
  expect((await post(one, 1)).status).toBe(200);
  const said = (): number => one.log.filter(({ job, code }) => job === 'take' && code === '25006').length;
  for (const times of [1, 2]) {
    await turn(api, true);
    await expect.poll(said).toBe(times);
    await sleep(500);
    expect(said()).toBe(times);
    await turn(api, false);
    await expect.poll(async () => (await post(one, 1)).status).toBe(200);
  }
});

test('who looks for work in vain looks no oftener the longer it lasts', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: unknown[] = [];
  let [looks, locked] = [0, false];
  const execute = async (): Promise<{ rows: unknown[] }> => {
    looks += 1;
    await new Promise((done) => setTimeout(done, 10));
    if (locked) throw Object.assign(new Error('cannot execute UPDATE in a read-only transaction'), { code: '25006' });
    return { rows: [] };
  };
  const errors = startTeller((line) => void lines.push(line));
  const jobs = startJobs({ db: { execute }, kind: 'server' } as never, () => ({ job: () => undefined }), () => undefined, errors);
  jobs.begin();
  const within = async (ms: number): Promise<number> => {
    looks = 0;
    await vi.advanceTimersByTimeAsync(ms);
    return looks;
  };
  await within(10_000);
  locked = true;
  const [first] = [await within(10_000), await within(600_000)];
  expect(await within(10_000)).toBeLessThanOrEqual(first + 1);
  expect(lines).toMatchObject([{ level: 'error', job: 'take', code: '25006' }]);
  locked = false;
  // then what looks every so often is left
  await within(5_000);
  expect(await within(10_000)).toBe(10_000 / JOB_PACE.poll);
  locked = true;
  await within(10_000);
  expect(lines).toHaveLength(2);
  jobs.stop();
});
