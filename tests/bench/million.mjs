// A million orders and as many caregivers on PostgreSQL, or fewer embedded: the figures of long lists, each beside its target.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answersOf, benchAnswers, questions } from './million-answer.mjs';
import { benchExport } from './million-export.mjs';
import { baseOf, multiply } from './million-fill.mjs';
import { benchFind, bindToDepartments } from './million-find.mjs';
import { benchPages } from './million-page.mjs';
import { root, startServer } from './server.mjs';

/** ms for a window of a list: of a million rows on PostgreSQL, and embedded. */
const MOST = { server: 200, embedded: 50 };
/** A statement that was begun by someone else; those that time itself begins are not an export's. */
const BUSY = `select count(*)::int as n from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend' and query not like '%due as (%'`;

/** A demonstration set of a tenth or less, which the rest is copied from. */
export async function seed(dataDir, databaseUrl, rows, caregivers = baseOf(rows), orders = baseOf(rows)) {
  const base = String(orders);
  const made = spawnSync(process.execPath, ['dist/server.mjs', 'seed', '--orders', base, '--caregivers', String(caregivers), '--hospitals', '12'], { cwd: root, env: { ...process.env, NODE_ENV: '', DATA_DIR: dataDir, DATABASE_URL: databaseUrl }, stdio: ['ignore', process.stderr, process.stderr] });
  if (made.status !== 0) throw new Error('the seed failed');
}
/** A database that is filled already, where the environment names one: its migrations are brought up to date, nothing else is written but who is bound where. */
const GIVEN = process.env.DATABASE_URL ?? '';
export async function onServer() {
  const { startPostgres } = await import('../kit/postgres.mjs');
  const { default: pg } = await import('pg');
  const postgres = GIVEN === '' ? await startPostgres() : { url: GIVEN, stop: async () => undefined };
  if (postgres === null) throw new Error('no PostgreSQL was found');
  return {
    url: postgres.url,
    pid: postgres.pid?.(),
    open: async () => {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      for (const setting of ["maintenance_work_mem = '512MB'", "work_mem = '256MB'"]) await client.query(`set ${setting}`);
      return { query: async (text) => (await client.query(text)).rows, close: () => client.end() };
    },
    stop: () => postgres.stop(),
  };
}
/** The embedded database in a folder. */
export const embedded = (dataDir) => ({
  url: '',
  open: async () => {
    const [{ PGlite }, { btree_gist }, { citext }, { pg_trgm }] = await Promise.all([import('@electric-sql/pglite'), import('@electric-sql/pglite/contrib/btree_gist'), import('@electric-sql/pglite/contrib/citext'), import('@electric-sql/pglite/contrib/pg_trgm')]);
    const database = await PGlite.create({ dataDir: path.join(dataDir, 'pg'), extensions: { btree_gist, citext, pg_trgm } });
    return { query: async (text) => (await database.query(text)).rows, close: () => database.close() };
  },
  stop: async () => undefined,
});

/** Fills a database of its own, and measures. `parts`: which of answers, find, export and pages. */
export async function benchMillion({ folder, browser, browse, rounds, rows, minutes, parts, isEmbedded, tell }) {
  const dataDir = path.join(folder, 'million');
  const database = isEmbedded ? embedded(dataDir) : await onServer();
  const wanted = (part) => parts.length === 0 || parts.includes(part);
  const filled = !isEmbedded && GIVEN !== '';
  if (!filled) await seed(dataDir, database.url, rows);
  const lists = wanted('answers') ? await questions() : [];
  const beside = await database.open();
  tell(`${rows} orders and caregivers`);
  if (!filled) await multiply(beside.query, rows);
  await bindToDepartments(beside.query);
  const answers = await answersOf(beside.query, lists);
  if (isEmbedded) await beside.close();
  const server = await startServer(dataDir, database.url);
  const busy = async () => Number((await beside.query(BUSY))[0].n);
  const settled = async () => {
    await sleep(isEmbedded ? 1_500 : 200);
    while (!isEmbedded && (await busy()) > 0) await sleep(100);
  };
  await settled();
  if (wanted('answers')) {
    tell('answers');
    await benchAnswers({ server, lists, answers, settled, most: isEmbedded ? MOST.embedded : MOST.server });
  }
  if (wanted('find') && !isEmbedded) {
    tell('find');
    await benchFind({ server, browser, rounds });
  }
  if (wanted('export')) {
    tell('export');
    await benchExport({ server, rows, active: isEmbedded ? null : busy });
  }
  if (wanted('pages')) {
    tell('pages');
    await benchPages({ server, open: await browse(server), rounds, rows, minutes });
  }
  await server.stop();
  if (!isEmbedded) await beside.close();
  await database.stop();
}
