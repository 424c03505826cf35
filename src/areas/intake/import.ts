import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import type { ClientBase } from 'pg';
import { clerk } from '../../host/clerk.ts';
import { fileAt } from '../../host/db/batch.ts';
import type { Database } from '../../host/db/open.ts';
import { CAREGIVER_COLUMNS, loadCaregivers } from './caregiver.ts';
import { folded } from './cell.ts';
import { rememberRun } from './memory.ts';
import { ORDER_COLUMNS } from './order-sheet.ts';
import { loadOrders } from './order.ts';
import { Faults, reportLines, writeReport } from './report.ts';
import { readSheet, type SheetRow } from './sheet.ts';

const USAGE = '用法 usage: npm run import -- caregivers|orders FILE [--create-places]';

function read(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`无法读取 ${file}。Cannot read ${file}: ${(error as Error).message}`);
  }
}

/** The words of the command and what its file holds, before anything is opened. @throws Error in both languages */
export function importArgs(args: readonly string[]): { what: 'caregivers' | 'orders'; file: string; create: boolean; bytes: Uint8Array } {
  const { values, positionals } = parseArgs({ args: [...args], options: { 'create-places': { type: 'boolean' } }, allowPositionals: true, strict: false });
  const [what, given] = positionals;
  if (Object.keys(values).some((name) => name !== 'create-places') || (what !== 'caregivers' && what !== 'orders') || given === undefined || positionals.length > 2) throw new Error(USAGE);
  const file = fileAt(given);
  return { what, file, create: values['create-places'] === true, bytes: read(file) };
}
/**
 * `npm run import`: loads a provider's sheet in one transaction, every good row of it, and reports each other row's faults in a CSV
 * beside it. What the database has already is never changed, so a second run changes nothing.
 * @throws Error in both languages when nothing could be tried (wrong arguments, no such file, another header), or no row of a sheet
 * with rows could be loaded
 */
export async function runImport(database: Database, args: readonly string[], log: (line: string) => void): Promise<void> {
  const { what, file, create, bytes } = importArgs(args);
  const rows = readSheet(bytes, what === 'caregivers' ? CAREGIVER_COLUMNS : ORDER_COLUMNS);
  const faults = new Faults(what === 'caregivers' ? '工号' : '订单号');

  const numberOf = (row: SheetRow): string => folded(row.cells[faults.keyColumn] ?? '').toUpperCase();

  const client = await database.pool.connect();
  let done;
  let report;
  try {
    await client.query('BEGIN');
    // known as one who writes from here on, however long it waits (host/lines.ts)
    await client.query('SELECT pg_current_xact_id()');
    await takeTurn(client, log);
    const actor = await clerk(client);
    done = what === 'caregivers' ? await loadCaregivers(client, rows, faults, create) : await loadOrders(client, rows, faults, create, actor);
    // a number is faulty when no row of it may be loaded some day
    const hopeful = new Set(rows.filter(({ row }) => !faults.own.has(row)).map(numberOf));
    const refused = rows.filter(({ row }) => faults.rows.has(row)).map(numberOf);
    await rememberRun(client, { action: what === 'caregivers' ? 'caregiver.import' : 'order.import', actor, loaded: done.loaded, refused, faulty: refused.filter((number) => !hopeful.has(number)) });
    // too many to be named: who watches asks what changed
    if (done.loaded > 0) await client.query(`SELECT pg_notify($1, '')`, [what.slice(0, -1)]);
    // before the commit: rows that are refused without a word would be lost
    report = writeReport(file, faults.all);
    if (report === null) for (const line of reportLines(faults.all)) log(line);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
  log(`共 ${rows.length} 行：载入 ${done.loaded}，未变 ${done.unchanged}，拒绝 ${faults.rows.size}。${rows.length} rows: ${done.loaded} loaded, ${done.unchanged} unchanged, ${faults.rows.size} refused.`);
  for (const note of done.notes) log(note);
  if (report === null) log('无处可写报告，逐行原因见上。The report could not be written anywhere; its lines are above.');
  else log(`逐行报告 report: ${report}${dirname(report) === dirname(file) ? '' : '（表格旁无法写入 it cannot be written beside the sheet）'}`);
  if (rows.length > 0 && done.loaded + done.unchanged === 0) throw new Error('没有一行可以载入，原因见报告。No row could be loaded; the report says why.');
}
/** One import at a time: a second one waits, however long, until the first has committed. */
async function takeTurn(client: ClientBase, log: (line: string) => void): Promise<void> {
  const lock = `hashtext('nursing-console:import')`;
  const { rows } = await client.query<{ mine: boolean }>(`SELECT pg_try_advisory_xact_lock(${lock}) AS mine`);
  if (rows[0]!.mine) return;
  log('另一个导入正在进行，等它结束… Another import is running; waiting for it…');
  await client.query('SET LOCAL lock_timeout = 0');
  await client.query(`SELECT pg_advisory_xact_lock(${lock})`);
  await client.query('SET LOCAL lock_timeout TO DEFAULT');
}
