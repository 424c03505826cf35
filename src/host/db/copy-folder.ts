import { constants, cpSync, mkdirSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Bytes that stay free on the disk: the database itself hangs on a full one. */
const SPARE = 256 << 20;

/** Copies the files in `dir` to `to`, which must not be there. Free where the file system shares blocks. @throws Error when the disk has no room for it */
export function copyFolder(dir: string, to: string): void {
  const bytes = readdirSync(dir, { recursive: true, withFileTypes: true }).reduce((sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0), 0);
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const { bavail, bsize } = statfsSync(dirname(to));
  if (bavail * bsize < bytes + SPARE) throw new Error(`磁盘空间不足，需要 ${Math.ceil((bytes + SPARE) / 1e6)} MB。There is not enough room on the disk: ${Math.ceil((bytes + SPARE) / 1e6)} MB are needed.`);
  cpSync(dir, to, { recursive: true, force: false, errorOnExist: true, mode: constants.COPYFILE_FICLONE });
}
