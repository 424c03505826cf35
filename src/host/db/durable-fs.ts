import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite, type Extensions } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The extensions that the migrations ask for. */
export const extensions: Extensions = { btree_gist, citext, pg_trgm };
const MAJOR = '18';

/** Emscripten's part that PGlite does not describe. */
interface FileModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number; write: (stream: { node: unknown }, ...what: unknown[]) => number }; realPath: (node: unknown) => string };
}

function syncPath(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
// Windows cannot flush a directory
const syncDirectory = (path: string): void => (process.platform === 'win32' ? undefined : syncPath(path, 'r'));

/** PGlite starts PostgreSQL with fsync off, and Emscripten's NODEFS has no fsync at all: this one reaches the disk (reliability.md). */
class DurableFs extends NodeFS {
  /** `lost`: called when the log cannot be written, after which the engine answers nothing any more. */
  constructor(dir: string, private readonly lost: () => void) {
    super(dir);
  }
  override async init(db: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const made = await super.init(db, options);
    const fsync = (module: unknown): void => {
      const { NODEFS } = module as FileModule;
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        if (nfd === undefined) syncDirectory(NODEFS.realPath(node));
        else fsyncSync(nfd);
        return 0;
      };
      const { write } = NODEFS.stream_ops;
      NODEFS.stream_ops.write = (stream, ...what) => {
        try {
          return write(stream, ...what);
        } catch (error) {
          // elsewhere the statement fails; without its log PostgreSQL panics, and a panic of this engine never ends
          if (NODEFS.realPath(stream.node).includes('/pg_wal/')) this.lost();
          throw error;
        }
      };
    };
    made.emscriptenOpts.preRun = [...(made.emscriptenOpts.preRun ?? []), fsync];
    return made;
  }
}
// without -F; a small WAL, because it is only cut at our own checkpoints
const startParams = [...PGlite.defaultStartParams.filter((word) => word !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'max_wal_size=128MB', '-c', 'min_wal_size=32MB'];

/** First run: made whole beside, flushed, then renamed into place; a run cut short leaves nothing that looks like a database. */
async function create(dir: string): Promise<void> {
  const beside = `${dir}.new`;
  rmSync(beside, { recursive: true, force: true });
  mkdirSync(beside, { recursive: true, mode: 0o700 });
  await (await PGlite.create({ dataDir: beside })).close();
  for (const entry of readdirSync(beside, { withFileTypes: true, recursive: true })) if (entry.isFile()) syncPath(join(entry.parentPath, entry.name), 'r+');
  rmSync(dir, { recursive: true, force: true });
  renameSync(beside, dir);
  syncDirectory(dirname(dir));
}

/**
 * Opens the embedded database in `dir`, made if missing. The caller holds the lock. `lost`: called when its log cannot be written (a full disk).
 * @throws Error when the folder holds something else, or a database of another major version
 */
export async function openDurable(dir: string, lost: () => void): Promise<PGlite> {
  const version = join(dir, 'PG_VERSION');
  if (!existsSync(version)) {
    if (existsSync(dir) && readdirSync(dir).length > 0) throw new Error(`${dir} 不是空目录，也不是数据库。${dir} is neither empty nor a database.`);
    await create(dir);
  }
  const found = readFileSync(version, 'utf8').trim();
  if (found !== MAJOR) throw new Error(`${dir} 是 PostgreSQL ${found} 的数据，此版本需要 ${MAJOR}。${dir} holds data of PostgreSQL ${found}; this version needs ${MAJOR}.`);
  // the engine makes its files for everybody, whatever the mask: the folder keeps others of this machine out
  chmodSync(dir, 0o700);
  return PGlite.create({ dataDir: dir, extensions, fs: new DurableFs(dir, lost), startParams });
}
