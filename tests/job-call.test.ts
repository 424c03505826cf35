// A call that outlives whoever asked for it: told once to the audit, read by today's words, done for who may have it done.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Fault } from '../src/kernel/error.ts';
import { gate, jobKit, SEVERAL, type JobKit, type Server } from './kit/job.ts';

const KEY = 'job-key-000001';
let kit: JobKit;
beforeEach(async () => {
  kit = await jobKit();
});
afterEach(() => kit.close());
/** What is still there of sessions when a job is put in. */
const endSessions = (when: string): Promise<unknown[]> =>
  kit.api.rows(`create function sign_out() returns trigger language plpgsql as $$ begin ${when}; return new; end $$; create trigger sign_out after insert on job for each row when (new.user_id <> 0) execute function sign_out()`);
/** Waits until so many wait for a job, which is under way. */
const waiting = async (server: Server): Promise<void> => expect.poll(async () => /^jobs\{state="running"\} (\d+)$/m.exec(await server.app.meter.text())?.[1]).toBe('1');

test('a refusal is one line of the audit, whoever waits for it, with who asked, from where and what for', async () => {
  const { server, post, lines, kept, api, userId, signIn } = kit;
  const [entered, held] = [gate(), gate()];
  const one = await server('one', async ({ about }) => {
    Object.assign(about, { entityId: 'sheet' });
    entered.open();
    await held.gone;
    throw new Fault('conflict');
  });
  const first = post(one, 1, KEY);
  await entered.gone;
  // who came too late would begin it anew; the job knows the session of the last that waits for it
  const rest: ReturnType<typeof post>[] = [];
  for (const token of [await signIn(), await signIn()]) {
    rest.push(post(one, 1, KEY, token));
    await expect.poll(() => api.rows('select from job j join sys_token t on t.session_id = j.session_id where j.key = $1 and t.hash = sha256($2::bytea)', [KEY, Buffer.from(token)])).toHaveLength(1);
  }
  // another call under the key is refused by itself
  expect((await post(one, 2, KEY)).status).toBe(409);
  held.open();
  for (const asked of [first, ...rest]) expect(await asked).toMatchObject({ status: 409, message: new Fault('conflict').words('zh-cn') });
  expect(await lines()).toEqual(['key_reused', 'conflict']);
  const [line] = await api.rows(`select actor_id::text as actor, actor_role as role, session_id is not null as session, entity, entity_id as id, request_id is not null as request from audit_event where error_code = 'conflict'`);
  expect(line).toEqual({ actor: userId, role: 2, session: true, entity: 'caregiver', id: 'sheet', request: true });
  expect((await kept()).map(({ state }) => state)).toEqual(['failed']);
});

test('what breaks to the end is one line; asked for again it is another call', async () => {
  const { server, post, lines } = kit;
  let breaks = true;
  const one = await server('one', () => {
    // a statement that takes too long is "unavailable" elsewhere; here that would say that this server stops, and who waits would ask again for ever
    if (breaks) throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  });
  expect((await post(one, 1, KEY)).status).toBe(500);
  expect(await lines()).toEqual(['broken']);
  breaks = false;
  expect((await post(one, 1, KEY)).status).toBe(200);
  expect((await post(one, 1, KEY)).status).toBe(200);
  expect(await lines()).toEqual(['broken', 'ok']);
});

test('nobody need be there any more: the next server refuses what its asker may not have done by now, in one line', async () => {
  const { server, post, effects, lines, kept, api } = kit;
  const [entered, held] = [gate(), gate()];
  const one = await server('one', () => {
    entered.open();
    return held.gone;
  });
  const asked = post(one, 1, KEY);
  await entered.gone;
  await one.app.close();
  expect((await asked).status).toBe(503);
  await api.rows('update sys_user set status = 0');
  const two = await server('two', () => undefined);
  await expect.poll(async () => (await kept()).map(({ state }) => state)).toEqual(['failed']);
  held.open();
  await expect.poll(() => one.log.some(({ state }) => state === 'lost')).toBe(true);
  expect([await effects(), two.tries(), await lines()]).toEqual([0, 0, ['expired']]);
  const [line] = await api.rows(`select actor_role as role, entity, request_id is not null as request from audit_event where error_code = 'expired'`);
  expect(line).toEqual({ role: 2, entity: 'caregiver', request: true });
});

test('a refusal whose line cannot be written is no end: it is refused again, in one line', async () => {
  const { server, post, lines, api } = kit;
  await api.rows(`create sequence told; create function once() returns trigger language plpgsql as $$ begin if new.action = 'caregiver.import' and nextval('told') = 1 then raise exception 'gone'; end if; return new; end $$; create trigger once before insert on audit_event for each row execute function once()`);
  const one = await server('one', () => {
    throw new Fault('conflict');
  }, { lease: 100 });
  expect((await post(one, 1, KEY)).status).toBe(409);
  expect([await lines(), one.tries()]).toEqual([['conflict'], 2]);
});

test('a call that an older version took in is read anew: what no longer holds is refused in words, once, and never begun', async () => {
  const { server, post, effects, lines, kept } = kit;
  const [entered, held] = [gate(), gate()];
  const old = await server('old', () => {
    entered.open();
    return held.gone;
  }, {}, z.union([z.int(), z.string()]));
  const asked = post(old, 'twelve', KEY);
  await entered.gone;
  await old.app.close();
  expect((await asked).status).toBe(503);
  const today = await server('today', () => undefined);
  await expect.poll(async () => (await kept()).map(({ state, ask, error }) => [state, ask, error])).toEqual([['failed', null, expect.stringContaining('lapsed')]]);
  held.open();
  await expect.poll(() => old.log.some(({ state }) => state === 'lost')).toBe(true);
  expect([await effects(), today.tries(), await lines()]).toEqual([0, 0, ['lapsed']]);
  expect(today.log.filter(({ job, state }) => job === 'POST /test/work' && state === 'taken')).toHaveLength(1);
  for (const language of ['zh-cn', 'en'] as const) expect(new Fault('lapsed').words(language)).toMatch(language === 'en' ? /Reload and send it again/ : /刷新后重新提交/);
});

test('a kept call that cannot be read, or says what nobody takes, is refused, in one line, not tried for ever', async () => {
  const { server, kept, api, userId } = kit;
  const asks = ['nonsense', 'null', '[]', '{}', '{"from":{"language":"en"},"request":[],"body":{"n":1,"more":2}}', '{"from":{"language":"en"},"request":[],"query":{"x":"1"},"body":{"n":1}}'];
  for (const [i, ask] of asks.entries()) await api.rows(`insert into job (kind, user_id, key, ask, session_id) select 'POST /test/work', ${userId}, 'kept-${i}', $1, id from sys_session`, [ask]);
  const one = await server('one', () => undefined);
  await expect.poll(async () => (await kept()).map(({ state, error }) => [state, error])).toEqual(asks.map(() => ['failed', '{"fault":"lapsed","values":{}}']));
  expect([one.tries(), one.log.filter(({ job, state }) => job === 'POST /test/work' && state === 'taken').length]).toEqual([0, asks.length]);
  expect(await api.rows(`select actor_id::text as actor from audit_event where action = 'POST /test/work' and error_code = 'lapsed'`)).toEqual(asks.map(() => ({ actor: userId })));
});

describe('the session of who asked has ended', () => {
  test('before it was begun: 401, nothing is done; signed in anew the same key does it once', async () => {
    const { server, post, effects, lines, signIn } = kit;
    const one = await server('one', () => undefined);
    await endSessions('update sys_session set revoked_at = now()');
    expect((await post(one, 1, KEY)).status).toBe(401);
    expect([one.tries(), await effects(), await lines()]).toEqual([0, 0, ['expired']]);
    await kit.api.rows('drop trigger sign_out on job');
    const anew = await signIn();
    for (let i = 0; i < 2; i++) expect(await post(one, 1, KEY, anew)).toMatchObject({ status: 200, result: { n: 1, by: 'one' } });
    expect([one.tries(), await effects(), await lines()]).toEqual([1, 1, ['expired', 'ok']]);
  });

  test('while it is under way: it is done, and they get its answer; asking again they get 401, and signed in anew the same answer', async () => {
    const { server, post, effects, lines, signIn, api } = kit;
    const [entered, held] = [gate(), gate()];
    const one = await server('one', () => {
      entered.open();
      return held.gone;
    });
    const asked = post(one, 1, KEY);
    await entered.gone;
    await api.rows('update sys_session set revoked_at = now()');
    held.open();
    expect(await asked).toMatchObject({ status: 200, result: { n: 1, by: 'one' } });
    expect((await post(one, 1, KEY)).status).toBe(401);
    expect(await post(one, 1, KEY, await signIn())).toMatchObject({ status: 200, result: { n: 1, by: 'one' } });
    // who asks without a session is a stranger: that line says so
    expect([one.tries(), await effects(), (await lines()).filter((said) => said === 'ok')]).toEqual([1, 1, ['ok']]);
  });

  test('while its server died: whoever is still signed in, or is again, has it done in their name', async () => {
    const { server, post, effects, lines, signIn, api } = kit;
    const [entered, held] = [gate(), gate()];
    const one = await server('one', () => {
      entered.open();
      return held.gone;
    });
    const asked = post(one, 1, KEY);
    await entered.gone;
    // a second place, where the same is asked for while the first is at it
    const second = await signIn();
    const again = post(one, 1, KEY, second);
    await waiting(one);
    await expect.poll(() => api.rows(`select 1 from job j join sys_session s on s.id = j.session_id where s.created_at = (select max(created_at) from sys_session)`)).toHaveLength(1);
    await api.rows(`update sys_session set revoked_at = now() where created_at < (select max(created_at) from sys_session)`);
    await one.app.close();
    expect([(await asked).status, (await again).status]).toEqual([503, 503]);
    const two = await server('two', () => undefined);
    expect(await post(two, 1, KEY, second)).toMatchObject({ status: 200, result: { n: 1, by: 'two' } });
    held.open();
    await expect.poll(() => one.log.some(({ state }) => state === 'lost')).toBe(true);
    expect([await effects(), two.tries(), await lines()]).toEqual([1, 1, ['ok']]);
  });

  test('in one of two places: the other is not told that its session has ended', async () => {
    const { server, post, effects, lines, signIn, api } = kit;
    const one = await server('one', () => undefined);
    // put in with the session of the first place, which ends at once
    await endSessions(`if not exists (select 1 from sys_session where revoked_at is not null) then update sys_session set revoked_at = now() where created_at = (select min(created_at) from sys_session); new.session_id := (select id from sys_session order by created_at limit 1); update job set session_id = (select id from sys_session order by created_at limit 1) where id = new.id; end if`);
    const second = await signIn();
    expect(await post(one, 1, KEY, second)).toMatchObject({ status: 200, result: { n: 1, by: 'one' } });
    expect([await effects(), one.tries(), await lines()]).toEqual([1, 1, ['expired', 'ok']]);
    expect(await api.rows(`select 1 from sys_session where revoked_at is not null`)).toHaveLength(1);
  });
});

test('the figure of jobs counts no exports', async () => {
  const { server, post, api, userId } = kit;
  await api.rows(`insert into job (kind, user_id, key, state, lease_until) values ('export', ${userId}, 'export-key-1', 'running', now() + interval '1 hour')`);
  const [entered, held] = [gate(), gate()];
  const one = await server('one', () => {
    entered.open();
    return held.gone;
  });
  const running = async (): Promise<string | undefined> => /^jobs\{state="running"\} (\d+)$/m.exec(await one.app.meter.text())?.[1];
  await expect.poll(running).toBe('0');
  const asked = post(one, 1);
  await entered.gone;
  expect(await running()).toBe('1');
  held.open();
  await asked;
});

if (SEVERAL) test('one that hung and another that took its job refuse it both: one line, and whoever waits at either is told', async () => {
  const { server, post, lines, effects } = kit;
  const [entered, held] = [gate(), gate()];
  const one = await server('one', async () => {
    entered.open();
    await held.gone;
    throw new Fault('conflict');
  }, { beat: 3_600_000, poll: 3_600_000, lease: 600 });
  const asked = post(one, 1, KEY);
  await entered.gone;
  const two = await server('two', () => {
    throw new Fault('conflict');
  });
  expect((await post(two, 1, KEY)).status).toBe(409);
  held.open();
  expect((await asked).status).toBe(409);
  await expect.poll(() => one.log.some(({ state }) => state === 'lost')).toBe(true);
  expect([await lines(), await effects()]).toEqual([['conflict'], 0]);
});
if (SEVERAL) test('who waits at the older server is told in their language what the newer one refused', async () => {
  const { server, post, lines } = kit;
  const old = await server('old', () => undefined, { most: 0 }, z.union([z.int(), z.string()]));
  await server('today', () => undefined);
  expect(await post(old, 'twelve', KEY, undefined, 'en')).toMatchObject({ status: 409, message: expect.stringContaining('Reload and send it again') as string });
  expect(await lines()).toEqual(['lapsed']);
});
