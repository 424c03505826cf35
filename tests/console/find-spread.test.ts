import { describe, expect, test } from 'vitest';
import { ask, codes, found, indexOf, page, sameThread } from '../kit/find-index.ts';

// Beds in the index, and names of which but some signs are typed.
describe('beds', () => {
  test('one with a name in it is found as a whole, and one of two numbers is no day', async () => {
    const index = indexOf({ code: 'PH1', name: '甲', bed: '东12床' }, { code: 'PH2', name: '东', bed: '12' }, { code: 'PH3', name: '乙', bed: '3-12' });
    expect([await found(index, '东12床'), await found(index, '3-12'), await found(index, '３－１２床'), await found(index, '3-1')]).toEqual([['PH1', 'PH2'], ['PH3'], ['PH3'], []]);
  });
  test('a department by its sound or its initials means a bed of it as its name does, never the end of an order’s number', async () => {
    const index = indexOf({ code: 'PH26103048512', name: '谭明', bed: '5', place: '第一医院 · 骨科 · 骨科一病区' }, { code: 'PH26103048612', name: '高凯', bed: '6', place: '第一医院 · ICU' });
    for (const text of ['骨科 12', 'guke 12', 'gk 12', '12 gk', 'GuKe 12', '骨ke 12', 'gkybq 12', 'icu 12']) expect([text, await found(index, text)]).toEqual([text, []]);
    index.feed('order', page([{ code: 'PH1', name: '甲', bed: '12', place: '第一医院 · 骨科' }]));
    for (const text of ['骨科 12', 'guke 12', 'gk 12']) expect([text, await found(index, text)]).toEqual([text, ['PH1']]);
    // what is but a part of a department's name, or a person's, is none; three digits are rather the end of a number
    expect([await found(index, 'tanm 12'), await found(index, 'gkyb 12'), await found(index, 'gk 512')]).toEqual([['PH26103048512'], ['PH26103048512'], ['PH26103048512']]);
  });
  test('the number of a caregiver names them', async () => {
    const index = sameThread();
    index.feed('caregiver', page([{ code: 'HG2001', name: '王五' }]));
    expect((await ask(index, 'hg2001')).hits.map(({ tier, why, marks }) => [tier, why, marks])).toEqual([[0, 'staff', [0, 1, 2, 3, 4, 5]]]);
  });
});

describe('names of which some signs are typed', () => {
  test.each<[string, [string, string, number[]][]]>([
    ['王华', [['王建华', 'name', [0, 2]]]], ['wh', [['王建华', 'initials', [0, 2]]]], ['w华', [['王建华', 'initials', [0, 2]]]], ['wanghua', [['王建华', 'pinyin', [0, 2]]]], ['王hu', [['王建华', 'pinyin', [0, 2]]]], ["wang'h", [['王建华', 'pinyin', [0, 2]]]],
    ['欧修', [['欧阳修', 'name', [0, 2]]]], ['ouxiu', [['欧阳修', 'pinyin', [0, 2]]]], ["o'x", [['欧阳修', 'initials', [0, 2]]]], ['依丽', [['阿依·古丽', 'name', [1, 4]]]],
    ['华王', []], ['hw', []], ['王华1', []], ["wan'ghua", []], ['王建花', []],
  ])('with other signs between, in their order: %s', async (text, wanted) => {
    const { hits } = await ask(indexOf({ code: '3', name: '王建华' }, { code: '2', name: '欧阳修' }, { code: '1', name: '阿依·古丽' }), text);
    expect(hits.map(({ name, why, marks }) => [name, why, marks])).toEqual(wanted);
    for (const { tier } of hits) expect(tier).toBe(3);
  });
  test('so only where there is room, from the first sign on before inside, and below all others', async () => {
    const index = indexOf({ code: '9', name: '小王建华' }, { code: '8', name: '王建华' }, { code: '7', name: '老王华' }, { code: '6', name: '王华' });
    expect(await found(index, '王华')).toEqual(['6', '7', '8', '9']);
    const few = await ask(index, '王华', { most: 2 });
    expect([codes(few), few.total]).toEqual([['6', '7'], 2]);
    // one sign, and what has left, is none
    index.feed('order', page(['8']));
    expect([await found(index, '华'), await found(index, 'wh')]).toEqual([['9', '7', '6'], ['6', '7', '9']]);
  });
});
