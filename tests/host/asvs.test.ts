// The table of ASVS is held to what is there: a test that is named exists, and each number stands once.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const rows = [...readFileSync(`${root}src/host/operating/asvs.md`, 'utf8').matchAll(/^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+) \|$/gm)].map(([, number, what, verdict]) => ({ number: number!, what: what!, verdict: verdict! }));
const texts = new Map<string, string>();
const read = (file: string): string => {
  if (!texts.has(file)) texts.set(file, existsSync(root + file) ? readFileSync(root + file, 'utf8') : '');
  return texts.get(file)!;
};
/** Whether a title stands in a file as that of a test. */
const isTest = (file: string, title: string): boolean => read(file).split('\n').some((line) => /\b(?:test|it)\b/.test(line) && line.replaceAll("\\'", "'").includes(title));

test('each number stands once, in order, and every chapter is there', () => {
  const numbers = rows.map(({ number }) => number);
  expect(numbers.length).toBeGreaterThan(230);
  expect(new Set(numbers).size).toBe(numbers.length);
  const place = (number: string): number => number.split('.').reduce((sum, part) => sum * 100 + Number(part), 0);
  expect(numbers).toEqual([...numbers].sort((a, b) => place(a) - place(b)));
  expect([...new Set(numbers.map((number) => Number(number.split('.')[0])))]).toEqual(Array.from({ length: 17 }, (_, i) => i + 1));
});
test('each verdict is a test that is there, or says why not', () => {
  let named = 0;
  for (const { number, verdict } of rows) {
    if (/^(?:not applicable|open): \S/.test(verdict)) continue;
    const tests = verdict.split('<br>').map((one) => /^`(tests\/[^`]+)` (.+)$/.exec(one));
    for (const found of tests) {
      expect([number, verdict, found !== null && isTest(found[1]!, found[2]!)]).toEqual([number, verdict, true]);
      named += 1;
    }
  }
  expect(named).toBeGreaterThan(100);
  expect(isTest('tests/host/asvs.test.ts', 'a test that nobody has ' + 'written')).toBe(false);
});
