import type { Database } from '../db/open.ts';
import { NOTHING_YET } from '../db/batch.ts';
import { schemaOf } from '../db/migrate.ts';
import { fingerprint } from '../secret.ts';
import { rowsOf, sequencesOf, speakPlainly, tablesOf } from './catalog.ts';
import { Tally, type Head, type Piece } from './piece.ts';
import program from '../../../package.json' with { type: 'json' };

/**
 * The whole database as of one moment, piece by piece; whoever writes meanwhile does not wait. It is read as it stands, also when its schema is an older one.
 * @throws Error when the database has no schema, or that of a newer build
 */
export async function* dump({ pool, kind }: Pick<Database, 'pool' | 'kind'>, secret: Buffer): AsyncGenerator<Piece> {
  const client = await pool.connect();
  try {
    await speakPlainly(client);
    const there = await tablesOf(client);
    await client.query('begin isolation level repeatable read read only');
    // held from before that moment: a table that a migration writes anew is empty to whoever reads an earlier one
    if (there.length > 0) await client.query(`lock table ${there.map(({ name }) => name).join(', ')} in access share mode`);
    const schema = await schemaOf(client as never);
    if (schema === null) throw new Error(NOTHING_YET);
    if (schema === 'unknown') throw new Error('数据库的结构比此程序新，请用新版本备份。The schema of the database is newer than this program: take the backup with the newer one.');
    const { rows: [now] } = await client.query<{ at: string }>(`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`);
    yield { backup: 'nursing-console', format: 1, app: program.version, schema, at: now!.at, engine: kind, secret: fingerprint(secret) } satisfies Head;
    for (const table of await tablesOf(client)) {
      yield { table: table.name, columns: table.columns.map(({ name }) => name) };
      const tally = new Tally('file');
      for await (const rows of rowsOf(client, table)) {
        for (const row of rows) tally.add(row);
        yield { rows };
      }
      yield { end: table.name, rows: tally.rows, sha256: tally.sha256() };
    }
    // last: a sequence knows no snapshot, and may be ahead but never behind
    yield { sequences: await sequencesOf(client) };
    await client.query('commit');
  } finally {
    client.release(true);
  }
}
