// npm run proof: the wide nets over every page (axe over settings, room at every width, a screen reader's walk, memory), not part of `npm test`.
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import browser from '../browser/playwright.config.ts';

export default defineConfig(browser, { testDir: fileURLToPath(new URL('.', import.meta.url)), globalSetup: '../browser/tour-off.ts' });
