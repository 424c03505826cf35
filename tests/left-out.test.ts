import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { VirtualItem, Virtualizer, VirtualizerOptions } from '@tanstack/react-virtual';
import { expect, test } from 'vitest';
import { root } from '../src/build/lingui.ts';
import { SPARE } from '../src/build/spare.ts';
import { inParts, UNHELD, UNQUERIED, withoutCommands, withoutQueries, withoutUnheld } from '../src/build/unasked.ts';

// What a build leaves out of packages (src/build/unasked.ts; react-dom's part stands in console/unasked.test.ts). First TanStack Virtual
// as a build has it, beside the one that it is made of: which rows each draws where a list like ours is led about.
const file = path.join(root, 'node_modules/@tanstack/virtual-core/dist/esm/index.js');
const source = readFileSync(file, 'utf8');

/** The package with this code, and with what stands in a build in the places of its other files where that is `shorn`. */
async function load(code: string, shorn: boolean) {
  const files = new Map([['index', code], ...Object.entries(shorn ? SPARE : {}).flatMap(([module, name]): [string, string][] => (module.startsWith('virtual-core/') ? [[path.basename(module), readFileSync(path.join(root, 'src/build/instead', `${name}.js`), 'utf8')]] : []))]);
  if (shorn) expect(files.size).toBe(3);
  const plugin = { name: 'code', setup: (own: { onLoad: (of: { filter: RegExp }, load: (of: { path: string }) => { contents: string; resolveDir: string } | undefined) => void }) => own.onLoad({ filter: /virtual-core[\\/]dist[\\/]esm[\\/][\w-]+\.js$/ }, (of) => {
    const contents = files.get(path.basename(of.path, '.js'));
    return contents === undefined ? undefined : { contents, resolveDir: path.dirname(file) };
  }) };
  const { outputFiles } = await build({ entryPoints: [file], bundle: true, write: false, format: 'esm', define: { 'process.env.NODE_ENV': '"production"' }, plugins: [plugin] });
  return (await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]!.text).toString('base64')}`)) as { Virtualizer: new (options: VirtualizerOptions<HTMLElement, HTMLElement>) => Virtualizer<HTMLElement, HTMLElement> };
}
/** What is drawn after each of these steps. */
async function play(code: string, shorn = false): Promise<unknown[]> {
  const { Virtualizer: Made } = await load(code, shorn);
  const log: unknown[] = [];
  let [count, height] = [1_000, 40];
  let tell: (offset: number, scrolls: boolean) => void = () => {};
  let resize: (rect: { width: number; height: number }) => void = () => {};
  const touched = new Map<string, () => void>();
  const element = { addEventListener: (type: string, heard: () => void) => void touched.set(type, heard), removeEventListener: () => {}, ownerDocument: { defaultView: { setTimeout, clearTimeout, requestAnimationFrame: (): number => 0, cancelAnimationFrame: () => {} } }, scrollTop: 0, scrollHeight: 40_000, clientHeight: 600 } as unknown as HTMLElement;
  const options = (): VirtualizerOptions<HTMLElement, HTMLElement> => ({
    count, getScrollElement: () => element, estimateSize: () => height, overscan: 4, initialRect: { width: 0, height: 600 }, initialOffset: 2_000,
    scrollToFn: (offset) => log.push(['scrolls to', offset]),
    observeElementRect: (_, seen) => ((resize = seen), () => log.push('rect left')),
    observeElementOffset: (_, moved) => ((tell = moved), () => log.push('offset left')),
    onChange: (_, sync) => log.push(['told', sync]),
  });
  const made = new Made(options());
  const update = (): void => {
    made.setOptions(options());
    made._willUpdate();
    log.push([made.getVirtualItems().map(({ index, start, size, end, key }: VirtualItem) => [index, start, size, end, key]), made.range, made.isScrolling, made.scrollOffset, made.getTotalSize()]);
  };
  const leave = made._didMount();
  update();
  for (const [offset, scrolls] of [[2_000, false], [2_500, true], [2_500, false], [39_400, true], [39_990, true], [-20, true], [0, false]] as const) {
    // a finger is on it, then off again
    touched.get(scrolls ? 'touchstart' : 'touchend')?.();
    tell(offset, scrolls);
    update();
    // once more where one is
    tell(offset, scrolls);
    update();
  }
  resize({ width: 300, height: 900 });
  update();
  height = 48;
  made.measure();
  update();
  for (const next of [5_000_000, 3, 0, 60]) {
    count = next;
    update();
    tell(Math.max(0, next * 48 - 900), true);
    update();
  }
  leave();
  return log;
}
test('what is left out of a build changes nothing of a list that scrolls by its own hand', async () => {
  const whole = await play(source);
  expect(whole.length).toBeGreaterThan(25);
  expect(await play(withoutCommands(source), true)).toEqual(whole);
});
test('another version is refused by name', () => {
  expect(() => withoutCommands(source.replace('this.scrollBy = (', 'this.scrollsBy = ('))).toThrow('virtual-core has no scrollBy');
});
test('no list asks for what is left out', () => {
  expect(readFileSync(path.join(root, 'src/ui/list/rows.ts'), 'utf8')).not.toMatch(/virtualizer\.(?:scroll|resize|measureElement|getOffset)|anchorTo|followOnAppend|lanes/);
});

// the same of the others, as far as what asks them can be read
const from = (name: string): string => readFileSync(path.join(root, 'node_modules', name), 'utf8');
test('TanStack Query is asked in one place, and for nothing that is left out', () => {
  const read = readFileSync(path.join(root, 'src/ui/read.ts'), 'utf8');
  const asked = [...read.matchAll(/known\.(\w+)/g)].map(([, name]) => name);
  expect(asked).toContain('invalidateQueries');
  expect(asked.filter((name) => (UNQUERIED.queryClient as readonly string[]).includes(name!))).toEqual([]);
  expect(read).not.toMatch(/getQueryCache\(\)\.(?:find|onFocus|onOnline)\b|suspense/);
  const others = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && readFileSync(path.join(root, 'src', file), 'utf8').includes("from '@tanstack/react-query'"));
  expect(others).toEqual([path.join('ui', 'read.ts')]);
});
test('each of its files, of xstate’s and cmdk’s has what is left out', () => {
  for (const file of Object.keys(UNQUERIED) as (keyof typeof UNQUERIED)[]) expect(withoutQueries(file, from(`@tanstack/query-core/build/modern/${file}.js`))).toContain(`${UNQUERIED[file][0]}() {}`);
  const dist = readdirSync(path.join(root, 'node_modules/xstate/dist'));
  for (const file of Object.keys(UNHELD) as (keyof typeof UNHELD)[]) {
    const name = dist.find((one) => new RegExp(`^${file}-\\w+\\.esm\\.js$`).test(one))!;
    expect(withoutUnheld(file, from(`xstate/dist/${name}`))).toContain(`${UNHELD[file][0]}() {}`);
  }
  expect(inParts(from('cmdk/dist/index.mjs'))).toContain('PURE');
});
test('no machine is kept, routed, or has what is left out of xstate', () => {
  for (const file of readdirSync(path.join(root, 'machines'))) expect([file, /\b(?:sendTo|sendParent|forwardTo|enqueueActions|spawn\w*|route|log|raise)\s*[(:,]|after: \{|type: '(?:history|parallel)'|getPersistedSnapshot|restoreSnapshot/.test(readFileSync(path.join(root, 'machines', file), 'utf8').replace(/\/\/.*|\/\*[\s\S]*?\*\//g, ''))]).toEqual([file, false]);
});
test('what asks a machine asks it in whole, and react-dom gives nobody hints of what to load', () => {
  for (const file of readdirSync(path.join(root, 'node_modules/@xstate/react/dist')).filter((name) => name.endsWith('.esm.js'))) expect([file, from(`@xstate/react/dist/${file}`).includes('.select(')]).toEqual([file, false]);
  const hints = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && /import \{[^}]*\b(?:pre\w+)\b[^}]*\} from 'react-dom'/.test(readFileSync(path.join(root, 'src', file), 'utf8')));
  expect(hints).toEqual([]);
});
