const SIGNS = '零一二三四五六七八九';
const digits = (signs: string): string => signs.replace(/./gu, (sign) => String(SIGNS.indexOf(sign)));
/** What stands before a unit: none of it where the unit is not there, one of it where nothing stands before it. */
const times = (unit: number, signs: string | undefined): number => (signs === undefined ? 0 : unit * Number(digits(signs) || 1));

/** Signs of numerals as people dictate them, for a pattern. */
export const NUMERAL = '[〇零一二两三四五六七八九十百]+';
/** Such a numeral in digits: 十二 is 12, 二十 20, 一百零三 103, and 一〇二, which is read out, 102. */
export function inDigits(numeral: string): string {
  const [, hundreds, tens, ones = ''] = /^(?:(.?)百零?)?(?:(.?)十)?(.*)$/u.exec(numeral.replaceAll('〇', '零').replaceAll('两', '二'))!;
  return hundreds === undefined && tens === undefined ? digits(ones) : String(times(100, hundreds) + times(10, tens) + Number(digits(ones)));
}
