import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Reach } from '../reach.ts';
import { keyColumns, orderBy, positionOf, type Key, type Position } from './keyset.ts';

/** Every how many rows one is marked. */
export const STEP = 1_000;
/** Shorter lists are walked: that takes a few milliseconds at most. */
const WORTH = 20_000;
/** How long what was counted holds, ms: while nothing changes, `LONG`, for conditions can look at the clock; else `SHORT`. */
const LONG = 60_000;
const SHORT = 2_000;
/** Marking again waits this many times as long as the last marking took: writers without end must not make it the work of the database. */
const REST = 10;
/** Lists, each with its filter, sort and scope, whose marks are kept. */
const KEPT = 64;

/** The rows of a list in its order: how each statement about it begins. */
export interface Ordered {
  keys: readonly Key[];
  /** Selects these columns of all its rows; in its order where one is given. */
  select: (columns: SQL, order?: SQL) => SQL;
  /** Counts them: what only their order needs is not joined. */
  count: SQL;
  tables: readonly string[];
}
/** What is known of a list. `version`: of its tables when it was looked at. `calm`: no write to them was under way then, so that version says all. */
interface Known {
  version: string;
  calm: boolean;
  at: number;
}
interface Entry {
  total: (Known & { rows: number }) | null;
  marks: (Known & { positions: Position[]; took: number }) | null;
  marking: boolean;
}
const dialect = new PgDialect();
/** What is kept of all lists over one database; the one looked at longest ago goes first. */
const memory = (): Map<string, Entry> => new Map();

function entryOf(reach: Reach, list: Ordered): Entry {
  const kept = reach.beside(memory);
  const { sql: text, params } = dialect.sqlToQuery(list.select(sql`1`, orderBy(list.keys)));
  // scope and filter are part of the statement, so no one is shown what another's scope has counted
  const name = createHash('sha256').update(JSON.stringify([text, params])).digest('base64');
  const entry = kept.get(name) ?? { total: null, marks: null, marking: false };
  kept.delete(name);
  kept.set(name, entry);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return entry;
}
/** The version that the tables have now: each write moves a sequence, seen before it commits. */
async function versionOf(reach: Reach, tables: readonly string[]): Promise<string> {
  const [row] = await reach.atHome<{ version: string }>(sql`select concat_ws(' ', ${sql.join(tables.map((table) => sql`(select last_value from ${sql.identifier(`${table}_change`)})`), sql`, `)}) as version`);
  return row!.version;
}
const holds = (known: Known, version: string): boolean => performance.now() - known.at < (known.calm && known.version === version ? LONG : SHORT);
/** Is no write to the tables under way? Asked after the version: a writer holds its lock until others see what it wrote, so one that has moved the version already is seen here, or its rows are: on a replica too, once that has caught up. */
async function isCalm(reach: Reach, tables: readonly string[]): Promise<boolean> {
  const [row] = await reach.atHome<{ calm: boolean }>(sql`
    select not exists (select 1 from pg_locks l where l.mode = 'RowExclusiveLock' and l.relation = any(${sql.param([...tables])}::regclass[])
      and l.database = (select d.oid from pg_database d where d.datname = current_database())) as calm`);
  return row!.calm && (await reach.caughtUp());
}

/** Marks every thousandth row, in one walk over the list. */
async function mark(reach: Reach, list: Ordered, entry: Entry, version: string): Promise<void> {
  entry.marking = true;
  const at = performance.now();
  try {
    const calm = await isCalm(reach, list.tables);
    const over = sql`over (order by ${orderBy(list.keys)})`;
    const rows = await reach.run<Record<string, string>>(sql`select t.* from (${list.select(sql`${keyColumns(list.keys)}, row_number() ${over} as n, lead(1) ${over} is null as is_last`)}) t where t.n % ${STEP} = 1 or t.is_last order by t.n`);
    const total = Number(rows.at(-1)?.['n'] ?? 0);
    const known = { version, calm, at };
    entry.total = { ...known, rows: total };
    entry.marks = { ...known, positions: rows.filter(({ n }) => Number(n) % STEP === 1).map((row) => positionOf(list.keys, row)), took: performance.now() - at };
  } finally {
    entry.marking = false;
  }
}
/** Marks a list again, out of the way of whoever asks, where that is worth it and not too soon. */
function remark(reach: Reach, list: Ordered, entry: Entry, version: string): void {
  const { total, marks } = entry;
  if (entry.marking || total === null || total.rows < WORTH) return;
  if (marks !== null && (holds(marks, version) || performance.now() - marks.at < REST * marks.took)) return;
  // when it fails there are no marks, and the list is walked
  void mark(reach, list, entry, version).catch(() => undefined);
}

/** The marks of a list, every thousandth row from the first; none for a short one, or while they are made. As they were at most two seconds ago. */
export async function marksOf(reach: Reach, list: Ordered): Promise<readonly Position[]> {
  const entry = entryOf(reach, list);
  const version = await versionOf(reach, list.tables);
  remark(reach, list, entry, version);
  return entry.marks !== null && holds(entry.marks, version) ? entry.marks.positions : [];
}
/** How many rows a list has; counted again when its tables have changed. */
export async function totalOf(reach: Reach, list: Ordered): Promise<number> {
  const entry = entryOf(reach, list);
  const version = await versionOf(reach, list.tables);
  const { total } = entry;
  if (total === null || !total.calm || total.version !== version || performance.now() - total.at > LONG) {
    const at = performance.now();
    const calm = await isCalm(reach, list.tables);
    const [row] = await reach.run<{ n: number }>(list.count);
    entry.total = { version, calm, at, rows: row!.n };
  }
  remark(reach, list, entry, version);
  return entry.total!.rows;
}
