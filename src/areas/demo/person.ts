import { dayText } from '../../host/calendar.ts';
import { checkCharacter } from '../../kernel/id-number.ts';
import type { Random } from './random.ts';

const COMMON = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许邓冯韩曹彭萧潘袁董余苏叶吕魏蒋田杜丁沈姜范江傅钟卢汪戴崔任陆廖姚方金邱夏谭韦贾邹石熊孟秦阎薛侯雷白龙段郝孔邵史毛常万顾赖武康贺严尹钱施牛洪龚'];
/** Surnames whose reading as a surname is not the usual one. */
const POLYPHONE = ['单', '仇', '解', '盖', '查', '区', '曾', '尉迟', '朴', '冼', '乐', '翟', '缪', '万俟'];
const COMPOUND = ['欧阳', '上官', '司马', '诸葛', '夏侯', '皇甫'];
const MALE = [...'伟强磊军洋勇杰涛超明刚平辉鹏华飞鑫波斌宇浩凯建国志文斌庆林海峰俊成康健毅飞德福永贵学义'];
const FEMALE = [...'芳娜敏静丽艳娟霞秀英玲桂兰红玉萍燕慧琴云莲雪梅倩婷颖琳佳怡淑珍凤洁梓涵欣月春菊巧美爱惠'];
const EITHER = [...'子晓思雨文一宁安嘉小新重行长乐朝墨乔舒和诗茗瑞祺'];
/** Outside the everyday set: CJK extensions A to F. */
const RARE = ['䶮', '𬭎', '㛃', '𠮷', '燊', '堃', '犇', '垚'];
/** Administrative codes of real counties, the first six digits of an ID number. */
const REGIONS = ['110105', '310101', '320583', '320902', '330382', '341502', '411602', '420106', '500112', '511302', '440305', '610113'];
const PREFIXES = ['130', '131', '132', '133', '135', '136', '137', '138', '139', '147', '150', '151', '152', '155', '157', '158', '159', '166', '173', '176', '177', '178', '180', '181', '182', '183', '185', '186', '187', '188', '189', '191', '198', '199'];

/** Gender as the database keeps it: 1 male, 2 female. */
export type Gender = 1 | 2;

/** A believable surname; about one in ten is read or written in a way of its own. */
export const surname = (random: Random): string => random.pick(random.weighted([[COMMON, 88], [POLYPHONE, 9], [COMPOUND, 3]]));

/** A given name of one or two characters. */
export function givenName(random: Random, gender: Gender): string {
  const own = gender === 1 ? MALE : FEMALE;
  const last = random.chance(0.015) ? random.pick(RARE) : random.pick(own);
  return random.chance(0.3) ? last : random.pick(random.chance(0.5) ? EITHER : own) + last;
}
/** A mobile number of mainland China. */
export const mobile = (random: Random): string => random.pick(PREFIXES) + random.digits(8);

/** An ID number for this birthday and gender, with a right check character. */
export function idNumber(random: Random, birthday: number, gender: Gender): string {
  const first = random.pick(REGIONS) + dayText(birthday).replaceAll('-', '') + random.digits(2) + (random.whole(0, 4) * 2 + (gender === 1 ? 1 : 0));
  return first + checkCharacter(first);
}
