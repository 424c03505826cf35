import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { checkThere, fileAt } from '../db/batch.ts';
import { askForCopy } from '../db/copy-door.ts';
import { placeForCopy, removeCopies } from '../db/copy-place.ts';
import { openDatabase, type Database } from '../db/open.ts';
import { asGiven, fingerprint, oldFile, secretIn } from '../secret.ts';
import type { Settings } from '../settings.ts';
import { dump } from './dump.ts';
import { checkBackup, readBackup, writeBackup } from './file.ts';
import { load, type Loaded } from './load.ts';
import type { Piece } from './piece.ts';

type Log = (line: string) => void;
type Place = Pick<Settings, 'databaseUrl' | 'dataDir' | 'secret'>;
/** What looks over a database that was just filled; throws when something in it is wrong. */
type Look = (database: Database) => Promise<void>;
/** Names of the accounts whose authenticator cannot be read under a secret. */
type Unreadable = (database: Database, secret: Buffer) => Promise<string[]>;

/** Opens the database to read it, beside a server that runs: PostgreSQL by a connection of its own, the embedded one as a copy of this moment. */
async function openBeside({ databaseUrl, dataDir }: Place): Promise<Database> {
  if (databaseUrl !== undefined) return openDatabase({ databaseUrl, dataDir }, 'batch');
  checkThere(dataDir);
  // before the disk is asked for room
  await removeCopies(dataDir);
  const { beside, remove } = await placeForCopy(dataDir);
  try {
    // the server makes it: this command may be of another account
    if (!(await askForCopy(join(dataDir, 'pg'), join(beside, 'pg')))) {
      remove();
      return await openDatabase({ dataDir }, 'batch');
    }
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
  return fileAt(file);
};

const statOf = (file: string) => statSync(file, { throwIfNoEntry: false });
/** What cannot be written or read is named before anything is begun. @throws Error */
function checkTarget(file: string): void {
  if (statOf(dirname(file))?.isDirectory() !== true) throw new Error(`没有文件夹 ${dirname(file)}。There is no folder ${dirname(file)}.`);
  if (statOf(file)?.isDirectory() === true) throw new Error(`${file} 是文件夹，请写明文件名。${file} is a folder: name a file.`);
}
function checkSource(file: string): void {
  const found = statOf(file);
  if (found === undefined) throw new Error(`没有文件 ${file}。There is no file ${file}.`);
  if (found.isDirectory()) throw new Error(`${file} 是文件夹，不是备份文件。${file} is a folder, no backup file.`);
}

/** Opens the database no sooner than its first piece is asked for, and closes it after the last. */
async function* piecesOf(settings: Place): AsyncGenerator<Piece> {
  const database = await openBeside(settings);
  try {
    yield* dump(database, settings.secret);
  } finally {
    await database.close();
  }
}
/** Has what would end the process end it by its own exit, at which what is half made is removed. More than once: a terminal and npm both pass Ctrl+C on, and the second must not end the first one's removing. */
function endBySignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(128 + constants.signals[signal]));
}
/** `npm run backup -- FILE`: writes the whole database to one file while the server runs, and reads the file again. @throws Error */
export async function runBackup(settings: Place, args: readonly string[], log: Log): Promise<void> {
  const file = fileIn(args, 'backup');
  checkTarget(file);
  endBySignal();
  const { head, tables, rows, bytes } = await writeBackup(file, piecesOf(settings));
  log(`已备份并核对 Backed up and verified: ${file}`);
  log(`  ${head.at}  ${head.schema}  tables ${tables}  rows ${rows}  bytes ${bytes}`);
}

const tell = (log: Log, { head, tables, rows }: Loaded): void => log(`  ${head.at}  ${head.schema}  tables ${tables}  rows ${rows}`);
function compare(log: Log, { head }: Loaded, secret: Buffer): void {
  if (head.secret === fingerprint(secret)) return;
  const old = oldFile('secret', head.secret);
  log(`注意：密钥与备份时不同，动态口令和恢复码将无法使用；请改用备份时的 APP_SECRET；若那时密钥保存在 DATA_DIR/secret 中，放回该文件，或把 APP_SECRET 设为 hex: 加该文件的内容；若此后更换过密钥，该文件是当时 DATA_DIR 中的 ${old}（旧版本更换的为 secret.old）。Note: the secret is not the one of the backup, so authenticator and recovery codes cannot be read; use the APP_SECRET of that time; where it was kept in DATA_DIR/secret, put that file back, or set APP_SECRET to hex: and what the file holds; if it was rotated since, that file is ${old} in the DATA_DIR of that time (secret.old, where an older version rotated it).`);
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
  checkSource(file);
  // before anything is opened: a damaged file makes no database
  await checkBackup(file);
  await fill(settings, look, async (database) => {
    const loaded = await load(database, readBackup(file), 'restore');
    log(`已恢复并核对 Restored and verified: ${file}`);
    tell(log, loaded);
    compare(log, loaded, settings.secret);
  });
}

/** Whoever has an authenticator is to sign in afterwards as before. @throws Error naming the secret that is to be set */
async function refuseOther(from: Database, { dataDir, secret }: Place, unreadable: Unreadable): Promise<void> {
  const lost = await unreadable(from, secret);
  if (lost.length === 0) return;
  const file = join(dataDir, 'secret');
  const kept = secretIn(file);
  const keptReads = Buffer.isBuffer(kept) && (await unreadable(from, kept)).length < lost.length;
  const who = lost.slice(0, 5).join(', ') + (lost.length > 5 ? ', …' : '');
  const [zh, en] = keptReads
    ? [`请沿用 DATA_DIR/secret 中的密钥，迁移时和今后启动时都设置 ${asGiven(file)}。`, `Keep the secret of DATA_DIR/secret: for the move, and for every start from now on, set ${asGiven(file)}.`]
    : ['请设置原来使用的 APP_SECRET；若已遗失，请先重置这些账号的两步验证。', 'Set the APP_SECRET that the server ran with; if it is lost, have the second step of these accounts reset first.'];
  throw new Error(`用此密钥无法读取 ${lost.length} 个账号的动态口令（${who}），没有改动任何内容。${zh}Under this secret the authenticators of ${lost.length} accounts (${who}) cannot be read; nothing was changed. ${en}`);
}

/** `npm run db -- move`: from the embedded database in DATA_DIR, which stays as it is, to the empty one that DATABASE_URL names. @throws Error */
export async function runMove(settings: Place, look: Look, unreadable: Unreadable, log: Log): Promise<void> {
  const { databaseUrl, dataDir, secret } = settings;
  if (databaseUrl === undefined) throw new Error('请设置 DATABASE_URL 指向一个空的 PostgreSQL 数据库。Set DATABASE_URL to an empty PostgreSQL database.');
  checkThere(dataDir);
  // its lock is held to the end, so nothing is written that would stay behind
  const from = await openDatabase({ dataDir }, 'batch');
  try {
    await refuseOther(from, settings, unreadable);
    await fill({ databaseUrl, dataDir }, look, async (database) => {
      const loaded = await load(database, dump(from, secret), 'move');
      log(`已迁移并核对 Moved and verified: ${join(dataDir, 'pg')} → PostgreSQL`);
      tell(log, loaded);
    });
  } finally {
    await from.close();
  }
  const file = join(dataDir, 'secret');
  const kept = secretIn(file);
  const set = Buffer.isBuffer(kept) && kept.equals(secret) ? asGiven(file) : 'APP_SECRET';
  log(`今后启动时请保留 DATABASE_URL 和 ${set}；原目录没有改动。Keep DATABASE_URL and ${set} set from now on; the old folder is unchanged.`);
}
