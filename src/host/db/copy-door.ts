import { chmodSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { basename, dirname, isAbsolute } from 'node:path';
import { isLocked } from './lock.ts';

/** Beside the folder, as its lock is: whoever may write there may ask. */
const placeOf = (dir: string): string => (process.platform === 'win32' ? `\\\\.\\pipe\\nursing-${Buffer.from(dir).toString('hex').slice(-100)}` : `${dir}.sock`);
/** Bytes of a socket's path, at most: Node cuts a longer one without a word, and it would stand somewhere else. */
const LONGEST = process.platform === 'linux' ? 107 : 103;
const tooLong = (place: string): boolean => process.platform !== 'win32' && Buffer.byteLength(place) > LONGEST;
/** Bytes of a question or an answer. */
const MOST = 10_000;

/**
 * Lets another process of this account ask for a copy of the embedded database while this one works with it: `copy(folder)` makes it.
 * Returns what closes the door. Where no door can be had (a path longer than the system allows) there is none.
 */
export async function openCopyDoor(dir: string, copy: (to: string) => Promise<void>): Promise<() => Promise<void>> {
  const place = placeOf(dir);
  if (tooLong(place)) return async () => undefined;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let asked = '';
    socket.setEncoding('utf8').setTimeout(10_000, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('data', (text: string) => {
      asked += text;
      if (asked.length > MOST) socket.destroy();
    });
    socket.on('end', () => {
      socket.setTimeout(0);
      const at = dirname(asked);
      // beside the database only, and nothing that is there already is written over
      if (!isAbsolute(asked) || dirname(at) !== dirname(dir) || !/^pg\.copy-\d+$/.test(basename(at))) return void socket.end('not beside the database');
      const held = isLocked(at);
      const answer = (text: string): void => {
        // whoever asked has ended meanwhile, and is not there to take it away; a version before this one holds no lock
        if (held && !isLocked(at)) void rm(at, { recursive: true, force: true }).catch(() => undefined);
        socket.end(text);
      };
      copy(asked).then(
        () => answer('done'),
        (error: Error) => answer(error.message),
      );
    });
  });
  // we hold the lock, so what is there was left by one that was killed
  if (process.platform !== 'win32') rmSync(place, { force: true });
  const open = await new Promise<boolean>((done) => {
    server.once('error', () => done(false));
    server.listen(place, () => done(true));
  });
  if (!open) return async () => undefined;
  if (process.platform !== 'win32') chmodSync(place, 0o600);
  server.unref();
  return () => new Promise((done) => server.close(() => done()));
}

/**
 * Asks whoever works with the embedded database in `dir` for a copy of it in the folder `to`. False when nobody answers there.
 * @throws Error when the copy could not be made
 */
export function askForCopy(dir: string, to: string): Promise<boolean> {
  return new Promise((done, failed) => {
    const place = placeOf(dir);
    if (tooLong(place)) return done(false);
    const socket = connect(place);
    let said = '';
    let met = false;
    socket.setEncoding('utf8');
    socket.once('connect', () => {
      met = true;
      socket.end(to);
    });
    socket.on('data', (text: string) => void (said += text));
    socket.once('error', (error) => (met ? failed(error) : done(false)));
    socket.once('end', () => (said === 'done' ? done(true) : failed(new Error(`正在运行的服务未能复制数据库。The running server could not copy its database: ${said}`))));
  });
}
