// What a backup holds, and what loading one leaves, on either engine.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '../../src/areas/audit/verify.ts';
import { runSeed } from '../../src/areas/demo/seed.ts';
import { verifyStatistics } from '../../src/areas/statistics/verify.ts';
import { dump } from '../../src/host/backup/dump.ts';
import { checkBackup, readBackup, writeBackup } from '../../src/host/backup/file.ts';
import { load } from '../../src/host/backup/load.ts';
import { Tally, type Piece } from '../../src/host/backup/piece.ts';
import { migrateDatabase, schemaOf, schemaVersions } from '../../src/host/db/migrate.ts';
import type { Database } from '../../src/host/db/open.ts';
import { careKit } from '../kit/care.ts';
import { bareDatabase, testDatabase } from '../kit/database.ts';
import { signedIn } from '../kit/signed-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'nursing-backup-load-'));
const file = join(folder, 'one');
const secret = randomBytes(32);
const open: Database[] = [];
const kept = async (made: Promise<Database>): Promise<Database> => {
  const database = await made;
  open.push(database);
  return database;
};
const values = ['', ' ', '{', 'NULL', '"', '\\', '\\N', "it's", 'a,b', '\u2028\u2029', '\r\n', '病人 😀', '{"a":null}'];
let source: Database;
beforeAll(async () => {
  source = await kept(testDatabase());
  await runSeed(source, ['--orders', '60', '--caregivers', '30', '--hospitals', '2'], () => undefined);
  const { pool } = source;
  const { rows: [user] } = await pool.query<{ id: string }>('select min(id)::text as id from sys_user');
  for (const [i, value] of values.entries()) await pool.query('insert into user_pref (user_id, key, value) values ($1, $2, $3)', [user!.id, `odd:${i} ${value}`, JSON.stringify(value)]);
  await pool.query(`insert into user_pref (user_id, key, value) values ($1, 'odd:none', 'null'), ($1, 'odd:number', '12345678901234567890.10')`, [user!.id]);
  const { rows: [certificate] } = await pool.query<{ id: string }>('select min(id)::text as id from caregiver_certificate');
  await pool.query(`insert into caregiver_certificate_file (certificate_id, type, bytes, added_by) values ($1, 'application/pdf', $2, $3)`, [certificate!.id, randomBytes(3_000_000), user!.id]);
  await signedIn(pool, user!.id);
  await writeBackup(file, dump(source, secret));
});
afterAll(async () => {
  for (const database of open) await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What every table holds, whatever its order. */
async function sums(database: Database): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  let tally = new Tally('table');
  for await (const piece of dump(database, secret)) {
    if ('table' in piece) tally = new Tally('table');
    else if ('end' in piece) found[piece.end] = tally.anyOrder;
    else if ('rows' in piece) for (const row of piece.rows) tally.add(row);
  }
  return found;
}
const SHAPE = `
  select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
  union all select indexdef from pg_indexes where schemaname = 'public'`;
const shape = async ({ pool }: Database): Promise<string[]> => (await pool.query<{ line: string }>(SHAPE)).rows.map(({ line }) => line).sort();
const total = (all: Record<string, string>): number => Object.values(all).reduce((sum, text) => sum + Number(text.split(' ')[0]), 0);

test('what is loaded is what was dumped, in a database that is as any other, and nobody is signed in by it', async () => {
  const target = await kept(bareDatabase());
  const loaded = await load(target, readBackup(file), 'restore');
  const [had, has] = [await sums(source), await sums(target)];
  expect(loaded.rows).toBe(total(had));
  // one line tells of the restoring; sessions are over
  const changed = Object.keys(had).filter((name) => had[name] !== has[name]);
  expect(changed.sort()).toEqual(['audit_event', 'audit_head', 'sys_session', 'sys_token']);
  expect((await target.pool.query(`select (select count(*) from sys_token)::int as tokens, (select count(*) from sys_session where revoked_at is null)::int as sessions`)).rows).toEqual([{ tokens: 0, sessions: 0 }]);
  expect(await shape(target)).toEqual(await shape(source));
  expect(await verifyAudit(target)).toMatchObject({ fault: null });
  expect((await verifyStatistics(target)).differences).toEqual([]);
  await expect(target.pool.query('delete from order_event')).rejects.toThrow('append-only');
  await expect(target.pool.query('insert into hospital_ward (hospital_id, department_id, name) values (1, -1, $1)', ['北'])).rejects.toMatchObject({ code: '23503' });
  const next = async ({ pool }: Database) => (await pool.query(`select nextval('sys_id_seq')::int as id, nextval(pg_get_serial_sequence('care_order', 'id'))::int as "order"`)).rows;
  expect(await next(target)).toEqual(await next(source));

  await expect(load(target, readBackup(file), 'restore')).rejects.toThrow('The database is not empty');
  expect(total(await sums(target))).toBe(total(has));
}, 400_000);

test('a source that breaks off leaves not one row, and the next one fills the same database', async () => {
  const target = await kept(bareDatabase());
  const broken = async function* (rename: boolean): AsyncGenerator<Piece> {
    for await (const piece of readBackup(file)) {
      if (!rename && 'table' in piece && piece.table === 'order_event') throw new Error('the disk is gone');
      // rows that came otherwise than they stand
      yield rename && 'rows' in piece && !('end' in piece) && piece.rows[0]!.length === 2 ? { rows: piece.rows.slice(1) } : piece;
    }
  };
  await expect(load(target, broken(false), 'restore')).rejects.toThrow('the disk is gone');
  expect((await target.pool.query('select (select count(*) from patient)::int as patients, (select count(*) from sys_entity)::int as entities')).rows).toEqual([{ patients: 0, entities: 12 }]);
  expect(await shape(target)).toEqual(await shape(source));
  // a row of sys_entity less: what points at it is found out, and nothing stays
  await expect(load(target, broken(true), 'restore')).rejects.toMatchObject({ code: '23503' });
  expect((await target.pool.query('select count(*)::int as n from patient')).rows).toEqual([{ n: 0 }]);
  await load(target, readBackup(file), 'move');
  expect((await sums(target))['sys_token']).toBe((await sums(source))['sys_token']);
}, 400_000);

test('a backup of an older schema is loaded as it was and then brought up to date', async () => {
  const old = await kept(bareDatabase());
  await migrateDatabase(old, '0022_notice');
  expect(await schemaOf(old.pool)).toBe('0022_notice');
  const kit = await careKit(old);
  const place = await kit.place('第一医院');
  for (const state of ['pending_assign', 'cancelled']) await kit.order(place, { service_state: state });
  const target = await kept(bareDatabase());
  expect(await load(target, dump(old, secret), 'restore')).toMatchObject({ head: { schema: '0022_notice' } });
  expect(await schemaOf(target.pool)).toBe(schemaVersions().at(-1));
  expect((await verifyStatistics(target)).differences).toEqual([]);
  expect((await target.pool.query(`select service_state, cancelled_at is not null as at from care_order order by id`)).rows).toEqual([{ service_state: 'pending_assign', at: false }, { service_state: 'cancelled', at: true }]);
  // one that holds rows stays as it is, its schema too
  const busy = await kept(bareDatabase());
  await migrateDatabase(busy, '0021_find');
  await (await careKit(busy)).place('第二医院');
  await expect(load(busy, dump(old, secret), 'restore')).rejects.toThrow('The database is not empty');
  expect(await schemaOf(busy.pool)).toBe('0021_find');
  // the other way round there is no way back
  await expect(load(await kept(testDatabase()), dump(old, secret), 'restore')).rejects.toThrow('use a database without any');
}, 400_000);

test('a file that appears while a backup is written stays, and nothing lies beside it', async () => {
  const late = join(folder, 'late');
  async function* meanwhile(): AsyncGenerator<Piece> {
    yield* dump(source, secret);
    writeFileSync(late, "somebody else's");
  }
  await expect(writeBackup(late, meanwhile())).rejects.toThrow(/late exists already/);
  expect([readFileSync(late, 'utf8'), readdirSync(folder).filter((name) => name.startsWith('late'))]).toEqual(["somebody else's", ['late']]);
});
test('a file that is damaged, cut short, changed or of a newer schema is refused', async () => {
  const whole = readFileSync(file);
  const lines = gunzipSync(whole).toString().split('\n');
  const packed = (changed: string[]): Buffer => gzipSync(changed.join('\n'), { level: 1 });
  /** The same with another head, and a last line that fits it. */
  const under = (head: object): string[] => {
    const made = [JSON.stringify({ ...(JSON.parse(lines[0]!) as object), ...head }), ...lines.slice(1, -2)];
    const frame = createHash('sha256');
    for (const line of made) if (!line.startsWith('[')) frame.update(`${line}\n`);
    return [...made, JSON.stringify({ whole: frame.digest('hex') }), ''];
  };
  const flipped = Buffer.from(whole);
  flipped[flipped.length >> 1]! ^= 0x10;
  const at = lines.findIndex((line) => line.startsWith('["'));
  const digit = lines[at]!.replace(/\d/, (was) => String((Number(was) + 1) % 10));
  const bad = join(folder, 'bad');
  const cases: [name: string, bytes: Buffer, says: RegExp | null][] = [
    ['as it was', packed(under({})), null],
    ['flipped', flipped, /damaged or incomplete/],
    ['cut', whole.subarray(0, -100), /damaged or incomplete/],
    ['no end', packed([...lines.slice(0, -2), '']), /cut short/],
    ['a row less', packed(lines.toSpliced(at, 1)), /damaged or incomplete/],
    ['a value', packed(lines.with(at, digit)), /damaged or incomplete/],
    ['the head', packed(lines.with(0, lines[0]!.replace('"app":"', '"app":"1'))), /its frame/],
    ['more', packed([...lines.slice(0, -1), '{}', '']), /more after its end/],
    ['another format', packed(under({ format: 2 })), /not a backup of this program/],
    ['no backup', Buffer.from('hello'), /damaged or incomplete/],
  ];
  for (const [name, bytes, says] of cases) {
    writeFileSync(bad, bytes);
    const said = await checkBackup(bad).then(() => '', (error: Error) => error.message);
    expect([name, says === null ? said === '' : says.test(said), said]).toEqual([name, true, said]);
  }
  writeFileSync(bad, packed(under({ schema: '9999_later' })));
  const target = await kept(bareDatabase());
  await expect(load(target, readBackup(bad), 'restore')).rejects.toThrow('upgrade the program first');
  expect(await schemaOf(target.pool)).toBeNull();
});
