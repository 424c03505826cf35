import { sql } from 'drizzle-orm';
import type { Database } from '../../host/db/open.ts';
import type { Runner } from '../../host/reach.ts';
import { eraseCaregivers } from './caregiver.ts';
import { erasePatients } from './patient.ts';
import type { Counts } from './person.ts';
import { TERMS, type Term } from './term.ts';

type Log = (line: string) => void;
const USAGE = '用法 usage: npm run erase -- patient ID | caregiver STAFF_NO [--dry-run]';
/** Undoes what a trial has done. */
class Trial extends Error {}

function said(log: Log, counts: Counts): void {
  for (const [table, n] of Object.entries(counts)) if (n > 0) log(`  ${table} ${n}`);
}
/** `npm run retention --dry-run`, without the `--`, is taken by npm itself: it must not erase all the same. */
const isTrial = (args: readonly string[]): boolean => args.includes('--dry-run') || process.env['npm_config_dry_run'] === 'true';
/** What the terms change, whichever it was. */
const TOUCHED = ['patient', 'care_order', 'order_assignment', 'order_extension', 'order_refund', 'order_adjustment', 'order_payment', 'order_evaluation', 'order_complaint', 'order_event', 'caregiver', 'caregiver_certificate', 'caregiver_certificate_file', 'caregiver_leave', 'caregiver_event', 'audit_event', 'idempotency_key', 'user_pref', 'saved_view', 'sys_user'];
/** What was erased lies in dead rows until they are swept away. */
async function vacuum({ pool }: Pick<Database, 'pool'>, counts: Counts): Promise<void> {
  for (const [table, n] of Object.entries(counts)) if (n > 0) await pool.query(`vacuum ${table}`);
}
async function erasePatient(tx: Runner, given: string): Promise<Counts> {
  if (!/^\d{1,18}$/.test(given)) throw new Error(USAGE);
  const { rows: [row] } = await tx.execute<{ id: string }>(sql`select p.id::text from patient p where p.id = ${given}::bigint`);
  if (row === undefined) throw new Error(`没有患者 ${given}。There is no patient ${given}.`);
  const { open, counts } = await erasePatients(tx, [row.id], () => ({ action: 'data.erase', entity: 'patient', entityId: row.id, after: {} }));
  if (open.length > 0) throw new Error(`还有未结束的订单（${open.join(', ')}），没有改动任何内容。Orders have not ended (${open.join(', ')}); nothing was changed.`);
  return counts;
}
async function eraseCaregiver(tx: Runner, given: string): Promise<Counts> {
  const { rows: [row] } = await tx.execute<{ id: string; no: string }>(sql`select c.id::text, c.staff_no as no from caregiver c where c.staff_no = ${given.toUpperCase()}`);
  if (row === undefined) throw new Error(`没有护工 ${given}。There is no caregiver ${given}.`);
  const { staying, counts } = await eraseCaregivers(tx, [row.id], () => ({ action: 'data.erase', entity: 'caregiver', entityId: row.no, after: {} }));
  if (staying.length > 0) throw new Error('护工还没有离职，或在黑名单上，没有改动任何内容。The caregiver has not left, or is blacklisted; nothing was changed.');
  return counts;
}
/** `npm run erase -- patient ID | caregiver STAFF_NO [--dry-run]`: one person's data, in one transaction, for good. @throws Error */
export async function runErase(database: Database, args: readonly string[], log: Log): Promise<void> {
  const trial = isTrial(args);
  const [kind, given, ...more] = args.filter((word) => word !== '--dry-run');
  if ((kind !== 'patient' && kind !== 'caregiver') || given === undefined || more.length > 0) throw new Error(USAGE);
  let counts: Counts = {};
  await database.db
    .transaction(async (tx) => {
      counts = await (kind === 'patient' ? erasePatient : eraseCaregiver)(tx, given);
      if (trial) throw new Trial();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Trial)) throw error;
    });
  if (Object.keys(counts).length === 0) return log('此前已抹除 Erased before: nothing is left to do');
  if (!trial) await vacuum(database, counts);
  log(trial ? '试运行，没有改动任何内容 Dry run, nothing was changed; rows that would be:' : '已抹除 Erased; rows changed:');
  said(log, counts);
}

const border = ({ days }: Term) => sql`(now() - make_interval(days => ${days}))`;
const dueOf = async (db: Database['db'], term: Term, limit: number): Promise<string[]> => (await db.execute<{ id: string }>(sql`select d.id::text from (${term.due(border(term))} limit ${limit}) d`)).rows.map(({ id }) => id);
/** `npm run retention -- [--dry-run]`: ends what has outlived its term, some at a time, each time in a transaction of its own, so that it may be stopped and run again. @throws Error */
export async function runRetention({ db, pool }: Pick<Database, 'db' | 'pool'>, args: readonly string[], log: Log): Promise<void> {
  const trial = isTrial(args);
  if (args.some((word) => word !== '--dry-run')) throw new Error('用法 usage: npm run retention -- [--dry-run]');
  log(trial ? '试运行，没有改动任何内容 Dry run, nothing was changed; due:' : '保存期限已到 Ended what has outlived its term:');
  for (const term of TERMS) {
    let n = 0;
    if (trial) n = (await db.execute<{ n: number }>(sql`select count(*)::int as n from (${term.due(border(term))}) d`)).rows[0]!.n;
    else
      for (;;) {
        const ids = await dueOf(db, term, term.batch);
        if (ids.length === 0) break;
        const done = await db.transaction((tx) => term.end(tx, ids));
        // somebody came back between: they are found again when their time has come
        if (done === 0) break;
        n += done;
      }
    log(`  ${term.id} ${n}  (${term.days} d since ${term.since})`);
    if (n > 0 && !trial) await vacuum({ pool }, Object.fromEntries(TOUCHED.map((table) => [table, 1])));
  }
}
