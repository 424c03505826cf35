import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { clerk } from '../../host/clerk.ts';
import type { Database } from '../../host/db/open.ts';
import { CAREGIVER_COLUMNS, loadCaregivers } from './caregiver.ts';
import { folded } from './cell.ts';
import { rememberRun } from './memory.ts';
import { ORDER_COLUMNS } from './order-sheet.ts';
import { loadOrders } from './order.ts';
import { Faults, writeReport } from './report.ts';
import { readSheet } from './sheet.ts';

const USAGE = '用法 usage: npm run import -- caregivers|orders FILE [--create-places]';

function read(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`无法读取 ${file}。Cannot read ${file}: ${(error as Error).message}`);
  }
}

/**
 * `npm run import`: loads a provider's sheet in one transaction, every good row of it, and reports each other row's faults in a CSV
 * beside it. What the database has already is never changed, so a second run changes nothing.
 * @throws Error in both languages when nothing could be tried: wrong arguments, no such file, another header
 */
export async function runImport(database: Database, args: readonly string[], log: (line: string) => void): Promise<void> {
  const { values, positionals } = parseArgs({ args: [...args], options: { 'create-places': { type: 'boolean' } }, allowPositionals: true, strict: false });
  const [what, file] = positionals;
  if (Object.keys(values).some((name) => name !== 'create-places') || (what !== 'caregivers' && what !== 'orders') || file === undefined || positionals.length > 2) throw new Error(USAGE);
  const create = values['create-places'] === true;
  const rows = readSheet(read(file), what === 'caregivers' ? CAREGIVER_COLUMNS : ORDER_COLUMNS);
  const faults = new Faults(what === 'caregivers' ? '工号' : '订单号');

  const client = await database.pool.connect();
  let done;
  try {
    await client.query('BEGIN');
    const actor = await clerk(client);
    done = what === 'caregivers' ? await loadCaregivers(client, rows, faults, create) : await loadOrders(client, rows, faults, create, actor);
    await rememberRun(client, { action: what === 'caregivers' ? 'caregiver.import' : 'order.import', actor, loaded: done.loaded, refused: faults.all.map(({ key }) => folded(key).toUpperCase()) });
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
  const report = writeReport(file, faults.all);
  log(`共 ${rows.length} 行：载入 ${done.loaded}，未变 ${done.unchanged}，拒绝 ${faults.rows.size}。${rows.length} rows: ${done.loaded} loaded, ${done.unchanged} unchanged, ${faults.rows.size} refused.`);
  for (const note of done.notes) log(note);
  const elsewhere = dirname(report) === dirname(resolve(file)) ? '' : '（表格所在文件夹不可写，报告在当前文件夹 the folder of the sheet cannot be written）';
  log(`逐行报告 report: ${report}${elsewhere}`);
}
