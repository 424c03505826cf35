/** Where a name or a number stands in a text, and whose it is there: the person's own (`theirs`), a part of somebody else's (`other`), or nothing that a machine can say (`doubtful`). */
interface Spot {
  at: number;
  word: string;
  whose: 'theirs' | 'other' | 'doubtful';
}

// surnames of two signs, and of one; a name is a surname and one or two signs more
const DOUBLE = new Set('万俟 司马 上官 欧阳 夏侯 诸葛 闻人 东方 赫连 皇甫 尉迟 公羊 澹台 公冶 宗政 濮阳 淳于 单于 太叔 申屠 公孙 仲孙 轩辕 令狐 钟离 宇文 长孙 慕容 鲜于 闾丘 司徒 司空 亓官 司寇 颛孙 端木 巫马 公西 漆雕 乐正 壤驷 公良 拓跋 夹谷 宰父 谷梁 段干 百里 东郭 南门 呼延 羊舌 微生 梁丘 左丘 东门 西门 南宫 第五 独孤 纳兰 达奚 褚师'.split(' '));
const SINGLE = new Set('赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯昝管卢莫经房裘缪干解应宗丁宣贲邓郁单杭洪包诸左石崔吉钮龚程嵇邢滑裴陆荣翁荀羊於惠甄曲家封芮羿储靳汲邴糜松井段富巫乌焦巴弓牧隗山谷车侯宓蓬全郗班仰秋仲伊宫宁仇栾暴甘钭厉戎祖武符刘景詹束龙叶幸司韶郜黎蓟薄印宿白怀蒲邰从鄂索咸籍赖卓蔺屠蒙池乔阴胥能苍双闻莘党翟谭贡劳逄姬申扶堵冉宰郦雍璩桑桂濮牛寿通边扈燕冀郏浦尚农温别庄晏柴瞿阎充慕连茹习宦艾鱼容向古易慎戈廖庾终暨居衡步都耿满弘匡国文寇广禄阙东欧殳沃利蔚越夔隆师巩厍聂晁勾敖融冷訾辛阚那简饶空曾毋沙乜养鞠须丰巢关蒯相查后荆红游竺权逯盖益桓公肖闫付代覃岳帅缑亢况有琴佘佴牟商伯赏墨哈谯笪年爱阳佟佘');
/** Signs that end no name of a person, and begin none of its parts. */
const PLAIN = new Set('的了吗呢吧着被把给说很没她他它你我您们这那哪啥么呀啊哦嘛');
/** How people are spoken of: before it the name is over. */
const STYLED = '阿姨|大姐|大妈|大爷|大叔|女士|先生|小姐|师傅|护工|护理|老师|医生|护士|同志|奶奶|爷爷|本人|家属|照顾|陪护|已经|没有|不';
const FOLLOWS = new RegExp(`^(${STYLED})`);
/** What no name of one person has in it: contacts are written as 王芳阿姨, or as 王芳女儿. */
const NO_NAME = new RegExp(`${STYLED}|女儿|儿子|[妈爸叔姨嫂哥姐弟妹爷奶婆公妻]`);
/** Words after which a name begins; some end in a sign which is a surname too. */
const LEAD = /(换成|改成|变成|由于|关于|对于|至于|终于|属于|转向|指向|还有|只有|没有|护工|阿姨|理员|护士|师傅|大姐|女士|先生|老师|医生|陪护|患者|病人|家属|系人|投诉|表扬|通知|感谢|安排|告诉|希望)$/;
/** The same of one sign; none of them is a part of names from other languages. */
const LEADS = new Set([...PLAIN, ...'请要叫找跟与让换是对为问到在等将派见嫌怪嘱托催扶帮替陪夸骂']);
/** An ID number that no longer number can go on from. */
const ID = /^\d{17}x$/i;
const HAN = /[\p{Script=Han}々〇]/u;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
const DOT = /[·•・]/u;

const signs = (word: string): string[] => [...word];
const surnameOf = (word: readonly string[]): number => (DOUBLE.has(word.slice(0, 2).join('')) && word.length > 2 ? 2 : 1);
const begins = (word: readonly string[]): boolean => SINGLE.has(word[0]!) || DOUBLE.has(word.slice(0, 2).join(''));
/** Whether a longer text that is known can itself be the name of a person, and of no more than that. */
const isName = (text: string): boolean => /^[\p{Script=Han}々〇]{2,4}$/u.test(text) && begins(signs(text)) && !NO_NAME.test(text) && !signs(text).some((sign) => PLAIN.has(sign));
/** As it is compared: ID numbers are written with a small x too. */
const folded = (text: string, word: string): string => (ID.test(word) ? text.replaceAll('x', 'X') : text);
/** How a word may be written. */
export const writings = (word: string): string[] => (ID.test(word) ? [`${word.slice(0, -1)}X`, `${word.slice(0, -1)}x`] : [word]);
/** Whether a Latin word ends between two signs: annaLee, not annabelle. */
const isSeam = (before: string, after: string): boolean => /\p{Ll}/u.test(before) && /\p{Lu}/u.test(after);
/** Whether a longer name may begin with this one, of Han signs: it has one sign after its surname. */
const isShort = (word: readonly string[]): boolean => word.length - surnameOf(word) < 2;

function whoseIs(text: string, at: number, word: string, others: readonly string[]): Spot['whose'] {
  const end = at + word.length;
  let crossed = false;
  for (const other of others)
    for (let from = text.indexOf(other, Math.max(0, at - other.length + 1)); from >= 0 && from < end; from = text.indexOf(other, from + 1)) {
      if (from <= at && end <= from + other.length && isName(other)) return 'other';
      // 王小芳王小芳 may end in 芳王小芳; a contact may be kept as 护工王芳
      crossed = true;
    }
  if (crossed) return 'doubtful';
  const own = signs(word);
  const [first, last] = [own[0]!, own.at(-1)!];
  const lead = text.slice(Math.max(0, at - 2), at);
  const before = signs(lead).at(-1) ?? '';
  const rest = text.slice(end);
  const after = signs(rest.slice(0, 2))[0] ?? '';
  if (DOT.test(before) || DOT.test(after)) return 'doubtful';
  // letters and digits make words of their own: a longer one is another word, a longer number may have this one in it
  let within = false;
  for (const [edge, beside, seam] of [[first, before, isSeam(before, first)], [last, after, isSeam(last, after)]] as const) {
    if (beside === '' || HAN.test(edge) || HAN.test(beside) || !LETTER.test(edge) || !LETTER.test(beside)) continue;
    if (edge === last && beside === after && ID.test(word)) continue;
    if (seam || /\p{N}/u.test(word + beside)) return 'doubtful';
    within = true;
  }
  if (within) return 'other';
  if (HAN.test(first) && HAN.test(before) && own.length < 4 && !LEAD.test(lead)) {
    if (SINGLE.has(before) || DOUBLE.has(before + first)) return 'doubtful';
    // 次仁卓玛 ends in 卓玛
    if ((own.length < 3 || !begins(own)) && !LEADS.has(before)) return 'doubtful';
  }
  if (HAN.test(last) && HAN.test(after) && !PLAIN.has(after) && !FOLLOWS.test(rest) && (isShort(own) || after === last)) return 'doubtful';
  return 'theirs';
}
/**
 * Every place of `word` in a text, and whose it is there. `others`: longer names of people who are known, which it stands within. Without a space between
 * words nobody can tell 王芳 before 芳 from 王芳芳: who is known is told from what is known (where it can be a name), names that are whole (a surname and two signs) and those that stand free are the person's, the rest is doubtful.
 */
export function spotsOf(text: string, word: string, others: readonly string[]): Spot[] {
  const found: Spot[] = [];
  const [heap, needle] = [folded(text, word), folded(word, word)];
  for (let at = heap.indexOf(needle); at >= 0; at = heap.indexOf(needle, at + word.length)) found.push({ at, word, whose: whoseIs(text, at, word, others) });
  return found;
}
