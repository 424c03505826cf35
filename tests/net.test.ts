import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('every browser test stands over the net of tests/browser/test.ts: what a page complains of fails it', () => {
  const folder = fileURLToPath(new URL('browser', import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith('.e2e.ts'));
  expect(files.length).toBeGreaterThan(25);
  expect(files.filter((name) => !/import \{[^}]*\btest\b[^}]*\} from '\.\/test\.ts'/.test(readFileSync(`${folder}/${name}`, 'utf8')))).toEqual([]);
});
