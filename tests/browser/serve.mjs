// The servers of all lanes. The first makes the demonstration's data as any first start does; the others begin with a copy of it, which is half of the work.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const lanes = JSON.parse(process.argv[2]);
const running = new Set();
let stopped = false;
function stop() {
  stopped = true;
  for (const server of running) server.kill('SIGTERM');
}
process.once('SIGTERM', stop);
function start({ port, data }) {
  const server = spawn(process.execPath, ['dist/server.mjs', 'serve'], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, PORT: port, DATA_DIR: data } });
  running.add(server);
  server.once('exit', () => running.delete(server));
  return server;
}
const ready = ({ port }) => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok, () => false);

const [first, ...others] = lanes;
if (others.length > 0) {
  // by the address of another: it is looked at whether the first is there already
  const draft = { port: others[0].port, data: first.data };
  const maker = start(draft);
  while (running.has(maker) && !(await ready(draft))) await sleep(200);
  if (running.has(maker)) {
    maker.kill('SIGTERM');
    await once(maker, 'exit');
  }
  if (maker.exitCode !== 0) {
    console.error(`The server that makes the data ended with ${maker.exitCode ?? maker.signalCode}`);
    stopped = true;
  } else
    for (const { data } of others) {
      // of an earlier run
      rmSync(data, { recursive: true, force: true });
      cpSync(first.data, data, { recursive: true });
    }
}
if (stopped) process.exitCode = 1;
else
  for (const lane of lanes)
    // without one of them nothing can be tried
    start(lane).once('exit', (code) => {
      process.exitCode ||= code ?? 0;
      stop();
    });
