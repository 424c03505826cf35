import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Favour } from '../../src/kernel/found.ts';
import { textKey } from '../../src/kernel/favour.ts';
import { ask, codes, found, indexOf, page, rest, sameThread, type Row } from '../kit/find-index.ts';

describe('what a line answers to', () => {
  const index = indexOf(
    { code: 'PH26112100123', name: '张伟', tails: '1234 5678', bed: '12床', place: '第一医院 · 骨科 · 3病区', status: 'pending_assign', from: '2026-11-21', to: '2026-12-01', version: 7 },
    { code: 'PH26112101234', name: '张伟国', tails: '0099', bed: '加1', place: '第一医院 · 骨科 · 3病区' },
    { code: 'PH26112112345', name: '李章', bed: '012', place: '第二医院 · 心内科' },
  );
  test('all that came is in the hit', async () => {
    expect((await ask(index, 'zhangwei')).hits[0]).toEqual({
      id: 'order:PH26112100123', kind: 'order', code: 'PH26112100123', name: '张伟', place: '第一医院 · 骨科 · 3病区', bed: '12床', status: 'pending_assign', from: '2026-11-21', to: '2026-12-01', version: 7, tier: 0, why: 'pinyin', marks: [0, 1],
    });
  });
  test.each<[string, string, [string, number, string, number[]][]]>([
    ['a whole number', 'ph26112100123', [['PH26112100123', 0, 'number', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]]]],
    ['the tail of a number, before a phone', '1234', [['PH26112101234', 2, 'number', [9, 10, 11, 12]], ['PH26112100123', 2, 'phone', []]]],
    ['the beginning of a number', 'PH261121123', [['PH26112112345', 1, 'number', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]]],
    ['a second phone', '5678', [['PH26112100123', 2, 'phone', []]]],
    ['a phone that begins with naught', '0099', [['PH26112101234', 2, 'phone', []]]],
    ['three digits of a phone are none', '678', []],
    ['a bed, however it is written', '１２号床', [['PH26112100123', 0, 'bed', [0, 1, 2]], ['PH26112112345', 0, 'bed', [0, 1, 2]]]],
    ['two digits are rather a bed than the end of a number', '23', [['PH26112100123', 3, 'number', [11, 12]]]],
    ['an added bed', '加1床', [['PH26112101234', 0, 'bed', [0, 1]]]],
    ['a ward', '心内', [['PH26112112345', 3, 'place', [7, 8]]]],
    ['a ward as it is spelled', 'xinneik', [['PH26112112345', 3, 'place', [7, 8, 9]]]],
    ['letters that only a ward would have mean nothing by themselves', 'xnk', []],
    ['a status and a ward', 'in_service 心内', [['PH26112112345', 3, 'place', [7, 8]]]],
    ['a ward and a status', 'guke pending_assign', [['PH26112100123', 3, 'place', [7, 8]]]],
    ['a status and a name', 'pending_assign 张', [['PH26112100123', 1, 'name', [0]]]],
    ['a status alone is none of the records', 'in_service', []],
    ['a name and a ward', '张 骨科', [['PH26112100123', 1, 'name', [0]], ['PH26112101234', 1, 'name', [0]]]],
    ['a name and the initials of a ward', 'zhang gk', [['PH26112100123', 1, 'pinyin', [0]], ['PH26112101234', 1, 'pinyin', [0]]]],
    ['a name and a bed', '张 12', [['PH26112100123', 1, 'name', [0]]]],
    ['a bed and a name', '12床 张', [['PH26112100123', 1, 'name', [0]]]],
    ['a bed and a phone', '12床 5678', [['PH26112100123', 2, 'phone', []]]],
    ['a place and a bed', '骨科 12', [['PH26112100123', 0, 'bed', [0, 1, 2]]]],
    ['the same without a space', '骨科12床', [['PH26112100123', 0, 'bed', [0, 1, 2]]]],
    ['a ward with a digit, and a bed', '3病区12床', [['PH26112100123', 0, 'bed', [0, 1, 2]]]],
    ['a place as its initials, and a bed', 'gk12床', [['PH26112100123', 0, 'bed', [0, 1, 2]]]],
    ['two places and a bed', '第二医院 心内科12床', [['PH26112112345', 0, 'bed', [0, 1, 2]]]],
    ['a place as a row says it, and a bed', '第二医院 · 心内科 · 12床', [['PH26112112345', 0, 'bed', [0, 1, 2]]]],
    ['a bed behind more words than are compared', 'zhang 第一医院 骨科 3病区 医院 12床', [['PH26112100123', 1, 'pinyin', [0]]]],
    ['a bed behind as many, of which one is not so', '张 骨科 第一医院 第一 加2床', []],
    ['a place and an added bed', '骨科加1床', [['PH26112101234', 0, 'bed', [0, 1]]]],
    ['a bed and a name without a space', '12床李章', [['PH26112112345', 0, 'name', [0, 1]]]],
    ['a bed of another place', '心内科加1床', []],
    ['a name and the tail of a number', 'li 2345', [['PH26112112345', 1, 'pinyin', [0]]]],
    ['every word must be answered', '张 心内', []],
    ['a name and a part of itself', 'zhang guo', [['PH26112101234', 1, 'pinyin', [0, 2]]]],
    ['nothing', '  ', []],
    ['signs that are no word', "'·", []],
  ])('%s: %s', async (_, text, hits) => {
    const answer = await ask(index, text);
    expect(answer.hits.map(({ code, tier, why, marks }) => [code, tier, why, marks])).toEqual(hits);
    expect(answer).toMatchObject({ total: hits.length, cut: false, ready: true });
  });
  test.each([['3病区12床', 1], ['三病区12床', 1], ['外科 3病区 12床', 1], ['十二病区5床', 2], ['12病区5床', 2], ['12病区 郑', 2], ['2病区12床', 0], ['张3', 0], ['3', 0]])('a ward’s number in hanzi or in digits: %s', async (text, row) => {
    const wards = indexOf({ code: 'PH26112100001', name: '张三', bed: '12', place: '第一医院 · 外科 · 三病区' }, { code: 'PH26112100002', name: '郑七', bed: '5', place: '第一医院 · 外科 · 12病区' });
    expect(codes(await ask(wards, text))).toEqual(row === 0 ? [] : [`PH2611210000${row}`]);
  });
  test('hostile text changes nothing', async () => {
    for (const text of ['\u0000', '=1+1', '<img onerror>', '%_\\', '.*', '𠮶', '\ud83d', 'a'.repeat(100_000), '王'.repeat(1000), '1'.repeat(1000), "'".repeat(64)]) expect((await ask(index, text)).hits).toEqual([]);
  });
});

test('a rare sign of a name is read too', async () => {
  const index = indexOf({ code: '1', name: '林𠮷' });
  for (const text of ['linji', 'lin ji', '林ji', 'lj', '林𠮷', '𠮷']) expect([text, await found(index, text)]).toEqual([text, ['1']]);
  expect((await ask(index, 'linji')).hits[0]!.marks).toEqual([0, 1, 2]);
});

describe('the order of hits', () => {
  test('exact, prefix, initials, inside, and last with others between; in a tier the newest first', async () => {
    const index = indexOf({ code: '7', name: '王安' }, { code: '6', name: '艾宁' }, { code: '5', name: '昂山' }, { code: '4', name: '安' }, { code: '3', name: '安娜' }, { code: '2', name: '艾小宁' }, { code: '1', name: '安' });
    expect(await found(index, 'an')).toEqual(['4', '1', '5', '3', '6', '7', '2']);
  });
  test('a bed stands in the department that is called so before the hospital that has the word in its name', async () => {
    const index = indexOf({ code: '4', name: '甲', bed: '12床', place: '锦和骨科医院 · 普外科 · 一病区' }, { code: '3', name: '乙', bed: '12床', place: '锦和骨科医院 · 骨科' }, { code: '2', name: '丙', bed: '12床', place: '第一医院 · 骨科 · 骨科一病区' }, { code: '1', name: '丁', bed: '12床', place: '骨科医院 · 内科' });
    for (const text of ['骨科 12床', '骨科12床', '12 骨科']) expect([text, await found(index, text)]).toEqual([text, ['3', '2', '4', '1']]);
    for (const text of ['guke 12床', 'gk 12床']) expect([text, await found(index, text)]).toEqual([text, ['3', '2', '1']]);
    expect((await ask(index, '骨科')).hits.map(({ code, marks }) => [code, marks])).toEqual([['3', [9, 10]], ['2', [7, 8]], ['4', [2, 3]], ['1', [0, 1]]]);
  });
  test('where a department is called so and none of its beds answers, the hospital with the word in its name is left to the servers', async () => {
    const index = indexOf({ code: '2', name: '甲', bed: '12床', place: '锦和骨科医院 · 普外科' }, { code: '1', name: '乙', bed: '7床', place: '第一医院 · 骨科 · 骨科一病区' });
    for (const text of ['骨科 12床', '骨科12床', '骨科 12']) expect([text, await found(index, text)]).toEqual([text, []]);
    // it is meant by its own name, by a bed that is rather a phone's end, and where somebody is named
    for (const [text, codes] of [['锦和 12床', ['2']], ['医院 12床', ['2']], ['甲 骨科', ['2']], ['普外科 12床', ['2']]] as const) expect([text, await found(index, text)]).toEqual([text, codes]);
  });
  test('beside a department that is called so a number of one or two digits is a bed, as with the word for it: never the end of an order’s number', async () => {
    const index = indexOf({ code: 'PH26112649912', name: '甲', bed: '3床', place: '第一医院 · 骨科' }, { code: 'PH26112649812', name: '乙', bed: '5床', place: '锦和骨科医院 · 内科' }, { code: 'PH3', name: '丙', bed: '12床', place: '锦和骨科医院 · 内科' });
    for (const text of ['骨科12床', '骨科12', '骨科 12', '12 骨科']) expect([text, await found(index, text)]).toEqual([text, []]);
    index.feed('order', page([{ code: 'PH1', name: '丁', bed: '12床', place: '第一医院 · 骨科' }]));
    for (const text of ['骨科12床', '骨科12', '骨科 12', '12 骨科']) expect([text, await found(index, text)]).toEqual([text, ['PH1', 'PH3']]);
    // nor of a caregiver's, whose hospital has the word in its name
    index.feed('caregiver', page([{ code: 'HG1012', name: '戊', place: '锦和骨科医院' }]));
    expect([await found(index, '骨科12'), (await found(index, '锦和 12')).toSorted()]).toEqual([['PH1', 'PH3'], ['HG1012', 'PH26112649812', 'PH3']]);
    // three digits are rather the end of a number, and of what is no department a number may be one
    expect([await found(index, '骨科 912'), await found(index, '甲 12')]).toEqual([['PH26112649912'], ['PH26112649912']]);
  });
  test('a bed whose number ends in a letter, or begins with several', async () => {
    const index = indexOf({ code: 'PH1', name: '甲', bed: '12A', place: '第一医院 · 妇产科 · A区' }, { code: 'PH2', name: '乙', bed: 'VIP2床', place: '第一医院 · 特需 · 一病区' }, { code: 'PH3', name: '丙', bed: '12', place: '第一医院 · 妇产科' }); for (const [texts, codes] of [[['妇产科12A床', '妇产科 12A床', '妇产科 12A', '妇产科12a', '12A', '12a床', 'A区12A床', 'fck12A床', 'fck12a', '12A床甲'], ['PH1']], [['特需VIP2床', '特需 VIP2床', 'VIP2床', '特需vip2号床', '特需VIP2床乙'], ['PH2']]] as const) for (const text of texts) expect([text, await found(index, text)]).toEqual([text, codes]);
    for (const [texts, codes] of [[['妇产科12床', '妇产科 12'], ['PH3']], [['妇产科12B床', '特需VIP3床'], []]] as const) for (const text of texts) expect([text, await found(index, text)]).toEqual([text, codes]);
  });
  test('a place and what it stands beside in one word, where nothing is called like the whole', async () => {
    const index = indexOf({ code: 'PH1', name: '王丽', bed: '12', place: '仁和医院 · 康复中心' }, { code: 'PH2', name: '李四', bed: '12', place: '仁和医院 · 骨科' }, { code: 'PH3', name: '王丽康', bed: '7', place: '第一医院 · 骨科' }); for (const [texts, codes] of [[['康复中心王丽', '王丽康复中心', '康复中心wang', '康复中心wl', '仁和康复中心12床', '仁和康复中心 王丽'], ['PH1']], [['仁和骨科12床', '仁和骨科 12床', '仁和医院骨科12', '骨科李四', '李四骨科12床'], ['PH2']]] as const) for (const text of texts) expect([text, await found(index, text)]).toEqual([text, codes]);
    for (const [texts, codes] of [[['骨科王丽', '王丽康骨科'], ['PH3']], [['仁和骨科13床', '康复中心赵'], []]] as const) for (const text of texts) expect([text, await found(index, text)]).toEqual([text, codes]);
  });
  test('a department by its short name beside a bed or a person, below one that has those signs together', async () => {
    const index = indexOf({ code: 'PH1', name: '甲', bed: '3', place: '仁和医院 · 神经内科' }, { code: 'PH2', name: '王丽', bed: '4', place: '仁和医院 · 心血管内科' }, { code: 'PH3', name: '丙', bed: '5', place: '仁和医院 · 心内科' }, { code: 'PH4', name: '丁', bed: '5', place: '仁和医院 · 心血管内科' }); for (const [text, codes] of [['神内 3床', ['PH1']], ['神内3床', ['PH1']], ['3床 神内', ['PH1']], ['心内 4床', ['PH2']], ['心内 王丽', ['PH2']], ['心内 5床', ['PH3']], ['神内 4床', []], ['内神 3床', []], ['神内', []]] as const) expect([text, await found(index, text)]).toEqual([text, codes]);
  });
  test('a department by its sound in syllables, beside a bed', async () => {
    const index = indexOf({ code: 'PH2', name: '甲', bed: '12床', place: '第一医院 · 骨科' }, { code: 'PH1', name: '高科', bed: '12床', place: '第一医院 · 内科' }, { code: 'PH3', name: '赵二', bed: '26床', place: '第一医院 · 儿科' });
    for (const [text, code] of [['gu ke 12', 'PH2'], ['gu ke 12床', 'PH2'], ['guke 12', 'PH2'], ['GU KE 12', 'PH2'], ['er ke 26', 'PH3']] as const) expect([text, await found(index, text)]).toEqual([text, [code]]);
  });
  test('initials of a place with the number of a bed, after numbers that begin so', async () => {
    const index = indexOf({ code: 'PH2', name: '甲', bed: '12床', place: '第一医院 · 骨科' }, { code: 'PH1', name: '高科', bed: '12床', place: '第一医院 · 内科' }, { code: 'GK129', name: '乙', bed: '1床', place: '第一医院 · 内科' }, { code: 'PH12', name: '丙', bed: '5床', place: '第一医院 · 骨科' });
    expect([await found(index, 'gk12'), await found(index, 'guke12'), await found(index, 'GK 12')]).toEqual([['GK129', 'PH2'], ['PH2'], ['PH2', 'PH1']]);
    expect((await ask(index, 'gk12')).hits.at(-1)).toMatchObject({ why: 'bed', marks: [0, 1, 2] });
    // what begins an order's number is no place
    expect(await found(indexOf({ code: '9', name: '甲', bed: '26床', place: '平湖医院 · 内科' }), 'ph26')).toEqual([]);
  });
  test('what is used, learned and pinned stands first in its tier and never above it', async () => {
    const index = indexOf({ code: '9', name: '王' }, { code: '5', name: '王五' }, { code: '4', name: '王四' }, { code: '3', name: '王三' }, { code: '2', name: '王二' });
    const favour: Favour = { score: { 'order:2': 3.5, 'order:3': 0.5 }, learned: { [textKey('wang')]: 'order:3' }, pinned: ['order:4'] };
    index.favour(favour);
    expect(await found(index, 'wang')).toEqual(['9', '4', '3', '2', '5']);
    expect(await found(index, 'w')).toEqual(['4', '2', '3', '9', '5']);
  });
  test('one of a kind is not lost among many of another', async () => {
    const index = sameThread();
    index.feed('order', page(Array.from({ length: 100 }, (_, i) => ({ code: `PH${i}`, name: '王' }))));
    index.feed('caregiver', page([{ code: 'TS1', name: '王五' }]));
    const answer = await ask(index, 'wang', { most: 10 });
    expect([answer.hits.length, answer.hits.at(-1)!.id, answer.total]).toEqual([10, 'caregiver:TS1', 101]);
    expect((await ask(index, 'wang ', { most: 10, kinds: ['caregiver'] })).hits.map(({ id }) => id)).toEqual(['caregiver:TS1']);
  });
});

describe('lines that change', () => {
  test('an older version never overwrites, one that left is gone, and may return', async () => {
    const index = indexOf({ code: '1', name: '王五', version: 5 });
    index.feed('order', page([{ code: '1', name: '李四', version: 4 }]));
    expect(await found(index, 'wangwu')).toEqual(['1']);
    index.feed('order', page(['1']));
    expect(await found(index, '王五')).toEqual([]);
    index.feed('order', page([{ code: '1', name: '李四', version: 6 }]));
    expect([await found(index, 'lisi'), await found(index, 'wangw')]).toEqual([['1'], []]);
  });
  test('what is new stands before what was there, the newest first', async () => {
    const index = sameThread();
    index.feed('order', page([{ code: '4', name: '王' }, { code: '3', name: '王' }], { next: '3' }));
    index.feed('order', page([{ code: '2', name: '王' }]));
    index.feed('order', page([{ code: '6', name: '王' }, { code: '5', name: '王' }]));
    expect(await found(index, '王')).toEqual(['6', '5', '4', '3', '2']);
  });
  test('other eyes, or a reset, begin anew', async () => {
    const index = indexOf({ code: '1', name: '王' });
    index.feed('order', page([{ code: '2', name: '王' }], { stamp: 'other' }));
    expect(await found(index, 'wang')).toEqual(['2']);
    index.feed('order', page([], { reset: true, next: '' }));
    expect(await ask(index, '王')).toMatchObject({ hits: [], ready: false });
    expect(index.ready()).toBe(false);
  });
  test('it is whole once every kind is, and says when; what the server keeps back makes the total a lower bound', async () => {
    const index = sameThread();
    const told: boolean[] = [];
    index.subscribe(() => told.push(index.ready()));
    index.feed('order', page([], { next: '' }));
    index.feed('caregiver', page([{ code: 'TS1', name: '王' }]));
    expect(await ask(index, '王')).toMatchObject({ ready: false, cut: false });
    index.feed('order', page([{ code: '1', name: '王' }], { cut: true }));
    expect(await ask(index, 'w')).toMatchObject({ ready: true, cut: true, total: 2 });
    // one answer, whole, another answer
    expect(told).toEqual([false, true, true]);
  });
  test('dropped, it knows nothing, and what was under way is not heard', async () => {
    const index = indexOf({ code: '1', name: '王' });
    await ask(index, 'wang');
    index.ask({ text: '王', kinds: null, most: 50 });
    index.drop();
    await rest();
    expect([index.now(), index.ready()]).toEqual([null, false]);
    expect(await ask(index, 'w')).toMatchObject({ hits: [], ready: false });
  });
  test('only the last question is answered', async () => {
    const index = indexOf({ code: '1', name: '王' });
    await rest();
    const seen: (string | undefined)[] = [];
    index.subscribe(() => seen.push(index.now()?.text));
    for (const text of ['w', 'wa', 'wan']) index.ask({ text, kinds: null, most: 50 });
    await rest();
    expect(seen).toEqual(['wan']);
  });
});

/** Readings of the few signs that the random edits use. */
const READINGS: Readonly<Record<string, readonly string[]>> = { 王: ['wang'], 单: ['dan', 'shan', 'chan'], 丽: ['li'], 先: ['xian'], 西: ['xi'], 安: ['an'], 吕: ['lv', 'lyu'], 重: ['zhong', 'chong'] };
/** All texts that spell a name or its beginning, hanzi, readings and initials in any mixture; of the last sign also every beginning of a reading. */
function spellings(signs: readonly string[]): Set<string> {
  let heads = new Set(['']);
  const all = new Set<string>();
  for (const sign of signs) {
    const readings = READINGS[sign]!;
    for (const head of heads) for (const reading of readings) for (let n = 1; n <= reading.length; n += 1) all.add(head + reading.slice(0, n));
    const ways = [sign, ...readings, ...readings.flatMap((reading) => [reading[0]!, ...(/^[zcs]h/.test(reading) ? [reading.slice(0, 2)] : [])])];
    heads = new Set([...heads].flatMap((head) => ways.map((way) => head + way)));
    for (const head of heads) all.add(head);
  }
  return all;
}
const known = new Map<string, Set<string>>();
function has(name: string, text: string): boolean {
  const inside = !/[a-z]/.test(text) || text.length > 1;
  const signs = [...name];
  // any of its signs, in their order
  return Array.from({ length: 2 ** signs.length }, (_, picked) => signs.filter((_sign, i) => (picked >> i) & 1).join('')).some((part) => {
    if (!known.has(part)) known.set(part, spellings([...part]));
    return (name.startsWith(part) || inside) && known.get(part)!.has(text);
  });
}

test('after 2,000 random edits it finds what a plain search would, and what was never edited is still itself', async () => {
  const signs = Object.keys(READINGS);
  const name = fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 3 }).map((some) => some.join(''));
  const edit = fc.oneof({ weight: 4, arbitrary: fc.record({ code: fc.nat(300).map((n) => `PH${String(n).padStart(4, '0')}`), name, bed: fc.nat(9).map(String), version: fc.nat(6) }) }, { weight: 1, arbitrary: fc.nat(300).map((n) => `PH${String(n).padStart(4, '0')}`) });
  const texts = fc.sample(name.chain((some) => fc.constantFrom(...spellings([...some]))), { numRuns: 60, seed: 6 });
  const index = sameThread();
  const plain = new Map<string, Row & { version: number; gone: boolean }>();
  for (const edits of fc.sample(fc.array(edit, { minLength: 40, maxLength: 40 }), { numRuns: 50, seed: 26 })) {
    index.feed('order', page(edits));
    // what is whole is taken in from its end, for the newest comes first
    for (const one of plain.size === 0 ? edits : edits.toReversed()) {
      if (typeof one === 'string') {
        const known = plain.get(one);
        if (known !== undefined) known.gone = true;
      } else if ((plain.get(one.code)?.version ?? 0) <= one.version) plain.set(one.code, { ...one, gone: false });
    }
    for (const text of fc.sample(fc.constantFrom(...texts, '1', '7床', '0001', '123', '12'), 6)) {
      const rows = [...plain.values()].filter((row) => !row.gone && (/^\d/.test(text) ? row.bed === text.replace('床', '') || (text.length > 2 ? row.code.includes(text) : row.code.endsWith(text)) : has(row.name, text)));
      const answer = await ask(index, text, { most: 400 });
      expect([text, codes(answer).toSorted()]).toEqual([text, rows.map(({ code }) => code).toSorted()]);
      for (const hit of answer.hits) expect(hit).toMatchObject({ name: plain.get(hit.code)!.name, bed: plain.get(hit.code)!.bed, version: plain.get(hit.code)!.version });
      expect(answer.hits.map(({ tier }) => tier)).toEqual(answer.hits.map(({ tier }) => tier).toSorted());
    }
  }
});
