// Whose a name is where it stands in a text: what a machine can tell it does, and what it cannot it leaves to somebody.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Blot, Doubtful, Judge, LEAVE, UNASKED, type Answers, type Doubt } from '../src/areas/erasure/blot.ts';
import { spotsOf } from '../src/areas/erasure/name.ts';
import { ERASED } from '../src/areas/erasure/redact.ts';

const THEIRS: Answers = { theirs: 'all', others: new Set() };
/** The text without the names, and what is left to ask. */
function blotted(text: string, words: readonly string[], others: readonly string[], answers: Answers = UNASKED): { out: string; doubts: readonly Doubt[] } {
  const judge = new Judge(answers);
  const out = new Blot(words, others, judge).out(text, 'note 1 words');
  try {
    judge.settle();
  } catch (error) {
    if (error instanceof Doubtful) return { out, doubts: error.doubts };
    throw error;
  }
  return { out, doubts: [] };
}
const count = (text: string, part: string): number => text.split(part).length - 1;

test.each([
  // who is known
  ['王芳芳说她不来，王芳说她来', '王芳', ['王芳芳'], '王芳芳说她不来，已抹除说她来', 0],
  ['李王芳的床', '王芳', ['李王芳'], '李王芳的床', 0],
  ['欧阳晓婷和阳晓婷', '阳晓婷', ['欧阳晓婷'], '欧阳晓婷和阳晓婷', 1],
  // nobody knows a 王芳芳: that is not for a machine to say
  ['换成王芳芳来', '王芳', [], '换成王芳芳来', 1],
  ['李王芳的床', '王芳', [], '李王芳的床', 1],
  ['欧阳晓婷的床', '阳晓婷', [], '欧阳晓婷的床', 1],
  ['王芳来了', '王芳', [], '王芳来了', 1],
  ['王小芳芳的', '王小芳', [], '王小芳芳的', 1],
  ['买买提·艾力江', '艾力江', [], '买买提·艾力江', 1],
  // it stands free, is whole, or nothing that follows is of a name
  ['换成王芳', '王芳', [], `换成${ERASED}`, 0],
  ['王芳，王芳;(王芳)\n王芳 8床', '王芳', [], `${ERASED}，${ERASED};(${ERASED})\n${ERASED} 8床`, 0],
  ['王芳的、王芳很好、王芳阿姨来、王芳没来', '王芳', [], `${ERASED}的、${ERASED}很好、${ERASED}阿姨来、${ERASED}没来`, 0],
  ['要慕容桂英来', '慕容桂英', [], `要${ERASED}来`, 0],
  ['请王小芳来照顾', '王小芳', [], `请${ERASED}来照顾`, 0],
  // letters and digits
  ['Anna, Annabelle and anna', 'Anna', [], `${ERASED}, Annabelle and anna`, 0],
  ['打13654329021找我', '13654329021', [], `打${ERASED}找我`, 0],
  ['打8613654329021找我', '13654329021', [], '打8613654329021找我', 1],
  ['patientName:contains:王芳', '王芳', [], `patientName:contains:${ERASED}`, 0],
  ['王', '王', [], '王', 0],
  // what is known is not always a name
  ['护工王芳态度差', '王芳', ['护工王芳'], '护工王芳态度差', 1],
  ['王芳阿姨来了', '王芳', ['王芳阿姨'], '王芳阿姨来了', 1],
  ['王芳女儿态度差', '王芳', ['王芳女儿'], '王芳女儿态度差', 1],
  ['王芳2床不去', '王芳', ['王芳2'], '王芳2床不去', 1],
  ['护工王芳芳', '王芳', ['护工王芳芳', '王芳芳'], '护工王芳芳', 0],
  // glued to letters and digits
  ['Anna13800138000', 'Anna', [], 'Anna13800138000', 1],
  ['callAnna, AnnaLee', 'Anna', [], 'callAnna, AnnaLee', 2],
  ['11010519491231002X1床', '11010519491231002X', [], `${ERASED}1床`, 0],
  ['身份证11010519491231002x', '11010519491231002X', [], `身份证${ERASED}`, 0],
  ['211010519491231002x', '11010519491231002X', [], '211010519491231002x', 1],
  // the end of a longer name
  ['次仁卓玛，', '卓玛', [], '次仁卓玛，', 1],
  ['阿依古丽，', '古丽', [], '阿依古丽，', 1],
  ['陳海燕，', '海燕', [], '陳海燕，', 1],
  ['努尔买买提，', '买买提', [], '努尔买买提，', 1],
  ['请卓玛，护工卓玛，', '卓玛', [], `请${ERASED}，护工${ERASED}，`, 0],
  // what was erased before is no part of a name
  [`${ERASED}王芳${ERASED}`, '王芳', [], `${ERASED}${ERASED}${ERASED}`, 0],
] as const)('%s, of %s', (text, word, others, out, doubts) => {
  const found = blotted(text, [word], others);
  expect([found.out, found.doubts.length]).toEqual([out, doubts]);
});

test('a longer name of the same people goes as one', () => {
  expect(blotted('王芳芳，王芳，李王芳', ['王芳', '王芳芳'], ['李王芳']).out).toBe(`${ERASED}，${ERASED}，李王芳`);
});
test('what was erased beside a name makes it stand free', () => {
  expect(blotted('王芳11010519491231002X来', ['王芳', '11010519491231002X'], [], LEAVE).out).toBe(`${ERASED}${ERASED}来`);
  expect(blotted('王芳，13800138000Anna', ['Anna', '13800138000'], []).doubts).toHaveLength(2);
});
test('a doubt is called the same whatever was said of others', () => {
  const words = ['王芳', '13800138000'];
  const { doubts } = blotted('8613800138000，王芳兰', words, []);
  expect(doubts).toHaveLength(2);
  const said: Answers = { theirs: new Set([doubts[0]!.id]), others: new Set() };
  expect(blotted('8613800138000，王芳兰', words, [], said)).toEqual({ out: `86${ERASED}，王芳兰`, doubts: [doubts[1]] });
  expect(blotted('8613800138000，王芳兰', words, [], { theirs: new Set(doubts.map(({ id }) => id)), others: new Set() })).toEqual({ out: `86${ERASED}，${ERASED}兰`, doubts: [] });
});
test('what is said of one place holds for the same words elsewhere, and for nothing else', () => {
  const { doubts: [doubt] } = blotted('换成王芳芳来', ['王芳'], []);
  expect(doubt).toEqual({ id: expect.stringMatching(/^[\da-f]{8}$/) as string, places: ['note 1 words'], said: '换成王芳芳来' });
  const theirs: Answers = { theirs: new Set([doubt!.id]), others: new Set() };
  expect(blotted('换成王芳芳来', ['王芳'], [], theirs)).toEqual({ out: `换成${ERASED}芳来`, doubts: [] });
  expect(blotted('换成王芳芳来', ['王芳'], [], { theirs: new Set(), others: theirs.theirs })).toEqual({ out: '换成王芳芳来', doubts: [] });
  expect(blotted('换成王芳芳了', ['王芳'], [], theirs).doubts).toHaveLength(1);
});

const NAMES = ['王芳', '李强', '王小芳', '欧阳婷', '慕容桂英', 'Anna'];
const FREE = ['，', '。', ' ', '\n', '(', '：', '“'];
const HAN = [...'的来说了芳强婷小李王和去照顾换成要华英'];
/** A name, longer ones that have it in them, and a text of all of these. */
const given = fc.constantFrom(...NAMES).chain((name) => {
  const longer = [...new Set([...HAN.slice(4).flatMap((sign) => [name + sign, sign + name]), `${name}abc`])];
  return fc.record({
    name: fc.constant(name), others: fc.uniqueArray(fc.constantFrom(...longer), { maxLength: 4 }),
    pieces: fc.array(fc.oneof(fc.constant(name), fc.constantFrom(...longer), fc.constantFrom(...FREE), fc.constantFrom(...HAN), fc.constantFrom('a', '7')), { maxLength: 14 }),
  });
});
test('no known longer name is ever broken, no rest of one is left behind, and what is doubtful stays as it is and is listed', () => {
  let [erased, asked] = [0, 0];
  fc.assert(fc.property(given, ({ name, others, pieces }) => {
    const text = pieces.join('');
    const { out, doubts } = blotted(text, [name], others);
    for (const other of others) expect(count(out, other)).toBe(count(text, other));
    // a sign of a name never follows what was erased of a short one
    if ([...name].length === 2) expect(out).not.toMatch(new RegExp(`${ERASED}[芳强婷小李王华英来和去]`, 'u'));
    const spots = spotsOf(text, name, others.filter((other) => other !== name));
    const possible = spots.filter(({ whose }) => whose !== 'other').length;
    // one that went may set its neighbour free
    expect(count(out, ERASED)).toBeGreaterThanOrEqual(spots.filter(({ whose }) => whose === 'theirs').length);
    const doubtful = possible - count(out, ERASED);
    expect(out.replaceAll(ERASED, name)).toBe(text);
    expect(doubts.length > 0).toBe(doubtful > 0);
    // said of all of them, nothing is left to ask; and nothing is ever asked twice
    expect(blotted(text, [name], others, LEAVE)).toEqual({ out, doubts: [] });
    const all = blotted(text, [name], others, THEIRS);
    expect([all.doubts, count(all.out, ERASED)]).toEqual([[], count(out, ERASED) + doubtful]);
    expect(blotted(out, [name], others, LEAVE).out).toBe(out);
    erased += count(out, ERASED);
    asked += doubtful;
  }), { numRuns: 2_000 });
  expect(Math.min(erased, asked)).toBeGreaterThan(500);
});
test('what stands free is theirs, whatever the name', () => {
  fc.assert(fc.property(fc.constantFrom(...NAMES), fc.array(fc.constantFrom(...FREE), { minLength: 1, maxLength: 4 }), (name, free) => {
    const text = free.map((sign) => sign + name).join('') + free[0]!;
    expect(blotted(text, [name], [])).toEqual({ out: text.replaceAll(name, ERASED), doubts: [] });
  }));
});
