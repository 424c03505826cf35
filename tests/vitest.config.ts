import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { appTransform } from '../src/build/vite.ts';
import { root } from '../src/build/lingui.ts';

/** What knows no PostgreSQL runs with the embedded database alone. */
const ONCE = process.env['TEST_DATABASE_URL'] === undefined ? [] : ['tests/host/{asvs,embedded,paper,stream}.test.ts'];
const shared = { root, plugins: [appTransform()] };

export default defineConfig({
  root,
  cacheDir: path.join(root, 'node_modules/.cache/vitest'),
  test: {
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 240_000,
    // a busy machine may take long over what comes in the end
    expect: { poll: { timeout: 20_000 } },
    projects: [
      { ...shared, extends: true, test: { name: 'unit', root, include: ['tests/*.test.ts', 'tests/host/**/*.test.ts'], environment: 'node', exclude: [...configDefaults.exclude, ...ONCE] } },
      { ...shared, extends: true, test: { name: 'dom', root, include: ['tests/console/**/*.test.{ts,tsx}'], environment: 'happy-dom', setupFiles: ['tests/kit/dom.ts'] } },
    ],
  },
});
