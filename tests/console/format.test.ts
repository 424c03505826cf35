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
  expect([zh.shortDay('2025-11-01'), en.shortDay('2025-11-01')]).toEqual(['11/1', '1 Nov']);
});
// ranges are set with the thin spaces of the locale's own data
const plain = (text: string) => text.replace(/[\u2009\u202f\u00a0]/g, ' ').replace(/ ?– ?/, ' – ');
test.each([
  ['2026-11-21', '2026-12-01', '11/21 – 12/1', '21 Nov – 1 Dec'],
  ['2026-11-21', '2026-11-21', '11/21', '21 Nov'],
  ['2025-11-22', '2025-11-28', '2025/11/22 – 11/28', '22 – 28 Nov 2025'],
  ['2025-11-22', '2025-12-01', '2025/11/22 – 12/1', '22 Nov – 1 Dec 2025'],
  ['2025-11-22', '2025-11-22', '2025/11/22', '22 Nov 2025'],
  ['2025-12-21', '2026-01-03', '2025/12/21 – 1/3', '21 Dec 2025 – 3 Jan'],
  ['2024-12-21', '2025-12-20', '2024/12/21 – 12/20', '21 Dec 2024 – 20 Dec'],
  ['2024-12-21', '2025-12-21', '2024/12/21 – 2025/12/21', '21 Dec 2024 – 21 Dec 2025'],
])('a range says its year once, and only where it must be said: %s to %s', (from, to, chinese, english) => {
  expect([plain(zh.dayRange(from, to)), plain(en.dayRange(from, to))]).toEqual([chinese, english]);
});
const half = { AM: '上午', PM: '下午' };
test.each([
  ['2026-11-22T00:00+08:00', '2026-11-25T00:00+08:00', '11/22 – 11/24'],
  ['2026-11-22T00:00+08:00', '2026-11-23T00:00+08:00', '11/22'],
  ['2026-11-22T12:00+08:00', '2026-11-24T12:00+08:00', '11/22 下午 – 11/24 上午'],
  ['2026-11-22T12:00+08:00', '2026-11-25T00:00+08:00', '11/22 下午 – 11/24'],
  ['2026-11-22T00:00+08:00', '2026-11-22T12:00+08:00', '11/22 上午'],
  ['2026-11-22T12:00+08:00', '2026-11-23T00:00+08:00', '11/22 下午'],
  ['2026-11-22T12:00+08:00', '2026-11-22T18:30+08:00', '11/22 12:00 – 18:30'],
  ['2026-11-22T15:20+08:00', '2026-11-25T00:00+08:00', '11/22 15:20 – 11/24'],
  ['2025-12-22T12:00+08:00', '2026-01-04T00:00+08:00', '2025/12/22 下午 – 1/3'],
])('a stay from %s up to %s is %s: days stay days', (from, to, words) => {
  expect(plain(zh.stay(new Date(from).toISOString(), new Date(to).toISOString(), half))).toBe(words);
});
test('instants are told by the hospital’s clock, whatever the zone of the browser', () => {
  const zone = process.env['TZ'];
  try {
    for (const TZ of ['UTC', 'America/New_York', 'Asia/Shanghai']) {
      process.env['TZ'] = TZ;
      const format = formatOf('zh-cn', () => new Date('2026-11-21T04:00:00Z'));
      expect(format.instant('2026-11-21T17:05:00.000Z')).toBe('2026/11/22 01:05');
      expect(format.today(new Date('2026-11-21T17:05:00Z'))).toContain('11月22日');
      expect(plain(format.stay('2026-11-21T16:00:00Z', '2026-11-24T16:00:00Z', half))).toBe('11/22 – 11/24');
    }
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});
test('how long ago', () => {
  expect(zh.ago(3_000)).toBe('3秒前');
  expect(en.ago(125_000)).toMatch(/^2 ?min ago$/);
  expect(en.ago(-50)).toMatch(/^0 ?s/);
});
test('how long something has lasted, in the unit that says it', () => {
  const [zh, en] = [formatOf('zh-cn'), formatOf('en')];
  expect([0, 59 * 60_000, 3 * 3_600_000, 322 * 3_600_000].map(zh.lasting)).toEqual(['0 分钟', '59 分钟', '3 小时', '13 天']);
  expect([60_000, 25 * 3_600_000].map(en.lasting)).toEqual(['1 min', '1 day']);
});
