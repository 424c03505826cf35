// npm test: everything, from a fresh clone, with nothing but Node (and Debian's package manager for a browser and PostgreSQL).
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { ensureInstalled } from '../../src/build/install.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const out = path.join(root, 'node_modules/.cache/results');
const counts = { passed: 0, failed: 0 };
/** Full name and error of what failed, said once more at the very end. */
const failures = [];

ensureInstalled();
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

/** Runs one step with its output shown; a step that fails is counted and the others still run. */
function step(name, args, env = {}, count) {
  const began = Date.now();
  console.log(`\n── ${name}`);
  ended(name, began, spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } }), count);
}
/** Runs steps beside each other, two at a time; each says what it has to say when it has ended. */
async function together(steps) {
  const left = [...steps];
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [name, args, env] = next;
      const began = Date.now();
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
      const said = [];
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part));
      const [status, signal] = await once(child, 'close');
      console.log(`\n── ${name}\n${Buffer.concat(said).toString().trimEnd()}`);
      ended(name, began, { status, signal });
    }
  };
  await Promise.all([lane(), lane()]);
}
/** Counts what a step has ended with. */
function ended(name, began, done, count) {
  const { passed, failed, said = [] } = count?.() ?? { passed: done.status === 0 ? 1 : 0, failed: done.status === 0 ? 0 : 1 };
  counts.passed += passed;
  counts.failed += Math.max(failed, done.status === 0 ? 0 : 1);
  // a step may fail without a test that did: it did not start
  failures.push(...(said.length > 0 || done.status === 0 ? said : [`ended with ${done.signal ?? done.status}`]).map((what) => `${name}${what === '' ? '' : `: ${what}`}`));
  console.log(`── ${name}: ${done.status === 0 ? 'fine' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}
/** A failed test: its full name, and what was wrong, with where. */
const told = (names, error) => {
  const lines = stripVTControlCharacters(error ?? '').split('\n').map((line) => line.trim()).filter((line) => line !== '');
  return [names.filter(Boolean).join(' > '), ...(lines.length > 0 ? lines : ['no error was told']).slice(0, 8)].join('\n    ');
};
const bin = (name) => {
  const [pkg, script] = name.includes(':') ? name.split(':') : [name, name.replace(/^.*\//, '')];
  const manifest = JSON.parse(readFileSync(path.join(root, 'node_modules', pkg, 'package.json'), 'utf8'));
  return path.join(root, 'node_modules', pkg, typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[script]);
};
const vitest = (name, project, env = {}) => {
  const file = path.join(out, `${name.replaceAll(' ', '-')}.json`);
  const BESIDE_FILE = `${file}.beside`;
  step(name, [bin('vitest'), 'run', '--config', 'tests/vitest.config.ts', ...project, '--reporter=default', '--reporter=json', '--reporter=./tests/kit/beside.mjs', `--outputFile.json=${file}`], { ...env, BESIDE_FILE }, () => {
    if (!existsSync(file)) return { passed: 0, failed: 1 };
    const beside = existsSync(BESIDE_FILE) ? JSON.parse(readFileSync(BESIDE_FILE, 'utf8')).map(({ at, test, text }) => told(['beside the tests', at && path.relative(root, at), test], text)) : [];
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
    const said = testResults.flatMap(({ name: at, status, message, assertionResults }) => {
      const from = path.relative(root, at);
      const tests = assertionResults.filter((test) => test.status !== 'passed').map((test) => told([from, ...test.ancestorTitles, test.title], test.failureMessages?.[0] ?? `was ${test.status}`));
      return tests.length === 0 && status === 'failed' ? [told([from], message)] : tests;
    });
    return { passed: numPassedTests, failed: numFailedTests + numPendingTests + beside.length, said: [...said, ...beside] };
  });
};

step('made lists', ['src/build/static-routes.mjs']);
await together([
  ['types', [bin('typescript:tsc'), '-p', '.']],
  ['lint', [bin('oxlint'), '--config', 'tests/kit/oxlint.json', '--deny-warnings', 'src', 'machines', 'tests']],
  ['unused code', [bin('knip'), '--config', 'tests/kit/knip.json']],
  ['catalogs', ['tests/kit/catalog.mjs']],
  ['secrets', ['tests/kit/secret.mjs']],
]);
if (only !== 'check') {
  const { ensureBrowser, install } = await import('./browser.mjs');
  const { findBinaries, startPostgres } = await import('./postgres.mjs');
  process.env.CHROMIUM_PATH = ensureBrowser();
  vitest('unit, API on PGlite, console', []);
  const { TEST_DATABASE_URL, WITHOUT_POSTGRES } = process.env;
  if (!TEST_DATABASE_URL && !WITHOUT_POSTGRES && findBinaries() === null) install('postgresql');
  const postgres = TEST_DATABASE_URL ? { url: TEST_DATABASE_URL, stop: async () => {} } : WITHOUT_POSTGRES ? null : await startPostgres();
  if (postgres === null && WITHOUT_POSTGRES) console.log('\n── WITHOUT_POSTGRES: the API tests ran on PGlite alone');
  // half of what is promised was not tried
  else if (postgres === null) ended('API on PostgreSQL', Date.now(), { status: 1 }, () => ({ passed: 0, failed: 1, said: ['no PostgreSQL of 15 or newer: install one, name one by TEST_DATABASE_URL, or do without by WITHOUT_POSTGRES=1'] }));
  else {
    vitest('API on PostgreSQL', ['--project', 'unit', '--project', 'alone'], { TEST_DATABASE_URL: postgres.url });
    await postgres.stop();
  }
  step('build', ['src/build/start.mjs', 'build']);
  step('sizes', ['tests/kit/size.mjs']);
  // pictures of another browser, or of other fonts, say nothing
  const { isSamePainter } = await import('../look/painter.mjs');
  const { LOOK_ENV } = await import('../look/clock-env.mjs');
  const [begun, seen] = ['e2e', 'look'].map((name) => mkdtempSync(path.join(tmpdir(), `peihu-${name}-`)));
  // each is the work of one processor for minutes
  await together([['data of the browser tests', ['tests/kit/first-start.mjs', path.join(begun, '0')]], ...(isSamePainter() ? [['data of the pictures', ['tests/kit/first-start.mjs', seen], LOOK_ENV]] : [])]);
  const browser = (name, config, env) => {
    const file = path.join(out, `${name.replaceAll(' ', '-')}.json`);
    step(name, [bin('@playwright/test:playwright'), 'test', '--config', config, '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...env }, () => {
      if (!existsSync(file)) return { passed: 0, failed: 1 };
      const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8'));
      const specs = (suite, names) => [...(suite.specs ?? []).map((spec) => ({ spec, names: [...names, spec.title] })), ...(suite.suites ?? []).flatMap((inner) => specs(inner, [...names, inner.title]))];
      const said = suites.flatMap((suite) => specs(suite, [`${path.dirname(config)}/${suite.title}`])).flatMap(({ spec, names }) => spec.tests.filter((test) => test.status !== 'expected').map((test) => told(names, test.results.find(({ error }) => error)?.error.message ?? `was ${test.status}`)));
      return { passed: stats.expected, failed: stats.unexpected + stats.skipped + stats.flaky, said: [...said, ...errors.map((error) => told(['outside a test'], error.message))] };
    });
  };
  browser('end to end in Chromium', 'tests/browser/playwright.config.ts', { E2E_ROOT: begun });
  if (isSamePainter()) browser('pictures', 'tests/look/playwright.config.ts', { E2E_DATA: seen });
  else console.log('\n── pictures: not compared, since another Chromium or other fonts drew those of the repository (tests/look/picture/painter.json)');
  for (const folder of [begun, seen]) rmSync(folder, { recursive: true, force: true });
}
if (failures.length > 0) console.log(`\n── failed\n${failures.join('\n')}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);
