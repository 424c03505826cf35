// npm run test:faults: every fault on every page, not part of `npm test` (tests/browser/fault.e2e.ts keeps a small part of it there).
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import browser from '../browser/playwright.config.ts';

// the workers read this file too and inherit what the first reading decided
process.env.FAULTS_FOUND ??= mkdtempSync(path.join(tmpdir(), 'peihu-faults-'));
export default defineConfig(browser, {
  testDir: fileURLToPath(new URL('.', import.meta.url)),
  globalSetup: '../browser/tour-off.ts',
  globalTeardown: './table.ts',
  fullyParallel: true,
  timeout: 600_000,
  // a row's own record says more than a trace of thirty pages, which is hundreds of megabytes
  use: { trace: 'off' },
});
