// Installs what package-lock.json names when it is missing or has changed. Built-ins only: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const stamp = path.join(root, 'node_modules/.installed');

/** Brings node_modules in step with the lock file; does nothing when it is. A newer Node of the same ABI runs what is there. Throws when npm fails. */
export function ensureInstalled() {
  const now = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json'))).update(process.versions.modules).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  console.log('安装依赖… Installing dependencies…');
  // what builds is among the packages of development, which npm would leave out under NODE_ENV=production
  const done = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (done.status !== 0) throw new Error('npm ci failed');
  writeFileSync(stamp, now);
}
