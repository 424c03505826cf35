// The built server as a child process over a folder of its own.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const PASSWORD = 'Peihu-2026!';
/** On a busy machine the demonstration set alone takes minutes. */
const READY_WITHIN = 900_000;

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/** Starts the server over `dataDir`, or over the database that `databaseUrl` names; an empty one it fills with the default demonstration set. `more`: of the environment. `ms`: from spawn to the first good /readyz. */
export async function startServer(dataDir, databaseUrl = '', more = {}) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, API_PREFIX: '/admin-api', NODE_ENV: '', DATABASE_URL: databaseUrl, OUTBOX_DIR: '', SMS_GATEWAY_URL: '', ...more };
  const began = performance.now();
  const log = `${dataDir}.log`;
  const to = openSync(log, 'w');
  const child = spawn(process.execPath, ['dist/server.mjs', 'serve'], { cwd: root, env, stdio: ['ignore', to, to] });
  closeSync(to);
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  const gone = new Promise((done) => child.once('exit', done));
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
    process.off('exit', kill);
  };
  for (;;) {
    if (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) }).then((answer) => answer.ok, () => false)) break;
    if (child.exitCode !== null || child.signalCode !== null || performance.now() - began > READY_WITHIN)
      throw new Error(`the server did not start (exit ${child.exitCode ?? child.signalCode}):\n${readFileSync(log, 'utf8').slice(-2_000)}`);
    await sleep(10);
  }
  return { origin, dataDir, stop, pid: child.pid, ms: performance.now() - began };
}

/** Signs in with the captcha's answer from the outbox; answers the access token. */
export async function signIn({ origin, dataDir }, username = 'ops') {
  const { captchaKey } = await ask(origin, null, '/sys/captcha/randomImage');
  const lines = readFileSync(path.join(dataDir, 'outbox/outbox.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  const captchaCode = lines.findLast((line) => line.kind === 'captcha' && line.key === captchaKey).answer;
  const { token } = await ask(origin, null, '/sys/login', { username, password: PASSWORD, captchaKey, captchaCode, rememberMe: false });
  return token;
}
/** One API call: the result, or an error that shows the answer. */
export async function ask(origin, token, at, body) {
  const headers = { ...(token === null ? {} : { 'X-Access-Token': token }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const answer = await fetch(`${origin}/admin-api${at}`, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
  const { result, ...rest } = await answer.json();
  if (!answer.ok) throw new Error(`${at}: ${answer.status} ${JSON.stringify(rest)}`);
  return result;
}
/** `count` orders spread evenly over the whole list. */
export async function sampleOrders({ origin }, token, count) {
  const { total } = await ask(origin, token, '/orders?pageNum=1&pageSize=1');
  const rows = [];
  for (let i = 0; i < count; i += 1) rows.push(...(await ask(origin, token, `/orders?pageNum=${1 + Math.floor(((i + 0.5) * total) / count)}&pageSize=1`)).list);
  return rows;
}
