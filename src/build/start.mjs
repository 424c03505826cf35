// npm start, build, seed, import, create-admin, db: installs and builds what is missing or out of date, then runs the server's command.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, serverBundle } from './bundle.mjs';
import { ensureInstalled } from './install.mjs';

const SOURCES = ['src', 'machines', 'locales', 'rsbuild.config.ts', 'tsconfig.json', 'package-lock.json'];
const dist = path.join(root, 'dist');
const command = process.argv[2];

function fingerprint() {
  const hash = createHash('sha256').update(process.versions.modules);
  for (const source of SOURCES.map((name) => path.join(root, name)).filter(existsSync)) {
    const files = statSync(source).isFile() ? [source] : readdirSync(source, { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).map((e) => path.join(e.parentPath, e.name)).sort();
    for (const file of files) hash.update(`\0${path.relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}
/** Runs `build` unless `product` was made from these very sources. */
async function make(name, product, build) {
  const stamp = path.join(dist, `.${name}`);
  // taken again for each part: the first build writes the generated lists
  if (existsSync(path.join(dist, product)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return;
  console.log(`构建 ${name}… Building ${name}…`);
  await build();
  mkdirSync(dist, { recursive: true });
  writeFileSync(stamp, fingerprint());
}
const buildServer = async () => {
  const { write } = await import('./static-routes.mjs');
  write();
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
  await make('server', 'server.mjs', buildServer);
  if (command === 'serve' || command === 'build') await make('web', 'web/index.html', buildConsole);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
// in this very process, so that its pid is the one that npm started and signals reach it
if (command !== 'build') await import(pathToFileURL(path.join(dist, 'server.mjs')).href);
