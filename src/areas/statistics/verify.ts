import type { Database } from '../../host/db/open.ts';
import { countAll, rebuildStatistics } from '../../host/stat-count.ts';

/** A sum that the summary has otherwise than the rows: which, where, what it has and what it should have. */
export interface Difference {
  table: string;
  place: string;
  has: string;
  should: string;
}
const KEYS = { stat_day: 'span, level, day, hospital_id, department_id, service_item_id', stat_money: 'span, level, day, hospital_id, department_id, service_item_id, method', stat_wait: 'span, level, day, hospital_id, department_id, service_item_id, minutes', stat_caregiver: 'span, level, day, hospital_id, department_id, service_item_id, caregiver_id' } as const;
const SUMS = {
  stat_day: ['made', 'started', 'ended', 'cancelled', 'halves_normal', 'halves_holiday', 'halves_bedded', 'halves_carer', 'replaced', 'extended', 'ended_early', 'assigned', 'stars', 'evaluations', 'complaints', 'charged_fen'],
  stat_money: ['received_fen', 'refunded_fen'], stat_wait: ['orders'], stat_caregiver: ['halves_normal', 'halves_holiday', 'halves_bedded', 'charged_fen', 'stars', 'evaluations', 'complaints', 'started', 'ended', 'cancelled', 'assigned', 'taken', 'replaced', 'extended', 'ended_early'],
} as const;
/** Differences that are told, at most. */
const MOST = 1_000;

/**
 * Counts every row anew, beside the summary, and compares. In one snapshot, so orders go on meanwhile: temporary tables stand
 * before those of the summary for the functions that count, and go with the transaction.
 */
export async function verifyStatistics({ pool }: Pick<Database, 'pool'>): Promise<{ sums: number; differences: Difference[] }> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('begin isolation level repeatable read');
    // a function that ran on this connection remembers the tables that it found
    await client.query('discard plans');
    for (const table of Object.keys(KEYS)) for (const name of [table, `${table}_delta`]) await client.query(`create temporary table ${name} (like public.${name} including defaults) on commit drop`);
    // what is not in the summary yet is summed beside it, and added; without its lock, so that the sweep folds on
    for (const table of Object.keys(KEYS)) await client.query(`insert into pg_temp.${table}_delta select * from public.${table}_delta`);
    await client.query('select public.stat_fold_all()');
    for (const [table, keys] of Object.entries(KEYS) as [keyof typeof KEYS, string][]) {
      const summed = SUMS[table].map((column) => `sum(${column}) as ${column}`).join(', ');
      await client.query(`create temporary table had_${table} on commit drop as select ${keys}, ${summed} from (select * from public.${table} union all select * from pg_temp.${table}) t group by ${keys}`);
      await client.query(`truncate pg_temp.${table}`);
    }
    await countAll((statement) => client.query(statement));
    await client.query('select public.stat_fold_all()');
    const differences: Difference[] = [];
    let sums = 0;
    for (const [table, keys] of Object.entries(KEYS) as [keyof typeof KEYS, string][]) {
      const columns = SUMS[table];
      const row = (alias: string): string => `(${columns.map((column) => `coalesce(${alias}.${column}, 0)`).join(', ')})`;
      const told = (alias: string): string => `concat_ws(' ', ${columns.map((column) => `'${column}=' || nullif(coalesce(${alias}.${column}, 0), 0)`).join(', ')})`;
      const { rows } = await client.query<{ place: string; has: string; should: string }>(`
        select concat_ws(' ', ${keys.split(', ').map((key) => `'${key}=' || ${key}::text`).join(', ')}) as place, ${told('a')} as has, ${told('b')} as should
        from had_${table} a full join pg_temp.${table} b using (${keys}) where ${row('a')} is distinct from ${row('b')} order by ${keys} limit ${MOST}`);
      differences.push(...rows.map((found) => ({ table, ...found })));
      sums += (await client.query<{ n: number }>(`select count(*)::int as n from pg_temp.${table}`)).rows[0]!.n;
    }
    const place = `concat_ws(' ', 'hospital_id=' || hospital_id, 'department_id=' || department_id, 'status=' || status)`;
    const { rows } = await client.query<{ place: string; has: string; should: string }>(`
      select ${place} as place, coalesce(a.n, 0)::text as has, coalesce(b.n, 0)::text as should
      from (select hospital_id, department_id, status, sum(n) as n from public.order_tally group by 1, 2, 3) a
      full join (select hospital_id, department_id, status, count(*) as n from public.care_order where deleted_at is null group by 1, 2, 3) b using (hospital_id, department_id, status)
      where coalesce(a.n, 0) <> coalesce(b.n, 0) order by 1 limit ${MOST}`);
    differences.push(...rows.map((found) => ({ table: 'order_tally', ...found })));
    return { sums, differences };
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release(true);
  }
}

/** `npm run stats:verify`: prints each sum that is not what the rows come to. @throws Error in both languages when there is one */
export async function runVerify(database: Pick<Database, 'pool'>, log: (line: string) => void): Promise<void> {
  const { sums, differences } = await verifyStatistics(database);
  for (const { table, place, has, should } of differences) log(`${table} ${place}: ${has || '0'} ≠ ${should || '0'}`);
  if (differences.length > 0) throw new Error(`统计汇总有 ${differences.length}${differences.length >= MOST ? '+' : ''} 处与明细不符；npm run stats:rebuild 重建。The summary differs from the rows in ${differences.length} places; npm run stats:rebuild makes it anew.`);
  log(`统计汇总与明细一致 The summary agrees with the rows: ${sums}`);
}
/** `npm run stats:rebuild`: makes the summary anew; orders wait meanwhile. */
export async function runRebuild({ db }: Pick<Database, 'db'>, log: (line: string) => void): Promise<void> {
  await rebuildStatistics(db);
  log('统计汇总已重建 The summary is made anew');
}
