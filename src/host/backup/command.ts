import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { askForCopy } from '../db/copy-door.ts';
import { openDatabase, type Database } from '../db/open.ts';
import type { Settings } from '../settings.ts';
import { dump, fingerprint } from './dump.ts';
import { checkBackup, readBackup, writeBackup } from './file.ts';
import { load, type Loaded } from './load.ts';

type Log = (line: string) => void;
type Place = Pick<Settings, 'databaseUrl' | 'dataDir' | 'secret'>;
/** What looks over a database that was just filled; throws when something in it is wrong. */
type Look = (database: Database) => Promise<void>;

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
/** Opening a folder would make the database that it lacks. */
function checkThere(dataDir: string): void {
  if (!existsSync(join(dataDir, 'pg/PG_VERSION'))) throw new Error(`${dataDir}/pg 中没有数据库。There is no database in ${dataDir}/pg.`);
}
/** Opens the database to read it, beside a server that runs: PostgreSQL by a connection of its own, the embedded one as a copy of this moment. */
async function openBeside({ databaseUrl, dataDir }: Place): Promise<Database> {
  if (databaseUrl !== undefined) return openDatabase({ databaseUrl, dataDir }, 'batch');
  checkThere(dataDir);
  // what a backup that was killed left behind is a whole database
  for (const name of readdirSync(dataDir)) if (/^pg\.copy-\d+$/.test(name) && !lives(Number(name.slice(8)))) rmSync(join(dataDir, name), { recursive: true, force: true });
  const beside = join(dataDir, `pg.copy-${process.pid}`);
  const remove = (): void => rmSync(beside, { recursive: true, force: true });
  try {
    // the server makes it: this command may be of another account
    if (!(await askForCopy(join(dataDir, 'pg'), join(beside, 'pg')))) return await openDatabase({ dataDir }, 'batch');
    const copy = await openDatabase({ dataDir: beside }, 'batch');
    return { ...copy, close: () => copy.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
const fileIn = (args: readonly string[], command: string): string => {
  const [file, ...more] = args;
  if (file === undefined || file.startsWith('-') || more.length > 0) throw new Error(`用法 usage: npm run ${command} -- FILE`);
  return resolve(file);
};

/** `npm run backup -- FILE`: writes the whole database to one file while the server runs, and reads the file again. @throws Error */
export async function runBackup(settings: Place, args: readonly string[], log: Log): Promise<void> {
  const file = fileIn(args, 'backup');
  const database = await openBeside(settings);
  try {
    const { head, tables, rows, bytes } = await writeBackup(file, dump(database, settings.secret));
    log(`已备份并核对 Backed up and verified: ${file}`);
    log(`  ${head.at}  ${head.schema}  tables ${tables}  rows ${rows}  bytes ${bytes}`);
  } finally {
    await database.close();
  }
}

function tell(log: Log, { head, tables, rows }: Loaded, secret: Buffer): void {
  log(`  ${head.at}  ${head.schema}  tables ${tables}  rows ${rows}`);
  if (head.secret !== fingerprint(secret)) log('注意：密钥与备份时不同，动态口令和恢复码将无法使用；请改用备份时的 APP_SECRET（或 DATA_DIR/secret）。Note: the secret is not the one of the backup, so authenticator and recovery codes cannot be read; use the APP_SECRET (or DATA_DIR/secret) of that time.');
}
async function fill(place: Pick<Settings, 'databaseUrl' | 'dataDir'>, look: Look, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase(place, 'batch');
  try {
    await work(database);
    await look(database);
  } finally {
    await database.close();
  }
}

/** `npm run restore -- FILE`: fills an empty database from a backup, all of it or nothing. Everybody signs in again. @throws Error */
export async function runRestore(settings: Place, args: readonly string[], look: Look, log: Log): Promise<void> {
  const file = fileIn(args, 'restore');
  // before anything is opened: a damaged file makes no database
  await checkBackup(file);
  await fill(settings, look, async (database) => {
    const loaded = await load(database, readBackup(file), 'restore');
    log(`已恢复并核对 Restored and verified: ${file}`);
    tell(log, loaded, settings.secret);
  });
}

/** `npm run db -- move`: from the embedded database in DATA_DIR, which stays as it is, to the empty one that DATABASE_URL names. @throws Error */
export async function runMove({ databaseUrl, dataDir, secret }: Place, look: Look, log: Log): Promise<void> {
  if (databaseUrl === undefined) throw new Error('请设置 DATABASE_URL 指向一个空的 PostgreSQL 数据库。Set DATABASE_URL to an empty PostgreSQL database.');
  checkThere(dataDir);
  // its lock is held to the end, so nothing is written that would stay behind
  const from = await openDatabase({ dataDir }, 'batch');
  try {
    await fill({ databaseUrl, dataDir }, look, async (database) => {
      const loaded = await load(database, dump(from, secret), 'move');
      log(`已迁移并核对 Moved and verified: ${join(dataDir, 'pg')} → PostgreSQL`);
      tell(log, loaded, secret);
    });
  } finally {
    await from.close();
  }
  log('今后启动时请保留 DATABASE_URL；原目录没有改动。Keep DATABASE_URL set from now on; the old folder is unchanged.');
}
