// A streaming replica of a private PostgreSQL server, copied while that one runs.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { account, endings, findBinaries, freePort } from './postgres.mjs';

/**
 * Copies the cluster behind `primaryUrl` and follows it. `kill`: SIGKILL; `freeze` and `thaw`: all its processes stand still and go on, as behind a cut line; `start`: brings it back on the same port.
 * @returns {Promise<{ url: string, stop: () => Promise<void>, kill: () => Promise<void>, start: () => Promise<void>, freeze: () => void, thaw: () => void }>}
 */
export async function startStandby(primaryUrl) {
  const bin = findBinaries();
  const who = account();
  const dir = mkdtempSync(path.join(tmpdir(), 'nursing-standby-'));
  if (who.uid !== undefined) chownSync(dir, who.uid, who.gid);
  const data = path.join(dir, 'data');
  const options = { ...who, cwd: dir, env: { PATH: process.env.PATH, LANG: 'C.UTF-8' } };
  const copied = spawnSync(path.join(bin, 'pg_basebackup'), ['-d', primaryUrl, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'], { ...options, encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`pg_basebackup failed: ${copied.stderr || copied.error}`);
  const port = await freePort();
  const log = openSync(path.join(dir, 'log'), 'a');
  const settings = ['fsync=off', 'hot_standby_feedback=on', 'wal_retrieve_retry_interval=200ms', 'listen_addresses=127.0.0.1', `unix_socket_directories=${dir}`, 'max_connections=200'].flatMap((s) => ['-c', s]);
  const { default: pg } = await import('pg');
  const url = new URL(primaryUrl);
  url.port = String(port);
  let server;
  let ended;
  const start = async () => {
    server = spawn(path.join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], { ...options, stdio: ['ignore', log, log] });
    ended = new Promise((done) => server.once('exit', done));
    for (let tries = 0; ; tries++) {
      const client = new pg.Client({ connectionString: url.href });
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        if (tries === 600 || server.exitCode !== null) throw new Error(`the replica did not start: ${readFileSync(path.join(dir, 'log'), 'utf8') || error.message}`);
        await sleep(100);
      }
    }
  };
  /** The postmaster and all it has begun. */
  const each = (signal) => {
    const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
    for (const pid of [server.pid, ...children]) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // one that has ended by itself since
        if (error.code !== 'ESRCH') throw error;
      }
    }
  };
  const ends = endings(dir, () => ({ server, ended }), each);
  await start();
  return { url: url.href, start, freeze: () => each('SIGSTOP'), thaw: () => each('SIGCONT'), ...ends };
}
