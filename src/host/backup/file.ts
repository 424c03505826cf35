import { createHash } from 'node:crypto';
import { closeSync, createReadStream, createWriteStream, existsSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline as chain } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { link, lockDirectory, removeLeft } from '../db/lock.ts';
import { lineOf, Tally, type Head, type Piece, type TableEnd, type TextRow } from './piece.ts';

/** What a backup holds, in all. */
export interface Summary {
  head: Head;
  tables: number;
  rows: number;
}
const damaged = (file: string, why: string): Error => new Error(`备份文件 ${file} 已损坏或不完整（${why}）。The backup ${file} is damaged or incomplete (${why}).`);

async function* linesOf(pieces: AsyncIterable<Piece>): AsyncGenerator<string> {
  const frame = createHash('sha256');
  for await (const piece of pieces) {
    if ('rows' in piece && !('end' in piece)) {
      yield piece.rows.map(lineOf).join('');
      continue;
    }
    const line = `${JSON.stringify(piece)}\n`;
    frame.update(line);
    yield line;
  }
  // a file that was cut short has no last line
  yield `${JSON.stringify({ whole: frame.digest('hex') })}\n`;
}

const isThere = (file: string): Error => new Error(`文件 ${file} 已存在，不会覆盖。The file ${file} exists already and is not overwritten.`);
/** Gives the file its name, unless that has appeared since it was looked for. Where there are no links the name is taken first, by whoever makes it, and only then written over: one that is killed in between leaves it empty. */
function name(part: string, file: string): void {
  const named = link(part, file);
  if (named === false) throw isThere(file);
  if (named) return rmSync(part);
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? isThere(file) : error;
  }
  try {
    renameSync(part, file);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}
/** Takes the file for this backup alone, and removes what others left in its folder that were killed. Returns what gives it up, whole or not; so does the end of this process. */
async function take(file: string, part: string): Promise<() => void> {
  for (const left of readdirSync(dirname(file))) if (left.endsWith('.part.lock')) await removeLeft(join(dirname(file), left.slice(0, -5)));
  const unlock = await lockDirectory(part, (_, { pid, host }) => new Error(`另一个备份（进程 ${pid}，${host}）正在写入 ${file}。Another backup, process ${pid} on ${host}, is writing ${file}.`));
  const clear = (): void => rmSync(part, { force: true });
  process.once('exit', clear);
  return () => {
    process.off('exit', clear);
    clear();
    unlock();
  };
}

/**
 * Writes a backup: a gzip of lines of JSON, readable by its owner alone. It lies beside under `.part` until it has been read again and found whole.
 * @throws Error when the file is there already, or another backup writes it
 */
export async function writeBackup(file: string, pieces: AsyncIterable<Piece>): Promise<Summary & { bytes: number }> {
  if (existsSync(file)) throw isThere(file);
  const part = `${file}.part`;
  const giveUp = await take(file, part);
  try {
    // of a version before this one, which had no lock
    rmSync(part, { force: true });
    await pipeline(linesOf(pieces), createGzip({ level: 6 }), createWriteStream(part, { fd: openSync(part, 'wx', 0o600) }));
    const written = await open(part, 'r+');
    await written.sync();
    await written.close();
    const summary = await checkBackup(part);
    name(part, file);
    if (process.platform !== 'win32') {
      const folder = await open(dirname(file), 'r');
      await folder.sync();
      await folder.close();
    }
    return { ...summary, bytes: (await stat(file)).size };
  } finally {
    giveUp();
  }
}

/** The lines of a packed file. A line ends with a line feed alone: readline would end one at U+2028 too. */
async function* unpacked(file: string): AsyncGenerator<string> {
  const plain = createGunzip();
  chain(createReadStream(file), plain, () => undefined); // whoever reads on is told of an error
  plain.setEncoding('utf8');
  let begun: string[] = [];
  for await (const text of plain as AsyncIterable<string>) {
    const [head, ...more] = text.split('\n');
    begun.push(head!);
    if (more.length === 0) continue;
    yield begun.join('');
    begun = [more.pop()!];
    yield* more;
  }
  if (begun.join('') !== '') yield begun.join('');
}

/** Rows of a file that are given on together. */
const AT_ONCE = 500;
/** The pieces of a backup. @throws Error when anything in it is not as it was written; what came before was */
export async function* readBackup(file: string): AsyncGenerator<Piece> {
  if (!existsSync(file)) throw new Error(`没有文件 ${file}。There is no file ${file}.`);
  const frame = createHash('sha256');
  let tally: Tally | null = null;
  let rows: TextRow[] = [];
  let first = true;
  let whole = false;
  try {
    for await (const line of unpacked(file)) {
      if (whole) throw damaged(file, 'more after its end');
      if (tally !== null && line.startsWith('[')) {
        const row = JSON.parse(line) as TextRow;
        tally.add(row);
        if (rows.push(row) < AT_ONCE) continue;
        yield { rows };
        rows = [];
        continue;
      }
      if (rows.length > 0) yield { rows };
      rows = [];
      const piece = JSON.parse(line) as Piece | { whole: string };
      if (first && !('backup' in piece && piece.backup === 'nursing-console' && piece.format === 1)) throw damaged(file, 'not a backup of this program');
      first = false;
      if ('whole' in piece) {
        if (piece.whole !== frame.digest('hex')) throw damaged(file, 'its frame');
        whole = true;
        continue;
      }
      frame.update(`${line}\n`);
      if ('table' in piece) tally = new Tally('file');
      if ('end' in piece) {
        const { rows: count } = tally ?? { rows: -1 };
        if (tally === null || count !== piece.rows || tally.sha256() !== piece.sha256) throw damaged(file, piece.end);
        tally = null;
      }
      yield piece;
    }
  } catch (error) {
    // what the unpacker says of bytes that are none of its own
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw error instanceof SyntaxError || code.startsWith('Z_') ? damaged(file, message.slice(0, 60)) : error;
  }
  if (!whole) throw damaged(file, 'cut short');
}
/** Reads a backup to its end. @throws Error when it is damaged */
export async function checkBackup(file: string): Promise<Summary> {
  let head: Head | undefined;
  const ends: TableEnd[] = [];
  for await (const piece of readBackup(file)) {
    if ('backup' in piece) head = piece;
    if ('end' in piece) ends.push(piece);
  }
  return { head: head!, tables: ends.length, rows: ends.reduce((sum, { rows }) => sum + rows, 0) };
}
