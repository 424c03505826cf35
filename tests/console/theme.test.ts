import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accent, contrast, GROUND, palette, parseColour, type Mode } from '../../src/ui/theme.ts';

const css = readFileSync('src/ui/style/token.css', 'utf8');
/** The custom properties of one block of token.css. */
const block = (mode: Mode) => Object.fromEntries([...css.split(mode === 'dark' ? "[data-theme='dark'] {" : ':root {')[1]!.split('}')[0]!.matchAll(/(--[\w-]+): (#[\da-f]{6});/g)].map((m) => [m[1]!, m[2]!]));
const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
const TEXTS = ['--text', '--text-2', '--text-3', '--danger', '--warn', '--ok'];

test('the palette has nine lighter steps at 10 % and one darker at 20 %', () => {
  expect(palette('#4080FF')).toEqual({ lighter: ['#538dff', '#6699ff', '#79a6ff', '#8cb3ff', '#a0c0ff', '#b3ccff', '#c6d9ff', '#d9e6ff', '#ecf2ff'], darker: '#3366cc' });
  expect(palette('#000').lighter[4]).toBe('#808080');
});

for (const mode of ['light', 'dark'] as const) {
  test(`${mode}: any theme colour gives readable text and visible controls`, () => {
    const tokens = block(mode);
    fc.assert(
      fc.property(fc.oneof(colour, fc.constantFrom('#ffffff', '#fefefe', '#000000', '#ffff00', '#808080', '#ff4f4f')), (chosen) => {
        const own = accent(chosen, mode);
        // what has the focus and what is selected stand on the tint
        for (const ground of [...Object.values(GROUND[mode]), own['--accent-soft']]) {
          expect(contrast(own['--accent'], ground)).toBeGreaterThanOrEqual(3);
          expect(contrast(own['--focus'], ground)).toBeGreaterThanOrEqual(3);
          expect(contrast(own['--accent-text'], ground)).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(own['--on-accent'], own['--accent'])).toBeGreaterThanOrEqual(4.5);
        // and the tint is seen
        expect(contrast(own['--accent-soft'], GROUND[mode].bg)).toBeGreaterThanOrEqual(1.08);
        for (const name of TEXTS) expect(contrast(tokens[name]!, own['--accent-soft'])).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 500 },
    );
  });
  test(`${mode}: token.css holds the default colour's steps and the grounds that were computed with`, () => {
    expect(block(mode)).toMatchObject(accent('#4080FF', mode));
    for (const [name, ground] of Object.entries(GROUND[mode])) expect(block(mode)[`--${name}`]).toBe(ground);
    for (const name of TEXTS) for (const ground of Object.values(GROUND[mode])) expect(contrast(block(mode)[name]!, ground)).toBeGreaterThanOrEqual(4.5);
    for (const ground of Object.values(GROUND[mode])) expect(contrast(block(mode)['--line-strong']!, ground)).toBeGreaterThanOrEqual(3);
  });
}

test('colours of the system’s own choice leave what says that something is coming', () => {
  // a background is taken away there, unless it is a colour of the system
  expect(css.split('@media (forced-colors: active) {')[1]!.split('}')[0]).toContain('--line: GrayText;');
  expect(readFileSync('src/ui/progress.module.css', 'utf8')).toMatch(/@media \(forced-colors: active\) \{\s*\.bar \{\s*background: Highlight;/);
  const blanks = ['src/ui', 'src/areas'].flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css')).map((name) => readFileSync(`${folder}/${name}`, 'utf8')))
    .flatMap((sheet) => sheet.match(/[^{}]*(?:skeleton|data-blank|\.line|coming)[^{}]*\{[^{}]*background: [^;}]*/g) ?? []).filter((rule) => /block-size: 1\d?px/.test(rule));
  expect(blanks.length).toBeGreaterThan(5);
  expect(blanks.filter((rule) => !rule.endsWith('background: var(--line)'))).toEqual([]);
});
test('what is no colour is refused', () => {
  for (const text of ['', 'red', '#12', '#12345', 'url(#x)', '#ggg', '#4080FF;x']) expect(parseColour(text)).toBeNull();
  expect(() => palette('red')).toThrow(TypeError);
});
