// A migration that is killed in its middle: `node cut.mjs STATEMENTS|WORD`, the database by the environment as for the server.
// After so many statements, or before the first that begins with the word, the process is gone, as by kill -9.
import type pg from 'pg';
import { migrateDatabase } from '../../src/host/db/migrate.ts';
import { openDatabase } from '../../src/host/db/open.ts';
import { readSettings } from '../../src/host/settings.ts';

const [, , cut = ''] = process.argv;
const database = await openDatabase(readSettings(process.env), 'batch');
let n = 0;
const { pool } = database;
const counted = async (): Promise<pg.PoolClient> => {
  const client = await pool.connect();
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    // the one before is done: whoever migrates asks one after the other
    const [first] = given as [string | { text?: string }];
    if (String(n) === cut || (typeof first === 'string' ? first : (first.text ?? '')).startsWith(cut)) process.kill(process.pid, 'SIGKILL');
    n += 1;
    return query(...given);
  }) as typeof client.query;
  return client;
};
await migrateDatabase({ pool: Object.assign(Object.create(pool) as typeof pool, { connect: counted }) });
await database.close();
