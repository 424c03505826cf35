import { expect, test } from 'vitest';
import { gathering } from '../../src/ui/gather.ts';

test('the first batch comes soon, the next ones ever later while they do not stop, and soon again after a silence', () => {
  let at = 1_000;
  const wait = gathering({ first: 250, most: 2_000 }, () => at, () => 0);
  const next = (): number => {
    const ms = wait();
    at += ms;
    return ms;
  };
  expect([next(), next(), next(), next(), next()]).toEqual([250, 500, 1_000, 2_000, 2_000]);
  // something came just after the last batch, so it has not stopped
  at += 2_000;
  expect(next()).toBe(2_000);
  at += 2_001;
  expect(next()).toBe(250);
});
test('no two consoles wait equally long, and none half as long again', () => {
  const drawn = Array.from({ length: 50 }, () => gathering({ first: 250, most: 2_000 })());
  expect(new Set(drawn).size).toBeGreaterThan(40);
  expect(drawn.filter((ms) => ms < 250 || ms > 375)).toEqual([]);
});
