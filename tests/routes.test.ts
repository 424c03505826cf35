import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { current, generate, pagesOf, pathOf } from '../src/build/static-routes.mjs';
import { routesOf } from '../src/kernel/menu.ts';
import { PATHS } from '../src/kernel/paths.gen.ts';

const source = fileURLToPath(new URL('../src', import.meta.url));

test('the made lists are what the file names say (node src/build/static-routes.mjs)', () => {
  for (const [file, text] of Object.entries(current())) expect(readFileSync(path.join(source, file), 'utf8')).toBe(text);
});
test('a file name is a path', () => {
  expect(['order/order.index.page.tsx', 'order/order.$no.page.tsx', 'session/login.page.tsx', 'a/b.$c.d.page.tsx'].map(pathOf)).toEqual(['/order/index', '/order/:no', '/login', '/b/:c/d']);
});
test('two files with one path stop the build, also where only the parameter is named otherwise', () => {
  expect(() => pagesOf(['a/x.y.page.tsx', 'b/x.y.page.tsx'])).toThrow('both /x/y');
  expect(() => pagesOf(['a/x.$y.page.tsx', 'b/x.$z.page.tsx'])).toThrow('both /x/:');
});
test('a fixed path is tried before a parameter', () => {
  expect(pagesOf(['a/x.$y.page.tsx', 'a/x.index.page.tsx', 'a/x.zoo.page.tsx']).map((page) => page.path)).toEqual(['/x/index', '/x/zoo', '/x/:y']);
});
test('only areas and servers at their place are listed', () => {
  const made = generate(['a/area.ts', 'a/deep/area.ts', 'a/server.ts', 'a/deep/server.ts']);
  expect([made['areas.gen.ts']!.match(/import \{ area/g)?.length, made['served.gen.ts']!.match(/import \{ served/g)?.length]).toEqual([1, 1]);
});
test('every route that the server may allow, and every static one, has a page', () => {
  const named = routesOf(1).flatMap((row) => (row.children ?? [row]).map((leaf) => leaf.path));
  expect([...PATHS]).toEqual(expect.arrayContaining([...named, '/login', '/dashboard', '/profile', '/401', '/404']));
});
