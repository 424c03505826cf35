// node first-start.mjs FOLDER: the demonstration's data as any first start makes them, for whoever wants a server that has had it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const [, , folder] = process.argv;
const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = probe.address();
await new Promise((then) => probe.close(then));
const server = spawn(process.execPath, ['dist/server.mjs', 'serve'], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder } });
const ended = once(server, 'exit');
const ready = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok, () => false);
while (server.exitCode === null && !(await ready())) await sleep(200);
server.kill('SIGTERM');
const [code] = await ended;
process.exit(code ?? 1);
