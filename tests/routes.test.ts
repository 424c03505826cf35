import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { make } from '../src/build/make.mjs';
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
test('what was built from other sources, or not to its end, is built again', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'make-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const at = (name: string): string => path.join(root, name);
  const save = (text: string): void => writeFileSync(at('src/a'), text);
  mkdirSync(at('src'));
  save('1');
  const build = async (): Promise<void> => writeFileSync(at('dist/web'), readFileSync(at('src/a')));
  const start = async (builds = build): Promise<string> => {
    await make({ root, sources: ['src', 'not there'], name: 'web', product: 'web', build: builds, said: () => undefined }).catch(() => undefined);
    return readFileSync(at('dist/web'), 'utf8');
  };
  const never = async (): Promise<void> => expect.unreachable();
  expect([await start(), await start(never)]).toEqual(['1', '1']);
  // a build of the next version is cut off, and the version before it put back
  save('2');
  expect(await start(async () => {
    writeFileSync(at('dist/web'), 'half of 2');
    throw new Error('cut off');
  })).toBe('half of 2');
  save('1');
  expect(await start()).toBe('1');
  // saved while it was built
  save('3');
  expect(await start(async () => {
    await build();
    save('4');
  })).toBe('3');
  expect([await start(), await start(never), existsSync(at('dist/.web'))]).toEqual(['4', '4', true]);
});
