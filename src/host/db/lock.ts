import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, readlinkSync, rmdirSync, rmSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const inUse: InUse = (dir, { pid, host }) =>
  new Error(`数据目录 ${dir} 正被进程 ${pid}（${host}）使用，请先停止它。The data folder ${dir} is in use by process ${pid} on ${host}; stop it first.`);
interface Holder {
  pid: number;
  /** The process's start by the kernel's clock: tells a reused pid. Empty where there is no /proc. */
  start: string;
  boot: string;
  host: string;
  /** Within which process numbers mean anything: two containers on one machine each have their own. Empty elsewhere than on Linux. */
  ns: string;
  id: string;
}
/** What is said to whoever comes second. */
type InUse = (path: string, holder: Pick<Holder, 'pid' | 'host'>) => Error;
/** Gives the lock up. */
export interface Lock {
  (): void;
  /** Whether it is still one's own, as of 10 s ago at most: who stood still for half a minute, as a container that is paused, may have been robbed. Asked before what it guards is touched. */
  held(): boolean;
}
const BEAT_MS = 5_000;
const SILENT_MS = 30_000;
const GUARD_MS = 10_000;

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
function namespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
/** Whether its process can be looked for from here. Name and first namespace may be those of another machine; a boot is of one alone. */
const near = (holder: Holder, me: Holder): boolean => holder.host === me.host && holder.ns === me.ns && holder.boot === me.boot;
function startOf(pid: number): string {
  const fields = read(`/proc/${pid}/stat`).replace(/^.*\) /s, '').split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? 'dead' : (fields[19] ?? '');
}
const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
const mine = new Set<string>();

const UNKNOWN: Holder = { pid: 0, start: '', boot: '', host: '?', ns: '', id: '' };
/** What the lock file says and when it was last touched; null when there is none. */
function lockIn(file: string): { holder: Holder; beat: number } | null {
  // one that cannot be read may be held
  let beat = Date.now();
  try {
    const touched = statSync(file).mtimeMs;
    const text = readFileSync(file, 'utf8');
    // what was begun and never finished, as before a power cut, beats no more either
    beat = touched;
    return { beat, holder: JSON.parse(text) as Holder };
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : { beat, holder: UNKNOWN };
  }
}
/** Who holds the lock file now, or null when nobody that lives does. */
function holderOf(file: string, me: Holder): Holder | null {
  const lock = lockIn(file);
  if (lock === null) return null;
  const { holder, beat } = lock;
  // another machine or container on a shared disk: it beats; this machine before a reboot: it has fallen silent. Also one whose clock ran ahead
  if (!near(holder, me)) return Math.abs(Date.now() - beat) > SILENT_MS ? null : holder;
  if (holder.pid === me.pid) return mine.has(holder.id) ? holder : null;
  if (!lives(holder.pid)) return null;
  return holder.start !== '' && startOf(holder.pid) !== holder.start ? null : holder;
}
/** Makes a file that is not there yet. */
function create(file: string, text: Uint8Array): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    rmSync(file, { force: true });
    throw error;
  }
}
/** What a file system says that has no links, as of a stick or a share that a backup is written to. */
const NO_LINKS: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];
/** Gives a file a second name, which nobody has. Null where the file system has no links; false when the name is there. */
export function link(file: string, name: string): boolean | null {
  try {
    linkSync(file, name);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (NO_LINKS.includes(codeOf(error))) return null;
    throw error;
  }
}
/** Puts the lock file in place whole or not at all. */
function claim(file: string, me: Holder): boolean {
  const draft = `${file}.${me.id}`;
  writeFileSync(draft, JSON.stringify(me));
  try {
    // without links nobody is there to be robbed: who meets it half written takes it for held
    return link(draft, file) ?? create(file, readFileSync(draft));
  } finally {
    unlinkSync(draft);
  }
}
/** Removes a dead holder's file; a guard folder keeps two finders from removing each other's new lock. Resolves with the holder when it was heard after all. */
async function clear(file: string, me: Holder): Promise<Holder | null> {
  const guard = `${file}.steal`;
  try {
    mkdirSync(guard);
  } catch {
    try {
      if (Date.now() - statSync(guard).mtimeMs > GUARD_MS) rmdirSync(guard);
    } catch {
      // the other finder has just finished
    }
    await sleep(50);
    return null;
  }
  try {
    const before = lockIn(file);
    // the clock that it beats by may be another than ours: is it really silent?
    if (before !== null && holderOf(file, me) === null && !near(before.holder, me)) await sleep(BEAT_MS + 1_000);
    const after = lockIn(file);
    if (after === null || after.beat !== before?.beat) return after?.holder ?? null;
    if (holderOf(file, me) === null) rmSync(file, { force: true });
    return null;
  } finally {
    rmdirSync(guard);
  }
}

const self = (): Holder => ({ pid: process.pid, start: startOf(process.pid), boot: read('/proc/sys/kernel/random/boot_id'), host: hostname(), ns: namespace(), id: randomBytes(8).toString('hex') });
/** Whether somebody that lives holds what is at `path`, as far as can be told without waiting. */
export const isLocked = (path: string): boolean => holderOf(`${path}.lock`, self()) !== null;
/**
 * Removes what is at `path` and its lock when whoever held it is gone. What cannot be removed, such as another account's, stays: whoever
 * comes by has work of its own.
 */
export async function removeLeft(path: string): Promise<void> {
  if (isLocked(path)) return;
  try {
    const release = await lockDirectory(path);
    try {
      rmSync(path, { recursive: true, force: true });
    } finally {
      release();
    }
  } catch {
    // taken meanwhile, or not ours
  }
}

/**
 * The lock that PGlite lacks: two processes in one folder silently lose each other's rows. It lies beside the folder, not in it; so it does
 * beside a file. A living holder is never robbed. Resolves with the function that releases it.
 * One that stands still looks dead from another machine or container: `held` says whether it was.
 * @throws Error that names the holder, in both languages, in the words of `said`
 */
export async function lockDirectory(dir: string, said: InUse = inUse): Promise<Lock> {
  const file = `${dir}.lock`;
  const me = self();
  mkdirSync(dirname(dir), { recursive: true, mode: 0o700 });
  const patience = Date.now() + SILENT_MS + 2 * BEAT_MS;
  while (!claim(file, me)) {
    const holder = holderOf(file, me);
    if (holder !== null && near(holder, me)) throw said(dir, holder);
    const alive = holder ?? (await clear(file, me));
    if (alive !== null && Date.now() > patience) throw said(dir, alive);
    if (holder !== null) await sleep(1_000);
  }
  mine.add(me.id);
  let [lost, looked] = [false, Date.now()];
  const look = (): boolean => {
    const now = lockIn(file);
    // gone: by hand, or whoever robbed it has ended. One that cannot be read says nothing
    lost ||= now === null || (now.holder.id !== me.id && now.holder !== UNKNOWN);
    looked = Date.now();
    return !lost;
  };
  const beat = setInterval(() => {
    try {
      if (look()) utimesSync(file, new Date(), new Date());
    } catch {
      // it was removed in this very moment
    }
  }, BEAT_MS).unref();
  const release = (): void => {
    clearInterval(beat);
    mine.delete(me.id);
    process.off('exit', release);
    try {
      if ((JSON.parse(readFileSync(file, 'utf8')) as Holder).id === me.id) unlinkSync(file);
    } catch {
      // gone already
    }
  };
  process.once('exit', release);
  return Object.assign(release, { held: () => !lost && (Math.abs(Date.now() - looked) < 2 * BEAT_MS || look()) });
}
