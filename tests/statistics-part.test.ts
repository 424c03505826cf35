import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf, previousOf, type Part } from '../src/areas/statistics/span.ts';
import { dayOf, dayText, parseDay } from '../src/host/calendar.ts';

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
      // days alone hold no whole part: none begins in them whose next one begins by the day after
      if (span === 'd') expect(Array.from({ length: b - a + 2 }, (_, i) => a + i).filter((day) => begins('p', day)).length).toBeLessThan(2);
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

test.each([
  // a month so far, and whole; a shorter one before it
  ['2026-11-01 2026-11-29', '2026-10-01 2026-10-29'], ['2026-11-01 2026-11-30', '2026-10-01 2026-10-31'], ['2026-03-01 2026-03-30', '2026-02-01 2026-02-28'], ['2026-03-01 2026-03-31', '2026-02-01 2026-02-28'], ['2026-01-01 2026-01-15', '2025-12-01 2025-12-15'],
  // a year so far, at the end of a month too, and whole
  ['2026-01-01 2026-11-29', '2025-01-01 2025-11-29'], ['2026-01-01 2026-06-30', '2025-01-01 2025-06-30'], ['2028-01-01 2028-02-29', '2027-01-01 2027-02-28'], ['2029-01-01 2029-02-28', '2028-01-01 2028-02-29'], ['2026-01-01 2026-12-31', '2025-01-01 2025-12-31'],
  // whole months; anything else, also a single first day
  ['2026-04-01 2026-06-30', '2026-01-01 2026-03-31'], ['2025-11-01 2026-02-28', '2025-07-01 2025-10-31'], ['2026-11-01 2026-11-01', '2026-10-31 2026-10-31'], ['2026-11-02 2026-11-29', '2026-10-05 2026-11-01'], ['2026-10-01 2026-11-29', '2026-08-02 2026-09-30'], ['2025-12-01 2026-01-15', '2025-10-16 2025-11-30'],
])('%s is compared with %s', (range, before) => {
  const [from, to] = range.split(' ').map((day) => parseDay(day)!) as [number, number];
  const found = previousOf({ from, to });
  expect(`${dayText(found.from)} ${dayText(found.to)}`).toBe(before);
});
