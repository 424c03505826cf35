// A migration that is killed in its middle: `node cut.mjs STATEMENTS`, the database by the environment as for the server.
// After so many statements the process is gone, as by kill -9; with 0 it goes to its end and says how many there were.
import type pg from 'pg';
import { migrateDatabase } from '../../src/host/db/migrate.ts';
import { openDatabase } from '../../src/host/db/open.ts';
import { readSettings } from '../../src/host/settings.ts';

const most = Number(process.argv[2]);
const database = await openDatabase(readSettings(process.env), 'batch');
let n = 0;
const { pool } = database;
const counted = async (): Promise<pg.PoolClient> => {
  const client = await pool.connect();
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    // the one before is done: whoever migrates asks one after the other
    if (most > 0 && n === most) process.kill(process.pid, 'SIGKILL');
    n += 1;
    return query(...given);
  }) as typeof client.query;
  return client;
};
await migrateDatabase({ pool: Object.assign(Object.create(pool) as typeof pool, { connect: counted }) });
await database.close();
process.stdout.write(String(n));
