import { describe, expect, test } from 'vitest';
import { favourOf, HALF_LIFE, merged, MOST, NOTHING, textKey, usedOnce, worth, type Memory } from '../../src/kernel/favour.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-11-21T01:00:00Z');

describe('frecency', () => {
  test('a use counts one, half of it fourteen days later, and uses add up', () => {
    let row = usedOnce(undefined, START);
    expect(row).toEqual({ v: 1, at: START });
    expect([worth(row, START + HALF_LIFE), worth(row, START + 2 * HALF_LIFE), worth(row, START - DAY)]).toEqual([0.5, 0.25, 1]);
    row = usedOnce(row, START + HALF_LIFE);
    expect(row.v).toBe(1.5);
    // every day for a year comes to rest where a day takes what a day brings
    for (let day = 0; day < 365; day += 1) row = usedOnce(row, START + HALF_LIFE + day * DAY);
    expect(row.v).toBeCloseTo(1 / (1 - 2 ** (-1 / 14)), 1);
  });
  test('what is used now comes before what was used often, once that is long ago', () => {
    let old = usedOnce(undefined, START);
    for (let n = 0; n < 7; n += 1) old = usedOnce(old, START);
    const fresh = (at: number): number => worth(usedOnce(undefined, at), at);
    expect([worth(old, START + 41 * DAY) > fresh(START + 41 * DAY), worth(old, START + 43 * DAY) > fresh(START + 43 * DAY)]).toEqual([true, false]);
  });
  test('the key of a text is one however it is written, short, and says nothing', () => {
    expect(new Set(['wang li', "wang'li", 'WangLi', 'ｗａｎｇｌｉ', ' wangli '].map(textKey)).size).toBe(1);
    expect([textKey(' '), textKey('王丽') === textKey('王莉'), textKey('欧阳雪的订单').length <= 5, /[王丽]/.test(textKey('王丽'))]).toEqual(['', false, true, false]);
  });
  test('one memory of two, whichever comes first, and twice is once', () => {
    const at = START;
    const one: Memory = { ids: [{ id: 'a', v: 2, at, pin: 0 }, { id: 'b', v: 1, at, pin: 9 }], texts: [{ text: 'k', id: 'a', v: 1, at }] };
    const other: Memory = { ids: [{ id: 'a', v: 3, at: at + 1, pin: 0 }, { id: 'c', v: 0, at, pin: 0 }], texts: [{ text: 'k', id: 'b', v: 2, at }] };
    const both = merged(one, other, at + 2);
    expect(merged(other, one, at + 2)).toEqual(both);
    expect(merged(both, other, at + 2)).toEqual(both);
    expect(favourOf(both, at + 2)).toMatchObject({ learned: { k: 'b' }, pinned: ['b'] });
    expect(Object.keys(favourOf(both, at + 2).score).sort()).toEqual(['a', 'b']);
    expect(merged(NOTHING, { ids: Array.from({ length: 999 }, (_, n) => ({ id: `${n}`, v: n + 1, at, pin: 0 })), texts: [] }, at).ids.map(({ id }) => id)).toEqual(Array.from({ length: MOST.ids }, (_, n) => `${998 - n}`));
  });
});
