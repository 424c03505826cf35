import type pg from 'pg';

const EVERY_MS = 30_000;
const WAL_MB = 64;
const AGE_MS = 300_000;
/** Autovacuum's own rule: 50 rows and 20 % dead, or 10 % never analysed; the worst first, one table a round. */
const WORST = `select quote_ident(s.relname) as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.schemaname = 'public' and (s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0))
  order by s.n_dead_tup desc, s.n_mod_since_analyze desc limit 1`;

/** What PGlite has no background processes for: checkpoints (its log would grow until it is closed) and vacuum. Returns what stops it. */
export function keepHouse({ pool }: { pool: pg.Pool }): () => void {
  let base: number | undefined;
  let at = Date.now();
  let busy = false;
  const tidy = async (): Promise<void> => {
    const { rows: log } = await pool.query<{ mb: number }>("select ((pg_current_wal_lsn() - '0/0') / 1048576)::int as mb");
    const mb = log[0]!.mb;
    base ??= mb;
    if (mb - base >= WAL_MB || (mb > base && Date.now() - at >= AGE_MS)) {
      await pool.query('checkpoint');
      base = mb;
      at = Date.now();
    }
    const { rows: tables } = await pool.query<{ name: string }>(WORST);
    if (tables[0]) await pool.query(`vacuum (analyze) ${tables[0].name}`);
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    // a round that fails is tried again; a database that is gone is told by its callers
    tidy().catch(() => undefined).finally(() => (busy = false));
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
