import fc from 'fast-check';
import { pinyin } from 'pinyin-pro';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { generate, readingsOf } from '../../src/build/pinyin.mjs';
import { root } from '../../src/build/lingui.ts';
import type { Hit } from '../../src/kernel/found.ts';
import { sameThread } from '../kit/find-index.ts';

const rest = (): Promise<void> => new Promise((done) => void setTimeout(done));
/** What each text finds among these names, in one index. */
async function searcher(names: readonly string[]): Promise<(text: string) => Promise<readonly Hit[]>> {
  const index = sameThread();
  index.feed('order', { text: names.map((name, i) => `N${i}X\t${name}\t\t\t0\tin_service\t\t\t1`).join('\n'), places: [''], next: null, at: '', stamp: '', reset: false, cut: false });
  await rest();
  return async (text) => {
    index.ask({ text, kinds: null, most: 1_000 });
    await rest();
    return index.now()!.hits;
  };
}
/** Tier, reason and marked characters of a name for a text; null: not found. */
async function found(name: string, text: string): Promise<string | null> {
  const [hit] = await (await searcher([name]))(text);
  return hit === undefined ? null : `${hit.tier} ${hit.why} ${[...hit.marks].join('')}`;
}

// where pinyin-pro reads a name as a person would, it is the judge
test.each([
  '张伟', '王芳', '李娜', '单雄信', '仇英', '解晓东', '盖叫天', '查良镛', '曾国藩', '任平', '朴正', '区小明', '翟天临', '欧阳修', '上官婉儿', '尉迟恭', '万俟卨', '澹台灭明', '长孙无忌', '诸葛亮', '司马懿', '令狐冲', '皇甫谧', '宇文化及', '鲜于枢', '呼延灼', '慕容复', '公孙胜', '闾丘露薇', '乐正绫',
  '吕布', '女娲', '绿珠', '褚遂良', '瞿秋白', '缪荃孙', '阚泽', '逄蒙', '逯耀东', '臧克家', '樊哙', '郗鉴', '召信臣', '员半千', '句践', '牟平', '薄一波', '折彦质', '於崇文', '繁钦', '重庆', '乐清', '六安', '台州', '银行', '长春', '长大', '成都', '朝阳', '西安', '先锋', '反感', '平安', '皮昂',
  '䶮𬭎㛃', '喆堃', '玥婷', '赟赟', '犇犇', '翀宇', '祎晨', '珺瑶', '燚鑫', '昇平',
])('%s: what pinyin-pro reads finds all of it', async (name) => {
  const read = pinyin(name, { toneType: 'none', type: 'array', v: true, surname: 'head' });
  const marks = Array.from({ length: name.length }, (_, i) => i).join('');
  expect(await found(name, read.join(''))).toBe(`0 pinyin ${marks}`);
  expect(await found(name, read.join("'"))).toBe(`0 pinyin ${marks}`);
  expect((await found(name, read.map((syllable) => syllable[0]).join('')))?.replace(/^[0-2] (initials|pinyin)/, '')).toBe(` ${marks}`);
});

test.each<[string, string, string | null]>([
  // where it is not: other readings in use, of surnames, of places
  ['单雄信', 'shanxiong', '1 pinyin 01'], ['单雄信', 'danxiong', '1 pinyin 01'], ['单于丹', 'chanyu', '1 pinyin 01'], ['种师道', 'chongshidao', '0 pinyin 012'], ['覃文', 'qinwen', '0 pinyin 01'], ['覃文', 'tanwen', '0 pinyin 01'],
  ['缪斯', 'miaosi', '0 pinyin 01'], ['隗嚣', 'kuixiao', '0 pinyin 01'], ['隗嚣', 'weixiao', '0 pinyin 01'], ['翟让', 'dirang', '0 pinyin 01'], ['谌龙', 'chenlong', '0 pinyin 01'], ['谌龙', 'shenlong', '0 pinyin 01'], ['宓妃', 'fufei', '0 pinyin 01'], ['秘书', 'bishu', '0 pinyin 01'],
  ['乐清', 'yueqing', '0 pinyin 01'], ['乐清', 'leqing', '0 pinyin 01'], ['六安', 'luan', '0 pinyin 01'], ['六安', 'liuan', '0 pinyin 01'], ['重阳', 'zhongyang', '0 pinyin 01'], ['重阳', 'chongyang', '0 pinyin 01'], ['番禺', 'panyu', '0 pinyin 01'], ['亳州', 'bozhou', '0 pinyin 01'], ['歙县', 'shexian', '0 pinyin 01'], ['蔚县', 'yuxian', '0 pinyin 01'], ['浚县', 'xunxian', '0 pinyin 01'],
  // ü
  ['吕布', 'lvbu', '0 pinyin 01'], ['吕布', 'lübu', '0 pinyin 01'], ['吕布', 'lu:bu', '0 pinyin 01'], ['吕布', 'lyubu', '0 pinyin 01'], ['吕布', 'lubu', null], ['略阳', 'lveyang', '0 pinyin 01'], ['略阳', 'lueyang', '0 pinyin 01'], ['虐', 'nue', '0 pinyin 0'], ['女英', 'nvying', '0 pinyin 01'], ['Müller', 'müller', '0 name 012345'],
  // hanzi and letters
  ['王丽', '王l', '1 pinyin 01'], ['王丽', '王li', '0 pinyin 01'], ['王丽', 'w丽', '2 initials 01'], ['王丽', 'wang丽', '0 pinyin 01'], ['单雄信', '单xiong', '1 pinyin 01'], ['张小丽', '张xl', '2 initials 012'], ['张小丽', 'zhangxl', '2 initials 012'], ['张小丽', 'z小li', '2 initials 012'], ['王丽', '丽l', null],
  // initials, with zh, ch and sh, and beginnings of readings
  ['张三', 'zs', '2 initials 01'], ['张三', 'zhs', '2 initials 01'], ['陈诗', 'chsh', '2 initials 01'], ['陈诗', 'csh', '2 initials 01'], ['陈诗', 'chs', '2 initials 01'], ['陈诗', 'cs', '2 initials 01'], ['张', 'zh', '1 pinyin 0'], ['张红', 'zh', '1 pinyin 0'], ['王红', 'zh', null], ['张三丰', 'zs', '2 initials 01'], ['张三丰', 'zhangs', '1 pinyin 01'], ['张三丰', 'zsf', '2 initials 012'], ['邹红', 'zzh', null], ['张三丰', 'sf', '3 initials 12'], ['张三丰', 'sanfeng', '3 pinyin 12'], ['张三丰', 'f', null], ['张三丰', '丰', '3 name 2'], ['张三丰', '三丰', '3 name 12'], ['阿宾', 'eb', '1 pinyin 01'],
  // borders of an input method
  ['西安', "xi'an", '0 pinyin 01'], ['先', "xi'an", null], ['先', 'xian', '0 pinyin 0'], ['西安', 'xian', '0 pinyin 01'], ['方案', "fang'an", '0 pinyin 01'], ['反感', "fang'an", null], ['反感', "fan'gan", '0 pinyin 01'], ['反感', 'fangan', '0 pinyin 01'], ['王丽', "wang'l", '1 pinyin 01'], ['王丽', "w'l", '2 initials 01'], ['王丽', 'wang li', '0 pinyin 01'], ['张', "z'h", null], ['张三', "zhang's", '1 pinyin 01'], ['先', 'xi an', null],
  // other names
  ['阿依·古丽', 'ayiguli', '0 pinyin 0134'], ['阿依·古丽', '依古', '3 name 13'], ['阿依·古丽', '阿依·古', '1 name 0123'], ['阿依·古丽', 'ayg', '2 initials 013'], ['阿依·古丽', 'guli', '2 pinyin 34'],
  ['Alice Wang', 'alice', '1 name 01234'], ['Alice Wang', 'WANG', '2 name 6789'], ['Alice Wang', 'alice w', '1 name 012346'], ['Alice Wang', 'alicewang', '0 name 012346789'], ['Alice Wang', 'lic', '3 name 123'], ["O'Brien", 'obrien', '0 name 023456'], ["O'Brien", "o'b", '1 name 02'], ['Ａｎｎ', 'ann', '0 name 012'], ['Åsa', 'åsa', '0 name 012'], ['Ⅲ世', 'iiishi', '0 pinyin 01'], ['方案', 'fangan', '0 pinyin 01'],
  ['𬭎𬭎', '𬭎', '1 name 01'], ['王𬭎', 'wanghong', '0 pinyin 012'], ['王\u{30000}', '王\u{30000}', '0 name 012'], ['王\u{30000}', 'wang', '1 pinyin 0'], ['阿卜杜热合曼·买买提吐尔逊', 'abudurehemanmaimaitituerxun', '1 pinyin'], ['王', 'wang'.repeat(8), null],
])('%s by %s: %s', async (name, text, expected) => {
  const got = await found(name, text);
  if (expected?.endsWith('pinyin')) expect(got).toContain('pinyin');
  else expect(got).toBe(expected);
});

test('a surname read as such stands before the same sign read otherwise, whatever is newer', async () => {
  const search = await searcher(['丹', '单', '查', '茶', '仇', '筹', '万俟', '王四', '万思', '丁', '郑']);
  const names = async (text: string): Promise<string[]> => (await search(text)).slice(0, 2).map(({ name }) => name);
  expect(await names('dan')).toEqual(['丹', '单']);
  expect(await names('cha')).toEqual(['茶', '查']);
  expect(await names('chou')).toEqual(['筹', '仇']);
  expect(await names('wansi')).toEqual(['万思', '万俟']);
  expect(await names('zheng')).toEqual(['郑', '丁']);
  expect((await names('moqi'))[0]).toBe('万俟');
});

const BLOCK = Array.from({ length: 0xa000 - 0x4e00 }, (_, i) => String.fromCodePoint(0x4e00 + i)).filter((sign) => readingsOf(sign).length > 0);
test('every reading of every character finds it, and marks it', async () => {
  const search = await searcher(BLOCK);
  const bySyllable = new Map<string, string[]>();
  for (const sign of BLOCK) for (const reading of readingsOf(sign)) bySyllable.set(reading, [...(bySyllable.get(reading) ?? []), sign]);
  expect(BLOCK.length).toBeGreaterThan(20_000);
  for (const [syllable, signs] of bySyllable) {
    const exact = (await search(syllable)).filter(({ tier }) => tier === 0);
    expect([syllable, exact.map(({ name }) => name).toSorted()]).toEqual([syllable, signs.toSorted()]);
    for (const { name, marks } of exact) expect([name, marks]).toEqual([name, [0]]);
  }
}, 60_000);

const sign = fc.constantFrom(...BLOCK);
/** As well as on an identity card, of which what is typed may be the beginning: `ly` is one of 吕. */
const spellingsOf = (one: string): string[] => readingsOf(one).flatMap((reading) => [reading, ...(/^[ln]v$/.test(reading) ? [reading.replace('v', 'yu')] : /^[ln]ve$/.test(reading) ? [reading.replace('v', 'u')] : [])]);
test('any way to spell a name finds it, from any sign on, and only signs that answer are marked', async () => {
  const wayOf = (one: string): fc.Arbitrary<string> => fc.constantFrom(one, ...readingsOf(one), ...readingsOf(one).map((reading) => reading[0]!), ...readingsOf(one).flatMap((reading) => /^[zcs]h/.exec(reading)?.[0] ?? []));
  const spelled = fc.array(sign, { minLength: 2, maxLength: 5 }).chain((signs) => fc.nat(signs.length - 2).chain((from) => fc.record({ name: fc.constant(signs.join('')), from: fc.constant(from), ways: fc.tuple(...signs.slice(from).map(wayOf)) })));
  await fc.assert(
    fc.asyncProperty(spelled, async ({ name, from, ways }) => {
      const text = ways.join('').slice(0, 60);
      const [hit] = await (await searcher([name]))(text);
      expect([name, text, hit?.name]).toEqual([name, text, name]);
      // the marked signs, one after the other, account for all that was typed
      let rests = new Set([text]);
      for (const at of hit!.marks) rests = new Set([...rests].flatMap((rest) => [name[at]!, ...spellingsOf(name[at]!).flatMap((reading) => [reading, reading[0]!, reading.slice(0, 2), ...(reading.startsWith(rest) ? [rest] : [])])].flatMap((way) => (rest.startsWith(way) ? [rest.slice(way.length)] : []))));
      expect([name, text, hit!.marks, rests.has('')]).toEqual([name, text, hit!.marks, true]);
      expect(from === 0 ? hit!.tier < 3 : hit!.tier <= 3).toBe(true);
    }),
    { numRuns: 300, examples: [[{ name: '褸瑒', from: 0, ways: ['l', 'y'] }]] },
  );
}, 60_000);

test('the made list of readings is what pinyin-pro says today', () => {
  expect(readFileSync(path.join(root, 'src/ui/palette/pinyin.gen.ts'), 'utf8')).toBe(generate());
});
