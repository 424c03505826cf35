import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf, type Part } from '../src/areas/statistics/span.ts';
import { dayOf, dayText } from '../src/host/calendar.ts';

const FIRST = dayOf(2019, 1, 1)!;
const all = fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 1_827 })).map(([a, length]) => ({ from: FIRST + a, to: FIRST + a + length }));
/** Whether a day begins a span, by its text alone. */
const begins = (span: Part['span'], day: number): boolean => {
  const [, month, date] = dayText(day).split('-');
  return span === 'y' ? `${month}-${date}` === '01-01' : span === 'm' ? date === '01' : ['01', '06', '11', '16', '21', '26'].includes(date!);
};

test('a range is cut into years, months and parts of months that begin and end as these do, and a few days at its ends', () => {
  fc.assert(fc.property(all, ({ from, to }) => {
    const parts = partsOf({ from, to });
    // one after the other, without a gap
    expect([parts[0]!.from, parts.at(-1)!.to]).toEqual([from, to]);
    parts.slice(1).forEach((part, i) => expect(part.from).toBe(parts[i]!.to + 1));
    for (const { span, from: a, to: b } of parts) {
      expect(b).toBeGreaterThanOrEqual(a);
      if (span === 'd') expect(b - a).toBeLessThan(8);
      else expect([span, begins(span, a), begins(span, b + 1)]).toEqual([span, true, true]);
    }
  }));
});

test('what there is a wider span for is not told by narrower ones', () => {
  const spans = (from: number, to: number) => partsOf({ from, to }).map((part) => `${part.span} ${dayText(part.from)}`);
  expect(spans(dayOf(2023, 12, 30)!, dayOf(2026, 3, 7)!)).toEqual(['d 2023-12-30', 'y 2024-01-01', 'm 2026-01-01', 'p 2026-03-01', 'd 2026-03-06']);
  expect(spans(dayOf(2024, 2, 26)!, dayOf(2024, 2, 29)!)).toEqual(['p 2024-02-26']);
  expect(spans(dayOf(2024, 2, 2)!, dayOf(2024, 2, 5)!)).toEqual(['d 2024-02-02']);
});
