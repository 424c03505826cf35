// Work that outlives the process it was given to: tried again, handed on, shared, and done once.
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { answerJob, type Ask } from '../src/host/answer.ts';
import { buildApp } from '../src/host/app.ts';
import type { JobPace } from '../src/host/job/worker.ts';
import { begin, note, progressOf } from '../src/host/progress.ts';
import { Reach } from '../src/host/reach.ts';
import { SWEEPS } from '../src/host/sweep.ts';
import { endpoint } from '../src/kernel/endpoint.ts';
import { Fault } from '../src/kernel/error.ts';
import { served } from '../src/served.gen.ts';
import { PREFIX, startApi, type Api } from './kit/api.ts';

const work = endpoint('POST /test/work', { may: 'signed-in', audit: 'caregiver.import', summary: 'work', query: z.strictObject({}), body: z.strictObject({ n: z.int() }), reply: z.strictObject({ n: z.int(), by: z.string() }) });
type Work = (ask: Ask<typeof work>) => Promise<void> | void;
interface Server {
  app: FastifyInstance;
  log: Record<string, unknown>[];
  /** How often it has begun the work. */
  tries: () => number;
}
interface Told {
  status: number;
  result: { n: number; by: string } | null;
}
// the embedded database has one process
const SEVERAL = process.env['TEST_DATABASE_URL'] !== undefined;
const QUICK: Partial<JobPace> = { poll: 50, alone: 50, beat: 50, lease: 600, look: 20, grace: 200, retry: 20 };
const open: FastifyInstance[] = [];
let api: Api;
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
  await api.close();
});
const secret = randomBytes(32);
/** Another server over the same database, which does `before` and then what the call says. */
async function server(by: string, before: Work, pace: Partial<JobPace> = {}): Promise<Server> {
  const log: Record<string, unknown>[] = [];
  let tries = 0;
  const job = answerJob(work, async (ask) => {
    tries++;
    await before(ask);
    return ask.write(async (tx) => {
      await tx.execute(sql`insert into sys_counter (key, n, reset_at) values ('effect', 1, now() + interval '1 day') on conflict (key) do update set n = sys_counter.n + 1`);
      return { result: { n: ask.body.n, by }, entity: 'caregiver', entityId: 'import' };
    });
  });
  const app = await buildApp({ database: api.database, settings: { apiPrefix: PREFIX, secret }, served: [...served, job], messenger: api.messenger, pace: { ...QUICK, ...pace }, log: (line) => void log.push(line) });
  await app.ready();
  open.push(app);
  return { app, log, tries: () => tries };
}
async function given(): Promise<(to: Server, n: number, key?: string) => Promise<Told>> {
  await api.account({ username: 'ops', role: 2 });
  const { token } = await api.signIn('ops');
  return async ({ app }, n, key) => {
    const reply = await app.inject({ method: 'POST', url: `${PREFIX}/test/work`, headers: { 'x-access-token': token, ...(key === undefined ? {} : { 'idempotency-key': key }) }, payload: { n } });
    return { status: reply.statusCode, result: (reply.json() as { result: Told['result'] }).result };
  };
}
const effects = async (): Promise<number> => (await api.rows<{ n: number }>(`select coalesce(sum(n), 0)::int as n from sys_counter where key = 'effect'`))[0]!.n;
const audited = async (): Promise<number> => (await api.rows<{ n: number }>(`select count(*)::int as n from audit_event where action = 'caregiver.import' and ok`))[0]!.n;
const gate = (): { open: () => void; gone: Promise<void> } => {
  let lift = (): void => undefined;
  const gone = new Promise<void>((done) => (lift = done));
  return { open: () => lift(), gone };
};
const kept = () => api.rows<{ state: string; ask: string | null; file: Buffer | null; error: string | null }>(`select state, ask, file, error from job where user_id <> 0 order by id`);

test('what breaks is tried again and has its effect once; a refusal is told at once; what breaks to the end is no success', async () => {
  api = await startApi();
  const post = await given();
  let breaks = 2;
  const one = await server('one', ({ body }) => {
    if (body.n === 2) throw new Fault('conflict');
    if (body.n === 3 || breaks-- > 0) throw new Error('broken');
  });
  expect(await post(one, 1, 'job-key-000001')).toEqual({ status: 200, result: { n: 1, by: 'one' } });
  expect([one.tries(), await effects(), await audited()]).toEqual([3, 1, 1]);
  // asked again, it is the same one; under the same key nothing else is done
  expect(await post(one, 1, 'job-key-000001')).toEqual({ status: 200, result: { n: 1, by: 'one' } });
  expect((await post(one, 9, 'job-key-000001')).status).toBe(409);
  expect([one.tries(), await effects()]).toEqual([3, 1]);
  expect((await post(one, 2, 'job-key-000002')).status).toBe(409);
  expect(one.tries()).toBe(4);
  expect((await post(one, 3, 'job-key-000003')).status).toBe(500);
  expect([one.tries(), await effects()]).toEqual([8, 1]);
  // nothing of what was asked is kept, but why it failed
  expect(await kept()).toEqual([{ state: 'done', ask: null, file: null, error: null }, ...['conflict', 'broken'].map((fault) => ({ state: 'failed', ask: null, file: null, error: expect.stringContaining(fault) as string }))]);
  // what failed can be asked for again under its key
  breaks = 0;
  expect((await post(one, 1, 'job-key-000003')).status).toBe(200);
  expect(await effects()).toBe(2);
  expect(one.log.filter(({ job, state }) => job === 'POST /test/work' && state === 'failed')).toHaveLength(2);
  expect(await one.app.meter.text()).toMatch(/job_runs_total\{job="POST \/test\/work",result="failed"\} \d/);
});

test('a server that stops hands its job back: who asked is told to come back, the next server does it, once, without being asked', async () => {
  api = await startApi();
  const post = await given();
  const [entered, held] = [gate(), gate()];
  const one = await server('one', () => {
    entered.open();
    return held.gone;
  });
  const asked = post(one, 1, 'job-key-000001');
  await entered.gone;
  await one.app.close();
  expect((await asked).status).toBe(503);
  const two = await server('two', () => undefined);
  await expect.poll(async () => (await kept()).map(({ state }) => state)).toEqual(['done']);
  // the first wakes up and is no longer the one
  held.open();
  await expect.poll(() => one.log.some(({ state }) => state === 'lost')).toBe(true);
  expect(await post(two, 1, 'job-key-000001')).toEqual({ status: 200, result: { n: 1, by: 'two' } });
  expect([await effects(), await audited(), two.tries()]).toEqual([1, 1, 1]);
});

test('a job of someone who was signed out meanwhile is not done', async () => {
  api = await startApi();
  const post = await given();
  const one = await server('one', () => undefined);
  await api.rows(`create function sign_out() returns trigger language plpgsql as $$ begin update sys_session set revoked_at = now(); return new; end $$; create trigger sign_out after insert on job for each row when (new.user_id <> 0) execute function sign_out()`);
  expect((await post(one, 1)).status).toBe(401);
  expect([one.tries(), await effects()]).toEqual([0, 0]);
});

test('what time ends is swept by one server of all when it is due, and next in an hour; what breaks waits longer each time', async () => {
  api = await startApi();
  await given();
  const names = Object.keys(SWEEPS).sort();
  const servers = await Promise.all((SEVERAL ? ['one', 'two'] : ['one']).map((by) => server(by, () => undefined)));
  await expect.poll(async () => (await api.rows('select 1 from job where user_id = 0')).length).toBe(names.length);
  const due = (where: string) => api.rows<{ tries: number; seconds: number }>(`select tries, extract(epoch from run_at - now())::int as seconds from job where user_id = 0 and ${where}`);
  for (const { seconds } of await due('true')) expect(seconds).toBeGreaterThan(3_000);
  await api.rows(`insert into sys_counter (key, n, reset_at) values ('ended', 1, now() - interval '1 minute')`);
  await api.rows(`create function stat_fold_broken() returns boolean language plpgsql as $$ begin raise exception 'broken'; end $$; alter function stat_fold rename to stat_fold_kept; alter function stat_fold_broken rename to stat_fold; update job set run_at = now() where user_id = 0`);
  await expect.poll(() => api.rows(`select 1 from sys_counter where key = 'ended'`)).toEqual([]);
  await expect.poll(() => due(`state = 'waiting' and run_at > now() + interval '50 minutes'`)).toHaveLength(names.length - 1);
  await expect.poll(() => due(`kind = 'sweep.statistics' and state = 'waiting' and run_at > now()`)).toMatchObject([{ tries: 1, seconds: expect.closeTo(60, -2) as number }]);
  const runs = servers.flatMap(({ log }) => log.filter(({ job, state }) => String(job).startsWith('sweep.') && state === 'taken').map(({ job }) => job)).sort();
  expect(runs).toEqual(names);
});

test('every server knows how far an export is, and that it has failed when nothing is heard of it any more', async () => {
  api = await startApi();
  const userId = await api.account({ username: 'ops', role: 2 });
  const [here, there] = [new Reach(api.database.db, 'all'), new Reach(drizzle(api.database.pool), 'all')];
  const progress = begin(here, userId, 'export-key-1', 10);
  note(here, userId, 'export-key-1', progress);
  progress.rows = 4;
  await expect.poll(() => progressOf(there, userId, 'export-key-1')).toEqual({ rows: 4, total: 10, state: 'running' });
  expect(await progressOf(there, String(Number(userId) + 1), 'export-key-1')).toBeNull();
  progress.rows = 10;
  progress.state = 'done';
  await expect.poll(() => progressOf(there, userId, 'export-key-1')).toEqual({ rows: 10, total: 10, state: 'done' });
  await api.rows(`update job set state = 'running', rows = 7, lease_until = now() - interval '1 second'`);
  expect(await progressOf(there, userId, 'export-key-1')).toEqual({ rows: 7, total: 10, state: 'failed' });
});

if (SEVERAL) describe('several servers', () => {
  test('share the work, and the answer comes from whichever did it', async () => {
    api = await startApi();
    const post = await given();
    const [entered, held] = [gate(), gate()];
    const one = await server('one', () => {
      entered.open();
      return held.gone;
    }, { most: 1 });
    const first = post(one, 1);
    await entered.gone;
    const two = await server('two', () => undefined);
    expect(await post(one, 2)).toEqual({ status: 200, result: { n: 2, by: 'two' } });
    held.open();
    expect(await first).toEqual({ status: 200, result: { n: 1, by: 'one' } });
    expect([await effects(), one.tries(), two.tries()]).toEqual([2, 1, 1]);
  });

  test('one that says nothing any more is not believed: another does its job, and what it writes late is undone', async () => {
    api = await startApi();
    const post = await given();
    const [entered, held] = [gate(), gate()];
    const one = await server('one', () => {
      entered.open();
      return held.gone;
    }, { beat: 3_600_000, poll: 3_600_000, lease: 600 });
    const asked = post(one, 1, 'job-key-000001');
    await entered.gone;
    const two = await server('two', () => undefined);
    await expect.poll(effects).toBe(1);
    held.open();
    expect(await asked).toEqual({ status: 200, result: { n: 1, by: 'two' } });
    expect([await effects(), await audited(), one.tries(), two.tries()]).toEqual([1, 1, 1, 1]);
  });
});
