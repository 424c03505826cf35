import { randomInt } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isLocked, lockDirectory, removeLeft } from './lock.ts';

/** A copy of the embedded database in its data folder; its lock lies beside it from before it is made until it is gone. */
const COPY = /^(pg\.copy-\d+)(?:\.lock)?$/;

/** Removes copies whose process is gone: each is a whole database, with people in it that may have been erased since. */
export async function removeCopies(dataDir: string): Promise<void> {
  let names: string[];
  try {
    names = readdirSync(dataDir);
  } catch {
    return; // there is no folder yet
  }
  for (const name of new Set(names.flatMap((each) => COPY.exec(each)?.[1] ?? []))) {
    // a version before this one locks the database in the copy alone
    if (!isLocked(join(dataDir, name, 'pg'))) await removeLeft(join(dataDir, name));
  }
}

/** A place in `dataDir` for a copy, under a number that nobody else has, and what removes it; so does the end of this process. */
export async function placeForCopy(dataDir: string): Promise<{ beside: string; remove: () => void }> {
  const beside = join(dataDir, `pg.copy-${randomInt(2 ** 40, 2 ** 48 - 1)}`);
  const unlock = await lockDirectory(beside);
  const clear = (): void => {
    // the engine, or the server that copies, may be at work in it: under another name neither adds to what is being removed
    const gone = `${beside}0`;
    try {
      renameSync(beside, gone);
    } catch {
      // it is not there
    }
    for (const dir of [gone, beside]) rmSync(dir, { recursive: true, force: true });
  };
  process.once('exit', clear);
  return {
    beside,
    remove: () => {
      process.off('exit', clear);
      clear();
      unlock();
    },
  };
}
