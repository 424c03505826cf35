import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { root } from '../../src/build/lingui.ts';
import { withoutUndrawn } from '../../src/build/unasked.ts';
import type { Drawn } from '../../src/ui/chart/plot.ts';

// The library of pictures as a build has it, beside the one that it is made of: what each tells the canvas, call by call.
const source = readFileSync(path.join(root, 'node_modules/uplot/dist/uPlot.esm.js'), 'utf8');
// a package's module as a build would change it: nothing but code can be loaded so
// oxlint-disable-next-line no-implied-eval, no-new-func
const load = (code: string): unknown => new Function(`${code.replace(/^export \{ uPlot as default \};?/m, '')}\nreturn uPlot;`)() as unknown;

/** A thing that writes down all that is done to it. */
function scribe(log: string[], name: string): object {
  const kept: Record<string, unknown> = {};
  return new Proxy(kept, {
    get: (_, key) => (key in kept ? kept[String(key)] : (...given: unknown[]) => {
      log.push(`${name}.${String(key)}(${given.map((one) => (typeof one === 'object' && one !== null ? 'path' : String(one))).join()})`);
      return key === 'measureText' ? { width: 10 } : undefined;
    }),
    set: (_, key, value) => (log.push(`${name}.${String(key)} = ${String(value)}`), (kept[String(key)] = value), true),
  });
}
afterEach(() => vi.unstubAllGlobals());
async function draw(code: string, drawn: Drawn): Promise<string[]> {
  const log: string[] = [];
  const context = scribe(log, 'canvas') as { canvas?: HTMLCanvasElement };
  // oxlint-disable-next-line unicorn/consistent-function-scoping
  vi.stubGlobal('Path2D', function Path2D() { return scribe(log, 'path'); });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => context) as never);
  vi.resetModules();
  vi.doMock('uplot', () => ({ default: load(code) }));
  const { drawPlot } = await import('../../src/ui/chart/plot.ts');
  const target = document.createElement('div');
  context.canvas = document.createElement('canvas');
  const ink = { main: '#1', other: '#2', quiet: '#3', line: '#4', ground: '#5' };
  const plot = drawPlot(target, drawn, { ink: ink as never, width: 640, height: 280, font: '12px sans-serif' });
  await new Promise((done) => setTimeout(done, 20));
  log.push([plot.left(2), plot.top, plot.height, plot.at(100)].join(), target.innerHTML.replace(/id="[^"]*"/g, ''));
  plot.destroy();
  return log;
}
const base = { axis: (value: number) => `${value}`, least: 1, legend: ['一', '二'] } as const;
const months = ['1月', '2月', '3月', '4月', '5月', '6月'];
test.each<[string, Drawn]>([
  ['a line with gaps, beside another', { ...base, kind: 'line', marks: months, values: [1, 5, null, 7, 2, 9], before: [2, null, 4, 4, 1, 0], cut: [5] }],
  ['bars', { ...base, kind: 'bar', marks: months, values: [120_000, 5, 0, 7, 20_000, 9], before: [null, null, null, null, null, null], cut: [] }],
  ['a rate, which ends at a hundred', { ...base, kind: 'line', marks: months, values: [0.4, 0.9, 1, 0.7, 0.2, null], before: [0.2, 1, 0.4, 0.4, 0.1, 0], least: 0.01, most: 1, cut: [0] }],
  ['one place alone', { ...base, kind: 'bar', marks: ['1月'], values: [3], before: [null], cut: [0] }],
  ['nothing', { ...base, kind: 'line', marks: months, values: months.map(() => null), before: months.map(() => null), cut: [] }],
  ['a year of days', { ...base, kind: 'line', marks: Array.from({ length: 366 }, (_, i) => `${i}日`), values: Array.from({ length: 366 }, (_, i) => (i * 7) % 31), before: Array.from({ length: 366 }, (_, i) => (i * 3) % 29), cut: [365] }],
])('what is left out of a build changes nothing of %s', async (_, drawn) => {
  const whole = await draw(source, drawn);
  expect(whole.length).toBeGreaterThan(40);
  expect(await draw(withoutUndrawn(source), drawn)).toEqual(whole);
});
test('another version is refused by name', () => {
  expect(() => withoutUndrawn(source.replace('function cacheMouse(', 'function cachesMouse('))).toThrow('uPlot has no cacheMouse');
});
