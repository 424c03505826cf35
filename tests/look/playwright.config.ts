// npm run look: pages as pictures beside those that were last looked at and found good.
// A picture that is missing fails; `npm run look -- --update-snapshots=all` takes them anew, and then someone looks.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { ensureBrowser, launchArgs } from '../kit/browser.mjs';
import { LOOK_ENV } from './clock-env.mjs';
import { KEPT, painter } from './painter.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.env.E2E_PORT ??= String(30_000 + (process.pid % 10_000));
process.env.E2E_DATA ??= mkdtempSync(path.join(tmpdir(), 'peihu-look-'));
process.env.LOOK_NOW = LOOK_ENV.LOOK_NOW;
const origin = `http://127.0.0.1:${process.env.E2E_PORT}`;

if (process.env.LOOK !== 'all' && process.argv.includes('--update-snapshots=all')) {
  mkdirSync(path.dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, `${JSON.stringify(painter())}\n`);
}

export default defineConfig({
  testDir: '.',
  testMatch: 'look.ts',
  outputDir: path.join(root, 'node_modules/.cache/look'),
  // the few of the repository; all of them beside those that this machine took before
  snapshotPathTemplate: process.env.LOOK === 'all' ? path.join(root, 'node_modules/.cache/look-all/{arg}{ext}') : '{testDir}/picture/{arg}{ext}',
  updateSnapshots: 'none',
  reporter: 'list',
  workers: 1,
  timeout: 900_000,
  expect: { timeout: 30_000, toHaveScreenshot: { animations: 'disabled', caret: 'hide', scale: 'css', maxDiffPixelRatio: 0.01, threshold: 0.2 } },
  forbidOnly: true,
  use: { baseURL: origin, browserName: 'chromium', locale: 'zh-CN', timezoneId: 'Asia/Shanghai', contextOptions: { reducedMotion: 'reduce' }, launchOptions: { executablePath: ensureBrowser(), args: [...launchArgs, '--font-render-hinting=none', '--disable-lcd-text'] } },
  webServer: {
    command: 'node dist/server.mjs serve',
    cwd: root,
    env: { PORT: process.env.E2E_PORT, HOST: '127.0.0.1', DATA_DIR: process.env.E2E_DATA, ...LOOK_ENV },
    url: `${origin}/readyz`,
    timeout: 300_000,
    reuseExistingServer: process.env.E2E_REUSE === '1',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
