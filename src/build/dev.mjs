// npm run dev: console with hot reload and API on one address; the API server starts anew when its sources change.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { root, serverBundle } from './bundle.mjs';

ensureInstalled();
const port = Number(process.env.PORT || 8080);
const host = process.env.HOST || '127.0.0.1';
const prefix = process.env.API_PREFIX || '/admin-api';
const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
/** A port that is free now: the API stands behind the console's address and is asked through it. */
const apiPort = await new Promise((done, failed) => {
  const probe = createServer().once('error', failed);
  probe.listen(0, '127.0.0.1', () => {
    const { port: free } = probe.address();
    probe.close(() => done(free));
  });
});
const outdir = path.join(root, 'node_modules/.cache/dev');
const { write } = await import('./static-routes.mjs');
const { context } = await import('esbuild');
const { createRsbuild, loadConfig, mergeRsbuildConfig } = await import('@rsbuild/core');

let api;
let stopping = false;
/** Ends the API server that runs, if any, and waits: the next one needs its database. */
const stopApi = () => new Promise((done) => (api && api.exitCode === null && api.signalCode === null ? api.once('exit', done).kill('SIGTERM') : done()));
async function startApi() {
  await stopApi();
  if (stopping) return;
  api = spawn(process.execPath, ['--enable-source-maps', path.join(outdir, 'server.mjs'), 'serve'], { cwd: root, stdio: ['inherit', 'pipe', 'inherit'], env: { ...process.env, PORT: String(apiPort), HOST: '127.0.0.1' } });
  // people are told the one address they can open
  api.stdout.on('data', (text) => process.stdout.write(String(text).replaceAll(`http://127.0.0.1:${apiPort}/`, address)));
}
let turn = Promise.resolve();
const restart = { name: 'restart', setup: ({ onEnd }) => onEnd(({ errors }) => void (errors.length === 0 && (turn = turn.then(startApi)))) };

write();
const bundle = serverBundle(outdir);
const watcher = await context({ ...bundle, plugins: [...bundle.plugins, restart] });
await watcher.watch();

const { content } = await loadConfig({ cwd: root, command: 'dev', envMode: 'development' });
const target = `http://127.0.0.1:${apiPort}`;
// what the boot script does in the built console: a plain address becomes its hash
const toHash = `if (location.hash.length < 2 && location.pathname !== '/') history.replaceState(null, '', '/#' + location.pathname + location.search)`;
const html = { meta: { 'api-prefix': prefix }, tags: [{ tag: 'script', children: toHash, append: false, head: true }] };
const rsbuild = await createRsbuild({ cwd: root, config: mergeRsbuildConfig(content, { html, server: { port, host, strictPort: true, proxy: { [prefix]: target, '/healthz': target, '/readyz': target } } }) });
const { server, urls } = await rsbuild.startDevServer();
console.log(`开发 development: ${urls[0]}`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (stopping) return;
    stopping = true;
    await Promise.all([turn.then(stopApi), server.close(), watcher.dispose()]);
    process.exit(0);
  });
}
