// A private PostgreSQL server in a temporary folder, for tests. Returns null when no binaries are found.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const DEBIAN = '/usr/lib/postgresql';
/** Folder with initdb and postgres, the oldest version from 15 on first: no SQL newer than 15 may pass. */
export function findBinaries() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((v) => Number(v) >= 15).sort((a, b) => Number(a) - Number(b)) : [];
  const folders = [...versions.map((v) => path.join(DEBIAN, v, 'bin')), ...(process.env.PATH ?? '').split(path.delimiter)];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres'))) ?? null;
}
/** PostgreSQL refuses to run as root: then its own account, else nobody. */
export function account() {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8').split('\n').find((l) => l.startsWith('postgres:')) ?? 'nobody:x:65534:65534';
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}
export const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/**
 * How a server in a folder of its own is ended. `running` tells the process and when it has gone. `kill`: SIGKILL, by `signal` where more than the postmaster is meant;
 * `stop`: fast shutdown, and the folder goes too; the server alone ends when this process does.
 * @param {string} dir
 * @param {() => { server: import('node:child_process').ChildProcess, ended: Promise<unknown> }} running
 * @param {(signal: NodeJS.Signals) => void} signal
 */
export function endings(dir, running, signal = (name) => running().server.kill(name)) {
  const end = () => running().server.kill('SIGINT');
  process.once('exit', end);
  return {
    async kill() {
      signal('SIGKILL');
      await running().ended;
    },
    async stop() {
      end();
      await running().ended;
      process.off('exit', end);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/**
 * `durable`: what is committed outlives the server, as in life; without, it is faster. `kill`: SIGKILL to the postmaster, as a machine's
 * lack of memory would; `start`: brings it back on the same port with what it has kept. `pid`: of the postmaster.
 * @returns {Promise<{ url: string, pid: () => number, stop: () => Promise<void>, kill: () => Promise<void>, start: () => Promise<void> } | null>}
 */
export async function startPostgres({ durable = false } = {}) {
  const bin = findBinaries();
  if (bin === null) return null;
  const who = account();
  const dir = mkdtempSync(path.join(tmpdir(), 'nursing-postgres-'));
  if (who.uid !== undefined) chownSync(dir, who.uid, who.gid);
  const data = path.join(dir, 'data');
  const options = { ...who, cwd: dir, env: { PATH: process.env.PATH, LANG: 'C.UTF-8' } };
  const made = spawnSync(path.join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], { ...options, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr ?? made.error}`);
  const port = await freePort();
  const log = openSync(path.join(dir, 'log'), 'a');
  const fast = durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const settings = [...fast, 'listen_addresses=127.0.0.1', `unix_socket_directories=${dir}`, 'max_connections=200'].flatMap((s) => ['-c', s]);
  const { default: pg } = await import('pg');
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server;
  let ended;
  const run = () => {
    server = spawn(path.join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], { ...options, stdio: ['ignore', log, log] });
    ended = new Promise((done) => server.once('exit', done));
  };
  const start = async () => {
    run();
    for (let tries = 0; ; tries++) {
      const client = new pg.Client({ connectionString: url });
      try {
        await client.connect();
        await client.end();
        break;
      } catch (error) {
        // the children of one that was killed hold its memory until they notice
        const again = server.exitCode !== null && /still in use/.test(readFileSync(path.join(dir, 'log'), 'utf8'));
        if (tries === 600 || (server.exitCode !== null && !again)) throw new Error(`PostgreSQL did not start: ${readFileSync(path.join(dir, 'log'), 'utf8') || error.message}`);
        await sleep(100);
        if (again) run();
      }
    }
  };
  const ends = endings(dir, () => ({ server, ended }));
  await start();
  return { url, pid: () => server.pid, start, ...ends };
}
