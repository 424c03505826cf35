import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { basename, dirname, isAbsolute } from 'node:path';

/** Beside the folder, as its lock is: whoever may write there may ask. */
const placeOf = (dir: string): string => (process.platform === 'win32' ? `\\\\.\\pipe\\nursing-${Buffer.from(dir).toString('hex').slice(-100)}` : `${dir}.sock`);
/** Bytes of a question or an answer. */
const MOST = 10_000;

/**
 * Lets another process of this account ask for a copy of the embedded database while this one works with it: `copy(folder)` makes it.
 * Returns what closes the door. Where no door can be had (a path longer than the system allows) there is none.
 */
export async function openCopyDoor(dir: string, copy: (to: string) => Promise<void>): Promise<() => Promise<void>> {
  const place = placeOf(dir);
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
      const answer = (text: string): void => void socket.end(text);
      // beside the database only, and nothing that is there already is written over
      if (!isAbsolute(asked) || dirname(dirname(asked)) !== dirname(dir) || !/^pg\.copy-\d+$/.test(basename(dirname(asked)))) return answer('not beside the database');
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
    const socket = connect(placeOf(dir));
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
