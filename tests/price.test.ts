import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceDays } from '../src/areas/demo/price.ts';
import { dayAmount, pricedStay, share, type Half, type HolidayDays } from '../src/kernel/price.ts';

// domain.md, "Price", in whole numbers of any size: half up is half added, then cut
const exact = (unit: number, halves: number, multiplierBp: number): number => Number((BigInt(unit) * BigInt(halves) * BigInt(multiplierBp) * 2n + 20_000n) / 40_000n);
const exactShare = (fen: number, bp: number): number => Number((BigInt(fen) * BigInt(bp) * 2n + 10_000n) / 20_000n);

const half = fc.constantFrom<Half>('AM', 'PM');
const unit = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000_000 }));
const stay = fc.record({ first: fc.integer({ min: 19_000, max: 21_000 }), startHalf: half, length: fc.integer({ min: 0, max: 60 }), endHalf: half }).map(({ first, length, ...halves }) => ({ first, last: first + length, ...halves }));
const holiday = fc.record({ at: fc.integer({ min: -5, max: 65 }), length: fc.integer({ min: 0, max: 9 }), multiplierBp: fc.integer({ min: 10_000, max: 50_000 }), name: fc.constantFrom('春节', '国庆节', '元旦') });
const life = fc.tuple(stay, unit, fc.array(holiday, { maxLength: 3 })).map(([s, u, hs]) => [s, u, hs.map(({ at, length, ...h }): HolidayDays => ({ ...h, first: s.first + at, last: s.first + at + length }))] as const);

test('what a day costs, written out', () => {
  const days = pricedStay({ first: 100, startHalf: 'PM', last: 103, endHalf: 'AM' }, 25_999, [{ first: 101, last: 101, multiplierBp: 20_000, name: '元旦' }, { first: 103, last: 110, multiplierBp: 15_000, name: '春节' }]);
  expect(days).toEqual([
    { day: 100, halves: 1, unitPriceFen: 25_999, multiplierBp: 10_000, holiday: null, amountFen: 13_000 },
    { day: 101, halves: 2, unitPriceFen: 25_999, multiplierBp: 20_000, holiday: '元旦', amountFen: 51_998 },
    { day: 102, halves: 2, unitPriceFen: 25_999, multiplierBp: 10_000, holiday: null, amountFen: 25_999 },
    { day: 103, halves: 1, unitPriceFen: 25_999, multiplierBp: 15_000, holiday: '春节', amountFen: 19_499 },
  ]);
  const of = (startHalf: Half, endHalf: Half) => pricedStay({ first: 5, startHalf, last: 5, endHalf }, 101, []).map(({ amountFen }) => amountFen);
  expect([of('AM', 'PM'), of('AM', 'AM'), of('PM', 'PM'), of('PM', 'AM')]).toEqual([[101], [51], [51], [0]]);
  expect(pricedStay({ first: 6, startHalf: 'AM', last: 5, endHalf: 'PM' }, 101, [])).toEqual([]);
  // 1 fen at half a day is half a fen: up, and a tenth below it is down
  expect([dayAmount(1, 1, 10_000), dayAmount(1, 1, 9_999), dayAmount(3, 1, 10_000), dayAmount(10, 2, 10_499), dayAmount(10, 2, 10_500)]).toEqual([1, 0, 2, 10, 11]);
  expect([share(1, 5_000), share(1, 4_999), share(26_000, 7_000), share(0, 10_000)]).toEqual([1, 0, 18_200, 0]);
});

test('every day once, in order, at the exact price, whatever the stay', () => {
  fc.assert(fc.property(life, ([s, u, holidays]) => {
    const days = pricedStay(s, u, holidays);
    expect(days.map((d) => d.day)).toEqual(Array.from({ length: s.last - s.first + 1 }, (_, i) => s.first + i));
    for (const d of days) {
      const halves = 2 - (d.day === s.first && s.startHalf === 'PM' ? 1 : 0) - (d.day === s.last && s.endHalf === 'AM' ? 1 : 0);
      const on = holidays.find((h) => d.day >= h.first && d.day <= h.last);
      expect(d).toEqual({ day: d.day, halves, unitPriceFen: u, multiplierBp: on?.multiplierBp ?? 10_000, holiday: on?.name ?? null, amountFen: exact(u, halves, on?.multiplierBp ?? 10_000) });
    }
  }), { numRuns: 1_000 });
});

test('a stay cut at any midnight costs what its parts cost', () => {
  fc.assert(fc.property(life, fc.nat(), ([s, u, holidays], at) => {
    const cut = s.first + (at % (s.last - s.first + 1));
    const whole = pricedStay(s, u, holidays);
    const parts = [...pricedStay({ ...s, last: cut, endHalf: cut === s.last ? s.endHalf : 'PM' }, u, holidays), ...pricedStay({ ...s, first: cut + 1, startHalf: 'AM' }, u, holidays)];
    expect(parts).toEqual(whole);
  }));
});

test('a share is exact to the fen, and no more than the whole', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 500_000_000 }), fc.integer({ min: 0, max: 10_000 }), (fen, bp) => {
    expect(share(fen, bp)).toBe(exactShare(fen, bp));
    expect(share(fen, bp)).toBeLessThanOrEqual(fen);
  }), { numRuns: 2_000, examples: [[1, 5_000], [3, 5_000], [500_000_000, 9_999]] });
});

test('the demonstration prices by the same rule', () => {
  fc.assert(fc.property(life, ([s, u, holidays]) => {
    const { runs, total } = priceDays(1, s, u, 500, holidays, [], 0);
    const days = pricedStay(s, u, holidays);
    expect(total).toBe(days.reduce((sum, { amountFen }) => sum + amountFen, 0));
    expect(runs.length).toBeLessThanOrEqual(days.length);
  }));
});
