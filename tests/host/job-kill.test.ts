// A server is killed in the middle of an import: the next start, or the other server, does it to its end, once.
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf } from '../kit/api.ts';
import { commandKit, type Commands, type Running } from '../kit/command.ts';
import { migratedOnServer } from '../kit/database.ts';
import { carer, CARER_HEAD } from '../kit/intake.ts';
import type { KeptJobs } from '../kit/job-kept.ts';
import type { Prepared } from '../kit/killed.ts';

const url = process.env['TEST_DATABASE_URL'];
const TAKEN = /"job":"POST \/caregivers\/import".*"state":"taken"/;
const DONE = /"job":"POST \/caregivers\/import".*"state":"done"/;
const KEY = 'import-and-killed-1';
const MANY = 900;
const SHEET = [CARER_HEAD, ...Array.from({ length: MANY }, (_, i) => carer(100 + i, { 服务医院: '第一医院' }))].map((row) => row.join(',')).join('\r\n');
let kit: Commands;
beforeAll(async () => {
  kit = await commandKit('job-kill', { killed: 'tests/kit/killed.ts', kept: 'tests/kit/job-kept.ts' });
});
afterAll(() => kit.close());

/** Sends the sheet; the status and what came of it, or null when the line is cut. */
async function send(address: string, token: string): Promise<[number, unknown] | null> {
  const { raw, headers } = formOf(SHEET, { name: '护工.csv' });
  try {
    const reply = await fetch(`${address}admin-api/caregivers/import?dryRun=false`, { method: 'POST', headers: { ...headers, 'x-access-token': token, 'idempotency-key': KEY }, body: raw as BodyInit });
    return [reply.status, ((await reply.json()) as { result: unknown }).result];
  } catch {
    return null;
  }
}
const readAll = async (env: Record<string, string>): Promise<KeptJobs> => {
  const { status, stdout, stderr } = await kit.run([], env, 'kept.mjs');
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as KeptJobs;
};
const prepare = async (env: Record<string, string>): Promise<string> => {
  const { stdout, stderr } = await kit.run(['prepare'], env, 'killed.mjs');
  expect(stderr).toBe('');
  return (JSON.parse(stdout) as Prepared).token;
};
const ONCE = { caregivers: MANY, events: MANY, audited: 1, jobs: ['done true'], fault: null };
const REPORT = { rows: MANY, created: MANY, unchanged: 0, dryRun: false, faults: [], faultCount: 0 };
const PRODUCTION = { NODE_ENV: 'production', APP_SECRET: 'j9'.repeat(20), SMS_GATEWAY_URL: 'http://127.0.0.1:9/' };

if (url === undefined) test('embedded: the next start does what the killed one had taken in, without being asked, and the repeat gets its answer', async () => {
  const env = { ...PRODUCTION, DATA_DIR: join(kit.folder, 'data') };
  await kit.furnish(env.DATA_DIR);
  const token = await prepare(env);
  const first = await kit.serve(env);
  const sent = send(first.address, token);
  await first.server.until(TAKEN);
  first.server.child.kill('SIGKILL');
  await Promise.all([sent, first.server.ended]);
  const second = await kit.serve(env);
  await second.server.until(DONE);
  expect(await send(second.address, token)).toEqual([200, REPORT]);
  expect((await second.stop()).status).toBe(0);
  expect(await readAll(env)).toEqual(ONCE);
});

if (url !== undefined) test('PostgreSQL, two servers: the other one does what the killed one was in the middle of, and the repeat gets its answer there', async () => {
  const made = await migratedOnServer(url!);
  const env = { ...PRODUCTION, DATABASE_URL: made.databaseUrl };
  const token = await prepare({ ...env, DATA_DIR: kit.folder });
  const [one, two] = await Promise.all(['one', 'two'].map((name) => kit.serve({ ...env, DATA_DIR: join(kit.folder, name) })));
  const blocker = new pg.Client({ connectionString: made.databaseUrl });
  await blocker.connect();
  // whoever does it waits in the middle of its transaction
  await blocker.query('begin; lock table caregiver_event in share mode');
  const sent = send(one!.address, token);
  const [killed, left]: [Running, typeof one] = await Promise.race([one!.server.until(TAKEN).then((): [Running, typeof one] => [one!.server, two]), two!.server.until(TAKEN).then((): [Running, typeof one] => [two!.server, one])]);
  const inside = async (): Promise<number> => (await blocker.query<{ n: number }>(`select count(*)::int as n from pg_locks where not granted and relation = 'caregiver_event'::regclass`)).rows[0]!.n;
  await expect.poll(inside).toBe(1);
  killed.child.kill('SIGKILL');
  await killed.ended;
  await blocker.query('rollback');
  await left!.server.until(DONE);
  // asked by whoever was cut off, and by whoever was not
  const answer = await sent;
  if (answer !== null) expect(answer).toEqual([200, REPORT]);
  expect(await send(left!.address, token)).toEqual([200, REPORT]);
  expect((await left!.stop()).status).toBe(0);
  await blocker.end();
  expect(await readAll({ ...env, DATA_DIR: kit.folder })).toEqual(ONCE);
  await made.drop();
});
