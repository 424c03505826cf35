// npm start, build, seed, import, create-admin, db: installs and builds what is missing or out of date, then runs the server's command.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, serverBundle } from './bundle.mjs';
import { ensureInstalled } from './install.mjs';
import { make } from './make.mjs';

const SOURCES = ['src', 'machines', 'locales', 'rsbuild.config.ts', 'tsconfig.json', 'package-lock.json'];
const dist = path.join(root, 'dist');
const command = process.argv[2];

const writeLists = async () => (await import('./static-routes.mjs')).write();
const buildServer = async () => {
  const { build, stop } = await import('esbuild');
  await build(serverBundle(dist));
  await stop();
};
const buildConsole = () => {
  const done = spawnSync(process.execPath, [path.join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js'), 'build'], { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } });
  if (done.status !== 0) throw new Error(`${done.stdout}${done.stderr}\n控制台构建失败 the console could not be built`);
};

try {
  ensureInstalled();
  await make({ root, sources: SOURCES, name: 'server', product: 'server.mjs', prepare: writeLists, build: buildServer });
  if (command === 'serve' || command === 'build') await make({ root, sources: SOURCES, name: 'web', product: 'web/index.html', build: buildConsole });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
// in this very process, so that its pid is the one that npm started and signals reach it
if (command !== 'build') await import(pathToFileURL(path.join(dist, 'server.mjs')).href);
