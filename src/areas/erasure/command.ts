import { sql } from 'drizzle-orm';
import type { Database } from '../../host/db/open.ts';
import type { Runner } from '../../host/reach.ts';
import { Doubtful, Judge, type Answers, type Doubt } from './blot.ts';
import { eraseCaregivers } from './caregiver.ts';
import { erasePatients } from './patient.ts';
import type { Counts } from './person.ts';
import { TERMS, type Term } from './term.ts';

type Log = (line: string) => void;
const USAGE = '用法 usage: npm run erase -- patient ID | caregiver STAFF_NO [--theirs ID,… | all] [--others ID,… | all] [--dry-run]';
/** Undoes what a trial has done. */
class Trial extends Error {}

function said(log: Log, counts: Counts): void {
  for (const [table, n] of Object.entries(counts)) if (n > 0) log(`  ${table} ${n}`);
}
/** `npm run retention --dry-run`, without the `--`, is taken by npm itself: it must not erase all the same. */
const isTrial = (args: readonly string[]): boolean => args.includes('--dry-run') || process.env['npm_config_dry_run'] === 'true';
/** The tables in which the transaction `tx` leaves rows that are dead, by the database's own count: what triggers wrote is among them. */
const written = async (tx: Runner): Promise<string[]> =>
  (await tx.execute<{ name: string }>(sql`select quote_ident(relname) as name from pg_stat_xact_user_tables where schemaname = 'public' and n_tup_upd + n_tup_del > 0 order by 1`)).rows.map(({ name }) => name);
/** What was erased lies in dead rows until they are swept away. */
async function vacuum({ pool }: Pick<Database, 'pool'>, tables: Iterable<string>): Promise<void> {
  for (const table of tables) await pool.query(`vacuum ${table}`);
}
/** Every table: for what a run that was cut off did not sweep, whose tables nobody knows any more. */
const everyTable = async ({ pool }: Pick<Database, 'pool'>): Promise<string[]> => (await pool.query<{ name: string }>(`select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`)).rows.map(({ name }) => name);
/** What a machine cannot decide, for whoever erases. */
function listed(doubts: readonly Doubt[]): string {
  const lines = doubts.map(({ id, places: [first, ...more], said }) => `  ${id}  …${said}…  ${first}${more.length === 0 ? '' : ` +${more.length}`}`);
  return ['这些地方可能是别人更长的姓名 These may be part of somebody else\'s longer name:', ...lines, '是本人的用 --theirs，别人的用 --others，后面写编号（逗号分隔）或 all。Say --theirs for those that are the person\'s, --others for those that are not, with their ids or all.'].join('\n');
}
/** The answers among the words of a command, and the other words. @throws Error */
function answersIn(args: readonly string[]): { answers: Answers; rest: string[] } {
  const said: Record<string, Answers['theirs']> = {};
  const rest: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const [flag, value] = args[i]!.startsWith('--') && args[i]!.includes('=') ? (args[i]!.split('=', 2) as [string, string]) : [args[i]!, undefined];
    if (flag !== '--theirs' && flag !== '--others') {
      rest.push(args[i]!);
      continue;
    }
    const ids = value ?? args[++i];
    if (ids === undefined || !/^(all|[\da-f]{8}(,[\da-f]{8})*)$/.test(ids)) throw new Error(USAGE);
    said[flag] = ids === 'all' ? 'all' : new Set(ids.split(','));
  }
  return { answers: { theirs: said['--theirs'] ?? new Set(), others: said['--others'] ?? new Set() }, rest };
}
async function erasePatient(tx: Runner, given: string, judge: Judge): Promise<Counts> {
  const { rows: [row] } = await tx.execute<{ id: string }>(sql`select p.id::text from patient p where p.id = ${given}::bigint`);
  if (row === undefined) throw new Error(`没有患者 ${given}。There is no patient ${given}.`);
  // hospitals that do not see each other each have a record of whoever was in both
  const { rows } = await tx.execute<{ id: string }>(sql`select b.id::text from patient p join patient b on b.id = p.id or (b.id_no = p.id_no and b.name = p.name) where p.id = ${row.id}::bigint`);
  const { open, counts } = await erasePatients(tx, rows.map(({ id }) => id), () => ({ action: 'data.erase', entity: 'patient', entityId: row.id, after: {} }), judge);
  if (open.length > 0) throw new Error(`还有未结束的订单（${open.join(', ')}），没有改动任何内容。Orders have not ended (${open.join(', ')}); nothing was changed.`);
  return counts;
}
async function eraseCaregiver(tx: Runner, given: string, judge: Judge): Promise<Counts> {
  const { rows: [row] } = await tx.execute<{ id: string; no: string }>(sql`select c.id::text, c.staff_no as no from caregiver c where c.staff_no = ${given.toUpperCase()}`);
  if (row === undefined) throw new Error(`没有护工 ${given}。There is no caregiver ${given}.`);
  const { staying, counts } = await eraseCaregivers(tx, [row.id], () => ({ action: 'data.erase', entity: 'caregiver', entityId: row.no, after: {} }), judge);
  if (staying.length > 0) throw new Error('护工还没有离职，或在黑名单上，没有改动任何内容。The caregiver has not left, or is blacklisted; nothing was changed.');
  return counts;
}
/** The words of the command, before anything is opened. @throws Error with the usage */
export function eraseArgs(args: readonly string[]): { trial: boolean; answers: Answers; kind: 'patient' | 'caregiver'; given: string } {
  const { answers, rest } = answersIn(args.filter((word) => word !== '--dry-run'));
  const [kind, given, ...more] = rest;
  if ((kind !== 'patient' && kind !== 'caregiver') || given === undefined || more.length > 0 || (kind === 'patient' && !/^\d{1,18}$/.test(given))) throw new Error(USAGE);
  return { trial: isTrial(args), answers, kind, given };
}
/** Whether nothing is to be done, as the words of the command say, before anything is opened. @throws Error with the usage */
export function retentionArgs(args: readonly string[]): boolean {
  if (args.some((word) => word !== '--dry-run')) throw new Error('用法 usage: npm run retention -- [--dry-run]');
  return isTrial(args);
}
/** `npm run erase -- patient ID | caregiver STAFF_NO [--theirs …] [--others …] [--dry-run]`: one person's data, in one transaction, for good. Where a machine cannot tell whose a name is, nothing is changed before somebody has said it. @throws Error */
export async function runErase(database: Database, args: readonly string[], log: Log): Promise<void> {
  const { trial, answers, kind, given } = eraseArgs(args);
  let counts: Counts = {};
  let tables: string[] = [];
  let doubts: readonly Doubt[] = [];
  await database.db
    .transaction(async (tx) => {
      counts = await (kind === 'patient' ? erasePatient : eraseCaregiver)(tx, given, new Judge(answers));
      tables = await written(tx);
      if (trial) throw new Trial();
    })
    .catch((error: unknown) => {
      if (error instanceof Doubtful) ({ doubts } = error);
      else if (!(error instanceof Trial)) throw error;
    });
  if (doubts.length > 0) {
    if (!trial) throw new Error(`${listed(doubts)}\n没有改动任何内容。Nothing was changed.`);
    return log(listed(doubts));
  }
  const before = Object.keys(counts).length === 0;
  if (!trial) await vacuum(database, before ? await everyTable(database) : tables);
  if (before) return log('此前已抹除 Erased before: nothing is left to do');
  log(trial ? '试运行，没有改动任何内容 Dry run, nothing was changed; rows that would be:' : '已抹除 Erased; rows changed:');
  said(log, counts);
}

const border = ({ days }: Term) => sql`(now() - make_interval(days => ${days}))`;
/** Some that are due, but for those that are `left` to somebody. */
const dueOf = async (db: Database['db'], term: Term, left: readonly string[]): Promise<string[]> =>
  (await db.execute<{ id: string }>(sql`select d.id::text from (${term.due(border(term))}) d where d.id <> all(${sql.param([...left])}::bigint[]) order by d.id limit ${term.batch}`)).rows.map(({ id }) => id);
/** `npm run retention -- [--dry-run]`: ends what has outlived its term, some at a time, each time in a transaction of its own, so that it may be stopped and run again. @throws Error */
export async function runRetention({ db, pool }: Pick<Database, 'db' | 'pool'>, args: readonly string[], log: Log): Promise<void> {
  const trial = retentionArgs(args);
  log(trial ? '试运行，没有改动任何内容 Dry run, nothing was changed; due:' : '保存期限已到 Ended what has outlived its term:');
  for (const term of TERMS) {
    let n = 0;
    const tables = new Set<string>();
    const left: string[] = [];
    // somebody came back between: they are found again when their time has come
    const passed: string[] = [];
    const end = (ids: readonly string[]): Promise<number | null> =>
      db.transaction(async (tx) => {
        const ended = await term.end(tx, ids);
        for (const table of await written(tx)) tables.add(table);
        return ended;
      }).catch((error: unknown) => {
        if (!(error instanceof Doubtful)) throw error;
        return null;
      });
    if (trial) n = (await db.execute<{ n: number }>(sql`select count(*)::int as n from (${term.due(border(term))}) d`)).rows[0]!.n;
    else
      try {
        for (;;) {
          const ids = await dueOf(db, term, [...left, ...passed]);
          if (ids.length === 0) break;
          const pieces = [ids];
          for (const piece of pieces) {
            const done = await end(piece);
            // one of many that has to be looked at keeps none of the others
            if (done === null && piece.length > 1) pieces.push(...piece.map((id) => [id]));
            else if (done === null) left.push(...piece);
            else if (done === 0) passed.push(...piece);
            n += done ?? 0;
          }
        }
      } finally {
        await vacuum({ pool }, tables);
      }
    log(`  ${term.id} ${n}  (${term.days} d since ${term.since})`);
    // a run without anybody guesses nothing, and names nobody
    if (left.length > 0) {
      const numbers = term.id === 'caregivers' ? (await db.execute<{ no: string }>(sql`select staff_no as no from caregiver where id = any(${sql.param(left)}::bigint[]) order by 1`)).rows.map(({ no }) => no) : left;
      log(`  ${term.id}: ${left.length} 个留给人看 left for somebody to look at: ${numbers.join(', ')}  (npm run erase -- ${term.id === 'caregivers' ? 'caregiver STAFF_NO' : 'patient ID'})`);
    }
  }
}
