/** Surnames that are not read as their characters mostly are, or not always: `/` between readings in use, `-` between characters. */
const OWN =
  '单shan 仇qiu 解xie 盖ge/gai 查zha 曾zeng 朴piao/pu 区ou 翟zhai/di 覃qin/tan 缪miao 乐yue/le 繁po 种chong 员yun 祭zhai 折she 召shao 隗wei/kui 句gou 牟mu/mou 谌chen/shen 郗xi/chi 郄qie/xi 洗xian 秘bi 能nai 都du ' +
  '薄bo 於yu 晟cheng 长zhang 佴nai/er 柏bai/bo 么yao 隽juan/jun 贲ben 万俟mo-qi 尉迟yu-chi 澹台tan-tai 长孙zhang-sun 单于chan-yu 鲜于xian-yu 乐正yue-zheng';

/** The readings of each character of a surname. */
export type Head = readonly (readonly string[])[];
let table: ReadonlyMap<string, Head> | undefined;
/** How the surname is read that a name begins with, by the name's first two characters; null: as its character mostly is. */
export function surnameOf(name: string): Head | null {
  table ??= new Map(OWN.split(' ').map((entry) => /^(\P{ASCII}+)(.+)$/u.exec(entry)!).map(([, surname, readings]) => [surname!, readings!.split('-').map((each) => each.split('/'))]));
  return table.get(name.slice(0, 2)) ?? table.get(name.slice(0, 1)) ?? null;
}
