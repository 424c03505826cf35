// npx vitest run --config tests/plan/vitest.config.ts tests/plan/shard.test.ts: one database and the same cut into nodes by hospital (scale.md), asked the same through the same server.
// What one hospital asks goes to its node alone and is answered alike; what all ask goes to each and is merged. SHARD_ORDERS, SHARD_NODES.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSeed } from '../../src/areas/demo/seed.ts';
import { MEASURE_TABLE } from '../../src/areas/statistics/measure.ts';
import { buildApp } from '../../src/host/app.ts';
import { migrateDatabase } from '../../src/host/db/migrate.ts';
import { openDatabase, type Database } from '../../src/host/db/open.ts';
import { memoryMessenger } from '../../src/host/messenger.ts';
import { sweep } from '../../src/host/sweep.ts';
import { served } from '../../src/served.gen.ts';
import { dayFromNow } from '../kit/care.ts';
import { startPostgres } from '../kit/postgres.mjs';
import { signedIn } from '../kit/signed-in.ts';
import { overhear } from './explain.ts';
import { cutNode, deal, SPREAD } from './shard.mjs';

const ORDERS = Number(process.env['SHARD_ORDERS'] ?? 2_000);
const NODES = Number(process.env['SHARD_NODES'] ?? 4);
const folder = mkdtempSync(join(tmpdir(), 'nursing-shard-'));

/** A database with a server on it. `sent`: what the server has asked of it. */
interface Place {
  database: Database;
  app: FastifyInstance;
  tokens: Record<string, string>;
  sent: string[];
}
let server: NonNullable<Awaited<ReturnType<typeof startPostgres>>>;
const clients: pg.Client[] = [];
let whole: Place;
let nodes: (Place & { hospitals: string[] })[] = [];
/** Where a reader's hospitals lie. */
const homes = new Map<string, number>();

const addressOf = (name: string): string => Object.assign(new URL(server.url), { pathname: name }).href;
async function queryIn(name: string) {
  const client = new pg.Client({ connectionString: addressOf(name) });
  await client.connect();
  clients.push(client);
  return async (text: string): Promise<Record<string, unknown>[]> => (await client.query<Record<string, unknown>>(text)).rows;
}
const hangUp = (): Promise<unknown> => Promise.all(clients.splice(0).map((client) => client.end()));
async function serve(name: string): Promise<Place> {
  const database = await openDatabase({ databaseUrl: addressOf(name), dataDir: folder });
  const sent: string[] = [];
  overhear(database.pool, ({ text }) => void sent.push(text));
  const app = await buildApp({ database, settings: { apiPrefix: '/admin-api', secret: randomBytes(32) }, served, messenger: memoryMessenger(), log: () => undefined });
  const { rows } = await database.pool.query<{ id: string; username: string }>(`select id::text, username::text from sys_user where username in ('admin', 'resident', 'hospital')`);
  const tokens: Record<string, string> = {};
  for (const { id, username } of rows) tokens[username] = await signedIn(database.pool, id);
  return { database, app, tokens, sent };
}
async function ask<T>({ app, tokens }: Place, who: string, path: string): Promise<T> {
  const { statusCode, body } = await app.inject({ url: `/admin-api${path}`, headers: { 'x-access-token': tokens[who]! } });
  if (statusCode !== 200) throw new Error(`${who} ${path}: ${statusCode} ${body.slice(0, 300)}`);
  return (JSON.parse(body) as { result: T }).result;
}

beforeAll(async () => {
  const own = await startPostgres();
  if (own === null) throw new Error('no PostgreSQL was found');
  server = own;
  const admin = await queryIn('postgres');
  await admin(`create database cut_whole template template0 encoding 'UTF8' locale 'C.UTF-8'`);
  const batch = await openDatabase({ databaseUrl: addressOf('cut_whole'), dataDir: folder }, 'batch');
  await migrateDatabase(batch);
  await runSeed(batch, ['--orders', String(ORDERS), '--caregivers', String(Math.ceil(ORDERS / 8)), '--hospitals', '12'], () => undefined);
  await sweep(batch.db);
  // who has hospitals in two nodes is asked for as who sees all; here each has one
  await batch.pool.query(`delete from sys_user_hospital s using sys_user u where u.id = s.user_id and u.username in ('resident', 'hospital') and s.hospital_id <> (select min(m.hospital_id) from sys_user_hospital m where m.user_id = u.id)`);
  await batch.pool.query('vacuum analyze');
  const dealt = await deal(async (text) => (await batch.pool.query<Record<string, unknown>>(text)).rows, NODES);
  const { rows: readers } = await batch.pool.query<{ name: string; hospitals: string[] }>(`select u.username::text as name, array_agg(distinct h.hospital_id::text) as hospitals from sys_user u join sys_user_hospital h on h.user_id = u.id where u.username in ('resident', 'hospital') group by 1`);
  await batch.close();
  for (const [k, { hospitals, orders }] of dealt.entries()) {
    await cutNode(admin, queryIn, 'cut_whole', { k, n: NODES, hospitals });
    console.log(`node ${k}: hospitals ${hospitals.join()}, ${orders} orders`);
    for (const { name, hospitals: theirs } of readers) if (theirs.every((id) => hospitals.includes(id))) homes.set(name, k);
  }
  await hangUp();
  whole = await serve('cut_whole');
  nodes = await Promise.all(dealt.map(async ({ hospitals }, k) => ({ ...(await serve(`cut_node_${k}`)), hospitals })));
});
afterAll(async () => {
  await hangUp();
  for (const { app, database } of [whole, ...nodes].filter((place) => place !== undefined)) {
    await app.close();
    await database.close();
  }
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Row = Record<string, string | number | null> & { id: string; orderNo: string };
interface Window {
  list: Row[];
  total: number | null;
}
/** Sorts whose key a row shows. */
const SORTS = { createdAt: 'createdAt', payable: 'payableFen', balance: 'balanceFen', plannedStart: 'plannedStart', orderNo: 'orderNo' } as const;
const compare = (a: Row, b: Row, key: string, desc: boolean): number => {
  const [x, y] = [a[key]!, b[key]!];
  const order = x === y ? Number(BigInt(a.id) - BigInt(b.id)) : x < y ? -1 : 1;
  return desc ? -order : order;
};
/** A window of all nodes: of each the rows up to its end, merged, and cut. */
async function mergedWindow(filter: string, sort: keyof typeof SORTS, desc: boolean, pageNum: number, pageSize: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const node of nodes)
    for (let page = 1; page <= pageNum; page++) {
      const { list } = await ask<Window>(node, 'admin', `/orders?count=0&sort=${sort}${desc ? ':desc' : ''}&pageSize=${pageSize}&pageNum=${page}${filter}`);
      rows.push(...list);
      if (list.length < pageSize) break;
    }
  return rows.sort((a, b) => compare(a, b, SORTS[sort], desc)).slice((pageNum - 1) * pageSize, pageNum * pageSize);
}
const each = <T>(who: string, path: string): Promise<T[]> => Promise.all(nodes.map((node) => ask<T>(node, who, path)));
const added = (parts: readonly Record<string, number | null>[]): Record<string, number> => {
  const sum: Record<string, number> = {};
  for (const part of parts) for (const [name, n] of Object.entries(part)) sum[name] = (sum[name] ?? 0) + (n ?? 0);
  return sum;
};
const ADDS = Object.entries(MEASURE_TABLE).filter(([, { adds }]) => adds).map(([name]) => name);
const RANGE = `from=${dayFromNow(-364)}&to=${dayFromNow(0)}`;
const MEASURED = `/statistics/measures?${RANGE}&by=month&measures=${ADDS.join()}`;
const FILTERS = ['', '&where[0]=payable:from:100000', '&where[0]=patientName:has:%E7%8E%8B'];
/** What someone with a few hospitals asks. */
const PATHS = [
  ...FILTERS.map((filter) => `/orders?pageSize=50${filter}`), '/orders?pageSize=50&sort=patientName', '/orders/counts', '/orders/find?q=%E7%8E%8B',
];

test('every order lies in one node, with all that hangs on it', async () => {
  for (const table of ['care_order', ...SPREAD.order_id]) {
    const count = async ({ database }: Place): Promise<number> => (await database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n;
    const parts = await Promise.all(nodes.map(count));
    expect([table, parts.reduce((sum, n) => sum + n, 0)]).toEqual([table, await count(whole)]);
  }
});

test('who has one hospital is answered by its node as by the whole', async () => {
  expect([...homes.keys()].sort()).toEqual(['hospital', 'resident']);
  for (const [who, k] of homes)
    for (const path of [...PATHS, `/orders/${(await ask<Window>(whole, who, '/orders?pageSize=1')).list[0]!.orderNo}`]) {
      const [there, here] = [await ask<{ at?: string }>(whole, who, path), await ask<{ at?: string }>(nodes[k]!, who, path)];
      expect([path, { ...here, at: null }]).toEqual([path, { ...there, at: null }]);
    }
  // and who sees all asks of one hospital
  for (const node of nodes)
    for (const path of [`${MEASURED},satisfaction,waitHalf,outstanding&hospital=${node.hospitals[0]}`, `/statistics/groups?${RANGE}&group=department&measures=made,receivable&hospital=${node.hospitals[0]}`, `/orders?pageSize=50&where[0]=hospitalId:is:${node.hospitals[0]}`]) {
      const [there, here] = [await ask<{ at?: string }>(whole, 'admin', path), await ask<{ at?: string }>(node, 'admin', path)];
      expect([path, { ...here, at: null }]).toEqual([path, { ...there, at: null }]);
    }
});

test('each statement of theirs on a spread table says the hospital, or the order itself', async () => {
  whole.sent.length = 0;
  for (const who of homes.keys()) for (const path of PATHS) await ask(whole, who, path);
  const spread = whole.sent.filter((text) => new RegExp(`\\b(from|join) (${['care_order', ...SPREAD.order_id, ...SPREAD.hospital_id].join('|')})\\b`).test(text) && /^\s*(\/\* kept \*\/ )?(select|with)/i.test(text));
  expect(spread.length).toBeGreaterThan(20);
  expect(spread.filter((text) => !/hospital_id = any\(|hospital_id in \(|\(.*hospital_id = \$\d+/.test(text) && !/order_id = \$\d/.test(text)).map((text) => text.replace(/\s+/g, ' ').slice(0, 300))).toEqual([]);
});

test('lists, totals, searches and figures of all hospitals are those of the nodes, merged', async () => {
  for (const filter of FILTERS)
    for (const sort of (filter === '' ? Object.keys(SORTS) : ['payable']) as (keyof typeof SORTS)[])
      for (const desc of [false, true])
        for (const pageNum of [1, 3]) {
          const { list } = await ask<Window>(whole, 'admin', `/orders?count=0&sort=${sort}${desc ? ':desc' : ''}&pageSize=50&pageNum=${pageNum}${filter}`);
          expect([sort, desc, pageNum, filter, (await mergedWindow(filter, sort, desc, pageNum, 50)).map(({ id }) => id)]).toEqual([sort, desc, pageNum, filter, list.map(({ id }) => id)]);
        }
  for (const filter of FILTERS) expect((await each<Window>('admin', `/orders?count=only${filter}`)).reduce((sum, { total }) => sum + total!, 0)).toBe((await ask<Window>(whole, 'admin', `/orders?count=only${filter}`)).total);
  expect(added(await each('admin', '/orders/counts'))).toEqual(added([await ask(whole, 'admin', '/orders/counts')]));
  const measured = await each<{ totals: Record<string, number> }>('admin', MEASURED);
  // beds stand in every node's copy of the hospitals
  const figures = added(measured.map(({ totals: { bedDays: _, ...rest } }) => rest));
  const { totals: { bedDays: _, ...all } } = await ask<{ totals: Record<string, number> }>(whole, 'admin', MEASURED);
  expect(figures).toEqual(added([all]));
  for (const q of ['欧阳', 'oyx', '没有这人']) {
    const [there, here] = [await ask<{ row: Row }[]>(whole, 'admin', `/orders/find?q=${encodeURIComponent(q)}`), (await each<{ row: Row }[]>('admin', `/orders/find?q=${encodeURIComponent(q)}`)).flat()];
    // of more than are shown each place chooses its own
    if (here.length < 20) expect(new Set(here.map(({ row }) => row.id))).toEqual(new Set(there.map(({ row }) => row.id)));
    else expect(there.length).toBe(20);
  }
});

test('what does not cut: numbers, people of two nodes', async () => {
  const { rows: [carers] } = await whole.database.pool.query<{ all: number; two: number }>(`with at as (select a.caregiver_id as id, count(distinct n.k) as nodes from order_assignment a join care_order o on o.id = a.order_id
    join (values ${nodes.flatMap(({ hospitals }, k) => hospitals.map((id) => `(${id}, ${k})`)).join()}) n(hospital, k) on n.hospital = o.hospital_id group by 1) select count(*)::int as all, count(*) filter (where nodes > 1)::int as two from at`);
  const { rows: [people] } = await whole.database.pool.query<{ all: number; two: number }>(`with at as (select o.patient_id as id, count(distinct n.k) as nodes from care_order o
    join (values ${nodes.flatMap(({ hospitals }, k) => hospitals.map((id) => `(${id}, ${k})`)).join()}) n(hospital, k) on n.hospital = o.hospital_id group by 1) select count(*)::int as all, count(*) filter (where nodes > 1)::int as two from at`);
  console.log(`caregivers who served in two nodes: ${carers!.two} of ${carers!.all}; patients: ${people!.two} of ${people!.all}`);
  // ids are dealt out in steps: two nodes never give one twice
  const steps = await Promise.all(nodes.map(async ({ database }) => (await database.pool.query<{ id: string }>(`select nextval('care_order_id_seq')::text as id`)).rows[0]!.id));
  expect(new Set(steps.map((id) => Number(id) % NODES)).size).toBe(NODES);
});

test('what it costs', async () => {
  const median = (all: number[]): number => [...all].sort((a, b) => a - b)[all.length >> 1]!;
  const time = async (work: () => Promise<unknown>): Promise<number> => {
    const all: number[] = [];
    for (let n = 0; n < 3; n++) {
      const began = performance.now();
      await work();
      all.push(performance.now() - began);
    }
    return median(all);
  };
  const lines: string[] = [];
  for (const [name, path] of [['window of 50', '/orders?count=0&pageSize=50'], ['window of 50 by amount', '/orders?count=0&pageSize=50&sort=payable:desc'], ['total', '/orders?count=only&where[0]=payable:from:100000'], ['totals by status', '/orders/counts'], ['search', '/orders/find?q=%E7%8E%8B'], ['figures of a year', MEASURED]] as const) {
    const one = await time(() => ask(whole, 'admin', path));
    const parts: number[] = [];
    for (const node of nodes) parts.push(await time(() => ask(node, 'admin', path)));
    lines.push(`${name}: whole ${one.toFixed(1)} ms; slowest node ${Math.max(...parts).toFixed(1)}, of all nodes together ${parts.reduce((a, b) => a + b, 0).toFixed(1)}`);
  }
  for (const pages of [1, 10]) lines.push(`window ${pages} of 100, merged: ${(await time(() => mergedWindow('', 'payable', true, pages, 100))).toFixed(1)} ms one after the other; whole ${(await time(() => ask(whole, 'admin', `/orders?count=0&sort=payable:desc&pageSize=100&pageNum=${pages}`))).toFixed(1)} ms`);
  console.log(`${ORDERS} orders, ${NODES} nodes\n${lines.join('\n')}`);
  expect(lines.length).toBe(8);
});
