import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { ensureBrowser, launchArgs } from '../kit/browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Workers side by side, each with a server and data of its own; one server that stands already (E2E_REUSE) has one. */
export const LANES = process.env.E2E_REUSE === '1' ? 1 : 2;
// the workers read this file too and inherit what the first reading decided
process.env.E2E_FIRST ??= process.env.E2E_PORT ?? String(20_000 + (process.pid % 5_000) * LANES);
process.env.E2E_ROOT ??= process.env.E2E_DATA ?? mkdtempSync(path.join(tmpdir(), 'peihu-e2e-'));
/** Port and folder of a lane's server. */
export const laneOf = (lane: number): { port: string; data: string } => ({ port: String(Number(process.env.E2E_FIRST) + lane), data: LANES === 1 ? process.env.E2E_ROOT! : path.join(process.env.E2E_ROOT!, String(lane)) });
// what the tests of this worker speak of
const mine = laneOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0));
process.env.E2E_PORT = mine.port;
process.env.E2E_DATA = mine.data;
const lanes = Array.from({ length: LANES }, (_, lane) => laneOf(lane));
const originOf = (port: string): string => `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: '.',
  globalSetup: './tour-off.ts',
  testMatch: '**/*.e2e.ts',
  outputDir: path.join(root, 'node_modules/.cache/e2e'),
  reporter: 'list',
  workers: LANES,
  timeout: 480_000,
  // a limit of what is felt belongs in the benches: here a busy machine may take its time
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // no trace: it costs with every test that passes; `--trace on` for who looks for something
  use: { baseURL: originOf(mine.port), browserName: 'chromium', locale: 'zh-CN', timezoneId: 'Asia/Shanghai', launchOptions: { executablePath: ensureBrowser(), args: launchArgs } },
  webServer: {
    command: `node tests/browser/serve.mjs '${JSON.stringify(lanes)}'`,
    cwd: root,
    env: { HOST: '127.0.0.1' },
    // the others are waited for before the first test (tour-off.ts)
    url: `${originOf(lanes[0]!.port)}/readyz`,
    timeout: 900_000,
    // a server that stands already, for one who writes tests
    reuseExistingServer: process.env.E2E_REUSE === '1',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
