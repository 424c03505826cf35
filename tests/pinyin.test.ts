import fc from 'fast-check';
import { pinyin } from 'pinyin-pro';
import { expect, test } from 'vitest';
import { readings, spelled, spelling } from '../src/host/pinyin.ts';
import { simplified } from '../src/host/traditional.ts';

test.each([
  ['单雄', 'shanxiong'], ['仇英', 'qiuying'], ['解晓东', 'xiexiaodong'], ['盖叫天', 'gejiaotian'], ['查良镛', 'zhaliangyong'], ['区小明', 'ouxiaoming'], ['曾国藩', 'zengguofan'], ['任平', 'renping'],
  ['朴正', 'piaozheng'], ['欧阳修', 'ouyangxiu'], ['上官婉儿', 'shangguanwaner'], ['尉迟恭', 'yuchigong'], ['长孙无忌', 'zhangsunwuji'], ['万俟卨', 'moqixie'], ['吕布', 'lvbu'], ['张三', 'zhangsan'], ['䶮𬭎㛃', 'yanhongjie'], ['重庆医院', 'chongqingyiyuan'],
])('%s is read %s before anything else', (name, first) => {
  expect(readings(name).pinyin.split(' ')[0]).toBe(first);
});

test('a name of two readings is found by both, and by the initials of both', () => {
  expect(readings('单雄').pinyin.split(' ')).toEqual(expect.arrayContaining(['shanxiong', 'danxiong']));
  expect(readings('单雄').initials.split(' ')).toEqual(['sx', 'dx', 'cx']);
  expect(readings('乐乐').pinyin.split(' ')).toEqual(expect.arrayContaining(['lele', 'yuele', 'yueyue']));
});

test.each([
  ['wl', '王丽', '王丽'], ['w', '王丽', '王'], ['wangl', '王丽', '王丽'], ['li', '王丽', '丽'], ['xian', '西安', '西安'], ["xi'an", '西安', '西安'], ['xian', '先安', '先'], ['abdh', '阿卜杜·热合曼', ''], ['abdrh', '阿卜杜·热合曼', '阿卜杜热合'], ['德l', '王德林', '德林'], ['張s', '张三', '张三'], ['lin 骨科', '王德林', '林'], ['zhang san', '张三', '张三'], ['ji', '𠮷田', '𠮷'], ['ＷＬ', '王丽', '王丽'], ['lila', '李丽丽拉', '丽拉'],
])('%s sounds in %s as %s', async (typed, name, wanted) => {
  const [one] = await spelled(typed, async () => [{ why: 'pinyin' }], () => name);
  expect(one!.marks.map((at) => name[at]).join('')).toBe(wanted);
});
test('letters, digits and characters without a reading pass through', () => {
  expect(readings('Ａlice Wang')).toEqual({ pinyin: 'alicewang', initials: 'alicewang' });
  expect(readings('阿依·古丽').pinyin.split(' ')[0]).toBe('ayiguli');
  expect(readings('王\u{2FF0}\u{30000}').pinyin.endsWith('\u{30000}')).toBe(true);
  expect(readings('')).toEqual({ pinyin: '', initials: '' });
});

test("every common character's reading is one that pinyin-pro gives it, in plain letters", () => {
  for (let code = 0x4e00; code < 0x9fa6; code++) {
    const character = String.fromCodePoint(code);
    const known = new Set(pinyin(character, { multiple: true, toneType: 'none', type: 'array', v: true }));
    for (const surname of pinyin(character, { mode: 'surname', toneType: 'none', type: 'array', v: true })) known.add(surname);
    for (const reading of readings(character).pinyin.split(' ')) expect(reading === character || known.has(reading), `${character} ${reading}`).toBe(true);
  }
});

const han = fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((code) => String.fromCodePoint(code));
test('any name has at most 16 readings, all different, each with its initials, and is read alike twice', () => {
  fc.assert(
    fc.property(fc.array(han, { minLength: 1, maxLength: 12 }).map((signs) => signs.join('')), (name) => {
      const { pinyin: words, initials } = readings(name);
      const list = words.split(' ');
      expect(list.length).toBeLessThanOrEqual(16);
      expect(new Set(list).size).toBe(list.length);
      expect(new Set(initials.split(' ').map((w) => w[0]))).toEqual(new Set(list.map((w) => w[0])));
      expect(readings(name)).toEqual({ pinyin: words, initials });
    }),
  );
});
test('any text at all is read without harm', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => void expect(readings(text).pinyin).not.toMatch(/ {2}|^ | $/)));
});

test('a hundred thousand names take seconds', () => {
  const surnames = [...'赵钱孙李周吴郑王冯陈单仇解查曾'];
  const given = [...'一三伟芳秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂乐行长重'];
  for (let i = 0; i < 100_000; i++) readings(surnames[i % 15]! + given[i % 29]! + given[(i * 7) % 29]!);
});

test('a border is minded, and a name that could be spelled in endless ways is done with at once', async () => {
  const found = (typed: string, names: string[]) => spelling(typed, async () => names, (name) => name);
  expect(await found("xi'an", ['西安', '先生'])).toEqual(['西安']);
  // a letter is its own reading; 啊 has several that begin alike
  for (const sign of ['a', '1', '啊']) expect(await found(`${sign === '啊' ? 'a' : sign}`.repeat(60) + "x'y", [`${sign.repeat(60)}西`])).toEqual([]);
  expect(await found(`${'a'.repeat(60)}x'y`, [`${'a'.repeat(60)}西`, `${'a'.repeat(60)}x伊`])).toEqual([`${'a'.repeat(60)}x伊`]);
});

test.each([['張三', '张三'], ['趙豔', '赵艳'], ['趙艷', '赵艳'], ['歐陽月娟', '欧阳月娟'], ['康復科 28床', '康复科 28床'], ['區舒鵬', '区舒鹏'], ['陳 gk', '陈 gk'], ['单雄', '单雄'], ['𠮷田 A12', '𠮷田 A12'], ['', '']])('%s in simplified characters is %s', (text, wanted) => {
  expect(simplified(text)).toBe(wanted);
});
test('who is written as typed stands first, then who is so in simplified characters, each once', async () => {
  const rows: Record<string, string[]> = { 陳: ['陳偉', '陈陳'], 陈: ['陈陳', '陈伟'] };
  const found = await spelled('陳', async (typed) => rows[typed]!.map((name) => ({ name, why: typed })), ({ name }) => name);
  expect(found.map(({ name, why }) => `${name} ${why}`)).toEqual(['陳偉 陳', '陈陳 陳', '陈伟 陈']);
});
