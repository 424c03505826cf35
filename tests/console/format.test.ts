import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatOf } from '../../src/ui/format.ts';

const at = () => new Date(2026, 10, 21);
const zh = formatOf('zh-cn', at);
const en = formatOf('en', at);

test('money keeps every fen, in both languages', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (fen) => {
      for (const { money } of [zh, en]) {
        const shown = money(fen);
        expect(BigInt(shown.replace(/[^\d-]/g, ''))).toBe(BigInt(fen));
        expect(shown).toMatch(/^-?¥\d{1,3}(,\d{3})*\.\d\d$/);
      }
    }),
  );
});
test('money as the house writes it', () => {
  expect(zh.money(123450)).toBe('¥1,234.50');
  expect(en.money(-5)).toBe('-¥0.05');
  expect(zh.money(0)).toBe('¥0.00');
});
test('a day is the same day in every time zone and never ambiguous', () => {
  expect(zh.day('2026-01-02')).toBe('2026/1/2');
  expect(en.day('2026-01-02')).toBe('2 Jan 2026');
});
test('a range leaves out the year only when both days are in this one', () => {
  expect(zh.dayRange('2026-11-21', '2026-12-01')).not.toContain('2026');
  expect(zh.dayRange('2026-12-21', '2027-01-03')).toMatch(/2026.*2027/);
  expect(en.dayRange('2025-12-21', '2025-12-23')).toContain('2025');
});
test('how long ago', () => {
  expect(zh.ago(3_000)).toBe('3秒前');
  expect(en.ago(125_000)).toMatch(/^2 ?min ago$/);
  expect(en.ago(-50)).toMatch(/^0 ?s/);
});
