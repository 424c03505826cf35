// A migration behind somebody who holds a table for long, as a backup does: nobody else waits for either.
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { dump } from '../../src/host/backup/dump.ts';
import { migrateDatabase, schemaOf, schemaVersions } from '../../src/host/db/migrate.ts';
import { openDatabase } from '../../src/host/db/open.ts';
import { faultOf } from '../../src/host/envelope.ts';
import { emptyOnServer } from '../kit/database.ts';

const url = process.env['TEST_DATABASE_URL'];
const PACE = { lock: 300, pause: 200, patience: 60_000 };
/** A database of the version before one that alters the orders, with somebody who reads them in a long transaction. */
async function held() {
  const { databaseUrl, drop } = await emptyOnServer(url!);
  const open = await Promise.all([1, 2].map(() => openDatabase({ databaseUrl, dataDir: '' })));
  const backup = new pg.Client({ connectionString: databaseUrl });
  await backup.connect();
  onTestFinished(async () => {
    await backup.end();
    for (const one of open) await one.close();
    await drop();
  });
  await migrateDatabase(open[0]!, '0026_erasure');
  await backup.query('begin isolation level repeatable read read only; select count(*) from care_order');
  return { first: open[0]!, second: open[1]!, backup };
}

test('who meets a table that is held may ask again, and is not told that anybody has changed something', () => {
  const error = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  expect([faultOf(error).fault, faultOf({ cause: error }).fault]).toEqual(['unavailable', 'unavailable']);
  // who reads two tables of which a migration has one and waits for the other is the one who is given up
  for (const code of ['40P01', '40001']) expect([code, faultOf({ code }).fault]).toEqual([code, 'unavailable']);
});
if (url !== undefined) {
  test('it waits, says so once, lets everybody else read, and goes on when it can; another instance waits for it', async () => {
    const { first, second, backup } = await held();
    const said: string[] = [];
    const under = migrateDatabase(first, undefined, (line) => said.push(line), PACE);
    await expect.poll(() => said).toHaveLength(1);
    const behind = migrateDatabase(second, undefined, (line) => said.push(`second ${line}`), PACE);
    const waits: number[] = [];
    for (let i = 0; i < 12; i++) {
      const began = performance.now();
      await second.pool.query('select count(*) from care_order');
      waits.push(performance.now() - began);
      await new Promise((done) => setTimeout(done, 100));
    }
    // no longer than it waits itself, on a machine three times as slow
    expect(Math.max(...waits)).toBeLessThan(3 * PACE.lock);
    await backup.query('rollback');
    await Promise.all([under, behind]);
    expect(said).toEqual([expect.stringContaining('waiting for a session that holds its tables')]);
    expect(await schemaOf(first.pool)).toBe(schemaVersions().at(-1));
  }, 20_000);
  test('whose patience ends says why, and leaves the schema and the lock as they were', async () => {
    const { first, second, backup } = await held();
    await expect(migrateDatabase(first, undefined, () => undefined, { ...PACE, patience: 500 })).rejects.toThrow(/未能升级.*was not brought up to date/);
    expect(await schemaOf(first.pool)).toBe('0026_erasure');
    await backup.query('rollback');
    await migrateDatabase(second);
    expect(await schemaOf(first.pool)).toBe(schemaVersions().at(-1));
  }, 20_000);
  test('a backup holds every table from its beginning: one that is written anew meanwhile would be empty in it', async () => {
    const { first, second, backup } = await held();
    await backup.query('rollback');
    await first.pool.query(`insert into sys_counter (key, n, reset_at) values ('k', 1, now())`);
    let kept = 0;
    let refused: unknown;
    for await (const piece of dump(first, Buffer.alloc(32))) {
      if ('backup' in piece) refused = await second.pool.query(`set lock_timeout = 300; alter table sys_counter alter n type bigint`).then(() => 'changed', ({ code }: { code: string }) => code);
      if ('end' in piece && piece.end === 'sys_counter') kept = piece.rows;
    }
    expect([refused, kept]).toEqual(['55P03', 1]);
  }, 20_000);
}
