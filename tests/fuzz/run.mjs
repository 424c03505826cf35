// npm run test:fuzz: every call of openapi.json, 200 valid and 200 invalid ones of each unless FUZZ_CASES says otherwise; FUZZ_SEED, FUZZ_ONLY and TEST_DATABASE_URL as they are.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const done = spawnSync(process.execPath, [`${root}node_modules/vitest/vitest.mjs`, 'run', '--config', 'tests/vitest.config.ts', '--project', 'unit', ...process.argv.slice(2), 'tests/fuzz.test.ts'], { cwd: root, stdio: 'inherit', env: { FUZZ_CASES: '200', ...process.env } });
process.exit(done.status ?? 1);
