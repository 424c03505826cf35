// A process that uses the embedded database, for tests that kill it: `node writer.mjs <write|hold|read> DIR`.
import { statSync, writeSync } from 'node:fs';
import { openDatabase } from '../../src/host/db/open.ts';

const [mode, dataDir] = process.argv.slice(2) as [string, string];
const say = (line: string): void => void writeSync(1, `${line}\n`);
const database = await openDatabase({ dataDir }).catch((error: Error) => {
  say(error.message);
  process.exit(1);
});
const { pool } = database;
await pool.query('create table if not exists row_kept (round text not null, n int not null, twin text not null, primary key (round, n))');
if (mode === 'hold') say('open');
if (mode === 'write') {
  const round = String(process.pid);
  const flushes = process.env['FSYNC_LOG'];
  for (let n = 0; ; n++) {
    const client = await pool.connect();
    await client.query('begin');
    await client.query('insert into row_kept values ($1, $2, $3)', [round, n, '']);
    await client.query('update row_kept set twin = $3 where round = $1 and n = $2', [round, n, 'whole']);
    await client.query('commit');
    client.release();
    // how many flushes there were when this one was acknowledged: one writer, so none is under way
    if (flushes !== undefined) say(`flushed ${statSync(flushes).size}`);
    say(`${round} ${n}`);
  }
}
if (mode === 'read') {
  const { rows } = await pool.query("select array_agg(round || ' ' || n) filter (where twin = 'whole') as whole, count(*) filter (where twin <> 'whole')::int as torn, current_setting('fsync') as fsync from row_kept");
  await database.close();
  say(JSON.stringify(rows[0]));
}
