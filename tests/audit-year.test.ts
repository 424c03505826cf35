// The audit lies in a part for each year (0028_audit_year.sql): lines go where they belong, none is lost on the way, and it stays one chain.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditDetail, AuditRow } from '../src/areas/audit/contract.ts';
import { verifyAudit } from '../src/areas/audit/verify.ts';
import { migrateDatabase } from '../src/host/db/migrate.ts';
import type { Database } from '../src/host/db/open.ts';
import { sweep } from '../src/host/sweep.ts';
import { startApi, type Api, type Client } from './kit/api.ts';
import { bareDatabase } from './kit/database.ts';

let api: Api;
let admin: Client;
beforeAll(async () => {
  api = await startApi();
  await api.account({ username: 'admin', role: 1 });
  admin = await api.as('admin');
});
afterAll(() => api.close());

const YEAR = `extract(year from now() at time zone 'Asia/Shanghai')::int`;
const year = async (): Promise<number> => (await api.rows<{ n: number }>(`select ${YEAR} as n`))[0]!.n;
const write = ({ pool }: Pick<Database, 'pool'>, at: string, about: string): Promise<unknown> => pool.query(`insert into audit_event (at, action, entity, entity_id, ok) values ($1, 'test.year', 'year', $2, true)`, [at, about]);
const partsOf = async ({ pool }: Pick<Database, 'pool'>): Promise<Record<string, string[]>> => {
  const { rows } = await pool.query<{ part: string; abouts: string[] }>(`select tableoid::regclass::text as part, array_agg(entity_id order by entity_id) as abouts from audit_event where action = 'test.year' group by 1`);
  return Object.fromEntries(rows.map(({ part, abouts }) => [part, abouts]));
};

test('what is written today lies in a part of its year, and a line of no part in one that takes any', async () => {
  await sweep(api.database.db);
  await write(api.database, new Date().toISOString(), 'today');
  await write(api.database, '2091-06-01T00:00:00Z', 'far');
  const { audit_event_default: far, ...near } = await partsOf(api.database);
  expect(far).toEqual(['far']);
  expect(Object.values(near)).toEqual([['today']]);
  expect((await verifyAudit(api.database)).fault).toBeNull();
});

test('the sweep makes the next year, with what fell beside it; two at once make it once', async () => {
  const next = (await year()) + 1;
  await sweep(api.database.db);
  // a server that did not run for a year has none
  await api.rows(`alter table audit_event detach partition audit_event_${next}`);
  await api.rows(`drop table audit_event_${next}`);
  await write(api.database, `${next}-01-01T00:00:00+08:00`, 'first');
  await write(api.database, `${next}-12-31T23:59:59.999999+08:00`, 'last');
  expect((await partsOf(api.database))['audit_event_default']).toEqual(expect.arrayContaining(['first', 'last']));
  const before = await api.rows('select seq::text, id::text, encode(hash, \'hex\') as hash from audit_event order by audit_event.seq');
  await Promise.all([sweep(api.database.db), sweep(api.database.db)]);
  expect((await partsOf(api.database))[`audit_event_${next}`]).toEqual(['first', 'last']);
  expect((await partsOf(api.database))['audit_event_default'] ?? []).not.toContain('first');
  expect(await api.rows('select seq::text, id::text, encode(hash, \'hex\') as hash from audit_event order by audit_event.seq')).toEqual(before);
  expect((await verifyAudit(api.database)).fault).toBeNull();
  expect(await api.rows('select audit_make_years() as n')).toEqual([{ n: 0 }]);
});

test('no part lets a line be changed or taken, named by itself or through the whole', async () => {
  const names = (await api.rows<{ name: string }>(`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_event'::regclass`)).map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(4);
  for (const name of ['audit_event', ...names]) for (const statement of [`update ${name} set ok = not ok`, `delete from ${name}`, `truncate ${name}`]) await expect(api.rows(statement)).rejects.toThrow('append-only');
});

test('the list and a line are read over all parts, newest first', async () => {
  const { list } = (await admin.get<{ list: AuditRow[] }>('/audit', { query: { action: 'test.year' } })).body.result;
  expect(list.map(({ entityId }) => entityId)).toEqual(['last', 'first', 'far', 'today']);
  for (const { id, entityId } of list) expect((await admin.get<AuditDetail>(`/audit/${id}`)).body.result).toMatchObject({ id, entityId });
  const { n } = (await api.rows<{ n: number }>('select count(*)::int as n from audit_event'))[0]!;
  expect((await admin.get<{ total: number }>('/audit', { query: { count: 'only' } })).body.result.total).toBeGreaterThanOrEqual(n);
});

test('a number of the chain that is in two parts is seen', async () => {
  await api.rows('alter table audit_event disable trigger all');
  try {
    const [line] = await api.rows<{ id: string; seq: string }>(`insert into audit_event (at, action, ok, seq, hash) select '2092-01-01', 'forged', true, max(seq), sha256('x') from audit_event returning id::text, seq::text`);
    // the last one's is not met on the way along the chain
    expect((await verifyAudit(api.database)).fault).toEqual({ kind: 'inserted', ...line });
    await api.rows(`delete from audit_event where id = ${line!.id}`);
  } finally {
    await api.rows('alter table audit_event enable trigger all');
  }
  expect((await verifyAudit(api.database)).fault).toBeNull();
});

test('an audit from before has its lines, numbers and chain after it, wherever they lie in time', async () => {
  const old = await bareDatabase();
  try {
    await migrateDatabase(old, '0026_erasure');
    for (const at of ['2024-02-29T12:00:00Z', '2026-11-22T12:00:00Z', '2029-12-31T16:00:00Z']) await write(old, at, at.slice(0, 4));
    const lines = (): Promise<unknown[]> => old.pool.query('select seq::text, id::text, at, encode(hash, \'hex\') as hash from audit_event order by audit_event.seq').then(({ rows }) => rows);
    const before = await lines();
    await migrateDatabase(old);
    expect(await lines()).toEqual(before);
    // the last of them is of 2030 in Shanghai
    expect(await partsOf(old)).toEqual({ audit_event_before_2031: ['2024', '2026', '2029'] });
    await write(old, '2031-01-01T00:00:00+08:00', 'later');
    expect(await partsOf(old)).toMatchObject({ audit_event_2031: ['later'] });
    expect(await verifyAudit(old)).toMatchObject({ sound: 4, fault: null });
    expect((await old.pool.query('select max(id) - min(id) as n from audit_event')).rows).toEqual([{ n: '3' }]);
    expect((await old.pool.query('select audit_make_years() as n')).rows).toEqual([{ n: 0 }]);
  } finally {
    await old.close();
  }
});
