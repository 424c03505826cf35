import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { root } from '../../src/build/lingui.ts';
import { appTransform } from '../../src/build/vite.ts';

export default defineConfig({
  root,
  cacheDir: path.join(root, 'node_modules/.cache/vitest'),
  plugins: [appTransform()],
  // filling takes its minutes
  test: { include: ['tests/plan/*.test.ts'], environment: 'node', testTimeout: 600_000, hookTimeout: 5_400_000, maxWorkers: 1 },
});
