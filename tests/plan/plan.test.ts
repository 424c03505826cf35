// npm run test:plan: over a million orders, what the server really sends for every list, search, figure and page is planned without reading a large table whole.
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSeed } from '../../src/areas/demo/seed.ts';
import { buildApp } from '../../src/host/app.ts';
import { migrateDatabase } from '../../src/host/db/migrate.ts';
import { openDatabase, type Database } from '../../src/host/db/open.ts';
import { memoryMessenger } from '../../src/host/messenger.ts';
import { served } from '../../src/served.gen.ts';
import { startPostgres } from '../kit/postgres.mjs';
import { signedIn } from '../kit/signed-in.ts';
import { DECLARED } from './declared.ts';
import { explain, overhear, type Sent } from './explain.ts';
import { fill } from './fill.mjs';
import { questions, type Known } from './question.ts';

const ROWS = 1_000_000;
const LARGE = ['care_order', 'order_event', 'order_service_day', 'order_assignment', 'order_payment', 'order_evaluation', 'audit_event', 'caregiver', 'caregiver_certificate', 'caregiver_hospital', 'patient'];
/** Rows of large tables that a statement may read by the planner's estimate. */
const MOST = 120_000;
/** A database that is filled already: its migrations are brought up to date, and sessions of three people are written. */
const GIVEN = process.env['DATABASE_URL'] ?? '';

let own: Awaited<ReturnType<typeof startPostgres>> = null;
let database: Database;
let app: FastifyInstance;
let beside: pg.Pool;
let tokens: [who: string, token: string][];
let sent: Sent[] = [];
/** Totals are planned only. */
let light = false;
const folder = mkdtempSync(join(tmpdir(), 'nursing-plan-'));

async function make(url: string): Promise<void> {
  const batch = await openDatabase({ databaseUrl: url, dataDir: folder }, 'batch');
  await migrateDatabase(batch);
  if (GIVEN === '') {
    await runSeed(batch, ['--orders', String(ROWS / 100), '--caregivers', String(ROWS / 100), '--hospitals', '12'], console.log);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await fill(async (text) => (await client.query(text)).rows, ROWS);
    await client.end();
  }
  await batch.close();
}
beforeAll(async () => {
  if (GIVEN === '') own = await startPostgres();
  const url = GIVEN === '' ? own?.url : GIVEN;
  if (url === undefined) throw new Error('no PostgreSQL was found');
  await make(url);
  beside = new pg.Pool({ connectionString: url, max: 2, options: '-c jit=off' });
  database = await openDatabase({ databaseUrl: url, dataDir: folder });
  // what is counted and marked is planned and not run: it would be the whole list a hundred times
  overhear(database.pool, (one) => {
    if (/^\s*(\/\* kept \*\/ )?(select|with)\b/i.test(one.text) && !/for (no key )?update|pg_advisory|sys_token/.test(one.text)) sent.push(one);
    if (/row_number\(\) over/.test(one.text) && /% /.test(one.text)) return new Error('planned only');
    return light && /^\s*(\/\* kept \*\/ )?select count\(\*\)::int as n from/.test(one.text) ? [{ n: 1 }] : undefined;
  });
  app = await buildApp({ database, settings: { apiPrefix: '/admin-api', secret: randomBytes(32) }, served, messenger: memoryMessenger(), log: () => undefined });
  const one = async (text: string): Promise<Record<string, string>> => (await beside.query<Record<string, string>>(text)).rows[0]!;
  tokens = await Promise.all(['admin', 'resident', 'hospital'].map(async (who): Promise<[string, string]> => [who, await signedIn(beside, (await one(`select id::text from sys_user where username = '${who}'`))['id']!)]));
});
afterAll(async () => {
  await app?.close();
  await database?.close();
  await beside?.end();
  await own?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the tables are as large as they are said to be', async () => {
  for (const table of ['care_order', 'caregiver', 'patient', 'order_event', 'order_service_day', 'audit_event']) {
    const { rows: [row] } = await beside.query<{ n: number; bytes: string }>(`select reltuples::int8::int as n, pg_total_relation_size(oid) as bytes from pg_class where oid = $1::regclass`, [table]);
    console.log(`${table}: ${row!.n} rows, ${Math.round(Number(row!.bytes) / 1e6)} MB`);
    expect([table, row!.n > 0.85 * ROWS]).toEqual([table, true]);
  }
});

/** What this person may ask about: an order like any, and one that is served, as their own list says. */
async function knownOf(token: string): Promise<Known> {
  const first = async (query: string): Promise<string> => {
    const { body } = await app.inject({ url: `/admin-api/orders?pageNum=1&pageSize=1&count=0${query}`, headers: { 'x-access-token': token } });
    return (JSON.parse(body) as { result: { list: { orderNo: string }[] } }).result.list[0]!.orderNo;
  };
  const [orderNo, livingNo] = [await first('&status=closed'), await first('&status=in_service')];
  const { rows: [row] } = await beside.query<Omit<Known, 'orderNo' | 'livingNo'>>(`select o.hospital_id::text as hospital, o.department_id::text as department, o.service_item_id::text as service, o.ward_id::text as ward,
    (select c.staff_no from order_assignment a join caregiver c on c.id = a.caregiver_id where a.order_id = o.id and a.status = 'serving' limit 1) as carer from care_order o where o.order_no = $1`, [livingNo]);
  return { orderNo, livingNo, ...row! };
}
for (const part of ['lists', 'searches', 'statistics', 'pages'] as const)
  test(part, async () => {
    light = part === 'lists' || part === 'searches';
    const wrong = new Map<string, string>();
    const excused = new Set<string>();
    let [asked, planned, most] = [0, 0, { rows: 0, cost: 0, name: '' }];
    for (const [who, token] of process.env['PLAN_WHO'] === undefined ? tokens : tokens.filter(([name]) => name === process.env['PLAN_WHO']))
      for (const { name, path } of questions(await knownOf(token))[part]) {
        sent = [];
        const { statusCode, body } = await app.inject({ url: `/admin-api${path}`, headers: { 'x-access-token': token } });
        // what a role may not ask is not asked
        if (statusCode === 403 && who !== 'admin') continue;
        if (statusCode !== 200) wrong.set(`${name} ${who}`, `${statusCode} ${body.slice(0, 200)}`);
        asked++;
        if (process.env['PLAN_LOG'] !== undefined && asked % 50 === 0) appendFileSync(process.env['PLAN_LOG'], `${part} ${asked}\n`);
        for (const one of sent) {
          const { whole, rows, cost } = await explain(beside, one, LARGE);
          planned++;
          const reason = DECLARED.find((each) => each.question.test(name) && each.statement.test(one.text));
          if (reason !== undefined && (whole.length > 0 || rows > MOST)) excused.add(`${reason.reason}`);
          const fine = reason === undefined ? whole.length === 0 && rows <= MOST : whole.every((table) => reason.whole.includes(table));
          if (reason === undefined && rows > most.rows) most = { rows, cost, name: `${who} ${name}` };
          // a run that is cut off has said what it found
          if (!fine && process.env['PLAN_LOG'] !== undefined) appendFileSync(process.env['PLAN_LOG'], `${who} ${name}: ${whole.join()} ${rows} rows, cost ${cost}: ${one.text.replace(/\s+/g, ' ').slice(0, 400)}\n`);
          if (!fine) wrong.set(`${name} ${one.text.replace(/\$\d+/g, '?').slice(0, 300)}`, `${who}: reads ${whole.length > 0 ? `${whole.join()} whole, ` : ''}${rows} rows, cost ${cost}`);
        }
      }
    // every question is asked of the database
    expect(planned).toBeGreaterThanOrEqual(asked);
    console.log(`${part}: ${asked} questions, ${planned} plans; most rows read, of what is not declared: ${most.rows} (${most.name}); declared and met: ${[...excused].join('; ') || 'nothing'}`);
    expect([...wrong].map(([what, how]) => `${how}\n      ${what}`)).toEqual([]);
  });
