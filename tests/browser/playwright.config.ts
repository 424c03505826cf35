import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { ensureBrowser, launchArgs } from '../kit/browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
// the workers read this file too and inherit what the first reading decided
process.env.E2E_PORT ??= String(20_000 + (process.pid % 10_000));
process.env.E2E_DATA ??= mkdtempSync(path.join(tmpdir(), 'peihu-e2e-'));
const origin = `http://127.0.0.1:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: '.',
  globalSetup: './tour-off.ts',
  testMatch: '**/*.e2e.ts',
  outputDir: path.join(root, 'node_modules/.cache/e2e'),
  reporter: 'list',
  workers: 1,
  timeout: 180_000,
  // a limit of what is felt belongs in the benches: here a busy machine may take its time
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: { baseURL: origin, browserName: 'chromium', locale: 'zh-CN', timezoneId: 'Asia/Shanghai', trace: 'retain-on-failure', launchOptions: { executablePath: ensureBrowser(), args: launchArgs } },
  webServer: {
    command: 'node dist/server.mjs serve',
    cwd: root,
    env: { PORT: process.env.E2E_PORT, HOST: '127.0.0.1', DATA_DIR: process.env.E2E_DATA },
    url: `${origin}/readyz`,
    timeout: 300_000,
    // a server that stands already, for one who writes tests
    reuseExistingServer: process.env.E2E_REUSE === '1',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
