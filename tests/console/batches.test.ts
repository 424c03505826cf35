import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AROUND, Batches } from '../../src/ui/batches.ts';

const taken: string[][] = [];
let batches: Batches;
beforeEach(() => {
  vi.useFakeTimers();
  taken.length = 0;
  batches = new Batches();
  batches.take = async ({ changes }) => void taken.push([...changes.keys()]);
});
afterEach(() => void vi.useRealTimers());
/** A house in which changes do not stop, for so many ms. */
async function busy(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 100) {
    batches.hear({ no: `PH${at}`, version: 1 }, false);
    await vi.advanceTimersByTimeAsync(100);
  }
}

test('while changes do not stop, they are asked for seldomer', async () => {
  batches.show();
  await busy(2_000);
  const first = taken.length;
  await busy(60_000);
  const before = taken.length;
  await busy(8_000);
  expect(first).toBeGreaterThan(1);
  expect(taken.length - before).toBeLessThan(3);
});
test('a page that is come back to is brought up to date at once, however often one comes back', async () => {
  let hide = batches.show();
  await busy(60_000);
  for (let times = 0; times < 3; times += 1) {
    hide();
    await busy(3_000);
    const before = taken.length;
    hide = batches.show();
    await busy(1_000);
    expect(taken.length).toBeGreaterThan(before);
  }
});
test('what one looks at is asked for at once, in the busiest house', async () => {
  batches.show();
  await busy(60_000);
  const before = taken.length;
  batches.hear({ no: 'PH-MINE', version: 2 }, true);
  await vi.advanceTimersByTimeAsync(500);
  expect(taken.slice(before).flat()).toContain('PH-MINE');
});
test('what lies around what one looks at comes as soon in a quiet house, and half as often in a busy one', async () => {
  const around = new Batches(AROUND);
  let asked = 0;
  around.take = async () => void (asked += 1);
  around.show();
  around.hear({ no: 'PH1', version: 1 }, false);
  await vi.advanceTimersByTimeAsync(400);
  expect(asked).toBe(1);
  batches.show();
  for (let at = 0; at < 180_000; at += 100) {
    if (at === 60_000) [asked, taken.length] = [0, 0];
    for (const one of [around, batches]) one.hear({ no: `PH${at}`, version: 1 }, false);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(asked).toBeGreaterThan(3);
  expect(taken.length).toBeGreaterThan(asked * 1.5);
});
