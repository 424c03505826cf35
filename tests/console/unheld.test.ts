import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyStateNode } from 'xstate';
import { expect, test } from 'vitest';
import { root } from '../../src/build/lingui.ts';
import { withoutUnheld } from '../../src/build/unasked.ts';

// What of xstate a build leaves out is what no machine of this console has.
const machines = readdirSync(path.join(root, 'machines'));
const kinds = (node: AnyStateNode): string[] => [node.type, ...Object.values(node.states).flatMap(kinds)];
test.each(machines)('%s has no state of history and none side by side, and begins no actor by an assignment', async (file) => {
  const found = Object.values((await import(path.join(root, 'machines', file))) as Record<string, unknown>).flatMap((one) => (typeof one === 'object' && one !== null && 'root' in one ? [one.root as AnyStateNode] : []));
  expect(found.flatMap(kinds).filter((kind) => kind === 'parallel' || kind === 'history')).toEqual([]);
  expect(readFileSync(path.join(root, 'machines', file), 'utf8')).not.toMatch(/type: '(?:parallel|history)'|\bspawn\b/);
});
test('no snapshot is kept or begun from', () => {
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !file.startsWith('build')).map((file) => readFileSync(path.join(root, 'src', file), 'utf8'));
  expect(sources.filter((text) => text.includes('xstate')).length).toBeGreaterThan(2);
  expect(sources.filter((text) => /getPersistedSnapshot|createActor\([^;]*\bsnapshot:/.test(text))).toEqual([]);
});
test('another version is refused by name', () => {
  const dist = path.join(root, 'node_modules/xstate/dist');
  const code = readFileSync(path.join(dist, readdirSync(dist).find((file) => /^raise-\w+\.esm\.js$/.test(file))!), 'utf8');
  expect(withoutUnheld('raise', code).length).toBeLessThan(code.length - 2_000);
  expect(() => withoutUnheld('raise', code.replace('function persistContext(', 'function keepContext('))).toThrow('xstate has no persistContext');
});
