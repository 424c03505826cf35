// npm test: everything, from a fresh clone, with nothing but Node (and Debian's package manager for a browser).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../../src/build/install.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const out = path.join(root, 'node_modules/.cache/results');
const counts = { passed: 0, failed: 0 };

ensureInstalled();
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

/** Runs one step with its output shown; a step that fails is counted and the others still run. */
function step(name, args, env = {}, count) {
  const began = Date.now();
  console.log(`\n── ${name}`);
  const done = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const { passed, failed } = count?.() ?? { passed: done.status === 0 ? 1 : 0, failed: done.status === 0 ? 0 : 1 };
  counts.passed += passed;
  counts.failed += Math.max(failed, done.status === 0 ? 0 : 1);
  console.log(`── ${name}: ${done.status === 0 ? 'fine' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}
const bin = (name) => {
  const [pkg, script] = name.includes(':') ? name.split(':') : [name, name.replace(/^.*\//, '')];
  const manifest = JSON.parse(readFileSync(path.join(root, 'node_modules', pkg, 'package.json'), 'utf8'));
  return path.join(root, 'node_modules', pkg, typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[script]);
};
const vitest = (name, project, env = {}) => {
  const file = path.join(out, `${name.replaceAll(' ', '-')}.json`);
  step(name, [bin('vitest'), 'run', '--config', 'tests/vitest.config.ts', ...project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], env, () => {
    if (!existsSync(file)) return { passed: 0, failed: 1 };
    const told = JSON.parse(readFileSync(file, 'utf8'));
    return { passed: told.numPassedTests, failed: told.numFailedTests + told.numPendingTests };
  });
};

step('made lists', ['src/build/static-routes.mjs']);
step('types', [bin('typescript:tsc'), '-p', '.']);
step('lint', [bin('oxlint'), '--config', 'tests/kit/oxlint.json', '--deny-warnings', 'src', 'machines', 'tests']);
step('unused code', [bin('knip'), '--config', 'tests/kit/knip.json']);
step('catalogs', ['tests/kit/catalog.mjs']);
if (only !== 'check') {
  const { ensureBrowser } = await import('./browser.mjs');
  const { startPostgres } = await import('./postgres.mjs');
  process.env.CHROMIUM_PATH = ensureBrowser();
  vitest('unit, API on PGlite, console', []);
  const postgres = process.env.TEST_DATABASE_URL ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} } : await startPostgres();
  if (postgres === null) console.log('\n── no PostgreSQL binaries and no TEST_DATABASE_URL: the API tests ran on PGlite alone');
  else {
    vitest('API on PostgreSQL', ['--project', 'unit'], { TEST_DATABASE_URL: postgres.url });
    await postgres.stop();
  }
  step('build', ['src/build/start.mjs', 'build']);
  const file = path.join(out, 'browser.json');
  step('end to end in Chromium', [bin('@playwright/test:playwright'), 'test', '--config', 'tests/browser/playwright.config.ts', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file }, () => {
    if (!existsSync(file)) return { passed: 0, failed: 1 };
    const { stats } = JSON.parse(readFileSync(file, 'utf8'));
    return { passed: stats.expected, failed: stats.unexpected + stats.skipped + stats.flaky };
  });
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);
