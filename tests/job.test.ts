// Work that outlives the process it was given to: tried again, handed on, shared, and done once.
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { JobLost } from '../src/host/job/store.ts';
import { begin, note, progressOf } from '../src/host/progress.ts';
import { Reach } from '../src/host/reach.ts';
import { SWEEPS } from '../src/host/sweep.ts';
import { Fault } from '../src/kernel/error.ts';
import { careKit } from './kit/care.ts';
import { gate, jobKit, SEVERAL, type JobKit } from './kit/job.ts';

let kit: JobKit;
beforeEach(async () => {
  kit = await jobKit();
});
afterEach(() => kit.close());

test('what breaks is tried again and has its effect once; a refusal is told at once; what breaks to the end is no success', async () => {
  const { server, post, effects, lines, kept } = kit;
  let breaks = 2;
  const one = await server('one', ({ body }) => {
    if (body.n === 2) throw new Fault('conflict');
    if (body.n === 3 || breaks-- > 0) throw new Error('broken');
  });
  expect(await post(one, 1, 'job-key-000001')).toMatchObject({ status: 200, result: { n: 1, by: 'one' } });
  expect([one.tries(), await effects(), await lines()]).toEqual([3, 1, ['ok']]);
  // asked again, it is the same one; under the same key nothing else is done
  expect(await post(one, 1, 'job-key-000001')).toMatchObject({ status: 200, result: { n: 1, by: 'one' } });
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

test('a job whose server ended over it is tried once more, and no further: who asked is told so', async () => {
  const { server, post, effects, lines, kept } = kit;
  const held = gate();
  // says nothing more of what it has taken, as one that is dead
  const mute = (by: string) => server(by, () => held.gone, { beat: 3_600_000 });
  const one = await mute('one');
  const asked = post(one, 1, 'job-key-000001');
  await expect.poll(one.tries).toBe(1);
  const two = await mute('two');
  await expect.poll(two.tries).toBe(1);
  const three = await server('three', () => undefined);
  await expect.poll(async () => (await kept()).map(({ state, error }) => [state, error])).toEqual([['failed', expect.stringContaining('ended_twice')]]);
  held.open();
  expect(await asked).toMatchObject({ status: 500, message: '没有办成：服务器两次在处理它时中断，不再重试' });
  expect([three.tries(), await effects(), await lines()]).toEqual([0, 0, ['ended_twice']]);
});

test('what breaks when it is tried again after its server ended has had its one more try', async () => {
  const { server, post, effects, kept } = kit;
  const held = gate();
  const one = await server('one', () => held.gone, { beat: 3_600_000 });
  const asked = post(one, 1, 'job-key-000001');
  await expect.poll(one.tries).toBe(1);
  const two = await server('two', () => {
    throw new Error('broken');
  });
  await expect.poll(async () => (await kept()).map(({ state }) => state)).toEqual(['failed']);
  held.open();
  expect((await asked).status).toBe(500);
  expect([two.tries(), await effects()]).toEqual([1, 0]);
});

test('a server that stops hands its job back: who asked is told to come back, the next server does it, once, without being asked', async () => {
  const { server, post, effects, lines, kept } = kit;
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
  expect(await post(two, 1, 'job-key-000001')).toMatchObject({ status: 200, result: { n: 1, by: 'two' } });
  expect([await effects(), await lines(), two.tries()]).toEqual([1, ['ok'], 1]);
});

test.each([['before', false], ['inside', true]])('a server that stops has not broken over its job, %s its transaction: stopped once more, it is done by the third', async (_where, inside) => {
  const { server, post, effects, lines, kept } = kit;
  let asked: ReturnType<typeof post> | undefined;
  for (const by of ['one', 'two']) {
    const [entered, held] = [gate(), gate()];
    const middle = (): Promise<void> => {
      entered.open();
      return held.gone;
    };
    // on a busy machine too there is time to give up
    const one = await server(by, (ask) => (inside ? ask.write(() => middle().then(() => Promise.reject(new JobLost('dropped')))) : middle()), { grace: 2_000 });
    asked ??= post(one, 1, 'job-key-000001');
    await entered.gone;
    const closed = one.app.close();
    await expect.poll(() => one.log.some(({ state }) => state === 'handed back')).toBe(true);
    if (inside) held.open();
    await closed;
    expect((await kept()).map(({ state }) => state)).toEqual(['waiting']);
  }
  expect((await asked!).status).toBe(503);
  const three = await server('three', () => undefined);
  await expect.poll(async () => (await kept()).map(({ state }) => state)).toEqual(['done']);
  expect([await effects(), await lines(), three.tries()]).toEqual([1, ['ok'], 1]);
});

test('what was brought in before the first start is swept at once', async () => {
  const { api } = kit;
  const care = await careKit(api.database);
  const no = await care.order(await care.place('第一医院'), { service_state: 'completed', eval_state: 'open', actual_end_at: new Date(Date.now() - 40 * 86_400_000) });
  await kit.server('one', () => undefined);
  await expect.poll(async () => (await api.rows<{ state: string }>('select eval_state as state from care_order where order_no = $1', [no]))[0]!.state).toBe('expired');
});

test('what time ends is swept by one server of all when it is due, and next in an hour, statistics in five minutes; what breaks waits longer each time', async () => {
  const { api, server } = kit;
  const names = Object.keys(SWEEPS).sort();
  const servers = await Promise.all((SEVERAL ? ['one', 'two'] : ['one']).map((by) => server(by, () => undefined)));
  await expect.poll(async () => (await api.rows('select 1 from job where user_id = 0')).length).toBe(names.length);
  const due = (where: string) => api.rows<{ tries: number; seconds: number }>(`select tries, extract(epoch from run_at - now())::int as seconds from job where user_id = 0 and ${where}`);
  for (const { seconds } of await due(`kind <> 'sweep.statistics'`)) expect(seconds).toBeGreaterThan(3_000);
  for (const { seconds } of await due(`kind = 'sweep.statistics'`)) expect(Math.abs(seconds - 250)).toBeLessThanOrEqual(50);
  await api.rows(`insert into sys_counter (key, n, reset_at) values ('ended', 1, now() - interval '1 minute')`);
  await api.rows(`create function stat_fold_broken() returns boolean language plpgsql as $$ begin raise exception 'broken'; end $$; alter function stat_fold rename to stat_fold_kept; alter function stat_fold_broken rename to stat_fold; update job set run_at = now() where user_id = 0`);
  await expect.poll(() => api.rows(`select 1 from sys_counter where key = 'ended'`)).toEqual([]);
  await expect.poll(() => due(`state = 'waiting' and run_at > now() + interval '50 minutes'`)).toHaveLength(names.length - 1);
  await expect.poll(() => due(`kind = 'sweep.statistics' and state = 'waiting' and run_at > now()`)).toMatchObject([{ tries: 1, seconds: expect.closeTo(60, -2) as number }]);
  const runs = servers.flatMap(({ log }) => log.filter(({ job, state }) => String(job).startsWith('sweep.') && state === 'taken').map(({ job }) => job)).sort();
  expect(runs).toEqual(names);
});

test('every server knows how far an export is, and that it has failed when nothing is heard of it any more', async () => {
  const { api, userId } = kit;
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
    const { server, post, effects } = kit;
    const [entered, held] = [gate(), gate()];
    const one = await server('one', () => {
      entered.open();
      return held.gone;
      // on a busy machine it must not be thought dead
    }, { most: 1, lease: 60_000 });
    const first = post(one, 1);
    await entered.gone;
    const two = await server('two', () => undefined);
    expect(await post(one, 2)).toMatchObject({ status: 200, result: { n: 2, by: 'two' } });
    held.open();
    expect(await first).toMatchObject({ status: 200, result: { n: 1, by: 'one' } });
    expect([await effects(), one.tries(), two.tries()]).toEqual([2, 1, 1]);
  });

  test('one that says nothing any more is not believed: another does its job, and what it writes late is undone', async () => {
    const { server, post, effects, lines } = kit;
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
    expect(await asked).toMatchObject({ status: 200, result: { n: 1, by: 'two' } });
    expect([await effects(), await lines(), one.tries(), two.tries()]).toEqual([1, ['ok'], 1, 1]);
  });
});
