// What makes the data of the browser tests ends, and says why, whatever becomes of the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const LISTEN = `import { createServer } from 'node:http'; console.log('begun'); process.on('SIGTERM', () => process.exit(0)); const answer = (status) => createServer((_, reply) => reply.writeHead(status).end()).listen(Number(process.env.PORT), '127.0.0.1');`;
test.each([
  ['is ready, and stops', `${LISTEN} answer(200);`, 0, /^$/],
  ['is ended by a signal', `console.log('begun'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 300); setInterval(() => {}, 1000);`, 1, /ended before it was ready \(SIGKILL\)[^]*begun/],
  ['ends by itself', `console.error('no room'); process.exitCode = 3;`, 1, /ended before it was ready \(3\)[^]*no room/],
  ['never becomes ready', `${LISTEN} answer(503);`, 1, /was not ready within 5 s[^]*begun/],
])('a server that %s', async (_, server, code, words) => {
  const folder = mkdtempSync(join(tmpdir(), 'first-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/server.mjs'), server);
  const maker = spawn(process.execPath, [resolve('tests/kit/first-start.mjs'), join(folder, 'data')], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, FIRST_START_MS: code === 0 ? '60000' : '5000' } });
  const hanging = setTimeout(() => maker.kill('SIGKILL'), 30_000);
  let said = '';
  maker.stderr.setEncoding('utf8').on('data', (text: string) => void (said += text));
  const [ended] = (await once(maker, 'close')) as [number | null];
  clearTimeout(hanging);
  expect([ended, said]).toEqual([code, expect.stringMatching(words)]);
});
