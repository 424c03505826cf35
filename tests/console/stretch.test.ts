import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellFor } from '../../src/ui/list/move.ts';
import { capAt, Stretch } from '../../src/ui/list/stretch.ts';

const VIEW = 640;
const list = (count: number, height = 40, scale = 1): Stretch => {
  const stretch = new Stretch();
  stretch.resize({ count, height, view: VIEW, cap: capAt(scale) });
  return stretch;
};
/** Goes to `top` as the grid does, in a browser that rounds to device px. */
function go(stretch: Stretch, top: number, scale = 1): void {
  stretch.land(Math.round(stretch.aim(top) * scale) / scale, top);
}

test('a list that fits is scrolled as it is', () => {
  const stretch = list(200_000);
  expect(stretch.spacer).toBe(8_000_000);
  go(stretch, 4_000_020);
  stretch.scrolled(5_000_000);
  expect([stretch.top, stretch.shift, stretch.apart(true)]).toEqual([5_000_000, 0, false]);
});
test('the height that scrolls never passes what a browser holds, at any scale', () => {
  for (const scale of [1, 1.25, 1.5, 2, 3, 5]) expect(list(5_000_000, 88, scale).spacer * scale).toBeLessThanOrEqual(16_000_000);
});
test('any row of five million is gone to exactly, at any scale', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 4_999_900 }), fc.integer({ min: 0, max: 4_999_900 }), fc.constantFrom(1, 1.25, 1.5, 2), (from, row, scale) => {
    const stretch = list(5_000_000);
    go(stretch, from * 40, scale);
    go(stretch, row * 40, scale);
    // where the row is drawn, from the top of the view: the browser's rounding alone is left
    expect(Math.abs(row * 40 - stretch.shift - stretch.at)).toBeLessThan(1 / scale);
    expect(stretch.at).toBeGreaterThanOrEqual(0);
    expect(stretch.at).toBeLessThanOrEqual(stretch.spacer - VIEW);
  }));
});
test('both ends are reached to the pixel, by scrollbar as by key', () => {
  const stretch = list(5_000_000);
  const far = 200_000_000 - VIEW;
  stretch.scrolled(stretch.spacer - VIEW);
  expect(stretch.top).toBe(far);
  stretch.scrolled(0);
  expect(stretch.top).toBe(0);
  go(stretch, far);
  expect([stretch.top, stretch.at]).toEqual([far, stretch.spacer - VIEW]);
});
test('steps are one to one, leaps go by ratio', () => {
  const stretch = list(5_000_000);
  stretch.scrolled(4_000_000);
  expect(Math.abs(stretch.top - 100_000_000)).toBeLessThan(10_000);
  const from = stretch.top;
  for (let i = 0; i < 50; i += 1) stretch.scrolled(stretch.at + 120);
  expect(stretch.top - from).toBe(6_000);
});
test('however one wanders, what scrolls and what is seen stay together, and no end comes early', () => {
  fc.assert(fc.property(fc.array(fc.record({ kind: fc.constantFrom('step', 'leap', 'go'), to: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 60 }), (steps) => {
    const stretch = list(5_000_000);
    const max = stretch.spacer - VIEW;
    for (const { kind, to } of steps) {
      if (kind === 'go') go(stretch, Math.round(to * 199_999_000));
      else stretch.scrolled(Math.round(kind === 'leap' ? to * max : Math.max(0, Math.min(max, stretch.at + (to - 0.5) * 3_000))));
      if (stretch.apart(false)) go(stretch, stretch.top);
      expect(stretch.top).toBeGreaterThanOrEqual(-1_500);
      expect(stretch.top).toBeLessThanOrEqual(200_000_000 - VIEW + 1_500);
      if (stretch.at <= 0) expect(stretch.top).toBeLessThanOrEqual(0.5);
      if (stretch.at >= max) expect(stretch.top).toBeGreaterThanOrEqual(200_000_000 - VIEW - 0.5);
    }
  }));
});
test('the keys of cells: in, along, and out to the row again', () => {
  expect([cellFor('ArrowRight', null, 3), cellFor('ArrowRight', 1, 3), cellFor('ArrowRight', 2, 3)]).toEqual([0, 2, 2]);
  expect([cellFor('ArrowLeft', 2, 3), cellFor('ArrowLeft', 0, 3), cellFor('ArrowLeft', null, 3)]).toEqual([1, null, undefined]);
  expect([cellFor('Home', 2, 3), cellFor('End', 0, 3), cellFor('Home', null, 3), cellFor('j', 1, 3)]).toEqual([0, 2, undefined, undefined]);
});
