// node first-start.mjs FOLDER: the demonstration's data as any first start makes them, for whoever wants a server that has had it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const [, , folder] = process.argv;
/** Milliseconds in which it must be ready; less in the test of this file alone. */
const { FIRST_START_MS: within = 900_000, ...env } = process.env;
const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = probe.address();
await new Promise((then) => probe.close(then));
const server = spawn(process.execPath, ['dist/server.mjs', 'serve'], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder } });
let said = '';
for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-4_000)));
const ended = once(server, 'close');
// one that a signal ended has no exit code
const isGone = () => server.exitCode !== null || server.signalCode !== null;
const ready = () => fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(({ ok }) => ok, () => false);
const until = performance.now() + Number(within);
let isReady = false;
while (!isReady && !isGone() && performance.now() < until) {
  isReady = await ready();
  if (!isReady) await sleep(200);
}
let why = isReady ? null : isGone() ? 'ended before it was ready' : `was not ready within ${Number(within) / 1_000} s`;
server.kill(isReady ? 'SIGTERM' : 'SIGKILL');
const late = setTimeout(() => server.kill('SIGKILL'), 60_000);
const [code, signal] = await ended;
clearTimeout(late);
if (isReady && code !== 0) why = 'did not stop as it was told to';
if (why !== null) console.error(`The server that makes the data ${why} (${code ?? signal}). Its last words:\n${said}`);
process.exit(why === null ? 0 : 1);
