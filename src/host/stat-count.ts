import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { unhurried } from './db/lost.ts';
import type { Runner } from './reach.ts';

// The summary of the statistics (0023_statistics.sql, 0027_statistics_again.sql) and the tally of orders (0034_order_tally.sql): folded now and then, counted anew seldom.

/** Tables that the statistics are counted from: each has its `stat_count_<name>`. */
export const COUNTED = ['care_order', 'order_service_day', 'order_payment', 'order_adjustment', 'order_event', 'order_evaluation', 'order_complaint', 'order_assignment'] as const;

/** Takes what was changed since into the summary of the statistics, piece by piece: a figure is exact without it, and quicker with. */
export async function foldStatistics(runner: Runner): Promise<void> {
  await runner.execute(sql`select order_tally_fold()`);
  for (;;) {
    const { rows: [left] } = await runner.execute<{ more: boolean }>(sql`select stat_fold() as more`);
    if (left?.more !== true) return;
  }
}
/** Whatever runs a statement. */
type Run = (statement: string) => Promise<unknown>;
/** Counts every row anew on top of what is there, table by table: the embedded database gives no statement more than a minute. `hospital`: the id of the one that is counted, else all. */
export async function countAll(run: Run, hospital?: string): Promise<void> {
  for (const table of COUNTED) await run(`select public.stat_count_${table}(${hospital === undefined ? '' : BigInt(hospital)})`);
}
/** Whoever holds an order is waited for first, for they go on to the others. */
const LOCKS = ['lock table care_order in exclusive mode', `lock table hospital, ${COUNTED.filter((table) => table !== 'care_order').join(', ')} in share row exclusive mode`];
const within = <T>(db: NodePgDatabase, work: (run: (statement: string) => Promise<{ rows: Record<string, unknown>[] }>) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    const run = (statement: string) => tx.execute(sql.raw(statement));
    unhurried(tx);
    await run('set local statement_timeout = 0');
    return work(run);
  });
/** Makes the summary anew, in a transaction of its own without a deadline; orders wait meanwhile. */
export const rebuildStatistics = (db: NodePgDatabase): Promise<void> =>
  within(db, async (run) => {
    await run('set local lock_timeout = 0');
    await run(`select pg_advisory_xact_lock(hashtext('stat_fold'))`);
    for (const lock of LOCKS) await run(lock);
    await run('select stat_forget()');
    await countAll(run);
    await run('select stat_fold_all()');
    await run('select stat_indexed()');
    await run('select order_tally_mend()');
  });

/** How often, and how long apart (ms), a moment is looked for in which nobody writes. */
const TRIES = 50;
const PAUSE = 100;
const NOT_NOW = '55P03';
/** Counts the figures of hospitals anew whose clock was changed (`stat_stale`), each in a transaction of its own. It waits for no writer, who may wait for it: where none lets it in, until the next time. */
export async function recountStatistics(db: NodePgDatabase): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`select hospital_id::text as id from stat_stale order by since`);
  for (const { id } of rows) for (let left = TRIES; left > 0 && !(await recountOne(db, id)); left -= 1) await new Promise((done) => setTimeout(done, PAUSE));
}
/** False: someone writes, or folds. */
const recountOne = (db: NodePgDatabase, id: string): Promise<boolean> =>
  within(db, async (run) => {
    const { rows: [got] } = await run(`select pg_try_advisory_xact_lock(hashtext('stat_fold')) as got`);
    if (got!['got'] !== true) return false;
    for (const lock of LOCKS) await run(`${lock} nowait`);
    await run(`select stat_forget(${BigInt(id)})`);
    await countAll(run, id);
    await run(`select stat_fold_hospital(${BigInt(id)})`);
    return true;
  }).catch((error: { code?: unknown; cause?: { code?: unknown } }) => {
    if ((error.cause ?? error).code === NOT_NOW) return false;
    throw error;
  });
